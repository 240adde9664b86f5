// Frames of objects that sensors are attached to, and what is inside a site.

#include "bodies_support.h"
#include "check.h"
#include "sensor/internal.h"

#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "constraint/scenes_support.h"

static void the_quaternion_of_an_object_is_its_rotation(void** state) {
  Scene s = movingScene();
  static const int types[] = {mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE};
  for (int k = 0; k < 4; k++) {
    for (int id = 0; id < s.m->nsite; id++) {
      const mjtNum *position, *rotation;
      mjtNum quat[4], matrix[9];
      lb_objectPose(s.m, s.d, types[k], id, &position, &rotation);
      lb_objectQuat(s.m, s.d, types[k], id, quat);
      mju_quat2Mat(matrix, quat);
      assert_near(matrix, rotation, 9, 1e-12);
    }
  }
  freeScene(s);
}

static void a_body_is_told_from_its_frame_by_its_centre_of_mass(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='b' pos='1 2 3'><geom size='.1' pos='.4 0 0'/>"
      "<camera pos='0 0 .5'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  const mjtNum *position, *rotation;
  lb_objectPose(s.m, s.d, mjOBJ_BODY, 1, &position, &rotation);
  ASSERT_NUMBERS(position, 1e-12, 1.4, 2, 3);
  lb_objectPose(s.m, s.d, mjOBJ_XBODY, 1, &position, &rotation);
  ASSERT_NUMBERS(position, 1e-12, 1, 2, 3);
  lb_objectPose(s.m, s.d, mjOBJ_CAMERA, 0, &position, &rotation);
  ASSERT_NUMBERS(position, 1e-12, 1, 2, 3.5);
  freeScene(s);
}

static void the_body_of_an_object_is_found(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body/><body name='b'><joint/><joint axis='1 0 0'/><geom size='.1'/>"
      "<site/><camera/></body></worldbody></mujoco>");
  static const int types[] = {mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_JOINT, mjOBJ_DOF};
  for (int k = 0; k < 5; k++) {
    assert_int_equal(lb_objectBody(s.m, types[k], 0), 2);
  }
  assert_int_equal(lb_objectBody(s.m, mjOBJ_XBODY, 1), 1);
  assert_int_equal(lb_objectBody(s.m, mjOBJ_TENDON, 0), -1);
  assert_int_equal(lb_objectBody(s.m, mjOBJ_GEOM, -1), -1);
  freeScene(s);
}

static void points_are_inside_a_site_of_each_shape(void** state) {
  static const struct {
    const char* site;
    mjtNum inside[3], outside[3];
  } cases[] = {
      {"type='sphere' size='1'", {.6, .6, .5}, {.6, .6, .6}},
      {"type='capsule' size='1 2'", {0, .5, 2.8}, {0, .7, 2.8}},
      {"type='ellipsoid' size='1 2 3'", {.5, 1, 2}, {.6, 1.2, 1.8}},
      {"type='cylinder' size='1 2'", {.7, .7, 1.9}, {0, 0, 2.1}},
      {"type='box' size='1 2 3'", {.9, -1.9, -2.9}, {0, -2.1, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[300];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><site %s pos='1 2 3' quat='1 .2 .3 .4'/></worldbody></mujoco>",
             cases[i].site);
    Scene s = loadScene(xml);
    mj_kinematics(s.m, s.d);
    for (int k = 0; k < 2; k++) {
      mjtNum point[3];
      mju_mulMatVec(point, s.d->site_xmat, k ? cases[i].outside : cases[i].inside, 3, 3);
      mju_addTo3(point, s.d->site_xpos);
      assert_int_equal(lb_insideSite(s.m, s.d, 0, point), !k);
    }
    freeScene(s);
  }
}

static void askForLight(void* context) {
  const Scene* s = context;
  const mjtNum *position, *rotation;
  lb_objectPose(s->m, s->d, mjOBJ_LIGHT, 0, &position, &rotation);
}

static void what_has_no_frame_is_an_error(void** state) {
  Scene s = loadScene("<mujoco><worldbody><light/></worldbody></mujoco>");
  ASSERT_SAYS(errorOf(askForLight, &s), "invalid object type in sensor");
  freeScene(s);
}

// A point on the surface is outside.
static void a_point_is_inside_a_site_when_it_is_inside_its_shape(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='1 0 0' euler='0 0 90'><site type='box' size='.1 .2 .3'/>"
      "<site type='sphere' size='.5'/><site type='capsule' size='.1 .2'/>"
      "<site type='cylinder' size='.1 .2'/><site type='ellipsoid' size='.1 .2 .3'/></body>"
      "</worldbody></mujoco>");
  mj_kinematics(s.m, s.d);
  static const struct {
    mjtNum point[3];
    int inside[5];
  } cases[] = {
      {{1, 0, 0}, {1, 1, 1, 1, 1}},       {{0, 0, 0}, {0, 0, 0, 0, 0}},
      {{1.15, 0, 0}, {1, 1, 0, 0, 1}},    {{1, .15, 0}, {0, 1, 0, 0, 0}},
      {{1, 0, .29}, {1, 1, 1, 0, 1}},     {{1, 0, .301}, {0, 1, 0, 0, 0}},
      {{1.15, .09, .2}, {1, 1, 0, 0, 0}},
  };
  for (int i = 0; i < 7; i++) {
    for (int site = 0; site < 5; site++) {
      assert_int_equal(mj_insideSite(s.m, s.d, site, cases[i].point), cases[i].inside[site]);
    }
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quaternion_of_an_object_is_its_rotation),
      cmocka_unit_test(a_body_is_told_from_its_frame_by_its_centre_of_mass),
      cmocka_unit_test(the_body_of_an_object_is_found),
      cmocka_unit_test(points_are_inside_a_site_of_each_shape),
      cmocka_unit_test(what_has_no_frame_is_an_error),
      cmocka_unit_test(a_point_is_inside_a_site_when_it_is_inside_its_shape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
