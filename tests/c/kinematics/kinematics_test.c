// Frames of bodies, cameras and lights; vectors of the configuration space.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "bodies_support.h"

static bool isPoint(const mjtNum* point, mjtNum x, mjtNum y, mjtNum z) {
  const mjtNum expected[3] = {x, y, z};
  return farthest(expected, point, 3) < 1e-12;
}

static void hinge_off_centre_turns_the_body_about_its_anchor(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='1 0 0'><joint axis='0 0 1' pos='0 1 0' ref='30'/><geom "
      "size='.1' pos='.5 0 0'/>"
      "<site name='s' pos='0 .5 0'/></body></worldbody></mujoco>");
  s.d->qpos[0] = s.m->qpos0[0] + mjPI / 2;
  mj_fwdPosition(s.m, s.d);
  assert_true(isPoint(s.d->xanchor, 1, 1, 0));
  assert_true(isPoint(s.d->xpos + 3, 2, 1, 0));
  assert_true(isPoint(s.d->geom_xpos, 2, 1.5, 0));
  assert_true(isPoint(s.d->site_xpos, 1.5, 1, 0));
  freeScene(s);
}

static void joints_of_one_body_apply_in_order(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint type='slide' axis='1 0 0'/><joint axis='0 0 1'/><joint "
      "type='slide' axis='0 1 0'/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  s.d->qpos[0] = 1;
  s.d->qpos[1] = mjPI / 2;
  s.d->qpos[2] = 2;
  mj_kinematics(s.m, s.d);
  assert_true(isPoint(s.d->xpos + 3, -1, 0, 0));
  assert_true(isPoint(s.d->xaxis + 6, -1, 0, 0));
  freeScene(s);
}

static void quaternions_are_normalized_but_not_in_place(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><body><joint type='ball'/><geom "
      "size='.1'/></body></body>"
      "<body name='m' mocap='true'/></worldbody></mujoco>");
  s.d->qpos[3] = 0;
  s.d->qpos[6] = 5;
  s.d->qpos[7] = 3;
  s.d->mocap_quat[0] = 2;
  mj_kinematics(s.m, s.d);
  const mjtNum turned[4] = {0, 0, 0, 1}, unit[4] = {1, 0, 0, 0};
  assert_near(turned, s.d->xquat + 4, 4, 1e-15);
  assert_near(turned, s.d->xquat + 8, 4, 1e-15);
  assert_near(unit, s.d->xquat + 12, 4, 1e-15);
  assert_float_equal(s.d->qpos[6], 5, 0);
  freeScene(s);
}

static void mocap_bodies_carry_their_children(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body mocap='true' pos='1 2 3'><geom size='.1' pos='1 0 0'/><body pos='0 "
      "1 0'><site name='s'/></body>"
      "</body></worldbody></mujoco>");
  s.d->mocap_pos[0] = 5;
  s.d->mocap_quat[0] = 0;
  s.d->mocap_quat[3] = 1;
  mj_kinematics(s.m, s.d);
  assert_true(isPoint(s.d->geom_xpos, 4, 2, 3));
  assert_true(isPoint(s.d->site_xpos, 5, 1, 3));
  freeScene(s);
}

static void static_bodies_follow_the_model(void** state) {
  Scene s = movingScene();
  int body = mj_name2id(s.m, mjOBJ_BODY, "static");
  s.m->body_pos[3 * body] += 1;
  mjtNum before = s.d->xpos[3 * body + 3];
  mj_kinematics(s.m, s.d);
  assert_float_equal(s.d->xpos[3 * body + 3], before + 1, 1e-12);
  freeScene(s);
}

