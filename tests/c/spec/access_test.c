// Finding, visiting and reading of elements.

#include "spec/spec_support.h"

static void iteration_visits_the_tree_depth_first(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  addNamedBody(worldOf(spec), "b");
  addNamedBody(a, "a1");
  char order[64] = "";
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_BODY); e; e = mjs_nextElement(spec, e)) {
    strcat(order, mjs_getString(mjs_getName(e)));
    strcat(order, " ");
  }
  assert_string_equal(order, "world a a1 b ");
  mj_deleteSpec(spec);
}

static void a_frame_cannot_be_put_inside_itself(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsFrame* outer = mjs_addFrame(worldOf(spec), NULL);
  mjsFrame* inner = mjs_addFrame(worldOf(spec), outer);
  assert_int_equal(mjs_setFrame(outer->element, inner), -1);
  assert_int_equal(mjs_setFrame(outer->element, NULL), 0);
  mj_deleteSpec(spec);
}

static void user_values_are_kept_by_key(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsElement* element = worldOf(spec)->element;
  int number = 3;
  mjs_setUserValue(element, "a", &number);
  assert_ptr_equal(mjs_getUserValue(element, "a"), &number);
  mjs_deleteUserValue(element, "a");
  assert_null(mjs_getUserValue(element, "a"));
  mj_deleteSpec(spec);
}

static const char treeXml[] =
    "<mujoco model='m'><worldbody><geom name='g0' size='1'/><body name='a'><geom name='g1' "
    "size='1'/><body name='a1'><geom name='g2' size='1'/></body><frame name='f'><geom name='g3' "
    "size='1'/></frame></body><body name='b'><geom name='g4' size='1'/><camera name='c' "
    "resolution='3 2'/></body></worldbody></mujoco>";

static void children_are_visited_directly_or_below(void** state) {
  mjSpec* spec = parseModel(treeXml);
  mjsBody* a = mjs_findBody(spec, "a");
  for (int recurse = 0; recurse < 2; recurse++) {
    char names[100] = "";
    for (mjsElement* e = mjs_firstChild(a, mjOBJ_GEOM, recurse); e;
         e = mjs_nextChild(a, e, recurse)) {
      strcat(names, nameOf(e));
      strcat(names, " ");
    }
    assert_string_equal(names, recurse ? "g1 g3 g2 " : "g1 g3 ");
  }
  assert_string_equal(namesOf(spec, mjOBJ_GEOM), "g0 g1 g3 g2 g4 ");
  assert_string_equal(namesOf(spec, mjOBJ_CAMERA), "c ");
  assert_null(mjs_firstElement(spec, mjOBJ_LIGHT));
  mj_deleteSpec(spec);
}

static void bodies_have_no_other_children(void** state) {
  mjSpec* spec = parseModel(treeXml);
  assert_null(mjs_firstChild(worldOf(spec), mjOBJ_TENDON, 0));
  mj_deleteSpec(spec);
}

static void elements_know_body_frame_and_spec(void** state) {
  mjSpec* spec = parseModel(treeXml);
  mjsElement* geom = mjs_findElement(spec, mjOBJ_GEOM, "g3");
  assert_ptr_equal(mjs_getParent(geom), mjs_findBody(spec, "a"));
  assert_ptr_equal(mjs_getFrame(geom), mjs_findFrame(spec, "f"));
  assert_ptr_equal(mjs_getSpec(geom), spec);
  assert_ptr_equal(mjs_getOriginSpec(geom), spec);
  assert_ptr_equal(mjs_findSpec(spec, "m"), spec);
  assert_null(mjs_findSpec(spec, "other"));
  assert_ptr_equal(mjs_findChild(worldOf(spec), "a1"), mjs_findBody(spec, "a1"));
  assert_null(mjs_findChild(mjs_findBody(spec, "b"), "a1"));
  assert_null(mjs_getParent(worldOf(spec)->element));
  mj_deleteSpec(spec);
}

static void the_path_of_a_tendon_is_read_part_by_part(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><site name='a'/><site name='b'/><site name='s'/><geom name='g' size='1'/>"
      "<body><joint name='j'/></body></worldbody><tendon><spatial name='t'><site site='a'/>"
      "<geom geom='g' sidesite='s'/><site site='b'/><pulley divisor='3'/></spatial>"
      "<fixed name='u'><joint joint='j' coef='5'/></fixed></tendon></mujoco>");
  const mjsTendon* t = mjs_asTendon(mjs_findElement(spec, mjOBJ_TENDON, "t"));
  const mjsTendon* u = mjs_asTendon(mjs_findElement(spec, mjOBJ_TENDON, "u"));
  assert_int_equal(mjs_getWrapNum(t), 4);
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(t, 1))), "g");
  assert_string_equal(nameOf(mjs_getWrapSideSite(mjs_getWrap(t, 1))->element), "s");
  assert_null(mjs_getWrapSideSite(mjs_getWrap(t, 0)));
  ASSERT_NEAR(mjs_getWrapDivisor(mjs_getWrap(t, 3)), 3, 0);
  ASSERT_NEAR(mjs_getWrapDivisor(mjs_getWrap(t, 0)), 1, 0);
  ASSERT_NEAR(mjs_getWrapCoef(mjs_getWrap(u, 0)), 5, 0);
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(u, 0))), "j");
  mj_deleteSpec(spec);
}

static void a_frame_must_be_of_the_same_body(void** state) {
  mjSpec* spec = parseModel(treeXml);
  mjsElement* geom = mjs_findElement(spec, mjOBJ_GEOM, "g4");
  assert_int_equal(mjs_setFrame(geom, mjs_findFrame(spec, "f")), -1);
  ASSERT_SAYS(mjs_getError(spec), "element and frame must belong to the same body");
  mj_deleteSpec(spec);
}

// CLAR-19
static void elements_of_the_tree_have_no_number_before_it_is_ordered(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  mjsFrame* frame = mjs_addFrame(a, NULL);
  mjsText* text = mjs_addText(spec);
  assert_int_equal(mjs_getId(worldOf(spec)->element), 0);
  assert_int_equal(mjs_getId(a->element), -1);
  assert_int_equal(mjs_getId(text->element), 0);
  lb_specOrderTree(lb_spec(spec));
  assert_int_equal(mjs_getId(a->element), 1);
  assert_int_equal(mjs_getId(frame->element), -1);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(iteration_visits_the_tree_depth_first),
      cmocka_unit_test(a_frame_cannot_be_put_inside_itself),
      cmocka_unit_test(user_values_are_kept_by_key),
      cmocka_unit_test(children_are_visited_directly_or_below),
      cmocka_unit_test(bodies_have_no_other_children),
      cmocka_unit_test(elements_know_body_frame_and_spec),
      cmocka_unit_test(the_path_of_a_tendon_is_read_part_by_part),
      cmocka_unit_test(a_frame_must_be_of_the_same_body),
      cmocka_unit_test(elements_of_the_tree_have_no_number_before_it_is_ordered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
