// Sleeping islands: who sleeps, who wakes, and that nothing else changes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

// Two boxes on each other, one beside, one falling from above later.
static const char boxesXml[] =
    "<mujoco><option timestep='.005'><flag sleep='enable'/></option><worldbody>"
    "<geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='2 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody></mujoco>";

static void step(Scene scene, int count) {
  for (int i = 0; i < count; i++) {
    mj_step(scene.m, scene.d);
  }
}

static void resting_islands_fall_asleep_as_cycles(void** state) {
  Scene scene = loadScene(boxesXml);
  step(scene, 200);
  const mjData* d = scene.d;
  assert_int_equal(d->tree_asleep[0], 1);
  assert_int_equal(d->tree_asleep[1], 0);
  assert_int_equal(d->tree_asleep[2], 2);
  assert_int_equal(d->nv_awake, 0);
  assert_int_equal(d->nefc, 0);
  assert_true(mju_isZero(d->qvel, scene.m->nv));
  freeScene(scene);
}

static void a_touched_velocity_force_or_position_wakes_the_island(void** state) {
  Scene scene = loadScene(boxesXml);
  for (int k = 0; k < 4; k++) {
    mj_resetData(scene.m, scene.d);
    step(scene, 200);
    mjData* d = scene.d;
    mjtNum* touched[4] = {d->qvel, d->qfrc_applied + 6, d->xfrc_applied + 6 * 2 + 2, d->qpos + 2};
    *touched[k] += k == 3 ? 1e-9 : -0.0;
    if (k < 3) {
      *touched[k] = -0.0;
    }
    step(scene, 1);
    assert_true(d->tree_asleep[0] < 0 && d->tree_asleep[1] < 0);
    assert_int_equal(d->tree_asleep[2], 2);
  }
  freeScene(scene);
}

// The pose of a mocap body is no part of qpos, and what hangs on it is moved all the same.
static void what_hangs_on_a_mocap_body_wakes_when_that_moves(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>"
      "<body mocap='true'><geom size='.1'/><body><joint/><geom size='.1' pos='1 0 "
      "0'/></body></body>"
      "<body pos='0 9 0'><joint/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>");
  step(scene, 20);
  assert_int_equal(scene.d->nv_awake, 0);
  scene.d->mocap_pos[2] = .5;
  step(scene, 1);
  assert_true(scene.d->tree_asleep[0] < 0);
  assert_int_equal(scene.d->tree_asleep[1], 1);
  freeScene(scene);
}

// COMPAT: SLEEP-SETTLED: in the step after it fell asleep a tree has the acceleration that it would
// have without constraints, no constraint force, and keeps both.
static void sleepers_keep_the_acceleration_of_a_free_body(void** state) {
  Scene scene = loadScene(boxesXml);
  mjData* d = scene.d;
  while (d->tree_asleep[2] < 0) {
    step(scene, 1);
  }
  assert_true(d->qfrc_constraint[14] > 1);
  for (int later = 0; later < 3; later++) {
    step(scene, 1);
    assert_true(d->tree_asleep[2] == 2);
    assert_float_equal(d->qacc[14], -9.81, 1e-12);
    assert_float_equal(d->qacc_warmstart[14], -9.81, 1e-12);
    assert_true(d->qfrc_constraint[14] == 0);
  }
  freeScene(scene);
}

// SLEEP-ISLANDS
static void without_islands_only_what_meets_no_constraint_sleeps(void** state) {
  Scene scene = loadScene(boxesXml);
  scene.m->opt.disableflags |= mjDSBL_ISLAND;
  step(scene, 200);
  assert_true(scene.d->nefc > 0);
  assert_int_equal(scene.d->ntree_awake, scene.m->ntree);
  assert_int_equal(scene.d->tree_asleep[0], -11);
  scene.m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_GRAVITY;
  mju_zero(scene.d->qvel, (int)scene.m->nv);
  step(scene, 12);
  assert_int_equal(scene.d->ntree_awake, 0);
  freeScene(scene);
}

