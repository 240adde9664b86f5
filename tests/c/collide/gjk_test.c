// GJK and EPA against slow methods that need nothing but support functions.

#include <string.h>

#include "collide/convex.h"
#include "collide/pairs_support.h"

enum { points = 12, trials = 200 };

static void randomHull(Random* random, lbShape* shape, mjtNum* vertices, const mjtNum pos[3]) {
  randomVector(random, vertices, 3 * points);
  for (int i = 0; i < points; i++) {
    mju_addTo3(vertices + 3 * i, pos);
  }
  memset(shape, 0, sizeof(*shape));
  shape->type = LB_SHAPE_POINTS;
  shape->geom = -1;
  shape->points = vertices;
  shape->pointCount = points;
  // sharp corners of point hulls end EPA early (COMPAT: HFIELD-PRISM); hardly rounded ones do not
  shape->inflate = 1e-12;
  mju_copy3(shape->pos, pos);
  shape->mat[0] = shape->mat[4] = shape->mat[8] = 1;
}

// A lower bound of the distance: the separation along a direction.
static mjtNum separation(const mjtNum* a, const mjtNum* b, const mjtNum dir[3]) {
  mjtNum gap = INFINITY;
  for (int i = 0; i < points; i++) {
    for (int j = 0; j < points; j++) {
      mjtNum way[3];
      mju_sub3(way, b + 3 * j, a + 3 * i);
      gap = fmin(gap, mju_dot3(way, dir));
    }
  }
  return gap;
}

static void distance_has_a_separating_plane_as_proof(void** state) {
  Random random = {1};
  int apart = 0;
  for (int t = 0; t < trials; t++) {
    mjtNum a[3 * points], b[3 * points], pos[3], way[3], origin[3] = {0, 0, 0};
    lbShape shapes[2];
    randomVector(&random, pos, 3);
    mju_scl3(pos, pos, 3);
    randomHull(&random, &shapes[0], a, origin);
    randomHull(&random, &shapes[1], b, pos);
    lbGjk gjk = {.tolerance = 1e-10, .maxIterations = 200, .cutoff = 100};
    assert_true(lb_gjk(&shapes[0], &shapes[1], &gjk));
    if (gjk.dist == 0) {
      continue;
    }
    apart++;
    mju_sub3(way, gjk.x2, gjk.x1);
    mjtNum length = mju_normalize3(way);
    assertClose(&length, &gjk.dist, 1, 1e-9);
    // no pair of points is nearer along the way than its length
    mjtNum bound = separation(a, b, way);
    assertClose(&bound, &gjk.dist, 1, 1e-7);
  }
  assert_true(apart > trials / 4);
}

static void a_small_cutoff_gives_up(void** state) {
  Random random = {2};
  mjtNum a[3 * points], b[3 * points], origin[3] = {0, 0, 0}, pos[3] = {5, 0, 0};
  lbShape shapes[2];
  randomHull(&random, &shapes[0], a, origin);
  randomHull(&random, &shapes[1], b, pos);
  lbGjk gjk = {.tolerance = 1e-6, .maxIterations = 50, .cutoff = .1};
  assert_false(lb_gjk(&shapes[0], &shapes[1], &gjk));
}

static void depth_is_the_least_over_directions(void** state) {
  Scene scene = loadScene("<mujoco/>");
  scene.m->opt.ccd_tolerance = 1e-9;
  scene.m->opt.ccd_iterations = 200;
  Random random = {3};
  int overlapping = 0;
  for (int t = 0; t < trials; t++) {
    mjtNum a[3 * points], b[3 * points], pos[3], origin[3] = {0, 0, 0};
    lbShape shapes[2];
    randomVector(&random, pos, 3);
    randomHull(&random, &shapes[0], a, origin);
    randomHull(&random, &shapes[1], b, pos);
    mjPreContact contact;
    lbEpa epa;
    if (!lb_penetration(scene.m, scene.d, &shapes[0], &shapes[1], &contact, &epa)) {
      continue;
    }
    overlapping++;
    // moving by the depth separates ...
    mjtNum gap = separation(a, b, contact.normal);
    assertClose(&gap, &contact.dist, 1, 1e-7);
    // ... and no direction needs less
    for (int k = 0; k < 500; k++) {
      mjtNum dir[3];
      randomUnit(&random, dir, 3);
      assert_true(separation(a, b, dir) <= contact.dist + 1e-7);
    }
  }
  assert_true(overlapping > trials / 4);
  freeScene(scene);
}

// COMPAT: GJK-ORIENTATION: four corners are taken as they come. Around the origin the one order
// ends at once, the other after a first replacement behind a face that is inside out.
static void a_tetrahedron_inside_out_takes_a_step(void** state) {
  lbShape a = {.type = mjGEOM_BOX, .geom = -1, .vertex = -1, .vertexMesh = -1}, b;
  a.mat[0] = a.mat[4] = a.mat[8] = 1;
  a.size[0] = a.size[1] = a.size[2] = 1;
  b = a;
  b.pos[0] = .1;
  const mjtNum dirs[4][3] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
  int iterations[2];
  for (int order = 0; order < 2; order++) {
    lbGjk gjk = {.tolerance = 1e-9, .maxIterations = 50};
    for (int i = 0; i < 4; i++) {
      mjtNum unit[3];
      mju_scl3(unit, dirs[order && i < 2 ? 1 - i : i], 1 / sqrt(3));
      lb_minkowskiSupport(&a, &b, unit, gjk.simplex + i);
    }
    assert_true(lb_surroundOrigin(&a, &b, &gjk));
    iterations[order] = gjk.replaced;
  }
  assert_int_equal(iterations[0] == 0, iterations[1] != 0);
}

// COMPAT: GJK-BUDGET: steps to the origin count as iterations, with those before them.
static void steps_to_the_origin_are_iterations(void** state) {
  lbShape shape[2] = {{.type = mjGEOM_ELLIPSOID, .geom = -1, .vertex = -1, .vertexMesh = -1}};
  shape[0].mat[0] = shape[0].mat[4] = shape[0].mat[8] = 1;
  mju_copy3(shape[0].size, (mjtNum[]){.1, .12, .08});
  shape[1] = shape[0];
  mju_copy3(shape[1].pos, (mjtNum[]){.05, .02, .1});
  int steps = 0;
  for (int allowed = 20; allowed >= steps; allowed--) {
    lbGjk gjk = {.tolerance = 1e-6, .maxIterations = allowed};
    lb_gjk(&shape[0], &shape[1], &gjk);
    steps = steps ? steps : gjk.replaced;
    assert_int_equal(gjk.replaced, steps);
  }
  // four corners take three iterations at least
  assert_true(steps >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_has_a_separating_plane_as_proof),
      cmocka_unit_test(a_small_cutoff_gives_up),
      cmocka_unit_test(depth_is_the_least_over_directions),
      cmocka_unit_test(a_tetrahedron_inside_out_takes_a_step),
      cmocka_unit_test(steps_to_the_origin_are_iterations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
