// Attaching, and bodies that become frames.

#include "spec/spec_support.h"

#include <stdio.h>
#include "mjcf/parse_support.h"

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
  mjs_setDeepCopy(parent, 1);
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

// SPEC-KEY-PAD
static void a_padded_key_moves_no_rotation_into_what_is_added(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><worldbody><body name='P'><joint name='p'/><geom size='1'/></body><frame name='f'/>"
      "</worldbody><keyframe><key name='own' qpos='7'/></keyframe></mujoco>");
  mjSpec* child = parseModel(
      "<mujoco model='c'><worldbody><body name='b'><joint type='ball'/><geom size='1'/></body>"
      "</worldbody><keyframe><key name='k' qpos='0 1 0 0'/></keyframe></mujoco>");
  mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "b")->element, "x_", "");
  mjs_addJoint(mjs_findBody(parent, "P"), NULL);
  mjModel* m = mj_compile(parent, NULL);
  assert_non_null(m);
  ASSERT_NUMBERS(m->key_qpos, 0, 7, 0, 1, 0, 0, 0);
  mj_deleteModel(m);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

// SPEC-KEY-PAD: a free joint that was compiled is where its body was written.
static void a_padded_key_leaves_what_was_compiled_in_its_place(void** state) {
  for (int compiled = 0; compiled < 2; compiled++) {
    mjSpec* parent = parseModel(
        "<mujoco><worldbody><body name='P'><joint type='slide'/><geom size='1'/></body>"
        "<frame name='f'/></worldbody><keyframe><key name='own' qpos='7'/></keyframe></mujoco>");
    mjSpec* child = parseModel(
        "<mujoco model='c'><worldbody><body name='b' pos='1 2 3' quat='0 1 0 0'><freejoint/>"
        "<geom size='1'/></body></worldbody></mujoco>");
    if (compiled) {
      mj_deleteModel(mj_compile(child, NULL));
    }
    mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "b")->element, "x_", "");
    mjModel* m = mj_compile(parent, NULL);
    assert_non_null(m);
    if (compiled) {
      ASSERT_NUMBERS(m->key_qpos, 7, 1, 2, 3, 0, 1, 0, 0);
    } else {
      ASSERT_NUMBERS(m->key_qpos, 7, 0, 0, 0, 1, 0, 0, 0);
    }
    mj_deleteModel(m);
    mj_deleteSpec(child);
    mj_deleteSpec(parent);
  }
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

static void of_another_spec_assets_take_the_name_of_their_file(void** state) {
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* child = parseModel(
      "<mujoco><asset><mesh file='dir/part.obj'/></asset><worldbody><body name='a'>"
      "<geom type='mesh' mesh='part'/></body></worldbody></mujoco>");
  assert_non_null(
      mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "a")->element, "x_", ""));
  assert_string_equal(namesOf(parent, mjOBJ_MESH), "x_part ");
  const mjsGeom* geom = mjs_asGeom(mjs_firstElement(parent, mjOBJ_GEOM));
  assert_string_equal(mjs_getString(geom->meshname), "x_part");
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void only_what_can_hold_a_subtree_is_attached_to(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='a'><geom name='g' size='1'/></body><body name='b'/>"
      "<frame name='f'/></worldbody></mujoco>");
  mjsElement *a = mjs_findBody(spec, "a")->element, *b = mjs_findBody(spec, "b")->element;
  mjsElement *g = mjs_findElement(spec, mjOBJ_GEOM, "g"), *f = mjs_findFrame(spec, "f")->element;
  const struct {
    mjsElement *parent, *child;
    const char* reason;
  } cases[] = {{b, a, "Error: child element is not a frame"},
               {g, a, "Error: parent element is not a frame, body or site"},
               {f, g, "Error: child element is not a body or frame"},
               {f, NULL, "Error: child element is null"}};
  for (int i = 0; i < 4; i++) {
    assert_null(mjs_attach(cases[i].parent, cases[i].child, "x_", ""));
    assert_string_equal(mjs_getError(spec), cases[i].reason);
  }
  mj_deleteSpec(spec);
}

