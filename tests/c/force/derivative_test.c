// Analytic velocity derivatives against finite differences.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "force/derivative.h"

// Branching tree with every joint type; everything that depends on velocity acts on it.
static const char* treeXml(const char* options, const char* geom) {
  static char xml[4000];
  snprintf(
      xml, sizeof(xml),
      "<mujoco><option integrator='implicit' %s/><default><geom %s/></default><worldbody>"
      "<body><freejoint/><geom size='.1 .2 .3'/>"
      " <body pos='.5 0 0'><joint name='b' type='ball' damping='.1 .2 .3'/><geom size='.1 .2 .1' "
      "pos='.2 .1 0' euler='10 20 30'/>"
      "  <body pos='.4 0 .1'><joint name='h' axis='1 2 3' damping='.3 .1 .2'/><joint name='g' "
      "axis='3 1 0'/><geom size='.05 .1 .2' pos='0 .1 .2' euler='50 10 0'/></body></body>"
      " <body pos='-.5 0 0'><joint name='s' type='slide' axis='1 1 0'/><geom size='.2 .1 "
      ".1'/></body>"
      "</body></worldbody>"
      "<tendon><fixed name='t' damping='.5 .2 .1'><joint joint='h' coef='2'/><joint joint='g' "
      "coef='-1'/></fixed></tendon>"
      "<actuator><velocity joint='h' kv='2'/><position tendon='t' kp='3' kv='.4' damping='.1 .2'/>"
      "<muscle joint='g' lengthrange='-1 1' vmax='2'/><orientation joint='b' kp='2' kv='.3'/>"
      "<pid joint='s' kp='3' kv='.5'/><dcmotor joint='s' motorconst='.3' resistance='2' "
      "inductance='.01'/>"
      "<general joint='g' gaintype='affine' gainprm='1 2 3' biastype='affine' biasprm='1 -2 -3'/>"
      "</actuator></mujoco>",
      options, geom);
  return xml;
}

static void moveAbout(Scene scene) {
  mjModel* m = scene.m;
  mjData* d = scene.d;
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = 0.4 * sin(1 + 2.3 * i);
  }
  mj_integratePos(m, d->qpos, d->qvel, 1);
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = sin(2 + 1.7 * i);
  }
  for (int i = 0; i < m->nu; i++) {
    d->ctrl[i] = 0.3 * cos(i);
  }
  for (int i = 0; i < m->na; i++) {
    d->act[i] = 0.5;
  }
}

static void smoothForce(Scene scene, bool withBias, mjtNum* force) {
  mjData* d = scene.d;
  mj_fwdVelocity(scene.m, d);
  mj_fwdActuation(scene.m, d);
  for (int i = 0; i < scene.m->nv; i++) {
    force[i] = d->qfrc_actuator[i] + d->qfrc_passive[i] - (withBias ? d->qfrc_bias[i] : 0);
  }
}

// Compares the entries in the pattern of D; symmetrized: with the mean of the two entries.
static void compare(Scene scene, bool withBias, bool symmetrized) {
  enum { MAX = 40 };
  mjModel* m = scene.m;
  mjData* d = scene.d;
  int nv = (int)m->nv;
  mjtNum plus[MAX], minus[MAX], J[MAX][MAX];
  assert_true(nv <= MAX);
  moveAbout(scene);
  mj_forward(m, d);
  lb_smoothVelocityDerivative(m, d, withBias);
  for (int k = 0; k < nv; k++) {
    const mjtNum eps = 1e-6;
    mjtNum v = d->qvel[k];
    d->qvel[k] = v + eps;
    smoothForce(scene, withBias, plus);
    d->qvel[k] = v - eps;
    smoothForce(scene, withBias, minus);
    d->qvel[k] = v;
    for (int i = 0; i < nv; i++) {
      J[i][k] = (plus[i] - minus[i]) / (2 * eps);
    }
  }
  for (int i = 0; i < nv; i++) {
    for (int a = m->D_rowadr[i]; a < m->D_rowadr[i] + m->D_rownnz[i]; a++) {
      int k = m->D_colind[a];
      mjtNum expected = symmetrized ? (J[i][k] + J[k][i]) / 2 : J[i][k];
      if (!(fabs(d->qDeriv[a] - expected) < 1e-6 * (1 + fabs(expected)))) {
        fail_msg("row %d column %d: %.10g, differences give %.10g", i, k, d->qDeriv[a], expected);
      }
    }
  }
}

