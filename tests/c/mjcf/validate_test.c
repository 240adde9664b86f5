// Checks of a document against the schema.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>\n" content "</worldbody></mujoco>"

static void near_names_are_proposed(void** state) {
  static const char* const cases[][2] = {
      {WORLD("<geom sise='1'/>"), "unrecognized attribute: 'sise', expected 'size'"},
      {WORLD("<gom size='1'/>"), "unrecognized element, expected 'geom'"},
      {WORLD("<geom Rgba='1'/>"), "unrecognized attribute: 'Rgba', expected 'rgba'"}};
  for (int i = 0; i < 3; i++) {
    ASSERT_SAYS(refusalOf(cases[i][0]), cases[i][1]);
  }

  // nothing is near
  const char* message = refusalOf(WORLD("<geom flavour='1'/>"));
  ASSERT_SAYS(message, "unrecognized attribute: 'flavour'\n");
}

// DC: a default has no class of its own geoms
static void a_name_that_is_only_wrong_here_is_not_proposed(void** state) {
  const char* message = refusalOf("<mujoco><default><geom class='main'/></default></mujoco>");
  ASSERT_SAYS(message, "unrecognized attribute: 'class'\nElement 'geom'");
}

static void all_problems_of_a_document_are_told_at_once(void** state) {
  const char* message = refusalOf(
      WORLD("<geom sise='1'/>\n<gom/>\n<body><inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' "
            "mass='1'/></body>"));
  ASSERT_SAYS(message, "'sise', expected 'size'\nElement 'geom', line 2, column 7");
  ASSERT_SAYS(message, "Element 'gom', line 3, column 1");
  ASSERT_SAYS(message, "unique element 'inertial' found 2 times\nElement 'body', line 4");
}

static void rules_between_attributes_are_kept(void** state) {
  static const char* const cases[][2] = {
      {WORLD("<camera fovy='20' sensorsize='1 1'/>"),
       "at most one of 'fovy', 'sensorsize' can be specified"},
      {"<mujoco><equality>\n<connect body1='a'/></equality></mujoco>",
       "one of ('site1', 'site2'), ('body1', 'anchor') must be specified"}};
  for (int i = 0; i < 2; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

// MJCF-FRAME, MJCF-REPLICATE: the peer does not look at all of them.
static void attributes_that_a_frame_or_replicate_does_not_know_are_ignored(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<frame flavour='sweet'><geom size='1'/></frame><replicate count='2' flavour='sour'>"
            "<site/></replicate>"));
  assert_int_equal(countOf(spec, mjOBJ_SITE), 2);
  mj_deleteSpec(spec);
}

static void in_a_class_elements_have_no_names(void** state) {
  ASSERT_SAYS(refusalOf("<mujoco><default><geom name='g'/></default></mujoco>"),
              "unrecognized attribute: 'name'");
  ASSERT_SAYS(refusalOf("<mujoco><default><geom class='c'/></default></mujoco>"),
              "unrecognized attribute: 'class'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_names_are_proposed),
      cmocka_unit_test(a_name_that_is_only_wrong_here_is_not_proposed),
      cmocka_unit_test(all_problems_of_a_document_are_told_at_once),
      cmocka_unit_test(rules_between_attributes_are_kept),
      cmocka_unit_test(attributes_that_a_frame_or_replicate_does_not_know_are_ignored),
      cmocka_unit_test(in_a_class_elements_have_no_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
