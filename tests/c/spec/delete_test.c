// Deleting of elements and default classes.

#include "spec/spec_support.h"

#include "mjcf/parse_support.h"

static void deleting_a_body_takes_everything_in_it(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  mjs_addGeom(addNamedBody(a, "inner"), NULL);
  mjs_addJoint(a, NULL);
  assert_int_equal(mjs_delete(spec, a->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1);
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 0);
  assert_int_equal(countOf(spec, mjOBJ_JOINT), 0);
  assert_null(mjs_findBody(spec, "inner"));
  assert_int_equal(mjs_delete(spec, worldOf(spec)->element), -1);
  mj_deleteSpec(spec);
}

// SPEC-DELETE: also what refers to a tendon that goes.
static void with_a_body_goes_what_refers_to_it(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='a'><joint name='j'/><geom name='g' size='1'/><site "
      "name='s'/></body><body name='b'><joint name='k'/><geom name='h' "
      "size='1'/></body></worldbody>"
      "<contact><pair name='p' geom1='g' geom2='h'/><exclude name='x' body1='a' body2='b'/>"
      "</contact><equality><joint name='e' joint1='j'/><joint name='e2' joint1='k'/></equality>"
      "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
      "<actuator><motor name='m' tendon='t'/><motor name='m2' joint='k'/></actuator>"
      "<sensor><touch name='q' site='s'/><actuatorfrc name='r' actuator='m2'/></sensor></mujoco>");
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "a")->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_PAIR) + countOf(spec, mjOBJ_EXCLUDE), 0);
  assert_string_equal(namesOf(spec, mjOBJ_EQUALITY), "e2 ");
  assert_string_equal(namesOf(spec, mjOBJ_TENDON), "");
  assert_string_equal(namesOf(spec, mjOBJ_ACTUATOR), "m2 ");
  assert_string_equal(namesOf(spec, mjOBJ_SENSOR), "r ");
  assert_int_equal(mjs_getId(mjs_findElement(spec, mjOBJ_ACTUATOR, "m2")), 0);
  mj_deleteSpec(spec);
}

static void a_frame_takes_along_what_is_in_it(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><frame name='f'><geom name='g' size='1'/><frame name='inner'>"
      "<body name='b'><geom name='h' size='1'/></body></frame></frame><geom name='stays' size='1'/>"
      "</worldbody></mujoco>");
  assert_int_equal(mjs_delete(spec, mjs_findFrame(spec, "f")->element), 0);
  assert_string_equal(namesOf(spec, mjOBJ_GEOM), "stays ");
  assert_string_equal(namesOf(spec, mjOBJ_BODY), "world ");
  assert_int_equal(countOf(spec, mjOBJ_FRAME), 0);
  mj_deleteSpec(spec);
}

static void elements_of_a_deleted_class_fall_back_to_its_parent(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* outer = mjs_addDefault(spec, "outer", NULL);
  mjsDefault* inner = mjs_addDefault(spec, "inner", outer);
  mjs_addDefault(spec, "innermost", inner);
  inner->geom->density = 7;
  mjsGeom* geom = mjs_addGeom(worldOf(spec), inner);
  assert_int_equal(mjs_delete(spec, inner->element), 0);
  assert_ptr_equal(mjs_getDefault(geom->element), outer);
  assert_float_equal(geom->density, 7, 0);
  assert_null(mjs_findDefault(spec, "innermost"));
  mj_deleteSpec(spec);
}

static void the_main_class_and_elements_of_other_models_stay(void** state) {
  mjSpec *spec = mj_makeSpec(), *other = mj_makeSpec();
  assert_int_equal(mjs_delete(spec, mjs_getSpecDefault(spec)->element), -1);
  ASSERT_SAYS(mjs_getError(spec), "cannot remove the global default ('main')");
  assert_int_equal(mjs_delete(spec, addNamedBody(worldOf(other), "a")->element), -1);
  ASSERT_SAYS(mjs_getError(spec), "element is not in this model");
  assert_int_equal(mjs_delete(spec, worldOf(spec)->element), -1);
  ASSERT_SAYS(mjs_getError(spec), "cannot delete the world body");
  mj_deleteSpec(other);
  mj_deleteSpec(spec);
}

