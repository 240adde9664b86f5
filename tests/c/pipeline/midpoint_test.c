// The midpoint rule for free bodies: invariants, order, symmetry in time, and when it applies.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// A body in free space whose centre of mass and principal axes are not those of its frame.
static const char* const spinning =
    "<mujoco><option timestep='%g' integrator='%s' gravity='0 0 0'><flag midpoint='%s' "
    "invdiscrete='%s'/></option><worldbody><body><freejoint/>"
    "<inertial pos='%s' quat='.9 .1 .3 .2' mass='2' diaginertia='.2 .3 .45'/></body>"
    "</worldbody></mujoco>";

typedef struct Case_ {
  mjtNum h;
  const char *integrator, *midpoint, *invdiscrete, *centre;
} Case;

static Scene spin(Case c) {
  char xml[1000];
  snprintf(xml, sizeof xml, spinning, c.h, c.integrator, c.midpoint ? c.midpoint : "enable",
           c.invdiscrete ? c.invdiscrete : "disable", c.centre ? c.centre : "0 0 0");
  Scene s = loadScene(xml);
  const mjtNum v[6] = {1, -2, .5, 3, 5, -4};
  mju_copy(s.d->qvel, v, 6);
  return s;
}

// Angular velocity in principal axes.
static void principal(const Scene* s, mjtNum w[3]) {
  mjtNum back[4];
  mju_negQuat(back, s->m->body_iquat + 4);
  mju_rotVecQuat(w, s->d->qvel + 3, back);
}

// Twice the energy of the rotation, and the squared angular momentum.
static void invariants(const Scene* s, mjtNum result[2]) {
  mjtNum w[3];
  principal(s, w);
  const mjtNum* I = s->m->body_inertia + 3;
  result[0] = result[1] = 0;
  for (int i = 0; i < 3; i++) {
    result[0] += I[i] * w[i] * w[i];
    result[1] += I[i] * w[i] * I[i] * w[i];
  }
}

// Largest relative change of the invariants over 1,000 steps of 10 ms.
static mjtNum drift(Case c) {
  c.h = .01;
  Scene s = spin(c);
  mjtNum first[2], now[2], worst = 0;
  invariants(&s, first);
  for (int i = 0; i < 1000; i++) {
    mj_step(s.m, s.d);
    invariants(&s, now);
    worst = fmax(worst, fmax(fabs(now[0] / first[0] - 1), fabs(now[1] / first[1] - 1)));
  }
  freeScene(s);
  return worst;
}

// INT-46: machine precision.
static void energy_and_momentum_of_a_spinning_body_are_constant(void** state) {
  static const char* const integrator[] = {"implicit", "implicitfast"};
  for (int i = 0; i < 2; i++) {
    assert_true(drift((Case){.integrator = integrator[i]}) < 5e-14);
    assert_true(drift((Case){.integrator = integrator[i], .centre = ".1 .2 -.1"}) < 5e-13);
  }
}

// INT-40, INT-48: off by default, for Euler, and under invdiscrete.
static void the_rule_is_off_where_it_does_not_apply(void** state) {
  assert_true(drift((Case){.integrator = "implicit", .midpoint = "disable"}) > 1e-3);
  assert_true(drift((Case){.integrator = "implicit", .invdiscrete = "enable"}) > 1e-3);
  assert_true(drift((Case){.integrator = "implicitfast", .invdiscrete = "enable"}) > 1e-3);
  assert_true(drift((Case){.integrator = "Euler"}) > 1e-3);
  Scene s = loadScene("<mujoco/>");
  assert_int_equal(s.m->opt.enableflags, 0);
  freeScene(s);
}

// Angular velocity after half a second.
static void after(mjtNum h, mjtNum w[3]) {
  Scene s = spin((Case){.h = h, .integrator = "implicitfast"});
  int steps = (int)lround(.5 / h);
  for (int i = 0; i < steps; i++) {
    mj_step(s.m, s.d);
  }
  principal(&s, w);
  freeScene(s);
}

static void half_the_step_has_a_quarter_of_the_error(void** state) {
  mjtNum exact[3], coarse[3], fine[3];
  after(1e-4, exact);
  after(.01, coarse);
  after(.005, fine);
  mjtNum ratio = mju_dist3(coarse, exact) / mju_dist3(fine, exact);
  assert_true(ratio > 3.9 && ratio < 4.1);
}

// Turned round, the body spins back to where it was.
static void the_rotation_can_be_run_backwards(void** state) {
  Scene s = spin((Case){.h = .01, .integrator = "implicit"});
  mjtNum first[3], last[3];
  principal(&s, first);
  for (int leg = 0; leg < 2; leg++) {
    for (int i = 0; i < 200; i++) {
      mj_step(s.m, s.d);
    }
    mju_scl(s.d->qvel, s.d->qvel, -1, 6);
  }
  principal(&s, last);
  assert_true(mju_dist3(first, last) < 1e-12 * mju_norm3(first));
  freeScene(s);
}

