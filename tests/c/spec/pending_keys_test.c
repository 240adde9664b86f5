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

// SPEC-KEY-CONTROLS: actuators that are copied take their controls and activations to the new key,
// those that are not copied stay in both (measured on the peer).
static void a_copy_within_a_spec_keeps_controls_and_activations(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><frame name='f'/><body name='b'><joint name='j'/><geom size='1'/></body>"
      "<body name='z'><joint name='k'/><geom size='1'/></body></worldbody>"
      "<actuator><general joint='j' dyntype='integrator'/><motor joint='k'/></actuator>"
      "<keyframe><key name='key' act='5' ctrl='6 7'/></keyframe></mujoco>");
  mjs_setDeepCopy(spec, 1);
  for (int i = 0; i < 2; i++) {
    const char* prefix = i ? "y_" : "x_";
    assert_non_null(mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(spec, "b")->element,
                               prefix, ""));
  }
  lb_specOrderTree(lb_spec(spec));
  const double act[3][3] = {{5, 0, 0}, {0, 5, 0}, {0, 0, 5}};
  const double ctrl[3][4] = {{6, 7, 0, 0}, {0, 7, 6, 0}, {0, 7, 0, 6}};
  const char* names[3] = {"key", "x_key", "y_key"};
  for (int i = 0; i < 3; i++) {
    assert_memory_equal(keyOf(spec, names[i])->act->items, act[i], sizeof act[i]);
    assert_memory_equal(keyOf(spec, names[i])->ctrl->items, ctrl[i], sizeof ctrl[i]);
  }
  mj_deleteSpec(spec);
}

static void attaching_a_model_with_pending_keys_warns(void** state) {
  const char* parents = "<mujoco><worldbody><frame name='f'/></worldbody></mujoco>";
  mjSpec* part = parseModel(child);
  for (int compiled = 0; compiled < 2; compiled++) {
    mjSpec* inner = parseModel(parents);
    mjSpec* outer = parseModel(parents);
    mjs_setDeepCopy(inner, 1);
    assert_non_null(
        mjs_attach(mjs_findFrame(inner, "f")->element, mjs_findBody(part, "a")->element, "x_", ""));
    if (compiled) {
      mj_deleteModel(mj_compile(inner, NULL));
    }
    assert_non_null(mjs_attach(mjs_findFrame(outer, "f")->element,
                               mjs_findBody(inner, "x_a")->element, "y_", ""));
    assert_int_equal(mjs_numWarnings(outer), !compiled);
    if (!compiled) {
      assert_non_null(strstr(mjs_getWarning(outer, 0), "Child model has pending keyframes."));
    }
    mj_deleteSpec(inner);
    mj_deleteSpec(outer);
  }
  mj_deleteSpec(part);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(deleting_a_body_takes_its_numbers_out_of_keys),
      cmocka_unit_test(keys_of_a_part_get_the_numbers_of_parts_attached_later),
      cmocka_unit_test(elements_that_a_key_says_nothing_of_are_at_the_reference),
      cmocka_unit_test(a_copy_within_a_spec_keeps_controls_and_activations),
      cmocka_unit_test(attaching_a_model_with_pending_keys_warns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
