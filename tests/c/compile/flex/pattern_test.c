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

static void an_edge_inside_a_moving_body_has_the_row_of_its_dofs(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><freejoint/><geom size='1'/><body name='b'/></body>"
      "<body name='fixed'/></worldbody><deformable><flex name='f' dim='1' body='a b fixed world' "
      "vertex='0 0 0 1 0 0 0 1 0 0 0 1' element='0 1 1 2 2 3'/></deformable>"
      "<equality><flex flex='f'/></equality>");
  assert_int_equal(m->flexedge_J_rownnz[0], 6);
  assert_int_equal(m->flexedge_J_rownnz[1], 6);
  assert_int_equal(m->flexedge_J_rownnz[2], 0);
  assert_int_equal(m->nJfe, 12);
  assert_true(m->flexedge_rigid[0] && !m->flexedge_rigid[1] && m->flexedge_rigid[2]);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int i = 0; i < 6; i++) {
    assert_true(d->flexedge_J[i] == 0);
  }
  assert_int_equal(d->ne, 1);
  mj_deleteData(d);
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

// Addresses count from the first list of all flexes, also behind a flex that has none.
static void lists_of_edges_of_several_flexes_follow_each_other(void** state) {
#define SHEET(name, place, edges)                                                               \
  "<flexcomp name='" name "' type='grid' count='3 3 1' spacing='.1 .1 .1' mass='1' pos='" place \
  "' radius='.01' dim='2'><edge equality='" edges "'/></flexcomp>"
  mjModel* m = compiled("<worldbody>" SHEET("a", "0 0 0", "true") SHEET("b", "0 0 1", "vert")
                            SHEET("c", "0 0 2", "vert") "</worldbody>");
  int next = 0;
  for (int v = m->flex_vertadr[1]; v < m->nflexvert; v++) {
    int flex = v < m->flex_vertadr[2] ? 1 : 2;
    assert_int_equal(m->flex_vertedgeadr[v], next);
    assert_true(m->flex_vertedgenum[v] >= 2);
    for (int k = 0; k < m->flex_vertedgenum[v]; k++) {
      const int* edge = m->flex_edge + 2 * (m->flex_edgeadr[flex] + m->flex_vertedge[next + k]);
      int vertex = v - m->flex_vertadr[flex];
      assert_true(edge[0] == vertex || edge[1] == vertex);
    }
    next += m->flex_vertedgenum[v];
  }
  mj_deleteModel(m);
}

// FLEX-VERTEX-METRIC: edges to pinned vertices do not count; what is left of those at a corner is
// parallel.
static void the_metric_of_parallel_edges_is_zero(void** state) {
  mjModel* m = compiled(GRID("3 3 1", "2", "<edge equality='vert'/><pin id='3'/>"));
  for (int i = 0; i < 4; i++) {
    ASSERT_NEAR(m->flex_vertmetric[4 * 6 + i], 0, 0);
  }
  assert_true(m->flex_vertmetric[4 * 8] > 0);
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
      cmocka_unit_test(an_edge_inside_a_moving_body_has_the_row_of_its_dofs),
      cmocka_unit_test(a_vertex_has_two_rows_over_its_neighbours),
      cmocka_unit_test(lists_of_edges_of_several_flexes_follow_each_other),
      cmocka_unit_test(the_metric_of_parallel_edges_is_zero),
      cmocka_unit_test(rows_of_a_solid_are_counted_and_stay_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
