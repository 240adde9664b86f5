// Actuator shortcuts: the numbers that they set, and what they refuse.

#include "spec/spec_support.h"

#include "mjcf/parse_support.h"

static mjSpec* spec;

static int makeSpec(void** state) {
  spec = mj_makeSpec();
  return 0;
}

static int deleteSpec(void** state) {
  mj_deleteSpec(spec);
  return 0;
}

static mjsActuator* fresh(void) {
  return mjs_addActuator(spec, NULL);
}

static void a_servo_of_position_feeds_back_kp_and_kv(void** state) {
  mjsActuator* a = fresh();
  double kv = 3, ratio = .7, time = .5, negative = -1;
  assert_string_equal(mjs_setToPosition(a, 10, &kv, NULL, NULL, 0), "");
  ASSERT_NEAR(a->gainprm[0], 10, 0);
  ASSERT_NUMBERS(a->biasprm, 0, 0, -10, -3);
  assert_int_equal(a->gaintype, mjGAIN_FIXED);
  assert_int_equal(a->biastype, mjBIAS_AFFINE);
  assert_int_equal(a->dyntype, mjDYN_NONE);

  // a ratio is positive until the model is compiled; a time makes a filter
  assert_string_equal(mjs_setToPosition(a, 10, NULL, &ratio, &time, 0), "");
  ASSERT_NEAR(a->biasprm[2], .7, 0);
  assert_int_equal(a->dyntype, mjDYN_FILTEREXACT);
  ASSERT_NEAR(a->dynprm[0], .5, 0);
  assert_string_equal(mjs_setToPosition(a, 10, &kv, &ratio, NULL, 0),
                      "kv and dampratio cannot both be defined");
  assert_string_equal(mjs_setToPosition(a, 10, &negative, NULL, NULL, 0), "kv cannot be negative");
  assert_string_equal(mjs_setToPosition(a, 10, NULL, &negative, NULL, 0),
                      "dampratio cannot be negative");
  assert_string_equal(mjs_setToPosition(a, 10, NULL, NULL, &negative, 0),
                      "timeconst cannot be negative");
  a->ctrlrange[1] = 1;
  assert_string_equal(mjs_setToPosition(a, 10, NULL, NULL, NULL, .5),
                      "ctrlrange and inheritrange cannot both be defined");
}

static void motors_dampers_cylinders_and_servos_of_velocity_set_gain_and_bias(void** state) {
  mjsActuator* a = fresh();
  assert_string_equal(mjs_setToMotor(a), "");
  ASSERT_NEAR(a->gainprm[0], 1, 0);
  assert_int_equal(a->biastype, mjBIAS_NONE);
  assert_string_equal(mjs_setToVelocity(a, 4), "");
  ASSERT_NEAR(a->gainprm[0], 4, 0);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 0, -4);
  assert_string_equal(mjs_setToDamper(a, 5), "");
  ASSERT_NUMBERS(a->gainprm, 0, 0, 0, -5);
  assert_int_equal(a->gaintype, mjGAIN_AFFINE);
  assert_string_equal(mjs_setToDamper(a, -5), "damping coefficient cannot be negative");
  assert_string_equal(mjs_setToCylinder(a, .1, .2, .3, 2), "");
  ASSERT_NEAR(a->gainprm[0], M_PI, 1e-15);  // of the diameter
  assert_string_equal(mjs_setToCylinder(a, .1, .2, .3, -1), "");
  ASSERT_NEAR(a->gainprm[0], .3, 0);
  ASSERT_NEAR(a->dynprm[0], .1, 0);
  ASSERT_NEAR(a->biasprm[0], .2, 0);
  assert_string_equal(mjs_setToAdhesion(a, -1), "adhesion gain cannot be negative");
}

