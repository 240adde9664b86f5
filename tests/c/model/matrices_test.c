// Index tables of the sparse matrices of a tree.

#include "model/matrices.h"
#include "bodies_support.h"
#include "check.h"

// Whether dof a moves what dof b moves: it is b or one of its ancestors.
static bool isAbove(const mjModel* m, int a, int b) {
  while (b > a) {
    b = m->dof_parentid[b];
  }
  return a == b;
}

// A body with two branches, whose dofs are 0 1 | 2 | 3 4.
static Scene fork(void) {
  return loadScene(
      "<mujoco><worldbody><body><joint/><joint axis='1 0 0'/><geom size='.1'/>"
      "<body><joint/><geom size='.1'/></body>"
      "<body><body><joint/><joint axis='1 0 0'/><geom size='.1'/></body></body></body>"
      "</worldbody></mujoco>");
}

static void a_row_of_M_has_the_ancestors_and_the_dof_itself(void** state) {
  Scene s = fork();
  static const int columns[] = {0, 0, 1, 0, 1, 2, 0, 1, 3, 0, 1, 3, 4};
  static const int counts[] = {1, 2, 3, 3, 4};
  assert_int_equal(s.m->nC, 13);
  assert_memory_equal(s.m->M_rownnz, counts, sizeof counts);
  assert_memory_equal(s.m->M_colind, columns, sizeof columns);
  freeScene(s);
}

static void D_couples_dofs_with_all_above_and_below_them(void** state) {
  Scene s = movingScene();
  const mjModel* m = s.m;
  for (int i = 0; i < m->nv; i++) {
    const int* row = m->D_colind + m->D_rowadr[i];
    int k = 0;
    for (int j = 0; j < m->nv; j++) {
      if (isAbove(m, j, i) || isAbove(m, i, j)) {
        assert_int_equal(row[k++], j);
      }
    }
    assert_int_equal(k, m->D_rownnz[i]);
    assert_int_equal(row[m->D_diag[i]], i);
  }
  freeScene(s);
}

static void maps_between_M_and_D_lead_to_the_same_entry(void** state) {
  Scene s = movingScene();
  const mjModel* m = s.m;
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      int column = m->D_colind[k], low = column < i ? column : i, high = column < i ? i : column;
      int entry = m->mapM2D[k];
      assert_true(entry >= m->M_rowadr[high] && entry < m->M_rowadr[high] + m->M_rownnz[high]);
      assert_int_equal(m->M_colind[entry], low);
      if (column <= i) {
        assert_int_equal(m->mapD2M[entry], k);
      }
    }
  }
  freeScene(s);
}

static void a_row_of_B_has_the_dofs_that_move_the_body_or_its_subtree(void** state) {
  Scene s = fork();
  const mjModel* m = s.m;
  static const int columns[5][5] = {
      {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2}, {0, 1, 3, 4}, {0, 1, 3, 4}};
  static const int counts[5] = {5, 5, 3, 4, 4};
  for (int b = 0; b < 5; b++) {
    assert_int_equal(m->B_rownnz[b], counts[b]);
    assert_memory_equal(m->B_colind + m->B_rowadr[b], columns[b], (size_t)counts[b] * sizeof(int));
  }
  freeScene(s);
}

static void the_last_dof_of_a_body_without_joints_is_that_of_its_ancestors(void** state) {
  Scene s = fork();
  assert_int_equal(lb_lastDofOf(s.m, 0), -1);
  assert_int_equal(lb_lastDofOf(s.m, 1), 1);
  assert_int_equal(lb_lastDofOf(s.m, 3), 1);
  assert_int_equal(lb_lastDofOf(s.m, 4), 4);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_row_of_M_has_the_ancestors_and_the_dof_itself),
      cmocka_unit_test(D_couples_dofs_with_all_above_and_below_them),
      cmocka_unit_test(maps_between_M_and_D_lead_to_the_same_entry),
      cmocka_unit_test(a_row_of_B_has_the_dofs_that_move_the_body_or_its_subtree),
      cmocka_unit_test(the_last_dof_of_a_body_without_joints_is_that_of_its_ancestors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
