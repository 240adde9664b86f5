// Limits of actuator forces.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void actuators_of_a_tendon_share_its_limit_in_proportion(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-4 2'>"
      "<joint joint='j' coef='1'/></fixed></tendon>"
      "<actuator><motor tendon='t'/><motor tendon='t'/></actuator></mujoco>");
  mjData* d = scene.d;
  d->ctrl[0] = 3;
  d->ctrl[1] = 5;
  mj_forward(scene.m, d);
  assert_float_equal(d->actuator_force[0], .75, 1e-12);
  assert_float_equal(d->actuator_force[1], 1.25, 1e-12);
  d->ctrl[1] = -4;
  mj_forward(scene.m, d);
  assert_float_equal(d->actuator_force[0], 3, 0);
  freeScene(scene);
}

static void force_on_a_joint_is_clamped_after_all_actuators(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body><joint name='j' type='slide' actuatorfrcrange='-1 1'/>"
      "<geom size='.1'/></body></worldbody><actuator><motor joint='j' forcerange='-2 2'/>"
      "<motor joint='j'/></actuator></mujoco>");
  mjData* d = scene.d;
  d->ctrl[0] = 9;
  d->ctrl[1] = -.5;
  mj_forward(scene.m, d);
  assert_float_equal(d->actuator_force[0], 2, 0);
  assert_float_equal(d->qfrc_actuator[0], 1, 0);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(actuators_of_a_tendon_share_its_limit_in_proportion),
      cmocka_unit_test(force_on_a_joint_is_clamped_after_all_actuators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
