// Elasticity of flexes that follow a lattice of nodes.

#include "check.h"
#include "constraint/scenes_support.h"

// A soft cube of side .2 with one cell, whose corners are the nodes.
static Scene cube(const char* elasticity) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='grid' "
           "count='3 3 3' spacing='.1 .1 .1' dim='3' radius='.001' mass='1' dof='trilinear'>"
           "<contact selfcollide='none' internal='false'/><elasticity %s/></flexcomp></worldbody>"
           "</mujoco>",
           elasticity);
  Scene s = loadScene(xml);
  assert_int_equal(s.m->nflexnode, 8);
  assert_int_equal(s.m->nv, 24);
  mj_forward(s.m, s.d);
  return s;
}

// Moves the nodes from their places x to f(x) = A x.
static void deform(Scene s, const mjtNum A[9]) {
  mju_zero(s.d->qpos, (int)s.m->nq);
  mj_kinematics(s.m, s.d);
  for (int i = 0; i < 8; i++) {
    const mjtNum* rest = s.d->xpos + 3 * s.m->flex_nodebodyid[i];
    mjtNum moved[3];
    mju_mulMatVec3(moved, A, rest);
    mju_sub3(s.d->qpos + 3 * i, moved, rest);
  }
  mj_forward(s.m, s.d);
}

static void a_turned_cube_is_at_rest(void** state) {
  Scene s = cube("young='1e4' poisson='.2'");
  mjtNum axis[3] = {.6, 0, .8}, quat[4], R[9];
  mju_axisAngle2Quat(quat, axis, 2.5);
  mju_quat2Mat(R, quat);
  deform(s, R);
  for (int i = 0; i < 24; i++) {
    ASSERT_NEAR(s.d->qfrc_spring[i], 0, 1e-8);
  }
  freeScene(s);
}

// Without lateral contraction a strain e gives the stress E e / 2 on a face of four nodes.
// FLEX-LATTICE-SHEAR: half of what it is in linear elasticity.
static void a_stretched_cube_pulls_with_half_of_young_times_strain(void** state) {
  Scene s = cube("young='1e4' poisson='0'");
  const mjtNum A[9] = {1.001, 0, 0, 0, 1, 0, 0, 0, 1};
  deform(s, A);
  mjtNum pull = 1e4 * .001 / 2 * .2 * .2 / 4;
  for (int i = 0; i < 8; i++) {
    mjtNum x = s.d->xpos[3 * s.m->flex_nodebodyid[i]];
    ASSERT_NEAR(s.d->qfrc_spring[3 * i], x > 0 ? -pull : pull, 1e-3 * pull);
    ASSERT_NUMBERS(s.d->qfrc_spring + 3 * i + 1, 1e-9, 0, 0);
  }
  freeScene(s);
}

// A deformed cube that is turned has turned forces.
static void forces_turn_with_the_cube(void** state) {
  Scene s = cube("young='1e4' poisson='.2'");
  const mjtNum stretch[9] = {1.1, .1, 0, 0, .9, .05, 0, 0, 1};
  mjtNum axis[3] = {.6, 0, .8}, quat[4], R[9], both[9], plain[24];
  mju_axisAngle2Quat(quat, axis, 1.5);
  mju_quat2Mat(R, quat);
  mju_mulMatMat(both, R, stretch, 3, 3, 3);
  deform(s, stretch);
  mju_copy(plain, s.d->qfrc_spring, 24);
  deform(s, both);
  for (int i = 0; i < 8; i++) {
    mjtNum turned[3];
    mju_mulMatVec3(turned, R, plain + 3 * i);
    ASSERT_NUMBERS(s.d->qfrc_spring + 3 * i, 1e-6, turned[0], turned[1], turned[2]);
  }
  assert_true(mju_norm(plain, 24) > 1);
  freeScene(s);
}

static void forces_and_torques_of_a_free_lattice_balance(void** state) {
  Scene s = cube("young='1e4' poisson='.3' damping='.1'");
  for (int i = 0; i < 24; i++) {
    s.d->qpos[i] = .02 * sin(1 + i);
    s.d->qvel[i] = cos(2 * i);
  }
  mj_forward(s.m, s.d);
  mjtNum force[3] = {0}, torque[3] = {0}, power = 0;
  for (int i = 0; i < 8; i++) {
    mjtNum moment[3];
    mju_addTo3(force, s.d->qfrc_spring + 3 * i);
    mju_cross(moment, s.d->xpos + 3 * s.m->flex_nodebodyid[i], s.d->qfrc_spring + 3 * i);
    mju_addTo3(torque, moment);
    power += mju_dot3(s.d->qfrc_damper + 3 * i, s.d->qvel + 3 * i);
  }
  assert_true(mju_norm(s.d->qfrc_spring, 24) > 1);
  ASSERT_NUMBERS(force, 1e-9, 0, 0, 0);

  // dampers take energy
  assert_true(power < -1e-3);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_turned_cube_is_at_rest),
      cmocka_unit_test(a_stretched_cube_pulls_with_half_of_young_times_strain),
      cmocka_unit_test(forces_turn_with_the_cube),
      cmocka_unit_test(forces_and_torques_of_a_free_lattice_balance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
