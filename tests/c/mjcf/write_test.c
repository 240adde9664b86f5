// Writing MJCF: what is written reads back as the same elements, and writing again gives the same
// text.

#include "mjcf/parse_support.h"

#include <stdio.h>

static const char everything[] =
    "<mujoco model='all &amp; more'><compiler angle='radian' autolimits='false'/>"
    "<option timestep='.001' gravity='0 0 -1'><flag energy='enable' contact='disable'/></option>"
    "<size memory='2M' nuserdata='3'/><visual><rgba fog='1 0 0 1'/></visual>"
    "<statistic extent='2'/>"
    "<default><joint damping='.3'/><default class='c'><geom type='box' size='.1 .2 .3'/>"
    "<general ctrlrange='-1 1'/></default></default>"
    "<asset><texture name='t' type='2d' builtin='checker' width='8' height='8'/>"
    "<material name='m' texture='t' rgba='.1 .2 .3 1'/>"
    "<mesh name='tet' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
    "<hfield name='h' size='1 1 1 1' nrow='2' ncol='3' elevation='1 2 3 4 5 6'/></asset>"
    "<worldbody><light name='l' dir='0 1 -1'/><camera name='c' mode='targetbody' target='b'/>"
    "<frame pos='1 2 3' euler='0 0 .5'><body name='b' childclass='c' gravcomp='1'>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><joint name='j' range='-1 1'/>"
    "<geom name='g' material='m' euler='.1 .2 .3'/><site name='s'/></body>"
    "<geom name='cap' type='capsule' size='.1' fromto='0 0 0 1 1 1'/></frame>"
    "<body name='f'><freejoint name='free'/><geom name='ball' size='.1'/></body></worldbody>"
    "<contact><pair geom1='g' geom2='ball' friction='2'/><exclude body1='b' body2='f'/></contact>"
    "<equality><weld name='w' body1='b' body2='f' torquescale='2'/><joint joint1='j'/></equality>"
    "<tendon><spatial name='sp'><site site='s'/><geom geom='ball'/></spatial>"
    "<fixed name='fx'><joint joint='j' coef='2'/></fixed></tendon>"
    "<actuator><position name='p' joint='j' kp='3' dampratio='1' inheritrange='1'/>"
    "<pid joint='j' kp='1' ki='2' input='pos vel'/>"
    "<dcmotor joint='j' motorconst='.5' resistance='2' inductance='.001' input='voltage'/>"
    "<general class='c' tendon='fx' dyntype='filter' dynprm='.1'/></actuator>"
    "<sensor><jointpos joint='j'/><framepos objtype='site' objname='s' reftype='body' refname='f'/>"
    "<contact geom1='g' data='found dist' num='2'/><distance geom1='g' geom2='ball'/>"
    "<user dim='2'/></sensor>"
    "<custom><numeric name='n' size='3' data='1 2'/><text name='x' data='a&lt;b'/>"
    "<tuple name='tu'><element objtype='body' objname='b' prm='2'/></tuple></custom>"
    "<keyframe><key name='k' time='2' ctrl='1 2 3 4'/></keyframe></mujoco>";

static void written_models_read_back_and_write_the_same_again(void** state) {
  mjSpec* first = parseModel(everything);
  char* once = savedText(first);
  mjSpec* second = parseModel(once);
  char* twice = savedText(second);
  assert_string_equal(once, twice);
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    if (lb_structOf((mjtObj)type)) {
      assert_int_equal(countOf(first, (mjtObj)type), countOf(second, (mjtObj)type));
    }
  }
  free(once);
  free(twice);
  mj_deleteSpec(first);
  mj_deleteSpec(second);
}

