// What a spec has to say: its last error and its warnings, with the place of an element.

#include "spec/spec_support.h"

static void errors_and_warnings_are_told_apart(void** state) {
  mjSpec* spec = mj_makeSpec();
  assert_string_equal(mjs_getError(spec), "");
  assert_false(mjs_isWarning(spec));
  lb_specWarning(&lb_spec(spec)->world->head, "first");
  lb_specWarning(&lb_spec(spec)->world->head, "second %d", 2);
  assert_true(mjs_isWarning(spec));
  assert_int_equal(mjs_numWarnings(spec), 2);
  assert_string_equal(mjs_getError(spec), "");
  ASSERT_SAYS(mjs_getWarning(spec, 1), "second 2");
  ASSERT_SAYS(mjs_getWarning(spec, 0), "first");
  assert_null(mjs_getWarning(spec, 2));
  assert_null(mjs_getWarning(spec, -1));
  lb_specSetError(lb_spec(spec), "wrong");
  assert_string_equal(mjs_getError(spec), "wrong");
  assert_false(mjs_isWarning(spec));
  lb_specSetError(lb_spec(spec), NULL);
  lb_specClearWarnings(lb_spec(spec));
  assert_string_equal(mjs_getError(spec), "");
  mj_deleteSpec(spec);
}

static void raise(void* element) {
  lb_specError(element, "%s is wrong", "this");
}

static void an_error_of_an_element_has_its_name_and_place(void** state) {
  mjSpec* spec =
      parseModel("<mujoco>\n<worldbody>\n  <geom name='g' size='1'/></worldbody></mujoco>");
  lbElement* geom = lb_head(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  const char* message = errorOf(raise, geom);
  ASSERT_SAYS(message, "Error: this is wrong\nElement name 'g', id 0, line 3, column 3 (<geom>)");
  const lbError* fields = lb_lastErrorFields();
  assert_string_equal(fields->element, "geom");
  assert_string_equal(fields->elementName, "g");
  assert_int_equal(fields->line, 3);
  assert_int_equal(fields->column, 3);
  mj_deleteSpec(spec);
}

static void an_error_of_the_whole_model_has_no_place(void** state) {
  mjSpec* spec = mj_makeSpec();
  assert_string_equal(errorOf(raise, &lb_spec(spec)->head), "Error: this is wrong");
  assert_string_equal(errorOf(raise, NULL), "Error: this is wrong");
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_and_warnings_are_told_apart),
      cmocka_unit_test(an_error_of_an_element_has_its_name_and_place),
      cmocka_unit_test(an_error_of_the_whole_model_has_no_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