static void a_muscle_keeps_what_was_set_on_purpose(void** state) {
  mjsActuator* a = fresh();
  double none[2] = {-1, -1}, range[2] = {.8, -1};
  a->gainprm[2] = 77;  // the peak force, say by a class
  assert_string_equal(mjs_setToMuscle(a, none, .1, range, -1, -1, -1, -1, -1, -1, -1), "");
  ASSERT_NUMBERS(a->dynprm, 0, .01, .04, .1);
  ASSERT_NUMBERS(a->gainprm, 0, .8, 1.05, 77, 200, .5, 1.6, 1.5, 1.3, 1.2);
  ASSERT_NUMBERS(a->biasprm, 0, .8, 1.05, 77, 200, .5, 1.6, 1.5, 1.3, 1.2);
  assert_string_equal(mjs_setToMuscle(a, none, -1, range, -1, -1, -1, -1, -1, -1, -1),
                      "muscle tausmooth cannot be negative");
}

static void a_pid_has_dynamics_when_it_integrates_or_slews(void** state) {
  mjsActuator* a = fresh();
  double ki = 2, slew = 3, limit = .5, negative = -1;
  assert_string_equal(mjs_setToPID(a, 10, NULL, NULL, NULL, NULL, NULL, 0, mjINPUT_POS), "");
  assert_int_equal(a->dyntype, mjDYN_NONE);
  assert_string_equal(mjs_setToPID(a, 10, NULL, NULL, &ki, &limit, &slew, 0, mjINPUT_POS), "");
  assert_int_equal(a->dyntype, mjDYN_PID);
  ASSERT_NUMBERS(a->dynprm, 0, .5, 3);
  ASSERT_NEAR(a->gainprm[0], 2, 0);
  ASSERT_NEAR(a->biasprm[1], -10, 0);
  assert_string_equal(mjs_setToPID(a, 10, NULL, NULL, NULL, NULL, &negative, 0, mjINPUT_POS),
                      "slewmax cannot be negative");
}

// K = V / w without load, R = K V / stall torque.
static void a_motor_follows_from_its_nominal_point(void** state) {
  mjsActuator* a = fresh();
  double none[6] = {0}, nominal[3] = {24, 6, 300};
  assert_string_equal(mjs_setToDCMotor(a, none, 0, nominal, none, none, none, none, none, none, 0),
                      "");
  double K = 24. / 300;
  ASSERT_NEAR(a->gainprm[1], K, 1e-15);
  ASSERT_NEAR(a->gainprm[0], K * 24 / 6, 1e-15);
  assert_int_equal(a->actdim, 0);

  // with damping b of the motor itself: V = K w + R b w / K at no load
  a = fresh();
  a->damping[0] = 1e-4;
  assert_string_equal(mjs_setToDCMotor(a, none, 2, nominal, none, none, none, none, none, none, 0),
                      "");
  K = a->gainprm[1];
  ASSERT_NEAR(K * 300 + 2 * 1e-4 * 300 / K, 24, 1e-12);

  // the same where R follows from the stall torque
  a = fresh();
  a->damping[0] = 1e-3;
  assert_string_equal(mjs_setToDCMotor(a, none, 0, nominal, none, none, none, none, none, none, 0),
                      "");
  K = a->gainprm[1];
  ASSERT_NEAR(K * 300 + a->gainprm[0] * 1e-3 * 300 / K, 24, 1e-12);

  // .02 = V / w without damping; a tenth of the stall torque lost to it
  double small[3] = {12, 6, 600};
  a = fresh();
  a->damping[0] = 1e-3;
  assert_string_equal(mjs_setToDCMotor(a, none, 0, small, none, none, none, none, none, none, 0),
                      "");
  ASSERT_NEAR(a->gainprm[1], .018, 1e-15);
  a = fresh();
  a->damping[0] = 1e-3;
  assert_string_equal(mjs_setToDCMotor(a, none, .04, small, none, none, none, none, none, none, 0),
                      "");
  ASSERT_NEAR(a->gainprm[1], .017746, 1e-6);
}

