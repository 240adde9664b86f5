// mj_copyBack: from an edited model back to its spec.

#include "compile/compile_support.h"
#include "spec/vec.h"

static mjSpec* parse(const char* content) {
  char xml[4096], error[1000] = "";
  snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", content);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) {
    fail_msg("%s", error);
  }
  return spec;
}

static void edits_are_there_when_the_spec_is_compiled_again(void** state) {
  mjSpec* spec = parse(
      "<worldbody><frame pos='1 0 0'><body name='a'><joint range='0 90'/>"
      "<geom size='1'/></body></frame></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  m->geom_size[0] = 2;
  m->body_mass[1] = 7;
  m->opt.timestep = 0.25;
  assert_int_equal(mj_copyBack(spec, m), 1);
  mjModel* again = mj_compile(spec, NULL);
  ASSERT_NEAR(again->geom_size[0], 2, 0);
  ASSERT_NEAR(again->body_mass[1], 7, 0);
  ASSERT_NEAR(again->opt.timestep, 0.25, 0);
  // the pose includes the frame, angles are radians: neither applies twice
  ASSERT_NEAR(again->body_pos[3], 1, 0);
  ASSERT_NEAR(again->jnt_range[1], mjPI / 2, 1e-15);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(spec);
}

// Room that <size> asks for is an element's, too: what was written there is saved.
static void numbers_of_the_user_come_back_beyond_those_of_the_text(void** state) {
  mjSpec* spec = parse(
      "<size nuser_geom='3'/><worldbody><geom size='1'/><geom size='1' user='7'/>"
      "<geom size='1' user='1 2 3'/><geom size='1' user='0 0'/></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  m->geom_user[1] = 4;
  m->geom_user[5] = 5;
  m->geom_user[8] = 0;
  assert_int_equal(mj_copyBack(spec, m), 1);
  mjModel* again = mj_compile(spec, NULL);
  ASSERT_NUMBERS(again->geom_user, 0, 0, 4, 0, 7, 0, 5, 1, 2, 0, 0, 0, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void what_a_key_left_out_stays_out_until_it_is_edited(void** state) {
  mjSpec* spec = parse(
      "<worldbody><body mocap='true' pos='1 2 3'/><body><joint ref='90'/><geom size='1'/></body>"
      "</worldbody><keyframe><key/><key qvel='0'/></keyframe>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, m), 1);
  const mjsKey* keys[2];
  for (int i = 0; i < 2; i++) {
    keys[i] =
        mjs_asKey(i ? mjs_nextElement(spec, keys[0]->element) : mjs_firstElement(spec, mjOBJ_KEY));
    assert_int_equal(keys[i]->qpos->count + keys[i]->mpos->count + keys[i]->mquat->count, 0);
    assert_int_equal(keys[i]->qvel->count, i);
  }
  m->key_qpos[0] = 5;
  m->key_mpos[3 + 2] = 4;
  m->body_quat[4 + 1] = 1;
  assert_int_equal(mj_copyBack(spec, m), 1);
  ASSERT_NUMBERS(keys[0]->qpos->items, 0, 5);
  ASSERT_NUMBERS(keys[1]->mpos->items, 0, 1, 2, 4);
  ASSERT_NUMBERS(keys[0]->mquat->items, 0, 1, 0, 0, 0);
  assert_int_equal(keys[0]->mpos->count + keys[1]->qpos->count, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void heights_that_were_given_come_back_between_0_and_1(void** state) {
  mjSpec* spec = parse(
      "<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3 5'/></asset>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, m), 1);
  const mjsHField* hfield = mjs_asHField(mjs_findElement(spec, mjOBJ_HFIELD, "h"));
  ASSERT_NUMBERS(hfield->userdata->items, 0, .5, 1, 0, .25);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void a_joint_stays_in_a_frame_with_a_class(void** state) {
  mjSpec* spec = parse(
      "<default><default class='k'/></default><worldbody><body><frame childclass='k' pos='1 0 0' "
      "euler='0 0 90'><joint name='j' pos='1 0 0' axis='1 0 0'/></frame><geom size='1'/></body>"
      "</worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, m), 1);
  const mjsJoint* joint = mjs_asJoint(mjs_findElement(spec, mjOBJ_JOINT, "j"));
  assert_non_null(mjs_getFrame(joint->element));
  mjModel* again = mj_compile(spec, NULL);
  for (int k = 0; k < 3; k++) {
    ASSERT_NEAR(again->jnt_pos[k], m->jnt_pos[k], 1e-15);
    ASSERT_NEAR(again->jnt_axis[k], m->jnt_axis[k], 1e-15);
  }
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void what_the_compiler_found_stays_for_it_to_find(void** state) {
  mjSpec* spec = parse("<worldbody><body><freejoint/><geom size='1'/></body></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, m), 1);
  assert_true(isnan(spec->stat.extent));
  m->stat.extent = 9;
  assert_int_equal(mj_copyBack(spec, m), 1);
  ASSERT_NEAR(spec->stat.extent, 9, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void a_model_of_another_spec_is_refused(void** state) {
  mjSpec* spec = parse("<worldbody><geom size='1'/></worldbody>");
  mjModel* other = compiled("<worldbody><geom size='1'/><geom size='1'/></worldbody>");
  assert_int_equal(mj_copyBack(spec, other), 0);
  assert_non_null(strstr(mjs_getError(spec), "has not been compiled"));
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(mj_copyBack(spec, other), 0);
  assert_non_null(strstr(mjs_getError(spec), "incompatible models"));
  // numbers of tuples are copied, too: as many as there are
  mjSpec* grouped = parse(
      "<custom><tuple name='t'><element objtype='geom' objname='g'/></tuple></custom>"
      "<worldbody><geom name='g' size='1'/></worldbody>");
  mjModel* whole = mj_compile(grouped, NULL);
  assert_int_equal(mj_copyBack(grouped, m), 0);
  assert_int_equal(mj_copyBack(grouped, whole), 1);
  mj_deleteModel(whole);
  mj_deleteSpec(grouped);
  mj_deleteModel(m);
  mj_deleteModel(other);
  mj_deleteSpec(spec);
}

// The pose and size of a segment say all: saved text has no segment, neither in elements nor in
// their class, and compiles to the same model. COMPAT: TOOL-03: classes are saved without a
// segment.
static void a_segment_is_saved_as_pose_and_size_after_copying_back(void** state) {
  mjSpec* spec = parse(
      "<default><default class='rod'><geom type='capsule' size='.1' fromto='0 0 0 0 0 "
      "3'/></default>"
      "</default><worldbody><body><freejoint/><geom class='rod'/>"
      "<geom type='box' size='.1' fromto='0 0 0 0 0 1'/>"
      "<site type='cylinder' size='.1' fromto='0 0 0 1 0 1'/></body>"
      "<frame pos='1 0 0'><geom class='rod'/></frame></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  for (int round = 0; round < 2; round++) {
    char text[4000], error[500] = "";
    assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
    assert_null(strstr(text, "nan"));
    assert_true(round == 0 || !strstr(text, "fromto"));
    mjSpec* read = mj_parseXMLString(text, NULL, error, sizeof error);
    mjModel* again = mj_compile(read, NULL);
    ASSERT_NEAR(distance(again->geom_pos, m->geom_pos, 9), 0, 1e-15);
    ASSERT_NEAR(distance(again->geom_quat, m->geom_quat, 12), 0, 1e-15);
    ASSERT_NEAR(distance(again->geom_size, m->geom_size, 9), 0, 1e-15);
    ASSERT_NEAR(distance(again->site_quat, m->site_quat, 4), 0, 1e-15);
    mj_deleteModel(again);
    mj_deleteSpec(read);
    assert_int_equal(mj_copyBack(spec, m), 1);
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// --- models with less than their spec

// The model that the text of the spec compiles to, with the numbers of m in it.
static mjModel* savedAndRead(mjSpec* spec, const mjModel* m) {
  char text[8000], error[1000] = "";
  if (!mj_copyBack(spec, m)) {
    fail_msg("%s", mjs_getError(spec));
  }
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  mjSpec* read = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!read) {
    fail_msg("%s: %s", error, text);
  }
  mjModel* again = mj_compile(read, NULL);
  if (!again) {
    fail_msg("%s: %s", mjs_getError(read), text);
  }
  mj_deleteSpec(read);
  return again;
}

#define ASSERT_SAME(array, count) \
  ASSERT_NEAR(distance(again->array, m->array, (int)(count)), 0, tolerance)

// Whether saving and reading gives the model again.
static void assertKept(mjSpec* spec, const mjModel* m, mjtNum tolerance) {
  mjModel* again = savedAndRead(spec, m);
  assert_int_equal(again->nbody, m->nbody);
  assert_int_equal(again->ngeom, m->ngeom);
  assert_int_equal(again->nsite, m->nsite);
  ASSERT_SAME(body_pos, 3 * m->nbody);
  ASSERT_SAME(body_quat, 4 * m->nbody);
  ASSERT_SAME(body_mass, m->nbody);
  ASSERT_SAME(body_ipos, 3 * m->nbody);
  ASSERT_SAME(body_iquat, 4 * m->nbody);
  ASSERT_SAME(body_inertia, 3 * m->nbody);
  ASSERT_SAME(geom_pos, 3 * m->ngeom);
  ASSERT_SAME(geom_quat, 4 * m->ngeom);
  ASSERT_SAME(geom_size, 3 * m->ngeom);
  ASSERT_SAME(site_pos, 3 * m->nsite);
  ASSERT_SAME(site_quat, 4 * m->nsite);
  ASSERT_SAME(cam_pos, 3 * m->ncam);
  ASSERT_SAME(light_dir, 3 * m->nlight);
  ASSERT_SAME(jnt_range, 2 * m->njnt);
  ASSERT_SAME(dof_damping, m->nv);
  assert_memory_equal(again->geom_rgba, m->geom_rgba, (size_t)m->ngeom * 4 * sizeof(float));
  mj_deleteModel(again);
}

#define FUSED_ARM                                                                                 \
  "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"                   \
  "<body name='still' pos='1 2 3' euler='5 6 7'><geom size='.1' pos='1 0 0'/><site pos='.1 .2 "   \
  ".3'/>"                                                                                         \
  "<body name='onstill' pos='1 1 0' axisangle='1 2 3 40'><joint/><geom size='.1'/></body></body>" \
  "<body name='a' pos='0 0 1'><joint range='-10 20'/><geom name='g' size='.1' mass='3'/>"         \
  "<frame pos='.1 .2 .3' euler='10 20 30'><body name='b' pos='0 1 0' euler='40 50 60'>"           \
  "<geom name='turned' type='box' size='.1 .2 .3' pos='.3 .2 .1' euler='70 80 90' mass='1'/>"     \
  "<geom name='rod' type='capsule' size='.1' fromto='.1 .2 .3 1 2 3' mass='.5'/>"                 \
  "<geom name='shown' type='mesh' mesh='m' mass='.2' pos='.1 .1 .4'/>"                            \
  "<site name='s' pos='.7 .8 .9' euler='1 2 3'/><camera pos='.1 .2 .3'/><light dir='0 1 1'/>"     \
  "<body name='c' pos='.3 .3 .1' euler='11 12 13'><geom name='deep' size='.1' pos='.1 .3 .2'/>"   \
  "<frame pos='.3 .1 .7'><body name='d' pos='.1 .3 .7' euler='3 2 1'><joint axis='1 0 0'/>"       \
  "<geom size='.1' mass='2'/></body></frame></body></body></frame></body></worldbody>"

static int idOf(const mjModel* m, mjtObj type, const char* name) {
  int id = mj_name2id(m, type, name);
  assert_true(id >= 0);
  return id;
}

static void a_fused_model_nobody_edited_is_saved_to_the_bit(void** state) {
  mjSpec* spec = parse("<compiler fusestatic='true'/>" FUSED_ARM);
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m->nbody, 4);
  assertKept(spec, m, 0);
  assertKept(spec, m, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);

  // whatever angles bodies are turned by
  for (int i = 0; i < 50; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<compiler fusestatic='true'/><worldbody><body><joint/><geom size='.1'/><frame "
             "pos='.%d .7 .3' euler='%d 20 30'><body pos='.1 .%d .3' euler='%d 7 %d'><geom "
             "type='box' size='.1 .2 .3' pos='.1 .2 .%d' euler='1 2 %d'/><site pos='.3 .%d 1'/>"
             "</body></frame></body></worldbody>",
             i, i, 2 * i, 3 * i, 5 * i, i, 7 * i, i);
    spec = parse(xml);
    m = mj_compile(spec, NULL);
    assertKept(spec, m, 0);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

// A link in a chain that became one body.
static void edits_of_a_fused_model_are_saved(void** state) {
  mjSpec* spec = parse("<compiler fusestatic='true'/>" FUSED_ARM);
  mjModel* m = mj_compile(spec, NULL);
  m->dof_damping[0] = 5;
  m->jnt_range[2] = -0.5;
  m->jnt_range[3] = 0.25;
  m->opt.timestep = 0.25;
  m->body_pos[3 * idOf(m, mjOBJ_BODY, "a")] = 9;
  m->body_pos[3 * idOf(m, mjOBJ_BODY, "d") + 1] = 7;
  m->body_pos[3 * idOf(m, mjOBJ_BODY, "onstill") + 2] = 6;
  m->site_pos[3 * idOf(m, mjOBJ_SITE, "s")] = 5;
  mjtNum* quat = m->geom_quat + 4 * idOf(m, mjOBJ_GEOM, "turned");
  mju_euler2Quat(quat, (mjtNum[]){1, 2, 3}, "xyz");
  static const char* const geoms[] = {"g", "rod", "turned", "deep", "shown"};
  for (int i = 0; i < 5; i++) {
    m->geom_rgba[4 * idOf(m, mjOBJ_GEOM, geoms[i])] = 0.25F + (float)i / 16;
    m->geom_pos[3 * idOf(m, mjOBJ_GEOM, geoms[i])] = 4 + i;
  }
  // (without the inertias, to which the moved geoms would add up)
  mjModel* again = savedAndRead(spec, m);
  mjtNum tolerance = 1e-13;
  ASSERT_SAME(dof_damping, m->nv);
  ASSERT_SAME(jnt_range, 2 * m->njnt);
  ASSERT_SAME(body_pos, 3 * m->nbody);
  ASSERT_SAME(body_quat, 4 * m->nbody);
  ASSERT_SAME(geom_pos, 3 * m->ngeom);
  ASSERT_SAME(geom_quat, 4 * m->ngeom);
  ASSERT_SAME(site_pos, 3 * m->nsite);
  ASSERT_NEAR(again->opt.timestep, 0.25, 0);
  assert_memory_equal(again->geom_rgba, m->geom_rgba, (size_t)m->ngeom * 4 * sizeof(float));
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void an_edited_inertia_is_that_of_the_body_with_all_in_it(void** state) {
  mjSpec* spec = parse("<compiler fusestatic='true'/>" FUSED_ARM);
  mjModel* m = mj_compile(spec, NULL);
  int a = idOf(m, mjOBJ_BODY, "a");
  m->body_mass[a] = 0.125;
  m->body_inertia[3 * a + 1] *= 1.2;
  m->body_ipos[3 * a + 2] = 3;
  assertKept(spec, m, 0);
  m->body_mass[a] = 100;
  assertKept(spec, m, 0);
  // and the spec says the same
  mjModel* again = mj_compile(spec, NULL);
  ASSERT_NEAR(again->body_mass[a], 100, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void an_edited_inertia_whose_parts_have_to_weigh_something_is_an_error(void** state) {
  mjSpec* spec = parse("<compiler fusestatic='true' boundmass='.01'/>" FUSED_ARM);
  mjModel* m = mj_compile(spec, NULL);
  m->dof_damping[0] = 5;
  assert_int_equal(mj_copyBack(spec, m), 1);
  m->body_mass[idOf(m, mjOBJ_BODY, "a")] = 7;
  assert_int_equal(mj_copyBack(spec, m), 0);
  ASSERT_SAYS(mjs_getError(spec), "the inertia of body 'a' cannot be edited");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// The frame of a free body moves to the mass centre of all that is in it when it is compiled, not
// in the spec: what was dropped has its place in that.
static void the_frame_of_a_free_body_stays_in_the_spec(void** state) {
  mjSpec* spec = parse(
      "<compiler fusestatic='true' alignfree='true' discardvisual='true'/><worldbody>"
      "<frame pos='1 2 3' euler='1 2 3'><body name='a' pos='0 0 1' euler='3 2 1'>"
      "<freejoint/><geom size='.1' pos='.5 0 0'/><geom name='dropped' size='.1' pos='.7 0 0' "
      "contype='0' conaffinity='0'/><site pos='.5 0 0'/>"
      "<geom name='turned' type='box' size='.1 .2 .3' pos='.1 0 0'/><site pos='1 0 0'/>"
      "<camera pos='1 0 0'/><light dir='0 1 1'/></body></frame></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m->nbody, 2);
  ASSERT_NEAR(m->body_ipos[3], 0, 0);
  assertKept(spec, m, 1e-14);
  m->site_pos[0] = 3;
  m->geom_pos[3 * idOf(m, mjOBJ_GEOM, "turned")] = 4;
  m->body_mass[1] = 9;
  m->body_pos[4] = 9;
  assertKept(spec, m, 1e-13);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void inertias_that_are_saved_are_those_before_bodies_were_fused(void** state) {
  mjSpec* spec = parse("<compiler fusestatic='true' saveinertial='true'/>" FUSED_ARM);
  mjModel* m = mj_compile(spec, NULL);
  assertKept(spec, m, 1e-14);
  m->body_mass[idOf(m, mjOBJ_BODY, "a")] = 7;
  assertKept(spec, m, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void edits_of_a_model_without_its_visual_geoms_are_saved(void** state) {
  mjSpec* spec = parse(
      "<compiler discardvisual='true'/><asset><material name='m'/></asset><worldbody><body>"
      "<joint/><geom name='v' size='2' contype='0' conaffinity='0' material='m'/>"
      "<geom name='g' size='1'/></body></worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m->ngeom, 1);
  m->dof_damping[0] = 5;
  m->geom_size[0] = 3;
  mjModel* again = savedAndRead(spec, m);
  ASSERT_NEAR(again->dof_damping[0], 5, 0);
  ASSERT_NEAR(again->geom_size[0], 3, 0);
  ASSERT_NEAR(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "v"))->size[0], 2, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

#define TWO_BODIES                                                                        \
  "<worldbody><body name='a' pos='0 0 1'><joint/><geom size='.1' mass='3' pos='.1 0 0'/>" \
  "<body name='b' pos='0 1 0'><joint axis='1 0 0'/><inertial pos='0 0 0' mass='1' "       \
  "diaginertia='.1 .1 "                                                                   \
  ".1'/></body></body></worldbody>"

// The setting applies again: what it applies to is saved.
static void masses_are_saved_as_they_were_before_their_total_was_set(void** state) {
  static const char* const more[] = {"", "saveinertial='true'", "boundmass='2'"};
  for (int i = 0; i < 3; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml, "<compiler settotalmass='10' %s/>" TWO_BODIES, more[i]);
    mjSpec* spec = parse(xml);
    mjModel* m = mj_compile(spec, NULL);
    assertKept(spec, m, 0);
    mjModel* again = mj_compile(spec, NULL);
    ASSERT_NEAR(distance(again->body_mass, m->body_mass, 3), 0, 0);
    mj_deleteModel(again);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

// No geom counts, although they should.
static void an_inertia_that_no_geom_gives_is_saved_with_its_bound(void** state) {
  mjSpec* spec = parse(
      "<compiler boundmass='1' inertiafromgeom='true' inertiagrouprange='2 2'/><worldbody><body>"
      "<joint/><inertial pos='0 0 0' mass='.2' diaginertia='1 1 1'/><geom size='1'/></body>"
      "</worldbody>");
  mjModel* m = mj_compile(spec, NULL);
  ASSERT_NEAR(m->body_mass[1], 1, 0);
  assertKept(spec, m, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// Edited masses are worth more than settings that say where masses come from.
static void edited_masses_are_kept_from_settings_that_would_undo_them(void** state) {
  static const char* const settings[] = {"settotalmass='10'", "inertiafromgeom='true'",
                                         "settotalmass='10' saveinertial='true'"};
  for (int i = 0; i < 3; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml, "<compiler %s/>" TWO_BODIES, settings[i]);
    mjSpec* spec = parse(xml);
    mjModel* m = mj_compile(spec, NULL);
    m->body_mass[1] = 77;
    assertKept(spec, m, 0);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

static void a_range_is_in_degrees_where_it_will_be_read_so(void** state) {
  static const char* const joints[] = {"", "range='-10 20'", "limited='false' range='-10 20'",
                                       "limited='true' range='-10 20'"};
  for (int i = 0; i < 4; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml, "<worldbody><body><joint %s/><geom size='1'/></body></worldbody>",
             joints[i]);
    mjSpec* spec = parse(xml);
    mjModel* m = mj_compile(spec, NULL);
    m->jnt_range[0] = -0.5;
    m->jnt_range[1] = 0.75;
    assertKept(spec, m, 1e-15);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edits_are_there_when_the_spec_is_compiled_again),
      cmocka_unit_test(numbers_of_the_user_come_back_beyond_those_of_the_text),
      cmocka_unit_test(what_a_key_left_out_stays_out_until_it_is_edited),
      cmocka_unit_test(heights_that_were_given_come_back_between_0_and_1),
      cmocka_unit_test(a_joint_stays_in_a_frame_with_a_class),
      cmocka_unit_test(what_the_compiler_found_stays_for_it_to_find),
      cmocka_unit_test(a_model_of_another_spec_is_refused),
      cmocka_unit_test(a_segment_is_saved_as_pose_and_size_after_copying_back),
      cmocka_unit_test(a_fused_model_nobody_edited_is_saved_to_the_bit),
      cmocka_unit_test(edits_of_a_fused_model_are_saved),
      cmocka_unit_test(an_edited_inertia_is_that_of_the_body_with_all_in_it),
      cmocka_unit_test(an_edited_inertia_whose_parts_have_to_weigh_something_is_an_error),
      cmocka_unit_test(the_frame_of_a_free_body_stays_in_the_spec),
      cmocka_unit_test(inertias_that_are_saved_are_those_before_bodies_were_fused),
      cmocka_unit_test(edits_of_a_model_without_its_visual_geoms_are_saved),
      cmocka_unit_test(masses_are_saved_as_they_were_before_their_total_was_set),
      cmocka_unit_test(an_inertia_that_no_geom_gives_is_saved_with_its_bound),
      cmocka_unit_test(edited_masses_are_kept_from_settings_that_would_undo_them),
      cmocka_unit_test(a_range_is_in_degrees_where_it_will_be_read_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
