// Where climbs over hulls begin: it changes how long they take, never where they end.

#include "model/mesh_hull.h"

#include <stdlib.h>
#include <string.h>

#include "collide/convex.h"
#include "collide/pairs_support.h"

// round, with flat faces, a fan of many neighbours, long thin triangles, and a small one
static const char* const meshes[] = {
    "builtin='supersphere' params='16 .3 .4' scale='.2 .13 .085'",
    "builtin='sphere' params='3'",
    "builtin='supertorus' params='32 .2 .4 1' scale='1.7 1.7 .9'",
    "builtin='cone' params='64 0'",
    "builtin='cone' params='12 .7' scale='1 1 .01'",
    "vertex='1 1 1 -1 1 1 1 -1 1 -1 -1 1 1 1 -1 -1 1 -1 1 -1 -1 -1 -1 -1 0 0 2 0 0 -2'",
};

static Scene meshScene(const char* mesh) {
  char text[1000];
  snprintf(text, sizeof(text),
           "<mujoco><asset><mesh name='m' %s/></asset><worldbody><body><freejoint/><geom "
           "type='mesh' mesh='m'/></body></worldbody></mujoco>",
           mesh);
  return loadScene(text);
}

// Uniform in (0, 1).
static mjtNum chance(Random* random) {
  return 0.5 + 0.5 * nextRandom(random);
}

// A direction of one of the kinds that searches have: any, along an axis, across an edge of the
// hull, each also by a little less or more.
static void someDirection(Random* random, const lbHull* hull, mjtNum dir[3]) {
  randomUnit(random, dir, 3);
  mjtNum kind = chance(random);
  if (kind < .3) {
    int axis = (int)(3 * chance(random));
    mjtNum sign = dir[axis] < 0 ? -1 : 1;
    mju_zero3(dir);
    dir[axis] = sign;
  } else if (kind < .7) {
    int at = (int)(hull->vertexCount * chance(random));
    const float* p = hull->positions + 3 * hull->vertexId[at];
    const float* q = hull->positions + 3 * hull->vertexId[hull->edges[hull->edgeAdr[at]]];
    mjtNum edge[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    mju_normalize3(edge);
    mju_addToScl3(dir, edge, -mju_dot3(dir, edge));
  }
  mjtNum less = pow(10, -17 * chance(random)), turn[3];
  randomUnit(random, turn, 3);
  mju_addToScl3(dir, turn, chance(random) < .5 ? less : 0);
  mju_normalize3(dir);
}

static void supports_are_those_of_the_climb_from_the_last_vertex(void** state) {
  int ties = 0;
  for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++) {
    Scene s = meshScene(meshes[i]);
    mju_zero4(s.m->geom_quat);
    s.m->geom_quat[0] = 1;
    mju_zero3(s.m->geom_pos);
    mj_forward(s.m, s.d);
    lbShape shape;
    lb_geomShape(s.m, s.d, 0, &shape);
    assert_true(shape.hasGraph && shape.pointCount >= 10);
    Random random = {(unsigned)i + 1};
    int last = 0;
    for (int t = 0; t < 20000; t++) {
      mjtNum dir[3], local[3], point[3], height, gap;
      someDirection(&random, &shape.hull, dir);
      mju_mulMatTVec3(local, shape.mat, dir);
      height = lb_hullHeight(&shape.hull, last, local);
      last = lb_climbHull(&shape.hull, local, last, &height, &gap);
      ties += gap <= shape.hull.starts->clear;
      int found = lb_support(&shape, dir, point);
      assert_int_equal(found, shape.hull.vertexId[last]);
    }
    freeScene(s);
  }
  assert_true(ties > 1000);
}

