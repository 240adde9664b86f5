// Text of mjData.

#include "base/text_writer.h"
#include "check.h"
#include "constraint/scenes_support.h"

static char* textOf(Scene s, const char* format) {
  static const char path[] = "build/print_data_test.txt";
  static char text[100000];
  mj_printFormattedData(s.m, s.d, path, format);
  FILE* file = fopen(path, "r");
  assert_non_null(file);
  size_t count = fread(text, 1, sizeof text - 1, file);
  text[count] = 0;
  fclose(file);
  remove(path);
  return text;
}

static Scene ball(void) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .0625'><freejoint/>"
      "<geom size='.125'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  return s;
}

static void counts_contacts_and_arrays_are_there(void** state) {
  Scene s = ball();
  const char* text = textOf(s, "%.4f");
  ASSERT_SAYS(text, "  ncon                  1\n");
  ASSERT_SAYS(text, "CONTACT 0\n  dim 3, geoms 0 1,");
  ASSERT_SAYS(text, "\nDIST\n  -0.0625\n");
  ASSERT_SAYS(text, "\nQPOS\n  0.0000\n  0.0000\n  0.0625\n  1.0000\n");
  ASSERT_SAYS(text, "\nEFC_J\n");

  // PRINT-LAYOUT
  ASSERT_SAYS(text, "\nSIZES\n  narena                ");
  ASSERT_SAYS(text, "  flg_energypos         0\n");
  ASSERT_SAYS(text, "\nENERGY =  0.0000 0.0000\n\nTIME = 0.0000\n");
  assert_int_equal(strncmp(text, "MEMORY\n  total    ", 18), 0);
  ASSERT_SAYS(text, " KB, used ");

  // what is empty is left out
  assert_null(strstr(text, "\nACT\n"));
  assert_null(strstr(text, "WARNING"));
  freeScene(s);
}

static void warnings_are_printed_with_their_number(void** state) {
  Scene s = ball();
  s.d->warning[mjWARN_BADQPOS].number = 3;
  s.d->warning[mjWARN_BADQPOS].lastinfo = 2;
  const char* text = textOf(s, "%g");
  ASSERT_SAYS(text, "\nWARNING\n");
  ASSERT_SAYS(text, " 2");
  ASSERT_SAYS(text, "(3 times)\n");
  freeScene(s);
}

static void a_format_that_is_not_for_one_number_is_not_used(void** state) {
  Scene s = ball();
  const char* text = textOf(s, "%s%n");
  ASSERT_SAYS(text, "\nDIST\n  -0.062   \n");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_contacts_and_arrays_are_there),
      cmocka_unit_test(warnings_are_printed_with_their_number),
      cmocka_unit_test(a_format_that_is_not_for_one_number_is_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
