// Writing of the tree.

#include "spec/spec_support.h"

// The text of a model with this world.
static char* writtenWorld(const char* settings, const char* content) {
  char xml[2000];
  snprintf(xml, sizeof xml, "<mujoco>%s<worldbody>%s</worldbody></mujoco>", settings, content);
  mjSpec* spec = parseModel(xml);
  char* text = savedText(spec);
  mj_deleteSpec(spec);
  return text;
}

// A model to whose frame 'f' the body 'b' of another one is attached.
static mjSpec* attachedTo(const char* xml, mjSpec* child) {
  mjSpec* parent = parseModel(xml);
  assert_non_null(
      mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, "b")->element, "x_", ""));
  return parent;
}

// The model that is compiled from what a spec is saved as.
static mjModel* compileSaved(const mjSpec* spec) {
  char* text = savedText(spec);
  mjSpec* read = parseModel(text);
  mjModel* m = mj_compile(read, NULL);
  assert_non_null(m);
  free(text);
  mj_deleteSpec(read);
  return m;
}

static void assertTree(const char* content, const char* words) {
  char* text = writtenWorld("", content);
  ASSERT_SAYS(text, words);
  free(text);
}

static void orientations_are_written_as_quaternions(void** state) {
  assertTree("<geom name='g' size='1' euler='0 0 180'/>", " quat=\"");
  assertTree("<geom name='g' size='1' pos='1 2 3'/>",
             "<geom name=\"g\" size=\"1\" pos=\"1 2 3\"/>");
  assertTree("<body name='b' quat='0 1 0 0'/>", "<body name=\"b\" quat=\"0 1 0 0\"/>");
}

static void frames_are_folded_into_what_is_inside(void** state) {
  const char* frames =
      "<frame pos='1 0 0'><frame pos='0 2 0' quat='0 0 0 1'><geom name='g' size='1' pos='1 0 0'/>"
      "<site name='s'/></frame></frame>";
  assertTree(frames, "<geom name=\"g\" size=\"1\" pos=\"0 2 0\" quat=\"0 0 0 1\"/>");
  assertTree(frames, "<site name=\"s\" pos=\"1 2 0\" quat=\"0 0 0 1\"/>");
  char* text = writtenWorld("", frames);
  assert_null(strstr(text, "<frame"));
  free(text);
}

// Compiling what was written gives the same poses.
// COMPAT: SAVE-FRAME
static void a_frame_with_a_class_says_it_for_what_is_in_it(void** state) {
  const char* classes =
      "<default><default class='k'><geom group='3'/></default><default class='l'/></default>";
  char* text = writtenWorld(
      classes,
      "<frame childclass='k' pos='1 0 0'><geom name='a' size='1'/><frame><body name='b'/></frame>"
      "<frame name='f' childclass='main'><geom name='c' size='1'/></frame></frame>"
      "<body name='d' childclass='l'><frame><geom name='e' size='1' class='k'/></frame></body>");
  ASSERT_SAYS(text,
              "    <frame childclass=\"k\">\n"
              "      <geom name=\"a\" size=\"1\" pos=\"1 0 0\"/>\n"
              "      <frame childclass=\"k\">\n"
              "        <body name=\"b\" pos=\"1 0 0\"/>\n"
              "      </frame>\n"
              "      <frame name=\"f\" childclass=\"main\">\n"
              "        <geom name=\"c\" size=\"1\" pos=\"1 0 0\"/>\n"
              "      </frame>\n"
              "    </frame>\n");
  ASSERT_SAYS(text,
              "      <frame childclass=\"l\">\n"
              "        <geom name=\"e\" class=\"k\" size=\"1\"/>\n");
  free(text);
}

static void what_a_shape_does_not_use_is_left_out(void** state) {
  assertTree("<geom name='g' size='1 2 3' mass='1' density='2'/>",
             "<geom name=\"g\" size=\"1\" mass=\"1\"/>");
  assertTree("<geom type='capsule' size='1 2 3'/>", "<geom type=\"capsule\" size=\"1 2\"/>");
  assertTree("<geom type='plane' size='1 2 3'/>", "<geom type=\"plane\" size=\"1 2 3\"/>");
  assertTree("<site type='cylinder' size='1 2 3'/>", "<site type=\"cylinder\" size=\"1 2\"/>");
}

