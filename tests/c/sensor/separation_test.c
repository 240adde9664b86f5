// Distance, normal and nearest points between geoms, or between all geoms of bodies.

#include "check.h"
#include "constraint/scenes_support.h"
#include "sensor/sensor.h"

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

static mjfCollision twoSpheres;
static int calls;

static int countedSpheres(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                          mjtNum margin) {
  calls++;
  return twoSpheres(m, d, con, g1, g2, margin);
}

static void what_one_pair_is_asked_for_is_found_once(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='a' size='.5'/><geom name='b' size='.5' pos='0 2 0'/>"
      "</worldbody><sensor><distance geom1='a' geom2='b' cutoff='3'/>"
      "<normal geom1='a' geom2='b' cutoff='3'/><fromto geom1='a' geom2='b' cutoff='3'/>"
      "<distance geom1='a' geom2='b' cutoff='2'/></sensor></mujoco>");
  twoSpheres = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = countedSpheres;
  mj_fwdPosition(s.m, s.d);
  calls = 0;
  mj_sensorPos(s.m, s.d);
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = twoSpheres;
  // a function of somebody else may look at its margin
  assert_int_equal(calls, 2);
  ASSERT_NUMBERS(s.d->sensordata, 1e-12, 1, 0, 1, 0, 0, .5, 0, 0, 1.5, 0, 1);
  freeScene(s);
}

// Sensors of the same pairs within several cutoffs, in any order of them.
static const char pairsXml[] =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 .2 0 0 0 .3 0 0 0 .1 .2 .3 .1'/></asset>"
    "<worldbody><body><freejoint/><geom name='a' type='ellipsoid' size='.1 .1 .2'/></body>"
    "<body><freejoint/><geom name='b' type='box' size='.2 .15 .1'/></body>"
    "<body><freejoint/><geom name='c' type='mesh' mesh='m'/></body></worldbody><sensor>"
    "<fromto geom1='a' geom2='b' cutoff='1'/><distance geom1='a' geom2='c' cutoff='.1'/>"
    "<distance geom1='a' geom2='b' cutoff='.3'/><normal geom1='a' geom2='c' cutoff='1'/>"
    "<fromto geom1='a' geom2='b' cutoff='.05'/><fromto geom1='a' geom2='c' cutoff='.2'/>"
    "<fromto geom1='b' geom2='c' cutoff='1'/><normal geom1='b' geom2='c' cutoff='.4'/>"
    "<distance geom1='b' geom2='a' cutoff='1'/><distance geom1='b' geom2='c' cutoff='0'/>"
    "</sensor></mujoco>";

static void a_shared_result_is_that_of_a_sensor_alone(void** state) {
  Scene s = loadScene(pairsXml);
  unsigned random = 1;
  int touching = 0;
  for (int trial = 0; trial < 300; trial++) {
    for (int i = 0; i < s.m->nq; i++) {
      random = random * 1664525u + 1013904223u;
      s.d->qpos[i] = (mjtNum)(random >> 8) / (1 << 24) - .5;
    }
    mj_forward(s.m, s.d);
    for (int i = 0; i < s.m->nsensor; i++) {
      mjtNum alone[6];
      lb_sensorValue(s.m, s.d, i, alone);
      assert_memory_equal(s.d->sensordata + s.m->sensor_adr[i], alone,
                          (size_t)s.m->sensor_dim[i] * sizeof(mjtNum));
    }
    touching += s.d->sensordata[s.m->sensor_adr[2]] < 0;
  }
  assert_in_range(touching, 10, 290);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_are_as_far_apart_as_their_nearest_geoms),
      cmocka_unit_test(beyond_the_cutoff_the_cutoff_is_the_distance_and_there_are_no_points),
      cmocka_unit_test(geoms_inside_each_other_have_a_negative_distance),
      cmocka_unit_test(what_one_pair_is_asked_for_is_found_once),
      cmocka_unit_test(a_shared_result_is_that_of_a_sensor_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
