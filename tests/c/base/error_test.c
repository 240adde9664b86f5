// Errors: protected calls, what is known of the last error.

#include "base/error.h"
#include "check.h"

static void raise(void* text) {
  lb_error("%s, %d", (const char*)text, 7);
}

static void nothing(void* context) {
  *(int*)context += 1;
}

static void a_protected_call_comes_back_with_the_message(void** state) {
  int calls = 0;
  assert_true(lb_protect(nothing, &calls));
  assert_int_equal(calls, 1);
  assert_false(lb_protect(raise, "wrong"));
  assert_string_equal(lb_lastError(), "wrong, 7");
}

static void inner(void* after) {
  assert_false(lb_protect(raise, "inner"));
  *(int*)after = 1;
  lb_raiseAgain();
}

static void calls_nest_and_an_error_can_be_passed_on(void** state) {
  int after = 0;
  assert_false(lb_protect(inner, &after));
  assert_int_equal(after, 1);
  assert_string_equal(lb_lastError(), "inner, 7");
}

static void raiseWithFields(void* context) {
  lb_raise("at a place", context);
}

static void fields_come_with_the_message_and_go_with_the_next(void** state) {
  static lbErrorFields fields = {.line = 3, .column = 5, .file = "a.xml", .attribute = "size"};
  lb_protect(raiseWithFields, &fields);
  const lbError* error = lb_lastErrorFields();
  assert_string_equal(error->message, "at a place");
  assert_string_equal(error->file, "a.xml");
  assert_string_equal(error->attribute, "size");
  assert_int_equal(error->line, 3);
  assert_int_equal(error->column, 5);
  lb_protect(raise, "next");
  assert_int_equal(lb_lastErrorFields()->line, 0);
  assert_string_equal(lb_lastErrorFields()->file, "");
}

static void the_same_message_again_keeps_its_fields(void** state) {
  static lbErrorFields fields = {.line = 3};
  lb_setLastError("once", &fields);
  lb_setLastError("once", NULL);
  assert_int_equal(lb_lastErrorFields()->line, 3);
  lb_setLastError("another", NULL);
  assert_int_equal(lb_lastErrorFields()->line, 0);
}

static void raiseLong(void* context) {
  char text[3 * LB_MESSAGE_SIZE];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = 0;
  lb_error("%s", text);
}

static void long_messages_are_cut(void** state) {
  assert_int_equal(strlen(errorOf(raiseLong, NULL)), LB_MESSAGE_SIZE - 1);
}

static void a_report_is_cut_at_the_size_of_the_buffer(void** state) {
  char buffer[6] = "12345";
  lb_report(buffer, 4, "wrong");
  assert_memory_equal(buffer,
                      "wro\0"
                      "5",
                      6);
  lb_report(buffer, 0, "none");
  lb_report(NULL, 4, "none");
  assert_string_equal(buffer, "wro");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_report_is_cut_at_the_size_of_the_buffer),
      cmocka_unit_test(a_protected_call_comes_back_with_the_message),
      cmocka_unit_test(calls_nest_and_an_error_can_be_passed_on),
      cmocka_unit_test(fields_come_with_the_message_and_go_with_the_next),
      cmocka_unit_test(the_same_message_again_keeps_its_fields),
      cmocka_unit_test(long_messages_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