static void a_segment_in_a_frame_keeps_its_place(void** state) {
  char* text = writtenWorld("",
                            "<frame pos='1 2 3' euler='10 20 30'><geom type='capsule' size='.1' "
                            "fromto='0 0 0 1 2 3'/></frame>");
  mjSpec* before = parseModel(
      "<mujoco><worldbody><frame pos='1 2 3' euler='10 20 30'><geom type='capsule' size='.1' "
      "fromto='0 0 0 1 2 3'/></frame></worldbody></mujoco>");
  mjSpec* after = parseModel(text);
  mjModel *a = mj_compile(before, NULL), *b = mj_compile(after, NULL);
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(b->geom_pos[i], a->geom_pos[i], 1e-12);
    ASSERT_NEAR(b->geom_size[i], a->geom_size[i], 1e-12);
  }
  for (int i = 0; i < 4; i++) {
    ASSERT_NEAR(b->geom_quat[i], a->geom_quat[i], 1e-12);
  }
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(before);
  mj_deleteSpec(after);
  free(text);
}

static void joints_and_inertias_are_written_short(void** state) {
  assertTree("<body name='b'><freejoint name='f' group='3'/></body>",
             "<freejoint name=\"f\" group=\"3\"/>");
  assertTree("<body><joint name='f' type='free' damping='2'/></body>",
             "<joint name=\"f\" type=\"free\" ");
  assertTree("<body><inertial pos='1 2 3' mass='4' diaginertia='1 2 3'/></body>",
             "<inertial pos=\"1 2 3\" mass=\"4\" diaginertia=\"1 2 3\"/>");
  assertTree("<body><inertial pos='0 0 0' mass='4' fullinertia='1 2 3 0 0 .5'/></body>",
             "fullinertia=\"1 2 3 0 0 0.5\"");
}

static void values_of_the_class_are_left_out(void** state) {
  char* text =
      writtenWorld("<default><default class='c'><geom size='.5' condim='1'/></default></default>",
                   "<geom name='g' class='c' condim='4'/>");
  ASSERT_SAYS(text, "<geom name=\"g\" class=\"c\" condim=\"4\"/>");
  free(text);
}

