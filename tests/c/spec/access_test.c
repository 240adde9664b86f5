// Finding, visiting and reading of elements.

#include "spec/spec_support.h"

#include "base/error.h"
#include "mjcf/parse_support.h"

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

static void what_bodies_do_not_hold_is_told(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  assert_ptr_equal(mjs_findChild(a, "a"), a);
  assert_ptr_equal(mjs_findChild(worldOf(spec), "a"), a);
  assert_null(mjs_firstChild(a, mjOBJ_TENDON, 1));
  ASSERT_SAYS(mjs_getError(spec),
              "Body.NextChild supports the types: body, frame, geom, site, light, camera");
  assert_null(mjs_firstChild(a, mjOBJ_UNKNOWN, 1));
  ASSERT_SAYS(mjs_getError(spec), "child type must be specified");
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
  assert_null(mjs_findSpec(spec, "m"));
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
  // a point has the name of what it is
  assert_string_equal(nameOf(mjs_getWrap(t, 1)->element), "g");
  assert_string_equal(nameOf(mjs_getWrap(t, 3)->element), "");
  assert_string_equal(mjs_getString(mjs_getWrap(t, 3)->info), "line 1");
  mjs_setName(mjs_getWrap(t, 0)->element, "b");
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(t, 0))), "b");
  mj_deleteSpec(spec);
}

static void a_frame_must_be_of_the_same_body(void** state) {
  mjSpec* spec = parseModel(treeXml);
  mjsElement* geom = mjs_findElement(spec, mjOBJ_GEOM, "g4");
  assert_int_equal(mjs_setFrame(geom, mjs_findFrame(spec, "f")), -1);
  ASSERT_SAYS(mjs_getError(spec), "Error: Frame and body 'g4' have mismatched parents");
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

static int idOf(const mjSpec* spec, mjtObj kind, const char* name) {
  return mjs_getId(mjs_findElement(spec, kind, name));
}

static void numbers_after_compiling_are_those_of_the_model(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><compiler discardvisual='true' fusestatic='true'/><worldbody>"
      "<body name='a'><joint/><geom name='seen' size='1' contype='0' conaffinity='0' mass='1'/>"
      "<geom name='ga' size='1'/><body name='still'><geom name='gs' size='1'/></body></body>"
      "<body name='b'><joint/><geom name='gb' size='1'/></body></worldbody>"
      "<contact><pair name='p1' geom1='ga' geom2='gb'/><pair name='p0' geom1='ga' geom2='gs'/>"
      "<exclude name='e1' body1='b' body2='a'/><exclude name='e0' body1='world' body2='b'/>"
      "</contact></mujoco>");
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  static const struct {
    mjtObj kind;
    const char* name;
  } all[] = {{mjOBJ_BODY, "world"}, {mjOBJ_BODY, "a"},    {mjOBJ_BODY, "b"},
             {mjOBJ_GEOM, "seen"},  {mjOBJ_GEOM, "ga"},   {mjOBJ_GEOM, "gs"},
             {mjOBJ_GEOM, "gb"},    {mjOBJ_PAIR, "p0"},   {mjOBJ_PAIR, "p1"},
             {mjOBJ_EXCLUDE, "e0"}, {mjOBJ_EXCLUDE, "e1"}};
  for (int i = 0; i < 11; i++) {
    assert_int_equal(idOf(spec, all[i].kind, all[i].name), mj_name2id(m, all[i].kind, all[i].name));
  }
  assert_int_equal(idOf(spec, mjOBJ_BODY, "still"), -1);
  assert_int_equal(mjs_getId(mjs_addFrame(worldOf(spec), NULL)->element), -1);
  mj_deleteModel(m);
  m = mj_compile(spec, NULL);
  assert_int_equal(mjs_getId(mjs_firstElement(spec, mjOBJ_FRAME)), -1);
  // an element that comes or goes leaves the others their places in the spec
  mjs_addExclude(spec);
  assert_int_equal(idOf(spec, mjOBJ_EXCLUDE, "e0"), 1);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void what_no_body_holds_is_no_child(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><asset><material name='m'/></asset><worldbody><body name='b'><joint name='j'/>"
      "<geom size='1'/></body></worldbody><actuator><motor joint='j'/></actuator></mujoco>");
  const mjsBody* world = mjs_findBody(spec, "world");
  static const mjtObj outside[] = {mjOBJ_UNKNOWN, mjOBJ_MATERIAL, mjOBJ_ACTUATOR, mjOBJ_MODEL};
  for (int i = 0; i < 4; i++) {
    assert_null(mjs_firstChild(world, outside[i], 1));
  }
  assert_ptr_equal(mjs_firstChild(world, mjOBJ_XBODY, 1), mjs_findBody(spec, "b")->element);
  assert_null(mjs_nextChild(world, mjs_firstElement(spec, mjOBJ_ACTUATOR), 1));
  assert_null(mjs_nextChild(world, world->element, 1));
  mj_deleteSpec(spec);
}

static void nestBodies(void* world) {
  mjsBody* body = world;
  for (int i = 0; i < 20000; i++) {
    body = mjs_addBody(body, NULL);
  }
}

static void nestFrames(void* world) {
  mjsFrame* frame = NULL;
  for (int i = 0; i < 20000; i++) {
    frame = mjs_addFrame(world, frame);
  }
}

