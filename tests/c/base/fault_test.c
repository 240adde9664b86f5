// What programs are told of an error beside its message: lb_lastErrorFields after calls that fail.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/fault.h"

// The last error after loading a model that is refused.
static const lbError* refusal(const char* xml) {
  char message[8192];
  mjSpec* spec = mj_parseXMLString(xml, NULL, message, sizeof message);
  if (spec) {
    assert_null(mj_compile(spec, NULL));
    snprintf(message, sizeof message, "%s", mjs_getError(spec));
    mj_deleteSpec(spec);
  }
  const lbError* error = lb_lastErrorFields();
  assert_string_equal(error->message, message);
  return error;
}

static void a_wrong_attribute_is_named_with_its_place_and_what_was_expected(void** state) {
  const lbError* error =
      refusal("<mujoco>\n<worldbody>\n <geom name='g' siz='1'/></worldbody></mujoco>");
  assert_string_equal(error->element, "geom");
  assert_string_equal(error->elementName, "g");
  assert_string_equal(error->attribute, "siz");
  assert_string_equal(error->expected, "'size'");
  assert_string_equal(error->file, "");
  assert_int_equal(error->line, 3);
  assert_int_equal(error->column, 17);
  assert_int_equal(error->missingCount, 0);
}

static void of_several_problems_the_first_has_the_fields(void** state) {
  const lbError* error = refusal(
      "<mujoco><worldbody><geom rgba='a'/>\n<geom name='h' size='1 2 3 4'/></worldbody></mujoco>");
  assert_non_null(strstr(error->message, "'size'"));
  assert_string_equal(error->attribute, "rgba");
  assert_string_equal(error->elementName, "");
  assert_int_equal(error->line, 1);
}

static void choices_are_listed(void** state) {
  const lbError* error =
      refusal("<mujoco><worldbody><body><joint type='x'/></body></worldbody></mujoco>");
  assert_string_equal(error->expected, "'free', 'ball', 'slide', 'hinge'");
  assert_non_null(strstr(error->message, ", expected one of 'free', 'ball', 'slide', 'hinge'\n"));
}

static void every_missing_file_is_listed(void** state) {
  const lbError* error = refusal(
      "<mujoco><compiler meshdir='d'/><asset>\n<mesh file='a.obj'/><mesh file='b.obj'/></asset>"
      "</mujoco>");
  assert_int_equal(error->missingCount, 2);
  assert_string_equal(error->missing, "d/a.obj");
  assert_string_equal(error->missing + strlen(error->missing) + 1, "d/b.obj");
  assert_string_equal(error->element, "mesh");
  assert_int_equal(error->line, 2);
}

static void an_element_that_was_not_read_from_xml_is_told_by_its_name(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), NULL);
  mjs_setName(geom->element, "ball");
  assert_null(mj_compile(spec, NULL));
  assert_string_equal(lb_lastErrorFields()->element, "ball");
  assert_string_equal(lb_lastErrorFields()->elementName, "ball");
  assert_int_equal(lb_lastErrorFields()->line, 0);
  mj_deleteSpec(spec);
}

static void raisePlace(void* context) {
  lb_raiseFault(&(lbFault){.file = "inner.xml", .line = 4, .attribute = "a"}, "inner");
}

static void raisePlain(void* context) {
  lb_error("plain");
}

static void an_error_that_quotes_another_keeps_the_place_of_the_inner_one(void** state) {
  lbErrorFields fields;
  lbFault outer = {.place = LB_PLACE_XML,
                   .element = "include",
                   .file = "outer.xml",
                   .line = 9,
                   .attribute = "file",
                   .quotesLast = true};
  assert_false(lb_protect(raisePlace, NULL));
  lb_faultFields(&fields, &outer);
  assert_string_equal(fields.file, "inner.xml");
  assert_int_equal(fields.line, 4);
  assert_string_equal(fields.attribute, "a");
  assert_string_equal(fields.element, "");

  // nothing is known of this one: the outer place is the nearest
  assert_false(lb_protect(raisePlain, NULL));
  lb_faultFields(&fields, &outer);
  assert_string_equal(fields.file, "outer.xml");
  assert_int_equal(fields.line, 9);
  assert_string_equal(fields.element, "include");
}

static void an_error_forgets_the_fields_of_the_one_before(void** state) {
  assert_false(lb_protect(raisePlace, NULL));
  assert_false(lb_protect(raisePlain, NULL));
  assert_string_equal(lb_lastErrorFields()->message, "plain");
  assert_string_equal(lb_lastErrorFields()->file, "");
  assert_int_equal(lb_lastErrorFields()->line, 0);
}

static void problems_without_room_are_counted_and_their_missing_files_kept(void** state) {
  static lbProblems problems;
  lbErrorFields fields;
  for (int i = 0; i < 5; i++) {
    char name[16];
    snprintf(name, sizeof name, "f%d", i);
    lb_faultFields(&fields, &(lbFault){.missing = name});
    lb_addProblem(&problems, 100, "a problem of thirty characters", &fields);
  }
  lb_finishProblems(&problems);
  assert_int_equal(problems.more, 3);
  assert_string_equal(problems.text,
                      "a problem of thirty characters\na problem of thirty characters\n... and 3 "
                      "more");
  assert_int_equal(problems.fields.missingCount, 5);
  assert_memory_equal(problems.fields.missing, "f0\0f1\0f2\0f3\0f4", 15);
}

static char logged[100];
static int loggedLevel;

static void receive(const mjLogMessage* message) {
  snprintf(logged, sizeof logged, "%s", message->subject);
  loggedLevel = message->level;
}

static void warnings_reach_the_log_handler(void** state) {
  mjfLogHandler before = mju_setLogHandler(receive);
  lb_warning("%d of %d", 1, 2);
  mju_setLogHandler(before);
  assert_string_equal(logged, "1 of 2");
  assert_int_equal(loggedLevel, mjLOG_WARNING);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wrong_attribute_is_named_with_its_place_and_what_was_expected),
      cmocka_unit_test(of_several_problems_the_first_has_the_fields),
      cmocka_unit_test(choices_are_listed),
      cmocka_unit_test(every_missing_file_is_listed),
      cmocka_unit_test(an_element_that_was_not_read_from_xml_is_told_by_its_name),
      cmocka_unit_test(an_error_that_quotes_another_keeps_the_place_of_the_inner_one),
      cmocka_unit_test(an_error_forgets_the_fields_of_the_one_before),
      cmocka_unit_test(problems_without_room_are_counted_and_their_missing_files_kept),
      cmocka_unit_test(warnings_reach_the_log_handler),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
