// Scenes for the tests of constraints.

#include "constraint/scenes_support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

Scene loadScene(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof(error));
  if (!spec) {
    fail_msg("%s", error);
  }
  mjModel* m = mj_compile(spec, NULL);
  if (!m) {
    fail_msg("%s", mjs_getError(spec));
  }
  mj_deleteSpec(spec);
  return (Scene){m, mj_makeData(m)};
}

void freeScene(Scene scene) {
  mj_deleteData(scene.d);
  mj_deleteModel(scene.m);
}

static const char mixedXml[] =
    "<mujoco>"
    "<option impratio='2'/>"
    "<worldbody>"
    "  <geom type='plane' size='9 9 1' condim='1'/>"
    "  <body name='ball6' pos='0 0 .08'><freejoint/><geom size='.1' condim='6' friction='1 .3 "
    ".2'/></body>"
    "  <body name='box' pos='1 0 .083'><freejoint/><geom type='box' size='.1 .2 .1'/></body>"
    "  <body name='ball1' pos='2 0 .08'><freejoint/><geom size='.1' condim='1'/></body>"
    "  <body name='ball4' pos='2.15 .05 .22'><freejoint/><geom size='.1' condim='4' friction='.7 "
    ".1 .1'/></body>"
    "  <body name='arm' pos='0 2 1'>"
    "    <joint name='h' axis='0 1 0' frictionloss='.3' limited='true' range='-60 -1' "
    "margin='.01'/>"
    "    <geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>"
    "    <body name='hand' pos='.3 0 0'>"
    "      <joint name='b' type='ball' limited='true' range='0 .5' frictionloss='.05'/>"
    "      <geom type='capsule' size='.03' fromto='0 0 0 .2 0 0'/>"
    "    </body>"
    "  </body>"
    "  <body name='cart' pos='1 2 1'><joint name='s' type='slide' axis='1 0 0' "
    "frictionloss='1'/><geom size='.1'/></body>"
    "  <body name='link' pos='2 2 1'><joint name='k' axis='0 1 0'/><geom type='capsule' size='.03' "
    "fromto='0 0 0 .3 0 0'/></body>"
    "  <body name='rod' pos='2.3 2 1'><freejoint/><geom type='capsule' size='.03' fromto='0 0 0 .3 "
    "0 0'/></body>"
    "  <body name='tag' pos='3 2 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody>"
    "<tendon>"
    "  <fixed name='t' frictionloss='.2' limited='true' range='-1 .01' margin='.02'>"
    "    <joint joint='h' coef='1'/><joint joint='s' coef='.5'/></fixed>"
    "  <fixed name='u'><joint joint='k' coef='1'/></fixed>"
    "</tendon>"
    "<equality>"
    "  <connect body1='link' body2='rod' anchor='.3 0 0'/>"
    "  <weld body1='tag' torquescale='.5'/>"
    "  <joint joint1='s' joint2='h' polycoef='.1 .5 .2 .1 .1'/>"
    "  <tendon tendon1='u' tendon2='t' polycoef='.05 .3 .1 0 0'/>"
    "</equality>"
    "</mujoco>";

// A reproducible spread of small numbers.
static void setMotion(Scene scene) {
  for (int i = 0; i < scene.m->nv; i++) {
    scene.d->qvel[i] = 0.3 * sin(1 + 2.3 * i);
  }
}

Scene mixedScene(void) {
  Scene scene = loadScene(mixedXml);
  setMotion(scene);
  mj_integratePos(scene.m, scene.d->qpos, scene.d->qvel, 0.05);
  return scene;
}

Scene wallScene(void) {
  static char xml[8000];
  int length = snprintf(xml, sizeof(xml), "<mujoco><worldbody><geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < 20; i++) {
    int row = i / 4;
    length += snprintf(xml + length, sizeof(xml) - length,
                       "<body pos='%g 0 %g'><freejoint/>"
                       "<geom type='box' size='.105 .1 .05'/></body>",
                       0.2 * (i % 4) + 0.1 * (row % 2), 0.0495 + 0.099 * row);
  }
  snprintf(xml + length, sizeof(xml) - length, "</worldbody></mujoco>");
  Scene scene = loadScene(xml);
  setMotion(scene);
  return scene;
}

mjtNum farthest(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum scale = 1, worst = 0;
  for (int i = 0; i < n; i++) {
    mjtNum error = fabs(a[i] - b[i]);
    if (isnan(error)) {
      return INFINITY;
    }
    scale = fmax(scale, 1 + fabs(a[i]));
    worst = fmax(worst, error);
  }
  return worst / scale;
}