static void a_site_gives_its_pose_to_what_is_attached(void** state) {
  mjSpec* parent = parseModel(
      "<mujoco><worldbody><body name='P'><site name='s' pos='1 2 3' euler='0 0 90'/></body>"
      "</worldbody></mujoco>");
  mjSpec* child = makeChild();
  mjsElement* copy = mjs_attach(mjs_findElement(parent, mjOBJ_SITE, "s"),
                                mjs_findBody(child, "b")->element, "x_", "");
  assert_non_null(copy);
  const mjsFrame* frame = mjs_getFrame(copy);
  ASSERT_NUMBERS(frame->pos, 0, 1, 2, 3);
  ASSERT_NEAR(frame->alt.euler[2], 90, 0);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void a_whole_model_goes_into_a_frame_without_its_world(void** state) {
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* child = makeChild();
  assert_non_null(mjs_attach(mjs_findFrame(parent, "f")->element, child->element, "x_", ""));
  assert_string_equal(namesOf(parent, mjOBJ_BODY), "world x_a x_aa x_b ");
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

// The copies keep the settings under which they were written.
static void the_compiler_of_a_copy_is_that_of_its_origin(void** state) {
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* child = parseModel(
      "<mujoco><compiler angle='radian'/><worldbody><body name='a'/></worldbody></mujoco>");
  mjsElement* copy =
      mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "a")->element, "", "");
  mj_deleteSpec(child);
  assert_non_null(copy);
  assert_false(mjs_getCompiler(copy)->degree);
  assert_true(parent->compiler.degree);
  assert_ptr_equal(mjs_getSpec(copy), parent);
  assert_ptr_not_equal(mjs_getOriginSpec(copy), parent);
  mj_deleteSpec(parent);
}

static void toFrame(void* body) {
  mjs_bodyToFrame(body);
}

static void the_world_stays_a_body(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* world = worldOf(spec);
  ASSERT_SAYS(errorOf(toFrame, &world), "the world body cannot become a frame");
  mj_deleteSpec(spec);
}

// Frame f holds body b, which holds frame g and body c; body d stands apart.
static const char scene[] =
    "<mujoco><worldbody><frame name='f'><body name='b'><frame name='g'><site name='s'/>"
    "<body name='c'><geom name='ball' size='1'/><frame name='h'/></body></frame></body></frame>"
    "<body name='d'><frame name='k'/></body></worldbody></mujoco>";

static mjsElement* find(mjSpec* spec, const char* name) {
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_FRAME, mjOBJ_SITE};
  for (int k = 0; k < 3; k++) {
    mjsElement* found = mjs_findElement(spec, kinds[k], name);
    if (found) {
      return found;
    }
  }
  return NULL;
}

static void nothing_is_attached_to_itself_or_to_what_it_holds(void** state) {
  static const char* const cases[][2] = {
      {"f", "f"}, {"b", "f"}, {"g", "b"}, {"g", "f"}, {"g", "g"}, {"c", "g"}, {"h", "c"},
      {"h", "b"}, {"h", "g"}, {"h", "f"}, {"s", "b"}, {"s", "f"}, {"k", "d"}, {"c", "f"},
  };
  mjSpec* spec = parseModel(scene);
  int bodies = countOf(spec, mjOBJ_BODY), frames = countOf(spec, mjOBJ_FRAME);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjsElement *parent = find(spec, cases[i][0]), *child = find(spec, cases[i][1]);
    assert_null(mjs_attach(parent, child, "x", ""));
    assert_string_equal(mjs_getError(spec),
                        "Error: cannot attach an element to itself or to something in it");
    assert_int_equal(countOf(spec, mjOBJ_BODY), bodies);
    assert_int_equal(countOf(spec, mjOBJ_FRAME), frames);
  }
  mj_deleteSpec(spec);
}

static void a_spec_is_not_attached_to_itself(void** state) {
  static const char* const parents[] = {"world", "f", "b", "g", "s", "k"};
  mjSpec* spec = parseModel(scene);
  for (int i = 0; i < 6; i++) {
    assert_null(mjs_attach(find(spec, parents[i]), spec->element, "x", ""));
    assert_non_null(strstr(mjs_getError(spec), "cannot attach an element to itself"));
  }
  assert_int_equal(countOf(spec, mjOBJ_BODY), 4);
  mj_deleteSpec(spec);
}

static void a_subtree_is_copied_to_a_place_outside_of_it_in_the_same_spec(void** state) {
  mjSpec* spec = parseModel(scene);
  assert_non_null(mjs_attach(find(spec, "k"), find(spec, "b"), "x_", ""));
  assert_non_null(mjs_attach(find(spec, "d"), find(spec, "g"), "y_", ""));
  assert_non_null(mjs_findBody(spec, "x_c"));
  assert_non_null(mjs_findBody(spec, "y_c"));
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 3);
  // upwards too: into the frame that holds the body
  assert_non_null(mjs_attach(find(spec, "f"), find(spec, "c"), "z_", ""));
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 4);
  mj_deleteModel(mj_compile(spec, NULL));
  mj_deleteSpec(spec);
}

