#include "visual/picture_support.h"

const char* const twoBodies =
    "<mujoco><worldbody><light/><geom type='plane' size='0 0 1'/>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1'/>"
    "<body pos='.3 0 0'><joint axis='0 1 0'/><geom type='box' size='.1 .1 .1'/></body></body>"
    "</worldbody></mujoco>";

void openPicture(Picture* p, const char* xml, int maxgeom) {
  p->s = loadScene(xml);
  mj_forward(p->s.m, p->s.d);
  mjv_defaultScene(&p->scn);
  mjv_makeScene(p->s.m, &p->scn, maxgeom);
  mjv_defaultOption(&p->opt);
  mjv_defaultFreeCamera(p->s.m, &p->cam);
  mjv_defaultPerturb(&p->pert);
}

void updatePicture(Picture* p) {
  mjv_updateScene(p->s.m, p->s.d, &p->opt, &p->pert, &p->cam, mjCAT_ALL, &p->scn);
}

void closePicture(Picture* p) {
  mjv_freeScene(&p->scn);
  freeScene(p->s);
}

const mjvGeom* findGeom(const Picture* p, int objtype, int objid, int n) {
  for (int i = 0; i < p->scn.ngeom; i++) {
    const mjvGeom* geom = &p->scn.geoms[i];
    if (geom->objtype == objtype && geom->objid == objid && n-- == 0) {
      return geom;
    }
  }
  return NULL;
}

const mjvGeom* findType(const Picture* p, int type, int n) {
  for (int i = 0; i < p->scn.ngeom; i++) {
    if (p->scn.geoms[i].type == type && n-- == 0) {
      return &p->scn.geoms[i];
    }
  }
  return NULL;
}

void assertNear(const float* found, const mjtNum* wanted, int n) {
  for (int i = 0; i < n; i++) {
    if (!(fabs(found[i] - wanted[i]) <= 1e-6)) {
      fail_msg("number %d is %g, not %g", i, (double)found[i], wanted[i]);
    }
  }
}
