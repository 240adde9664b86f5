// Cameras as sensors: projection of points, rays through pixels.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "sensor/sensor.h"

static Scene cameraScene(const char* attributes) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><camera name='c' resolution='40 20' %s/>"
           "<site name='s' pos='1 .5 -2'/></worldbody>"
           "<sensor><camprojection site='s' camera='c'/></sensor></mujoco>",
           attributes);
  Scene scene = loadScene(xml);
  mj_forward(scene.m, scene.d);
  return scene;
}

// CAMERA-PROJECTION
static void points_are_projected_in_perspective_about_the_image_centre(void** state) {
  static const char* const cameras[] = {"fovy='90'", "fovy='90' projection='orthographic'"};
  for (int i = 0; i < 2; i++) {
    Scene scene = cameraScene(cameras[i]);
    assert_float_equal(scene.d->sensordata[0], 20 + 10 * .5, 1e-12);
    assert_float_equal(scene.d->sensordata[1], 10 - 10 * .25, 1e-12);
    freeScene(scene);
  }

  // the principal point of a camera with intrinsics does not count
  Scene scene = cameraScene("sensorsize='4 2' focal='1 1' principal='.3 .2'");
  assert_float_equal(scene.d->sensordata[0], 20 + 10 * .5, 1e-5);
  assert_float_equal(scene.d->sensordata[1], 10 - 10 * .25, 1e-5);
  freeScene(scene);
}

// CAMERA-FLOATS: numbers of the peer
static void pixels_of_a_camera_with_a_sensor_are_single_precision(void** state) {
  Scene scene = cameraScene("sensorsize='.0236 .0157' focalpixel='1234 1111'");
  const float *intrinsic = scene.m->cam_intrinsic, *size = scene.m->cam_sensorsize;
  float x = intrinsic[0] / size[0] * 40, y = intrinsic[1] / size[1] * 20;
  assert_true(scene.d->sensordata[0] == 20 + .5 * (mjtNum)x);
  assert_true(scene.d->sensordata[1] == 10 - .25 * (mjtNum)y);
  freeScene(scene);
}

static void the_middle_of_an_image_is_straight_ahead(void** state) {
  Scene scene = cameraScene("fovy='90'");
  mjtNum start[3], direction[3];
  lb_cameraRay(scene.m, scene.d, 0, 0, start, direction);

  // the upper left pixel, half a pixel from the edges
  mjtNum x = (.5 - 20) / 10, y = -(.5 - 10) / 10, length = sqrt(x * x + y * y + 1);
  assert_float_equal(direction[0], x / length, 1e-12);
  assert_float_equal(direction[1], y / length, 1e-12);
  assert_float_equal(direction[2], -1 / length, 1e-12);
  freeScene(scene);
}

// CAMERA-RAY-INTRINSICS
static void with_intrinsics_the_principal_point_counts_from_the_corner(void** state) {
  Scene scene = cameraScene("sensorsize='4 2' focal='1 1' principal='.3 .2'");
  const float* intrinsic = scene.m->cam_intrinsic;
  mjtNum start[3], direction[3];
  lb_cameraRay(scene.m, scene.d, 0, 0, start, direction);
  mjtNum centerX = intrinsic[2] / 4 * 40, centerY = intrinsic[3] / 2 * 20;
  assert_float_equal(direction[0] / -direction[2], (.5 - centerX) / 10, 1e-6);
  assert_float_equal(direction[1] / -direction[2], -(.5 - centerY) / 10, 1e-6);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_projected_in_perspective_about_the_image_centre),
      cmocka_unit_test(pixels_of_a_camera_with_a_sensor_are_single_precision),
      cmocka_unit_test(the_middle_of_an_image_is_straight_ahead),
      cmocka_unit_test(with_intrinsics_the_principal_point_counts_from_the_corner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
