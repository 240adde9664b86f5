// Gears as signed distances.

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

static void gears_drive_each_other(void** state) {
  char xml[3000];
  snprintf(xml, sizeof xml,
           "<mujoco><extension>"
           "<plugin plugin='mujoco.sdf.gear'><instance name='a'/></plugin>"
           "<plugin plugin='mujoco.sdf.gear'><instance name='b'>" KEY("alpha", "14.4")
           "</instance></plugin></extension>"
           "<asset><mesh name='a'><plugin instance='a'/></mesh>"
           "<mesh name='b'><plugin instance='b'/></mesh></asset>"
           "<option sdf_iterations='5' sdf_initpoints='40'/>"
           "<default><geom solref='.01 1' solimp='.95 .99 .0001' friction='.2'/></default>"
           "<worldbody>"
           "<body><joint damping='1000' axis='0 0 1'/><geom type='sdf' mesh='a'>"
           "<plugin instance='a'/></geom></body>"
           "<body pos='2.85 0 0'><joint name='j' damping='.1' axis='0 0 1'/>"
           "<geom type='sdf' mesh='b'><plugin instance='b'/></geom></body>"
           "</worldbody><actuator><motor joint='j' gear='1500'/></actuator></mujoco>");
  Scene s = loadScene(xml);
  s.d->ctrl[0] = 1;
  for (int i = 0; i < 500; i++) {
    mj_step(s.m, s.d);
  }
  // same number of teeth: same angle, other direction, up to the play between the teeth
  assert_true(s.d->qpos[1] > .2);
  assert_true(fabs(s.d->qpos[0] + s.d->qpos[1]) < .1);
  freeScene(s);
}

// On the pitch circle teeth and gaps are equally wide: the flank is a quarter of a sector away from
// the middle of a tooth.
static void teeth_are_half_the_pitch_wide(void** state) {
  const mjtNum teeth = 20, radius = 1.4;
  const mjtNum a[5] = {0, 2 * radius, teeth, 0.2, -1};
  const mjpPlugin* plugin = mjp_getPlugin("mujoco.sdf.gear", NULL);
  for (int tooth = 0; tooth < 20; tooth++) {
    for (int side = -1; side <= 1; side += 2) {
      mjtNum angle = 2 * mjPI / teeth * (tooth + 0.25 * side);
      const mjtNum x[3] = {radius * cos(angle), radius * sin(angle), 0};
      assert_true(fabs(plugin->sdf_staticdistance(x, a)) < 1e-12);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gears_drive_each_other),
      cmocka_unit_test(teeth_are_half_the_pitch_wide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
