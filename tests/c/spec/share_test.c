// Attaching by reference: one element, two specs.

#include "spec/spec_support.h"

static mjSpec* makeParent(void) {
  return parseModel(
      "<mujoco model='parent'><worldbody><frame name='f'/><frame name='h'/>"
      "<body name='pb'><geom name='pg' size='1'/></body></worldbody></mujoco>");
}

static mjSpec* makeChild(void) {
  return parseModel(
      "<mujoco model='child'><default><default class='cc'><geom size='.3'/></default></default>"
      "<asset><material name='mat'/></asset><worldbody><geom name='floor' size='1'/>"
      "<frame name='cf'><body name='b' childclass='cc'><joint name='j'/>"
      "<geom name='g' material='mat'/><body name='bb'><geom size='.1' name='gg'/>"
      "<joint name='jj'/></body></body></frame>"
      "<body name='c'><joint name='cj'/><geom name='cg' size='.1' material='mat'/></body>"
      "</worldbody><actuator><motor name='a' joint='j'/><motor name='ac' joint='cj'/></actuator>"
      "<equality><joint name='e' joint1='j' joint2='jj'/></equality>"
      "<keyframe><key name='k' qpos='1 2 3' ctrl='4 5'/></keyframe></mujoco>");
}

static mjsElement* attachTo(mjSpec* parent, const char* frame, mjsElement* element,
                            const char* prefix) {
  return mjs_attach(mjs_findFrame(parent, frame)->element, element, prefix, "");
}

static mjsElement* bodyOf(mjSpec* spec, const char* name) {
  mjsBody* body = mjs_findBody(spec, name);
  assert_non_null(body);
  return body->element;
}

static void assertCompiles(mjSpec* spec, int bodies, int controls) {
  mjModel* m = mj_compile(spec, NULL);
  assert_string_equal(mjs_getError(spec), "");
  assert_non_null(m);
  assert_int_equal(m->nbody, bodies);
  assert_int_equal(m->nu, controls);
  mj_deleteModel(m);
}

