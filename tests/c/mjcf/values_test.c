// Attribute values, and storing them where the schema says.

#include "spec/spec_support.h"

#include <stdio.h>
#include "mjcf/parse_support.h"

#define WORLD(content) "<mujoco><worldbody>\n" content "</worldbody></mujoco>"

static void fewer_numbers_than_there_is_room_for_leave_the_rest(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><geom friction='2 3 4'/></default><worldbody>"
      "<geom name='g' size='1' friction='5'/></worldbody></mujoco>");
  const mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  ASSERT_NUMBERS(geom->friction, 0, 5, 3, 4);
  ASSERT_NUMBERS(geom->size, 0, 1, 0, 0);
  mj_deleteSpec(spec);
}

static void empty_attributes_are_as_good_as_none(void** state) {
  mjSpec* spec = parseModel(WORLD("<geom name='g' size='1' pos='' condim=' '/>"));
  assert_int_equal(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"))->condim, 3);
  mj_deleteSpec(spec);
}

static void numbers_keywords_and_truths_are_stored_by_the_kind_of_their_field(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><option integrator='implicit' iterations='7'/><size nuserdata='3'/><worldbody>"
      "<light name='l' castshadow='false' diffuse='1 .5 0'/><body name='b' mocap='true' "
      "user='1 2 3'/></worldbody></mujoco>");
  assert_int_equal(spec->option.integrator, mjINT_IMPLICIT);
  assert_int_equal(spec->option.iterations, 7);
  assert_int_equal(spec->nuserdata, 3);
  const mjsLight* light = mjs_asLight(mjs_findElement(spec, mjOBJ_LIGHT, "l"));
  assert_false(light->castshadow);
  ASSERT_NUMBERS(light->diffuse, 0, 1, .5, 0);
  assert_true(mjs_findBody(spec, "b")->mocap);
  ASSERT_NUMBERS(mjs_findBody(spec, "b")->userdata->items, 0, 1, 2, 3);
  mj_deleteSpec(spec);
}

static void wrong_values_are_refused_with_attribute_and_place(void** state) {
  static const char* const cases[][2] = {
      {WORLD("<geom size='1 x'/>"), "bad format in attribute 'size', expected numbers"},
      {WORLD("<geom condim='1.5'/>"), "bad format in attribute 'condim', expected whole numbers"},
      {WORLD("<geom condim='99999999999'/>"), "number is too large in attribute 'condim'"},
      {WORLD("<geom size='1 2 3 4'/>"),
       "attribute 'size' has too much data, expected at most 3, got 4"},
      {WORLD("<geom rgba='1'/>"), "attribute 'rgba' does not have enough data, expected 4, got 1"},
      {WORLD("<geom type='cube'/>"),
       "invalid keyword: 'cube' in attribute 'type', expected one of"},
      {WORLD("<body><inertial pos='0 0 0'/></body>"), "required attribute missing: 'mass'"},
      {WORLD("<body><inertial pos='0 0 0' mass=' '/></body>"),
       "required attribute missing: 'mass'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

static void after_a_wrong_value_the_rest_of_the_document_is_looked_at(void** state) {
  const char* message = refusalOf(WORLD("<geom size='x'/>\n<geom rgba='1'/>\n<geom type='cube'/>"));
  ASSERT_SAYS(message, ", line 2, column 7");
  ASSERT_SAYS(message, ", line 3, column 7");
  ASSERT_SAYS(message, ", line 4, column 7");
}

static void numbers_with_bounds_are_checked(void** state) {
  ASSERT_SAYS(refusalOf("<mujoco><size nuser_geom='-2'/></mujoco>"), "nuser_geom must be >= -1");
  ASSERT_SAYS(refusalOf("<mujoco><statistic extent='0'/></mujoco>"),
              "extent must be strictly positive");
}

static char heard[1000];
static int warnings;

static void hear(const char* message) {
  warnings++;
  snprintf(heard, sizeof heard, "%s", message);
}

static void nan_is_read_with_a_warning(void** state) {
  mju_user_warning = hear;
  warnings = 0;
  mjSpec* spec =
      parseModel("<mujoco><worldbody><body name='nan' pos='nan 0 NaN'/></worldbody></mujoco>");
  mju_user_warning = NULL;
  assert_int_equal(warnings, 1);
  assert_non_null(strstr(heard, "XML contains a 'NaN'"));
  assert_non_null(strstr(heard, "attribute 'pos', element 'body', line 1"));
  assert_true(isnan(mjs_findBody(spec, "nan")->pos[0]));
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fewer_numbers_than_there_is_room_for_leave_the_rest),
      cmocka_unit_test(empty_attributes_are_as_good_as_none),
      cmocka_unit_test(numbers_keywords_and_truths_are_stored_by_the_kind_of_their_field),
      cmocka_unit_test(wrong_values_are_refused_with_attribute_and_place),
      cmocka_unit_test(after_a_wrong_value_the_rest_of_the_document_is_looked_at),
      cmocka_unit_test(numbers_with_bounds_are_checked),
      cmocka_unit_test(nan_is_read_with_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
