// Which vertices the effective mass couples.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/flex_layout.h"
#include "solver/effective_support.h"

#define STRETCH \
  "<elasticity young='1e4' poisson='.2' thickness='.01' damping='.05' elastic2d='stretch'/>"

static bool inOneElement(Scene s, int dof1, int dof2) {
  for (int e = 0; e < s.m->flex_elemnum[0]; e++) {
    bool first = false, second = false;
    for (int i = 0; i < 3; i++) {
      int dof = lb_vertexDof(s.m, s.m->flex_elem[3 * e + i]);
      first |= dof == dof1;
      second |= dof == dof2;
    }
    if (first && second) {
      return true;
    }
  }
  return false;
}

static void corners_of_one_element_are_coupled_and_no_others(void** state) {
  Scene s = elasticSheet(STRETCH);
  lbEffectiveMass mass = lb_effectiveMass(s.m, s.d);
  const lbStiffnessBlocks* K = &mass.blocks;
  assert_int_equal(K->rows, s.m->flex_vertnum[0]);
  for (int b = 0; b < K->rows; b++) {
    for (int c = 0; c < K->rows; c++) {
      int found = 0;
      for (int k = K->adr[b]; k < K->adr[b] + K->nnz[b]; k++) {
        found += K->column[k] == K->dof[c];
      }
      assert_int_equal(found, inOneElement(s, K->dof[b], K->dof[c]));
    }
  }
  freeScene(s);
}

static void flexes_take_part_by_what_resists(void** state) {
  Scene s = elasticSheet(STRETCH);
  assert_true(lb_isImplicit(s.m, 0) && lb_stretches(s.m, 0));
  assert_false(lb_bends(s.m, 0) || lb_isLattice(s.m, 0) || lb_isPassive(s.m, 0));
  assert_true(lb_stiffnessVaries(s.m));
  assert_true(fabs(lb_stiffnessScale(s.m, 0) - (1e-4 + .01 * .05)) < 1e-15);
  s.m->flex_edgeequality[0] = lbFLEX_EDGES_HELD;
  assert_false(lb_stretches(s.m, 0));
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(corners_of_one_element_are_coupled_and_no_others),
      cmocka_unit_test(flexes_take_part_by_what_resists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
