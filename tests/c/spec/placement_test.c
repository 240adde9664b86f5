// Poses of elements in the body around them.

#include "mjcf/parse_support.h"

#include "spec/placement.h"

static void frames_are_left_from_the_inside_out(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><frame pos='1 0 0' euler='0 0 90'><frame pos='2 0 0'>"
      "<site name='s' pos='0 3 0'/></frame></frame></worldbody></mujoco>");
  mjsElement* element = mjs_findElement(spec, mjOBJ_SITE, "s");
  const mjsSite* site = mjs_asSite(element);
  double pos[3], quat[4];
  lb_poseInBody(lb_head(element), site->pos, site->quat, &site->alt, pos, quat);
  // x of the frames is y of the body
  assert_float_equal(pos[0], 1 - 3, 1e-12);
  assert_float_equal(pos[1], 2, 1e-12);
  assert_float_equal(quat[0], sqrt(0.5), 1e-12);
  assert_float_equal(quat[3], sqrt(0.5), 1e-12);
  mj_deleteSpec(spec);
}

static void an_inertial_replaces_all_that_was_given(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='b'><inertial pos='0 0 0' mass='1' euler='90 0 0'"
      " diaginertia='1 2 2'/></body></worldbody></mujoco>");
  mjsBody* body = mjs_findBody(spec, "b");
  const lbInertial inertial = {{1, 2, 3}, {1, 0, 0, 0}, 4, {5, 5, 5}};
  lb_setInertial(body, &inertial);
  assert_int_equal(body->ialt.type, mjORIENTATION_QUAT);
  assert_true(body->explicitinertial);
  assert_float_equal(body->mass, 4, 0);
  assert_float_equal(body->inertia[2], 5, 0);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_are_left_from_the_inside_out),
      cmocka_unit_test(an_inertial_replaces_all_that_was_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