// The centre of mass moves as the force says, whatever the body's frame does around it.
static void the_centre_of_mass_keeps_its_momentum(void** state) {
  Scene s = spin((Case){.h = .01, .integrator = "implicitfast", .centre = ".1 .2 -.1"});
  mj_forward(s.m, s.d);
  mjtNum first[6], now[6];
  mj_objectVelocity(s.m, s.d, mjOBJ_BODY, 1, first, 0);
  for (int i = 0; i < 300; i++) {
    mj_step(s.m, s.d);
  }
  mj_forward(s.m, s.d);
  mj_objectVelocity(s.m, s.d, mjOBJ_BODY, 1, now, 0);
  assert_true(mju_dist3(first + 3, now + 3) < 1e-12);

  // and under gravity
  s.m->opt.gravity[2] = -10;
  mj_step(s.m, s.d);
  mj_forward(s.m, s.d);
  mj_objectVelocity(s.m, s.d, mjOBJ_BODY, 1, first, 0);
  assert_true(fabs(first[5] - now[5] + .1) < 1e-12);
  assert_true(fabs(first[3] - now[3]) < 1e-12);
  freeScene(s);
}

// Damping stays implicit: a hundred times stronger than an explicit step survives.
static void strong_damping_is_stable_and_stops_the_spin(void** state) {
  for (int fast = 0; fast < 2; fast++) {
    Scene s = spin((Case){.h = .01, .integrator = fast ? "implicitfast" : "implicit"});
    for (int i = 0; i < 6; i++) {
      s.m->dof_damping[i] = 1000;
    }
    mjtNum before = mju_norm3(s.d->qvel + 3);
    for (int i = 0; i < 10; i++) {
      mj_step(s.m, s.d);
      assert_true(mju_norm3(s.d->qvel + 3) < before);
      before = mju_norm3(s.d->qvel + 3);
    }
    assert_true(before < 1e-6);
    freeScene(s);
  }
}

// A constant torque about a principal axis of a body at rest: w = t h n / I, to rounding.
static void a_torque_about_a_principal_axis_accelerates_as_it_should(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='implicitfast' gravity='0 0 0'><flag midpoint='enable'/></option>"
      "<worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='.2 .3 .4'/></body>"
      "</worldbody></mujoco>");
  s.d->qfrc_applied[4] = .6;
  for (int i = 0; i < 50; i++) {
    mj_step(s.m, s.d);
  }
  assert_true(fabs(s.d->qvel[4] - .6 / .3 * .1) < 1e-14);
  freeScene(s);
}

// INT-41: bodies with children, armature or other joints step as without the rule, bit for bit.
static void other_bodies_are_left_alone(void** state) {
  static const char* const scenes[] = {
      ("<body><freejoint/><geom type='box' size='.1 .2 .3'/><body>"
       "<geom size='.1' pos='.5 0 0'/></body></body>"),
      "<body><joint type='ball'/><geom type='box' size='.1 .2 .3'/></body>",
      "<body><joint type='free' armature='.1'/><geom type='box' size='.1 .2 .3'/></body>",
  };
  for (int i = 0; i < 3; i++) {
    mjtNum speed[2];
    for (int on = 0; on < 2; on++) {
      char xml[1000];
      snprintf(xml, sizeof xml,
               "<mujoco><option integrator='implicitfast'/><worldbody>%s</worldbody></mujoco>",
               scenes[i]);
      Scene s = loadScene(xml);
      s.m->opt.enableflags |= on ? mjENBL_MIDPOINT : 0;
      for (int k = 0; k < 3; k++) {
        s.d->qvel[s.m->nv - 3 + k] = k + 1;
      }
      for (int k = 0; k < 20; k++) {
        mj_step(s.m, s.d);
      }
      speed[on] = s.d->qvel[s.m->nv - 2];
      freeScene(s);
    }
    assert_true(speed[0] == speed[1]);
  }
}

static void the_flag_is_saved(void** state) {
  char text[2000], error[500] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><option><flag midpoint='enable' contact='disable'/></option></mujoco>", NULL, error,
      sizeof error);
  assert_int_equal(spec->option.enableflags, mjENBL_MIDPOINT);
  mj_deleteModel(mj_compile(spec, NULL));
  assert_int_equal(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(text, "midpoint=\"enable\""));
  assert_non_null(strstr(text, "contact=\"disable\""));
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_and_momentum_of_a_spinning_body_are_constant),
      cmocka_unit_test(the_rule_is_off_where_it_does_not_apply),
      cmocka_unit_test(half_the_step_has_a_quarter_of_the_error),
      cmocka_unit_test(the_rotation_can_be_run_backwards),
      cmocka_unit_test(the_centre_of_mass_keeps_its_momentum),
      cmocka_unit_test(strong_damping_is_stable_and_stops_the_spin),
      cmocka_unit_test(a_torque_about_a_principal_axis_accelerates_as_it_should),
      cmocka_unit_test(other_bodies_are_left_alone),
      cmocka_unit_test(the_flag_is_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