static void specs_attached_to_each_other_are_copied_once_each(void** state) {
  mjSpec* a =
      parseModel("<mujoco><worldbody><body name='a'><frame name='f'/></body></worldbody></mujoco>");
  mjSpec* b =
      parseModel("<mujoco><worldbody><body name='b'><frame name='g'/></body></worldbody></mujoco>");
  mjs_setDeepCopy(a, 1);
  mjs_setDeepCopy(b, 1);
  assert_non_null(mjs_attach(find(a, "f"), find(b, "b"), "x_", ""));
  assert_non_null(mjs_attach(find(b, "g"), find(a, "a"), "y_", ""));
  assert_int_equal(countOf(a, mjOBJ_BODY), 3);
  assert_int_equal(countOf(b, mjOBJ_BODY), 4);
  mj_deleteSpec(a);
  mj_deleteSpec(b);
}

// Each level has the one below twice.
static mjSpec* nested(mjVFS* vfs, int levels) {
  mj_defaultVFS(vfs);
  for (int i = 0; i <= levels; i++) {
    char name[16], text[600], asset[100] = "", twice[300] = "";
    if (i) {
      snprintf(asset, sizeof asset, "<asset><model name='m' file='%d.xml'/></asset>", i - 1);
      snprintf(twice, sizeof twice,
               "<frame><attach model='m' body='b' prefix='p'/></frame>"
               "<frame><attach model='m' body='b' prefix='q'/></frame>");
    }
    snprintf(name, sizeof name, "%d.xml", i);
    snprintf(text, sizeof text,
             "<mujoco>%s<worldbody><body name='b'><geom size='1'/>%s</body></worldbody></mujoco>",
             asset, twice);
    mj_addBufferVFS(vfs, name, text, (int)strlen(text));
  }
  char last[16];
  snprintf(last, sizeof last, "%d.xml", levels);
  return mj_parseXML(last, vfs, NULL, 0);
}

static void models_that_hold_another_twice_have_all_of_it(void** state) {
  mjVFS vfs;
  mjSpec* spec = nested(&vfs, 6);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 << 7);
  assert_non_null(mjs_findBody(spec, "pqpqqpb"));
  assert_non_null(mjs_findDefault(spec, "pqpqqpmain"));
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

static void a_model_that_holds_itself_ends_with_an_error(void** state) {
  static const char text[] =
      "<mujoco><asset><model name='m' file='a.xml'/></asset><worldbody><frame>"
      "<attach model='m' prefix='p'/></frame></worldbody></mujoco>";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.xml", text, sizeof text - 1);
  assert_null(mj_parseXML("a.xml", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "models are nested too deep (more than 16)"));
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attaching_copies_a_subtree_and_what_belongs_to_it),
      cmocka_unit_test(keyframes_grow_with_an_attachment),
      cmocka_unit_test(a_padded_key_moves_no_rotation_into_what_is_added),
      cmocka_unit_test(a_padded_key_leaves_what_was_compiled_in_its_place),
      cmocka_unit_test(a_refused_attachment_says_why),
      cmocka_unit_test(a_failed_attachment_leaves_nothing_behind),
      cmocka_unit_test(a_body_turns_into_a_frame),
      cmocka_unit_test(of_another_spec_assets_take_the_name_of_their_file),
      cmocka_unit_test(only_what_can_hold_a_subtree_is_attached_to),
      cmocka_unit_test(a_site_gives_its_pose_to_what_is_attached),
      cmocka_unit_test(a_whole_model_goes_into_a_frame_without_its_world),
      cmocka_unit_test(the_compiler_of_a_copy_is_that_of_its_origin),
      cmocka_unit_test(the_world_stays_a_body),
      cmocka_unit_test(nothing_is_attached_to_itself_or_to_what_it_holds),
      cmocka_unit_test(a_spec_is_not_attached_to_itself),
      cmocka_unit_test(a_subtree_is_copied_to_a_place_outside_of_it_in_the_same_spec),
      cmocka_unit_test(specs_attached_to_each_other_are_copied_once_each),
      cmocka_unit_test(models_that_hold_another_twice_have_all_of_it),
      cmocka_unit_test(a_model_that_holds_itself_ends_with_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
