// mj_geomDistance and mj_maxContact.

#include "base/error.h"
#include "collide/collide.h"
#include "collide/convex.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"

// Moves a witness point along the line to the other one.
static void moveToward(mjtNum point[3], const mjtNum direction[3], mjtNum length) {
  lb_addToScl3(point, direction, length);
}

// The radius of the ball around the core of a round shape; the shape becomes its core.
static mjtNum takeCore(lbShape* shape) {
  if (shape->type == mjGEOM_SPHERE) {
    shape->type = LB_SHAPE_POINT;
    return shape->size[0];
  }
  if (shape->type == mjGEOM_CAPSULE) {
    shape->type = LB_SHAPE_LINE;
    return shape->size[0];
  }
  return 0;
}

// Whether the balls around two geoms are further apart than a distance, by more than rounding.
static bool liesBeyond(const mjModel* m, const mjData* d, int g1, int g2, mjtNum distance) {
  mjtNum reach = distance + m->geom_rbound[g1] + m->geom_rbound[g2];
  mjtNum centers = lb_dist3(d->geom_xpos + 3 * g1, d->geom_xpos + 3 * g2);
  return centers * (1 - 1e-9) > reach;
}

// Signed distance of two convex geoms. Returns distmax when it is not below.
// COMPAT: GEOM-DISTANCE-BEYOND: the points are there when the search ended before a bound told it
// that the geoms are too far from each other, and zero otherwise.
static mjtNum convexDistance(const mjModel* m, mjData* d, int g1, int g2, mjtNum distmax,
                             mjtNum fromto[6]) {
  if (liesBeyond(m, d, g1, g2, distmax)) {
    return distmax;
  }
  lbShape shape1, shape2, core1, core2;
  lb_geomShape(m, d, g1, &shape1);
  lb_geomShape(m, d, g2, &shape2);
  core1 = shape1;
  core2 = shape2;
  mjtNum radius1 = takeCore(&core1), radius2 = takeCore(&core2);
  lbGjk gjk = {.tolerance = m->opt.ccd_tolerance,
               .maxIterations = lb_toInt(m->opt.ccd_iterations, 0, LB_MOST_ITERATIONS)};
  gjk.cutoff = lb_max(mjMINVAL, distmax + radius1 + radius2);
  if (!lb_gjk(&core1, &core2, &gjk)) {
    return distmax;
  }
  if (gjk.dist > gjk.tolerance) {
    mjtNum direction[3], dist = gjk.dist - radius1 - radius2;
    lb_sub3(direction, gjk.x2, gjk.x1);
    lb_normalize3(direction);
    lb_copy3(fromto, gjk.x1);
    lb_copy3(fromto + 3, gjk.x2);
    moveToward(fromto, direction, radius1);
    moveToward(fromto + 3, direction, -radius2);
    return lb_min(dist, distmax);
  }

  // penetration; shapes that just touch have the points where they do, and no direction leads out
  // of shapes with one centre
  lbEpa epa;
  bool found = lb_gjk(&shape1, &shape2, &gjk) && lb_epa(d, &shape1, &shape2, &gjk, &epa);
  bool touching = gjk.count > 0;
  lb_copy3(fromto, found ? epa.x1 : touching ? gjk.x1 : shape1.pos);
  lb_copy3(fromto + 3, found ? epa.x2 : touching ? gjk.x2 : shape2.pos);
  return lb_min(distmax, found ? epa.dist : 0);
}

// The contact of least distance that a collision function finds.
static mjtNum contactDistance(const mjModel* m, mjData* d, mjfCollision function, int g1, int g2,
                              mjtNum distmax, mjtNum fromto[6]) {
  mjPreContact con[mjMAXCONPAIR];
  int count = function(m, d, con, g1, g2, distmax);
  mjtNum best = distmax;
  for (int i = 0; i < count; i++) {
    if (con[i].dist < best) {
      best = con[i].dist;
      lb_addScl3(fromto, con[i].pos, con[i].normal, -0.5 * best);
      lb_addScl3(fromto + 3, con[i].pos, con[i].normal, 0.5 * best);
    }
  }
  return best;
}

