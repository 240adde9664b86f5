// Tendon paths against geometry, and gradients of tendons and transmissions against finite
// differences.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

enum { MAX_DOFS = 60, MAX_OUTPUTS = 20 };

static Scene tendonScene(void) {
  Scene s = loadScene(
      "<mujoco><worldbody>"
      "<site name='top' pos='0 0 1.2'/><site name='post' pos='.62 0 .6'/>"
      "<body name='a' pos='0 0 .6'><joint name='j1' axis='0 1 0'/><joint name='j2' axis='1 0 0'/>"
      "  <geom name='ball' size='.1'/><site name='s1' pos='.4 .05 0'/><site name='low' pos='.05 0 "
      "-.4'/><site name='out' pos='0 .2 0'/>"
      "  <site name='in' pos='.02 .03 .01'/>"
      "  <body pos='.5 0 0'><joint name='j3' type='ball'/>"
      "    <geom name='rod' type='cylinder' size='.05 .2' euler='90 10 0'/><site name='s2' pos='.3 "
      "0 .1'/>"
      "    <site name='rodside' pos='0 0 -.2'/><site name='rodin' pos='.01 0 .02'/></body></body>"
      "<body pos='0 1 0'><freejoint/><geom size='.1'/><site name='far' pos='.1 0 0' euler='10 20 "
      "30'/></body>"
      "<body pos='0 2 0'><joint name='lift' type='slide' axis='0 0 1'/><geom size='.1'/>"
      "  <site name='crank' pos='.1 0 .1'/></body>"
      "<site name='slider' pos='.4 2 .1' euler='0 -80 10'/>"
      "</worldbody>"
      "<tendon>"
      "<spatial name='straight' armature='.5'><site site='top'/><site site='s1'/><site "
      "site='s2'/><site site='far'/></spatial>"
      "<spatial name='sphere'><site site='top'/><geom geom='ball'/><site site='low'/></spatial>"
      "<spatial name='sphereside'><site site='top'/><geom geom='ball' sidesite='out'/><site "
      "site='low'/></spatial>"
      "<spatial name='spherein'><site site='top'/><geom geom='ball' sidesite='in'/><site "
      "site='s1'/></spatial>"
      "<spatial name='cylinder'><site site='s1'/><geom geom='rod' sidesite='rodside'/><site "
      "site='post'/></spatial>"
      "<spatial name='cylinderin'><site site='s1'/><geom geom='rod' sidesite='rodin'/><site "
      "site='far'/></spatial>"
      "<spatial name='pulleys'><site site='top'/><site site='s1'/><pulley divisor='2'/><site "
      "site='s1'/>"
      "  <site site='s2'/><pulley divisor='3'/><site site='top'/><geom geom='ball'/><site "
      "site='far'/></spatial>"
      "<fixed name='fixed'><joint joint='j2' coef='2'/><joint joint='j1' coef='-3'/></fixed>"
      "</tendon>"
      "<actuator>"
      "<general tendon='pulleys' gear='2'/><general joint='j1' gear='3'/><general joint='j3' "
      "gear='1 2 3'/>"
      "<general jointinparent='j3' gear='1 2 3'/><general site='s2' refsite='far' gear='1 2 3 .1 "
      ".2 .3'/>"
      "<general cranksite='crank' slidersite='slider' cranklength='.6' gear='2'/>"
      "<general joint='j3' gaintype='so3' biastype='so3' gainprm='1' biasprm='0 -1'/>"
      "</actuator></mujoco>");
  shake(s, 5, .3);
  mj_forward(s.m, s.d);
  return s;
}

// Copies the lengths of tendons and of actuator outputs.
static int lengths(Scene s, mjtNum* res) {
  memcpy(res, s.d->ten_length, s.m->ntendon * sizeof(mjtNum));
  memcpy(res + s.m->ntendon, s.d->actuator_length, s.m->nout * sizeof(mjtNum));
  return (int)(s.m->ntendon + s.m->nout);
}

// Entry of a sparse row, 0 when absent.
static mjtNum entry(int column, int count, const int* colind, const mjtNum* value) {
  for (int k = 0; k < count; k++) {
    if (colind[k] == column) {
      return value[k];
    }
  }
  return 0;
}

static mjtNum gradient(Scene s, int index, int dof) {
  const mjModel* m = s.m;
  const mjData* d = s.d;
  if (index < m->ntendon) {
    int adr = m->ten_J_rowadr[index];
    return entry(dof, m->ten_J_rownnz[index], m->ten_J_colind + adr, d->ten_J + adr);
  }
  int adr = d->moment_rowadr[index - m->ntendon];
  return entry(dof, d->moment_rownnz[index - m->ntendon], d->moment_colind + adr,
               d->actuator_moment + adr);
}

// Lengths that are not integrals of their moments: rotations of more than one axis (the rotation
// vector is no potential of body velocity).
static bool hasPotential(Scene s, int index) {
  int actuator = index - (int)s.m->ntendon;
  return actuator < 2 || actuator == 5;
}

