// Numbers of keyframes: whose they are, and what stands where a key is too short.

#include "mjcf/parse_support.h"

#include "spec/key_layout.h"

#include <stdio.h>

// A free body, then a hinge with ref = 10 degrees, then a mocap body.
static mjSpec* walker(const char* key) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><body pos='1 2 3'><freejoint name='f'/><geom size='.1'/>"
           "<body><joint name='h' ref='10'/><geom size='.1'/></body></body>"
           "<body name='m' mocap='true' pos='4 5 6'/></worldbody>"
           "<actuator><motor joint='h'/><general joint='h' dyntype='filter' dynprm='1'/></actuator>"
           "<keyframe><key name='k' %s/></keyframe></mujoco>",
           key);
  mjSpec* spec = parseModel(xml);
  lb_specOrderTree(lb_spec(spec));
  return spec;
}

static void each_vector_lists_its_elements_in_order(void** state) {
  mjSpec* spec = walker("");
  const lbKeyLayout* layout = lb_keyLayout(lb_spec(spec));
  const lbKeySlots* qpos = &layout->parts[LB_KEY_QPOS];
  assert_int_equal(qpos->size, 8);
  assert_int_equal(qpos->slots.count, 2);
  assert_int_equal(qpos->slots.items[1].adr, 7);
  assert_int_equal(layout->parts[LB_KEY_QVEL].size, 7);
  assert_int_equal(layout->parts[LB_KEY_CTRL].size, 2);
  assert_int_equal(layout->parts[LB_KEY_MPOS].size, 3);
  // a motor has no activation, a filter one
  assert_int_equal(layout->parts[LB_KEY_ACT].size, 1);
  assert_int_equal(layout->parts[LB_KEY_ACT].slots.items[0].size, 0);
  const lbElement* hinge = (lbElement*)mjs_findElement(spec, mjOBJ_JOINT, "h");
  assert_ptr_equal(lb_keySlot(qpos, hinge), &qpos->slots.items[1]);
  assert_null(lb_keySlot(&layout->parts[LB_KEY_CTRL], hinge));
  mj_deleteSpec(spec);
}

// SPEC-KEY-PAD
static void a_short_key_gets_the_attributes_as_written(void** state) {
  mjSpec* spec = walker("qpos='9'");
  lb_padKeys(lb_spec(spec));
  const mjsKey* key = mjs_asKey(mjs_findElement(spec, mjOBJ_KEY, "k"));
  // neither the body's position nor a rotation, and degrees
  const double expected[8] = {9, 0, 0, 0, 0, 0, 0, 10};
  assert_int_equal(key->qpos->count, 8);
  assert_memory_equal(key->qpos->items, expected, sizeof expected);
  assert_int_equal(key->qvel->count, 0);
  mj_deleteSpec(spec);
}

static void a_pose_of_a_mocap_body_is_given_whole_or_not_at_all(void** state) {
  mjSpec* spec = walker("mpos='7 7'");
  lb_padKeys(lb_spec(spec));
  const mjsKey* key = mjs_asKey(mjs_findElement(spec, mjOBJ_KEY, "k"));
  const double expected[3] = {4, 5, 6};
  assert_memory_equal(key->mpos->items, expected, sizeof expected);
  mj_deleteSpec(spec);
}

static void a_key_that_is_too_long_is_refused(void** state) {
  char text[200];
  mjSpec* spec = walker("ctrl='1 2 3'");
  assert_string_equal(lb_checkKeys(lb_spec(spec), text, sizeof text),
                      "Keyframe 'k' has invalid ctrl size, got 3, should be 2");
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_vector_lists_its_elements_in_order),
      cmocka_unit_test(a_short_key_gets_the_attributes_as_written),
      cmocka_unit_test(a_pose_of_a_mocap_body_is_given_whole_or_not_at_all),
      cmocka_unit_test(a_key_that_is_too_long_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
