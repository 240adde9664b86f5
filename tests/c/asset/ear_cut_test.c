// Triangles of polygons by cutting ears.

#include "asset/mesh_support.h"

enum { MAX_CORNERS = 16 };

// Cuts a polygon, corners as x y z; returns the number of triangles.
static int cut(const float* points, int count, int* triangle) {
  const float* corner[MAX_CORNERS];
  int left[MAX_CORNERS];
  for (int i = 0; i < count; i++) {
    corner[i] = points + 3 * i;
  }
  return lb_cutEars(corner, count, left, triangle);
}

// Twice the signed area of triangles on the axes a and b.
static double areaOf(const float* points, const int* triangle, int count, int a, int b) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    const float *p = points + 3 * triangle[3 * i], *q = points + 3 * triangle[3 * i + 1],
                *r = points + 3 * triangle[3 * i + 2];
    sum += (q[a] - p[a]) * (r[b] - p[b]) - (q[b] - p[b]) * (r[a] - p[a]);
  }
  return sum;
}

static void a_convex_polygon_becomes_a_fan(void** state) {
  static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  static const int fan[] = {0, 1, 2, 0, 2, 3};
  int triangle[6];
  assert_int_equal(cut(square, 4, triangle), 2);
  assert_memory_equal(triangle, fan, sizeof fan);
}

static void a_hollow_polygon_is_covered_once(void** state) {
  // an arrowhead and a U on the three pairs of axes
  static const float arrow[] = {0, 0, 0, 2, -1, 0, .5f, 0, 0, 2, 1, 0};
  static const float u[] = {0, 0, 0, 3, 0, 0, 3, 2, 0, 2, 2, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
  static const struct {
    const float* points;
    int count;
    double area;
  } cases[] = {{arrow, 4, .5}, {u, 8, 5}};
  for (int k = 0; k < 2; k++) {
    for (int turn = 0; turn < 3; turn++) {
      float points[3 * MAX_CORNERS];
      int n = cases[k].count, triangle[3 * MAX_CORNERS], a = turn, b = (turn + 1) % 3;
      for (int i = 0; i < n; i++) {
        for (int axis = 0; axis < 3; axis++) {
          points[3 * i + (axis + turn) % 3] = cases[k].points[3 * i + axis];
        }
      }
      assert_int_equal(cut(points, n, triangle), n - 2);
      ASSERT_NEAR(fabs(areaOf(points, triangle, n - 2, a, b)), 2 * cases[k].area, 1e-6);
      for (int i = 0; i < n - 2; i++) {
        assert_true(areaOf(points, triangle + 3 * i, 1, a, b) * cases[k].area > 0);
      }
    }
  }
}

// OBJ-POLYGON: the rest of what cuts itself is dropped.
static void a_polygon_without_ears_ends(void** state) {
  static const float star[] = {0, 3, 0, 2, -3, 0, -3, 1, 0, 3, 1, 0, -2, -3, 0};
  int triangle[3 * MAX_CORNERS];
  int made = cut(star, 5, triangle);
  assert_true(made >= 0 && made <= 3);
  for (int i = 0; i < 3 * made; i++) {
    assert_true(triangle[i] >= 0 && triangle[i] < 5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_convex_polygon_becomes_a_fan),
      cmocka_unit_test(a_hollow_polygon_is_covered_once),
      cmocka_unit_test(a_polygon_without_ears_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
