// Feasible lengths of actuators.

#include "compile/compile_support.h"

#define ALL "<compiler angle='radian'><lengthrange mode='all' uselimit='true'/></compiler>"

static void askBeyondTheActuators(void* context) {
  char error[200];
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  mj_setLengthRange(context, NULL, 9, &opt, error, sizeof error);
}

static void an_actuator_that_does_not_exist_is_an_error(void** state) {
  mjModel* m = compiled("<worldbody/>");
  ASSERT_SAYS(errorOf(askBeyondTheActuators, m), "mj_setLengthRange: invalid actuator index 9");
  mj_deleteModel(m);
}

// LR-03: from the limits, whatever the gear is.
static void limits_are_the_range_at_any_gear(void** state) {
  mjModel* m = compiled(ALL
                        "<worldbody><body><joint name='j' range='-1 2'/><geom size='1'/></body>"
                        "</worldbody><actuator><motor joint='j' gear='5'/></actuator>");
  ASSERT_NUMBERS(m->actuator_lengthrange, 0, -1, 2);
  mj_deleteModel(m);
}

// MODEL-LENGTHRANGE: targets are looked up by the actuator's number in a table of two entries for
// each, so that the second actuator finds the (missing) second target of the first: it is
// simulated, and reaches a little beyond its soft limits.
static void only_the_first_actuator_is_sure_of_its_limits(void** state) {
  mjModel* m = compiled(ALL
                        "<worldbody><body><joint name='j' range='-1 2' damping='1'/>"
                        "<geom size='1'/></body></worldbody><actuator><motor joint='j'/>"
                        "<motor joint='j'/></actuator>");
  ASSERT_NUMBERS(m->actuator_lengthrange, 0, -1, 2);
  assert_true(m->actuator_lengthrange[2] != -1 && m->actuator_lengthrange[3] != 2);
  ASSERT_NUMBERS(m->actuator_lengthrange + 2, 0.05, -1, 2);
  mj_deleteModel(m);
}

static void a_range_that_is_given_is_used(void** state) {
  mjModel* m = compiled(ALL
                        "<worldbody><body><joint name='j' range='-1 2'/><geom size='1'/></body>"
                        "</worldbody><actuator><motor joint='j' lengthrange='3 4'/></actuator>");
  ASSERT_NUMBERS(m->actuator_lengthrange, 0, 3, 4);
  mj_deleteModel(m);
}

// LR-05, LR-08: pulling and pushing shows the circle on which the end of a tendon runs.
static void geometry_may_be_the_only_limit(void** state) {
  mjModel* m = compiled(ALL
                        "<worldbody><site name='a' pos='3 0 0'/><body><joint axis='0 0 1'/>"
                        "<geom size='.1' pos='1 0 0'/><site name='b' pos='.6 .8 0'/></body>"
                        "</worldbody><tendon><spatial name='t'><site site='a'/><site site='b'/>"
                        "</spatial></tendon><actuator><motor tendon='t'/></actuator>");
  ASSERT_NUMBERS(m->actuator_lengthrange, 0.05, 2, 4);
  mj_deleteModel(m);
}

// LR-09, LR-13
static void a_length_without_limits_is_an_error(void** state) {
  assertRefused(ALL
                "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
                "<actuator><motor joint='j'/></actuator>",
                "ength");
}

