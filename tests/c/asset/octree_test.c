// Octrees of signed distances: of a tetrahedron, whose distances have a closed form inside.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asset/octree.h"

static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1.3, 0, 0, 0, .9};
static const int face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static const double aabb[] = {.5, .65, .45, .5, .65, .45};

static lbOctree buildTetrahedron(lbRegion* region) {
  return lb_buildOctree(region, region, point, face, 4, aabb, 5);
}

// Positive inside: the distance to the nearest of the four planes.
static double depthInside(const double q[3]) {
  double slant = sqrt(1 + 1 / 1.69 + 1 / .81);
  double depth = (1 - q[0] - q[1] / 1.3 - q[2] / .9) / slant;
  return fmin(fmin(q[0], q[1]), fmin(q[2], depth));
}

static int leafAt(const lbOctree* tree, const double q[3]) {
  int node = 0;
  while (tree->child[8 * node] >= 0) {
    const double* box = tree->box + 6 * node;
    node = tree->child[8 * node + (q[0] > box[0]) + 2 * (q[1] > box[1]) + 4 * (q[2] > box[2])];
  }
  return node;
}

static double valueIn(const lbOctree* tree, int node, const double q[3]) {
  const double* box = tree->box + 6 * node;
  double sum = 0;
  for (int k = 0; k < 8; k++) {
    double weight = 1;
    for (int j = 0; j < 3; j++) {
      double s = (q[j] - box[j] + box[3 + j]) / (2 * box[3 + j]);
      weight *= k >> j & 1 ? s : 1 - s;
    }
    sum += weight * tree->distance[8 * node + k];
  }
  return sum;
}

// Calls visit with the middle of every inner face of a leaf and the leaves on both sides of it.
static void overFaces(const lbOctree* tree, void (*visit)(const lbOctree*, int, int, double*)) {
  for (int i = 0; i < tree->count; i++) {
    for (int axis = 0; axis < 3 && tree->child[8 * i] < 0; axis++) {
      const double* box = tree->box + 6 * i;
      double q[3] = {box[0] - .1 * box[3], box[1] - .2 * box[4], box[2] - .3 * box[5]};
      q[axis] = box[axis] + box[3 + axis] * (1 + 1e-9);
      if (q[axis] < tree->box[axis] + tree->box[3 + axis]) {
        visit(tree, i, leafAt(tree, q), q);
      }
    }
  }
}

static void checkDepths(const lbOctree* tree, int a, int b, double* q) {
  assert_in_range(tree->depth[a] - tree->depth[b] + 1, 0, 2);
}

static void checkValues(const lbOctree* tree, int a, int b, double* q) {
  assert_true(fabs(valueIn(tree, a, q) - valueIn(tree, b, q)) < 1e-8);
}

static void leaves_that_share_a_face_differ_by_one_level_at_most(void** state) {
  lbRegion region = {0};
  lbOctree tree = buildTetrahedron(&region);
  assert_true(tree.count > 1000);
  overFaces(&tree, checkDepths);
  lb_regionFree(&region);
}

static void the_field_is_continuous_across_faces(void** state) {
  lbRegion region = {0};
  lbOctree tree = buildTetrahedron(&region);
  overFaces(&tree, checkValues);
  lb_regionFree(&region);
}

static void finest_leaves_on_the_surface_hold_exact_distances(void** state) {
  lbRegion region = {0};
  lbOctree tree = buildTetrahedron(&region);
  int checked = 0;
  for (int i = 0; i < tree.count; i++) {
    const double* box = tree.box + 6 * i;
    for (int k = 0; k < 8 && tree.depth[i] == 3; k++) {
      double q[3];
      for (int j = 0; j < 3; j++) {
        q[j] = box[j] + (k >> j & 1 ? 1 : -1) * box[3 + j];
      }
      if (tree.child[8 * i] >= 0 && depthInside(q) > 0) {
        assert_true(fabs(tree.distance[8 * i + k] + depthInside(q)) < 1e-12);
        checked++;
      }
    }
  }
  assert_true(checked > 20);
  lb_regionFree(&region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_that_share_a_face_differ_by_one_level_at_most),
      cmocka_unit_test(the_field_is_continuous_across_faces),
      cmocka_unit_test(finest_leaves_on_the_surface_hold_exact_distances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
