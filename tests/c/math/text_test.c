// Text: names of types, numbers of bytes, warnings, printed matrices, copies.

#include "random.h"

#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

static void object_types_and_names_convert(void** state) {
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    assert_int_equal(mju_str2Type(mju_type2Str(type)), type);
  }
  assert_null(mju_type2Str(mjOBJ_UNKNOWN));
  assert_null(mju_type2Str(-5));
  assert_int_equal(mju_str2Type("nothing"), mjOBJ_UNKNOWN);
  assert_int_equal(mju_str2Type(NULL), mjOBJ_UNKNOWN);
}

static void numbers_of_bytes_use_the_largest_exact_unit(void** state) {
  assert_string_equal(mju_writeNumBytes(0), "0");
  assert_string_equal(mju_writeNumBytes(1023), "1023");
  assert_string_equal(mju_writeNumBytes(1025), "1025");
  assert_string_equal(mju_writeNumBytes(3 << 20), "3M");
  assert_string_equal(mju_writeNumBytes(1536 << 10), "1536K");
}

static void warning_texts_name_the_index(void** state) {
  for (int warning = 0; warning < mjNWARNING; warning++) {
    assert_non_null(strstr(mju_warningText(warning, 4711), "4711"));
  }
  assert_non_null(strstr(mju_warningText(99, 0), "99"));
  assert_string_equal(mju_warningText(mjWARN_BADQVEL, 3),
                      "Nan, Inf or huge value in QVEL at DOF 3. The simulation is unstable.");
}

// What is printed: tests/c/base/log_test.c.
static void printing_matrices_leaves_nothing_behind(void** state) {
  size_t blocks = lb_liveBlocks();
  mju_printMat((mjtNum[]){1, 2, 3, -4.5}, 2, 2);
  mju_printMatSparse((mjtNum[]){7}, 1, (int[]){1}, (int[]){0}, (int[]){5});
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void copying_text_always_ends_it(void** state) {
  char text[6] = "abcde";
  assert_ptr_equal(mju_strncpy(text, "123456789", 5), text);
  assert_string_equal(text, "1234");
  // and fills up with zeros, as strncpy does
  mju_strncpy(text, "x", 5);
  assert_memory_equal(text, "x\0\0\0\0", 6);
}

// COMPAT: MATH-TYPE-FRAME
static void the_name_of_a_frame_is_printed_but_not_found(void** state) {
  assert_string_equal(mju_type2Str(mjOBJ_FRAME), "frame");
  assert_int_equal(mju_str2Type("frame"), mjOBJ_UNKNOWN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(object_types_and_names_convert),
      cmocka_unit_test(numbers_of_bytes_use_the_largest_exact_unit),
      cmocka_unit_test(warning_texts_name_the_index),
      cmocka_unit_test(printing_matrices_leaves_nothing_behind),
      cmocka_unit_test(copying_text_always_ends_it),
      cmocka_unit_test(the_name_of_a_frame_is_printed_but_not_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
