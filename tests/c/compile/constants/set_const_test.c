// Constants that follow from the reference configuration.

#include "compile/compile_support.h"

static void a_tracking_camera_remembers_where_it_stands(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='b' pos='0 0 1'><freejoint/><geom size='.1' mass='1' "
      "pos='1 0 0'/><camera mode='trackcom' pos='0 -2 0' euler='90 0 0'/><light "
      "mode='targetbody' target='b' pos='0 0 3' dir='1 0 0'/></body></worldbody>");
  ASSERT_NUMBERS(m->cam_pos0, 1e-15, 0, -2, 0);
  ASSERT_NUMBERS(m->cam_poscom0, 1e-15, -1, -2, 0);
  ASSERT_NUMBERS(m->cam_mat0, 1e-15, 1, 0, 0, 0, 0, -1, 0, 1, 0);
  ASSERT_NUMBERS(m->light_pos0, 1e-15, 0, 0, 3);
  // that of the fixed pose, although the light looks at the body
  ASSERT_NUMBERS(m->light_dir0, 1e-15, 1, 0, 0);
  assert_int_equal(m->cam_mode[0], mjCAMLIGHT_TRACKCOM);
  assert_int_equal(m->light_mode[0], mjCAMLIGHT_TARGETBODY);
  mj_deleteModel(m);
}

static void welds_and_anchors_take_the_pose_of_the_reference(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a' pos='1 0 0'><freejoint/><geom size='1'/></body>"
      "<body name='b' pos='0 2 0' euler='0 0 90'><freejoint/><geom size='1'/></body>"
      "</worldbody><equality><connect body1='a' body2='b' anchor='1 0 0'/>"
      "<weld body1='a' body2='b'/></equality>");
  // the point (2, 0, 0) is (-2, -2, 0) in b
  ASSERT_NUMBERS(m->eq_data, 1e-15, 1, 0, 0, -2, -2, 0);
  ASSERT_NUMBERS(m->eq_data + mjNEQDATA + 3, 1e-15, -1, 2, 0, sqrt(0.5), 0, 0, sqrt(0.5));
  mj_deleteModel(m);
}

static void springs_and_dampers_follow_from_time_and_ratio(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint type='slide' springdamper='.5 2'/><geom size='1' "
      "mass='3'/></body></worldbody>");
  ASSERT_NEAR(m->jnt_stiffness[0], 3 / (0.25 * 4), 1e-14);
  ASSERT_NEAR(m->dof_damping[0], 2 * 3 / 0.5, 1e-14);
  mj_deleteModel(m);
}

static void a_damping_ratio_of_one_is_critical(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='4'/></body>"
      "</worldbody><actuator><position joint='j' kp='9' dampratio='1'/>"
      "<position joint='j' gear='2' kp='9' dampratio='1'/></actuator>");
  ASSERT_NEAR(m->actuator_biasprm[2], -2 * sqrt(9 * 4), 1e-12);
  ASSERT_NEAR(m->actuator_biasprm[mjNBIAS + 2], -2 * sqrt(9 * 4 / 4.0), 1e-12);
  mj_deleteModel(m);
}

static void rotors_are_seen_through_the_gear(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='j' type='slide' armature='1'/><geom size='.1' "
      "mass='4'/></body></worldbody><actuator><motor joint='j' gear='3' armature='2'/>"
      "</actuator>");
  ASSERT_NEAR(m->dof_M0[0], 4 + 1 + 9 * 2, 1e-14);
  mj_deleteModel(m);
}

static void changes_of_the_model_reach_its_constants(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint type='slide'/><geom size='1' mass='3'/></body>"
      "</worldbody>");
  mjData* d = mj_makeData(m);
  m->body_mass[1] = 5;
  m->body_gravcomp[1] = 1;
  mj_setConst(m, d);
  ASSERT_NEAR(m->dof_invweight0[0], 0.2, 1e-15);
  ASSERT_NEAR(m->body_subtreemass[0], 5, 0);
  assert_int_equal(m->ngravcomp, 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// SETCONST-DATA: the data are left where springs rest.
static void data_are_left_where_springs_rest(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint type='slide' axis='1 0 0' ref='1' springref='3'/>"
      "<geom size='1'/></body></worldbody>");
  mjData* d = mj_makeData(m);
  mj_setConst(m, d);
  ASSERT_NEAR(d->qpos[0], 3, 0);
  ASSERT_NEAR(d->xpos[3], 2, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// As measured with the peer.
static void constants_leave_the_data_where_springs_rest(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='j' springref='30' stiffness='1'/><geom size='.1' "
      "pos='.3 0 0'/></body></worldbody><actuator><motor joint='j' gear='2'/></actuator>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = .7;
  mj_setConst(m, d);
  assert_true(d->qpos[0] == m->qpos_spring[0]);
  ASSERT_NEAR(d->geom_xpos[1], .15, 1e-12);
  ASSERT_NEAR(d->actuator_length[0], 2 * m->qpos_spring[0], 1e-12);
  assert_true(m->qpos0[0] == 0 && m->actuator_length0[0] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tracking_camera_remembers_where_it_stands),
      cmocka_unit_test(welds_and_anchors_take_the_pose_of_the_reference),
      cmocka_unit_test(springs_and_dampers_follow_from_time_and_ratio),
      cmocka_unit_test(a_damping_ratio_of_one_is_critical),
      cmocka_unit_test(rotors_are_seen_through_the_gear),
      cmocka_unit_test(changes_of_the_model_reach_its_constants),
      cmocka_unit_test(data_are_left_where_springs_rest),
      cmocka_unit_test(constants_leave_the_data_where_springs_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
