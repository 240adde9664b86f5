// Centres of mass, inertias, axes and velocities about them.

#include "bodies_support.h"
#include "check.h"
#include "data/awake.h"

static void centre_of_mass_of_a_subtree_weighs_its_bodies(void** state) {
  Scene s = movingScene();
  for (int b = 0; b < s.m->nbody; b++) {
    mjtNum sum[3] = {0}, mass = 0;
    for (int k = b; k < s.m->nbody; k++) {
      int up = k;
      while (up > b) {
        up = s.m->body_parentid[up];
      }
      if (up == b) {
        mju_addToScl3(sum, s.d->xipos + 3 * k, s.m->body_mass[k]);
        mass += s.m->body_mass[k];
      }
    }
    mju_scl3(sum, sum, 1 / mass);
    assert_near(sum, s.d->subtree_com + 3 * b, 3, 1e-12);
  }
  freeScene(s);
}

static void axes_of_dofs_are_motions_about_the_centre_of_mass_of_the_tree(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='1 2 3'><joint type='slide' axis='1 0 0'/>"
      "<joint axis='0 0 1' pos='0 .5 0'/><geom size='.1' pos='.25 0 0'/></body></worldbody>"
      "</mujoco>");
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->subtree_com + 3, 1e-12, 1.25, 2, 3);

  // a slide moves everything along; a hinge at (1, 2.5, 3) moves the centre by z x (.25, -.5, 0)
  ASSERT_NUMBERS(s.d->cdof, 1e-12, 0, 0, 0, 1, 0, 0);
  ASSERT_NUMBERS(s.d->cdof + 6, 1e-12, 0, 0, 1, .5, .25, 0);
  freeScene(s);
}

static void the_velocity_of_a_body_is_the_sum_of_its_dofs(void** state) {
  Scene s = movingScene();
  for (int b = 1; b < s.m->nbody; b++) {
    mjtNum sum[6] = {0};
    int dof = -1;
    for (int up = b; up > 0 && dof < 0; up = s.m->body_parentid[up]) {
      dof = s.m->body_dofnum[up] ? s.m->body_dofadr[up] + s.m->body_dofnum[up] - 1 : -1;
    }
    for (; dof >= 0; dof = s.m->dof_parentid[dof]) {
      mju_addToScl(sum, s.d->cdof + 6 * dof, s.d->qvel[dof], 6);
    }
    assert_near(sum, s.d->cvel + 6 * b, 6, 1e-12);
  }
  freeScene(s);
}

// Spatial inertia times a unit acceleration along x: force m, torque of m at the offset.
static void the_inertia_of_a_body_is_about_the_centre_of_mass_of_its_tree(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1' mass='1'/>"
      "<body pos='0 2 0'><joint/><geom size='.1' mass='3'/></body></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->subtree_com + 3, 1e-12, 0, 1.5, 0);
  mjtNum own = .4 * 3 * .01;  // 2/5 m r^2

  // six of the symmetric matrix (xx yy zz xy xz yz), m times the offset, m
  ASSERT_NUMBERS(s.d->cinert + 20, 1e-12, own + 3 * .25, own, own + 3 * .25, 0, 0, 0, 0, 1.5, 0, 3);
  freeScene(s);
}

static void trees_that_sleep_weigh_in_the_centre_of_the_world(void** state) {
  Scene s = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body pos='1 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='1'/></body>"
      "<body pos='4 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='3'/></body>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->subtree_com[0], (1 + 3 * 4) / 4., 1e-12);
  s.d->tree_asleep[1] = 1;
  lb_updateAwake(s.m, s.d);
  s.d->xipos[3] = 2;
  mj_comPos(s.m, s.d);
  ASSERT_NEAR(s.d->subtree_com[0], (2 + 3 * 4) / 4., 1e-12);

  // also when nothing about the sleepers has changed for long
  for (int i = 0; i < 5; i++) {
    mj_step(s.m, s.d);
    mjtNum x = s.d->xipos[3] = 2 + i % 2;
    mj_comPos(s.m, s.d);
    ASSERT_NEAR(s.d->subtree_com[0], (x + 3 * 4) / 4., 1e-12);
    mj_comPos(s.m, s.d);
    ASSERT_NEAR(s.d->subtree_com[0], (x + 3 * 4) / 4., 1e-12);
  }
  freeScene(s);
}

// Two arms on one static body: one sleeps, and its Jacobian stays, which is about this centre.
static void trees_that_sleep_weigh_in_the_static_bodies_that_carry_them(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody><body>"
      "<geom size='.1' mass='1'/><body pos='1 0 0'><body><joint axis='0 0 1'/>"
      "<geom size='.1' pos='1 0 0' mass='3'/></body></body>"
      "<body pos='-1 0 0'><joint type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body>"
      "</body></worldbody></mujoco>");
  s.d->qvel[1] = 1;
  for (int i = 0; i < 20; i++) {
    mj_step(s.m, s.d);
    mj_forward(s.m, s.d);
    mjtNum z = s.d->qpos[1] / 5, jacobian[6];
    ASSERT_NUMBERS(s.d->subtree_com, 1e-12, 1, 0, z);
    ASSERT_NUMBERS(s.d->subtree_com + 3, 1e-12, 1, 0, z);
    ASSERT_NUMBERS(s.d->subtree_com + 6, 1e-12, 2, 0, 0);
    mj_jacBodyCom(s.m, s.d, jacobian, NULL, 3);
    ASSERT_NUMBERS(jacobian, 1e-12, 0, 0, 1, 0, 0, 0);
  }
  assert_int_equal(s.d->tree_asleep[0], 0);
  assert_true(s.d->tree_asleep[1] < 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(centre_of_mass_of_a_subtree_weighs_its_bodies),
      cmocka_unit_test(axes_of_dofs_are_motions_about_the_centre_of_mass_of_the_tree),
      cmocka_unit_test(the_velocity_of_a_body_is_the_sum_of_its_dofs),
      cmocka_unit_test(the_inertia_of_a_body_is_about_the_centre_of_mass_of_its_tree),
      cmocka_unit_test(trees_that_sleep_weigh_in_the_centre_of_the_world),
      cmocka_unit_test(trees_that_sleep_weigh_in_the_static_bodies_that_carry_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
