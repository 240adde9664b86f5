// Contacts of flex elements: segments as capsules, triangles against spheres, capsules and boxes in
// closed form, everything else as convex shapes (the hull of the corners, inflated by the radius).

#include "collide/flex_element.h"

#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/mpr.h"
#include "math/inline.h"

void lb_makeElement(const mjModel* m, const mjData* d, int flex, int element, lbElement* res) {
  int dim = m->flex_dim[flex];
  const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + element * (dim + 1);
  const mjtNum* positions = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  res->flex = flex;
  res->element = element;
  res->dim = dim;
  res->radius = m->flex_radius[flex];
  for (int k = 0; k <= dim; k++) {
    res->vertex[k] = vertex[k];
    lb_copy3(res->point + 3 * k, positions + 3 * vertex[k]);
  }
  for (int i = 0; i < 3; i++) {
    mjtNum low = res->point[i], high = low;
    for (int k = 1; k <= dim; k++) {
      low = lb_min(low, res->point[3 * k + i]);
      high = lb_max(high, res->point[3 * k + i]);
    }
    res->box[i] = low;
    res->box[3 + i] = high;
  }
}

static void elementShape(const lbElement* e, lbShape* shape) {
  shape->type = LB_SHAPE_POINTS;
  shape->geom = -1;
  shape->points = e->point;
  shape->pointCount = e->dim + 1;
  shape->inflate = e->radius;
  shape->vertex = shape->vertexMesh = -1;
  lb_add3(shape->pos, e->box, e->box + 3);
  lb_scl3(shape->pos, shape->pos, 0.5);
}

static int convexContact(const mjModel* m, mjData* d, mjPreContact* con, lbShape* shape1,
                         lbShape* shape2, mjtNum margin) {
  shape1->inflate += 0.5 * margin;
  shape2->inflate += 0.5 * margin;
  lbEpa epa;
  if (!lb_penetration(m, d, shape1, shape2, con, &epa)) {
    return 0;
  }
  con->dist += margin;
  return 1;
}

// The nearest point of a triangle to a point (Ericson, Real-Time Collision Detection, 5.1.5).
static void nearestOnTriangle(mjtNum res[3], const mjtNum* a, const mjtNum* b, const mjtNum* c,
                              const mjtNum p[3]) {
  mjtNum ab[3], ac[3], ap[3], bp[3], cp[3];
  lb_sub3(ab, b, a);
  lb_sub3(ac, c, a);
  lb_sub3(ap, p, a);
  mjtNum d1 = lb_dot3(ab, ap), d2 = lb_dot3(ac, ap);
  if (d1 <= 0 && d2 <= 0) {
    lb_copy3(res, a);
    return;
  }
  lb_sub3(bp, p, b);
  mjtNum d3 = lb_dot3(ab, bp), d4 = lb_dot3(ac, bp);
  if (d3 >= 0 && d4 <= d3) {
    lb_copy3(res, b);
    return;
  }
  mjtNum vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    lb_addScl3(res, a, ab, d1 / (d1 - d3));
    return;
  }
  lb_sub3(cp, p, c);
  mjtNum d5 = lb_dot3(ab, cp), d6 = lb_dot3(ac, cp);
  if (d6 >= 0 && d5 <= d6) {
    lb_copy3(res, c);
    return;
  }
  mjtNum vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    lb_addScl3(res, a, ac, d2 / (d2 - d6));
    return;
  }
  mjtNum va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    mjtNum bc[3];
    lb_sub3(bc, c, b);
    lb_addScl3(res, b, bc, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    return;
  }
  mjtNum scale = 1 / (va + vb + vc);
  lb_addScl3(res, a, ab, vb * scale);
  lb_addToScl3(res, ac, vc * scale);
}

// A sphere against a triangle thickened by radius2, both sides.
static int sphereTriangle(mjPreContact* con, const mjtNum center[3], mjtNum radius1,
                          const lbElement* e, mjtNum margin) {
  mjtNum nearest[3];
  nearestOnTriangle(nearest, e->point, e->point + 3, e->point + 6, center);
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  return lb_spheres(con, center, radius1, unit, nearest, e->radius, unit, margin);
}

// A capsule against a triangle: the balls at its ends against the triangle, then the corners of the
// triangle against its barrel.
static int capsuleTriangle(mjPreContact* con, const mjtNum pos[3], const mjtNum mat[9],
                           const mjtNum size[3], const lbElement* e, mjtNum margin) {
  mjtNum axis[3] = {mat[2], mat[5], mat[8]}, center[3];
  int count = 0;
  for (int end = -1; end <= 1; end += 2) {
    lb_addScl3(center, pos, axis, end * size[1]);
    count += sphereTriangle(con + count, center, size[0], e, margin);
  }
  for (int k = 0; k < 3; k++) {
    mjtNum offset[3];
    lb_sub3(offset, e->point + 3 * k, pos);
    mjtNum along = lb_dot3(offset, axis);
    if (fabs(along) < size[1]) {
      lb_addScl3(center, pos, axis, along);
      count +=
          lb_spheres(con + count, center, size[0], mat, e->point + 3 * k, e->radius, mat, margin);
    }
  }
  return count;
}

