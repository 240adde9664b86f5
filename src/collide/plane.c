// Contacts of a plane with spheres, capsules, ellipsoids, cylinders, boxes and meshes.
//
// The plane is the xy plane of geom 1 and the half space below it is solid. Every contact lies on
// the plane normal n through a point s of the other surface: with h = n.(s - p) the distance is h
// and the contact position s - n h / 2. Several points are reported for capsules (2), cylinders
// (4), boxes (4) and meshes (3), so that the shape can rest on the plane.

#include "collide/collide.h"
#include "collide/convex.h"
#include "math/inline.h"

#define SQRT3_HALF 0.86602540378443864676

static inline void planeNormal(mjtNum n[3], const mjtNum mat[9]) {
  lb_set3(n, mat[2], mat[5], mat[8]);
}

// Writes the contact of surface point s at height h above the plane.
static inline void putPlaneContact(mjPreContact* con, const mjtNum n[3], const mjtNum s[3],
                                   mjtNum h) {
  con->dist = h;
  lb_addScl3(con->pos, s, n, -0.5 * h);
  lb_copy3(con->normal, n);
  lb_zero3(con->tangent);
}

int lb_planeSphere(mjPreContact* con, const mjtNum n[3], const mjtNum planePos[3],
                   const mjtNum center[3], mjtNum radius, mjtNum margin) {
  mjtNum offset[3];
  lb_sub3(offset, center, planePos);
  mjtNum height = lb_dot3(offset, n);
  // COMPAT: COL-PLANE-REACH: which of the two sums is rounded decides where the margin just reaches
  if (height > margin + radius) {
    return 0;
  }
  mjtNum dist = height - radius;
  con->dist = dist;
  lb_addScl3(con->pos, center, n, -0.5 * dist - radius);
  lb_copy3(con->normal, n);
  lb_zero3(con->tangent);
  return 1;
}

LB_PAIR_FUNCTION(lb_collidePlaneSphere) {
  mjtNum n[3];
  planeNormal(n, d->geom_xmat + 9 * g1);
  return lb_planeSphere(con, n, d->geom_xpos + 3 * g1, d->geom_xpos + 3 * g2, m->geom_size[3 * g2],
                        margin);
}

LB_PAIR_FUNCTION(lb_collidePlaneCapsule) {
  const mjtNum* pos = d->geom_xpos + 3 * g2;
  const mjtNum* mat = d->geom_xmat + 9 * g2;
  const mjtNum* size = m->geom_size + 3 * g2;
  mjtNum n[3], axis[3] = {mat[2], mat[5], mat[8]};
  planeNormal(n, d->geom_xmat + 9 * g1);

  // one contact per end, with the first tangent along the capsule
  int count = 0;
  for (int end = 1; end >= -1; end -= 2) {
    mjtNum center[3];
    lb_addScl3(center, pos, axis, end * size[1]);
    if (lb_planeSphere(con + count, n, d->geom_xpos + 3 * g1, center, size[0], margin)) {
      lb_copy3(con[count++].tangent, axis);
    }
  }
  return count;
}

LB_PAIR_FUNCTION(lb_collidePlaneEllipsoid) {
  const mjtNum* pos = d->geom_xpos + 3 * g2;
  const mjtNum* mat = d->geom_xmat + 9 * g2;
  const mjtNum* size = m->geom_size + 3 * g2;
  mjtNum n[3], local[3], scaled[3], s[3], offset[3];
  planeNormal(n, d->geom_xmat + 9 * g1);

  // lowest point: s = -A^2 n / |A n| in the ellipsoid frame, A = diag(size)
  lb_mulMatTVec3(local, mat, n);
  for (int i = 0; i < 3; i++) {
    scaled[i] = size[i] * local[i];
  }
  mjtNum norm = lb_norm3(scaled);
  if (norm < mjMINVAL) {
    return 0;
  }
  // COMPAT: COL-LAST-BITS: a direction first
  lb_scl3(scaled, scaled, 1 / norm);
  for (int i = 0; i < 3; i++) {
    scaled[i] *= -size[i];
  }
  lb_mulMatVec3(s, mat, scaled);
  lb_addTo3(s, pos);

  lb_sub3(offset, s, d->geom_xpos + 3 * g1);
  mjtNum height = lb_dot3(offset, n);
  if (height > margin) {
    return 0;
  }
  putPlaneContact(con, n, s, height);
  return 1;
}

// Sine of the angle between the axis of a cylinder and the normal below which its discs lie flat.
static const mjtNum lyingFlat = 1e-12;

