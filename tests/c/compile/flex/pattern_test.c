// Patterns of the Jacobians of flexes.

#include "compile/compile_support.h"

#define GRID(count, dim, inside)                            \
  "<worldbody><flexcomp name='f' type='grid' count='" count \
  "' spacing='.1 .1 .1' mass='1' dim='" dim "' radius='.01'>" inside "</flexcomp></worldbody>"

static void an_edge_depends_on_the_dofs_of_its_two_ends(void** state) {
  mjModel* m = compiled(GRID("3 3 1", "2", ""));
  assert_int_equal(m->nJfe, 6 * m->nflexedge);
  for (int e = 0; e < m->nflexedge; e++) {
    const int* column = m->flexedge_J_colind + m->flexedge_J_rowadr[e];
    assert_int_equal(m->flexedge_J_rownnz[e], 6);
    for (int k = 0; k < 6; k++) {
      int body = m->flex_vertbodyid[m->flex_edge[2 * e + k / 3]];
      assert_int_equal(column[k], m->body_dofadr[body] + k % 3);
    }
  }
  mj_deleteModel(m);
}

static void an_edge_inside_a_body_depends_on_nothing(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><freejoint/><geom size='1'/></body></worldbody>"
      "<deformable><flex name='f' dim='1' body='a' vertex='0 0 0 1 0 0' element='0 1'/>"
      "</deformable>");
  assert_int_equal(m->nJfe, 0);
  assert_int_equal(m->flexedge_J_rownnz[0], 0);
  mj_deleteModel(m);
}

static void a_vertex_has_two_rows_over_its_neighbours(void** state) {
  mjModel* m = compiled(GRID("2 2 1", "2", "<edge equality='vert'/>"));
  // two vertices with three edges see all, two with two edges all but the one across
  int total = 0;
  for (int v = 0; v < 4; v++) {
    int expected = 3 * (1 + m->flex_vertedgenum[v]);
    assert_int_equal(m->flexvert_J_rownnz[2 * v], expected);
    assert_int_equal(m->flexvert_J_rownnz[2 * v + 1], expected);
    total += expected;
  }
  assert_int_equal(m->nJfv, total);
  mj_deleteModel(m);
}

// FLEX-VERTEX-ROWS: vertex constraints act on sheets only, but count the rows of others.
static void rows_of_a_solid_are_counted_and_stay_empty(void** state) {
  mjModel* m = compiled(GRID("3 3 3", "3", "<edge equality='vert'/>"));
  assert_int_equal(m->nJfv, 669);
  for (int i = 0; i < 2 * m->nflexvert; i++) {
    assert_int_equal(m->flexvert_J_rownnz[i], 0);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_edge_depends_on_the_dofs_of_its_two_ends),
      cmocka_unit_test(an_edge_inside_a_body_depends_on_nothing),
      cmocka_unit_test(a_vertex_has_two_rows_over_its_neighbours),
      cmocka_unit_test(rows_of_a_solid_are_counted_and_stay_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