static void a_copy_sleeps_on(void** state) {
  Scene scene = loadScene(boxesXml);
  step(scene, 200);
  mjData* copy = mj_copyData(NULL, scene.m, scene.d);
  mj_step(scene.m, copy);
  assert_int_equal(copy->nv_awake, 0);
  copy->qpos[2] += 1e-9;
  mj_step(scene.m, copy);
  assert_int_equal(copy->nv_awake, 12);
  mj_deleteData(copy);
  freeScene(scene);
}

static void contact_with_an_awake_tree_wakes_the_island(void** state) {
  Scene scene = loadScene(boxesXml);
  step(scene, 200);
  mjData* d = scene.d;

  // throw the lone box at the pile
  d->qvel[12] = -8;
  bool woken = false;
  for (int i = 0; i < 200 && !woken; i++) {
    step(scene, 1);
    woken = d->tree_asleep[0] < 0;
  }
  assert_true(woken && d->tree_asleep[1] < 0);
  freeScene(scene);
}

// A ball in free space, with tolerance 1e-4 and steps of .002 s.
static Scene floating(const char* gravity, const char* integrator) {
  char xml[500];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='%s' timestep='.002' sleep_tolerance='1e-4' integrator='%s'>"
           "<flag sleep='enable'/></option><worldbody><body><freejoint/><geom size='.1' mass='1'/>"
           "</body></worldbody></mujoco>",
           gravity, integrator);
  return loadScene(xml);
}

// SLEEP-04: the velocity at the start of a step decides, and one at the tolerance is not slow.
static void the_countdown_follows_the_velocity_at_the_start_of_the_step(void** state) {
  static const char* const integrators[] = {"Euler", "implicitfast", "RK4"};
  for (int k = 0; k < 3; k++) {
    // v = 0, 8e-5, 1.6e-4 at the starts
    Scene falling = floating(".04 0 0", integrators[k]);
    const int expected[] = {-10, -9, -11};
    for (int i = 0; i < 3; i++) {
      mj_step(falling.m, falling.d);
      assert_int_equal(falling.d->tree_asleep[0], expected[i]);
    }
    freeScene(falling);

    Scene atTolerance = floating("0 0 0", integrators[k]);
    atTolerance.d->qvel[0] = 1e-4;
    step(atTolerance, 20);
    assert_int_equal(atTolerance.d->tree_asleep[0], -11);
    freeScene(atTolerance);
  }
}

// SLEEP-14: a tree stays where it was at the start of the step in which it falls asleep.
static void falling_asleep_moves_nothing(void** state) {
  static const char* const integrators[] = {"Euler", "implicitfast", "RK4"};
  for (int k = 0; k < 3; k++) {
    Scene s = floating("0 0 0", integrators[k]);
    s.d->qvel[0] = 5e-5;
    step(s, 9);
    mjtNum before = s.d->qpos[0];
    assert_true(fabs(before - 9 * 1e-7) < 1e-15 && s.d->tree_asleep[0] == -2);
    step(s, 1);
    assert_int_equal(s.d->tree_asleep[0], 0);
    step(s, 5);
    assert_int_equal(s.d->tree_asleep[0], 0);
    assert_true(s.d->qpos[0] == before && s.d->xpos[3] == before && s.d->qvel[0] == 0);
    freeScene(s);
  }
}

// SLEEP-21: who is pushed keeps moving, however slowly: x = F / m t^2 / 2.
static void an_applied_force_keeps_a_tree_awake(void** state) {
  for (int k = 0; k < 2; k++) {
    Scene s = floating("0 0 0", "Euler");
    *(k ? &s.d->qfrc_applied[0] : &s.d->xfrc_applied[6]) = .04;
    step(s, 1000);
    assert_int_equal(s.d->tree_asleep[0], -11);
    assert_true(fabs(s.d->qpos[0] - .04 * .002 * .002 * 1000 * 1001 / 2) < 1e-12);
    *(k ? &s.d->qfrc_applied[0] : &s.d->xfrc_applied[6]) = -0.0;
    mju_zero(s.d->qvel, 6);
    step(s, 20);
    assert_int_equal(s.d->tree_asleep[0], -11);
    freeScene(s);
  }
}

