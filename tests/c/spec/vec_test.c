// Texts and vectors of spec elements.

#include "spec/vec.h"
#include "api/mjs_functions.h"
#include "api/mju_functions.h"
#include "base/memory.h"
#include "check.h"

static void texts_are_copied_joined_and_emptied(void** state) {
  size_t blocks = lb_liveBlocks();
  mjString text = {0};
  char word[] = "abc";
  mjs_setString(&text, word);
  word[0] = 'x';
  assert_string_equal(mjs_getString(&text), "abc");
  assert_int_equal(text.count, 3);
  lb_setJoined(&text, "<", lb_text(&text), ">");  // of itself
  assert_string_equal(lb_text(&text), "<abc>");
  lb_setText(&text, lb_text(&text) + 1);
  assert_string_equal(lb_text(&text), "abc>");
  mjs_setString(&text, NULL);
  assert_true(lb_isEmpty(&text));
  assert_string_equal(mjs_getString(&text), "");
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void a_list_of_words_is_split_at_white_space(void** state) {
  mjStringVec words = {0};
  mjs_appendString(&words, "old");
  mjs_setStringVec(&words, "  one\ttwo\n three ");
  assert_int_equal(words.count, 3);
  assert_string_equal(lb_text(&words.items[0]), "one");
  assert_string_equal(lb_text(&words.items[2]), "three");
  mjs_appendString(&words, "four five");
  assert_string_equal(lb_text(&words.items[3]), "four five");
  mjs_setStringVec(&words, "");
  assert_int_equal(words.count, 0);
}

static char warned[200];

static void noteWarning(const char* message) {
  snprintf(warned, sizeof warned, "%s", message);
}

static void a_word_out_of_range_is_a_warning(void** state) {
  mjStringVec words = {0};
  mjs_setStringVec(&words, "a b");
  assert_true(mjs_setInStringVec(&words, 1, "c"));
  assert_string_equal(lb_text(&words.items[1]), "c");
  mju_user_warning = noteWarning;
  assert_false(mjs_setInStringVec(&words, 2, "d"));
  assert_false(mjs_setInStringVec(&words, -1, "d"));
  mju_user_warning = NULL;
  ASSERT_SAYS(warned, "index -1 is out of range, the vector has 2 strings");
  lb_clearTextVec(&words);
}

static void vectors_of_numbers_are_copies(void** state) {
  size_t blocks = lb_liveBlocks();
  mjDoubleVec vec = {0};
  double numbers[] = {1, 2, 3};
  int size;
  mjs_setDouble(&vec, numbers, 3);
  numbers[0] = 9;
  const double* got = mjs_getDouble(&vec, &size);
  assert_int_equal(size, 3);
  ASSERT_NUMBERS(got, 0, 1, 2, 3);
  mjs_setDouble(&vec, vec.items + 1, 2);  // of itself
  ASSERT_NUMBERS(vec.items, 0, 2, 3);
  mjs_setDouble(&vec, NULL, 0);
  assert_null(mjs_getDouble(&vec, &size));
  assert_int_equal(size, 0);
  mjIntVecVec rows = {0};
  mjs_appendIntVec(&rows, (int[]){1, 2}, 2);
  mjs_appendIntVec(&rows, (int[]){3}, 1);
  assert_int_equal(rows.count, 2);
  assert_int_equal(rows.items[1].items[0], 3);
  lb_clearIntVecVec(&rows);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_copied_joined_and_emptied),
      cmocka_unit_test(a_list_of_words_is_split_at_white_space),
      cmocka_unit_test(a_word_out_of_range_is_a_warning),
      cmocka_unit_test(vectors_of_numbers_are_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
