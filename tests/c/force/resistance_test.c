// Stiffness and damping against differences of the forces they belong to.

#include "force/resistance.h"

#include "api/mj_functions.h"
#include "bodies_support.h"
#include "check.h"

static Scene springyScene(void) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody>"
      "<body><joint name='a' axis='0 1 0' stiffness='3 1 2' damping='.4 .1 .2' springref='10'/>"
      "<geom size='.1' pos='.2 0 0'/></body>"
      "<body pos='1 0 0'><joint name='b' type='slide' stiffness='-5' damping='-1'/>"
      "<geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t' stiffness='20 2 3' damping='3 1 1' springlength='-.1 .1'>"
      "<joint joint='a' coef='1'/><joint joint='b' coef='-2'/></fixed></tendon></mujoco>");
  s.d->qpos[0] = -0.3;
  s.d->qpos[1] = 0.4;
  s.d->qvel[0] = 0.6;
  s.d->qvel[1] = -0.2;
  mj_forward(s.m, s.d);
  return s;
}

// Passive force on the first dof.
static mjtNum forceAt(Scene s, mjtNum position, mjtNum velocity) {
  mjtNum q = s.d->qpos[0], v = s.d->qvel[0];
  s.d->qpos[0] = position;
  s.d->qvel[0] = velocity;
  mj_forward(s.m, s.d);
  mjtNum force = s.d->qfrc_passive[0];
  s.d->qpos[0] = q;
  s.d->qvel[0] = v;
  mj_forward(s.m, s.d);
  return force;
}

static void resistance_is_the_slope_of_springs_and_dampers(void** state) {
  Scene s = springyScene();
  mjtNum q = s.d->qpos[0], v = s.d->qvel[0], e = 1e-6;
  lbResistance dof = lb_dofResistance(s.m, s.d, 0), tendon = lb_tendonResistance(s.m, s.d, 0);
  mjtNum stiffness = (forceAt(s, q - e, v) - forceAt(s, q + e, v)) / (2 * e);
  mjtNum damping = (forceAt(s, q, v - e) - forceAt(s, q, v + e)) / (2 * e);
  ASSERT_NEAR(dof.stiffness + tendon.stiffness, stiffness, 1e-6);
  ASSERT_NEAR(dof.damping + tendon.damping, damping, 1e-6);
  assert_true(tendon.stiffness > 0 && tendon.damping > 0 && dof.stiffness > 0);
  freeScene(s);
}

static void what_pushes_does_not_count(void** state) {
  Scene s = springyScene();
  lbResistance dof = lb_dofResistance(s.m, s.d, 1);
  ASSERT_NEAR(dof.stiffness, 0, 0);
  ASSERT_NEAR(dof.damping, 0, 0);
  s.d->qpos[1] = -0.15;  // the tendon is in its dead band
  mj_forward(s.m, s.d);
  ASSERT_NEAR(lb_tendonResistance(s.m, s.d, 0).stiffness, 0, 0);
  freeScene(s);
}

static void flags_switch_springs_and_dampers_off(void** state) {
  Scene s = springyScene();
  s.m->opt.disableflags = mjDSBL_SPRING;
  ASSERT_NEAR(lb_dofResistance(s.m, s.d, 0).stiffness, 0, 0);
  ASSERT_NEAR(lb_tendonResistance(s.m, s.d, 0).stiffness, 0, 0);
  assert_true(lb_dofResistance(s.m, s.d, 0).damping > 0);
  s.m->opt.disableflags = mjDSBL_DAMPER;
  ASSERT_NEAR(lb_dofResistance(s.m, s.d, 0).damping, 0, 0);
  ASSERT_NEAR(lb_tendonResistance(s.m, s.d, 0).damping, 0, 0);
  freeScene(s);
}

// DISCRETE-BALL
static void a_ball_joint_is_as_stiff_all_around_as_along_its_displacement(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body><body pos='1 0 0'>"
      "<joint type='ball' stiffness='20 3 4'/><geom size='.1'/></body></worldbody></mujoco>");
  mju_axisAngle2Quat(s.d->qpos + 7, (mjtNum[3]){0, 1, 0}, 0.7);
  mj_forward(s.m, s.d);
  for (int i = 6; i < 9; i++) {
    ASSERT_NEAR(lb_dofResistance(s.m, s.d, i).stiffness, 20 + 6 * .7 + 12 * .7 * .7, 1e-12);
  }
  freeScene(s);
}

static void a_servo_resists_and_a_motor_does_not(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='a' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><position joint='a' kp='50' kv='3'/><motor joint='a'/>"
      "<general joint='a' biastype='affine' biasprm='0 5 6'/></actuator></mujoco>");
  mj_forward(s.m, s.d);
  const mjtNum ctrl = 0.3;
  lbResistance servo = lb_actuatorResistance(s.m, s.d, 0, &ctrl);
  ASSERT_NEAR(servo.stiffness, 50, 0);
  ASSERT_NEAR(servo.damping, 3, 0);
  for (int i = 1; i < 3; i++) {
    lbResistance other = lb_actuatorResistance(s.m, s.d, i, &ctrl);
    ASSERT_NEAR(other.stiffness + other.damping, 0, 0);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resistance_is_the_slope_of_springs_and_dampers),
      cmocka_unit_test(what_pushes_does_not_count),
      cmocka_unit_test(flags_switch_springs_and_dampers_off),
      cmocka_unit_test(a_ball_joint_is_as_stiff_all_around_as_along_its_displacement),
      cmocka_unit_test(a_servo_resists_and_a_motor_does_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
