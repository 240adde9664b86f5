// Sensors against kinematics and statics that are known by hand.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void near(mjtNum expected, mjtNum actual, mjtNum tolerance) {
  if (!(fabs(expected - actual) <= tolerance * (1 + fabs(expected)))) {
    fail_msg("expected %.15g, got %.15g", expected, actual);
  }
}

static void near3(mjtNum x, mjtNum y, mjtNum z, const mjtNum* actual, mjtNum tolerance) {
  near(x, actual[0], tolerance);
  near(y, actual[1], tolerance);
  near(z, actual[2], tolerance);
}

static void an_imu_on_a_turning_arm_feels_centripetal_acceleration(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint axis='0 0 1'/>"
      "<geom size='.1' pos='2 0 0' contype='0' conaffinity='0'/><site name='s' pos='2 0 "
      "0'/></body></worldbody>"
      "<sensor><accelerometer site='s'/><gyro site='s'/><velocimeter site='s'/></sensor></mujoco>");
  s.d->qpos[0] = 0.7;
  s.d->qvel[0] = 3;
  mj_forward(s.m, s.d);
  near3(-9 * 2, 0, 10, s.d->sensordata, 1e-12);
  near3(0, 0, 3, s.d->sensordata + 3, 1e-12);
  near3(0, 6, 0, s.d->sensordata + 6, 1e-12);
  freeScene(s);
}

static void force_and_torque_carry_the_hanging_weight(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><body name='a'><site name='s'/>"
      "<geom size='.1' mass='1' pos='.5 0 0'/><body pos='1 0 0'><geom size='.1' "
      "mass='2'/></body></body></worldbody>"
      "<sensor><force site='s'/><torque site='s'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  near3(0, 0, 30, s.d->sensordata, 1e-12);
  near3(0, -(0.5 * 10 + 20), 0, s.d->sensordata + 3, 1e-12);
  freeScene(s);
}

static const char restingXml[] =
    "<mujoco><option gravity='0 0 -10' cone='elliptic'/><worldbody>"
    "<geom name='floor' type='plane' size='3 3 1'/>"
    "<body name='box' pos='0 0 .1'><freejoint/><geom name='box' type='box' size='.1 .2 .1' "
    "mass='3'/>"
    "<site name='s' type='box' size='.2 .3 .15'/></body></worldbody>"
    "<sensor><touch site='s'/>"
    "<contact geom1='floor' geom2='box' data='found force pos' reduce='netforce'/>"
    "<contact geom1='box' data='force' reduce='netforce'/>"
    "<contact geom1='box' data='found dist normal' num='6' reduce='mindist'/></sensor></mujoco>";

static void contact_sensors_report_the_weight_of_a_resting_box(void** state) {
  Scene s = loadScene(restingXml);
  for (int i = 0; i < 2000; i++) {
    mj_step(s.m, s.d);
  }
  mj_forward(s.m, s.d);
  const mjtNum* value = s.d->sensordata;
  near(30, value[0], 1e-6);

  // from the floor on the box, and the reaction
  near(4, value[1], 0);
  near3(0, 0, 30, value + 2, 1e-6);
  near3(0, 0, 0, value + 5, 1e-3);
  near3(0, 0, -30, value + 8, 1e-6);

  // four slots filled, deepest first, normals from the box to the floor; two empty
  const mjtNum* slot = value + 11;
  for (int i = 0; i < 6; i++, slot += 5) {
    near(i < 4 ? 4 : 0, slot[0], 0);
    near3(0, 0, i < 4 ? -1 : 0, slot + 2, 1e-6);
    assert_true(i == 0 || i >= 4 || slot[1] >= slot[1 - 5]);
  }
  freeScene(s);
}

static void frame_sensors_are_relative_to_their_reference(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody>"
      "<body name='a' pos='1 2 3'><freejoint/><geom size='.1'/><site name='ref' pos='.1 0 0' "
      "euler='0 0 90'/></body>"
      "<body name='b' pos='1 4 3'><freejoint/><geom size='.1'/><site "
      "name='s'/></body></worldbody><sensor>"
      "<framepos objtype='site' objname='s' reftype='site' refname='ref'/>"
      "<framelinvel objtype='site' objname='s' reftype='site' refname='ref'/>"
      "<frameangvel objtype='site' objname='s' reftype='site' refname='ref'/>"
      "<framexaxis objtype='site' objname='s' reftype='site' refname='ref'/></sensor></mujoco>");
  s.d->qvel[5] = 2;  // a turns about z
  s.d->qvel[9] = 1;  // b turns about x
  s.d->qvel[7] = 3;  // b moves along y
  mj_forward(s.m, s.d);
  const mjtNum* value = s.d->sensordata;
  near3(2, 0.1, 0, value, 1e-12);

  // b's velocity minus that of the turning frame at b: (0 3 0) - 2 z x (0 2 0)
  near3(3, -4, 0, value + 3, 1e-12);
  near3(0, -1, -2, value + 6, 1e-12);
  near3(0, -1, 0, value + 9, 1e-12);
  freeScene(s);
}

