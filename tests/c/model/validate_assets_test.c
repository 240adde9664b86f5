// Checks of assets and flexes of a model that came from outside, and of lists of ids.

#include "check.h"
#include "compile/compile_support.h"
#include "model/validate.h"

static void ids_lie_in_their_range(void** state) {
  const int ids[] = {-1, 0, 4};
  assert_true(lb_idsInside(ids, 3, -1, 5));
  assert_false(lb_idsInside(ids, 3, 0, 5));
  assert_false(lb_idsInside(ids, 3, -1, 4));
  assert_true(lb_idsInside(NULL, 0, 0, 0));
}

static void ranges_follow_each_other(void** state) {
  const int number[] = {2, 0, 3};
  assert_true(lb_rangesInside((int[]){0, -1, 2}, number, 3, 5));
  assert_true(lb_rangesInside((int[]){1, 5, 4}, number, 3, 7));
  assert_false(lb_rangesInside((int[]){0, -1, 1}, number, 3, 5));  // overlap
  assert_false(lb_rangesInside((int[]){0, -1, 2}, number, 3, 4));  // too long
  assert_false(lb_rangesInside((int[]){0, -2, 2}, number, 3, 5));
  assert_false(lb_rangesInside((int[]){0}, (int[]){-1}, 1, 5));
}

static void columns_of_sparse_rows_ascend(void** state) {
  const int number[] = {2, 1}, address[] = {0, 2};
  assert_true(lb_sparseInside(number, address, (int[]){0, 3, 1}, 2, 3, 4));
  assert_false(lb_sparseInside(number, address, (int[]){3, 0, 1}, 2, 3, 4));
  assert_false(lb_sparseInside(number, address, (int[]){1, 1, 1}, 2, 3, 4));
  assert_false(lb_sparseInside(number, address, (int[]){0, 4, 1}, 2, 3, 4));
  assert_false(lb_sparseInside(number, address, (int[]){0, 3, 1}, 2, 2, 4));
}

static void bounding_volumes_have_their_children_behind_them(void** state) {
  int child[] = {1, 2, -1, -1, -1, -1}, item[] = {-1, 0, 1};
  mjModel m = {.bvh_child = child, .bvh_nodeid = item};
  assert_true(lb_boundsInside(&m, 0, 3, 2));
  assert_false(lb_boundsInside(&m, 0, 3, 1));  // an item too much
  child[0] = 0;
  assert_false(lb_boundsInside(&m, 0, 3, 2));  // an endless walk
  child[0] = 3;
  assert_false(lb_boundsInside(&m, 0, 3, 2));
  assert_true(lb_boundsInside(&m, -1, 0, 0));
  assert_false(lb_boundsInside(&m, 0, 0, 0));
}

static const char* foundWith(const mjModel* m, int* number, int value) {
  int before = *number;
  *number = value;
  const char* field = lb_validateAssets(m);
  *number = before;
  return field ? field : "nothing";
}

static void meshes_and_height_fields_are_checked(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
      "<hfield name='h' nrow='2' ncol='3' size='1 1 1 1'/>"
      "<texture name='t' type='2d' builtin='flat' width='4' height='4'/>"
      "<material name='x' texture='t'/></asset>"
      "<worldbody><geom type='mesh' mesh='m'/><geom type='hfield' hfield='h'/></worldbody>");
  assert_null(lb_validateAssets(m));
  assert_string_equal(foundWith(m, m->mesh_face + 2, 4), "mesh_face");
  assert_string_equal(foundWith(m, m->mesh_vertnum, 5), "mesh_vertadr");
  assert_string_equal(foundWith(m, m->mesh_graph + 2, 1000), "mesh_graph");
  assert_string_equal(foundWith(m, m->mesh_graph, 0), "mesh_graph");
  assert_string_equal(foundWith(m, m->hfield_nrow, 3), "hfield_nrow");
  assert_string_equal(foundWith(m, m->tex_width, 5), "tex_adr");
  assert_string_equal(foundWith(m, m->mat_texid + 1, 1), "mat_texid");
  assert_string_equal(foundWith(m, m->mesh_pathadr, (int)m->npaths), "mesh_pathadr");
  mj_deleteModel(m);
}

static void flexes_are_checked(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='3 3 1' dim='2' radius='.01' mass='1'>"
      "<elasticity young='1' poisson='.1' thickness='.01' elastic2d='both'/></flexcomp>"
      "</worldbody>");
  assert_null(lb_validateAssets(m));
  assert_string_equal(foundWith(m, m->flex_dim, 4), "flex_dim");
  assert_string_equal(foundWith(m, m->flex_elem, 9), "flex_elem");
  assert_string_equal(foundWith(m, m->flex_edge, -1), "flex_edge");
  assert_string_equal(foundWith(m, m->flex_vertbodyid, (int)m->nbody), "flex_vertbodyid");
  assert_string_equal(foundWith(m, m->flex_bendingadr, 1), "flex_stiffnessadr");
  assert_string_equal(foundWith(m, m->flex_interp, 3), "flex_interp");
  mj_deleteModel(m);
}

// Numbers of cells and of the stiffness of one, by the manual's kinds of lattice.
static void lattices_have_cells_or_quads_on_their_surface(void** state) {
  int interp = 1, cells[3] = {2, 3, 4};
  mjModel m = {.flex_interp = &interp, .flex_cellnum = cells};
  assert_int_equal(lb_latticeCells(&m, 0), 24);
  assert_int_equal(lb_cellStiffness(&m, 0), 24 * 24);
  interp = 2;
  assert_int_equal(lb_cellStiffness(&m, 0), 81 * 81);
  interp = -1;
  assert_int_equal(lb_latticeCells(&m, 0), 2 * (6 + 12 + 8));
  assert_int_equal(lb_cellStiffness(&m, 0), 12 * 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ids_lie_in_their_range),
      cmocka_unit_test(ranges_follow_each_other),
      cmocka_unit_test(columns_of_sparse_rows_ascend),
      cmocka_unit_test(bounding_volumes_have_their_children_behind_them),
      cmocka_unit_test(meshes_and_height_fields_are_checked),
      cmocka_unit_test(flexes_are_checked),
      cmocka_unit_test(lattices_have_cells_or_quads_on_their_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