static void values_survive_writing(void** state) {
  mjSpec* first = parseModel(everything);
  char* text = savedText(first);
  mjSpec* second = parseModel(text);
  assert_string_equal(mjs_getString(second->modelname), "all & more");
  assert_int_equal(second->memory, 2 << 20);
  assert_int_equal(second->option.disableflags, mjDSBL_CONTACT);
  const mjsGeom* a = mjs_asGeom(mjs_findElement(first, mjOBJ_GEOM, "g"));
  const mjsGeom* b = mjs_asGeom(mjs_findElement(second, mjOBJ_GEOM, "g"));
  double quat[4];
  assert_null(mjs_resolveOrientation(quat, 0, "xyz", &a->alt));
  assert_memory_equal(quat, b->quat, sizeof quat);
  assert_memory_equal(a->size, b->size, sizeof a->size);
  const mjsHField* h1 = mjs_asHField(mjs_findElement(first, mjOBJ_HFIELD, "h"));
  const mjsHField* h2 = mjs_asHField(mjs_findElement(second, mjOBJ_HFIELD, "h"));
  assert_memory_equal(h1->userdata->items, h2->userdata->items, 6 * sizeof(float));
  const mjsActuator* p = mjs_asActuator(mjs_findElement(second, mjOBJ_ACTUATOR, "p"));
  assert_float_equal(p->biasprm[2], 1, 0);
  assert_float_equal(p->inheritrange, 1, 0);
  free(text);
  mj_deleteSpec(first);
  mj_deleteSpec(second);
}

static void a_copy_writes_the_same_text(void** state) {
  mjSpec* spec = parseModel(everything);
  mjSpec* copy = mj_copySpec(spec);
  char* a = savedText(spec);
  mj_deleteSpec(spec);
  char* b = savedText(copy);
  assert_string_equal(a, b);
  free(a);
  free(b);
  mj_deleteSpec(copy);
}

// The text of a model after compiling, with the values of an edited model when `edit` is not NULL.
static char* compiledText(const char* xml, void (*edit)(mjModel* m)) {
  mjSpec* spec = parseModel(xml);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) {
    fail_msg("%s", mjs_getError(spec));
  }
  if (edit) {
    edit(m);
    assert_int_equal(mj_copyBack(spec, m), 1);
  }
  char* text = savedText(spec);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return text;
}

static mjModel* compiledModel(const char* xml) {
  mjSpec* spec = parseModel(xml);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) {
    fail_msg("%s\n%s", mjs_getError(spec), xml);
  }
  mj_deleteSpec(spec);
  return m;
}

static void a_spec_that_was_never_compiled_is_refused(void** state) {
  char error[200] = "", text[2000];
  mjSpec* spec = parseModel("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  assert_non_null(strstr(error, "Only compiled model can be written"));
  assert_int_equal(mj_saveXML(spec, "unwritten.xml", error, sizeof error), -1);
  mj_deleteModel(mj_compile(spec, NULL));
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  mj_deleteSpec(spec);
}

static void nothing(mjModel* m) {
}

// SAVE-FRAME
static void frames_with_names_are_written_around_what_is_in_them(void** state) {
  static const char xml[] =
      "<mujoco><worldbody><geom name='g0' size='1'/><body name='a'><geom size='1'/></body>"
      "<frame name='f' pos='1 2 3' euler='0 0 90'><geom name='g1' size='1' pos='1 0 0'/>"
      "<frame pos='0 0 1'><body name='b'><geom size='1'/><joint name='j'/></body></frame>"
      "<frame name='inner' pos='0 0 1'><site name='s'/><light name='l' dir='1 0 "
      "0'/></frame></frame>"
      "<body name='c'><geom size='1'/></body><frame name='empty'/></worldbody></mujoco>";
  mjModel* m = compiledModel(xml);
  for (int edited = 0; edited < 2; edited++) {
    char* text = compiledText(xml, edited ? nothing : NULL);
    const char* f = strstr(text, "<frame name=\"f\">");
    const char* inner = strstr(text, "<frame name=\"inner\">");
    assert_true(f && inner && strstr(text, "<frame name=\"empty\"/>"));
    assert_true(strstr(text, "\"g0\"") < f && strstr(text, "name=\"a\"") < f);
    assert_true(strstr(text, "\"g1\"") > f && strstr(text, "name=\"b\"") > f);
    assert_true(strstr(text, "name=\"s\"") > inner);
    assert_true(strstr(text, "name=\"c\"") > strstr(text, "name=\"s\""));
    mjModel* again = compiledModel(text);
    for (int body = 1; body < m->nbody; body++) {
      assert_string_equal(mj_id2name(m, mjOBJ_BODY, body), mj_id2name(again, mjOBJ_BODY, body));
    }
    for (int i = 0; i < 3 * m->nbody; i++) {
      assert_true(fabs(m->body_pos[i] - again->body_pos[i]) < 1e-12);
    }
    for (int i = 0; i < 3; i++) {
      assert_true(fabs(m->site_pos[i] - again->site_pos[i]) < 1e-12);
      assert_true(fabs(m->light_pos[i] - again->light_pos[i]) < 1e-12);
      assert_true(fabs(m->light_dir[i] - again->light_dir[i]) < 1e-12);
    }
    int old = mj_name2id(m, mjOBJ_GEOM, "g1"), now = mj_name2id(again, mjOBJ_GEOM, "g1");
    for (int i = 0; i < 3; i++) {
      assert_true(fabs(m->geom_pos[3 * old + i] - again->geom_pos[3 * now + i]) < 1e-12);
    }
    mj_deleteModel(again);
    free(text);
  }
  mj_deleteModel(m);
}

// SAVE-FRAME
static void elements_in_and_between_named_frames_keep_their_order(void** state) {
  static const char xml[] =
      "<mujoco><worldbody><geom name='0' size='1'/><site name='0'/><body name='1'><joint "
      "name='0'/><geom name='1' size='1'/><frame name='f'><joint name='1' axis='1 0 0'/><geom "
      "name='2' size='1'/></frame><joint name='2' axis='0 1 0'/><geom name='3' size='1'/></body>"
      "<frame name='g' pos='1 0 0'><geom name='4' size='1'/><frame name='h'><site name='1'/><body "
      "name='2'/></frame><site name='2'/><geom name='5' size='1'/></frame><frame><geom name='6' "
      "size='1'/></frame><body name='3'/><geom name='7' size='1'/><frame name='i'/><site "
      "name='3'/><frame name='j'><geom name='8' size='1'/></frame></worldbody></mujoco>";
  static const int kinds[] = {mjOBJ_BODY, mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE};
  char* text = compiledText(xml, NULL);
  mjModel* m = compiledModel(xml);
  mjModel* again = compiledModel(text);
  int count[] = {(int)m->nbody, (int)m->njnt, (int)m->ngeom, (int)m->nsite};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < count[k]; i++) {
      assert_string_equal(mj_id2name(again, kinds[k], i), mj_id2name(m, kinds[k], i));
    }
  }
  mj_deleteModel(m);
  mj_deleteModel(again);
  free(text);
}

