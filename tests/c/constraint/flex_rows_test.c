// Rows of equality constraints on flexes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static Scene cloth(const char* equality) {
  static char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody><flexcomp name='f' type='grid' dim='2' count='4 3 1' spacing='.1 .1 "
           ".1' radius='.01' mass='1'><edge equality='%s'/><contact selfcollide='none'/>"
           "</flexcomp></worldbody></mujoco>",
           equality);
  Scene s = loadScene(xml);
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .02 * sin(1 + 2.3 * i);
  }
  mj_forward(s.m, s.d);
  return s;
}

static void every_edge_keeps_its_length(void** state) {
  Scene s = cloth("true");
  assert_int_equal(s.d->ne, s.m->flex_edgenum[0]);
  for (int i = 0; i < s.d->ne; i++) {
    mjtNum expected = s.d->flexedge_length[i] - s.m->flexedge_length0[i];
    assert_true(fabs(s.d->efc_pos[i] - expected) < 1e-12);
  }
  freeScene(s);
}

// COMPAT: FLEX-ROW-WEIGHT: the regularizer of a row follows the weight of the edge with its number.
static void rows_have_the_weight_of_their_edge(void** state) {
  Scene s = cloth("true");
  for (int i = 0; i < s.d->ne; i++) {
    mjtNum imp = s.d->efc_KBIP[4 * i + 2];
    mjtNum expected = (1 - imp) / imp * s.m->flexedge_invweight0[i];
    assert_true(fabs(s.d->efc_R[i] - expected) < 1e-9 * expected);
  }
  freeScene(s);
}

static void vertices_have_two_rows_of_strain_each(void** state) {
  Scene s = cloth("vert");
  assert_int_equal(s.d->ne, 2 * s.m->flex_vertnum[0]);
  for (int i = 0; i < s.d->ne; i++) {
    assert_true(fabs(s.d->efc_pos[i] - s.d->flexvert_length[i]) < 1e-12);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_edge_keeps_its_length),
      cmocka_unit_test(rows_have_the_weight_of_their_edge),
      cmocka_unit_test(vertices_have_two_rows_of_strain_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
