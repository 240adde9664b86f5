// Patterns of sparse Jacobians.

#include "compile/sparse_rows.h"
#include "compile/compile_support.h"

static void rows_keep_their_dofs_in_ascending_order(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><joint axis='1 0 0'/><geom size='1'/><body><geom size='1'/>"
      "<body><joint/><geom size='1'/></body></body></body><body><joint/><geom size='1'/>"
      "</body></worldbody>");
  lbCompiler c = {.m = m};
  lbSparseRows rows = {0};
  lbDofSet set = lb_makeDofSet(&c, m);
  lb_clearDofs(&set);
  lb_addDof(&set, 3);
  lb_addBodyDofs(&set, m, 3);
  lb_appendRow(&c, &rows, &set);
  // a body without joints moves by its parent's
  lb_clearDofs(&set);
  lb_addBodyDofs(&set, m, 2);
  lb_addBodyDofs(&set, m, 1);
  lb_appendRow(&c, &rows, &set);
  // the world does not move
  lb_clearDofs(&set);
  lb_addBodyDofs(&set, m, 0);
  lb_appendRow(&c, &rows, &set);

  static const int columns[] = {0, 1, 2, 3, 0, 1};
  assert_int_equal(rows.count, 3);
  assert_memory_equal(rows.column, columns, sizeof columns);
  assert_int_equal(lb_rowLength(&rows, 1), 2);
  assert_int_equal(lb_rowLength(&rows, 2), 0);
  int rowadr, rownnz, colind[4];
  assert_int_equal(lb_writeRow(&rows, 1, 2, &rowadr, &rownnz, colind), 4);
  assert_int_equal(rowadr, 2);
  assert_int_equal(rownnz, 2);
  assert_int_equal(colind[3], 1);
  lb_regionFree(&c.region);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_keep_their_dofs_in_ascending_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
