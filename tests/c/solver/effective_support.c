// Scenes with an effective mass, for the tests of its parts.

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

Scene passiveScene(const char* more) {
  char xml[1200];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicitfast' solver='CG' gravity='0 0 0' "
           "tolerance='1e-14'/><worldbody><geom size='.2' pos='.2 .3 -.2'/><flexcomp name='f' "
           "type='direct' point='0 0 0 1 0 0 0 1 0' element='0 1 2' dim='2' pos='0 0 .009' "
           "radius='.01' mass='.3'><contact selfcollide='none' passive='true' %s/></flexcomp>"
           "</worldbody></mujoco>",
           more);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}