// Nobody waits for a simulation of centuries, nor for one whose time stands still.
static void a_simulation_without_end_is_refused(void** state) {
  static const char* const body =
      "<worldbody><body><joint name='j' range='-1 2'/><geom size='1'/></body></worldbody>"
      "<actuator><motor joint='j'/></actuator>";
  char text[1000], error[200];
  snprintf(text, sizeof text,
           "<compiler angle='radian'><lengthrange mode='all' inttotal='1e9'/></compiler>%s", body);
  assertRefused(text, "1e+09 s in steps of 0.01 s has more than 1e+06 steps");
  snprintf(text, sizeof text, ALL "%s", body);
  mjModel* m = compiled(text);
  mjData* d = mj_makeData(m);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.mode = mjLRMODE_ALL;
  opt.useexisting = 0;
  static const mjtNum steps[] = {0, -0.01, NAN};
  for (int i = 0; i < 3; i++) {
    m->opt.timestep = steps[i];
    assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
    assert_non_null(strstr(error, "has more than 1e+06 steps"));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void muscles_alone_are_measured_unless_more_is_asked_for(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian'><lengthrange uselimit='true'/></compiler><worldbody><body><joint "
      "name='j' range='-1 2'/>"
      "<geom size='1'/></body></worldbody><actuator><muscle joint='j'/>"
      "<motor joint='j'/></actuator>");
  ASSERT_NUMBERS(m->actuator_lengthrange, 0, -1, 2, 0, 0);
  mj_deleteModel(m);
}

#define LEG                                                                                        \
  "<compiler angle='radian'/><worldbody><site name='hip' pos='.1 0 0'/><site name='back' "         \
  "pos='-.1 "                                                                                      \
  "0 0'/><geom name='roll' type='cylinder' size='.03 .1' euler='1.57 0 0'/><body><joint "          \
  "axis='0 1 0' range='-%s 1' limited='true'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 "  \
  "-.4'/><site name='thigh' pos='.05 0 -.3'/><body pos='0 0 -.4'><joint axis='0 1 0' range='-1.5 " \
  ".1' limited='true'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 -.4'/><site "             \
  "name='shin' pos='.05 0 -.1'/></body></body></worldbody><tendon><spatial name='flexor'><site "   \
  "site='hip'/><geom geom='roll'/><site site='thigh'/></spatial><spatial name='both'><site "       \
  "site='hip'/><site site='shin'/></spatial><spatial name='extensor' limited='true' range='0 "     \
  ".6'><site site='back'/><site site='shin'/></spatial></tendon><actuator><muscle "                \
  "tendon='flexor'/><muscle tendon='both'/><muscle tendon='extensor'/></actuator>"

// The compiler leaves out the paths of tendons that do not act, and finds what it has simulated for
// the same model before.
static void ranges_are_those_of_the_whole_model_and_found_again(void** state) {
  char text[2000], other[2000];
  snprintf(text, sizeof text, LEG, ".5");
  snprintf(other, sizeof other, LEG, ".6");
  mjModel* models[2];
  compileTwice(text, models);
  mjModel *m = models[0], *again = models[1];
  size_t kept = mj_getCacheSize(mj_getCache());
  mjModel* differs = compiled(other);
  assert_true(mj_getCacheSize(mj_getCache()) > kept);

  mjModel* whole = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(whole);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.useexisting = 0;
  whole->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                            mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  whole->opt.timestep = opt.timestep;
  for (int i = 0; i < 3; i++) {
    char error[200];
    mju_zero(whole->actuator_lengthrange + 2 * i, 2);
    assert_int_equal(mj_setLengthRange(whole, d, i, &opt, error, sizeof error), 1);
  }
  assert_true(m->actuator_lengthrange[0] < m->actuator_lengthrange[1]);
  assert_memory_equal(m->actuator_lengthrange, whole->actuator_lengthrange, 6 * sizeof(mjtNum));
  assert_memory_equal(m->actuator_lengthrange, again->actuator_lengthrange, 6 * sizeof(mjtNum));
  assert_memory_not_equal(m->actuator_lengthrange, differs->actuator_lengthrange,
                          6 * sizeof(mjtNum));
  assert_memory_equal(m->tendon_num, ((int[]){3, 2, 2}), 3 * sizeof(int));
  mj_deleteData(d);
  mj_deleteModel(whole);
  mj_deleteModel(differs);
  mj_deleteModel(again);
  mj_deleteModel(m);
}

// LR-RESULT: what is found stays in the model when it is refused; the velocity decays before a
// step, and a mode that does not exist means all actuators.
static void refused_ranges_and_the_last_velocity_are_left(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian'/><worldbody><body><joint name='j' type='slide' axis='1 0 0'/>"
      "<geom size='.1'/></body></worldbody><actuator><motor joint='j'/></actuator>");
  mjData* d = mj_makeData(m);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.mode = 7;
  opt.useexisting = 0;
  opt.inttotal = m->opt.timestep;
  char error[200];
  m->opt.gravity[2] = 0;
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
  assert_string_equal(error, "Invalid lengthrange (0, 0) in actuator 0");
  ASSERT_NUMBERS(d->qvel, 1e-12, opt.accel * m->opt.timestep);

  opt.inttotal = 3;
  opt.interval = 1;
  for (int side = 0; side < 2; side++) {
    m->jnt_limited[0] = side;
    m->jnt_range[0] = -1;
    m->jnt_range[1] = 1000;
    assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
    assert_non_null(strstr(error, side ? "did not converge in actuator 0:\n  eval ("
                                       : "did not converge in actuator 0:\n  eval (-"));
    assert_non_null(strstr(error, side ? ")\n range (" : ")\n  range (-"));
    assert_true(m->actuator_lengthrange[1] > 10);
    assert_true(side ? m->actuator_lengthrange[0] > -1.1 : m->actuator_lengthrange[0] < -10);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A load at rest is not simulated to the end, unless other forces may move it again; both find the
// same range.
static void a_load_at_rest_is_not_simulated_further(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian'/><worldbody><body><joint name='j' axis='0 1 0' range='-1 2'/>"
      "<geom size='.1' pos='0 0 1'/><site name='b' pos='1e-9 0 1'/></body>"
      "<site name='a' pos='0 0 3'/></worldbody>"
      "<tendon><spatial name='t'><site site='a'/><site site='b'/></spatial></tendon>"
      "<actuator><motor joint='j'/><motor tendon='t'/></actuator>");
  mjData* d = mj_makeData(m);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.mode = mjLRMODE_ALL;
  opt.useexisting = 0;
  m->opt.disableflags = mjDSBL_ACTUATION | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_CONTACT;
  m->opt.gravity[2] = 0;
  m->opt.timestep = opt.timestep;
  char error[200];
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 1);
  assert_true(d->time > opt.inttotal / 5 && d->time < opt.inttotal / 2);
  mjtNum early[2] = {m->actuator_lengthrange[0], m->actuator_lengthrange[1]};

  // no tolerance at all is for who wants the last bit, that may flip
  opt.tolrange = 0;
  mj_setLengthRange(m, d, 0, &opt, error, sizeof error);
  assert_true(d->time >= opt.inttotal);
  mj_defaultLROpt(&opt);
  opt.mode = mjLRMODE_ALL;
  opt.useexisting = 0;

  m->opt.disableflags &= ~mjDSBL_DAMPER;
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 1);
  assert_true(d->time >= opt.inttotal);
  ASSERT_NUMBERS(m->actuator_lengthrange, 1e-12, early[0], early[1]);

  // the shortest length, where the load starts, is left when pushed; where it goes is the limit
  mj_setLengthRange(m, d, 1, &opt, error, sizeof error);
  mjtNum far = sqrt(10 - 6 * cos(2));
  ASSERT_NUMBERS(m->actuator_lengthrange + 2, 0.02, 2, far);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_actuator_that_does_not_exist_is_an_error),
      cmocka_unit_test(limits_are_the_range_at_any_gear),
      cmocka_unit_test(only_the_first_actuator_is_sure_of_its_limits),
      cmocka_unit_test(a_range_that_is_given_is_used),
      cmocka_unit_test(geometry_may_be_the_only_limit),
      cmocka_unit_test(a_length_without_limits_is_an_error),
      cmocka_unit_test(a_simulation_without_end_is_refused),
      cmocka_unit_test(muscles_alone_are_measured_unless_more_is_asked_for),
      cmocka_unit_test(ranges_are_those_of_the_whole_model_and_found_again),
      cmocka_unit_test(a_load_at_rest_is_not_simulated_further),
      cmocka_unit_test(refused_ranges_and_the_last_velocity_are_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
