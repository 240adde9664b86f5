// Making and resetting mjData, keyframes, and a start asleep.

#include "check.h"
#include "constraint/scenes_support.h"

static const char keyXml[] =
    "<mujoco><worldbody><body><joint type='slide' ref='.5'/><geom size='.1'/></body></worldbody>"
    "<keyframe><key time='2' qpos='.25' qvel='3'/></keyframe></mujoco>";

static void a_reset_restores_the_initial_state(void** state) {
  Scene scene = loadScene(keyXml);
  scene.d->qpos[0] = scene.d->qvel[0] = scene.d->time = 7;
  scene.d->xfrc_applied[8] = 1;
  mj_resetData(scene.m, scene.d);
  assert_float_equal(scene.d->qpos[0], .5, 0);
  assert_float_equal(scene.d->qvel[0] + scene.d->time + scene.d->xfrc_applied[8], 0, 0);
  freeScene(scene);
}

static void a_keyframe_is_a_reset_and_its_state(void** state) {
  Scene scene = loadScene(keyXml);
  scene.d->xfrc_applied[8] = 1;
  mj_resetDataKeyframe(scene.m, scene.d, 0);
  assert_float_equal(scene.d->time, 2, 0);
  assert_float_equal(scene.d->qpos[0], .25, 0);
  assert_float_equal(scene.d->qvel[0], 3, 0);
  assert_float_equal(scene.d->xfrc_applied[8], 0, 0);

  // a key that does not exist is the reset alone
  mj_resetDataKeyframe(scene.m, scene.d, 1);
  assert_float_equal(scene.d->qpos[0], .5, 0);
  freeScene(scene);
}

static void results_get_the_byte_of_a_debugging_reset(void** state) {
  Scene scene = loadScene(keyXml);
  mj_resetDataDebug(scene.m, scene.d, 0x5a);
  assert_int_equal(((unsigned char*)scene.d->xpos)[0], 0x5a);
  assert_float_equal(scene.d->qpos[0], .5, 0);
  freeScene(scene);
}

static void trees_may_start_asleep(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='9 9 1'/>"
      "<body pos='0 0 .1' sleep='init'><freejoint/><geom size='.1'/></body>"
      "<body pos='1 0 2'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  assert_true(scene.d->tree_asleep[0] >= 0);
  assert_true(scene.d->tree_asleep[1] < 0);

  // SLEEP-START-ROWS
  assert_int_equal(scene.d->ncon, 1);
  assert_int_equal(scene.d->contact[0].efc_address, -1);
  assert_int_equal(scene.d->nefc, 0);
  assert_int_equal(scene.d->nisland, 0);
  assert_null(scene.d->efc_J);
  freeScene(scene);
}

static void resetData(void* context) {
  Scene* scene = context;
  mj_resetData(scene->m, scene->d);
}

static void the_first_tree_that_cannot_start_asleep_is_named(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='9 9 1'/>"
      "<body name='a' pos='0 0 1' sleep='init'><freejoint/><geom size='.1'/></body>"
      "<body name='b' pos='2 0 1' sleep='init'><freejoint/><geom size='.1'/></body>"
      "<body name='c' pos='2 0 3'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  scene.m->qpos0[16] = 1.15;
  const char* message = errorOf(resetData, &scene);
  ASSERT_SAYS(message, "2 trees were marked as sleep='init' but only 1 could be slept");
  ASSERT_SAYS(message, "Body 'b' (id=2) is the root of the first tree that could not be slept");
  freeScene(scene);
}

// SLEEP-START-POSES
static void with_sleep_enabled_poses_are_ready_after_a_reset(void** state) {
  static const char text[] =
      "<mujoco><option><flag sleep='%s'/></option><worldbody><body pos='0 0 3'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>";
  for (int enabled = 0; enabled < 2; enabled++) {
    char xml[sizeof text + 10];
    snprintf(xml, sizeof xml, text, enabled ? "enable" : "disable");
    Scene scene = loadScene(xml);
    mj_resetData(scene.m, scene.d);
    assert_float_equal(scene.d->xpos[5], enabled ? 3 : 0, 0);
    freeScene(scene);
  }
}

static void a_start_asleep_beside_a_tree_that_is_awake_is_an_error(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='9 9 1'/>"
      "<body name='low' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body pos='0 0 .29'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  scene.m->tree_sleep_policy[0] = mjSLEEP_INIT;
  assert_false(lb_protect(resetData, &scene));
  assert_non_null(strstr(lb_lastError(), "Body 'low' (id=1)"));
  scene.m->tree_sleep_policy[1] = mjSLEEP_INIT;
  mj_resetData(scene.m, scene.d);

  // SLEEP-ISLANDS: what touches something needs islands
  scene.m->opt.disableflags |= mjDSBL_ISLAND;
  assert_false(lb_protect(resetData, &scene));
  freeScene(scene);
}

// COMPAT: RESET-DEBUG
static void data_filled_for_debugging_can_be_drawn_before_it_is_computed(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><site name='a'/><body><joint/><geom size='1'/><site name='b' pos='1 0 "
      "0'/>"
      "</body></worldbody><tendon><spatial><site site='a'/><site site='b'/></spatial></tendon>"
      "</mujoco>");
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  mjv_defaultScene(&scene);
  mjv_defaultOption(&option);
  mjv_defaultCamera(&camera);
  mjv_makeScene(s.m, &scene, 100);
  mj_forward(s.m, s.d);
  mj_resetDataDebug(s.m, s.d, 2);
  assert_int_equal(s.d->ten_wrapnum[0], 0);
  assert_int_equal(((unsigned char*)s.d->xpos)[0], 2);
  mjv_updateScene(s.m, s.d, &option, NULL, &camera, mjCAT_ALL, &scene);
  mjv_freeScene(&scene);
  freeScene(s);
}

static int refusals;

static void countRefusal(const char* message) {
  refusals += strstr(message, "mj_makeData") != NULL;
}

static void data_of_an_impossible_size_is_none(void** state) {
  Scene scene = loadScene(keyXml);
  mjModel* m = mj_copyModel(NULL, scene.m);
  const mjtSize impossible[] = {-1, INT64_MAX, INT64_MAX / 8};
  mju_user_warning = countRefusal;
  for (int i = 0; i < 3; i++) {
    m->nuserdata = impossible[i];
    assert_null(mj_makeData(m));
  }
  m->nuserdata = 0;
  m->narena = -1;
  assert_null(mj_makeData(m));
  mju_user_warning = NULL;
  assert_int_equal(refusals, 4);
  m->narena = scene.m->narena;
  mj_deleteModel(m);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(data_filled_for_debugging_can_be_drawn_before_it_is_computed),
      cmocka_unit_test(a_reset_restores_the_initial_state),
      cmocka_unit_test(a_keyframe_is_a_reset_and_its_state),
      cmocka_unit_test(results_get_the_byte_of_a_debugging_reset),
      cmocka_unit_test(trees_may_start_asleep),
      cmocka_unit_test(the_first_tree_that_cannot_start_asleep_is_named),
      cmocka_unit_test(a_start_asleep_beside_a_tree_that_is_awake_is_an_error),
      cmocka_unit_test(with_sleep_enabled_poses_are_ready_after_a_reset),
      cmocka_unit_test(data_of_an_impossible_size_is_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
