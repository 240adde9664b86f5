// Text of a model.

#include "api/mj_functions.h"
#include "check.h"
#include "constraint/scenes_support.h"

static const char* textOf(const mjModel* m, const char* format) {
  static const char path[] = "build/print_model_test.txt";
  static char text[100000];
  mj_printFormattedModel(m, path, format);
  FILE* file = fopen(path, "r");
  assert_non_null(file);
  size_t count = fread(text, 1, sizeof text - 1, file);
  text[count] = 0;
  fclose(file);
  remove(path);
  return text;
}

static void sizes_options_and_arrays_are_there(void** state) {
  Scene s = loadScene(
      "<mujoco model='two balls'><option timestep='.25' gravity='0 .5 -3' integrator='RK4'/>"
      "<worldbody><geom size='.125'/><geom size='.5'/></worldbody></mujoco>");
  const char* text = textOf(s.m, "%.3f");
  ASSERT_SAYS(text, "model name     two balls\n");
  ASSERT_SAYS(text, "  ngeom               2\n");
  ASSERT_SAYS(text, "  timestep           0.250 \n");
  ASSERT_SAYS(text, "  gravity            0.000 0.500 -3.000 \n");
  ASSERT_SAYS(text, "  integrator          1\n");
  ASSERT_SAYS(text, "\nGEOM_SIZE\n  0.125 0.000 0.000\n  0.500 0.000 0.000\n");
  ASSERT_SAYS(text, "\nSTATISTIC\n");

  // neither sizes nor arrays that are empty
  assert_null(strstr(text, "  nhfield "));
  assert_null(strstr(text, "JNT_TYPE"));
  freeScene(s);
}

static void a_format_that_is_not_for_one_number_is_not_used(void** state) {
  Scene s = loadScene("<mujoco><option timestep='.25'/></mujoco>");
  ASSERT_SAYS(textOf(s.m, "%d"), "  timestep            0.25     \n");
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_options_and_arrays_are_there),
      cmocka_unit_test(a_format_that_is_not_for_one_number_is_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
