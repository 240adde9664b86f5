// Many steps in one call are the steps that single calls take.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"
#include "pipeline/step_many.h"

enum { STEPS = 20 };

static const char pendulumXml[] =
    "<mujoco><worldbody><body><joint name='hinge' axis='0 1 0' damping='.1'/>"
    "<geom size='.05' pos='.5 0 0' mass='1'/></body></worldbody>"
    "<actuator><motor joint='hinge'/></actuator>"
    "<sensor><jointpos joint='hinge'/><jointvel joint='hinge'/></sensor></mujoco>";

static void many_steps_are_that_many_single_steps(void** state) {
  Scene s = loadScene(pendulumXml);
  s.d->ctrl[0] = 1;
  lb_stepMany(s.m, s.d, STEPS);
  mjtNum angle = s.d->qpos[0];
  mj_resetData(s.m, s.d);
  s.d->ctrl[0] = 1;
  for (int i = 0; i < STEPS; i++) {
    mj_step(s.m, s.d);
  }
  assert_true(angle == s.d->qpos[0] && angle > 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_steps_are_that_many_single_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