static void check(const char* options, const char* geom, bool withBias, bool symmetrized) {
  Scene scene = loadScene(treeXml(options, geom));
  compare(scene, withBias, symmetrized);
  freeScene(scene);
}

static void bias_actuators_and_dampers(void** state) {
  check("", "type='box'", true, false);
}

static void inertia_box_in_a_medium(void** state) {
  check("density='10' viscosity='.5' wind='1 2 3'", "type='box'", true, false);
}

static void ellipsoids_in_a_medium(void** state) {
  check("density='10' viscosity='.5' wind='1 2 3'", "type='ellipsoid' fluidshape='ellipsoid'", true,
        false);
}

static void without_bias_the_derivative_is_symmetric(void** state) {
  check("density='10' viscosity='.5'", "type='ellipsoid' fluidshape='ellipsoid'", false, true);
}

// One kind of force at a time: options, attributes of the joints, then elements after the bodies.
static const struct {
  const char *options, *joint, *elements;
} kinds[] = {
    {"", "damping='.3'", ""},
    {"", "damping='.3 .2 .1'", ""},
    {"", "stiffness='3' armature='.1' frictionloss='.2'", ""},
    {"", "", "<tendon><fixed name='t' damping='.5'><joint joint='a' coef='2'/></fixed></tendon>"},
    {"", "",
     "<tendon><spatial damping='.5 .2 .1'><site site='w'/><geom geom='wrap'/><site site='c'/>"
     "</spatial></tendon>"},
    {"", "",
     "<tendon><spatial damping='.5' stiffness='3'><site site='w'/><site site='c'/><pulley "
     "divisor='2'/><site site='w'/><site site='b'/></spatial></tendon>"},
    {"density='100'", "", ""},
    {"viscosity='.7'", "", ""},
    {"density='30' viscosity='.3' wind='1 -2 .5'", "", ""},
    {"", "", "<actuator><velocity joint='a' kv='2' gear='3'/></actuator>"},
    {"", "", "<actuator><position joint='s' kp='3' kv='2'/></actuator>"},
    {"", "", "<actuator><intvelocity joint='s' kp='3' kv='.5' actrange='-1 1'/></actuator>"},
    {"", "", "<actuator><damper joint='a' kv='2' ctrlrange='0 1'/></actuator>"},
    {"", "", "<actuator><cylinder joint='s' area='2' bias='1 2 -3'/></actuator>"},
    {"", "", "<actuator><muscle joint='a' lengthrange='-1 1' vmax='3' force='5'/></actuator>"},
    {"", "",
     "<actuator><general site='c' refsite='w' gear='1 2 3 .1 .2 .3' gaintype='affine' gainprm='1 2 "
     "3' biastype='affine' biasprm='0 1 -2'/></actuator>"},
    {"", "",
     "<actuator><general cranksite='c' slidersite='b' cranklength='2' biastype='affine' "
     "biasprm='0 1 -2'/></actuator>"},
    {"", "",
     "<actuator><general jointinparent='o' gear='1 2 3' biastype='affine' biasprm='0 1 "
     "-2'/></actuator>"},
    {"", "",
     "<actuator><general joint='a' dyntype='filterexact' dynprm='.1' actearly='true' "
     "gaintype='affine' gainprm='1 1 2'/></actuator>"},
    {"", "", "<actuator><dcmotor joint='a' motorconst='.3' resistance='2'/></actuator>"},
    {"", "",
     "<actuator><dcmotor joint='a' motorconst='.3' resistance='2' inductance='.01'/></actuator>"},
    {"", "", "<actuator><orientation joint='o' kp='2' kv='.3'/></actuator>"},
    {"", "", "<actuator><pid joint='a' kp='2' kv='.3'/></actuator>"},
    {"", "",
     "<actuator><motor joint='a' damping='.3 .2' armature='.1' gear='2'/><velocity joint='s' "
     "kv='50' forcerange='-.01 .01'/></actuator>"},
};

