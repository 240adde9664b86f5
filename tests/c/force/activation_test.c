// Activation dynamics of single actuators.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_exact_filter_decays_as_the_exponential),
      cmocka_unit_test(the_next_activation_stays_in_its_range),
      cmocka_unit_test(angles_are_compared_the_short_way_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
