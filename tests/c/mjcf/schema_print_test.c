// The MJCF table as text or HTML.

#include "spec/spec_support.h"

static void the_schema_can_be_printed(void** state) {
  char text[100];
  int length = mj_printSchema(NULL, text, sizeof text, 0, 0);
  assert_true(length > 5000);
  assert_non_null(strstr(text, "mujoco (!)"));
}

// Elements by depth, each with its attributes; (*) any number, (?) at most one.
static void elements_are_indented_below_their_parents(void** state) {
  static char text[200000];
  mj_printSchema(NULL, text, sizeof text, 0, 0);
  ASSERT_SAYS(text, "\n    compiler (*)  ");
  ASSERT_SAYS(text, "\n        lengthrange (?)  ");
  ASSERT_SAYS(text, "\n        body (*)  name ");
  ASSERT_SAYS(text, " fullinertia ");

  // what is inside itself is not printed again: the list of elements ends
  const char* body = strstr(text, "\n        body (*)");
  assert_non_null(body);
  const char* inside = strstr(body, "\n            body (*)");
  const char* frame = strstr(body, "\n        frame (*)");
  assert_true(!inside || (frame && frame < inside));
}

static void html_is_a_table(void** state) {
  static char text[400000];
  mj_printSchema(NULL, text, sizeof text, 1, 0);
  assert_memory_equal(text, "<table border=\"1\">\n<tr><td>mujoco (!)</td><td>", 44);
  ASSERT_SAYS(text, "</td></tr>\n</table>\n");
}

static void a_small_buffer_gets_the_beginning(void** state) {
  char text[7];
  int length = mj_printSchema(NULL, text, sizeof text, 0, 1);
  assert_string_equal(text, "mujoco");
  assert_true(length > 5000);
  assert_int_equal(mj_printSchema("build/no/such/folder/schema.txt", NULL, 0, 0, 0), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_schema_can_be_printed),
      cmocka_unit_test(elements_are_indented_below_their_parents),
      cmocka_unit_test(html_is_a_table),
      cmocka_unit_test(a_small_buffer_gets_the_beginning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