static void cutoff_limits_values_but_not_contacts(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='3 -4 "
      ".09'><freejoint/>"
      "<geom size='.1'/></body></worldbody><sensor><framepos objtype='body' objname='b' "
      "cutoff='.2'/>"
      "<contact data='force' cutoff='.3'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  near3(0.2, -0.2, 0.09, s.d->sensordata, 1e-12);
  assert_true(s.d->sensordata[3] > 1);
  freeScene(s);
}

static void a_camera_rangefinder_sees_the_floor(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body mocap='true' pos='0 0 3'>"
      "<camera name='c' fovy='90' resolution='3 3'/></body></worldbody>"
      "<sensor><rangefinder camera='c' data='dist point depth'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  for (int pixel = 0; pixel < 9; pixel++) {
    mjtNum x = 2 * (pixel % 3 - 1), y = 2 * (1 - pixel / 3);
    const mjtNum* value = s.d->sensordata + 5 * pixel;
    near(sqrt(9 + x * x + y * y), value[0], 1e-12);
    near3(x, y, 0, value + 1, 1e-12);
    near(3, value[4], 1e-12);
  }
  freeScene(s);
}

static int userStage = -1;

static void userSensor(const mjModel* m, mjData* d, int stage) {
  userStage = stage;
  d->sensordata[0] = 5;
}

static void user_sensors_are_filled_by_the_callback_and_cut_off(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody>"
      "<sensor><user dim='1' needstage='vel' cutoff='2'/></sensor></mujoco>");
  mjcb_sensor = userSensor;
  mj_forward(s.m, s.d);
  mjcb_sensor = NULL;
  assert_int_equal(userStage, mjSTAGE_VEL);
  near(2, s.d->sensordata[0], 0);
  freeScene(s);
}

static void a_sampled_sensor_without_delay_is_current(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint type='slide' stiffness='30' springref='1'/>"
      "<geom size='.1' mass='1'/></body></worldbody>"
      "<sensor><e_kinetic nsample='3'/></sensor></mujoco>");
  s.d->qvel[0] = 1;
  for (int i = 0; i < 4; i++) {
    mjtNum velocity = s.d->qvel[0];
    mj_step(s.m, s.d);
    assert_float_equal(s.d->sensordata[0], velocity * velocity / 2, 1e-12);
    assert_true(s.d->energy[1] == 0);
  }
  freeScene(s);
}

static void a_user_sensor_finds_the_quantities_of_its_stage(void** state) {
  const char* xml =
      "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody>"
      "<sensor><user dim='1' needstage='%s'/></sensor></mujoco>";
  for (int k = 0; k < 2; k++) {
    char text[300];
    snprintf(text, sizeof(text), xml, k ? "acc" : "vel");
    Scene s = loadScene(text);
    s.d->qvel[0] = 2;
    mj_forward(s.m, s.d);
    assert_true(s.d->subtree_linvel[3 + 2] == (k ? 0 : 2));
    assert_true(s.d->cacc[5] == (k ? 9.81 : 0));
    freeScene(s);
  }
}

static void a_sensor_of_an_actuator_has_a_number_per_output(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='b' type='ball'/><geom size='.1'/></body></worldbody>"
      "<actuator><orientation name='a' joint='b' kp='2'/></actuator>"
      "<sensor><actuatorvel actuator='a'/><clock/></sensor></mujoco>");
  assert_int_equal(s.m->sensor_dim[0], 3);
  assert_int_equal(s.m->sensor_adr[1], 3);
  for (int i = 0; i < 3; i++) {
    s.d->qvel[i] = i + 1;
  }
  mj_forward(s.m, s.d);
  for (int i = 0; i < 3; i++) {
    assert_float_equal(s.d->sensordata[i], i + 1, 1e-12);
  }
  freeScene(s);
}

