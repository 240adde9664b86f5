// Bolt and nut as signed distances.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "constraint/scenes_support.h"
#include "math/random.h"

#define KEY(name, value) "<config key='" name "' value='" value "'/>"

// A nut on a bolt under its weight: it goes down by a pitch per turn.
static void a_nut_travels_along_its_bolt(void** state) {
  char xml[3000];
  snprintf(xml, sizeof xml,
           "<mujoco><extension>"
           "<plugin plugin='mujoco.sdf.nut'><instance name='nut'>" KEY("radius", ".26") "</instance>"
           "</plugin><plugin plugin='mujoco.sdf.bolt'><instance name='bolt'>" KEY("radius", ".255")
           "</instance></plugin></extension>"
           "<asset><mesh name='nut'><plugin instance='nut'/></mesh>"
           "<mesh name='bolt'><plugin instance='bolt'/></mesh></asset>"
           "<option sdf_iterations='10' sdf_initpoints='20'/>"
           "<default><geom solref='.01 1' solimp='.95 .99 .0001' friction='.01'/></default>"
           "<worldbody><body euler='180 0 0'><geom type='sdf' mesh='bolt'><plugin "
           "instance='bolt'/></geom></body>"
           "<body pos='0 0 .8316' euler='180 0 0'><joint type='free' damping='5'/>"
           "<geom type='sdf' mesh='nut'><plugin instance='nut'/></geom></body>"
           "</worldbody></mujoco>");
  Scene s = loadScene(xml);
  mjtNum height = s.d->qpos[2], turns = 0;
  for (int i = 0; i < 1200; i++) {
    mj_step(s.m, s.d);
    turns += s.d->qvel[5] * s.m->opt.timestep / (2 * mjPI);
  }
  mjtNum fallen = height - s.d->qpos[2];
  assert_true(fallen > .01);
  assert_true(fabs(fabs(turns) - 12 * fallen) < .1);
  assert_true(hypot(s.d->qpos[0], s.d->qpos[1]) < .01);
  freeScene(s);
}

// The field of a rod repeats after a pitch, of a twelfth, and is turned by what it is moved.
static void a_thread_repeats_after_its_pitch(void** state) {
  const mjpPlugin* plugin = mjp_getPlugin("mujoco.sdf.bolt", NULL);
  const mjtNum radius = 0.26;
  for (int i = 0; i < 12; i++) {
    mjtNum angle = 2 * mjPI * i / 12;
    const mjtNum start[3] = {0.25, 0, -0.6}, down[3] = {0.25, 0, -0.6 - 1.0 / 12};
    const mjtNum turned[3] = {0.25 * cos(angle), 0.25 * sin(angle), -0.6 + i / 144.0};
    mjtNum distance = plugin->sdf_staticdistance(start, &radius);
    assert_true(fabs(plugin->sdf_staticdistance(down, &radius) - distance) < 1e-12);
    assert_true(fabs(plugin->sdf_staticdistance(turned, &radius) - distance) < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_nut_travels_along_its_bolt),
      cmocka_unit_test(a_thread_repeats_after_its_pitch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
