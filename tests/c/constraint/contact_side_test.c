// Bodies that carry a contact point on a flex.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/contact_side.h"
#include "constraint/scenes_support.h"

static Scene sheet(const char* more) {
  static char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody><geom size='.1' pos='.02 .03 .11'/><flexcomp name='f' type='grid' "
           "%s spacing='.1 .1 .1' radius='.02' mass='1'><contact selfcollide='none' "
           "internal='false'/></flexcomp></worldbody></mujoco>",
           more);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  assert_true(s.d->ncon > 0);
  return s;
}

static mjtNum totalWeight(const lbContactSide* side) {
  mjtNum sum = 0;
  for (int i = 0; i < side->count; i++) {
    sum += side->weight[i];
  }
  return sum;
}

// A point of a triangle follows its corners by inverse distance.
static void corners_carry_a_point_by_inverse_distance(void** state) {
  Scene s = sheet("dim='2' count='3 3 1'");
  mj_markStack(s.d);
  const mjContact* con = s.d->contact;
  lbContactSide side[2];
  lb_contactSides(s.m, s.d, con, side);
  assert_int_equal(side[0].count, 1);
  assert_int_equal(side[0].body[0], 0);
  assert_int_equal(side[1].count, 3);
  assert_true(fabs(totalWeight(side + 1) - 1) < 1e-12);
  for (int i = 1; i < 3; i++) {
    mjtNum near = mju_dist3(con->pos, s.d->xpos + 3 * side[1].body[0]);
    mjtNum other = mju_dist3(con->pos, s.d->xpos + 3 * side[1].body[i]);
    assert_true(fabs(side[1].weight[i] / side[1].weight[0] - near / other) < 1e-9);
  }
  mj_freeStack(s.d);
  freeScene(s);
}

// COMPAT: FLEX-NODE-WEIGHT: triquadratic shape functions have negative values; nodes with these are
// left out, so that what is left sums to more than one.
static void nodes_with_negative_weight_are_left_out(void** state) {
  Scene s = sheet("dim='3' count='3 3 3' dof='quadratic'");
  mj_markStack(s.d);
  lbContactSide side[2];
  mjtNum most = 0;
  for (int c = 0; c < s.d->ncon; c++) {
    lb_contactSides(s.m, s.d, s.d->contact + c, side);
    for (int i = 0; i < side[1].count; i++) {
      assert_true(side[1].weight[i] > 1e-5);
    }
    most = fmax(most, totalWeight(side + 1));
  }
  assert_true(most > 1);
  mj_freeStack(s.d);
  freeScene(s);
}

static void inverse_weights_are_mixed_like_the_bodies(void** state) {
  Scene s = sheet("dim='2' count='3 3 1'");
  mj_markStack(s.d);
  lbContactSide side[2];
  lb_contactSides(s.m, s.d, s.d->contact, side);
  mjtNum expected = 0, found[2];
  for (int i = 0; i < side[1].count; i++) {
    expected += side[1].weight[i] * s.m->body_invweight0[2 * side[1].body[i]];
  }
  lb_contactInvWeight(s.m, s.d, s.d->contact, found);
  assert_true(fabs(found[0] - expected) < 1e-12 * expected);
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(corners_carry_a_point_by_inverse_distance),
      cmocka_unit_test(nodes_with_negative_weight_are_left_out),
      cmocka_unit_test(inverse_weights_are_mixed_like_the_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
