// Distance, normal and nearest points between geoms, or between all geoms of bodies.

#include "check.h"
#include "constraint/scenes_support.h"

static const char ballsXml[] =
    "<mujoco><worldbody><body name='a'><geom name='a0' size='.5'/><geom name='a1' pos='1 0 0' "
    "size='.25'/></body><body name='b' pos='3 0 0'><geom name='b0' size='.5'/>"
    "<geom name='b1' size='.25' pos='0 1 0'/></body></worldbody>"
    "<sensor><distance geom1='a0' geom2='b0' cutoff='9'/><distance body1='a' body2='b' cutoff='9'/>"
    "<normal body1='a' body2='b' cutoff='9'/><fromto body1='a' body2='b' cutoff='9'/>"
    "<normal body1='b' body2='a' cutoff='9'/>"
    "<distance geom1='a0' geom2='b0' cutoff='1.5'/><normal geom1='a0' geom2='b0' cutoff='1.5'/>"
    "<fromto geom1='a0' geom2='b0' cutoff='1.5'/></sensor></mujoco>";

static void bodies_are_as_far_apart_as_their_nearest_geoms(void** state) {
  Scene s = loadScene(ballsXml);
  mj_forward(s.m, s.d);
  const mjtNum* value = s.d->sensordata;
  ASSERT_NUMBERS(value, 1e-9, 3 - 1);
  ASSERT_NUMBERS(value + 1, 1e-9, 2 - .75);
  ASSERT_NUMBERS(value + 2, 1e-9, 1, 0, 0);
  ASSERT_NUMBERS(value + 5, 1e-9, 1.25, 0, 0, 2.5, 0, 0);
  ASSERT_NUMBERS(value + 11, 1e-9, -1, 0, 0);
  freeScene(s);
}

static void beyond_the_cutoff_the_cutoff_is_the_distance_and_there_are_no_points(void** state) {
  Scene s = loadScene(ballsXml);
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata + 14, 0, 1.5, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  freeScene(s);
}

static void geoms_inside_each_other_have_a_negative_distance(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='a' size='.5'/><geom name='b' size='.5' pos='0 .75 0'/>"
      "</worldbody><sensor><distance geom1='a' geom2='b' cutoff='1'/>"
      "<normal geom1='a' geom2='b' cutoff='1'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  ASSERT_NEAR(s.d->sensordata[0], -.25, 1e-9);

  // from a point of the first to a point of the second geom, which lie crosswise
  ASSERT_NUMBERS(s.d->sensordata + 1, 1e-9, 0, -1, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_are_as_far_apart_as_their_nearest_geoms),
      cmocka_unit_test(beyond_the_cutoff_the_cutoff_is_the_distance_and_there_are_no_points),
      cmocka_unit_test(geoms_inside_each_other_have_a_negative_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
