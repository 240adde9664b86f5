// Topology of flexes.

#include "compile/compile_support.h"

#define FLEX(dim, vertices, elements)                                           \
  "<worldbody><body name='w'/></worldbody><deformable><flex name='f' dim='" dim \
  "' body='w' "                                                                 \
  "vertex='" vertices "' element='" elements "'/></deformable>"

static void a_tetrahedron_has_six_edges_and_four_faces(void** state) {
  mjModel* m = compiled(FLEX("3", "0 0 0 1 0 0 0 1 0 0 0 1", "0 1 2 3"));
  assert_int_equal(m->flex_edgenum[0], 6);
  assert_int_equal(m->flex_shellnum[0], 4);
  assert_int_equal(m->flex_evpairnum[0], 0);
  mj_deleteModel(m);
}

static void solids_are_turned_alike(void** state) {
  mjModel* m = compiled(FLEX("3", "0 0 0 1 0 0 0 1 0 0 0 1 1 1 1", "0 1 2 3 1 2 3 4"));
  for (int e = 0; e < 2; e++) {
    const int* v = m->flex_elem + 4 * e;
    mjtNum side[3][3], cross[3];
    for (int k = 0; k < 3; k++) {
      mju_sub3(side[k], m->flex_vert + 3 * v[k + 1], m->flex_vert + 3 * v[0]);
    }
    mju_cross(cross, side[0], side[1]);
    assert_true(mju_dot3(cross, side[2]) < 0);
  }
  mj_deleteModel(m);
}

static void two_triangles_share_an_edge_and_face_each_other(void** state) {
  mjModel* m = compiled(FLEX("2", "0 0 0 1 0 0 0 1 0 1 1 0", "0 1 2 2 1 3"));
  assert_int_equal(m->flex_edgenum[0], 5);
  assert_int_equal(m->flex_shellnum[0], 4);
  // each triangle with the vertex of the other that is not its own
  assert_int_equal(m->flex_evpairnum[0], 2);
  for (int k = 0; k < 2; k++) {
    int triangle = m->flex_evpair[2 * k], vertex = m->flex_evpair[2 * k + 1];
    assert_int_equal(vertex, triangle == 0 ? 3 : 0);
  }
  mj_deleteModel(m);
}

static void a_sheet_obeys_euler(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='5 7 1' spacing='.1 .1 .1' "
      "mass='1' dim='2' radius='.01'/></worldbody>");
  assert_int_equal(m->flex_vertnum[0] - m->flex_edgenum[0] + m->flex_elemnum[0], 1);
  assert_int_equal(m->flex_shellnum[0], 2 * (4 + 6));
  mj_deleteModel(m);
}

static void layers_grow_from_the_shell_by_neighbours(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='6 6 6' spacing='.1 .1 .1' "
      "mass='1' dim='3' radius='.01'/></worldbody>");
  int deepest = 0, outer = 0;
  for (int e = 0; e < m->flex_elemnum[0]; e++) {
    deepest = m->flex_elemlayer[e] > deepest ? m->flex_elemlayer[e] : deepest;
    outer += m->flex_elemlayer[e] == 0;
  }
  assert_true(deepest >= 2);
  assert_true(outer <= m->flex_shellnum[0] && 4 * outer >= m->flex_shellnum[0]);
  mj_deleteModel(m);
}

static void elements_name_vertices_that_are_there_and_differ(void** state) {
  assertRefused(FLEX("2", "0 0 0 1 0 0 0 1 0", "0 1 3"), "elem vertex id out of range");
  assertRefused(FLEX("2", "0 0 0 1 0 0 0 1 0", "0 1 1"), "repeated vertex in element 0");
  assertRefused(FLEX("2", "0 0 0 1 0 0 0 1 0", "0 1"), "multiple of (dim+1)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tetrahedron_has_six_edges_and_four_faces),
      cmocka_unit_test(solids_are_turned_alike),
      cmocka_unit_test(two_triangles_share_an_edge_and_face_each_other),
      cmocka_unit_test(a_sheet_obeys_euler),
      cmocka_unit_test(layers_grow_from_the_shell_by_neighbours),
      cmocka_unit_test(elements_name_vertices_that_are_there_and_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