static void bodies_and_frames_are_nested_only_so_deep(void** state) {
  mjSpec* spec = mj_makeSpec();
  assert_false(lb_protect(nestBodies, mjs_findBody(spec, "world")));
  assert_non_null(strstr(lb_lastError(), "bodies are nested too deep (more than 10000)"));
  assert_false(lb_protect(nestFrames, mjs_findBody(spec, "world")));
  assert_non_null(strstr(lb_lastError(), "frames are nested too deep (more than 10000)"));
  mj_deleteSpec(mj_copySpec(spec));
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m->nbody, 10001);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// Calls with nothing in place of what is needed.
static void none0(void* c) {
  mjs_findBody(NULL, "a");
}
static void none1(void* c) {
  mjs_addBody(NULL, NULL);
}
static void none2(void* c) {
  mjs_addActuator(NULL, NULL);
}
static void none3(void* c) {
  mjs_getName(NULL);
}
static void none4(void* c) {
  mjs_setName(NULL, "a");
}
static void none5(void* c) {
  mjs_attach(NULL, NULL, NULL, NULL);
}
static void none6(void* c) {
  mjs_delete(NULL, NULL);
}
static void none7(void* c) {
  mj_copySpec(NULL);
}
static void none8(void* c) {
  mjs_asGeom(mjs_findElement(NULL, mjOBJ_GEOM, "g"));
}
static void none9(void* c) {
  mj_copyBack(NULL, NULL);
}
static void none10(void* c) {
  mj_addFileVFS(NULL, NULL, NULL);
}
static void none11(void* c) {
  mjs_setDouble(NULL, NULL, 0);
}
static void none12(void* c) {
  mj_step(NULL, NULL);
}
static void none13(void* c) {
  mjs_defaultGeom(NULL);
}
static void none14(void* c) {
  mj_saveModel(NULL, NULL, NULL, 0);
}

static void null_is_an_error_that_names_the_function(void** state) {
  static const struct {
    void (*call)(void*);
    const char* function;
  } calls[] = {{none0, "mjs_findBody"}, {none1, "mjs_addBody"},      {none2, "mjs_addActuator"},
               {none3, "mjs_getName"},  {none4, "mjs_setName"},      {none5, "mjs_attach"},
               {none6, "mjs_delete"},   {none7, "mj_copySpec"},      {none8, "mjs_findElement"},
               {none9, "mj_copyBack"},  {none10, "mj_addFileVFS"},   {none11, "mjs_setDouble"},
               {none12, "mj_step"},     {none13, "mjs_defaultGeom"}, {none14, "mj_saveModel"}};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    assert_false(lb_protect(calls[i].call, NULL));
    if (!strstr(lb_lastError(), calls[i].function) || !strstr(lb_lastError(), "NULL argument")) {
      fail_msg("%s: '%s'", calls[i].function, lb_lastError());
    }
  }
}

static void what_may_be_missing_gives_nothing(void** state) {
  char error[200] = "";
  assert_null(mj_compile(NULL, NULL));
  assert_null(mj_loadXML(NULL, NULL, error, sizeof error));
  assert_true(*error);
  assert_null(mj_parseXML(NULL, NULL, error, sizeof error));
  assert_null(mj_parseXMLString(NULL, NULL, error, sizeof error));
  assert_null(mj_loadModel("", NULL));
  mj_deleteSpec(NULL);
  mj_deleteModel(NULL);
  mj_deleteData(NULL);
}

static void what_is_elsewhere_has_no_next_one(void** state) {
  static const char text[] =
      "<mujoco><worldbody><geom name='w' size='1'/><body name='a'><geom name='a1' size='1'/>"
      "<geom name='a2' size='1'/><body name='b'><geom name='b1' size='1'/>"
      "<geom name='b2' size='1'/></body></body></worldbody></mujoco>";
  mjSpec *spec = parseModel(text), *other = parseModel(text);
  const mjsBody *world = mjs_findBody(spec, "world"), *a = mjs_findBody(spec, "a");
  mjsElement* a1 = mjs_findElement(spec, mjOBJ_GEOM, "a1");
  mjsElement* b1 = mjs_findElement(spec, mjOBJ_GEOM, "b1");
  assert_string_equal(nameOf(mjs_nextChild(a, a1, 0)), "a2");
  assert_string_equal(nameOf(mjs_nextChild(a, b1, 1)), "b2");
  assert_string_equal(nameOf(mjs_nextChild(world, b1, 1)), "b2");
  assert_null(mjs_nextChild(a, b1, 0));
  assert_null(mjs_nextChild(world, a1, 0));
  assert_null(mjs_nextChild(a, mjs_findElement(spec, mjOBJ_GEOM, "w"), 1));
  assert_null(mjs_nextChild(mjs_findBody(other, "a"), a1, 1));
  mj_deleteSpec(other);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(iteration_visits_the_tree_depth_first),
      cmocka_unit_test(what_bodies_do_not_hold_is_told),
      cmocka_unit_test(a_frame_cannot_be_put_inside_itself),
      cmocka_unit_test(bodies_and_frames_are_nested_only_so_deep),
      cmocka_unit_test(user_values_are_kept_by_key),
      cmocka_unit_test(children_are_visited_directly_or_below),
      cmocka_unit_test(bodies_have_no_other_children),
      cmocka_unit_test(elements_know_body_frame_and_spec),
      cmocka_unit_test(the_path_of_a_tendon_is_read_part_by_part),
      cmocka_unit_test(a_frame_must_be_of_the_same_body),
      cmocka_unit_test(elements_of_the_tree_have_no_number_before_it_is_ordered),
      cmocka_unit_test(numbers_after_compiling_are_those_of_the_model),
      cmocka_unit_test(what_no_body_holds_is_no_child),
      cmocka_unit_test(null_is_an_error_that_names_the_function),
      cmocka_unit_test(what_may_be_missing_gives_nothing),
      cmocka_unit_test(what_is_elsewhere_has_no_next_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