// The same world in which one part sleeps, with every integrator: the part that is awake moves as
// it does alone.
static void what_is_awake_moves_the_same_beside_sleepers(void** state) {
  static const char awakeXml[] =
      "<body pos='0 0 3'><joint axis='0 1 0' damping='.1'/><geom type='capsule' size='.05' "
      "fromto='0 0 0 .5 0 0'/><body pos='.5 0 0'><joint type='ball' damping='.2'/>"
      "<geom type='capsule' size='.04' fromto='0 0 0 .3 .1 0'/></body></body>";
  static const char* integrators[] = {"Euler", "implicit", "implicitfast", "RK4"};
  for (int k = 0; k < 4; k++) {
    char alone[1500], beside[2000];
    const char* head =
        "<mujoco><option timestep='.005' integrator='%s' density='2' viscosity='.01'>"
        "<flag sleep='enable'/></option><worldbody><geom type='plane' size='9 9 1'/>%s%s"
        "</worldbody></mujoco>";
    snprintf(alone, sizeof(alone), head, integrators[k], awakeXml, "");
    snprintf(beside, sizeof(beside), head, integrators[k], awakeXml,
             "<body pos='3 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
             "<body pos='3 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>");
    Scene a = loadScene(alone), b = loadScene(beside);
    step(a, 300);
    step(b, 300);
    assert_int_equal(b.d->ntree_awake, 1);
    for (int i = 0; i < a.m->nq; i++) {
      assert_true(fabs(a.d->qpos[i] - b.d->qpos[i]) < 1e-9);
    }
    freeScene(a);
    freeScene(b);
  }
}

// A ball comes to a pile that sleeps far from it: the boxes that rest take part in the broad phase
// when something awake is near.
static void a_pile_is_found_by_what_comes_from_afar(void** state) {
  Scene scene = loadScene(
      "<mujoco><option timestep='.005'><flag sleep='enable'/></option><worldbody>"
      "<geom type='plane' size='9 9 1'/><geom pos='1 0 .05' size='.05'/>"
      "<body pos='3 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body pos='3 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body pos='0 0 .5'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='5'/></body>"
      "<body pos='3 0 .5' gravcomp='1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  scene.d->qvel[12] = 2;
  step(scene, 100);
  assert_true(scene.d->tree_asleep[0] >= 0 && scene.d->tree_asleep[3] >= 0);
  for (int i = 0; i < 300 && scene.d->tree_asleep[3] >= 0; i++) {
    step(scene, 1);
  }
  assert_true(scene.d->tree_asleep[3] < 0);
  assert_true(scene.d->qpos[14] > 2.7 && scene.d->qpos[14] < 2.9);
  freeScene(scene);
}

// COMPAT: slider-cranks on static sites do nothing in a world that may sleep; a site transmission
// sleeps with its site, whatever the reference site does. Measured with the peer.
// SLEEP-SITE-REFERENCE, SLEEP-STATIC-SITE
static void actuators_of_sites_sleep_with_them(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><site name='w' pos='.1 .2 .3'/>"
      "<body pos='0 0 3' sleep='init'><joint/><geom size='.1'/><site name='a'/></body>"
      "<body pos='2 0 3'><joint/><geom size='.1'/><site name='b'/></body></worldbody><actuator>"
      "<general cranksite='w' slidersite='w' cranklength='.2'/>"
      "<general cranksite='w' slidersite='a' cranklength='.2'/>"
      "<general cranksite='w' slidersite='b' cranklength='.2'/>"
      "<general site='a' refsite='b'/><general site='b' refsite='a'/><general site='w'/>"
      "</actuator></mujoco>");
  static const mjtNum expected[] = {0, 0, 1, 0, 1, 1};
  mju_fill(scene.d->ctrl, 1, 6);
  mj_forward(scene.m, scene.d);
  for (int i = 0; i < 6; i++) {
    assert_true(scene.d->actuator_force[i] == expected[i]);
  }
  freeScene(scene);
}

