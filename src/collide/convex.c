// Pairs of convex geoms that have no closed form: GJK, then EPA when they penetrate.
//
// Spheres and capsules are first reduced to a point or a line segment: while the cores do not
// touch, the distance is that of the cores less the radii, exact and free of EPA.

#include "collide/convex.h"

#include "base/error.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/mpr.h"
#include "collide/patch.h"
#include "collide/placed_box.h"
#include "collide/sharpen.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"

// Metres below which a gap is GJK's to judge.
#define CLEAR_GAP 1e-6

static bool isRound(const lbShape* shape) {
  return shape->type == mjGEOM_SPHERE || shape->type == mjGEOM_CAPSULE;
}

// Replaces a round shape by its core and returns the radius taken away, inflation included.
static mjtNum shrink(lbShape* shape) {
  mjtNum radius = shape->size[0] + shape->inflate;
  if (shape->type == mjGEOM_SPHERE) {
    shape->type = LB_SHAPE_POINT;
  } else if (shape->type == mjGEOM_CAPSULE) {
    shape->type = LB_SHAPE_LINE;
  } else {
    return 0;
  }
  shape->inflate = 0;
  return radius;
}

// The contact of two witness points at signed distance dist.
static void putWitness(mjPreContact* con, mjtNum dist, const mjtNum x1[3], const mjtNum x2[3]) {
  con->dist = dist;
  lb_add3(con->pos, x1, x2);
  lb_scl3(con->pos, con->pos, 0.5);
  lb_sub3(con->normal, x1, x2);
  lb_normalize3(con->normal);
  lb_zero3(con->tangent);
}

bool lb_penetration(const mjModel* m, mjData* d, lbShape* shape1, lbShape* shape2,
                    mjPreContact* con, lbEpa* epa) {
  epa->iterations = -1;
  if (lb_disabled(m, mjDSBL_NATIVECCD)) {
    return lb_mprPenetration(m, shape1, shape2, con);
  }
  lbGjk gjk = {.tolerance = m->opt.ccd_tolerance,
               .maxIterations = lb_toInt(m->opt.ccd_iterations, 0, LB_MOST_ITERATIONS)};
  lbShape full1, full2;
  bool round = isRound(shape1) || isRound(shape2);
  if (round) {
    full1 = *shape1;
    full2 = *shape2;
  }
  mjtNum radius1 = round ? shrink(shape1) : 0, radius2 = round ? shrink(shape2) : 0;
  if (radius1 + radius2 > 0) {
    gjk.cutoff = radius1 + radius2;
    if (!lb_gjk(shape1, shape2, &gjk)) {
      return false;
    }
    if (gjk.dist > gjk.tolerance) {
      // cores apart: put the radii back. COMPAT: COL-TOUCH: shapes that just touch have no contact
      mjtNum dist = gjk.dist - radius1 - radius2;
      if (dist >= 0) {
        return false;
      }
      mjtNum normal[3];
      lb_sub3(normal, gjk.x2, gjk.x1);
      lb_normalize3(normal);
      lb_addToScl3(gjk.x1, normal, radius1);
      lb_addToScl3(gjk.x2, normal, -radius2);
      putWitness(con, dist, gjk.x1, gjk.x2);
      return true;
    }
    *shape1 = full1;
    *shape2 = full2;
  }

  gjk.cutoff = 0;
  if (!lb_gjk(shape1, shape2, &gjk)) {
    return false;
  }
  if (gjk.dist > 0) {
    return false;
  }
  if (!lb_epa(d, shape1, shape2, &gjk, epa)) {
    return false;
  }
  putWitness(con, epa->dist, epa->x1, epa->x2);
  return true;
}

// Whether several contacts are worth looking for: not when a shape is strictly convex.
static bool mayTouchAlongPatch(int type1, int type2) {
  bool round1 = type1 == mjGEOM_SPHERE || type1 == mjGEOM_ELLIPSOID;
  bool round2 = type2 == mjGEOM_SPHERE || type2 == mjGEOM_ELLIPSOID;
  return !round1 && !round2;
}

static bool isFlat(int type) {
  return type == mjGEOM_BOX || type == mjGEOM_MESH;
}

// Rotates a shape about a point. COMPAT: COL-44: to the last bit, by what rotating moves it:
// searches for what is deepest end elsewhere after other roundings.
static void rotateAbout(lbShape* shape, const mjtNum point[3], const mjtNum rotation[9]) {
  mjtNum arm[3], turned[3];
  lb_sub3(arm, shape->pos, point);
  lb_mulMatVec3(turned, rotation, arm);
  lb_subFrom3(turned, arm);
  lb_addTo3(shape->pos, turned);
  lb_mulMatMat3(shape->mat, rotation, shape->mat);
}

// Searches for support points go on where the last one ended, also from one penetration to the
// next.
static void keepVertices(lbShape* shape, const lbShape* last) {
  shape->vertex = last->vertex;
  shape->vertexMesh = last->vertexMesh;
}