// RK-BODY-ACCELERATION
static void inner_stages_of_runge_kutta_leave_body_accelerations(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='RK4'/><worldbody><body>"
      "<joint type='slide' stiffness='300' springref='1'/><geom size='.1' mass='1'/>"
      "<site name='s'/></body></worldbody><sensor><accelerometer site='s'/></sensor></mujoco>");
  s.d->qvel[0] = 3;
  mj_step(s.m, s.d);
  assert_float_equal(s.d->cacc[6 + 5], 300, 1e-9);
  assert_float_equal(s.d->sensordata[2], 300, 1e-9);
  freeScene(s);
}

// COMPAT: SLEEP-29: measured with the peer
static void of_two_that_rest_nothing_is_measured(void** state) {
  Scene s = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<geom name='floor' type='plane' size='9 9 .1'/><site name='fixed' size='.2'/>"
      "<body name='rests' pos='0 0 .0999' sleep='init'><freejoint/><geom name='rests' size='.1'/>"
      "<site name='rests' size='.2'/></body>"
      "<body name='moves' pos='0 2 .0999'><freejoint/><geom name='moves' size='.1'/>"
      "<site name='moves'/></body></worldbody><sensor>"
      // measured
      "<contact site='rests' data='found'/><contact geom1='floor' data='found'/>"
      "<contact geom1='floor' geom2='moves' data='found'/><contact data='found'/>"
      "<distance geom1='moves' geom2='rests' cutoff='9'/>"
      // kept
      "<contact geom1='floor' geom2='rests' data='found'/><contact geom2='rests' data='found'/>"
      "<contact body1='world' body2='world' data='found'/>"
      "<distance geom1='floor' geom2='rests' cutoff='9'/>"
      "<framexaxis objtype='site' objname='fixed' reftype='site' refname='rests'/>"
      "</sensor></mujoco>");
  mj_step(s.m, s.d);
  mju_fill(s.d->sensordata, 77, (int)s.m->nsensordata);
  mj_step(s.m, s.d);
  const mjtNum measured[] = {0, 1, 1, 1};
  for (int i = 0; i < (int)s.m->nsensor; i++) {
    mjtNum value = s.d->sensordata[s.m->sensor_adr[i]];
    if (i < 4) {
      near(measured[i], value, 0);
    } else {
      assert_int_equal(value == 77, i > 4);
    }
  }
  freeScene(s);
}

// COMPAT: SLEEP-29
static void a_static_body_carries_a_tree_that_sleeps(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'><flag sleep='enable'/></option><worldbody>"
      "<body name='base' pos='5 5 1'><geom size='.2' mass='3'/><site name='s'/>"
      "<body sleep='init'><joint axis='0 1 0'/><geom size='.1' mass='1' pos='0 0 "
      "-.5'/></body></body>"
      "<body pos='0 2 1'><freejoint/><geom size='.1'/></body></worldbody>"
      "<sensor><force site='s'/><torque site='s'/><subtreecom body='base'/></sensor></mujoco>");
  assert_true(s.d->tree_asleep[0] >= 0);
  mju_fill(s.d->sensordata, 77, 9);
  mj_step(s.m, s.d);
  near3(0, 0, 40, s.d->sensordata, 1e-9);
  near3(0, 0, 0, s.d->sensordata + 3, 1e-9);
  near3(5, 5, 1 - .125, s.d->sensordata + 6, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_imu_on_a_turning_arm_feels_centripetal_acceleration),
      cmocka_unit_test(of_two_that_rest_nothing_is_measured),
      cmocka_unit_test(a_static_body_carries_a_tree_that_sleeps),
      cmocka_unit_test(force_and_torque_carry_the_hanging_weight),
      cmocka_unit_test(contact_sensors_report_the_weight_of_a_resting_box),
      cmocka_unit_test(frame_sensors_are_relative_to_their_reference),
      cmocka_unit_test(cutoff_limits_values_but_not_contacts),
      cmocka_unit_test(a_camera_rangefinder_sees_the_floor),
      cmocka_unit_test(user_sensors_are_filled_by_the_callback_and_cut_off),
      cmocka_unit_test(a_sampled_sensor_without_delay_is_current),
      cmocka_unit_test(a_user_sensor_finds_the_quantities_of_its_stage),
      cmocka_unit_test(a_sensor_of_an_actuator_has_a_number_per_output),
      cmocka_unit_test(inner_stages_of_runge_kutta_leave_body_accelerations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
