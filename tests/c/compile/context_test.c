// Errors of a compilation: what they name, and that they are told together.

#include "compile/compile_support.h"

static void an_error_names_its_element_line_and_file_position(void** state) {
  assertRefused("<worldbody>\n<body name='tilted'><joint axis='0 0 0'/></body></worldbody>",
                "line 2");
  assertRefused("<worldbody><geom name='flat' size='0'/></worldbody>", "Element name 'flat', id 0");
}

static void all_unknown_names_are_told_at_once(void** state) {
  const char* model =
      "<worldbody><geom size='1' material='nothing'/></worldbody>"
      "<actuator><motor joint='nobody'/></actuator>"
      "<sensor><touch site='nowhere'/></sensor>";
  assertRefused(model, "'nothing'");
  assertRefused(model, "unknown joint 'nobody' in actuator");
  assertRefused(model, "unknown site 'nowhere' in sensor");
}

static void all_bad_assets_are_told_at_once(void** state) {
  const char* model =
      "<asset><mesh name='one' file='one.stl'/><mesh name='two' vertex='0 0 0 1 0 0 0 "
      "1 0 1 1 0'/><texture name='three' type='2d' file='three.png'/></asset>";
  assertRefused(model, "one.stl");
  assertRefused(model, "Element name 'two'");
  assertRefused(model, "three.png");
}

static void problems_without_room_are_counted(void** state) {
  char text[16384] = "<worldbody/><actuator>";
  for (int i = 0; i < 200; i++) {
    sprintf(text + strlen(text), "<motor name='motor_%d' joint='joint_%d'/>", i, i);
  }
  assertRefused(strcat(text, "</actuator>"), " more");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_error_names_its_element_line_and_file_position),
      cmocka_unit_test(all_unknown_names_are_told_at_once),
      cmocka_unit_test(all_bad_assets_are_told_at_once),
      cmocka_unit_test(problems_without_room_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
