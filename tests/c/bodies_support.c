// Scenes and small helpers for the tests of dynamics.

#include "bodies_support.h"

#include <math.h>
#include <string.h>

static const char movingXml[] =
    "<mujoco>"
    "<option timestep='.002'/>"
    "<worldbody>"
    "  <body name='static' pos='1 2 3' euler='10 20 30'><geom size='.1'/>"
    "    <body name='static2' pos='0 0 1'><geom size='.1'/><site name='anchor'/></body></body>"
    "  <body name='base' pos='0 0 1'>"
    "    <freejoint/>"
    "    <geom type='box' size='.1 .2 .3' pos='.05 .02 .01' euler='20 30 40'/>"
    "    <site name='hip' pos='.1 0 .1' euler='5 6 7'/>"
    "    <body name='thigh' pos='.2 .1 0' euler='0 30 0'>"
    "      <joint type='hinge' axis='1 2 3' pos='.05 .1 -.1' armature='.1'/>"
    "      <joint type='slide' axis='1 0 1' pos='.1 0 0'/>"
    "      <joint type='hinge' axis='0 1 0'/>"
    "      <geom type='capsule' size='.05 .2'/>"
    "      <body name='shin' pos='0 0 .4'>"
    "        <joint type='ball' pos='0 .1 .1' armature='.05'/>"
    "        <geom type='ellipsoid' size='.1 .05 .2' pos='.1 0 .1' euler='10 0 20'/>"
    "        <body name='foot' pos='.1 .2 .3' euler='40 0 0'>"
    "          <geom type='box' size='.1 .05 .02'/><site name='toe' pos='.1 .2 .1' euler='30 40 "
    "50'/>"
    "        </body>"
    "      </body>"
    "    </body>"
    "    <body name='arm' pos='-.2 0 .1'>"
    "      <joint type='slide' axis='0 1 1'/>"
    "      <geom type='cylinder' size='.05 .2' pos='0 .1 0'/><site name='hand' pos='0 .3 0'/>"
    "    </body>"
    "  </body>"
    "  <body name='other' pos='2 0 0'>"
    "    <joint type='ball' pos='.1 .2 .3'/>"
    "    <geom type='box' size='.3 .2 .1' pos='.1 0 0'/><site name='peg' pos='.1 .1 .1'/>"
    "    <body pos='.5 0 0'><joint axis='0 0 1'/><geom size='.1' pos='.2 .1 0'/></body>"
    "  </body>"
    "</worldbody>"
    "</mujoco>";

mjtNum noise(int i) {
  double x = sin(12.9898 * i + 1) * 43758.5453;
  return 2 * (x - floor(x)) - 1;
}

void shake(Scene scene, int seed, mjtNum amount) {
  const mjModel* m = scene.m;
  mjData* d = scene.d;
  memcpy(d->qpos, m->qpos0, (size_t)m->nq * sizeof(mjtNum));
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = amount * noise(seed++);
  }
  mj_integratePos(m, d->qpos, d->qvel, 1);
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = amount * noise(seed++);
    d->qacc[i] = amount * noise(seed++);
  }
}

void nudge(Scene scene, int dof, mjtNum amount) {
  mjtNum* direction = mju_malloc((size_t)scene.m->nv * sizeof(mjtNum));
  mju_zero(direction, (int)scene.m->nv);
  direction[dof] = 1;
  mj_integratePos(scene.m, scene.d->qpos, direction, amount);
  mj_fwdPosition(scene.m, scene.d);
  mju_free(direction);
}

Scene movingScene(void) {
  Scene scene = loadScene(movingXml);
  shake(scene, 1, 1);
  mj_forward(scene.m, scene.d);
  return scene;
}
