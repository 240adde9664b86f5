// Physics that needs no reference: conserved quantities, friction angles, stacks, bounces.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

static void run(Scene s, double duration) {
  int steps = (int)(duration / s.m->opt.timestep + 0.5);
  for (int i = 0; i < steps; i++) {
    mj_step(s.m, s.d);
  }
}

static void a_double_pendulum_keeps_its_energy(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.001' integrator='RK4'><flag energy='enable'/></option><worldbody>"
      "<body><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 -1'/>"
      "<body pos='0 0 -1'><joint axis='0 1 0'/>"
      "<geom type='capsule' size='.05' fromto='0 0 0 0 0 -1' contype='0'/></body></body>"
      "</worldbody></mujoco>");
  s.d->qpos[0] = 2;
  s.d->qpos[1] = 1;
  mj_forward(s.m, s.d);
  mjtNum start = s.d->energy[0] + s.d->energy[1], worst = 0;
  for (int i = 0; i < 100; i++) {
    run(s, .1);
    mj_forward(s.m, s.d);
    worst = fmax(worst, fabs(s.d->energy[0] + s.d->energy[1] - start));
  }
  assert_true(worst < 1e-6 * fabs(start));
  freeScene(s);
}

// Orientations move by the mean angular velocity of a step: their error is of second order.
static void a_free_body_keeps_its_angular_momentum(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0' timestep='.0005' integrator='RK4'/><worldbody>"
      "<body><freejoint/><geom type='box' size='.1 .2 .4' pos='.3 0 .1' euler='10 20 30'/></body>"
      "</worldbody></mujoco>");
  shake(s, 3, 1);
  mju_scl3(s.d->qvel + 3, s.d->qvel + 3, 5);
  mj_forward(s.m, s.d);
  mj_subtreeVel(s.m, s.d);
  mjtNum momentum[3], linear[3];
  mju_copy3(momentum, s.d->subtree_angmom + 3);
  mju_copy3(linear, s.d->subtree_linvel + 3);
  run(s, 5);
  mj_forward(s.m, s.d);
  mj_subtreeVel(s.m, s.d);
  assert_true(mju_norm3(momentum) > 1e-2);
  assert_near(momentum, s.d->subtree_angmom + 3, 3, 1e-7);
  assert_near(linear, s.d->subtree_linvel + 3, 3, 1e-6);
  freeScene(s);
}

// How far a box slides down a slope in two seconds; the tangent of the friction angle is .5.
static mjtNum slide(int solver, int cone, double slope) {
  char xml[1000];
  snprintf(xml, sizeof(xml),
           "<mujoco><option timestep='.002' gravity='%.9g 0 %.9g' impratio='100'>"
           "<flag eulerdamp='enable'/></option><worldbody><geom type='plane' size='9 9 1'/>"
           "<body pos='0 0 .1'><freejoint/><geom type='box' size='.2 .2 .1' friction='.5' "
           "priority='1'/></body></worldbody></mujoco>",
           9.81 * sin(slope), -9.81 * cos(slope));
  Scene s = loadScene(xml);
  s.m->opt.solver = solver;
  s.m->opt.cone = cone;
  s.m->opt.iterations = 200;
  run(s, .5);
  mjtNum start = s.d->qpos[0];
  run(s, 1.5);
  mjtNum moved = s.d->qpos[0] - start;
  freeScene(s);
  return moved;
}

static void a_box_sticks_below_its_friction_angle_and_slides_above(void** state) {
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
      double angle = atan(.5);
      assert_true(fabs(slide(solver, cone, angle - .05)) < .02);

      // above it gains half of (g sin - .5 g cos) t^2 in the second that counts
      double slope = angle + .1, rate = 9.81 * (sin(slope) - .5 * cos(slope));
      mjtNum expected = rate / 2 * (4 - .25);
      assert_true(fabs(slide(solver, cone, slope) - expected) < .1 * expected);
    }
  }
}

static void a_stack_of_boxes_stands_for_a_minute(void** state) {
  char xml[6000] =
      "<mujoco><option timestep='.005' integrator='implicitfast'/><worldbody>"
      "<geom type='plane' size='9 9 1'/>";
  enum { COUNT = 20 };
  for (int i = 0; i < COUNT; i++) {
    size_t used = strlen(xml);
    snprintf(xml + used, sizeof(xml) - used,
             "<body pos='0 0 %g'><freejoint/><geom type='box' size='.2 .2 .1'/></body>",
             .1 + .2 * i);
  }
  strcat(xml, "</worldbody></mujoco>");
  Scene s = loadScene(xml);
  run(s, 60);
  for (int i = 0; i < COUNT; i++) {
    const mjtNum* pos = s.d->qpos + 7 * i;
    assert_true(fabs(pos[0]) < .02 && fabs(pos[1]) < .02);
    assert_true(fabs(pos[2] - (.1 + .2 * i)) < .05);
  }
  freeScene(s);
}

// A negative solref gives stiffness and damping: without damping a bounce loses nothing.
static void a_ball_without_contact_damping_keeps_its_energy(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.0002' integrator='RK4'><flag energy='enable'/></option>"
      "<worldbody><geom type='plane' size='1 1 1' solref='-2000 0' solimp='.99 .99 .001' "
      "priority='1'/><body pos='0 0 1'><joint type='slide' axis='0 0 1'/>"
      "<geom size='.1' mass='1'/></body></worldbody></mujoco>");
  mjtNum highest = 0;
  run(s, .6);
  for (int i = 0; i < 8000; i++) {
    mj_step(s.m, s.d);
    highest = fmax(highest, s.d->qpos[0]);
  }
  assert_true(highest > -.02 && highest < .02);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_double_pendulum_keeps_its_energy),
      cmocka_unit_test(a_free_body_keeps_its_angular_momentum),
      cmocka_unit_test(a_box_sticks_below_its_friction_angle_and_slides_above),
      cmocka_unit_test(a_stack_of_boxes_stands_for_a_minute),
      cmocka_unit_test(a_ball_without_contact_damping_keeps_its_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