static void an_element_is_in_both_specs_under_its_new_name(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  assert_ptr_equal(attachTo(parent, "f", body, "p_"), body);
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world pb p_b p_bb ");
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world p_b p_bb c ");
  assert_string_equal(namesOf(child, mjOBJ_GEOM), "floor p_g p_gg cg ");
  assert_string_equal(namesOf(parent, mjOBJ_GEOM), "pg p_g p_gg ");
  assert_string_equal(namesOf(parent, mjOBJ_ACTUATOR), "p_a ");
  assert_string_equal(namesOf(child, mjOBJ_ACTUATOR), "p_a ac ");
  assert_string_equal(namesOf(child, mjOBJ_MATERIAL), "p_mat ");
  assert_null(mjs_findBody(child, "b"));
  assert_ptr_equal(bodyOf(child, "p_b"), body);
  assert_ptr_equal(mjs_getSpec(body), parent);
  assert_ptr_equal(mjs_getOriginSpec(body), child);
  assert_ptr_equal(mjs_findSpec(parent, "child"), child);
  assert_non_null(mjs_findDefault(parent, "p_cc"));
  // what stays behind refers to what came along by its new name
  const mjsGeom* left = mjs_asGeom(mjs_findElement(child, mjOBJ_GEOM, "cg"));
  assert_string_equal(mjs_getString(left->material), "p_mat");
  assertCompiles(parent, 4, 1);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void changes_through_either_spec_are_changes_of_both(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  attachTo(parent, "f", body, "p_");
  mjs_asBody(body)->pos[0] = 5;
  mjsBody* added = mjs_addBody(mjs_asBody(body), NULL);
  mjs_setName(added->element, "added");
  mjs_addGeom(added, NULL)->size[0] = 1;
  assert_ptr_equal(mjs_getSpec(added->element), parent);
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world p_b p_bb added c ");
  mjs_setName(body, "other");
  assert_ptr_equal(bodyOf(child, "other"), body);
  assert_ptr_equal(mjs_nextChild(worldOf(child), body, 0), bodyOf(child, "c"));
  assert_ptr_equal(mjs_nextChild(worldOf(child), added->element, 1), bodyOf(child, "c"));
  mjModel* m = mj_compile(parent, NULL);
  assert_int_equal(m->nbody, 5);
  assert_float_equal(m->body_pos[3 * mj_name2id(m, mjOBJ_BODY, "other")], 5, 0);
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world other p_bb added c ");
  mj_deleteSpec(child);
}

static void an_attached_spec_is_no_model_of_its_own(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  attachTo(parent, "f", body, "p_");
  char text[1000], error[1000];
  assert_null(mj_compile(child, NULL));
  assert_string_equal(mjs_getError(child),
                      "Error: cannot compile child spec if attached by reference to a parent spec");
  assert_null(mj_copySpec(child));
  assert_int_not_equal(mj_saveXMLString(child, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(error, "cannot save child spec if attached by reference"));
  mjsElement* gone[] = {body, bodyOf(child, "c"), mjs_findElement(child, mjOBJ_ACTUATOR, "ac")};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(mjs_delete(child, gone[i]), -1);
    assert_string_equal(mjs_getError(child),
                        "Error: Cannot delete element from an attached mjSpec.");
  }
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

static void what_the_parent_deletes_stays_with_the_child(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  attachTo(parent, "f", body, "p_");
  mjs_addGeom(mjs_asBody(body), NULL);
  // from inside of it, it is gone for both
  assert_int_equal(mjs_delete(parent, bodyOf(parent, "p_bb")), 0);
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world p_b c ");
  assert_int_equal(mjs_delete(parent, body), 0);
  assert_int_equal(mjs_delete(parent, body), -1);
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world pb ");
  assert_string_equal(namesOf(parent, mjOBJ_ACTUATOR), "");
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world p_b c ");
  assert_string_equal(namesOf(child, mjOBJ_ACTUATOR), "p_a ac ");
  assertCompiles(parent, 2, 0);
  assert_null(mj_compile(child, NULL));
  mj_deleteSpec(parent);
  assert_string_equal(nameOf(body), "p_b");
  mj_deleteSpec(child);
}

static void orphans_live_as_long_as_the_parent(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  attachTo(parent, "f", bodyOf(child, "b"), "p_");
  mj_deleteSpec(child);
  assertCompiles(parent, 4, 1);
  mjSpec* copy = mj_copySpec(parent);
  mjs_findBody(parent, "p_b")->pos[0] = 7;
  mj_deleteSpec(parent);
  assert_float_equal(mjs_findBody(copy, "p_b")->pos[0], 0, 0);
  assert_string_equal(mjs_getString(mjs_getOriginSpec(bodyOf(copy, "p_b"))->modelname), "child");
  assertCompiles(copy, 4, 1);
  mj_deleteSpec(copy);
}

static void the_same_thing_is_not_attached_twice(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* other = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  attachTo(parent, "f", body, "p_");
  assert_null(attachTo(parent, "h", body, "q_"));
  assert_non_null(strstr(mjs_getError(parent), "attached by reference already"));
  assert_null(attachTo(parent, "h", child->element, "q_"));
  assert_non_null(strstr(mjs_getError(parent), "holds something attached by reference already"));
  assert_null(attachTo(other, "h", bodyOf(child, "c"), "q_"));
  assert_non_null(strstr(mjs_getError(other), "attached by reference to another parent spec"));
  assert_null(attachTo(child, "cf", bodyOf(other, "pb"), "q_"));
  assert_non_null(strstr(mjs_getError(child), "cannot attach to a child spec"));
  assert_string_equal(namesOf(parent, mjOBJ_FRAME), "f h ");
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world pb p_b p_bb ");
  // a copy of it can be
  mjs_setDeepCopy(parent, 1);
  assert_non_null(attachTo(parent, "h", body, "q_"));
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world pb p_b p_bb q_p_b q_p_bb ");
  assertCompiles(parent, 6, 2);
  mj_deleteSpec(child);
  mj_deleteSpec(other);
  mj_deleteSpec(parent);
}

static void parts_of_a_child_come_one_after_the_other(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  attachTo(parent, "f", bodyOf(child, "b"), "p_");
  assert_non_null(attachTo(parent, "h", bodyOf(child, "c"), "q_"));
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world p_b p_bb q_c ");
  assert_string_equal(namesOf(parent, mjOBJ_MATERIAL), "p_mat ");
  assert_string_equal(namesOf(parent, mjOBJ_ACTUATOR), "p_a q_ac ");
  mjModel* m = mj_compile(parent, NULL);
  assert_non_null(m);
  assert_int_equal(m->nkey, 2);
  // a key of the part attached first speaks of the other too, as with copies
  const double qpos[6] = {1, 2, 3, 0, 0, 3};
  assert_memory_equal(m->key_qpos, qpos, sizeof qpos);
  mj_deleteModel(m);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void worlds_frames_and_sites_take_part(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* whole = makeChild();
  mjSpec* part = makeChild();
  mjsElement* frame = attachTo(parent, "f", whole->element, "w_");
  assert_int_equal(frame->elemtype, mjOBJ_FRAME);
  assert_string_equal(namesOf(parent, mjOBJ_GEOM), "w_floor pg w_g w_gg w_cg ");
  assert_ptr_equal(mjs_getFrame(bodyOf(whole, "w_c"))->element, frame);
  mjsElement* inner = mjs_findFrame(part, "cf")->element;
  assert_ptr_equal(mjs_attach(bodyOf(parent, "pb"), inner, "f_", ""), inner);
  assert_ptr_equal(mjs_getParent(bodyOf(part, "f_b"))->element, bodyOf(parent, "pb"));
  assert_string_equal(namesOf(part, mjOBJ_BODY), "world f_b f_bb c ");
  assertCompiles(parent, 7, 3);
  mj_deleteSpec(whole);
  mj_deleteSpec(part);
  mj_deleteSpec(parent);
}

static void what_is_attached_can_be_attached_further(void** state) {
  mjSpec* top = parseModel("<mujoco><worldbody><frame name='t'/></worldbody></mujoco>");
  mjSpec* parent = makeParent();
  mjSpec* child = makeChild();
  mjsElement* body = bodyOf(child, "b");
  attachTo(parent, "f", body, "p_");
  assert_non_null(attachTo(top, "t", parent->element, "g_"));
  assert_string_equal(namesOf(child, mjOBJ_BODY), "world g_p_b g_p_bb c ");
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world g_pb g_p_b g_p_bb ");
  assert_ptr_equal(mjs_getSpec(body), top);
  assertCompiles(top, 4, 1);
  assert_null(mj_compile(parent, NULL));
  mjs_addGeom(mjs_asBody(body), NULL);
  mj_deleteSpec(top);
  mj_deleteSpec(parent);
  assert_string_equal(nameOf(body), "g_p_b");
  mj_deleteSpec(child);
}

static void a_refused_attachment_changes_neither_spec(void** state) {
  mjSpec* parent = makeParent();
  mjs_setName(mjs_addActuator(parent, NULL)->element, "p_a");
  mjSpec* child = makeChild();
  assert_null(attachTo(parent, "f", bodyOf(child, "b"), "p_"));
  assert_non_null(strstr(mjs_getError(parent), "repeated name 'p_a' in actuator"));
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world pb ");
  assertCompiles(child, 4, 2);
  mj_deleteSpec(parent);
  assertCompiles(child, 4, 2);
  mj_deleteSpec(child);
}

static void tendons_and_plugins_come_with_what_they_own(void** state) {
  mjSpec* parent = makeParent();
  mjSpec* child = parseModel(
      "<mujoco><extension><plugin plugin='mujoco.pid'/></extension><worldbody><body name='b'>"
      "<joint name='j'/><geom size='1'/></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon><actuator>"
      "<plugin name='a' joint='j' plugin='mujoco.pid' actdim='2'><config key='ki' value='1'/>"
      "<config key='slewmax' value='1'/></plugin></actuator></mujoco>");
  attachTo(parent, "f", bodyOf(child, "b"), "p_");
  mjsTendon* tendon = mjs_asTendon(mjs_findElement(child, mjOBJ_TENDON, "p_t"));
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(tendon, 0))), "p_j");
  mjs_wrapJoint(tendon, "p_j", 2);
  mjModel* m = mj_compile(parent, NULL);
  assert_non_null(m);
  assert_int_equal(m->nplugin, 1);
  mj_deleteModel(m);
  assert_int_equal(mjs_delete(parent, bodyOf(parent, "p_b")), 0);
  assert_int_equal(countOf(parent, mjOBJ_PLUGIN), 0);
  assertCompiles(parent, 2, 0);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_element_is_in_both_specs_under_its_new_name),
      cmocka_unit_test(changes_through_either_spec_are_changes_of_both),
      cmocka_unit_test(an_attached_spec_is_no_model_of_its_own),
      cmocka_unit_test(what_the_parent_deletes_stays_with_the_child),
      cmocka_unit_test(orphans_live_as_long_as_the_parent),
      cmocka_unit_test(the_same_thing_is_not_attached_twice),
      cmocka_unit_test(parts_of_a_child_come_one_after_the_other),
      cmocka_unit_test(worlds_frames_and_sites_take_part),
      cmocka_unit_test(what_is_attached_can_be_attached_further),
      cmocka_unit_test(a_refused_attachment_changes_neither_spec),
      cmocka_unit_test(tendons_and_plugins_come_with_what_they_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
