// Potential and kinetic energy.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "force/energy.h"

static const char springXml[] =
    "<mujoco><option gravity='0 0 -10'/><worldbody><body><joint type='slide' axis='0 0 1' "
    "stiffness='8' springref='.5'/><geom size='.1' mass='2'/></body></worldbody></mujoco>";

static void potential_energy_is_that_of_weight_and_springs(void** state) {
  Scene scene = loadScene(springXml);
  scene.d->qpos[0] = 1.5;
  mj_forward(scene.m, scene.d);
  mj_energyPos(scene.m, scene.d);
  assert_float_equal(scene.d->energy[0], 2 * 10 * 1.5 + .5 * 8 * 1, 1e-12);
  scene.m->opt.disableflags = mjDSBL_SPRING;
  mj_energyPos(scene.m, scene.d);
  assert_float_equal(scene.d->energy[0], 30, 1e-12);
  freeScene(scene);
}

static void kinetic_energy_is_half_m_v_squared(void** state) {
  Scene scene = loadScene(springXml);
  scene.d->qvel[0] = 3;
  mj_forward(scene.m, scene.d);
  mj_energyVel(scene.m, scene.d);
  assert_float_equal(scene.d->energy[1], 9, 1e-12);
  freeScene(scene);
}

// ENERGY-OFF
static void without_the_flag_the_stage_of_positions_clears_both(void** state) {
  Scene scene = loadScene(springXml);
  mj_forward(scene.m, scene.d);
  scene.d->energy[0] = scene.d->energy[1] = 5;
  lb_energyStage(scene.m, scene.d, mjSTAGE_VEL);
  assert_float_equal(scene.d->energy[1], 5, 0);
  lb_energyStage(scene.m, scene.d, mjSTAGE_POS);
  assert_float_equal(scene.d->energy[0] + scene.d->energy[1], 0, 0);

  // unless a sensor has computed the potential energy
  mj_energyPos(scene.m, scene.d);
  scene.d->energy[0] = 5;
  lb_energyStage(scene.m, scene.d, mjSTAGE_POS);
  assert_float_equal(scene.d->energy[0], 5, 0);
  freeScene(scene);
}

// SLEEP-SPRING-ENERGY
static void springs_of_sleeping_joints_do_not_count(void** state) {
  Scene scene = loadScene(
      "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>"
      "<body sleep='init'><joint type='slide' stiffness='2' springref='1'/><geom size='.1'/></body>"
      "<body pos='5 0 0'><joint type='slide' stiffness='4' springref='1'/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  assert_true(scene.d->tree_asleep[0] >= 0);
  mj_energyPos(scene.m, scene.d);
  assert_float_equal(scene.d->energy[0], 2, 1e-12);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(potential_energy_is_that_of_weight_and_springs),
      cmocka_unit_test(kinetic_energy_is_half_m_v_squared),
      cmocka_unit_test(without_the_flag_the_stage_of_positions_clears_both),
      cmocka_unit_test(springs_of_sleeping_joints_do_not_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