static void states_of_a_motor_are_counted_and_its_parts_checked(void** state) {
  mjsActuator* a = fresh();
  double none[6] = {0}, K[2] = {.5, 0}, inductance[2] = {.1, 0}, negative[2] = {-1, 0};
  double thermal[6] = {0, 2, 3, .004, 25, 20}, lugre[5] = {10, .2, .3, .4, 5};
  double torque[3] = {0, 4, 0}, heatOnly[6] = {0, 2, 0};
  assert_string_equal(
      mjs_setToDCMotor(a, K, 2, none, torque, inductance, none, none, thermal, lugre, 0), "");
  assert_int_equal(a->actdim, 3);
  ASSERT_NEAR(a->dynprm[0], .1 / 2, 1e-15);  // L / R
  ASSERT_NEAR(a->dynprm[2], 3. / 2, 1e-15);  // time over capacity
  ASSERT_NUMBERS(a->forcerange, 1e-15, -4 * .5, 4 * .5);
  assert_string_equal(
      mjs_setToDCMotor(fresh(), none, 2, none, none, none, none, none, none, none, 0),
      "DC motor: motor constant K must be positive");
  assert_string_equal(mjs_setToDCMotor(fresh(), K, 0, none, none, none, none, none, none, none, 0),
                      "DC motor: resistance R must be positive");
  assert_string_equal(
      mjs_setToDCMotor(fresh(), K, 2, none, none, negative, none, none, none, none, 0),
      "DC motor: inductance must be non-negative");
  assert_string_equal(
      mjs_setToDCMotor(fresh(), K, 2, none, none, (double[]){0, -1}, none, none, none, none, 0),
      "DC motor: electrical time constant must be non-negative");
  assert_string_equal(
      mjs_setToDCMotor(fresh(), K, 2, none, none, none, none, none, heatOnly, none, 0),
      "DC motor: thermal resistance must be positive");
}

// COMPAT: SPEC-DCMOTOR: numbers that a part of the motor has to itself stay where the part is left
// out.
static void a_motor_keeps_numbers_of_parts_that_are_not_given(void** state) {
  mjsActuator* a = fresh();
  for (int i = 0; i < mjNGAIN; i++) {
    a->dynprm[i] = a->gainprm[i] = a->biasprm[i] = i + 10;
  }
  double K[2] = {.5, 0}, controller[6] = {1, 2, 3, 4, 5, 0};
  assert_string_equal(
      mjs_setToDCMotor(a, K, 2, NULL, NULL, NULL, NULL, controller, NULL, NULL, mjINPUT_POS), "");
  ASSERT_NUMBERS(a->gainprm, 0, 2, .5, 12, 13, 1, 2, 3, 17, 0, 19);
  ASSERT_NUMBERS(a->dynprm, 0, 0, 11, 12, 13, 14, 15, 16, 4, 5, 19);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 0, 0, 13, 14, 15, 16, 17, 18, 19);
  assert_int_equal(a->actdim, 2);

  // a refusal changes none
  assert_string_equal(
      mjs_setToDCMotor(a, K, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, mjINPUT_POS),
      "DC motor: resistance R must be positive");
  ASSERT_NUMBERS(a->gainprm, 0, 2, .5, 12, 13, 1, 2, 3, 17, 0, 19);
}

static void a_motor_needs_only_the_arrays_that_say_something(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsActuator* motor = mjs_addActuator(spec, NULL);
  double constants[2] = {2, 2};
  assert_string_equal(
      mjs_setToDCMotor(motor, constants, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0), "");
  assert_float_equal(motor->gainprm[1], 2, 1e-15);
  assert_float_equal(motor->gainprm[0], 3, 0);
  assert_int_equal(motor->actdim, 0);
  double nominal[3] = {12, 6, 4};
  mjsActuator* other = mjs_addActuator(spec, NULL);
  assert_string_equal(
      mjs_setToDCMotor(other, NULL, 0, nominal, NULL, NULL, NULL, NULL, NULL, NULL, 0), "");
  assert_float_equal(other->gainprm[1], 3, 1e-15);
  const char* refusal = mjs_setToDCMotor(mjs_addActuator(spec, NULL), NULL, 0, NULL, NULL, NULL,
                                         NULL, NULL, NULL, NULL, 0);
  assert_non_null(strstr(refusal, "motor constant K must be positive"));
  mj_deleteSpec(spec);
}

static void a_muscle_without_arrays_has_the_defaults(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsActuator* muscle = mjs_addActuator(spec, NULL);
  assert_string_equal(mjs_setToMuscle(muscle, NULL, 0, NULL, -1, -1, -1, -1, -1, -1, -1), "");
  assert_float_equal(muscle->dynprm[0], 0.01, 0);
  assert_float_equal(muscle->gainprm[0], 0.75, 0);
  mj_deleteSpec(spec);
}

