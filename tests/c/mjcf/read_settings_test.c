// Reading of settings: compiler, options, sizes, flags, visual.

#include "spec/spec_support.h"

static void memory_takes_units(void** state) {
  mjSpec* spec = parseModel("<mujoco><size memory='3M'/></mujoco>");
  assert_int_equal(spec->memory, 3 << 20);
  mj_deleteSpec(spec);
}

static void memory_is_bytes_with_an_optional_unit(void** state) {
  static const struct {
    const char* text;
    mjtSize bytes;
  } cases[] = {{"100", 100},      {"2k", 2048},
               {" 3M ", 3 << 20}, {"1G", 1 << 30},
               {"-1", -1},        {"+7", 7},
               {"8G", 8LL << 30}, {"3T", 3LL << 40},
               {"7E", 7LL << 60}, {"9223372036854775807", INT64_MAX}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><size memory='%s'/></mujoco>", cases[i].text);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(spec->memory, cases[i].bytes);
    mj_deleteSpec(spec);
  }

  // SIZE-MEMORY: more than can be addressed; in the module that is 4G
  static const char* const wrong[] = {"8E",  "9223372036854775808",  "1.5M", "-2",
                                      "12X", "99999999999999999999", "M"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, "<mujoco><size memory='%s'/></mujoco>", wrong[i]);
    ASSERT_SAYS(refusalOf(xml), "unsigned integer with an optional suffix {K,M,G,T,P,E}");
  }
}

static void flags_switch_bits_on_and_off(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><option><flag contact='disable' gravity='enable' energy='enable'/></option>"
      "<option><flag gravity='disable' contact='enable'/></option></mujoco>");
  assert_int_equal(spec->option.disableflags, mjDSBL_GRAVITY);
  assert_int_equal(spec->option.enableflags, mjENBL_ENERGY);
  mj_deleteSpec(spec);
}

static void what_a_file_sets_is_noted(void** state) {
  mjSpec* spec =
      parseModel("<mujoco><option timestep='.002'/><visual><global fovy='30'/></visual></mujoco>");
  mjSpec* empty = parseModel("<mujoco/>");
  assert_true(spec->authored.option != 0 && spec->authored.visual_global != 0);
  assert_true(empty->authored.option == 0 && empty->authored.visual_global == 0);
  assert_true(spec->authored.visual_map == 0);
  mj_deleteSpec(spec);
  mj_deleteSpec(empty);
}

static void folders_angles_and_groups_are_read(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><compiler assetdir='a' texturedir='t' angle='radian' eulerseq='XYz'/>"
      "<option actuatorgroupdisable='0 3'/><compiler><lengthrange timestep='.5'/></compiler>"
      "</mujoco>");
  assert_string_equal(mjs_getString(spec->compiler.meshdir), "a");
  assert_string_equal(mjs_getString(spec->compiler.texturedir), "t");
  assert_false(spec->compiler.degree);
  assert_memory_equal(spec->compiler.eulerseq, "XYz", 3);
  assert_int_equal(spec->option.disableactuator, 1 | 1 << 3);
  ASSERT_NEAR(spec->compiler.LRopt.timestep, .5, 0);
  mj_deleteSpec(spec);
}

static void wrong_settings_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {"<compiler coordinate='global'/>", "global coordinates no longer supported"},
      {"<compiler eulerseq='xy'/>", "attribute 'eulerseq' must have exactly 3 characters"},
      {"<option actuatorgroupdisable='-1'/>", "disabled actuator group value must be non-negative"},
      {"<option actuatorgroupdisable='31'/>", "disabled actuator group value cannot exceed 30"},
      {"<size njmax='-2'/>", "njmax must be >= -1"},
      {"<option>\n<flag contact='off'/></option>", "invalid keyword: 'off'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[300];
    snprintf(xml, sizeof xml, "<mujoco>\n%s</mujoco>", cases[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, i == 5 ? ", line 3, column " : ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_takes_units),
      cmocka_unit_test(memory_is_bytes_with_an_optional_unit),
      cmocka_unit_test(flags_switch_bits_on_and_off),
      cmocka_unit_test(what_a_file_sets_is_noted),
      cmocka_unit_test(folders_angles_and_groups_are_read),
      cmocka_unit_test(wrong_settings_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