// COMPAT: GEOM-DISTANCE-MPR: portal refinement knows no distances, only contacts within a margin.
static bool usesConvex(const mjModel* m, mjfCollision function) {
  return !lb_disabled(m, mjDSBL_NATIVECCD) &&
         (function == lb_collideConvex || function == lb_collideBoxBox);
}

bool lb_hasConvexDistance(const mjModel* m, int g1, int g2) {
  int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  return usesConvex(m, mjCOLLISIONFUNC[lb_minInt(type1, type2)][lb_maxInt(type1, type2)]);
}

mjtNum mj_geomDistance(const mjModel* m, mjData* d, int geom1, int geom2, mjtNum distmax,
                       mjtNum fromto[6]) {
  LB_REQUIRE(m && d);
  lb_checkId(m->ngeom, geom1, "geom", "mj_geomDistance");
  lb_checkId(m->ngeom, geom2, "geom", "mj_geomDistance");
  mjtNum points[6] = {0};
  bool swap = m->geom_type[geom1] > m->geom_type[geom2];
  int g1 = swap ? geom2 : geom1, g2 = swap ? geom1 : geom2;
  mjfCollision function = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  mjtNum dist = distmax;
  if (function) {
    mj_markStack(d);
    dist = usesConvex(m, function) ? convexDistance(m, d, g1, g2, distmax, points)
                                   : contactDistance(m, d, function, g1, g2, distmax, points);
    mj_freeStack(d);
  }
  if (fromto) {
    lb_copy3(fromto, points + (swap ? 3 : 0));
    lb_copy3(fromto + 3, points + (swap ? 0 : 3));
  }
  return dist;
}

static bool isPatchType(int type) {
  return type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER || type == mjGEOM_BOX ||
         type == mjGEOM_MESH;
}

int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin) {
  LB_REQUIRE(m);
  lb_checkId(m->ngeom, g1, "geom", "mj_maxContact");
  lb_checkId(m->ngeom, g2, "geom", "mj_maxContact");
  int type1 = lb_minInt(m->geom_type[g1], m->geom_type[g2]);
  int type2 = lb_maxInt(m->geom_type[g1], m->geom_type[g2]);
  if (!mjCOLLISIONFUNC[type1][type2]) {
    return 0;
  }
  if (type2 == mjGEOM_SDF) {
    return lb_minInt(mjMAXCONPAIR, m->opt.sdf_initpoints);
  }
  if (type1 == mjGEOM_HFIELD) {
    return mjMAXCONPAIR;
  }
  if (type1 == mjGEOM_PLANE) {
    static const int plane[] = {[mjGEOM_SPHERE] = 1,   [mjGEOM_CAPSULE] = 2, [mjGEOM_ELLIPSOID] = 1,
                                [mjGEOM_CYLINDER] = 4, [mjGEOM_BOX] = 4,     [mjGEOM_MESH] = 3};
    return plane[type2];
  }
  if (!isPatchType(type1) || !isPatchType(type2)) {
    return 1;
  }
  if (type2 == mjGEOM_CAPSULE) {
    return 2;
  }
  if (type1 == mjGEOM_CAPSULE && type2 == mjGEOM_BOX) {
    return 4;
  }
  if (type1 == mjGEOM_BOX && type2 == mjGEOM_BOX) {
    return 8;
  }
  if (lb_disabled(m, mjDSBL_MULTICCD)) {
    return 1;
  }
  if (has_margin < 0) {
    mjtNum margin = lb_max(m->geom_margin[g1], m->geom_margin[g2]);
    has_margin = (lb_enabled(m, mjENBL_OVERRIDE) ? m->opt.o_margin : margin) > 0;
  }
  // flat shapes without margin are clipped, everything else is tilted
  bool flat = type1 >= mjGEOM_BOX && !has_margin && !lb_disabled(m, mjDSBL_NATIVECCD);
  return flat ? 4 : 5;
}