static void attached_limits_from_ranges_hold_in_the_file_of_a_model_without_them(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><compiler autolimits='false'/><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* part = parseModel(
      "<mujoco><worldbody><body name='b'><joint range='-1 1'/><geom size='1'/></body></worldbody>"
      "</mujoco>");
  assert_non_null(
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(part, "b")->element, "", ""));
  mj_deleteModel(mj_compile(spec, NULL));
  char* text = savedText(spec);
  mjModel* again = compiledModel(text);
  assert_true(again->jnt_limited[0]);
  mj_deleteModel(again);
  free(text);
  mj_deleteSpec(spec);
  mj_deleteSpec(part);
}

static void minus_zero_is_no_pose(void** state) {
  char* text = compiledText(
      "<mujoco><worldbody><body name='b' pos='0 -0 0' quat='1 0 -0 0'/></worldbody></mujoco>",
      NULL);
  assert_non_null(strstr(text, "<body name=\"b\"/>"));
  free(text);
}

static void raiseHill(mjModel* m) {
  m->hfield_data[0] = 0.5f;
}

static void heights_are_written_as_they_were_edited(void** state) {
  static const char* const fields[] = {"elevation='0 1 2 3 4 5'", ""};
  for (int i = 0; i < 2; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><asset><hfield name='h' nrow='2' ncol='3' size='1 1 1 1' %s/></asset>"
             "<worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>",
             fields[i]);
    char* text = compiledText(xml, raiseHill);
    mjModel* again = compiledModel(text);
    // (heights are scaled to 1 when they are read)
    assert_float_equal(again->hfield_data[0], i ? 1 : 0.5, 1e-6);
    assert_float_equal(again->hfield_data[1], i ? 0 : 0.8, 1e-6);
    mj_deleteModel(again);
    free(text);
  }
}

