// Cameras and lights while they are compiled.

#include "compile/compile_support.h"

static void a_sensor_decides_the_field_of_view(void** state) {
  // half of the sensor's height over the focal length is the tangent of half the angle
  mjModel* m = compiled(
      "<worldbody><camera sensorsize='.02 .01' resolution='200 100' "
      "focal='.02 .01' principal='.001 .002'/></worldbody>");
  ASSERT_NEAR(m->cam_fovy[0], 2 * atan(0.5) * 180 / mjPI, 1e-5);
  ASSERT_NUMBERS(m->cam_intrinsic, 1e-8, 0.02, 0.01, 0.001, 0.002);
  mj_deleteModel(m);
}

static void pixels_are_parts_of_the_sensor(void** state) {
  mjModel* m = compiled(
      "<worldbody><camera sensorsize='.02 .01' resolution='200 100' "
      "focalpixel='100 50' principalpixel='10 -10' focal='9 9'/></worldbody>");
  ASSERT_NUMBERS(m->cam_intrinsic, 1e-8, 0.01, 0.005, 0.001, -0.001);
  mj_deleteModel(m);
}

// COMPAT: CAMERA-FLOATS: numbers of the peer
static void pixels_are_converted_in_single_precision(void** state) {
  mjModel* m = compiled(
      "<worldbody><camera sensorsize='.0236 .0157' resolution='640 480' focalpixel='1234 1111' "
      "principalpixel='7 -3'/></worldbody>");
  ASSERT_NUMBERS(m->cam_intrinsic, 1e-15, 0.04550375416874886, 0.03633895516395569,
                 0.00025812501553446, -0.00009812499774853);
  ASSERT_NEAR(m->cam_fovy[0], 24.379632827213907, 1e-13);
  mj_deleteModel(m);
}

static void cameras_without_sense_are_refused(void** state) {
  assertRefused("<worldbody><camera name='c' focal='1 1' resolution='1 1'/></worldbody>", "ocal");
  assertRefused("<worldbody><camera name='c' fovy='180'/></worldbody>", "fovy too large in camera");
  assertRefused("<worldbody><camera target='none'/></worldbody>", "unknown target body in camera");
  assertRefused("<worldbody><light dir='0 0 0'/></worldbody>", "zero direction in light");
  assertRefused("<worldbody><light target='none'/></worldbody>", "unknown target body in light");
}

static void targets_and_poses_are_those_of_the_body(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='b'><geom size='1'/><frame euler='90 0 0'>"
      "<light dir='0 0 -2'/></frame></body><camera mode='targetbody' target='b' "
      "pos='1 2 3'/></worldbody>");
  assert_int_equal(m->cam_targetbodyid[0], 1);
  assert_int_equal(m->cam_bodyid[0], 0);
  ASSERT_NUMBERS(m->cam_pos, 0, 1, 2, 3);
  ASSERT_NUMBERS(m->light_dir, 1e-15, 0, 1, 0);
  assert_int_equal(m->light_targetbodyid[0], -1);
  mj_deleteModel(m);
}

static void intrinsics_without_a_sensor_are_refused_whatever_their_sign(void** state) {
  for (int i = 0; i < 4; i++) {
    mjSpec* spec = mj_makeSpec();
    mjsCamera* camera = mjs_addCamera(mjs_findBody(spec, "world"), NULL);
    float* const lists[] = {camera->focal_length, camera->focal_pixel, camera->principal_length,
                            camera->principal_pixel};
    lists[i][1] = -1;
    assert_null(mj_compile(spec, NULL));
    ASSERT_SAYS(mjs_getError(spec), "focal/principal require sensorsize in camera");
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sensor_decides_the_field_of_view),
      cmocka_unit_test(pixels_are_parts_of_the_sensor),
      cmocka_unit_test(pixels_are_converted_in_single_precision),
      cmocka_unit_test(cameras_without_sense_are_refused),
      cmocka_unit_test(targets_and_poses_are_those_of_the_body),
      cmocka_unit_test(intrinsics_without_a_sensor_are_refused_whatever_their_sign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
