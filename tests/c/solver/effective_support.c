// A cloth with an effective mass, for the tests of its parts.

#include "solver/effective_support.h"

#include <math.h>
#include <stdio.h>

mjtNum rough(int i) {
  return sin(1 + 2.3 * i + .7 * i * i);
}

Scene elasticSheet(const char* elastic) {
  char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicitfast' solver='CG' timestep='.01' gravity='0 0 "
           "0'/><worldbody><flexcomp name='f' type='grid' dim='2' count='4 3 1' spacing='.1 .1 .1' "
           "radius='.01' mass='1'>%s<contact selfcollide='none'/></flexcomp></worldbody></mujoco>",
           elastic);
  Scene s = loadScene(xml);
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .01 * rough(i);
  }
  mj_forward(s.m, s.d);
  return s;
}