static void angles_of_attached_joints_are_written_in_the_units_of_the_model(void** state) {
  mjSpec* child = parseModel(
      "<mujoco><compiler angle='radian'/><worldbody><body name='b'><joint name='j' range='0 "
      "3.141592653589793'/></body></worldbody></mujoco>");
  mjSpec* parent = attachedTo("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>", child);
  char* text = savedText(parent);
  ASSERT_SAYS(text, "range=\"0 180\"");
  free(text);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

// A range that limits nothing is read as it is.
static void a_range_without_limits_keeps_its_numbers(void** state) {
  mjSpec* child = parseModel(
      "<mujoco><worldbody><body name='b'><joint name='j' limited='false' range='0 90'/></body>"
      "</worldbody></mujoco>");
  mjSpec* parent = attachedTo(
      "<mujoco><compiler angle='radian'/><worldbody><frame name='f'/></worldbody></mujoco>", child);
  char* text = savedText(parent);
  ASSERT_SAYS(text, "range=\"0 90\"");
  free(text);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

// What settings of the attached model made of its inertias is written: those of the model that it
// was attached to would not.
static void inertias_of_attached_bodies_are_those_of_their_settings(void** state) {
  static const char* const settings[] = {"boundmass='5'", "boundinertia='50'",
                                         "balanceinertia='true'", "inertiafromgeom='true'",
                                         "inertiagrouprange='1 2'"};
  for (int i = 0; i < 5; i++) {
    char xml[1000];
    snprintf(
        xml, sizeof xml,
        "<mujoco><compiler %s/><worldbody><body name='b'><freejoint/>%s"
        "<geom size='1' mass='1'/><geom size='1' mass='2' group='1'/></body></worldbody></mujoco>",
        settings[i], i < 4 ? "<inertial pos='0 0 0' mass='3' diaginertia='1 1 2'/>" : "");
    if (i == 2) {
      strstr(xml, "1 1 2")[4] = '9';
    }
    mjSpec* child = parseModel(xml);
    mjSpec* parent = attachedTo("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>", child);
    mjModel* m = mj_compile(parent, NULL);
    mjModel* again = compileSaved(parent);
    ASSERT_NEAR(again->body_mass[1], m->body_mass[1], 0);
    ASSERT_NUMBERS(again->body_inertia + 3, 0, m->body_inertia[3], m->body_inertia[4],
                   m->body_inertia[5]);
    mj_deleteModel(m);
    mj_deleteModel(again);
    mj_deleteSpec(child);
    mj_deleteSpec(parent);
  }
}

// The other way round: settings of the model that it was attached to do not hold for it.
static void an_attached_body_keeps_its_inertia_and_its_frame(void** state) {
  mjSpec* child = parseModel(
      "<mujoco><worldbody><body name='b'><freejoint/>"
      "<inertial pos='0 1 0' mass='7' diaginertia='1 1 1'/><geom size='1'/></body></worldbody>"
      "</mujoco>");
  mjSpec* parent = attachedTo(
      "<mujoco><compiler inertiafromgeom='true' alignfree='true'/><worldbody><frame name='f'/>"
      "<body name='own'><freejoint/><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/>"
      "<geom size='1' mass='3' pos='1 0 0'/></body></worldbody></mujoco>",
      child);
  mjModel* m = mj_compile(parent, NULL);
  mjModel* again = compileSaved(parent);
  for (int i = 1; i < 3; i++) {
    ASSERT_NEAR(again->body_mass[i], m->body_mass[i], 0);
    ASSERT_NEAR(again->body_inertia[3 * i], m->body_inertia[3 * i], 0);
    ASSERT_NEAR(again->body_ipos[3 * i + 1], m->body_ipos[3 * i + 1], 0);
    ASSERT_NEAR(again->body_pos[3 * i], m->body_pos[3 * i], 0);
  }
  ASSERT_NEAR(m->body_pos[3] + m->body_pos[6], 1, 0);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(child);
  mj_deleteSpec(parent);
}

static void a_chain_as_deep_as_it_may_be_saved_can_be_read_again_a_deeper_one_is_an_error(
    void** state) {
  enum { ROOM = 1 << 24 };
  mjSpec* spec = mj_makeSpec();
  mjsBody* body = mjs_findBody(spec, "world");
  char *text = malloc(ROOM), error[200] = "";
  for (int depth = 1; depth <= 2001; depth++) {
    body = mjs_addBody(body, NULL);
  }
  mj_deleteModel(mj_compile(spec, NULL));
  assert_int_equal(mj_saveXMLString(spec, text, ROOM, error, sizeof error), -1);
  ASSERT_SAYS(error, "nested too deep to be saved (more than 2000)");
  mjs_delete(spec, body->element);
  mj_deleteModel(mj_compile(spec, NULL));
  assert_int_equal(mj_saveXMLString(spec, text, ROOM, error, sizeof error), 0);
  mjSpec* again = parseModel(text);
  mjModel* m = mj_compile(again, NULL);
  assert_int_equal(m->nbody, 2001);
  mj_deleteModel(m);
  mj_deleteSpec(again);
  free(text);
  mj_deleteSpec(spec);
}

static void classes_too_deep_to_be_saved_are_an_error(void** state) {
  enum { ROOM = 1 << 24 };
  mjSpec* spec = mj_makeSpec();
  const mjsDefault* def = NULL;
  char *text = malloc(ROOM), error[200] = "";
  for (int depth = 1; depth <= 2001; depth++) {
    char name[20];
    snprintf(name, sizeof name, "c%d", depth);
    def = mjs_addDefault(spec, name, def);
  }
  mj_deleteModel(mj_compile(spec, NULL));
  assert_int_equal(mj_saveXMLString(spec, text, ROOM, error, sizeof error), -1);
  ASSERT_SAYS(error, "default classes are nested too deep to be saved (more than 2000)");
  free(text);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_range_without_limits_keeps_its_numbers),
      cmocka_unit_test(inertias_of_attached_bodies_are_those_of_their_settings),
      cmocka_unit_test(an_attached_body_keeps_its_inertia_and_its_frame),
      cmocka_unit_test(
          a_chain_as_deep_as_it_may_be_saved_can_be_read_again_a_deeper_one_is_an_error),
      cmocka_unit_test(classes_too_deep_to_be_saved_are_an_error),
      cmocka_unit_test(orientations_are_written_as_quaternions),
      cmocka_unit_test(frames_are_folded_into_what_is_inside),
      cmocka_unit_test(a_frame_with_a_class_says_it_for_what_is_in_it),
      cmocka_unit_test(what_a_shape_does_not_use_is_left_out),
      cmocka_unit_test(a_segment_in_a_frame_keeps_its_place),
      cmocka_unit_test(joints_and_inertias_are_written_short),
      cmocka_unit_test(values_of_the_class_are_left_out),
      cmocka_unit_test(angles_of_attached_joints_are_written_in_the_units_of_the_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
