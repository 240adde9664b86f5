// Drops a ball on the floor: a whole program with limber, in C (docs/c.md).

#include <limber/limber.h>
#include <stdio.h>

static const char xml[] =
    "<mujoco><worldbody>"
    "<geom type='plane' size='1 1 .1'/>"
    "<body pos='0 0 1'><freejoint/><geom size='.1'/></body>"
    "</worldbody></mujoco>";

int main(void) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    fprintf(stderr, "%s\n", spec ? mjs_getError(spec) : error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  while (d->time < 2) {
    mj_step(m, d);
  }
  printf("after %.1f s the ball lies at z = %.3f, with %d contact\n", d->time, d->qpos[2], d->ncon);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return 0;
}
