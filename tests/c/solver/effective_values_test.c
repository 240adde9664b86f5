// The blocks of the effective mass make a symmetric matrix that resists every motion.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/effective_support.h"

#define BOTH "<elasticity young='1e4' poisson='.2' thickness='.01' damping='.05' elastic2d='both'/>"

static void stiffness_is_symmetric_and_never_negative(void** state) {
  Scene s = elasticSheet(BOTH);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *y = calloc(nv, sizeof(mjtNum));
  for (int t = 0; t < 20; t++) {
    mjtNum *Kx = calloc(nv, sizeof(mjtNum)), *Ky = calloc(nv, sizeof(mjtNum));
    for (int i = 0; i < nv; i++) {
      x[i] = rough(i + 31 * t);
      y[i] = rough(2 * i + 17 * t);
    }
    lb_addStiffness(s.m, s.d, Kx, x);
    lb_addStiffness(s.m, s.d, Ky, y);
    mjtNum xKx = mju_dot(x, Kx, nv);
    assert_true(fabs(mju_dot(x, Ky, nv) - mju_dot(y, Kx, nv)) < 1e-9 * (1 + xKx));
    assert_true(xKx >= 0);
    free(Kx);
    free(Ky);
  }
  free(x);
  free(y);
  freeScene(s);
}

// A shift of all vertices costs nothing.
static void translations_meet_no_resistance(void** state) {
  Scene s = elasticSheet(BOTH);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *Kx = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = (mjtNum[]){.3, -.5, .7}[i % 3];
  }
  lb_addStiffness(s.m, s.d, Kx, x);
  for (int i = 0; i < nv; i++) {
    assert_true(fabs(Kx[i]) < 1e-9);
  }
  free(x);
  free(Kx);
  freeScene(s);
}

// A scene of a flex under a body with a given rotation, its vertices moved in that body's frame.
static Scene flexUnder(const char* quat, const char* flex) {
  char xml[1200];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicitfast' solver='CG' timestep='.002' gravity='0 0 0' "
           "tolerance='1e-12' iterations='300'/><worldbody><body name='p' quat='%s'>%s</body>"
           "</worldbody></mujoco>",
           quat, flex);
  Scene s = loadScene(xml);
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .01 * rough(i);
    s.d->qvel[i] += .1 * rough(2 * i + 1);
  }
  for (int i = 0; i < 20; i++) {
    mj_step(s.m, s.d);
  }
  return s;
}

static void a_turned_parent_body_turns_the_motion_only(void** state) {
  const char* flexes[] = {
      "<flexcomp name='f' type='grid' count='5 5 1' spacing='.1 .1 .1' radius='.01' mass='1'>"
      "<elasticity young='1e5' poisson='.2' thickness='.01' damping='.01' elastic2d='stretch'/>"
      "<contact selfcollide='none' contype='0' conaffinity='0'/></flexcomp>",
      "<flexcomp name='f' type='grid' count='5 5 1' spacing='.1 .1 .1' radius='.01' mass='1'>" BOTH
      "<contact selfcollide='none' contype='0' conaffinity='0'/></flexcomp>",
      "<flexcomp name='f' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' radius='.01' "
      "mass='1' "
      "dof='trilinear'><elasticity young='1e5' poisson='.2' damping='.01'/>"
      "<contact selfcollide='none' contype='0' conaffinity='0'/></flexcomp>",
      "<flexcomp name='f' type='grid' count='5 5 1' spacing='.1 .1 .1' radius='.01' mass='1'>"
      "<elasticity young='1e5' poisson='.2' thickness='.01' damping='.01' elastic2d='bend'/>"
      "<contact selfcollide='none' contype='0' conaffinity='0'/></flexcomp>",
  };
  for (int k = 0; k < 4; k++) {
    Scene straight = flexUnder("1 0 0 0", flexes[k]);
    Scene turned = flexUnder(".3 .5 -.2 .7", flexes[k]);
    for (int i = 0; i < straight.m->nq; i++) {
      assert_true(fabs(straight.d->qpos[i] - turned.d->qpos[i]) < 1e-11);
      assert_true(fabs(straight.d->qvel[i] - turned.d->qvel[i]) < 1e-9);
    }
    freeScene(straight);
    freeScene(turned);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiffness_is_symmetric_and_never_negative),
      cmocka_unit_test(translations_meet_no_resistance),
      cmocka_unit_test(a_turned_parent_body_turns_the_motion_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
