// Constants of the finished model, checks and a trial step.

#include "compile/compile_support.h"

static void moving_bodies_need_mass_but_may_borrow_it(void** state) {
  assertRefused("<worldbody><body name='light'><joint/></body></worldbody>",
                "mass and inertia of moving bodies must be larger than mjMINVAL");
  // a body welded to it
  mj_deleteModel(
      compiled("<worldbody><body><joint/><body><geom size='1'/></body></body></worldbody>"));
}

static void the_total_mass_may_be_set(void** state) {
  mjModel* m = compiled(
      "<compiler settotalmass='10'/><worldbody><body><joint/><geom size='1' mass='1'/>"
      "</body><body><joint/><geom size='1' mass='4'/></body></worldbody>");
  ASSERT_NUMBERS(m->body_mass + 1, 1e-14, 2, 8);
  mj_deleteModel(m);
}

// The trial step makes one iteration and one sweep, however many a model asks for; it keeps asking.
static void loading_does_not_wait_for_all_iterations(void** state) {
  mjModel* m = compiled(
      "<option iterations='2000000000' noslip_iterations='2000000000' tolerance='0' "
      "noslip_tolerance='0' solver='PGS'/><worldbody><geom type='plane' size='1 1 .1'/><body "
      "pos='0 0 .09'><freejoint/><geom size='.1' condim='3'/></body></worldbody>");
  assert_int_equal(m->opt.iterations, 2000000000);
  assert_int_equal(m->opt.noslip_iterations, 2000000000);
  mj_deleteModel(m);
}

static void lengths_that_were_found_are_kept_in_the_spec(void** state) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><compiler angle='radian'><lengthrange "
      "uselimit='true'/></compiler><worldbody><body><joint name='j' "
      "range='-1 2'/><geom size='1'/></body></worldbody><actuator><muscle "
      "name='a' joint='j'/></actuator></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  char xml[4096];
  assert_int_equal(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "lengthrange=\"-1 2\""));
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void compiling_leaves_the_options_as_they_were(void** state) {
  mjModel* m = compiled(
      "<option><flag sleep='enable'/></option><worldbody><body><freejoint/>"
      "<geom size='1'/></body></worldbody>");
  assert_int_equal(m->opt.enableflags, mjENBL_SLEEP);
  mj_deleteModel(m);
}

static int warnings;

static void countWarning(const char* message) {
  warnings++;
}

static void singular_inertia_is_told_when_it_is_simulated(void** state) {
  warnings = 0;
  mju_user_warning = countWarning;
  mjModel* m = compiled(
      "<worldbody><body><joint axis='0 1 0'/><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
      "</body></worldbody>");
  assert_int_equal(warnings, 0);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mju_user_warning = NULL;
  assert_int_equal(warnings, 1);
  assert_int_equal(d->warning[mjWARN_INERTIA].number, 1);
  assert_true(isfinite(d->qacc[0]) && isfinite(d->qacc[1]));
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moving_bodies_need_mass_but_may_borrow_it),
      cmocka_unit_test(the_total_mass_may_be_set),
      cmocka_unit_test(loading_does_not_wait_for_all_iterations),
      cmocka_unit_test(lengths_that_were_found_are_kept_in_the_spec),
      cmocka_unit_test(compiling_leaves_the_options_as_they_were),
      cmocka_unit_test(singular_inertia_is_told_when_it_is_simulated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