// SLEEP-30
static void static_bodies_are_placed_once_where_trees_may_sleep(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>"
      "<geom size='.1'/><site pos='2 0 0'/>"
      "<body pos='1 0 0'><geom size='.1' pos='0 2 0'/><site/></body>"
      "<body pos='9 0 0'><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>");
  mjModel* m = s.m;
  mjData* d = mj_makeData(m);
  assert_true(isPoint(d->xpos + 3, 1, 0, 0) && isPoint(d->geom_xpos + 3, 1, 2, 0));
  m->body_pos[3] = 4;
  m->site_pos[0] = 5;
  mj_forward(m, d);
  assert_true(isPoint(d->xpos + 3, 1, 0, 0) && isPoint(d->site_xpos + 3, 1, 0, 0));

  // what is fixed to them rests while something sleeps
  for (int i = 0; i < 20; i++) {
    mj_step(m, d);
  }
  assert_int_equal(d->nv_awake, 0);
  assert_true(isPoint(d->site_xpos, 5, 0, 0));
  m->site_pos[0] = 6;
  m->geom_pos[4] = 3;
  mj_forward(m, d);
  assert_true(isPoint(d->site_xpos, 5, 0, 0) && isPoint(d->geom_xpos + 3, 1, 2, 0));

  // without sleep all follow the model; then these are the poses that stay
  m->opt.enableflags = 0;
  mj_forward(m, d);
  assert_true(isPoint(d->xpos + 3, 4, 0, 0) && isPoint(d->geom_xpos + 3, 4, 3, 0));
  m->opt.enableflags = mjENBL_SLEEP;
  m->body_pos[3] = 7;
  mj_forward(m, d);
  assert_true(isPoint(d->xpos + 3, 4, 0, 0));
  mj_resetData(m, d);
  assert_true(isPoint(d->xpos + 3, 7, 0, 0) && isPoint(d->site_xpos, 6, 0, 0));
  mj_deleteData(d);
  freeScene(s);
}

static void cameras_and_lights_follow_or_look_at_bodies(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody>"
      "<body name='b' pos='1 0 1'><freejoint/><geom size='.1' pos='.2 0 0'/>"
      "<camera name='fixed' pos='0 -1 0'/><camera name='track' mode='track' pos='0 -1 0'/>"
      "<camera name='com' mode='trackcom' pos='0 -1 0'/><light name='l' mode='trackcom' pos='0 0 "
      "1' dir='0 0 -1'/></body>"
      "<camera name='look' mode='targetbody' target='b' pos='0 0 3'/>"
      "<camera name='lookcom' mode='targetbodycom' target='b' pos='0 0 3'/>"
      "<light name='spot' mode='targetbody' target='b' pos='4 0 5'/></worldbody></mujoco>");
  mjtNum turn[3] = {0, 0, 1};
  mju_axisAngle2Quat(s.d->qpos + 3, turn, mjPI / 2);
  mj_fwdPosition(s.m, s.d);
  assert_true(isPoint(s.d->cam_xpos + 3 * mj_name2id(s.m, mjOBJ_CAMERA, "fixed"), 2, 0, 1));
  assert_true(isPoint(s.d->cam_xpos + 3 * mj_name2id(s.m, mjOBJ_CAMERA, "track"), 1, -1, 1));
  assert_true(isPoint(s.d->cam_xpos + 3 * mj_name2id(s.m, mjOBJ_CAMERA, "com"), .8, -.8, 1));
  assert_true(isPoint(s.d->light_xpos + 3 * mj_name2id(s.m, mjOBJ_LIGHT, "l"), .8, .2, 2));

  // cameras look along -z, with x horizontal
  for (int k = 0; k < 2; k++) {
    int camera = mj_name2id(s.m, mjOBJ_CAMERA, k ? "lookcom" : "look");
    const mjtNum* R = s.d->cam_xmat + 9 * camera;
    mjtNum direction[3], axis[3] = {-R[2], -R[5], -R[8]}, cross[3], dots[9], unit[9];
    mju_sub3(direction, k ? s.d->subtree_com + 3 : s.d->xpos + 3, s.d->cam_xpos + 3 * camera);
    mju_cross(cross, direction, axis);
    assert_true(isPoint(cross, 0, 0, 0));
    assert_true(mju_dot3(direction, axis) > 0);
    assert_float_equal(R[6], 0, 1e-12);
    mju_mulMatTMat(dots, R, R, 3, 3, 3);
    mju_eye(unit, 3);
    assert_near(unit, dots, 9, 1e-12);
  }
  const mjtNum expected[3] = {-.6, 0, -.8};
  assert_near(expected, s.d->light_xdir + 3 * mj_name2id(s.m, mjOBJ_LIGHT, "spot"), 3, 1e-12);
  freeScene(s);
}

