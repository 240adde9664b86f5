// Laws of force of single actuators.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "force/actuator_force.h"

static void gain_and_bias_are_affine_in_length_and_velocity(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><general joint='j' gaintype='affine' gainprm='2 3 5' biastype='affine' "
      "biasprm='7 11 13'/></actuator></mujoco>");
  mjData* d = scene.d;
  d->qpos[0] = .1;
  d->qvel[0] = .2;
  mj_forward(scene.m, d);
  mjtNum force, ctrl = 4;
  lb_actuatorForce(scene.m, d, 0, &ctrl, &force);
  assert_float_equal(force, 4 * (2 + .3 + 1) + 7 + 1.1 + 2.6, 1e-12);
  freeScene(scene);
}

static void early_activation_is_that_of_the_end_of_the_step(void** state) {
  Scene scene = loadScene(
      "<mujoco><option timestep='.1'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator>"
      "<general joint='j' dyntype='integrator' actearly='false'/>"
      "<general joint='j' dyntype='integrator' actearly='true'/></actuator></mujoco>");
  mjData* d = scene.d;
  d->act[0] = d->act[1] = 1;
  d->ctrl[0] = d->ctrl[1] = 5;
  mj_forward(scene.m, d);
  assert_float_equal(d->actuator_force[0], 1, 0);
  assert_float_equal(d->actuator_force[1], 1.5, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gain_and_bias_are_affine_in_length_and_velocity),
      cmocka_unit_test(early_activation_is_that_of_the_end_of_the_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