static void a_policy_forbids_sleep_or_starts_with_it(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body sleep='never'><joint/><geom size='.1'/></body>"
      "<body pos='1 0 3' sleep='init'><freejoint/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  assert_int_equal(scene.d->tree_asleep[1], 1);

  // COMPAT: SLEEP-16
  assert_true(mju_isZero(scene.d->qacc_smooth, scene.m->nv));
  assert_true(mju_isZero(scene.d->qfrc_smooth, scene.m->nv));
  assert_true(mju_isZero(scene.d->qacc + 1, 6));
  step(scene, 100);
  assert_true(scene.d->tree_asleep[0] < 0);
  assert_int_equal(scene.d->tree_asleep[1], 1);
  assert_true(scene.d->qpos[3] == 3);
  freeScene(scene);
}

static void inverse_dynamics_of_a_sleeping_tree_leaves_out_its_bias(void** state) {
  Scene scene = loadScene(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<body sleep='init'><freejoint/><geom size='.1' mass='2'/><body pos='.3 0 0'>"
      "<joint type='slide' axis='0 0 1' stiffness='10' springref='1'/>"
      "<geom size='.1' mass='3'/></body></body>"
      "<body pos='1 0 3'><freejoint/><geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = scene.d;
  mj_forward(scene.m, d);
  mju_zero(d->qacc, scene.m->nv);
  mj_inverse(scene.m, d);
  assert_true(d->qfrc_inverse[2] == 0);
  assert_true(fabs(d->qfrc_inverse[6] + 10) < 1e-12);
  assert_true(fabs(d->qfrc_inverse[9] - 2 * 9.81) < 1e-12);
  freeScene(scene);
}

// The three kinds of equalities that a flex can have.
static void a_sleeping_flex_has_no_rows(void** state) {
  const char* kinds[3] = {"equality='true'", "equality='vert'", "equality='strain'"};
  for (int i = 0; i < 3; i++) {
    char xml[800];
    snprintf(xml, sizeof(xml),
             "<mujoco><option sleep_tolerance='1'><flag sleep='enable'/></option><worldbody><geom "
             "type='plane' size='5 5 .01'/><flexcomp name='f' type='grid' dim='%d' count='3 3 %d' "
             "%s spacing='.05 .05 .05' pos='0 0 .07' radius='.01' mass='1'><contact "
             "selfcollide='none'/><edge %s/></flexcomp></worldbody></mujoco>",
             i == 2 ? 3 : 2, i == 2 ? 3 : 1, i == 2 ? "dof='trilinear'" : "", kinds[i]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_true(s.d->ne > 0);
    for (int k = 0; k < 400; k++) {
      mj_step(s.m, s.d);
    }
    assert_int_equal(s.d->ntree_awake, 0);
    assert_int_equal(s.d->nefc, 0);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resting_islands_fall_asleep_as_cycles),
      cmocka_unit_test(a_touched_velocity_force_or_position_wakes_the_island),
      cmocka_unit_test(what_hangs_on_a_mocap_body_wakes_when_that_moves),
      cmocka_unit_test(sleepers_keep_the_acceleration_of_a_free_body),
      cmocka_unit_test(without_islands_only_what_meets_no_constraint_sleeps),
      cmocka_unit_test(a_copy_sleeps_on),
      cmocka_unit_test(contact_with_an_awake_tree_wakes_the_island),
      cmocka_unit_test(the_countdown_follows_the_velocity_at_the_start_of_the_step),
      cmocka_unit_test(falling_asleep_moves_nothing),
      cmocka_unit_test(an_applied_force_keeps_a_tree_awake),
      cmocka_unit_test(what_is_awake_moves_the_same_beside_sleepers),
      cmocka_unit_test(a_pile_is_found_by_what_comes_from_afar),
      cmocka_unit_test(actuators_of_sites_sleep_with_them),
      cmocka_unit_test(a_policy_forbids_sleep_or_starts_with_it),
      cmocka_unit_test(a_sleeping_flex_has_no_rows),
      cmocka_unit_test(inverse_dynamics_of_a_sleeping_tree_leaves_out_its_bias),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
