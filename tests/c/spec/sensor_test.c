// Numbers of a sensor, as far as the spec tells.

#include "spec/spec_support.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_number_of_values_follows_from_type_fields_and_camera),
      cmocka_unit_test(a_camera_or_mesh_that_is_not_there_gives_no_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