static mjSpec* parentWithCable(int attachments) {
  mjSpec* parent =
      parseModel("<mujoco><worldbody><body name='p'><frame name='f'/></body></worldbody></mujoco>");
  mjSpec* child = parseModel(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='soft'>"
      "<config key='twist' value='1e5'/></instance></plugin></extension><worldbody>"
      "<body name='a'><joint/><geom type='capsule' size='.1 1'/><plugin instance='soft'/>"
      "<body name='b'><joint/><geom type='capsule' size='.1 1'/><plugin instance='soft'/></body>"
      "</body></worldbody></mujoco>");
  mjs_setDeepCopy(parent, attachments > 1);
  for (int i = 0; i < attachments; i++) {
    assert_non_null(mjs_attach(mjs_findFrame(parent, "f")->element,
                               mjs_findBody(child, "a")->element, i ? "y_" : "x_", ""));
  }
  mj_deleteSpec(child);
  return parent;
}

static void an_attached_instance_goes_with_the_last_body_that_uses_it(void** state) {
  mjSpec* spec = parentWithCable(1);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 1);
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "x_b")->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 1);
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "x_a")->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 0);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->nplugin, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void deleting_one_attachment_leaves_the_instance_of_the_other(void** state) {
  mjSpec* spec = parentWithCable(2);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 2);
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "x_a")->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 1);
  assert_non_null(mjs_findElement(spec, mjOBJ_PLUGIN, "y_soft"));
  mj_deleteSpec(spec);
}

static void an_instance_of_ones_own_stays_without_users(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='soft'/></plugin>"
      "</extension><worldbody><body name='a'><joint/><geom type='capsule' size='.1 1'/>"
      "<plugin instance='soft'/></body></worldbody></mujoco>");
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "a")->element), 0);
  assert_int_equal(countOf(spec, mjOBJ_PLUGIN), 1);
  mj_deleteSpec(spec);
}

// Whatever order they go in, compiled or not.
static void keys_lose_the_numbers_of_what_is_deleted(void** state) {
  for (int round = 0; round < 4; round++) {
    mjSpec* spec = parseModel(
        "<mujoco><worldbody><body name='a'><joint name='ja'/><geom size='.1'/></body>"
        "<body name='b'><joint name='jb'/><geom size='.1'/></body>"
        "<frame name='f'><body mocap='true'/></frame></worldbody>"
        "<actuator><motor name='ma' joint='ja'/><motor name='mb' joint='jb'/></actuator>"
        "<keyframe><key name='k' qpos='1 2' qvel='3 4' ctrl='5 6' mpos='7 8 9'/></keyframe>"
        "</mujoco>");
    const char* order = round % 2 ? "mjb" : "mf";
    if (round < 2) {
      mj_deleteModel(mj_compile(spec, NULL));
    }
    for (const char* next = order; *next; next++) {
      mjsElement* element = *next == 'm'   ? mjs_findElement(spec, mjOBJ_ACTUATOR, "ma")
                            : *next == 'j' ? mjs_findElement(spec, mjOBJ_JOINT, "ja")
                            : *next == 'f' ? mjs_findElement(spec, mjOBJ_FRAME, "f")
                                           : mjs_findElement(spec, mjOBJ_BODY, "a");
      assert_int_equal(mjs_delete(spec, element), 0);
    }
    mjModel* m = mj_compile(spec, NULL);
    assert_non_null(m);
    assert_true(m->key_ctrl[0] == 6);
    assert_true(m->key_qpos[m->nq - 1] == 2 && m->key_qvel[m->nv - 1] == 4);
    assert_int_equal(m->nmocap, round % 2);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(deleting_a_body_takes_everything_in_it),
      cmocka_unit_test(with_a_body_goes_what_refers_to_it),
      cmocka_unit_test(a_frame_takes_along_what_is_in_it),
      cmocka_unit_test(elements_of_a_deleted_class_fall_back_to_its_parent),
      cmocka_unit_test(the_main_class_and_elements_of_other_models_stay),
      cmocka_unit_test(an_attached_instance_goes_with_the_last_body_that_uses_it),
      cmocka_unit_test(deleting_one_attachment_leaves_the_instance_of_the_other),
      cmocka_unit_test(an_instance_of_ones_own_stays_without_users),
      cmocka_unit_test(keys_lose_the_numbers_of_what_is_deleted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
