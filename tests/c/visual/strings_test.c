// Words for flags and frames.

#include "api/limber.h"
#include "check.h"

static void each_value_has_its_word(void** state) {
  assert_string_equal(mjDISABLESTRING[0], "Constraint");
  assert_string_equal(mjDISABLESTRING[mjNDISABLE - 1], "MultiCCD");
  assert_string_equal(mjENABLESTRING[mjNENABLE - 1], "DiagExact");
  assert_string_equal(mjTIMERSTRING[mjTIMER_COL_NARROW], "col_narrowphase");
  assert_string_equal(mjLABELSTRING[mjLABEL_ISLAND], "Island");
  assert_string_equal(mjFRAMESTRING[mjFRAME_WORLD], "World");
  assert_string_equal(mjRNDSTRING[mjRND_CULL_FACE][0], "Cull Face");
}

static void flags_of_pictures_begin_as_their_words_say(void** state) {
  mjvOption option;
  mjv_defaultOption(&option);
  for (int i = 0; i < mjNVISFLAG; i++) {
    assert_int_equal(option.flags[i], mjVISSTRING[i][1][0] == '1');
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_value_has_its_word),
      cmocka_unit_test(flags_of_pictures_begin_as_their_words_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
