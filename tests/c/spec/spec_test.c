// Building and editing specs by calls: adding, naming, iterating, deleting, attaching.

#include "mjcf/parse_support.h"

static mjsBody* worldOf(mjSpec* spec) {
  return mjs_findBody(spec, "world");
}

static mjsBody* addNamedBody(mjsBody* parent, const char* name) {
  mjsBody* body = mjs_addBody(parent, NULL);
  assert_int_equal(mjs_setName(body->element, name), 0);
  return body;
}

static void new_elements_have_the_values_of_their_class(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "heavy", NULL);
  def->geom->density = 5000;
  mjsGeom* heavy = mjs_addGeom(worldOf(spec), def);
  mjsGeom* plain = mjs_addGeom(worldOf(spec), NULL);
  assert_float_equal(heavy->density, 5000, 0);
  assert_float_equal(plain->density, 1000, 0);
  assert_ptr_equal(mjs_getDefault(heavy->element), def);
  assert_null(mjs_addDefault(spec, "heavy", NULL));
  mj_deleteSpec(spec);
}

static void names_are_unique_per_kind(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  mjsBody* b = addNamedBody(worldOf(spec), "b");
  assert_int_equal(mjs_setName(b->element, "a"), -1);
  assert_string_equal(mjs_getError(spec), "Error: repeated name 'a' in body");
  assert_int_equal(mjs_setName(a->element, "c"), 0);
  assert_int_equal(mjs_setName(b->element, "a"), 0);
  assert_ptr_equal(mjs_findBody(spec, "a"), b);
  assert_null(mjs_findBody(spec, "nobody"));
  mj_deleteSpec(spec);
}

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

static void a_frame_cannot_be_put_inside_itself(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsFrame* outer = mjs_addFrame(worldOf(spec), NULL);
  mjsFrame* inner = mjs_addFrame(worldOf(spec), outer);
  assert_int_equal(mjs_setFrame(outer->element, inner), -1);
  assert_int_equal(mjs_setFrame(outer->element, NULL), 0);
  mj_deleteSpec(spec);
}

static mjSpec* makeChild(void) {
  return parseModel(
      "<mujoco model='child'><option timestep='.1'/><default><default class='c'>"
      "<geom contype='3'/></default></default><asset><material name='m'/></asset>"
      "<worldbody><body name='a'><joint name='j'/><geom name='g' class='c' material='m' size='1'/>"
      "<body name='aa'><joint name='jj'/><geom size='1'/></body></body>"
      "<body name='b'><joint name='k'/></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
      "<actuator><motor name='m' joint='j'/><motor name='mk' joint='k'/>"
      "<motor name='mt' tendon='t'/></actuator>"
      "<keyframe><key name='key' qpos='1 2 3' ctrl='4 5 6'/></keyframe></mujoco>");
}

static void attaching_copies_a_subtree_and_what_belongs_to_it(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><worldbody><body name='P'><joint name='p'/><frame name='f'/></body></worldbody>"
      "<keyframe><key name='own' qpos='7'/></keyframe></mujoco>");
  mjSpec* child = makeChild();
  mjsElement* copy = mjs_attach(mjs_findFrame(parent, "f")->element,
                                mjs_findBody(child, "a")->element, "x_", "_y");
  mj_deleteSpec(child);
  assert_non_null(copy);
  assert_string_equal(mjs_getString(mjs_getName(copy)), "x_a_y");
  assert_string_equal(mjs_getString(mjs_getName(mjs_getParent(copy)->element)), "P");
  // two of the three actuators refer to the subtree
  assert_int_equal(countOf(parent, mjOBJ_ACTUATOR), 2);
  const mjsActuator* mt = mjs_asActuator(mjs_findElement(parent, mjOBJ_ACTUATOR, "x_mt_y"));
  assert_string_equal(mjs_getString(mt->target), "x_t_y");
  const mjsGeom* geom = mjs_asGeom(mjs_findElement(parent, mjOBJ_GEOM, "x_g_y"));
  assert_string_equal(mjs_getString(geom->material), "x_m_y");
  assert_non_null(mjs_findElement(parent, mjOBJ_MATERIAL, "x_m_y"));
  assert_non_null(mjs_findDefault(parent, "x_c_y"));
  // the differing timestep was kept and noted
  assert_float_equal(parent->option.timestep, 0.002, 0);
  assert_int_equal(mjs_numWarnings(parent), 1);
  assert_non_null(strstr(mjs_getWarning(parent, 0), "timestep: parent has 0.002 (default)"));
  mj_deleteSpec(parent);
}

