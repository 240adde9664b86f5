// Flat polygons of a convex hull.

#include "asset/mesh_support.h"
#include "compile/compile_support.h"

// The polygons of the hull of a mesh given by its points, checked against its geometry.
static mjModel* withPolygons(const char* points, int polygons, int corners) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<asset><mesh name='m' vertex='%s'/></asset><worldbody><geom type='mesh' mesh='m'/>"
           "</worldbody>",
           points);
  mjModel* m = compiled(xml);
  assert_int_equal(m->mesh_polynum[0], polygons);
  assert_int_equal(m->nmeshpolyvert, corners);
  return m;
}

static const char prism[] = "0 0 0 2 0 0 0 2 0 0 0 3 2 0 3 0 2 3";

static void triangles_in_one_plane_become_one_polygon(void** state) {
  // a prism has two triangles and three rectangles; a pyramid four triangles and a square
  mj_deleteModel(withPolygons(prism, 5, 2 * 3 + 3 * 4));
  mj_deleteModel(withPolygons("-1 -1 0 1 -1 0 1 1 0 -1 1 0 0 0 1", 5, 4 * 3 + 4));
}

static void outlines_run_around_their_normals(void** state) {
  mjModel* m = withPolygons(prism, 5, 18);
  for (int p = 0; p < 5; p++) {
    const int* corner = m->mesh_polyvert + m->mesh_polyvertadr[p];
    int count = m->mesh_polyvertnum[p];
    for (int i = 0; i < count; i++) {
      mjtNum x[3][3], a[3], b[3], normal[3];
      for (int k = 0; k < 3; k++) {
        mju_f2n(x[k], m->mesh_vert + 3 * corner[(i + k) % count], 3);
      }
      mju_sub3(a, x[1], x[0]);
      mju_sub3(b, x[2], x[1]);
      mju_cross(normal, a, b);
      mju_normalize3(normal);
      ASSERT_NEAR(mju_dot3(normal, m->mesh_polynormal + 3 * p), 1, 1e-6);

      // outwards: the middle of the mesh lies behind
      assert_true(mju_dot3(x[0], m->mesh_polynormal + 3 * p) > 0);
    }
  }
  mj_deleteModel(m);
}

static void a_vertex_knows_the_polygons_around_it(void** state) {
  mjModel* m = withPolygons(prism, 5, 18);
  for (int v = 0; v < 6; v++) {
    assert_int_equal(m->mesh_polymapnum[v], 3);
    for (int k = 0; k < 3; k++) {
      int p = m->mesh_polymap[m->mesh_polymapadr[v] + k], i = 0;
      while (i < m->mesh_polyvertnum[p] && m->mesh_polyvert[m->mesh_polyvertadr[p] + i] != v) {
        i++;
      }
      assert_true(i < m->mesh_polyvertnum[p]);
    }
  }
  mj_deleteModel(m);
}

static void a_mesh_without_a_hull_has_no_polygons(void** state) {
  lbRegion region = {0};
  lbMeshShape mesh = {.vertexCount = 3};
  lb_meshPolygons(&region, &mesh);
  assert_int_equal(mesh.polygonCount, 0);
  assert_int_equal(mesh.polygonMapNum[2], 0);
  lb_regionFree(&region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangles_in_one_plane_become_one_polygon),
      cmocka_unit_test(outlines_run_around_their_normals),
      cmocka_unit_test(a_vertex_knows_the_polygons_around_it),
      cmocka_unit_test(a_mesh_without_a_hull_has_no_polygons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