static void springs_and_dampers_come_back(void** state) {
  static const char* const models[] = {
      "<mujoco><worldbody><body><joint springdamper='1 .5'/><geom size='1'/></body></worldbody>"
      "</mujoco>",
      "<mujoco><default><joint springdamper='1 .5'/></default><worldbody><body><joint/>"
      "<geom size='1'/></body></worldbody></mujoco>"};
  for (int i = 0; i < 4; i++) {
    mjModel* m = compiledModel(models[i / 2]);
    char* text = compiledText(models[i / 2], i % 2 ? nothing : NULL);
    mjModel* again = compiledModel(text);
    assert_true(m->jnt_stiffness[0] > 1000);
    assert_float_equal(again->jnt_stiffness[0], m->jnt_stiffness[0], 1e-9);
    assert_float_equal(again->dof_damping[0], m->dof_damping[0], 1e-9);
    mj_deleteModel(m);
    mj_deleteModel(again);
    free(text);
  }
}

static void inertias_are_written_where_geoms_do_not_give_them(void** state) {
  static const struct {
    const char* compiler;
    const char* inertial;
    bool isWritten;
  } cases[] = {
      {"", "", false},
      {"", "<inertial pos='0 0 1' mass='2' diaginertia='1 1 1'/>", true},
      {"inertiafromgeom='true'", "<inertial pos='0 0 1' mass='2' diaginertia='1 1 1'/>", false},
      {"saveinertial='true'", "", true}};
  for (int i = 0; i < 8; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><compiler %s/><worldbody><body name='b'>%s<joint/><geom size='1'/></body>"
             "</worldbody></mujoco>",
             cases[i / 2].compiler, cases[i / 2].inertial);
    char* text = compiledText(xml, i % 2 ? nothing : NULL);
    if ((strstr(text, "<inertial") != NULL) != cases[i / 2].isWritten) {
      fail_msg("%d: %s", i, text);
    }
    mjModel *m = compiledModel(xml), *again = compiledModel(text);
    assert_float_equal(m->body_mass[1], again->body_mass[1], 1e-9);
    mj_deleteModel(m);
    mj_deleteModel(again);
    free(text);
  }
}

static void textures_made_in_memory_are_refused(void** state) {
  char error[200] = "", text[2000];
  mjSpec* spec = parseModel("<mujoco/>");
  mjsTexture* texture = mjs_addTexture(spec);
  mjs_setName(texture->element, "pixels");
  texture->type = mjTEXTURE_2D;
  texture->width = texture->height = 1;
  texture->nchannel = 3;
  mjs_setBuffer(texture->data, "abc", 3);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  assert_non_null(strstr(error, "no support for buffer textures"));
  assert_non_null(strstr(error, "pixels"));
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// Saves what was edited after it was compiled: the error that names the element.
static void assertNotSaved(mjSpec* spec, mjsElement* element, const char* expected) {
  char error[200] = "", text[2000];
  mjs_setName(element, "odd");
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  assert_non_null(strstr(error, expected));
  assert_non_null(strstr(error, "odd"));
  mj_deleteSpec(spec);
}

static mjSpec* compiledSpec(const char* xml) {
  mjSpec* spec = parseModel(xml);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  mj_deleteModel(m);
  return spec;
}

static void lists_that_belong_together_have_one_length(void** state) {
  mjSpec* spec = compiledSpec("<mujoco/>");
  mjsTuple* tuple = mjs_addTuple(spec);
  mjs_setStringVec(tuple->objname, "a b");
  assertNotSaved(spec, tuple->element, "its lists have different lengths");
  spec = compiledSpec("<mujoco/>");
  mjsSkin* skin = mjs_addSkin(spec);
  mjs_setStringVec(skin->bodyname, "a b");
  assertNotSaved(spec, skin->element, "the lists of bones have different lengths");
}

static void objects_of_no_known_type_are_refused(void** state) {
  mjSpec* spec = compiledSpec("<mujoco/>");
  mjsTuple* tuple = mjs_addTuple(spec);
  mjs_setStringVec(tuple->objname, "a");
  mjs_setInt(tuple->objtype, (int[]){mjOBJ_UNKNOWN}, 1);
  mjs_setDouble(tuple->objprm, (double[]){0}, 1);
  assertNotSaved(spec, tuple->element, "objtype 0 cannot be written");
  for (int k = 0; k < 2; k++) {
    spec = compiledSpec("<mujoco/>");
    mjsSensor* sensor = mjs_addSensor(spec);
    sensor->type = mjSENS_USER;
    mjs_setString(k ? sensor->refname : sensor->objname, "a");
    *(k ? &sensor->reftype : &sensor->objtype) = (mjtObj)99;
    assertNotSaved(spec, sensor->element,
                   k ? "reftype 99 cannot be written" : "objtype 99 cannot be written");
  }
}

static void a_material_with_one_name_and_a_grid_of_any_size_are_saved(void** state) {
  char text[2000];
  mjSpec* spec = compiledSpec("<mujoco/>");
  mjsMaterial* material = mjs_addMaterial(spec, NULL);
  mjs_setStringVec(material->textures, "a");
  mjsTexture* texture = mjs_addTexture(spec);
  texture->gridsize[0] = texture->gridsize[1] = 1 << 30;
  texture->gridlayout[0] = 'F';
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, NULL, 0), 0);
  assert_non_null(strstr(text, "<layer texture=\"a\""));
  mj_deleteSpec(spec);
}