static void gradients_of_lengths_are_their_slopes(void** state) {
  Scene s = tendonScene();
  const mjtNum eps = 1e-6;
  mjtNum high[MAX_OUTPUTS], low[MAX_OUTPUTS], row[MAX_OUTPUTS];
  mjtNum qpos[MAX_DOFS];
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  for (int i = 0; i < s.m->nv; i++) {
    nudge(s, i, eps);
    int count = lengths(s, high);
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    nudge(s, i, -eps);
    lengths(s, low);
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    mj_fwdPosition(s.m, s.d);
    for (int k = 0; k < count; k++) {
      row[k] = gradient(s, k, i);
      if (hasPotential(s, k)) {
        assert_float_equal(row[k], (high[k] - low[k]) / (2 * eps), 1e-7);
      }
    }
  }
  freeScene(s);
}

static void wraps_touch_the_object_and_shorten_nothing(void** state) {
  Scene s = tendonScene();
  const char* names[] = {"sphere", "sphereside", "spherein", "cylinder", "cylinderin"};
  for (int i = 0; i < 5; i++) {
    int t = mj_name2id(s.m, mjOBJ_TENDON, names[i]);
    assert_int_equal(s.d->ten_wrapnum[t], 4);
    const mjtNum* point = s.d->wrap_xpos + 3 * s.d->ten_wrapadr[t];
    int geom = s.d->wrap_obj[s.d->ten_wrapadr[t] + 1];
    mjtNum radius = s.m->geom_size[3 * geom];
    for (int k = 1; k <= 2; k++) {
      mjtNum offset[3], local[3];
      mju_sub3(offset, point + 3 * k, s.d->geom_xpos + 3 * geom);
      mju_mulMatTVec3(local, s.d->geom_xmat + 9 * geom, offset);
      bool sphere = s.m->geom_type[geom] == mjGEOM_SPHERE;
      assert_float_equal(mju_norm(local, sphere ? 3 : 2), radius, 1e-9);

      // outside wraps leave along tangents
      if (i != 2 && i != 4) {
        mjtNum segment[3], normal[3];
        mju_sub3(segment, point + 3 * k, point + 3 * (k == 1 ? 0 : 3));
        local[2] = sphere ? local[2] : 0;
        mju_mulMatVec3(normal, s.d->geom_xmat + 9 * geom, local);
        assert_float_equal(mju_dot3(segment, normal), 0, 1e-9);
      }
    }
    assert_true(s.d->ten_length[t] > mju_dist3(point, point + 9));
  }
  freeScene(s);
}

static void tendon_bias_is_armature_times_the_drift_of_its_velocity(void** state) {
  Scene s = tendonScene();
  int t = mj_name2id(s.m, mjOBJ_TENDON, "straight"), nv = (int)s.m->nv;
  const mjtNum eps = 1e-6;
  mjtNum bias[MAX_DOFS], plain[MAX_DOFS], expected[MAX_DOFS], velocity[2], qpos[MAX_DOFS];
  memcpy(bias, s.d->qfrc_bias, nv * sizeof(mjtNum));
  mj_rne(s.m, s.d, 0, plain);
  mju_subFrom(bias, plain, nv);
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  for (int side = 0; side < 2; side++) {
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    mj_integratePos(s.m, s.d->qpos, s.d->qvel, side ? eps : -eps);
    mj_fwdPosition(s.m, s.d);
    mj_fwdVelocity(s.m, s.d);
    velocity[side] = s.d->ten_velocity[t];
  }
  memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
  mj_fwdPosition(s.m, s.d);
  mjtNum drift = (velocity[1] - velocity[0]) / (2 * eps);
  for (int i = 0; i < nv; i++) {
    expected[i] = gradient(s, t, i) * .5 * drift;
  }
  assert_true(fabs(drift) > .01);
  assert_near(expected, bias, nv, 1e-7);
  freeScene(s);
}

static void site_actuator_makes_the_wrench_of_its_gear(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1' pos='.1 0 0'/><body pos='0 0 1'><joint "
      "axis='0 1 1'/>"
      "<geom size='.1'/><site name='s' pos='.1 .2 .3' euler='20 30 40'/></body></body></worldbody>"
      "<actuator><general site='s' gear='1 2 3 4 5 6'/></actuator></mujoco>");
  shake(s, 3, 1);
  s.d->ctrl[0] = 2;
  mj_forward(s.m, s.d);
  mjtNum force[3], torque[3], qfrc[MAX_DOFS] = {0};
  mju_mulMatVec3(force, s.d->site_xmat, s.m->actuator_gear);
  mju_mulMatVec3(torque, s.d->site_xmat, s.m->actuator_gear + 3);
  mj_applyFT(s.m, s.d, force, torque, s.d->site_xpos, s.m->site_bodyid[0], qfrc);
  mju_scl(qfrc, qfrc, 2, (int)s.m->nv);
  assert_near(qfrc, s.d->qfrc_actuator, (int)s.m->nv, 1e-12);
  freeScene(s);
}