LB_PAIR_FUNCTION(lb_collidePlaneCylinder) {
  const mjtNum* pos = d->geom_xpos + 3 * g2;
  const mjtNum* mat = d->geom_xmat + 9 * g2;
  mjtNum radius = m->geom_size[3 * g2], halfLength = m->geom_size[3 * g2 + 1];
  mjtNum n[3], offset[3], axis[3] = {mat[2], mat[5], mat[8]};
  planeNormal(n, d->geom_xmat + 9 * g1);

  // half axis that points at the plane
  mjtNum cosine = lb_dot3(n, axis);
  mjtNum toward = cosine > 0 ? -1 : 1;
  lb_scl3(axis, axis, toward);
  cosine *= toward;
  lb_sub3(offset, pos, d->geom_xpos + 3 * g1);
  mjtNum height = lb_dot3(offset, n);

  // radial vector that points at the plane: n made perpendicular to the axis, downwards
  mjtNum radial[3];
  for (int i = 0; i < 3; i++) {
    radial[i] = axis[i] * cosine - n[i];
  }
  mjtNum norm = lb_norm3(radial);
  if (norm < lyingFlat) {
    // disc parallel to the plane: any radius does
    lb_set3(radial, mat[0] * radius, mat[3] * radius, mat[6] * radius);
  } else {
    lb_scl3(radial, radial, radius / norm);
  }
  mjtNum radialDrop = lb_dot3(radial, n);
  lb_scl3(axis, axis, halfLength);
  mjtNum axisDrop = cosine * halfLength;

  // deepest point of the near disc
  mjtNum s[3];
  mjtNum h = height + axisDrop + radialDrop;
  if (h > margin) {
    return 0;
  }
  int count = 0;
  lb_add3(s, pos, radial);
  lb_addTo3(s, axis);
  putPlaneContact(con + count++, n, s, h);

  // the same side of the far disc
  h = height - axisDrop + radialDrop;
  if (h <= margin) {
    lb_add3(s, pos, radial);
    lb_subFrom3(s, axis);
    putPlaneContact(con + count++, n, s, h);
  }

  // two more points of the near disc, an equilateral triangle with the first
  h = height + axisDrop - 0.5 * radialDrop;
  if (h <= margin) {
    mjtNum side[3];
    lb_cross(side, radial, axis);
    lb_normalize3(side);
    for (int sign = 1; sign >= -1; sign -= 2) {
      lb_addScl3(s, pos, side, sign * radius * SQRT3_HALF);
      lb_addTo3(s, axis);
      lb_addToScl3(s, radial, -0.5);
      putPlaneContact(con + count++, n, s, h);
    }
  }
  return count;
}

LB_PAIR_FUNCTION(lb_collidePlaneBox) {
  const mjtNum* pos = d->geom_xpos + 3 * g2;
  const mjtNum* mat = d->geom_xmat + 9 * g2;
  const mjtNum* size = m->geom_size + 3 * g2;
  mjtNum n[3], offset[3];
  planeNormal(n, d->geom_xmat + 9 * g1);
  lb_sub3(offset, pos, d->geom_xpos + 3 * g1);
  mjtNum height = lb_dot3(offset, n);

  // corners of the lower half within margin, at most four
  int count = 0;
  for (int corner = 0; corner < 8 && count < 4; corner++) {
    mjtNum v[3], s[3];
    for (int k = 0; k < 3; k++) {
      v[k] = (corner >> k & 1) ? size[k] : -size[k];
    }
    lb_mulMatVec3(s, mat, v);
    mjtNum drop = lb_dot3(n, s);
    if (height + drop > margin || drop > 0) {
      continue;
    }
    lb_addTo3(s, pos);
    putPlaneContact(con + count++, n, s, height + drop);
  }
  return count;
}

// World position of a mesh vertex and its height above the plane.
static mjtNum vertexHeight(const mjModel* m, const mjData* d, int g1, int g2, const mjtNum n[3],
                           const float* v, mjtNum s[3]) {
  mjtNum local[3] = {v[0], v[1], v[2]}, offset[3];
  lb_mulMatVec3(s, d->geom_xmat + 9 * g2, local);
  lb_addTo3(s, d->geom_xpos + 3 * g2);
  lb_sub3(offset, s, d->geom_xpos + 3 * g1);
  return lb_dot3(offset, n);
}

LB_PAIR_FUNCTION(lb_collidePlaneMesh) {
  const mjtNum spread = 0.3;  // least distance from the first contact, in bounding radii
  const int limit = 3;
  mjtNum n[3], down[3], s[3];
  planeNormal(n, d->geom_xmat + 9 * g1);

  // lowest vertex
  lbShape shape;
  lb_geomShape(m, d, g2, &shape);
  lb_neg3(down, n);
  // COMPAT: COL-PLANE-MESH-TIES: of those that are equally low the one where a climb from the first
  // vertex of the hull ends
  shape.centered = true;
  lb_support(&shape, down, s);
  mjtNum offset[3];
  lb_sub3(offset, s, d->geom_xpos + 3 * g1);
  mjtNum height = lb_dot3(offset, n);
  if (height > margin) {
    return 0;
  }
  putPlaneContact(con, n, s, height);
  int count = 1;
  if (!shape.hasGraph) {
    return count;
  }

  // its neighbours closer than margin, if far enough from the first contact.
  // COMPAT: COL-41: without a climb the id of the mesh vertex serves as that of the hull vertex,
  // and beyond the hull's vertices the ids that follow in mesh_graph serve as addresses of edges.
  int start = shape.vertex >= 0 ? shape.vertex : shape.vertexMesh;
  const lbHull* hull = &shape.hull;
  int beyond = start - hull->vertexCount;
  if (beyond >= hull->vertexCount) {
    return count;
  }
  int first = beyond < 0 ? hull->edgeAdr[start] : hull->vertexId[beyond];
  if (first >= hull->edgeCount) {
    return count;
  }
  mjtNum nearest = spread * m->geom_rbound[g2];
  for (const int* edge = hull->edges + first; *edge >= 0 && count < limit; edge++) {
    const float* v = hull->positions + 3 * hull->vertexId[*edge];
    height = vertexHeight(m, d, g1, g2, n, v, s);
    if (height < margin && lb_dist3(s, con->pos) >= nearest) {
      putPlaneContact(con + count++, n, s, height);
    }
  }
  return count;
}
