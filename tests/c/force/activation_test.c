// Activation dynamics of single actuators.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "force/activation.h"

static const char filterXml[] =
    "<mujoco><option timestep='.01'/><worldbody><body><joint name='j'/><geom size='.1'/></body>"
    "</worldbody><actuator><general joint='j' dyntype='filterexact' dynprm='.2'/>"
    "<general joint='j' dyntype='integrator' actlimited='true' actrange='-1 1'/></actuator>"
    "</mujoco>";

static void an_exact_filter_decays_as_the_exponential(void** state) {
  Scene scene = loadScene(filterXml);
  mjData* d = scene.d;
  d->ctrl[0] = 1;
  for (int i = 0; i < 30; i++) {
    mj_step(scene.m, d);
  }
  assert_float_equal(d->act[0], 1 - exp(-.3 / .2), 1e-12);
  freeScene(scene);
}

static void the_next_activation_stays_in_its_range(void** state) {
  Scene scene = loadScene(filterXml);
  scene.d->act[1] = .995;
  assert_float_equal(lb_nextActivation(scene.m, scene.d, 1, 1, .2), .997, 1e-12);
  assert_float_equal(lb_nextActivation(scene.m, scene.d, 1, 1, 3), 1, 0);
  freeScene(scene);
}

static void angles_are_compared_the_short_way_round(void** state) {
  assert_float_equal(lb_shortWay(3.5, 4), -.5, 1e-15);
  assert_float_equal(lb_shortWay(-9, 4), -1, 1e-15);
  assert_float_equal(lb_shortWay(3.5, 0), 3.5, 0);
}

// COMPAT: ACT-WRAP: the states of the peer are the same to 1e-5
static void an_integrating_servo_of_an_angle_keeps_its_set_point_near(void** state) {
  const char* integrators[] = {"Euler", "implicit", "RK4"};
  for (int k = 0; k < 3; k++) {
    char xml[600];
    snprintf(xml, sizeof(xml),
             "<mujoco><option gravity='0 0 0' integrator='%s'/><worldbody><body><joint name='j' "
             "type='ball' damping='.1'/><geom size='.1' pos='.1 0 0'/></body></worldbody><actuator>"
             "<intvelocity joint='j' kp='1' gear='.6 .5 .3'/><general joint='j' "
             "dyntype='integrator' gear='.6 .5 .3'/></actuator></mujoco>",
             integrators[k]);
    Scene scene = loadScene(xml);
    mjData* d = scene.d;
    mju_copy4(d->qpos, (mjtNum[]){.8, .5, .3, .1});
    d->act[0] = d->act[1] = 25;
    d->ctrl[0] = .5;
    mj_forward(scene.m, d);
    assert_float_equal(d->act[0], 25, 0);
    mjtNum turn = 2 * mjPI * sqrt(.6 * .6 + .5 * .5 + .3 * .3);
    mj_step(scene.m, d);
    assert_float_equal(d->act[0], 25.001 - 5 * turn, 1e-5);
    assert_float_equal(d->act[0], -1.28345, 1e-5);
    assert_float_equal(d->act[1], 25, 0);  // no servo
    freeScene(scene);
  }
}

// COMPAT: ACT-WRAP
static void an_integrated_rotation_vector_stays_within_half_a_turn(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='ball'/><geom size='.1'/></body></worldbody>"
      "<actuator><general joint='j' gaintype='so3' biastype='so3' gainprm='1' biasprm='0 -1' "
      "dyntype='integrator'/></actuator></mujoco>");
  mjData* d = scene.d;
  mju_copy3(d->act, (mjtNum[]){0, 3, -4});
  mj_step(scene.m, d);
  mjtNum shorter = 1 - 2 * mjPI / 5;
  assert_float_equal(d->act[0], 0, 0);
  assert_float_equal(d->act[1], 3 * shorter, 1e-6);
  assert_float_equal(d->act[2], -4 * shorter, 1e-6);
  mju_copy3(d->act, (mjtNum[]){1, 2, .5});
  mj_step(scene.m, d);
  assert_float_equal(d->act[1], 2, 0);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_exact_filter_decays_as_the_exponential),
      cmocka_unit_test(the_next_activation_stays_in_its_range),
      cmocka_unit_test(angles_are_compared_the_short_way_round),
      cmocka_unit_test(an_integrating_servo_of_an_angle_keeps_its_set_point_near),
      cmocka_unit_test(an_integrated_rotation_vector_stays_within_half_a_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
