// Chains of dofs that move a pair of bodies.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "kinematics/chain.h"

static const char forkXml[] =
    "<mujoco><worldbody><body><joint/><geom size='.1'/><body name='left'><joint/>"
    "<geom size='.1'/></body><body name='right'><joint/><joint axis='0 1 0'/><geom size='.1'/>"
    "<body name='fixed'><geom size='.1'/></body></body></body></worldbody></mujoco>";

static void dofs_that_move_both_bodies_are_left_out_or_marked(void** state) {
  Scene scene = loadScene(forkXml);
  int left = mj_name2id(scene.m, mjOBJ_BODY, "left"), dofs[4], side[4];
  int fixed = mj_name2id(scene.m, mjOBJ_BODY, "fixed");
  assert_int_equal(lb_pairChain(scene.m, left, fixed, false, dofs, side), 3);
  assert_int_equal(lb_pairChainLength(scene.m, left, fixed, false), 3);
  static const int own[] = {1, 2, 3}, ownSide[] = {lbSIDE_FIRST, lbSIDE_SECOND, lbSIDE_SECOND};
  assert_memory_equal(dofs, own, sizeof own);
  assert_memory_equal(side, ownSide, sizeof ownSide);

  assert_int_equal(lb_pairChain(scene.m, left, fixed, true, dofs, side), 4);
  assert_int_equal(lb_pairChainLength(scene.m, left, fixed, true), 4);
  assert_int_equal(dofs[0], 0);
  assert_int_equal(side[0], lbSIDE_BOTH);
  freeScene(scene);
}

static void a_body_without_joints_moves_with_the_last_dof_above(void** state) {
  Scene scene = loadScene(forkXml);
  assert_int_equal(lb_lastDof(scene.m, mj_name2id(scene.m, mjOBJ_BODY, "fixed")), 3);
  assert_int_equal(lb_lastDof(scene.m, 0), -1);
  freeScene(scene);
}

static void chains_are_extended_by_what_is_not_there(void** state) {
  Scene scene = loadScene(forkXml);
  int left = mj_name2id(scene.m, mjOBJ_BODY, "left"), dofs[4] = {-1, -1, -1, -1};
  int fixed = mj_name2id(scene.m, mjOBJ_BODY, "fixed");
  static const int right[] = {0, 2, 3}, both[] = {0, 1, 2, 3};
  assert_int_equal(lb_extendChain(scene.m, 0, dofs, 0), 0);
  assert_int_equal(lb_extendChain(scene.m, fixed, dofs, 0), 3);
  assert_memory_equal(dofs, right, sizeof right);
  assert_int_equal(lb_extendChain(scene.m, left, dofs, 3), 4);
  assert_memory_equal(dofs, both, sizeof both);
  assert_int_equal(lb_extendChain(scene.m, fixed, dofs, 4), 4);
  assert_memory_equal(dofs, both, sizeof both);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dofs_that_move_both_bodies_are_left_out_or_marked),
      cmocka_unit_test(a_body_without_joints_moves_with_the_last_dof_above),
      cmocka_unit_test(chains_are_extended_by_what_is_not_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
