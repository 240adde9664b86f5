// Islands: connected components of trees under constraint rows.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

#define BALL(x, z) "<body pos='" x " 0 " z "'><freejoint/><geom size='.1'/></body>"
#define FLOOR "<geom type='plane' size='9 9 1'/>"

// Two balls on the floor, two balls on each other, one in the air.
static void what_touches_is_one_island_and_the_floor_joins_nothing(void** state) {
  Scene s = loadScene("<mujoco><worldbody>" FLOOR BALL("0", ".09") BALL("1", ".09") BALL("2", ".09")
                          BALL("2", ".28") BALL("3", "1") "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nisland, 3);
  assert_int_equal(s.d->tree_island[0], 0);
  assert_int_equal(s.d->tree_island[1], 1);
  assert_int_equal(s.d->tree_island[2], 2);
  assert_int_equal(s.d->tree_island[3], 2);
  assert_int_equal(s.d->tree_island[4], -1);
  assert_int_equal(s.d->nidof, 24);
  freeScene(s);
}

static void an_equality_joins_two_trees(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body><body name='b' "
      "pos='1 0 0'><freejoint/><geom size='.1'/></body></worldbody><equality><connect body1='a' "
      "body2='b' anchor='.5 0 0'/></equality></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nisland, 1);
  assert_int_equal(s.d->island_ntree[0], 2);
  freeScene(s);
}

static void maps_are_inverses_and_keep_the_order_inside_an_island(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  const mjData* d = s.d;
  assert_true(d->nisland > 3);
  for (int i = 0; i < d->nefc; i++) {
    assert_int_equal(d->map_iefc2efc[d->map_efc2iefc[i]], i);
  }
  for (int i = 0; i < s.m->nv; i++) {
    assert_int_equal(d->map_idof2dof[d->map_dof2idof[i]], i);
  }
  for (int k = 0; k < d->nisland; k++) {
    const int* rows = d->map_iefc2efc + d->island_iefcadr[k];
    for (int i = 0; i < d->island_nefc[k]; i++) {
      assert_int_equal(d->efc_island[rows[i]], k);
      assert_true(!i || rows[i - 1] < rows[i]);
      assert_true(d->iefc_D[d->island_iefcadr[k] + i] == d->efc_D[rows[i]]);
    }
  }
  freeScene(s);
}

// COMPAT: ISLAND-FLEX: an elastic flex is one island also without rows between its vertices; one
// whose first stiffness is zero is not.
static void an_elastic_flex_is_tied_together_unless_its_first_stiffness_is_zero(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody>" FLOOR
      "<flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' radius='.02' "
      "mass='1' pos='0 0 .015'><elasticity young='1e3' poisson='.1' thickness='.01' "
      "elastic2d='stretch'/><contact selfcollide='none' internal='false'/></flexcomp>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nisland, 1);
  s.m->flex_stiffness[0] = 0;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nisland, 9);
  freeScene(s);
}

// COMPAT: ISLAND-ROW-VALUE: a dense Jacobian tells which of the joints of an equality matter: where
// the slope of the polynomial is zero the second one does not. The rows that follow join what they
// move, whatever came before.
static void rows_of_value_zero_join_nothing_and_those_behind_them_what_they_move(void** state) {
  const char* world =
      "<worldbody><body name='a'><joint name='a' type='slide'/><geom size='.1'/></body>"
      "<body name='b' pos='1 0 0'><joint name='b' type='slide'/><geom "
      "size='.1'/></body></worldbody>";
  const char* rows[] = {"<equality><joint joint1='b' joint2='a' polycoef='0 0 1'/></equality>",
                        "<tendon><fixed name='t'><joint joint='a' coef='0'/><joint joint='b' "
                        "coef='1'/></fixed></tendon>"
                        "<equality><tendon tendon1='t'/><joint joint1='a' joint2='b'/></equality>",
                        "<tendon><fixed name='t'><joint joint='a' coef='0'/><joint joint='b' "
                        "coef='1'/></fixed></tendon>"
                        "<equality><tendon tendon1='t'/><weld body1='a' body2='b'/></equality>"};
  for (int dense = 0; dense < 2; dense++) {
    for (int i = 0; i < 3; i++) {
      char xml[1000];
      snprintf(xml, sizeof xml, "<mujoco><option jacobian='%s'/>%s%s</mujoco>",
               dense ? "dense" : "sparse", world, rows[i]);
      Scene s = loadScene(xml);
      mj_forward(s.m, s.d);
      assert_int_equal(s.d->nisland, 1);
      assert_int_equal(s.d->tree_island[0], dense && i == 0 ? -1 : 0);
      assert_int_equal(s.d->tree_island[1], 0);
      freeScene(s);
    }
  }
}