// A box against a point thickened by a radius. COMPAT: COL-54, the face that it is furthest beyond
// counts, also next to edges and corners.
static int boxPoint(mjPreContact* con, const mjtNum pos[3], const mjtNum mat[9],
                    const mjtNum size[3], const mjtNum point[3], mjtNum radius, mjtNum margin) {
  mjtNum offset[3], local[3];
  lb_sub3(offset, point, pos);
  lb_mulMatTVec3(local, mat, offset);
  int axis = 0;
  for (int i = 1; i < 3; i++) {
    if (fabs(local[i]) - size[i] > fabs(local[axis]) - size[axis]) {
      axis = i;
    }
  }
  con->dist = fabs(local[axis]) - size[axis] - radius;
  if (con->dist > margin) {
    return 0;
  }
  mjtNum sign = local[axis] > 0 ? 1 : -1;
  lb_set3(con->normal, sign * mat[axis], sign * mat[3 + axis], sign * mat[6 + axis]);
  lb_addScl3(con->pos, point, con->normal, -radius - 0.5 * con->dist);
  lb_zero3(con->tangent);
  return 1;
}

// A box against a triangle: the corners of the triangle against the box, then the corners of the
// box against the triangle.
static int boxTriangle(mjPreContact* con, const mjtNum pos[3], const mjtNum mat[9],
                       const mjtNum size[3], const lbElement* e, mjtNum margin) {
  int count = 0;
  for (int k = 0; k < 3; k++) {
    count += boxPoint(con + count, pos, mat, size, e->point + 3 * k, e->radius, margin);
  }
  for (int corner = 0; corner < 8; corner++) {
    mjtNum local[3], world[3];
    for (int i = 0; i < 3; i++) {
      local[i] = corner >> i & 1 ? size[i] : -size[i];
    }
    lb_mulMatVec3(world, mat, local);
    lb_addTo3(world, pos);
    count += sphereTriangle(con + count, world, 0, e, margin);
  }
  return count;
}

// The capsule of a segment: pose and size.
static void segmentCapsule(const lbElement* e, mjtNum pos[3], mjtNum mat[9], mjtNum size[3]) {
  mjtNum axis[3], quat[4];
  lb_add3(pos, e->point, e->point + 3);
  lb_scl3(pos, pos, 0.5);
  lb_sub3(axis, e->point, e->point + 3);  // COMPAT: COL-54, towards the first corner
  size[0] = e->radius;
  size[1] = 0.5 * lb_normalize3(axis);
  size[2] = 0;
  mju_quatZ2Vec(quat, axis);
  lb_quat2Mat(mat, quat);
}

int lb_collideElementVertex(mjPreContact* con, const lbElement* e, const mjtNum vertex[3]) {
  if (e->dim == 1) {
    mjtNum pos[3], mat[9], size[3];
    segmentCapsule(e, pos, mat, size);
    return lb_sphereCapsule(con, vertex, e->radius, mat, pos, mat, size, 0);
  }
  return sphereTriangle(con, vertex, e->radius, e, 0);
}

static void flipNormals(mjPreContact* con, int count) {
  for (int i = 0; i < count; i++) {
    lb_scl3(con[i].normal, con[i].normal, -1);
  }
}

int lb_collideGeomElement(const mjModel* m, mjData* d, mjPreContact* con, int geom,
                          const lbElement* e, mjtNum margin) {
  int type = m->geom_type[geom];
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  const mjtNum* size = m->geom_size + 3 * geom;
  if (e->dim == 1 && (type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE || type == mjGEOM_BOX)) {
    mjtNum pos2[3], mat2[9], size2[3];
    segmentCapsule(e, pos2, mat2, size2);
    if (type == mjGEOM_SPHERE) {
      return lb_sphereCapsule(con, pos, size[0], mat, pos2, mat2, size2, margin);
    }
    if (type == mjGEOM_CAPSULE) {
      return lb_capsules(con, pos, mat, size, pos2, mat2, size2, margin);
    }
    int count = lb_capsuleBox(con, pos2, mat2, size2, pos, mat, size, margin);
    flipNormals(con, count);
    return count;
  }
  if (e->dim == 2 && type == mjGEOM_SPHERE) {
    return sphereTriangle(con, pos, size[0], e, margin);
  }
  if (e->dim == 2 && type == mjGEOM_CAPSULE) {
    return capsuleTriangle(con, pos, mat, size, e, margin);
  }
  if (e->dim == 2 && type == mjGEOM_BOX) {
    return boxTriangle(con, pos, mat, size, e, margin);
  }
  lbShape shape1, shape2;
  lb_geomShape(m, d, geom, &shape1);
  elementShape(e, &shape2);
  int count = convexContact(m, d, con, &shape1, &shape2, margin);
  if (count && e->dim == 2 && !(m->opt.disableflags & mjDSBL_NATIVECCD)) {
    lb_sharpenNormal(m, d, geom, -1, con);
  }
  return count;
}

int lb_collideElements(const mjModel* m, mjData* d, mjPreContact* con, const lbElement* a,
                       const lbElement* b, mjtNum margin) {
  if (a->dim == 1 && b->dim == 1) {
    mjtNum pos1[3], mat1[9], size1[3], pos2[3], mat2[9], size2[3];
    segmentCapsule(a, pos1, mat1, size1);
    segmentCapsule(b, pos2, mat2, size2);
    return lb_capsules(con, pos1, mat1, size1, pos2, mat2, size2, margin);
  }
  lbShape shape1, shape2;
  elementShape(a, &shape1);
  elementShape(b, &shape2);
  return convexContact(m, d, con, &shape1, &shape2, margin);
}