static void an_integrated_servo_notes_an_accepted_time(void** state) {
  mjsActuator* a = fresh();
  double time = .25, negative = -1;
  assert_string_equal(mjs_setToIntVelocity(a, 10, NULL, NULL, &time, 0), "");
  ASSERT_NUMBERS(a->dynprm, 0, .25, 0, 0);
  assert_int_equal(a->dyntype, mjDYN_INTEGRATOR);
  mjs_setToIntVelocity(a, 10, NULL, NULL, &negative, 0);
  ASSERT_NUMBERS(a->dynprm, 0, .25, 0, 0);
  time = .5;
  mjs_setToIntVelocity(a, 10, NULL, &negative, &time, 0);
  ASSERT_NUMBERS(a->dynprm, 0, .25, 0, 0);
}

static void a_controller_keeps_the_numbers_it_does_not_set(void** state) {
  mjsActuator* a = fresh();
  double ki = 3;
  for (int i = 0; i < mjNGAIN; i++) {
    a->gainprm[i] = a->biasprm[i] = i + 1;
  }
  a->dynprm[0] = 9;
  a->dynprm[2] = 7;
  assert_string_equal(mjs_setToPID(a, 10, NULL, NULL, NULL, NULL, NULL, 0, 0), "");
  ASSERT_NUMBERS(a->gainprm, 0, 0, 2, 3, 4);
  ASSERT_NUMBERS(a->biasprm, 0, 1, -10, 3, 4);
  assert_string_equal(mjs_setToPID(a, 10, NULL, NULL, &ki, NULL, NULL, 0, 0), "");
  ASSERT_NUMBERS(a->gainprm, 0, 3, 2, 3, 4);
  ASSERT_NUMBERS(a->dynprm, 0, 9, 0, 7);
}

static void a_refused_servo_or_muscle_keeps_its_numbers(void** state) {
  double kv = 1, ki = 3, negative = -1, time[2] = {.1, .2}, range[2] = {.5, .6};
  mjsActuator* a = fresh();
  mjs_setToOrientation(a, 5, &kv, &kv, mjINPUT_POS);
  ASSERT_NUMBERS(a->gainprm, 0, 1);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 0, 0);
  mjs_setToPID(a, 5, &kv, &kv, &ki, NULL, NULL, 0, mjINPUT_POS);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 0, 0);
  mjs_setToPID(a, 5, &negative, NULL, &ki, NULL, NULL, 0, mjINPUT_POS);
  mjs_setToPID(a, 5, NULL, NULL, &ki, NULL, &negative, 0, mjINPUT_POS);
  ASSERT_NUMBERS(a->gainprm, 0, 1);
  a = fresh();
  mjs_setToMuscle(a, time, -1, range, 7, 8, .1, .2, .3, .4, .5);
  ASSERT_NUMBERS(a->dynprm, 0, .01, .04, 0);
  ASSERT_NUMBERS(a->gainprm, 0, .75, 1.05, -1, 200, .5);
  ASSERT_NUMBERS(a->biasprm, 0, 0, 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_servo_of_position_feeds_back_kp_and_kv, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(
          motors_dampers_cylinders_and_servos_of_velocity_set_gain_and_bias, makeSpec, deleteSpec),
      cmocka_unit_test_setup_teardown(a_muscle_keeps_what_was_set_on_purpose, makeSpec, deleteSpec),
      cmocka_unit_test_setup_teardown(a_pid_has_dynamics_when_it_integrates_or_slews, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(a_motor_follows_from_its_nominal_point, makeSpec, deleteSpec),
      cmocka_unit_test_setup_teardown(states_of_a_motor_are_counted_and_its_parts_checked, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(an_integrated_servo_notes_an_accepted_time, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(a_controller_keeps_the_numbers_it_does_not_set, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(a_motor_keeps_numbers_of_parts_that_are_not_given, makeSpec,
                                      deleteSpec),
      cmocka_unit_test_setup_teardown(a_refused_servo_or_muscle_keeps_its_numbers, makeSpec,
                                      deleteSpec),
      cmocka_unit_test(a_motor_needs_only_the_arrays_that_say_something),
      cmocka_unit_test(a_muscle_without_arrays_has_the_defaults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