static Scene sceneOfKind(int kind, const char* shape) {
  static char xml[3000];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicit' %s/><default><geom type='ellipsoid' "
           "fluidshape='%s'/><joint %s/></default><worldbody><site name='w' pos='0 .3 1'/>"
           "<body><joint name='a' axis='0 1 .2'/><geom size='.1 .05 .2'/>"
           "<geom name='wrap' type='sphere' size='.12' pos='.2 .1 .2' fluidshape='none'/>"
           "<body pos='.3 0 .4'><joint name='s' type='slide' axis='1 .2 0'/><geom size='.1 .2 .1'/>"
           "<site name='b' pos='.1 .1 0'/><body pos='0 .2 .3'><joint name='o' type='ball'/>"
           "<geom size='.1 .12 .05' pos='.1 0 0'/><site name='c' pos='.1 0 .2'/></body></body>"
           "</body>"
           "<body pos='2 0 0'><freejoint/><geom size='.2 .1 .1' pos='.1 .2 0'/></body>"
           "</worldbody>%s"
           "</mujoco>",
           kinds[kind].options, shape, kinds[kind].joint, kinds[kind].elements);
  return loadScene(xml);
}

static void every_kind_of_force_agrees_with_differences(void** state) {
  for (int kind = 0; kind < (int)(sizeof(kinds) / sizeof(*kinds)); kind++) {
    for (int k = 0; k < 3; k++) {
      Scene scene = sceneOfKind(kind, k < 2 ? "none" : "ellipsoid");
      compare(scene, k > 0, false);
      freeScene(scene);
    }
  }
}

// DERIVATIVE-CTRL
static void the_control_of_a_gain_is_not_clamped(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><general joint='j' gaintype='affine' gainprm='0 0 -2' ctrlrange='0 1'/></actuator>"
      "</mujoco>");
  scene.d->ctrl[0] = 5;
  scene.d->qvel[0] = 1;
  mj_forward(scene.m, scene.d);
  assert_float_equal(scene.d->actuator_force[0], -2, 0);
  lb_smoothVelocityDerivative(scene.m, scene.d, false);
  assert_float_equal(scene.d->qDeriv[0], -10, 0);
  freeScene(scene);
}

// DERIVATIVE-VELOCITY: numbers of the peer, for velocities that were written after those of the
// bodies were computed.
static void the_motion_of_bodies_may_be_older_than_qvel(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='implicit'/><worldbody><body><joint axis='1 0 0'/><geom "
      "type='box' size='.1 .2 .3' pos='.1 .2 0' mass='2'/><body pos='0 .3 0'><joint axis='0 1 0'/>"
      "<geom type='box' size='.1 .3 .2' pos='.2 0 .1' mass='1'/></body></body></worldbody>"
      "</mujoco>");
  s.d->qvel[0] = 1;
  s.d->qvel[1] = 2;
  mj_forward(s.m, s.d);
  s.d->qvel[0] = -3;
  s.d->qvel[1] = .5;
  lb_smoothVelocityDerivative(s.m, s.d, true);
  const mjtNum expected[4] = {.05, .16, -.085, 0};
  for (int i = 0; i < 4; i++) {
    assert_float_equal(s.d->qDeriv[i], expected[i], 1e-12);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bias_actuators_and_dampers),
      cmocka_unit_test(inertia_box_in_a_medium),
      cmocka_unit_test(ellipsoids_in_a_medium),
      cmocka_unit_test(without_bias_the_derivative_is_symmetric),
      cmocka_unit_test(every_kind_of_force_agrees_with_differences),
      cmocka_unit_test(the_control_of_a_gain_is_not_clamped),
      cmocka_unit_test(the_motion_of_bodies_may_be_older_than_qvel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
