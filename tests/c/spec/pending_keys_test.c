// Keyframes while the model around them changes.

#include "mjcf/parse_support.h"

static const mjsKey* keyOf(mjSpec* spec, const char* name) {
  return mjs_asKey(mjs_findElement(spec, mjOBJ_KEY, name));
}

static void deleting_a_body_takes_its_numbers_out_of_keys(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='a'><joint/><geom size='1'/></body>"
      "<body name='b'><joint type='ball'/><geom size='1'/></body>"
      "<body name='c'><joint/><geom size='1'/></body></worldbody>"
      "<keyframe><key name='k' time='3' qpos='1 0 1 0 0 2' qvel='3 4 5 6 7'/></keyframe></mujoco>");
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "b")->element), 0);
  lb_specOrderTree(lb_spec(spec));
  const double qpos[2] = {1, 2}, qvel[2] = {3, 7};
  const mjsKey* key = keyOf(spec, "k");
  assert_float_equal(key->time, 3, 0);
  assert_int_equal(key->qpos->count, 2);
  assert_memory_equal(key->qpos->items, qpos, sizeof qpos);
  assert_memory_equal(key->qvel->items, qvel, sizeof qvel);
  mj_deleteSpec(spec);
}

static const char* const child =
    "<mujoco><worldbody><body name='a'><joint name='j'/><geom size='1'/></body>"
    "<body name='b'><joint name='k'/><geom size='1'/></body></worldbody>"
    "<keyframe><key name='key' qpos='5 6'/></keyframe></mujoco>";

// SPEC-KEY-ATTACH: the key of the part that was attached first gets the numbers of the second, too;
// that of the second has the first at the reference.
static void keys_of_a_part_get_the_numbers_of_parts_attached_later(void** state) {
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* part = parseModel(child);
  mjsElement* frame = mjs_findFrame(parent, "f")->element;
  assert_non_null(mjs_attach(frame, mjs_findBody(part, "a")->element, "x_", ""));
  assert_non_null(mjs_attach(frame, mjs_findBody(part, "b")->element, "y_", ""));
  lb_specOrderTree(lb_spec(parent));
  const double first[2] = {5, 6}, second[2] = {0, 6};
  assert_int_equal(keyOf(parent, "x_key")->qpos->count, 2);
  assert_memory_equal(keyOf(parent, "x_key")->qpos->items, first, sizeof first);
  assert_memory_equal(keyOf(parent, "y_key")->qpos->items, second, sizeof second);
  mj_deleteSpec(part);
  mj_deleteSpec(parent);
}

static void elements_that_a_key_says_nothing_of_are_at_the_reference(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><compiler angle='radian'/><worldbody><frame name='f'/>"
      "<body><joint ref='.5'/><geom size='1'/></body></worldbody></mujoco>");
  mjSpec* part = parseModel(child);
  assert_non_null(
      mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(part, "a")->element, "x_", ""));
  lb_specOrderTree(lb_spec(parent));
  const mjsKey* key = keyOf(parent, "x_key");
  assert_int_equal(key->qpos->count, 2);
  // the attached body comes last
  assert_float_equal(key->qpos->items[0], 0.5, 0);
  assert_float_equal(key->qpos->items[1], 5, 0);
  mj_deleteSpec(part);
  mj_deleteSpec(parent);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(deleting_a_body_takes_its_numbers_out_of_keys),
      cmocka_unit_test(keys_of_a_part_get_the_numbers_of_parts_attached_later),
      cmocka_unit_test(elements_that_a_key_says_nothing_of_are_at_the_reference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