// More contacts of a patch: both shapes are tilted a little in opposite directions about the first
// contact, so that another part of the patch becomes the deepest.
// COMPAT: COL-44: the angles and their order, which are the order of the contacts.
static int tiltedContacts(const mjModel* m, mjData* d, lbShape* shape1, lbShape* shape2,
                          mjPreContact* con) {
  const mjtNum angle = 1e-3, distinct = 1e-3;
  mjtNum frame[9];
  lb_copy3(frame, con->normal);
  lb_copy3(frame + 3, con->tangent);
  lb_makeFrame(frame);
  mjtNum tolerance = distinct * lb_min(m->geom_rbound[shape1->geom], m->geom_rbound[shape2->geom]);

  int count = 1;
  for (int axis = 1; axis < 3; axis++) {
    for (int sign = 1; sign >= -1; sign -= 2) {
      mjtNum quat[4], rotation[9], inverse[9];
      lb_axisAngle2Quat(quat, frame + 3 * axis, sign * angle);
      lb_quat2Mat(rotation, quat);
      lb_transpose3(inverse, rotation);
      lbShape tilted1 = *shape1, tilted2 = *shape2;
      rotateAbout(&tilted1, con->pos, inverse);
      rotateAbout(&tilted2, con->pos, rotation);
      mjPreContact* next = con + count;
      lbEpa epa;
      bool found = lb_penetration(m, d, &tilted1, &tilted2, next, &epa);
      keepVertices(shape1, &tilted1);
      keepVertices(shape2, &tilted2);
      if (!found) {
        continue;
      }
      bool isNew = true;
      for (int i = 0; i < count && isNew; i++) {
        isNew = lb_dist3(con[i].pos, next->pos) > tolerance;
      }
      if (isNew) {
        next->dist = con->dist;
        count++;
      }
    }
  }
  return count;
}

// The box of a geom: of meshes what the model says, of others what their sizes are now.
static void placeBox(const mjModel* m, const lbShape* shape, mjtNum half[3], lbPlacedBox* box) {
  const mjtNum *size = shape->size, *aabb = m->geom_aabb + 6 * shape->geom;
  box->mat = shape->mat;
  box->half = half;
  lb_copy3(box->center, shape->pos);
  switch (shape->type) {
    case mjGEOM_SPHERE:
      lb_set3(half, size[0], size[0], size[0]);
      break;
    case mjGEOM_CAPSULE:
      lb_set3(half, size[0], size[0], size[1] + size[0]);
      break;
    case mjGEOM_CYLINDER:
      lb_set3(half, size[0], size[0], size[1]);
      break;
    case mjGEOM_MESH:
      lb_mulMatVec3(box->center, shape->mat, aabb);
      lb_addTo3(box->center, shape->pos);
      lb_copy3(half, aabb + 3);
      break;
    default:
      lb_copy3(half, size);
  }
}

// Whether boxes show that two geoms are apart, by more than what GJK could take for touching. In
// piles this is so of most pairs, and costs a fraction of GJK's first support points.
static bool boxesApart(const mjModel* m, const lbShape* shape1, const lbShape* shape2,
                       mjtNum margin) {
  mjtNum half1[3], half2[3];
  lbPlacedBox box1, box2;
  placeBox(m, shape1, half1, &box1);
  placeBox(m, shape2, half2, &box2);
  return lb_boxesApart(&box1, &box2, margin + CLEAR_GAP + 2 * m->opt.ccd_tolerance);
}

LB_PAIR_FUNCTION(lb_collideConvex) {
  lbShape shape1, shape2;
  lb_geomShape(m, d, g1, &shape1);
  lb_geomShape(m, d, g2, &shape2);
  bool native = !lb_disabled(m, mjDSBL_NATIVECCD);
  if (native && boxesApart(m, &shape1, &shape2, margin)) {
    return 0;
  }
  shape1.inflate = shape2.inflate = 0.5 * margin;
  lbShape work1 = shape1, work2 = shape2;
  lbEpa epa;
  if (!lb_penetration(m, d, &work1, &work2, con, &epa)) {
    return 0;
  }
  con->dist += margin;
  keepVertices(&shape1, &work1);
  keepVertices(&shape2, &work2);
  bool several = !lb_disabled(m, mjDSBL_MULTICCD) && mayTouchAlongPatch(shape1.type, shape2.type);
  if (!native) {
    lb_sharpenNormal(m, d, g1, g2, con);
    int count = several ? tiltedContacts(m, d, &shape1, &shape2, con) : 1;
    for (int i = 1; i < count; i++) {
      lb_sharpenNormal(m, d, g1, g2, con + i);
    }
    return count;
  }
  if (!several) {
    return 1;
  }
  if (isFlat(shape1.type) && isFlat(shape2.type) && margin <= 0) {
    int count = epa.iterations >= 0 ? lb_flatPatch(m, d, &work1, &work2, &epa, con) : 0;
    return count ? count : 1;
  }
  return tiltedContacts(m, d, &shape1, &shape2, con);
}