static void local_poses_shared_with_the_body_are_copied(void** state) {
  Scene s = movingScene();
  int foot = mj_name2id(s.m, mjOBJ_BODY, "foot");
  mjtNum pos[3] = {.1, .2, .3}, quat[4] = {.5, .5, .5, .5}, xpos[3], xmat[9], expected[3];
  mj_local2Global(s.d, xpos, xmat, pos, quat, foot, mjSAMEFRAME_INERTIA);
  assert_near(s.d->xipos + 3 * foot, xpos, 3, 1e-15);
  assert_near(s.d->ximat + 9 * foot, xmat, 9, 1e-15);
  mj_local2Global(s.d, xpos, xmat, pos, quat, foot, mjSAMEFRAME_BODYROT);
  mju_mulMatVec3(expected, s.d->xmat + 9 * foot, pos);
  mju_addTo3(expected, s.d->xpos + 3 * foot);
  assert_near(expected, xpos, 3, 1e-15);
  assert_near(s.d->xmat + 9 * foot, xmat, 9, 1e-15);

  // a position or an orientation alone
  mjtNum alone[9], whole[9];
  mj_local2Global(s.d, xpos, whole, pos, quat, foot, mjSAMEFRAME_NONE);
  mj_local2Global(s.d, alone, NULL, pos, NULL, foot, mjSAMEFRAME_NONE);
  assert_near(xpos, alone, 3, 1e-15);
  mj_local2Global(s.d, NULL, alone, NULL, quat, foot, mjSAMEFRAME_NONE);
  assert_near(whole, alone, 9, 1e-15);

  // what is no kind of frame leaves everything as it is
  mj_local2Global(s.d, alone, whole, pos, quat, foot, mjSAMEFRAME_INERTIAROT + 1);
  mj_local2Global(s.d, NULL, xmat, NULL, quat, foot, mjSAMEFRAME_NONE);
  assert_near(xmat, alone, 9, 1e-15);
  assert_near(xmat, whole, 9, 1e-15);
  freeScene(s);
}

static void differences_of_positions_undo_displacements(void** state) {
  Scene s = movingScene();
  mjtNum qpos[40], qvel[40], back[40];
  for (int trial = 0; trial < 20; trial++) {
    for (int i = 0; i < s.m->nv; i++) {
      qvel[i] = 3 * noise(100 * trial + i);
    }
    memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
    mj_integratePos(s.m, qpos, qvel, .4);
    mj_differentiatePos(s.m, back, .4, s.d->qpos, qpos);
    assert_near(qvel, back, (int)s.m->nv, 1e-12);
  }
  freeScene(s);
}

static void total_mass_scales_masses_and_inertias(void** state) {
  Scene s = movingScene();
  mjtNum before = mj_getTotalmass(s.m), inertia = s.m->body_inertia[3 * 4];
  mj_setTotalmass(s.m, 3 * before);
  assert_float_equal(mj_getTotalmass(s.m), 3 * before, 1e-9);
  assert_float_equal(s.m->body_inertia[3 * 4], 3 * inertia, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hinge_off_centre_turns_the_body_about_its_anchor),
      cmocka_unit_test(joints_of_one_body_apply_in_order),
      cmocka_unit_test(quaternions_are_normalized_but_not_in_place),
      cmocka_unit_test(mocap_bodies_carry_their_children),
      cmocka_unit_test(static_bodies_follow_the_model),
      cmocka_unit_test(static_bodies_are_placed_once_where_trees_may_sleep),
      cmocka_unit_test(cameras_and_lights_follow_or_look_at_bodies),
      cmocka_unit_test(local_poses_shared_with_the_body_are_copied),
      cmocka_unit_test(differences_of_positions_undo_displacements),
      cmocka_unit_test(total_mass_scales_masses_and_inertias),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
