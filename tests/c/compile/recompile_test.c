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

static void nameless_joints_are_recognised_while_their_number_stays(void** state) {
  mjModel* m;
  mjData* d;
  start("<worldbody><body><joint/><geom size='1'/></body></worldbody>", &m, &d);
  d->qpos[0] = 0.5;
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_addFreeJoint(body);
  mjs_addGeom(body, NULL)->size[0] = 1;
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  ASSERT_NEAR(d->qpos[0], 0, 0);
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
      cmocka_unit_test(nameless_joints_are_recognised_while_their_number_stays),
      cmocka_unit_test(controls_and_mocap_poses_go_on),
      cmocka_unit_test(what_does_not_compile_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
