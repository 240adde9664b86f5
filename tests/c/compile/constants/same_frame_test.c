// Frames that coincide with their body's.

#include "compile/constants/same_frame.h"
#include "compile/compile_support.h"

static void frames_of_a_body_are_recognised(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><inertial pos='1 0 0' quat='1 1 0 0' mass='1' "
      "diaginertia='1 1 1'/><site/><site pos='2 0 0'/><site pos='1 0 0' quat='1 1 0 0'/>"
      "<site quat='1 1 0 0'/><site quat='1 0 1 0'/><site quat='-1 0 0 0'/></body>"
      "</worldbody>");
  static const mjtByte expected[] = {mjSAMEFRAME_BODY,    mjSAMEFRAME_BODYROT,
                                     mjSAMEFRAME_INERTIA, mjSAMEFRAME_INERTIAROT,
                                     mjSAMEFRAME_NONE,    mjSAMEFRAME_BODY};
  assert_memory_equal(m->site_sameframe, expected, sizeof expected);
  mj_deleteModel(m);
}

static void differences_below_a_millionth_do_not_count(void** state) {
  const mjtNum near[3] = {9e-7, 0, 0}, far[3] = {0, 0, -1.1e-6};
  assert_true(lb_isNullPos(near));
  assert_false(lb_isNullPos(far));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_of_a_body_are_recognised),
      cmocka_unit_test(differences_below_a_millionth_do_not_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
