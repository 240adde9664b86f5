// Contacts of spheres and capsules with spheres, capsules, cylinders and boxes, in closed form.
//
// All of them come down to two spheres: the sphere itself, or the one around the nearest point of a
// capsule's segment, against the nearest point of the other shape.

#include "collide/collide.h"
#include "math/inline.h"

int lb_spheres(mjPreContact* con, const mjtNum pos1[3], mjtNum radius1, const mjtNum mat1[9],
               const mjtNum pos2[3], mjtNum radius2, const mjtNum mat2[9], mjtNum margin) {
  mjtNum between[3];
  lb_sub3(between, pos2, pos1);
  mjtNum squared = lb_dot3(between, between);
  mjtNum reach = margin + radius1 + radius2;
  if (squared > reach * reach) {
    return 0;
  }

  mjtNum length = sqrt(squared);
  con->dist = length - radius1 - radius2;
  if (length < mjMINVAL) {
    // same centre: the normal is perpendicular to both z axes, or x when they are parallel
    mjtNum axis1[3] = {mat1[2], mat1[5], mat1[8]}, axis2[3] = {mat2[2], mat2[5], mat2[8]};
    lb_cross(con->normal, axis1, axis2);
    lb_normalize3(con->normal);
  } else {
    lb_scl3(con->normal, between, 1 / length);
  }
  lb_addScl3(con->pos, pos1, con->normal, radius1 + 0.5 * con->dist);
  lb_zero3(con->tangent);
  return 1;
}

LB_PAIR_FUNCTION(lb_collideSphereSphere) {
  return lb_spheres(con, d->geom_xpos + 3 * g1, m->geom_size[3 * g1], d->geom_xmat + 9 * g1,
                    d->geom_xpos + 3 * g2, m->geom_size[3 * g2], d->geom_xmat + 9 * g2, margin);
}

int lb_sphereCapsule(mjPreContact* con, const mjtNum pos1[3], mjtNum radius, const mjtNum mat1[9],
                     const mjtNum pos2[3], const mjtNum mat2[9], const mjtNum size2[3],
                     mjtNum margin) {
  mjtNum axis[3] = {mat2[2], mat2[5], mat2[8]}, offset[3], nearest[3];

  // nearest point of the segment
  lb_sub3(offset, pos1, pos2);
  lb_addScl3(nearest, pos2, axis, lb_clip(lb_dot3(axis, offset), -size2[1], size2[1]));
  return lb_spheres(con, pos1, radius, mat1, nearest, size2[0], mat2, margin);
}

LB_PAIR_FUNCTION(lb_collideSphereCapsule) {
  return lb_sphereCapsule(con, d->geom_xpos + 3 * g1, m->geom_size[3 * g1], d->geom_xmat + 9 * g1,
                          d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_size + 3 * g2,
                          margin);
}

LB_PAIR_FUNCTION(lb_collideSphereCylinder) {
  const mjtNum* pos1 = d->geom_xpos + 3 * g1;
  const mjtNum* mat1 = d->geom_xmat + 9 * g1;
  const mjtNum* pos2 = d->geom_xpos + 3 * g2;
  const mjtNum* mat2 = d->geom_xmat + 9 * g2;
  mjtNum sphereRadius = m->geom_size[3 * g1];
  mjtNum radius = m->geom_size[3 * g2], height = m->geom_size[3 * g2 + 1];
  mjtNum axis[3] = {mat2[2], mat2[5], mat2[8]};

  // cylinder coordinates of the sphere: x along the axis, radial vector of squared length rr
  mjtNum offset[3], radial[3];
  lb_sub3(offset, pos1, pos2);
  mjtNum x = lb_dot3(offset, axis);
  lb_addScl3(radial, offset, axis, -x);
  mjtNum rr = lb_dot3(radial, radial);
  bool besideBarrel = fabs(x) < height;
  bool aboveCap = rr < radius * radius;

  // centre inside: leave through the nearer of barrel and cap
  if (besideBarrel && aboveCap) {
    mjtNum toBarrel = radius - sqrt(rr);
    mjtNum toCap = height - fabs(x);
    besideBarrel = toBarrel <= toCap;
    aboveCap = !besideBarrel;
  }

  if (besideBarrel) {
    mjtNum nearest[3];
    lb_addScl3(nearest, pos2, axis, x);
    return lb_spheres(con, pos1, sphereRadius, mat1, nearest, radius, mat2, margin);
  }

  mjtNum side = x > 0 ? 1 : -1;
  if (aboveCap) {
    // the cap is a plane, but the second shape
    mjtNum cap[3], outward[3];
    lb_addScl3(cap, pos2, axis, side * height);
    lb_scl3(outward, axis, side);
    int count = lb_planeSphere(con, outward, cap, pos1, sphereRadius, margin);
    lb_neg3(con->normal, outward);
    return count;
  }

  // nearest point on the rim
  mjtNum rim[3];
  lb_scl3(rim, radial, radius / sqrt(rr));
  lb_addToScl3(rim, axis, side * height);
  lb_addTo3(rim, pos2);
  return lb_spheres(con, pos1, sphereRadius, mat1, rim, 0, mat2, margin);
}

