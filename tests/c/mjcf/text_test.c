// Numbers as text.

#include "mjcf/text.h"
#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void numbers_read_to_the_last_bit(void** state) {
  static const char* const numbers[] = {
      "0.1", "1e-5", "123456789.123456789", "-2.5e10", "3.0000000000000004", "1e300", "0x1p-3",
      ".5",  "5."};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, WORLD("<geom name='g' pos='%s 0 0'/>"), numbers[i]);
    mjSpec* spec = parseModel(xml);
    double expected = strtod(numbers[i], NULL);
    assert_memory_equal(&mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"))->pos[0], &expected,
                        sizeof expected);
    mj_deleteSpec(spec);
  }
}

static void numbers_are_read_one_after_the_other(void** state) {
  const char* text = " 1.5\t-2e3 inf  nan";
  double value;
  assert_int_equal(lb_parseDouble(&text, &value), LB_PARSE_OK);
  ASSERT_NEAR(value, 1.5, 0);
  assert_int_equal(lb_parseDouble(&text, &value), LB_PARSE_OK);
  ASSERT_NEAR(value, -2000, 0);
  assert_int_equal(lb_parseDouble(&text, &value), LB_PARSE_OK);
  assert_true(isinf(value));
  assert_int_equal(lb_parseDouble(&text, &value), LB_PARSE_OK);
  assert_true(isnan(value));
  assert_int_equal(lb_parseDouble(&text, &value), LB_PARSE_END);
}

static void what_is_no_number_or_too_large_is_told_apart(void** state) {
  double d;
  float f;
  int i;
  static const char* const format[] = {"x", "1,2", "1.5.2", "--1"};
  for (int k = 0; k < 4; k++) {
    const char* text = format[k];
    assert_int_equal(lb_parseDouble(&text, &d), LB_PARSE_FORMAT);
  }
  const char *huge = "1e400", *wide = "1e39", *tiny = "1e-60", *large = "2147483648";
  const char *lowest = "-2147483648", *fraction = "1.0";
  assert_int_equal(lb_parseDouble(&huge, &d), LB_PARSE_RANGE);
  assert_int_equal(lb_parseFloat(&wide, &f), LB_PARSE_RANGE);
  assert_int_equal(lb_parseFloat(&tiny, &f), LB_PARSE_RANGE);
  assert_int_equal(lb_parseInt(&large, &i), LB_PARSE_RANGE);
  assert_int_equal(lb_parseInt(&lowest, &i), LB_PARSE_OK);
  assert_int_equal(i, INT32_MIN);
  assert_int_equal(lb_parseInt(&fraction, &i), LB_PARSE_FORMAT);
}

static void numbers_are_written_short_and_read_back(void** state) {
  static const double numbers[] = {0.1, 1. / 3, 1e-300, 123456789012345678., -2.5e-7, 0, 5e-324};
  char text[LB_NUMBER_TEXT];
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int length = lb_formatDouble(text, numbers[i]);
    assert_int_equal(length, strlen(text));
    assert_true(strtod(text, NULL) == numbers[i]);
  }
  lb_formatDouble(text, .1);
  assert_string_equal(text, "0.1");
  lb_formatDouble(text, -INFINITY);
  assert_string_equal(text, "-inf");
  lb_formatFloat(text, .1f);
  assert_string_equal(text, "0.1");
  lb_formatFloat(text, 16777216);
  assert_string_equal(text, "16777216");
}

static void words_are_found_between_white_space(void** state) {
  const char *text = "  one\n two", *word;
  size_t length;
  assert_true(lb_nextWord(&text, &word, &length));
  assert_memory_equal(word, "one", length);
  assert_true(lb_nextWord(&text, &word, &length));
  assert_int_equal(length, 3);
  assert_false(lb_nextWord(&text, &word, &length));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_read_to_the_last_bit),
      cmocka_unit_test(numbers_are_read_one_after_the_other),
      cmocka_unit_test(what_is_no_number_or_too_large_is_told_apart),
      cmocka_unit_test(numbers_are_written_short_and_read_back),
      cmocka_unit_test(words_are_found_between_white_space),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