// Every start may be wrong: the search only takes longer.
static void any_start_will_do(void** state) {
  Scene s = meshScene(meshes[0]);
  mj_forward(s.m, s.d);
  lbShape shape, other;
  lb_geomShape(s.m, s.d, 0, &shape);
  other = shape;
  lbHullStarts wrong = *shape.hull.starts;
  for (int cell = 0; cell < LB_HULL_CELLS; cell++) {
    wrong.vertex[cell] = (uint16_t)(37 * cell % shape.hull.vertexCount);
  }
  other.hull.starts = &wrong;
  Random random = {5};
  for (int t = 0; t < 2000; t++) {
    mjtNum dir[3], point[3];
    someDirection(&random, &shape.hull, dir);
    assert_int_equal(lb_support(&shape, dir, point), lb_support(&other, dir, point));
  }
  freeScene(s);
}

static void directions_have_cells_and_starts_are_near(void** state) {
  Scene s = meshScene(meshes[1]);
  lbHull hull;
  assert_true(lb_meshHull(s.m, 0, &hull));
  Random random = {7};
  for (int t = 0; t < 1000; t++) {
    mjtNum dir[3], height, gap;
    randomUnit(&random, dir, 3);
    height = lb_hullHeight(&hull, 0, dir);
    int end = lb_climbHull(&hull, dir, 0, &height, &gap);
    int start = hull.starts->vertex[lb_hullCell(dir)];
    const float* p = hull.positions + 3 * hull.vertexId[start];
    assert_true(p[0] * dir[0] + p[1] * dir[1] + p[2] * dir[2] > .8 * height);
    assert_in_range(end, 0, hull.vertexCount - 1);
  }
  mjtNum none[][3] = {{0, 0, 0}, {NAN, 1, 0}, {INFINITY, 0, 0}, {1e-300, 0, 0}, {1, NAN, 0}};
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
    assert_int_equal(lb_hullCell(none[i]), 0);
  }
  freeScene(s);
}

// Each vertex leads to the end of the climb that begins there.
static void ends_are_those_of_climbs_along_the_axes(void** state) {
  for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++) {
    Scene s = meshScene(meshes[i]);
    lbHull hull;
    assert_true(lb_meshHull(s.m, 0, &hull));
    assert_int_equal(hull.ends != NULL, hull.vertexCount <= lbMOST_ENDS);
    for (int k = 0; hull.ends && k < 6 * hull.vertexCount; k++) {
      mjtNum dir[3] = {0, 0, 0}, gap;
      dir[k % 3] = k % 2 ? .3 : -2;
      int from = k / 6;
      mjtNum height = lb_hullHeight(&hull, from, dir);
      int end = lb_climbHull(&hull, dir, from, &height, &gap);
      assert_int_equal(lb_hullEnd(&hull, dir, from), end);
      dir[(k + 1) % 3] = 1e-9;
      assert_int_equal(lb_hullEnd(&hull, dir, from), -1);
    }
    freeScene(s);
  }
}

static void copies_and_files_of_models_have_starts(void** state) {
  Scene s = meshScene(meshes[4]);
  lbHull hull;
  assert_true(lb_meshHull(s.m, 0, &hull) && hull.ends);
  const char* end = (const char*)(hull.ends + 6 * hull.vertexCount);
  size_t bytes = (size_t)(end - (const char*)hull.starts);
  assert_true(lb_hullStarts(s.m)->clear > 0);
  mjModel* copy = mj_copyModel(NULL, s.m);
  assert_memory_equal(lb_hullStarts(copy), lb_hullStarts(s.m), bytes);
  mj_deleteModel(copy);
  int size = (int)mj_sizeModel(s.m);
  void* file = malloc((size_t)size);
  mj_saveModel(s.m, NULL, file, size);
  mjModel* loaded = mj_loadModelBuffer(file, size);
  assert_memory_equal(lb_hullStarts(loaded), lb_hullStarts(s.m), bytes);
  mj_deleteModel(loaded);
  free(file);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(supports_are_those_of_the_climb_from_the_last_vertex),
      cmocka_unit_test(any_start_will_do),
      cmocka_unit_test(directions_have_cells_and_starts_are_near),
      cmocka_unit_test(ends_are_those_of_climbs_along_the_axes),
      cmocka_unit_test(copies_and_files_of_models_have_starts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
