// Printing of one array, whatever its items.

#include "model/print_array.h"
#include "base/memory.h"
#include "check.h"

static const char* printed(const void* items, lbItemKind kind, mjtSize rows, mjtSize columns) {
  static char result[1000];
  lbText text = {0};
  lb_printArray(&text, "some_name", items, kind, rows, columns, "%.2f");
  snprintf(result, sizeof result, "%s", text.items ? text.items : "");
  lb_free(text.items);
  return result;
}

static void numbers_have_a_line_for_each_row(void** state) {
  const mjtNum numbers[] = {1, 2, 3, .5};
  const float floats[] = {1.25f, -2};
  assert_string_equal(printed(numbers, LB_ITEM_NUM, 2, 2),
                      "\nSOME_NAME\n  1.00 2.00\n  3.00 0.50\n");
  assert_string_equal(printed(floats, LB_ITEM_FLOAT, 2, 1), "\nSOME_NAME\n  1.25\n  -2.00\n");
}

static void single_integers_share_a_line(void** state) {
  const int numbers[] = {1, -2, 3, 4};
  const mjtByte bytes[] = {200, 0};
  const mjtSize sizes[] = {(mjtSize)1 << 40};
  assert_string_equal(printed(numbers, LB_ITEM_INT, 4, 1), "\nSOME_NAME\n  1 -2 3 4\n");
  assert_string_equal(printed(numbers, LB_ITEM_INT, 2, 2), "\nSOME_NAME\n  1 -2\n  3 4\n");
  assert_string_equal(printed(bytes, LB_ITEM_BYTE, 2, 1), "\nSOME_NAME\n  200 0\n");
  assert_string_equal(printed(sizes, LB_ITEM_SIZE, 1, 1), "\nSOME_NAME\n  1099511627776\n");
}

static void what_is_empty_or_no_number_is_left_out(void** state) {
  const int numbers[] = {1};
  assert_string_equal(printed(numbers, LB_ITEM_INT, 0, 1), "");
  assert_string_equal(printed(numbers, LB_ITEM_INT, 1, 0), "");
  assert_string_equal(printed(NULL, LB_ITEM_INT, 1, 1), "");
  assert_string_equal(printed(numbers, LB_ITEM_OTHER, 1, 1), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_have_a_line_for_each_row),
      cmocka_unit_test(single_integers_share_a_line),
      cmocka_unit_test(what_is_empty_or_no_number_is_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
