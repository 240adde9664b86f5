// mj_recompile: state goes on in the new model.

#include "compile/compile_support.h"

static mjSpec* spec;

static void start(const char* content, mjModel** m, mjData** d) {
  char xml[2048], error[1000] = "";
  snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", content);
  spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  *m = mj_compile(spec, NULL);
  *d = mj_makeData(*m);
}

static void finish(mjModel* m, mjData* d) {
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void joints_are_recognised_by_their_names(void** state) {
  mjModel* m;
  mjData* d;
  start(
      "<worldbody><body name='a'><joint name='j'/><geom size='1'/></body><body name='b'><joint "
      "name='k'/>"
      "<geom size='1'/></body></worldbody>",
      &m, &d);
  d->qpos[1] = 0.5;
  d->qvel[1] = 2;
  d->time = 3;
  mjs_delete(spec, mjs_findElement(spec, mjOBJ_BODY, "a"));
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  assert_int_equal(m->nq, 1);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  ASSERT_NEAR(d->qvel[0], 2, 0);
  ASSERT_NEAR(d->time, 3, 0);
  finish(m, d);
}

static mjsBody* addBall(mjsBody* parent) {
  mjsBody* body = mjs_addBody(parent, NULL);
  mjs_addGeom(body, NULL)->size[0] = 1;
  return body;
}

static void joints_without_names_keep_their_state(void** state) {
  mjModel* m;
  mjData* d;
  start(
      "<worldbody><body name='a'><joint/><geom size='1'/></body>"
      "<body name='b'><joint type='ball'/><geom size='1'/></body>"
      "<body name='c'><joint type='slide'/><geom size='1'/></body></worldbody>"
      "<actuator><general body='a' dyntype='integrator'/><general body='c' dyntype='integrator'/>"
      "</actuator>",
      &m, &d);
  const mjtNum qpos[6] = {0.5, 0.6, 0, 0.8, 0, 7}, qvel[5] = {1, 2, 3, 4, 5};
  mju_copy(d->qpos, qpos, 6);
  mju_copy(d->qvel, qvel, 5);
  d->act[1] = 8;
  d->ctrl[1] = 9;
  // one joint more in the middle, then the first ones gone
  mjs_addJoint(addBall(mjs_findBody(spec, "a")), NULL)->type = mjJNT_BALL;
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  assert_int_equal(m->nq, 10);
  ASSERT_NUMBERS(d->qpos, 0, 0.5, 1, 0, 0, 0, 0.6, 0, 0.8, 0, 7);
  ASSERT_NUMBERS(d->qvel, 0, 1, 0, 0, 0, 2, 3, 4, 5);
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "a")->element), 0);
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NUMBERS(d->qpos, 0, 0.6, 0, 0.8, 0, 7);
  ASSERT_NUMBERS(d->qvel, 0, 2, 3, 4, 5);
  ASSERT_NUMBERS(d->act, 0, 8);
  ASSERT_NUMBERS(d->ctrl, 0, 9);
  finish(m, d);
}

static void renamed_joints_keep_their_state_and_new_ones_get_none_by_their_name(void** state) {
  mjModel* m;
  mjData* d;
  start(
      "<worldbody><body name='a'><joint name='j' ref='0'/><geom size='1'/></body>"
      "<body name='b'><joint name='k'/><geom size='1'/></body></worldbody>",
      &m, &d);
  d->qpos[0] = 0.25;
  d->qpos[1] = 0.5;
  mjs_setName(mjs_findElement(spec, mjOBJ_JOINT, "j"), "other");
  mjs_setName(mjs_findElement(spec, mjOBJ_JOINT, "k"), "j");
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NUMBERS(d->qpos, 0, 0.25, 0.5);
  finish(m, d);
}

static void fused_bodies_do_not_shift_states(void** state) {
  mjModel* m;
  mjData* d;
  start(
      "<compiler fusestatic='true'/><worldbody><body><geom size='1'/><body name='a'><joint/>"
      "<geom size='1'/></body></body><body name='m' mocap='true'/></worldbody>",
      &m, &d);
  assert_int_equal(m->nbody, 3);
  d->qpos[0] = 0.5;
  d->mocap_pos[0] = 4;
  mjs_addFreeJoint(addBall(mjs_findBody(spec, "world")));
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  ASSERT_NEAR(d->mocap_pos[0], 4, 0);
  finish(m, d);
}

static void the_model_of_another_spec_gives_its_state_by_name_and_place(void** state) {
  mjModel* m;
  mjData* d;
  start("<worldbody><body><joint/><geom size='1'/></body></worldbody>", &m, &d);
  d->qpos[0] = 0.5;
  mjSpec* copy = mj_copySpec(spec);
  assert_int_equal(mj_recompile(copy, NULL, m, d), 0);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  mj_deleteSpec(copy);
  finish(m, d);
}

static void controls_and_mocap_poses_go_on(void** state) {
  mjModel* m;
  mjData* d;
  start(
      "<worldbody><body name='m' mocap='true'/><body><joint name='j'/><geom "
      "size='1'/></body></worldbody>"
      "<actuator><motor name='a' joint='j'/></actuator>",
      &m, &d);
  d->ctrl[0] = 0.7;
  d->mocap_pos[2] = 4;
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NEAR(d->ctrl[0], 0.7, 0);
  ASSERT_NEAR(d->mocap_pos[2], 4, 0);
  finish(m, d);
}

static void what_does_not_compile_changes_nothing(void** state) {
  mjModel* m;
  mjData* d;
  start("<worldbody><body><joint/><geom name='g' size='1'/></body></worldbody>", &m, &d);
  d->qpos[0] = 0.5;
  mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"))->size[0] = 0;
  assert_int_equal(mj_recompile(spec, NULL, m, d), -1);
  assert_int_equal(m->nq, 1);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  finish(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_are_recognised_by_their_names),
      cmocka_unit_test(joints_without_names_keep_their_state),
      cmocka_unit_test(renamed_joints_keep_their_state_and_new_ones_get_none_by_their_name),
      cmocka_unit_test(fused_bodies_do_not_shift_states),
      cmocka_unit_test(the_model_of_another_spec_gives_its_state_by_name_and_place),
      cmocka_unit_test(controls_and_mocap_poses_go_on),
      cmocka_unit_test(what_does_not_compile_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
