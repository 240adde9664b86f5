// Support functions: nothing of a shape is further along a direction than the support point.

#include <string.h>

#include "collide/convex.h"
#include "collide/pairs_support.h"

static const char xml[] =
    "<mujoco><asset><mesh name='m' vertex='1 .2 .1 -.9 .3 .2 .1 1.1 -.3 .2 -.8 .4 .3 .1 .9 -.2 "
    "-.3 -1 .7 .7 .6 -.6 -.5 .5 .4 -.7 -.6 -.5 .6 -.7'/></asset><worldbody><geom size='.3'/><geom "
    "type='capsule' size='.1 .3'/><geom type='ellipsoid' size='.1 .2 .3'/><geom type='cylinder' "
    "size='.2 .3'/><geom type='box' size='.1 .2 .3' euler='10 20 30'/><geom type='mesh' "
    "mesh='m'/></worldbody></mujoco>";

// The extent along a unit direction in the frame of the geom, from its dimensions.
static mjtNum extent(const mjtNum* size, int type, const mjtNum n[3]) {
  mjtNum flat = sqrt(n[0] * n[0] + n[1] * n[1]);
  switch (type) {
    case mjGEOM_SPHERE:
      return size[0];
    case mjGEOM_CAPSULE:
      return size[0] + size[1] * fabs(n[2]);
    case mjGEOM_ELLIPSOID:
      return sqrt(size[0] * size[0] * n[0] * n[0] + size[1] * size[1] * n[1] * n[1] +
                  size[2] * size[2] * n[2] * n[2]);
    case mjGEOM_CYLINDER:
      return size[0] * flat + size[1] * fabs(n[2]);
    default:
      return size[0] * fabs(n[0]) + size[1] * fabs(n[1]) + size[2] * fabs(n[2]);
  }
}

static void primitives_reach_as_far_as_their_dimensions_say(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  Random random = {2};
  for (int g = 0; g < 5; g++) {
    lbShape shape;
    lb_geomShape(s.m, s.d, g, &shape);
    for (int t = 0; t < 50; t++) {
      mjtNum dir[3], local[3], point[3];
      randomUnit(&random, dir, 3);
      lb_support(&shape, dir, point);
      mju_mulMatTVec3(local, s.d->geom_xmat + 9 * g, dir);
      mju_subFrom3(point, s.d->geom_xpos + 3 * g);
      mjtNum found = mju_dot3(point, dir);
      mjtNum expected = extent(s.m->geom_size + 3 * g, s.m->geom_type[g], local);
      assertClose(&found, &expected, 1, 1e-12);
    }
  }
  freeScene(s);
}

// The climb over the hull ends at the vertex that trying all of them finds.
static void meshes_reach_as_far_as_their_vertices(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  Random random = {4};
  lbShape shape;
  lb_geomShape(s.m, s.d, 5, &shape);
  for (int t = 0; t < 200; t++) {
    mjtNum dir[3], point[3], best = -mjMAXVAL;
    randomUnit(&random, dir, 3);
    lb_support(&shape, dir, point);
    for (int v = 0; v < s.m->nmeshvert; v++) {
      mjtNum x[3] = {s.m->mesh_vert[3 * v], s.m->mesh_vert[3 * v + 1], s.m->mesh_vert[3 * v + 2]};
      mju_mulMatVec3(x, s.d->geom_xmat + 9 * 5, x);
      mju_addTo3(x, s.d->geom_xpos + 3 * 5);
      best = fmax(best, mju_dot3(x, dir));
    }
    mjtNum found = mju_dot3(point, dir);
    assertClose(&found, &best, 1, 1e-12);
  }
  freeScene(s);
}

// COMPAT: COL-HILLCLIMB: a limited hull counts where it is climbed, in meshes of ten vertices
static void a_limited_hull_counts_in_large_meshes_only(void** state) {
  // of a regular polygon over and under a point each; at most six vertices
  for (int sides = 7; sides <= 8; sides++) {
    char text[2000], vertices[1000] = "0 0 1 0 0 -1";
    int length = (int)strlen(vertices);
    for (int i = 0; i < sides; i++) {
      mjtNum angle = 2 * mjPI * i / sides;
      length += snprintf(vertices + length, sizeof(vertices) - (size_t)length, " %f %f 0",
                         .9 * cos(angle), .9 * sin(angle));
    }
    snprintf(text, sizeof(text),
             "<mujoco><asset><mesh name='m' maxhullvert='6' vertex='%s'/></asset><worldbody><geom "
             "type='mesh' mesh='m'/></worldbody></mujoco>",
             vertices);
    Scene s = loadScene(text);
    mj_forward(s.m, s.d);
    lbShape shape;
    lb_geomShape(s.m, s.d, 0, &shape);
    bool kept[10] = {false};
    for (int i = 0; i < shape.hull.vertexCount; i++) {
      kept[shape.hull.vertexId[i]] = true;
    }
    assert_int_equal(shape.hull.vertexCount, 6);
    int reached = 0;
    for (int i = 0; i < shape.pointCount; i++) {
      mjtNum dir[3] = {s.m->mesh_vert[3 * i], s.m->mesh_vert[3 * i + 1], s.m->mesh_vert[3 * i + 2]};
      mjtNum point[3];
      mju_mulMatVec3(dir, s.d->geom_xmat, dir);
      int found = lb_support(&shape, dir, point);
      reached += found == i;
      assert_true(shape.pointCount < 10 || kept[found]);
    }
    assert_int_equal(reached, shape.pointCount < 10 ? 9 : 6);
    freeScene(s);
  }
}

static void inflation_is_added_in_every_direction(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  Random random = {6};
  for (int g = 0; g < 6; g++) {
    lbShape shape, wide;
    lb_geomShape(s.m, s.d, g, &shape);
    wide = shape;
    wide.inflate = .1;
    mjtNum dir[3], a[3], b[3];
    randomUnit(&random, dir, 3);
    lb_support(&shape, dir, a);
    lb_support(&wide, dir, b);
    mju_subFrom3(b, a);
    mju_scl3(dir, dir, .1);
    assertClose(b, dir, 3, 1e-12);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(primitives_reach_as_far_as_their_dimensions_say),
      cmocka_unit_test(meshes_reach_as_far_as_their_vertices),
      cmocka_unit_test(a_limited_hull_counts_in_large_meshes_only),
      cmocka_unit_test(inflation_is_added_in_every_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
