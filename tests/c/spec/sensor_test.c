// Numbers of a sensor, as far as the spec tells.

#include "spec/spec_support.h"

#include <stdio.h>
#include "base/error.h"
#include "mjcf/parse_support.h"

static void the_number_of_values_follows_from_type_fields_and_camera(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><site name='s'/><camera name='c' resolution='3 2'/></worldbody><sensor>"
      "<gyro site='s'/><framequat objtype='site' objname='s'/><user dim='5'/>"
      "<contact data='found force' num='3'/><rangefinder site='s'/>"
      "<rangefinder camera='c' data='dist point'/></sensor></mujoco>");
  static const int sizes[] = {3, 4, 5, 3 * 4, 1, 6 * 4};
  int i = 0;
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_SENSOR); e; e = mjs_nextElement(spec, e)) {
    assert_int_equal(mjs_sensorDim(mjs_asSensor(e)), sizes[i++]);
  }
  assert_int_equal(i, 6);
  mj_deleteSpec(spec);
}

static void a_camera_or_mesh_that_is_not_there_gives_no_values(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsSensor* sensor = mjs_addSensor(spec);
  sensor->type = mjSENS_RANGEFINDER;
  sensor->objtype = mjOBJ_CAMERA;
  sensor->intprm[0] = 1;
  mjs_setString(sensor->objname, "c");
  assert_int_equal(mjs_sensorDim(sensor), 0);
  sensor->type = mjSENS_TACTILE;
  assert_int_equal(mjs_sensorDim(sensor), 0);

  // of a mesh, three for each vertex that is given inline
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  const float vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjs_setName(mesh->element, "c");
  mjs_setFloat(mesh->uservert, vertices, 12);
  assert_int_equal(mjs_sensorDim(sensor), 12);
  mj_deleteSpec(spec);
}

static void a_type_that_does_not_exist_has_no_number_of_values(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsSensor* sensor = mjs_addSensor(spec);
  for (int type = mjSENS_TOUCH; type <= mjSENS_USER; type++) {
    sensor->type = type;
    assert_true(mjs_sensorDim(sensor) >= 0);
  }
  sensor->type = mjSENS_USER + 1;
  assert_int_equal(mjs_sensorDim(sensor), -1);
  sensor->type = -1;
  assert_int_equal(mjs_sensorDim(sensor), -1);
  assert_null(mj_compile(spec, NULL));
  mj_deleteSpec(spec);
}

#define SCENE                                                                                  \
  "<mujoco><worldbody><camera name='c' resolution='%s'/><geom name='g' size='1'/></worldbody>" \
  "<sensor>%s</sensor></mujoco>"

static mjsSensor* firstSensor(mjSpec* spec) {
  return mjs_asSensor(mjs_firstElement(spec, mjOBJ_SENSOR));
}

static mjSpec* parsed(const char* resolution, const char* sensor) {
  char text[512];
  snprintf(text, sizeof text, SCENE, resolution, sensor);
  return parseModel(text);
}

static void rays_and_slots_multiply_what_each_of_them_reads(void** state) {
  mjSpec* spec = parsed("3 4", "<rangefinder camera='c' data='dist dir'/>");
  assert_int_equal(mjs_sensorDim(firstSensor(spec)), 3 * 4 * (1 + 3));
  mj_deleteSpec(spec);
  spec = parsed("1 1", "<contact geom1='g' num='5' data='found pos'/>");
  assert_int_equal(mjs_sensorDim(firstSensor(spec)), 5 * (1 + 3));
  mj_deleteSpec(spec);
}

static void measure(void* sensor) {
  mjs_sensorDim(sensor);
}

// 252645136 slots of 17 numbers are 16 in 32 bits, and 65536 x 65536 rays none.
static void readings_that_32_bits_do_not_count_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"1 1",
       "<contact geom1='g' num='252645136' data='found force torque dist pos normal tangent'/>"},
      {"65536 65536", "<rangefinder camera='c'/>"},
      {"46341 46341", "<rangefinder camera='c'/>"},
      {"40000 40000", "<rangefinder camera='c' data='dist dir origin'/>"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjSpec* spec = parsed(cases[i][0], cases[i][1]);
    assert_false(lb_protect(measure, firstSensor(spec)));
    assert_non_null(strstr(lb_lastError(), "too many numbers in the reading of a sensor"));
    assert_null(mj_compile(spec, NULL));
    const char* error = mjs_getError(spec);
    if (!strstr(error, "too many numbers in the reading of a sensor")) {
      fail_msg("%s", error);
    }
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_number_of_values_follows_from_type_fields_and_camera),
      cmocka_unit_test(a_camera_or_mesh_that_is_not_there_gives_no_values),
      cmocka_unit_test(a_type_that_does_not_exist_has_no_number_of_values),
      cmocka_unit_test(rays_and_slots_multiply_what_each_of_them_reads),
      cmocka_unit_test(readings_that_32_bits_do_not_count_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
