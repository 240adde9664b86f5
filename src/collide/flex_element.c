// Contacts of flex elements: segments as capsules, triangles against spheres, capsules and boxes in
// closed form, everything else as convex shapes (the hull of the corners, inflated by the radius).

#include "collide/flex_element.h"

#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/sharpen.h"
#include "math/inline.h"
#include "model/options.h"

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

void lb_elementCenter(const lbElement* e, mjtNum center[3]) {
  lb_add3(center, e->box, e->box + 3);
  lb_scl3(center, center, 0.5);
}

static void elementShape(const lbElement* e, lbShape* shape) {
  shape->type = LB_SHAPE_POINTS;
  shape->geom = -1;
  shape->points = e->point;
  shape->pointCount = e->dim + 1;
  shape->inflate = e->radius;
  shape->vertex = shape->vertexMesh = -1;
  lb_elementCenter(e, shape->pos);
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

// A triangle in its plane: the first corner is the origin, the first side the x axis.
typedef struct FlatTriangle_ {
  mjtNum x[3], y[3], normal[3];
  mjtNum corner[3][2];
} FlatTriangle;

static FlatTriangle flatTriangle(const lbElement* e) {
  FlatTriangle t = {.corner = {{0}}};
  mjtNum side[3], other[3];
  lb_sub3(side, e->point + 3, e->point);
  lb_sub3(other, e->point + 6, e->point);
  lb_cross(t.normal, side, other);
  lb_normalize3(t.normal);
  lb_cross(t.y, t.normal, side);
  lb_normalize3(t.y);
  lb_copy3(t.x, side);
  t.corner[1][0] = lb_normalize3(t.x);
  t.corner[2][0] = lb_dot3(other, t.x);
  t.corner[2][1] = lb_dot3(other, t.y);
  return t;
}

// The nearest point of a side, from a to b; returns the squared distance.
static mjtNum nearestOnSide(mjtNum res[2], const mjtNum a[2], const mjtNum b[2],
                            const mjtNum p[2]) {
  mjtNum side[2] = {b[0] - a[0], b[1] - a[1]}, offset[2] = {p[0] - a[0], p[1] - a[1]};
  mjtNum squared = side[0] * side[0] + side[1] * side[1];
  mjtNum w = (offset[0] * side[0] + offset[1] * side[1]) / lb_max(mjMINVAL, squared);
  for (int i = 0; i < 2; i++) {
    res[i] = w <= 0 ? a[i] : w >= 1 ? b[i] : a[i] + w * side[i];
  }
  return (p[0] - res[0]) * (p[0] - res[0]) + (p[1] - res[1]) * (p[1] - res[1]);
}

// The nearest point of a triangle to a point, both relative to the first corner.
// COMPAT: FLEX-ELEMENT: numbers of neighbours that share it differ in their last bits as the peer's
// do: they decide which of many contacts are kept.
static void nearestOnTriangle(mjtNum res[3], const lbElement* e, const mjtNum p[3]) {
  FlatTriangle t = flatTriangle(e);
  mjtNum best[2] = {0}, least = mjMAXVAL;
  lb_addScl3(res, p, t.normal, -lb_dot3(p, t.normal));
  mjtNum flat[2] = {lb_dot3(res, t.x), lb_dot3(res, t.y)};
  bool inside = true;
  for (int k = 0; k < 3; k++) {
    const mjtNum *a = t.corner[k], *b = t.corner[(k + 1) % 3];
    inside &= (b[0] - a[0]) * (flat[1] - a[1]) > (b[1] - a[1]) * (flat[0] - a[0]);
    mjtNum nearest[2], squared = nearestOnSide(nearest, a, b, flat);
    if (squared < least) {
      least = squared;
      best[0] = nearest[0];
      best[1] = nearest[1];
    }
  }
  if (!inside) {
    lb_scl3(res, t.x, best[0]);
    lb_addToScl3(res, t.y, best[1]);
  }
}

// A sphere against a triangle thickened by radius2, both sides.
static int sphereTriangle(mjPreContact* con, const mjtNum center[3], mjtNum radius1,
                          const lbElement* e, mjtNum margin) {
  mjtNum nearest[3], offset[3];
  lb_sub3(offset, center, e->point);
  nearestOnTriangle(nearest, e, offset);
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (!lb_spheres(con, offset, radius1, unit, nearest, e->radius, unit, margin)) {
    return 0;
  }
  lb_addScl3(con->pos, center, con->normal, radius1 + 0.5 * con->dist);
  return 1;
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

// A box against a point thickened by a radius. COMPAT: FLEX-ELEMENT: the face that it is furthest
// beyond counts, also next to edges and corners.
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
  lb_sub3(axis, e->point, e->point + 3);  // COMPAT: FLEX-ELEMENT: towards the first corner
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
  if (count && e->dim == 2 && !lb_disabled(m, mjDSBL_NATIVECCD)) {
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