static void keyframes_grow_with_an_attachment(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><worldbody><body name='P'><joint name='p' ref='0'/><frame name='f'/></body>"
      "</worldbody><keyframe><key name='own' qpos='7'/></keyframe></mujoco>");
  mjSpec* child = makeChild();
  mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "a")->element, "x_", "");
  mj_deleteSpec(child);
  lb_specOrderTree(lb_spec(parent));
  assert_int_equal(countOf(parent, mjOBJ_KEY), 2);
  const mjsKey* own = mjs_asKey(mjs_findElement(parent, mjOBJ_KEY, "own"));
  const mjsKey* added = mjs_asKey(mjs_findElement(parent, mjOBJ_KEY, "x_key"));
  const double ownQpos[3] = {7, 0, 0};
  const double addedQpos[3] = {0, 1, 2};
  const double addedCtrl[2] = {4, 6};
  assert_int_equal(own->qpos->count, 3);
  assert_memory_equal(own->qpos->items, ownQpos, sizeof ownQpos);
  assert_memory_equal(added->qpos->items, addedQpos, sizeof addedQpos);
  assert_memory_equal(added->ctrl->items, addedCtrl, sizeof addedCtrl);
  mj_deleteSpec(parent);
}

static void a_refused_attachment_says_why(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><compiler conflict='error'/><option timestep='.2'/>"
      "<worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* child = makeChild();
  assert_null(
      mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "a")->element, "", ""));
  assert_non_null(strstr(mjs_getError(parent), "timestep: parent has 0.2, child has 0.1"));
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void a_failed_attachment_leaves_nothing_behind(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><worldbody><site name='s'/><body name='aa'/></worldbody>"
      "<actuator><motor name='mt' site='s'/></actuator>"
      "<keyframe><key name='own'/></keyframe></mujoco>");
  mjSpec* child = makeChild();
  for (int i = 0; i < 2; i++) {
    assert_null(mjs_attach(mjs_findElement(parent, mjOBJ_SITE, "s"),
                           mjs_findBody(child, "a")->element, "", ""));
    assert_non_null(strstr(mjs_getError(parent), "repeated name 'mt' in actuator"));
    assert_int_equal(countOf(parent, mjOBJ_BODY), 2);
    assert_int_equal(countOf(parent, mjOBJ_FRAME), 0);
    assert_int_equal(countOf(parent, mjOBJ_JOINT), 0);
    assert_int_equal(countOf(parent, mjOBJ_MATERIAL), 0);
  }
  // nothing of the first attempts is in the way
  assert_non_null(mjs_attach(mjs_findElement(parent, mjOBJ_SITE, "s"),
                             mjs_findBody(child, "b")->element, "", ""));
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void a_body_turns_into_a_frame(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='b' pos='1 2 3'><geom name='g' size='1'/><body name='c'/>"
      "</body></worldbody></mujoco>");
  mjsBody* body = mjs_findBody(spec, "b");
  mjsFrame* frame = mjs_bodyToFrame(&body);
  assert_null(body);
  assert_float_equal(frame->pos[1], 2, 0);
  mjsElement* geom = mjs_findElement(spec, mjOBJ_GEOM, "g");
  assert_ptr_equal(mjs_getFrame(geom), frame);
  assert_ptr_equal(mjs_getParent(geom), worldOf(spec));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 2);
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

static void procedural_meshes_are_closed_surfaces(void** state) {
  static const struct {
    mjtMeshBuiltin builtin;
    double params[5];
    int count;
    int euler;  // vertices - edges + faces
  } cases[] = {{mjMESH_BUILTIN_SPHERE, {2}, 1, 2},
               {mjMESH_BUILTIN_HEMISPHERE, {3}, 1, 2},
               {mjMESH_BUILTIN_SUPERSPHERE, {8, 0.5, 2}, 3, 2},
               {mjMESH_BUILTIN_SUPERTORUS, {6, 0.3, 1, 1}, 4, 0}};
  mjSpec* spec = mj_makeSpec();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mjsMesh* mesh = mjs_addMesh(spec, NULL);
    double params[5];
    memcpy(params, cases[i].params, sizeof params);
    assert_int_equal(mjs_makeMesh(mesh, cases[i].builtin, params, cases[i].count), 0);
    int faces = mesh->userface->count / 3;
    assert_int_equal(mesh->uservert->count / 3 - 3 * faces / 2 + faces, cases[i].euler);
  }
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_elements_have_the_values_of_their_class),
      cmocka_unit_test(names_are_unique_per_kind),
      cmocka_unit_test(iteration_visits_the_tree_depth_first),
      cmocka_unit_test(deleting_a_body_takes_everything_in_it),
      cmocka_unit_test(a_frame_cannot_be_put_inside_itself),
      cmocka_unit_test(attaching_copies_a_subtree_and_what_belongs_to_it),
      cmocka_unit_test(keyframes_grow_with_an_attachment),
      cmocka_unit_test(a_refused_attachment_says_why),
      cmocka_unit_test(a_failed_attachment_leaves_nothing_behind),
      cmocka_unit_test(a_body_turns_into_a_frame),
      cmocka_unit_test(user_values_are_kept_by_key),
      cmocka_unit_test(procedural_meshes_are_closed_surfaces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