static void adhesion_pulls_equally_at_all_contacts(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='0 0 "
      ".0995'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body></worldbody>"
      "<actuator><adhesion body='b' ctrlrange='0 1' gain='8'/></actuator></mujoco>");
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  mjtNum expected[6] = {0, 0, -8, 0, 0, 0};
  assert_int_equal(s.d->ncon, 4);
  assert_near(expected, s.d->qfrc_actuator, 6, 1e-12);
  freeScene(s);
}

// COMPAT: ADHESION-FLEX
static void adhesion_pulls_at_no_flex(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='.01 .02 .099'>"
      "<freejoint/><geom size='.1'/></body><flexcomp name='f' type='grid' dim='2' count='3 3 1' "
      "spacing='.1 .1 .1' pos='0 0 .2' radius='.02'/></worldbody>"
      "<actuator><adhesion body='b' ctrlrange='0 1' gain='8'/></actuator></mujoco>");
  s.d->ctrl[0] = 1;
  mj_forward(s.m, s.d);
  mjtNum expected[6] = {0, 0, -8, 0, 0, 0};
  assert_true(s.d->ncon > 2);
  assert_near(expected, s.d->qfrc_actuator, 6, 1e-12);
  freeScene(s);
}

static void a_tendon_may_end_on_a_mocap_body(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='m' mocap='true' pos='0 0 2'><site name='p'/></body>"
      "<body><joint type='slide' axis='0 0 1'/><geom size='.1'/><site name='q'/></body></worldbody>"
      "<tendon><spatial><site site='p'/><site site='q'/></spatial></tendon></mujoco>");
  s.d->qpos[0] = .5;
  mj_forward(s.m, s.d);
  assert_float_equal(s.d->ten_length[0], 1.5, 1e-12);
  assert_float_equal(gradient(s, 0, 0), -1, 1e-12);
  freeScene(s);
}

// COMPAT: rotations of site and body are composed in this order.
// SITE-ROTATION-ORDER
static void a_rotation_between_sites_takes_the_turn_of_the_site_first(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body euler='20 -30 40'><joint type='ball'/><geom size='.1'/>"
      "<site name='p' euler='50 10 0'/><body><joint axis='1 2 3'/><geom size='.1'/>"
      "<site name='q' euler='-10 20 70'/></body></body></worldbody>"
      "<actuator><general site='q' refsite='p' gear='0 0 0 1 2 3'/></actuator></mujoco>");
  shake(s, 5, .5);
  mj_forward(s.m, s.d);
  mjtNum quat[2][4], rotation[3];
  for (int i = 0; i < 2; i++) {
    mju_mulQuat(quat[i], s.m->site_quat + 4 * i, s.d->xquat + 4 * s.m->site_bodyid[i]);
  }
  mju_subQuat(rotation, quat[1], quat[0]);
  const mjtNum gear[3] = {1, 2, 3};
  assert_float_equal(s.d->actuator_length[0], mju_dot3(rotation, gear), 1e-12);
  freeScene(s);
}

// ACTUATION-OFF-VELOCITY
static void without_actuation_actuators_have_lengths_but_no_velocities(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' gear='3'/></actuator></mujoco>");
  s.d->qpos[0] = 1;
  s.d->qvel[0] = 2;
  for (int k = 0; k < 2; k++) {
    s.m->opt.disableflags = k ? mjDSBL_ACTUATION : 0;
    mj_forward(s.m, s.d);
    assert_float_equal(s.d->actuator_length[0], 3, 1e-12);
    assert_float_equal(s.d->actuator_velocity[0], k ? 0 : 6, 1e-12);
  }
  freeScene(s);
}

static void damping_and_armature_of_several_actuators_add_up(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1' mass='1'/></body></worldbody><actuator><motor joint='j' armature='1'/>"
      "<motor joint='j' armature='2' damping='3' gear='2'/></actuator></mujoco>");
  assert_int_equal(s.m->jnt_actuatorid[0], -2);
  s.d->qvel[0] = 1;
  mj_forward(s.m, s.d);
  assert_float_equal(s.d->qfrc_damper[0], -12, 1e-12);
  assert_float_equal(s.d->qacc[0], -12.0 / (1 + 1 + 8), 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_of_lengths_are_their_slopes),
      cmocka_unit_test(wraps_touch_the_object_and_shorten_nothing),
      cmocka_unit_test(tendon_bias_is_armature_times_the_drift_of_its_velocity),
      cmocka_unit_test(site_actuator_makes_the_wrench_of_its_gear),
      cmocka_unit_test(adhesion_pulls_equally_at_all_contacts),
      cmocka_unit_test(adhesion_pulls_at_no_flex),
      cmocka_unit_test(a_tendon_may_end_on_a_mocap_body),
      cmocka_unit_test(a_rotation_between_sites_takes_the_turn_of_the_site_first),
      cmocka_unit_test(without_actuation_actuators_have_lengths_but_no_velocities),
      cmocka_unit_test(damping_and_armature_of_several_actuators_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