static const char plainXml[] =
    "<mujoco><asset><mesh name='me' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
    "<body name='b'><joint name='j' range='-30 30'/><geom name='g' size='.1'/><site name='s'/>"
    "</body><geom name='w' size='.1'/></worldbody><actuator><motor name='a' joint='j'/></actuator>"
    "</mujoco>";

// What a model says after an edit; it reads back and says the same again.
static char* saidAfter(void (*edit)(mjSpec* spec)) {
  mjSpec* spec = parseModel(plainXml);
  edit(spec);
  mjModel* m = mj_compile(spec, NULL);
  assert_string_equal(mjs_getError(spec), "");
  mj_deleteModel(m);
  char* text = savedText(spec);
  mjSpec* again = parseModel(text);
  char* twice = savedText(again);
  assert_string_equal(text, twice);
  free(twice);
  mj_deleteSpec(again);
  mj_deleteSpec(spec);
  return text;
}

// Values of a class that <default> cannot hold.
static void giveClass(mjSpec* spec) {
  mjsDefault* def = mjs_getSpecDefault(spec);
  def->tendon->armature = 1.5;
  def->tendon->actfrcrange[1] = 2.5;
  def->tendon->stiffness[0] = 3.5;
  def->actuator->lengthrange[1] = 4.5;
  def->actuator->inheritrange = .5;
  mjs_setString(def->light->targetbody, "b");
  def->mesh->refpos[1] = 5.5;
  def->mesh->refquat[1] = 6.5;
  def->mesh->smoothnormal = true;
  mjs_setString(def->pair->geomname1, "g");
  def->pair->condim = 4;
  mjs_wrapJoint(mjs_addTendon(spec, NULL), "j", 1);
  mjs_addLight(mjs_findBody(spec, "b"), NULL);
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjs_setName(mesh->element, "new");
  mjs_setFloat(mesh->uservert, corners, 12);
  mjs_setString(mjs_addPair(spec, NULL)->geomname2, "w");
  mjsActuator* a = mjs_addActuator(spec, NULL);
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, "j");
  assert_string_equal(mjs_setToPosition(a, 1, NULL, NULL, NULL, a->inheritrange), "");
}

static void what_a_default_cannot_hold_is_written_with_each_element(void** state) {
  char* text = saidAfter(giveClass);
  ASSERT_SAYS(text, "<tendon stiffness=\"3.5\"/>");
  ASSERT_SAYS(text, "<fixed actuatorfrcrange=\"0 2.5\" armature=\"1.5\">");
  ASSERT_SAYS(text, "<light target=\"b\"/>");
  ASSERT_SAYS(text, "smoothnormal=\"true\"");
  ASSERT_SAYS(text, "refpos=\"0 5.5 0\"");
  ASSERT_SAYS(text, "<pair geom1=\"g\" geom2=\"w\"/>");
  ASSERT_SAYS(text, "lengthrange=\"0 4.5\"");
  ASSERT_SAYS(text, "inheritrange=\"0.5\"");
  free(text);
}

