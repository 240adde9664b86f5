// Where climbs over hulls begin, and where they end.

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
  char text[3000];
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

// The end of a climb from the start of the direction's cell, or from the last vertex if that is not
// lower.
static int climbFrom(const lbHull* hull, const mjtNum dir[3], int last, int start) {
  mjtNum height = lb_hullHeight(hull, last, dir), other = lb_hullHeight(hull, start, dir);
  int at = other > height ? start : last;
  return lb_climbHull(hull, dir, at, other > height ? other : height);
}

static void supports_are_the_highest_vertices(void** state) {
  int ties = 0;
  for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++) {
    Scene s = meshScene(meshes[i]);
    mju_zero4(s.m->geom_quat);
    s.m->geom_quat[0] = 1;
    mju_zero3(s.m->geom_pos);
    mj_forward(s.m, s.d);
    lbShape shape;
    lb_geomShape(s.m, s.d, 0, &shape);
    const lbHull* hull = &shape.hull;
    assert_true(shape.hasGraph && shape.pointCount >= 10);
    Random random = {(unsigned)i + 1};
    int last = 0;
    for (int t = 0; t < 20000; t++) {
      mjtNum dir[3], local[3], point[3], gap, highest = -mjMAXVAL;
      someDirection(&random, hull, dir);
      mju_mulMatTVec3(local, shape.mat, dir);
      last = climbFrom(hull, local, last, hull->starts->vertex[lb_hullStart(local)]);
      assert_int_equal(lb_support(&shape, dir, point), hull->vertexId[last]);
      for (int v = 0; v < hull->vertexCount; v++) {
        highest = fmax(highest, lb_hullHeight(hull, v, local));
      }
      mjtNum height = lb_hullHeight(hull, last, local);
      assert_true(height > highest - 1e-12);
      lb_hurryUpHull(hull, local, last, height, &gap);
      ties += gap <= hull->starts->clear;
    }
    freeScene(s);
  }
  assert_true(ties > 1000);
}

// COMPAT: COL-HILLCLIMB: numbers of the peer for the first search of a cuboctahedron with small
// square faces: where two vertices tie, the way from the start decides
static void ties_are_decided_on_the_way_from_the_start(void** state) {
  char vertices[2000];
  int length = 0;
  for (int k = 0; k < 24; k++) {
    mjtNum p[3];
    for (int i = 0; i < 3; i++) {
      p[i] = (k % 3 == i ? .095 : .08) * (k / 3 >> (2 - i) & 1 ? 1 : -1);
    }
    length += snprintf(vertices + length, sizeof(vertices) - (size_t)length, " %g %g %g", p[0],
                       p[1], p[2]);
  }
  char mesh[2100];
  snprintf(mesh, sizeof(mesh), "vertex='%s'", vertices);
  Scene s = meshScene(mesh);
  mj_forward(s.m, s.d);
  static const struct {
    mjtNum dir[3];
    int vertex;
  } ties[] = {{{-1, 2, 0}, 7}, {{1, 2, 0}, 19},   {{0, -2, 1}, 16}, {{1, 0, 2}, 17},
              {{0, 1, 0}, 10}, {{0, 0, -1}, 20},  {{0, -1, 0}, 4},  {{-1, -2, -2}, 2},
              {{0, 1, 2}, 11}, {{-1, -1, -1}, 0}, {{1, 2, -2}, 19}, {{0, -2, -1}, 13}};
  for (size_t i = 0; i < sizeof(ties) / sizeof(ties[0]); i++) {
    lbShape shape;
    mjtNum dir[3], point[3];
    lb_geomShape(s.m, s.d, 0, &shape);
    mju_copy3(dir, ties[i].dir);
    mju_normalize3(dir);
    assert_int_equal(lb_support(&shape, dir, point), ties[i].vertex);
  }
  freeScene(s);
}

static void starts_are_the_topmost_vertices_of_their_directions(void** state) {
  for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++) {
    Scene s = meshScene(meshes[i]);
    lbHull hull;
    assert_true(lb_meshHull(s.m, 0, &hull));
    for (int k = 0; k < lbHULL_STARTS; k++) {
      mjtNum dir[3] = {k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1};
      int first = 0;
      for (int v = 0; v < hull.vertexCount; v++) {
        first = lb_hullHeight(&hull, v, dir) > lb_hullHeight(&hull, first, dir) ? v : first;
      }
      assert_int_equal(hull.starts->vertex[k], first);
      if (mju_normalize3(dir) > 0) {
        assert_int_equal(lb_hullStart(dir), k);
      }
    }
    freeScene(s);
  }
  mjtNum none[][3] = {{0, 0, 0}, {NAN, NAN, NAN}, {.4, -.4, .3}};
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
    assert_int_equal(lb_hullStart(none[i]), lbHULL_STARTS / 2);
  }
}

static void copies_and_files_of_models_have_starts(void** state) {
  Scene s = meshScene(meshes[4]);
  size_t bytes = sizeof(lbHullStarts);
  assert_true(lb_hullStarts(s.m)->vertex[0] > 0);
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
      cmocka_unit_test(supports_are_the_highest_vertices),
      cmocka_unit_test(ties_are_decided_on_the_way_from_the_start),
      cmocka_unit_test(starts_are_the_topmost_vertices_of_their_directions),
      cmocka_unit_test(copies_and_files_of_models_have_starts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
