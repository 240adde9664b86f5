// Rays against primitives: what is hit lies on the surface, and nothing before it does.

#include "collide/pairs_support.h"
#include "collide/ray.h"

static const int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER,
                            mjGEOM_BOX};
static const mjtNum size[3] = {.3, .4, .5};

// Negative inside, positive outside; zero on the surface.
static mjtNum level(int type, const mjtNum x[3]) {
  mjtNum flat = sqrt(x[0] * x[0] + x[1] * x[1]), over = fmax(0, fabs(x[2]) - size[1]);
  switch (type) {
    case mjGEOM_SPHERE:
      return mju_norm3(x) - size[0];
    case mjGEOM_CAPSULE:
      return sqrt(flat * flat + over * over) - size[0];
    case mjGEOM_ELLIPSOID:
      return sqrt(x[0] * x[0] / .09 + x[1] * x[1] / .16 + x[2] * x[2] / .25) - 1;
    case mjGEOM_CYLINDER:
      return fmax(flat - size[0], fabs(x[2]) - size[1]);
    default:
      return fmax(fabs(x[0]) - size[0], fmax(fabs(x[1]) - size[1], fabs(x[2]) - size[2]));
  }
}

static void the_first_point_on_the_surface_is_hit(void** state) {
  Random random = {8};
  for (int k = 0; k < 5; k++) {
    int hits = 0;
    for (int t = 0; t < 300; t++) {
      lbRay ray;
      randomUnit(&random, ray.pnt, 3);
      mju_scl3(ray.pnt, ray.pnt, 2);
      randomVector(&random, ray.vec, 3);
      mju_addToScl3(ray.vec, ray.pnt, -1);
      mjtNum x[3], normal[3], found = lb_rayPrimitive(types[k], size, &ray, normal);
      for (int i = 0; i < 200; i++) {
        mjtNum at = (found < 0 ? 3 : found) * i / 200.0;
        mju_addScl3(x, ray.pnt, ray.vec, at);
        assert_true(level(types[k], x) > -1e-9);
      }
      if (found >= 0) {
        mju_addScl3(x, ray.pnt, ray.vec, found);
        assert_true(fabs(level(types[k], x)) < 1e-9);
        assert_true(fabs(mju_norm3(normal) - 1) < 1e-9);
        assert_true(mju_dot3(normal, ray.vec) <= 1e-9);
        hits++;
      }
    }
    assert_true(hits > 20 && hits < 280);
  }
}

static void a_triangle_is_hit_from_both_sides(void** state) {
  const mjtNum a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0};
  for (int side = -1; side <= 1; side += 2) {
    lbRay ray = {.pnt = {.2, .3, 2.0 * side}, .vec = {0, 0, -1.0 * side}};
    mjtNum normal[3], found = lb_rayTriangle(a, b, c, &ray, normal);
    assertClose(&found, (mjtNum[]){2}, 1, 1e-12);
    assertClose(normal, (mjtNum[]){0, 0, 1}, 3, 1e-12);
    ray.pnt[0] = .8;
    assert_true(lb_rayTriangle(a, b, c, &ray, normal) < 0);
  }
}

static void boxes_are_passed_when_they_begin_beyond_the_limit(void** state) {
  const mjtNum center[3] = {0, 0, 0}, half[3] = {.1, .1, .1};
  lbRay ray = {.pnt = {0, 0, 1}, .vec = {0, 0, -1}};
  assert_true(lb_rayHitsBox(center, half, &ray, 1));
  assert_false(lb_rayHitsBox(center, half, &ray, .5));
  ray.pnt[0] = .2;
  assert_false(lb_rayHitsBox(center, half, &ray, 10));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_point_on_the_surface_is_hit),
      cmocka_unit_test(a_triangle_is_hit_from_both_sides),
      cmocka_unit_test(boxes_are_passed_when_they_begin_beyond_the_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
