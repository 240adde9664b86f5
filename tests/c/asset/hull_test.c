// Convex hulls of meshes: their graphs and farthest vertices.

#include "api/mju_functions.h"
#include "asset/mesh_support.h"

enum { MAX_POINTS = 64 };

// The hull of points x y z.
typedef struct {
  lbRegion region;
  lbMeshShape mesh;
  float single[3 * MAX_POINTS];
  double points[3 * MAX_POINTS];
  int maxVertices;
} HullTest;

static void hull(void* context) {
  HullTest* test = context;
  lb_meshHullGraph(&test->region, &test->mesh, "m", test->maxVertices);
}

static void setPoints(HullTest* test, const float* points, int count) {
  *test = (HullTest){.maxVertices = -1};
  for (int i = 0; i < 3 * count; i++) {
    test->single[i] = points[i];
    test->points[i] = points[i];
  }
  test->mesh.vertexCount = count;
  test->mesh.vertex = test->single;
  test->mesh.point = test->points;
}

// A cube with a point in its middle and one in the middle of an edge.
static const float cube[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1,
                             1,  1,  -1, 1, -1, 1,  1,  1, 1,  1, 0, 0,  0};

static void points_inside_are_not_in_the_hull(void** state) {
  HullTest test;
  setPoints(&test, cube, 9);
  hull(&test);
  const int* graph = test.mesh.graph;
  assert_int_equal(graph[0], 8);
  assert_int_equal(graph[1], 12);
  bool seen[9] = {0};
  for (int i = 0; i < 8; i++) {
    seen[graph[2 + 8 + i]] = true;
  }
  for (int i = 0; i < 9; i++) {
    assert_int_equal(seen[i], i < 8);
  }
  lb_regionFree(&test.region);
}

// Each triangle has the middle of the cube behind it, and each of its sides is in both lists.
static void triangles_face_outwards_and_neighbours_know_each_other(void** state) {
  HullTest test;
  setPoints(&test, cube, 9);
  hull(&test);
  const int *graph = test.mesh.graph, *start = graph + 2, *edges = graph + 2 + 2 * graph[0];
  const int* face = graph + test.mesh.graphCount - 3 * graph[1];
  for (int f = 0; f < graph[1]; f++) {
    mjtNum a[3], b[3], normal[3];
    mju_sub3(a, test.points + 3 * face[3 * f + 1], test.points + 3 * face[3 * f]);
    mju_sub3(b, test.points + 3 * face[3 * f + 2], test.points + 3 * face[3 * f]);
    mju_cross(normal, a, b);
    assert_true(mju_dot3(normal, test.points + 3 * face[3 * f]) > 0);
  }
  int sides = 0;
  for (int v = 0; v < graph[0]; v++) {
    for (int k = start[v]; edges[k] >= 0; k++) {
      int other = edges[k], back = start[other];
      assert_int_not_equal(other, v);
      while (edges[back] >= 0 && edges[back] != v) {
        back++;
      }
      assert_int_equal(edges[back], v);
      sides++;
    }
  }
  assert_int_equal(sides, 3 * graph[1]);
  assert_int_equal(test.mesh.faceCount, graph[1]);  // a mesh without faces has those of its hull
  lb_regionFree(&test.region);
}

static void the_number_of_vertices_can_be_limited(void** state) {
  float ball[3 * MAX_POINTS];
  for (int i = 0; i < MAX_POINTS; i++) {
    double z = 1 - (2 * i + 1.) / MAX_POINTS, r = sqrt(1 - z * z), angle = 2.4 * i;
    ball[3 * i] = (float)(r * cos(angle));
    ball[3 * i + 1] = (float)(r * sin(angle));
    ball[3 * i + 2] = (float)z;
  }
  HullTest test;
  setPoints(&test, ball, MAX_POINTS);
  hull(&test);
  assert_int_equal(test.mesh.graph[0], MAX_POINTS);
  lb_regionFree(&test.region);
  setPoints(&test, ball, MAX_POINTS);
  test.maxVertices = 20;
  hull(&test);
  assert_true(test.mesh.graph[0] <= 20 && test.mesh.graph[0] >= 15);
  lb_regionFree(&test.region);
}

static void points_in_a_plane_have_no_hull(void** state) {
  static const float square[] = {0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  HullTest test;
  setPoints(&test, square, 4);
  ASSERT_SAYS(errorOf(hull, &test), "mesh 'm' has coplanar vertices, cannot compute convex hull");
  lb_regionFree(&test.region);
  setPoints(&test, square, 3);
  ASSERT_SAYS(errorOf(hull, &test), "at least 4 vertices required");
  lb_regionFree(&test.region);
}

static void extrema_are_the_farthest_vertices_of_each_direction(void** state) {
  HullTest test;
  setPoints(&test, cube, 9);
  hull(&test);
  lb_meshExtrema(&test.mesh);
  const int* globalId = test.mesh.graph + 2 + 8;
  for (int index = 0; index < 27; index++) {
    mjtNum direction[3] = {index / 9 - 1, index / 3 % 3 - 1, index % 3 - 1};
    mjtNum reach = fabs(direction[0]) + fabs(direction[1]) + fabs(direction[2]);
    if (reach > 0) {
      const double* point = test.points + 3 * globalId[test.mesh.extrema[index]];
      ASSERT_NEAR(mju_dot3(direction, point), reach, 0);
    }
  }
  lb_regionFree(&test.region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_inside_are_not_in_the_hull),
      cmocka_unit_test(triangles_face_outwards_and_neighbours_know_each_other),
      cmocka_unit_test(the_number_of_vertices_can_be_limited),
      cmocka_unit_test(points_in_a_plane_have_no_hull),
      cmocka_unit_test(extrema_are_the_farthest_vertices_of_each_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
