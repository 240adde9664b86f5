// Adapter from shapes to libccd.

#include "collide/mpr.h"

#include <ccd/ccd.h>

#include "math/inline.h"

static void supportPoint(const void* shape, const ccd_vec3_t* dir, ccd_vec3_t* point) {
  // libccd passes unit directions here, and shapes as const, although the climb keeps its place
  mjtNum res[3];
  lb_support((lbShape*)shape, dir->v, res);
  lb_copy3(point->v, res);
}

static void centerPoint(const void* shape, ccd_vec3_t* center) {
  lb_copy3(center->v, ((const lbShape*)shape)->pos);
}

bool lb_mprPenetration(const mjModel* m, lbShape* shape1, lbShape* shape2, mjPreContact* con) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = supportPoint;
  ccd.center1 = ccd.center2 = centerPoint;
  ccd.max_iterations = (unsigned long)m->opt.ccd_iterations;
  ccd.mpr_tolerance = m->opt.ccd_tolerance;

  shape1->centered = shape2->centered = true;
  ccd_real_t depth;
  ccd_vec3_t dir, pos;
  if (ccdMPRPenetration(shape1, shape2, &ccd, &depth, &dir, &pos) != 0 ||
      ccdVec3Eq(&dir, ccd_vec3_origin)) {
    return false;
  }
  con->dist = -depth;
  lb_copy3(con->pos, pos.v);
  lb_copy3(con->normal, dir.v);
  lb_zero3(con->tangent);
  return true;
}