int lb_sphereBox(mjPreContact* con, const mjtNum pos1[3], mjtNum radius, const mjtNum pos2[3],
                 const mjtNum mat2[9], const mjtNum size2[3], mjtNum margin) {
  mjtNum offset[3], center[3], nearest[3], away[3];
  lb_sub3(offset, pos1, pos2);
  lb_mulMatTVec3(center, mat2, offset);
  for (int i = 0; i < 3; i++) {
    nearest[i] = lb_clip(center[i], -size2[i], size2[i]);
    away[i] = nearest[i] - center[i];
  }
  mjtNum length = lb_norm3(away);
  if (length - radius > margin) {
    return 0;
  }

  mjtNum local[3];
  if (length <= mjMINVAL) {
    // centre inside: leave through the nearest face
    int face = 0;
    mjtNum depth = mjMAXVAL;
    for (int i = 0; i < 6; i++) {
      mjtNum toFace = fabs((i & 1 ? size2[i / 2] : -size2[i / 2]) - center[i / 2]);
      if (toFace < depth) {
        depth = toFace;
        face = i;
      }
    }
    lb_zero3(local);
    local[face / 2] = face & 1 ? -1 : 1;
    con->dist = -depth - radius;
    lb_addScl3(nearest, center, local, 0.5 * (radius - depth));
  } else {
    // COMPAT: COL-LAST-BITS: the middle of the two surface points
    lb_scl3(local, away, 1 / length);
    con->dist = length - radius;
    lb_addToScl3(center, local, radius);
    lb_addTo3(nearest, center);
    lb_scl3(nearest, nearest, 0.5);
  }
  lb_mulMatVec3(con->normal, mat2, local);
  lb_mulMatVec3(con->pos, mat2, nearest);
  lb_addTo3(con->pos, pos2);
  lb_zero3(con->tangent);
  return 1;
}

LB_PAIR_FUNCTION(lb_collideSphereBox) {
  return lb_sphereBox(con, d->geom_xpos + 3 * g1, m->geom_size[3 * g1], d->geom_xpos + 3 * g2,
                      d->geom_xmat + 9 * g2, m->geom_size + 3 * g2, margin);
}

// Two capsules, parallel to within rounding: up to two contacts, at ends that face the other one.
static int parallelCapsules(mjPreContact* con, const mjtNum pos1[3], const mjtNum mat1[9],
                            const mjtNum axis1[3], mjtNum radius1, const mjtNum pos2[3],
                            const mjtNum mat2[9], const mjtNum axis2[3], mjtNum radius2,
                            const mjtNum u, const mjtNum v, const mjtNum ma, const mjtNum mb,
                            const mjtNum mc, mjtNum margin) {
  mjtNum p1[3], p2[3];
  int count = 0;

  // ends of the first against the segment of the second
  for (int end = 1; end >= -1 && count < 2; end -= 2) {
    mjtNum x2 = lb_clip((v - end * mb) / mc, -1, 1);
    lb_addScl3(p1, pos1, axis1, end);
    lb_addScl3(p2, pos2, axis2, x2);
    count += lb_spheres(con + count, p1, radius1, mat1, p2, radius2, mat2, margin);
  }
  // ends of the second against the segment of the first
  for (int end = 1; end >= -1 && count < 2; end -= 2) {
    mjtNum x1 = lb_clip((u - end * mb) / ma, -1, 1);
    lb_addScl3(p1, pos1, axis1, x1);
    lb_addScl3(p2, pos2, axis2, end);
    count += lb_spheres(con + count, p1, radius1, mat1, p2, radius2, mat2, margin);
  }
  return count;
}

int lb_capsules(mjPreContact* con, const mjtNum pos1[3], const mjtNum mat1[9],
                const mjtNum size1[3], const mjtNum pos2[3], const mjtNum mat2[9],
                const mjtNum size2[3], mjtNum margin) {
  // segments pos + x axis, x in [-1, 1]; minimise |pos1 + x1 axis1 - pos2 - x2 axis2|^2 / 2, whose
  // stationary point solves [ma mb; mb mc] [x1; x2] = [u; v]
  mjtNum axis1[3] = {mat1[2] * size1[1], mat1[5] * size1[1], mat1[8] * size1[1]};
  mjtNum axis2[3] = {mat2[2] * size2[1], mat2[5] * size2[1], mat2[8] * size2[1]};
  mjtNum between[3];
  lb_sub3(between, pos1, pos2);
  mjtNum ma = lb_dot3(axis1, axis1), mb = -lb_dot3(axis1, axis2), mc = lb_dot3(axis2, axis2);
  mjtNum u = -lb_dot3(axis1, between), v = lb_dot3(axis2, between);
  mjtNum det = ma * mc - mb * mb;
  if (fabs(det) < mjMINVAL) {
    return parallelCapsules(con, pos1, mat1, axis1, size1[0], pos2, mat2, axis2, size2[0], u, v, ma,
                            mb, mc, margin);
  }

  mjtNum x1 = (mc * u - mb * v) / det, x2 = (ma * v - mb * u) / det;
  if (x1 > 1 || x1 < -1) {
    x1 = x1 > 1 ? 1 : -1;
    x2 = (v - mb * x1) / mc;
  }
  if (x2 > 1 || x2 < -1) {
    x2 = x2 > 1 ? 1 : -1;
    x1 = lb_clip((u - mb * x2) / ma, -1, 1);
  }
  mjtNum p1[3], p2[3];
  lb_addScl3(p1, pos1, axis1, x1);
  lb_addScl3(p2, pos2, axis2, x2);
  return lb_spheres(con, p1, size1[0], mat1, p2, size2[0], mat2, margin);
}

LB_PAIR_FUNCTION(lb_collideCapsuleCapsule) {
  return lb_capsules(con, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_size + 3 * g1,
                     d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_size + 3 * g2, margin);
}
