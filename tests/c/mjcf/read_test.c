// Reading MJCF: sections in whatever order they stand.

#include "mjcf/parse_support.h"

#include <stdio.h>

static mjsGeom* geomOf(mjSpec* spec, const char* name) {
  return mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, name));
}

static void the_class_of_an_element_wins_over_childclass_and_main(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><geom rgba='1 0 0 1'/><default class='sub'><geom rgba='0 1 0 1'/>"
      "</default></default><worldbody><geom name='world' size='1'/><body childclass='sub'>"
      "<geom name='green' size='1'/><body><geom name='blue' size='1' rgba='0 0 1 1'/>"
      "<geom name='red' class='main' size='1'/></body></body></worldbody></mujoco>");
  assert_float_equal(geomOf(spec, "world")->rgba[0], 1, 0);
  assert_float_equal(geomOf(spec, "green")->rgba[1], 1, 0);
  assert_float_equal(geomOf(spec, "blue")->rgba[2], 1, 0);
  assert_float_equal(geomOf(spec, "red")->rgba[0], 1, 0);
  mj_deleteSpec(spec);
}

static void settings_apply_wherever_they_stand(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom name='g' class='c'/></worldbody>"
      "<default><default class='c'><geom size='2'/></default></default>"
      "<compiler angle='radian'/><option timestep='0.5'><flag contact='disable'/></option>"
      "</mujoco>");
  assert_float_equal(geomOf(spec, "g")->size[0], 2, 0);
  assert_false(spec->compiler.degree);
  assert_float_equal(spec->option.timestep, 0.5, 0);
  assert_int_equal(spec->option.disableflags, mjDSBL_CONTACT);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_class_of_an_element_wins_over_childclass_and_main),
      cmocka_unit_test(settings_apply_wherever_they_stand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