static void the_flag_turns_islands_off(void** state) {
  Scene s = mixedScene();
  s.m->opt.disableflags |= mjDSBL_ISLAND;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nisland, 0);
  freeScene(s);
}

// COMPAT: ISLAND-SAME-BODY: a contact within a body, which moves no dof, is in the body's island.
static void a_contact_within_a_body_is_of_its_island(void** state) {
  Scene s = loadScene("<mujoco><worldbody>" FLOOR BALL(
      "0", ".09") "<body pos='1 0 1'><freejoint/>"
                  "<geom name='a' size='.1'/><geom name='b' size='.05'/></body>" BALL(
                      "2",
                      ".09") "</worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>");
  for (int sparse = 0; sparse < 2; sparse++) {
    s.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    for (int solver = 0; solver < 3; solver++) {
      s.m->opt.solver = solver;
      mj_resetData(s.m, s.d);
      mj_forward(s.m, s.d);
      assert_int_equal(s.d->nisland, 3);
      assert_int_equal(s.d->ncon, 3);
      assert_int_equal(s.d->nefc, 12);
      for (int i = 0; i < 3; i++) {
        const mjContact* con = s.d->contact + i;
        int tree = s.m->body_treeid[s.m->geom_bodyid[con->geom[1]]];
        assert_int_equal(s.d->efc_island[con->efc_address], tree);
      }
      // a force that moves nothing
      assert_true(fabs(s.d->qacc[8] + 9.81) < 1e-9);
      for (int i = 0; i < 12; i++) {
        assert_true(s.d->efc_force[i] > 0);
      }
    }
  }
  freeScene(s);
}

// ISLAND-NIDOF, SOLVER-NNZ: what counts the islands of the last solve stays until rows are numbered
// or solved again; islands that are there are not used when the flag is off.
static void what_was_counted_stays_until_it_is_counted_again(void** state) {
  Scene s = loadScene("<mujoco><worldbody>" FLOOR BALL("0", ".0999") BALL("1", ".0999")
                          BALL("2", "1") "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->solver_nnz[1], 36);
  mj_inverse(s.m, s.d);
  assert_int_equal(s.d->nisland, 0);
  assert_int_equal(s.d->nidof, 12);

  // solved before the first iteration: the size of the Jacobian
  mj_step(s.m, s.d);
  mj_forwardSkip(s.m, s.d, mjSTAGE_VEL, 0);
  assert_int_equal(s.d->solver_niter[0], 0);
  assert_int_equal(s.d->solver_nnz[0], 24);

  s.m->opt.disableflags |= mjDSBL_ISLAND;
  s.d->qvel[0] = 1;
  mj_forwardSkip(s.m, s.d, mjSTAGE_POS, 0);
  assert_int_equal(s.d->nisland, 2);
  assert_int_equal(s.d->solver_niter[1], 0);
  assert_int_equal(s.d->solver_nnz[0], 18 * 18);

  s.d->qpos[2] = s.d->qpos[9] = 5;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nidof, 0);
  assert_int_equal(s.d->solver_nnz[0], 18 * 18);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_touches_is_one_island_and_the_floor_joins_nothing),
      cmocka_unit_test(an_equality_joins_two_trees),
      cmocka_unit_test(maps_are_inverses_and_keep_the_order_inside_an_island),
      cmocka_unit_test(an_elastic_flex_is_tied_together_unless_its_first_stiffness_is_zero),
      cmocka_unit_test(rows_of_value_zero_join_nothing_and_those_behind_them_what_they_move),
      cmocka_unit_test(the_flag_turns_islands_off),
      cmocka_unit_test(a_contact_within_a_body_is_of_its_island),
      cmocka_unit_test(what_was_counted_stays_until_it_is_counted_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