// Values that mean nothing where they are, and that a file may not say.
static void giveIdleValues(mjSpec* spec) {
  mjsActuator* a = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "a"));
  mjs_setString(a->refsite, "s");
  mjs_setString(a->slidersite, "s");
  a->cranklength = 1.5;
  a->inheritrange = .5;
  spec->memory = 1536 << 10;
  spec->njmax = 77;
  spec->nstack = 88;
  mju_zero4(mjs_findBody(spec, "b")->quat);
  mjsSensor* sensor = mjs_addSensor(spec);
  sensor->type = mjSENS_FRAMEPOS;
  sensor->objtype = mjOBJ_BODY;
  mjs_setString(sensor->objname, "b");
  mjs_setString(sensor->refname, "b");
  mjsNumeric* numeric = mjs_addNumeric(spec);
  mjs_setName(numeric->element, "n");
  mjs_setDouble(numeric->data, (double[2]){1, 2}, 2);
}

static void values_without_meaning_are_not_written(void** state) {
  char* text = saidAfter(giveIdleValues);
  ASSERT_SAYS(text, "<general name=\"a\" joint=\"j\"/>");
  ASSERT_SAYS(text, "<size memory=\"1536K\"/>");
  ASSERT_SAYS(text, "<body name=\"b\">");
  ASSERT_SAYS(text, "<framepos objtype=\"body\" objname=\"b\"/>");
  ASSERT_SAYS(text, "<numeric name=\"n\" size=\"2\" data=\"1 2\"/>");
  free(text);
}

static void a_quaternion_of_no_length_is_not_saved(void** state) {
  mjSpec* spec = compiledSpec(plainXml);
  mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  mju_zero4(geom->quat);
  assertNotSaved(spec, geom->element, "MJCF cannot hold a quaternion of length zero");
}

static void what_needs_a_name_is_not_saved_without_one(void** state) {
  mjSpec* spec = compiledSpec("<mujoco/>");
  mjs_setString(mjs_addText(spec)->data, "x");
  char text[2000], error[500];
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  ASSERT_SAYS(error, "MJCF cannot hold a text without a name");
  mj_deleteSpec(spec);
  spec = compiledSpec("<mujoco/>");
  assert_non_null(mjs_addDefault(spec, "", NULL));
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), -1);
  ASSERT_SAYS(error, "MJCF cannot hold a default class without a name");
  mj_deleteSpec(spec);
}

static void the_most_numbers_of_a_user_are_the_size_where_none_is_given(void** state) {
  assertWritten(
      "<size nuser_geom='4'/><worldbody><body user='1'><joint user='1 2'/><geom user='1'/>"
      "<site user='1 2 3'/><site user='7'/></body></worldbody>"
      "<sensor><clock user='1 2'/></sensor>",
      "<size nuser_body=\"1\" nuser_jnt=\"2\" nuser_geom=\"4\" nuser_site=\"3\" "
      "nuser_sensor=\"2\"/>");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_most_numbers_of_a_user_are_the_size_where_none_is_given),
      cmocka_unit_test(written_models_read_back_and_write_the_same_again),
      cmocka_unit_test(values_survive_writing),
      cmocka_unit_test(a_copy_writes_the_same_text),
      cmocka_unit_test(a_spec_that_was_never_compiled_is_refused),
      cmocka_unit_test(frames_with_names_are_written_around_what_is_in_them),
      cmocka_unit_test(attached_limits_from_ranges_hold_in_the_file_of_a_model_without_them),
      cmocka_unit_test(minus_zero_is_no_pose),
      cmocka_unit_test(elements_in_and_between_named_frames_keep_their_order),
      cmocka_unit_test(heights_are_written_as_they_were_edited),
      cmocka_unit_test(springs_and_dampers_come_back),
      cmocka_unit_test(inertias_are_written_where_geoms_do_not_give_them),
      cmocka_unit_test(textures_made_in_memory_are_refused),
      cmocka_unit_test(lists_that_belong_together_have_one_length),
      cmocka_unit_test(objects_of_no_known_type_are_refused),
      cmocka_unit_test(a_material_with_one_name_and_a_grid_of_any_size_are_saved),
      cmocka_unit_test(what_a_default_cannot_hold_is_written_with_each_element),
      cmocka_unit_test(values_without_meaning_are_not_written),
      cmocka_unit_test(a_quaternion_of_no_length_is_not_saved),
      cmocka_unit_test(what_needs_a_name_is_not_saved_without_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
