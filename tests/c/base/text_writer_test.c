// Text that is built up in memory.

#include "base/text_writer.h"
#include "api/mju_functions.h"
#include "base/memory.h"
#include "check.h"

#include <unistd.h>

static void pieces_are_joined_however_long_they_are(void** state) {
  lbText text = {0};
  char expected[3000] = "";
  for (int i = 0; i < 200; i++) {
    lb_textAdd(&text, "%d-%s,", i, "abc");
    sprintf(expected + strlen(expected), "%d-abc,", i);
  }
  assert_string_equal(text.items, expected);
  assert_int_equal(text.count, strlen(expected));
  lb_free(text.items);
}

static void saving_writes_the_file_and_releases_the_text(void** state) {
  static const char path[] = "build/text_writer_test.txt";
  size_t blocks = lb_liveBlocks();
  lbText text = {0};
  lb_textAdd(&text, "two\nlines");
  lb_textSave(&text, path);
  assert_null(text.items);
  assert_int_equal(lb_liveBlocks(), blocks);
  char content[20] = "";
  FILE* file = fopen(path, "r");
  assert_non_null(file);
  fread(content, 1, sizeof content - 1, file);
  fclose(file);
  remove(path);
  assert_string_equal(content, "two\nlines");
}

static void without_a_file_the_text_is_output(void** state) {
  static const char path[] = "build/text_writer_test.txt";
  fflush(stdout);
  int kept = dup(1);
  FILE* file = fopen(path, "w+");
  dup2(fileno(file), 1);
  lbText text = {0};
  lb_textAdd(&text, "out");
  lb_textSave(&text, NULL);
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  char content[20] = "";
  rewind(file);
  fread(content, 1, sizeof content - 1, file);
  fclose(file);
  remove(path);
  assert_string_equal(content, "out");
  assert_null(text.items);
}

static char warned[1000];

static void noteWarning(const char* message) {
  snprintf(warned, sizeof warned, "%s", message);
}

static void a_file_that_cannot_be_written_is_a_warning(void** state) {
  lbText text = {0};
  lb_textAdd(&text, "x");
  mju_user_warning = noteWarning;
  lb_textSave(&text, "build/no/such/folder/a.txt");
  mju_user_warning = NULL;
  assert_string_equal(warned, "could not write file 'build/no/such/folder/a.txt'");
}

static void formats_for_one_number_are_told_from_others(void** state) {
  static const char* const good[] = {"%g", "% -9.2g", "a %.3e b", "%+08F"};
  static const char* const bad[] = {"", "%d", "%s", "%g %g", "%", "%n", "%*g", "%lg", "100%"};
  mju_user_warning = noteWarning;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    warned[0] = 0;
    assert_ptr_equal(lb_numberFormat(good[i], "%.1f"), good[i]);
    assert_string_equal(warned, "");
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    warned[0] = 0;
    assert_string_equal(lb_numberFormat(bad[i], "%.1f"), "%.1f");
    ASSERT_SAYS(warned, "invalid float_format");
  }
  mju_user_warning = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_joined_however_long_they_are),
      cmocka_unit_test(saving_writes_the_file_and_releases_the_text),
      cmocka_unit_test(without_a_file_the_text_is_output),
      cmocka_unit_test(a_file_that_cannot_be_written_is_a_warning),
      cmocka_unit_test(formats_for_one_number_are_told_from_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
