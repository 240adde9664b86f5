// Contacts of two boxes: up to eight.
//
// Stage 1, separating axis test: of the 15 candidate axes (three face normals of either box, nine
// products of edges) the one with the least overlap is the contact normal. A face must be beaten
// clearly before an edge axis is taken, since a face gives a stable patch of contacts and an edge
// axis a single one.
// Stage 2, manifold. Face: the most opposed face of the other box (incident) is clipped against the
// side planes of the reference face; every remaining corner within margin of the reference plane is
// a contact. Edge: one contact between the nearest points of the two edges.

#include "collide/collide.h"
#include "math/inline.h"

// COMPAT: BOX-EDGE-BIAS: an edge axis within acos(PARALLEL) of the best face normal must be better
// by this share of the face's overlap or distance.
#define PARALLEL 0.99
#define PARALLEL_BIAS 0.05
#define EDGE_BIAS 1e-12       // and any edge axis must win by more than rounding
#define TOUCH 1e-15           // of boxes that touch exactly, the rounding of the contacts decides
#define PARALLEL_EDGES 1e-12  // squared sine of the angle of edges that have no product
#define SAME_POINT 1e-7       // of the reference face's half diagonal: contacts this near are one
#define MAX_CORNERS 16

typedef struct Box_ {
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* size;
} Box;

typedef enum AxisKind_ {
  FACE_OF_FIRST,   // the normal of a face of box 1
  FACE_OF_SECOND,  // of box 2
  TWO_EDGES,       // the product of an edge of either
} AxisKind;

// The axis of least overlap found so far.
typedef struct Axis_ {
  mjtNum separation;  // signed distance along the axis, negative: overlap
  AxisKind kind;
  int axis1, axis2;  // axes of box 1 and box 2 that the normal is made of; those that count
  mjtNum normal[3];  // unit normal in the frame of the first box, from box 1 to box 2
} Axis;

static void column(mjtNum res[3], const mjtNum mat[9], int i) {
  lb_set3(res, mat[i], mat[3 + i], mat[6 + i]);
}

// Separation along the face normals of both boxes. rot[i][j] = axis i of box 1 . axis j of box 2,
// t: centre of box 2, both in the frame of box 1; t2: the same offset in the frame of box 2. False
// when further apart than margin.
static bool bestFace(const Box* b1, const Box* b2, const mjtNum rot[9], const mjtNum absRot[9],
                     const mjtNum t[3], const mjtNum t2[3], mjtNum margin, Axis* best) {
  best->separation = -mjMAXVAL;
  for (int i = 0; i < 3; i++) {
    mjtNum separation = fabs(t[i]) - b1->size[i] - lb_dot3(absRot + 3 * i, b2->size);
    if (separation > margin + TOUCH) {
      return false;
    }
    if (separation > best->separation) {
      best->separation = separation;
      best->kind = FACE_OF_FIRST;
      best->axis1 = i;
      lb_zero3(best->normal);
      best->normal[i] = t[i] < 0 ? -1 : 1;
    }
  }
  for (int j = 0; j < 3; j++) {
    mjtNum distance = t2[j];
    mjtNum extent1 =
        absRot[j] * b1->size[0] + absRot[3 + j] * b1->size[1] + absRot[6 + j] * b1->size[2];
    mjtNum separation = fabs(distance) - b2->size[j] - extent1;
    if (separation > margin + TOUCH) {
      return false;
    }
    if (separation > best->separation) {
      best->separation = separation;
      best->kind = FACE_OF_SECOND;
      best->axis2 = j;
      column(best->normal, rot, j);
      lb_scl3(best->normal, best->normal, distance < 0 ? -1 : 1);
    }
  }
  return true;
}

// The same for the nine products of edges.
static bool bestEdges(const Box* b1, const Box* b2, const mjtNum rot[9], const mjtNum absRot[9],
                      const mjtNum t[3], mjtNum margin, Axis* best) {
  best->separation = -mjMAXVAL;
  for (int i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; j++) {
      int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      // axis = e_i x b_j
      mjtNum axis[3];
      axis[i] = 0;
      axis[i1] = -rot[3 * i2 + j];
      axis[i2] = rot[3 * i1 + j];
      mjtNum squared = axis[i1] * axis[i1] + axis[i2] * axis[i2];
      if (squared < PARALLEL_EDGES) {
        continue;
      }
      mjtNum scale = 1 / sqrt(squared);
      mjtNum distance = lb_dot3(axis, t) * scale;
      mjtNum reach = (b1->size[i1] * absRot[3 * i2 + j] + b1->size[i2] * absRot[3 * i1 + j] +
                      b2->size[j1] * absRot[3 * i + j2] + b2->size[j2] * absRot[3 * i + j1]) *
                     scale;
      mjtNum separation = fabs(distance) - reach;
      if (separation > margin + TOUCH) {
        return false;
      }
      if (separation > best->separation) {
        best->separation = separation;
        best->kind = TWO_EDGES;
        best->axis1 = i;
        best->axis2 = j;
        lb_scl3(best->normal, axis, distance < 0 ? -scale : scale);
      }
    }
  }
  return true;
}

// Stage 1. Returns false when some axis separates the boxes by more than margin.
static bool leastOverlap(const Box* b1, const Box* b2, const mjtNum rot[9], const mjtNum t[3],
                         const mjtNum t2[3], mjtNum margin, Axis* best) {
  mjtNum absRot[9];
  for (int i = 0; i < 9; i++) {
    absRot[i] = fabs(rot[i]);
  }
  Axis edges;
  if (!bestFace(b1, b2, rot, absRot, t, t2, margin, best) ||
      !bestEdges(b1, b2, rot, absRot, t, margin, &edges)) {
    return false;
  }
  bool parallel = fabs(lb_dot3(best->normal, edges.normal)) > PARALLEL;
  mjtNum toBeat = best->separation + EDGE_BIAS;
  if (parallel) {
    toBeat = lb_max(toBeat, best->separation + PARALLEL_BIAS * fabs(best->separation));
  }
  if (edges.separation > toBeat) {
    *best = edges;
    return edges.separation <= margin;
  }
  return true;
}

// Cuts a polygon with the half space sign * x[dim] <= limit. Returns the new number of corners.
// Not the function of patch.c: planes across an axis of the frame need no products, and which
// corner of a cut polygon comes first, and its last bit, decide the order of contacts in either
// place.
static int clipPolygon(mjtNum out[][3], const mjtNum in[][3], int count, int dim, mjtNum sign,
                       mjtNum limit) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const mjtNum *a = in[i], *b = in[(i + 1) % count];
    mjtNum excessA = sign * a[dim] - limit, excessB = sign * b[dim] - limit;
    if (excessA <= 0) {
      lb_copy3(out[kept++], a);
    }
    if ((excessA <= 0) != (excessB <= 0)) {
      mjtNum s = excessA / (excessA - excessB);
      for (int k = 0; k < 3; k++) {
        out[kept][k] = a[k] + s * (b[k] - a[k]);
      }
      kept++;
    }
  }
  return kept;
}

// Whether a corner of a polygon repeats one of the first corners, up to rounding.
static bool isRepeated(const mjtNum corners[][3], int count, const mjtNum corner[3], int a, int b,
                       mjtNum tolerance) {
  for (int i = 0; i < count; i++) {
    mjtNum x = corners[i][a] - corner[a], y = corners[i][b] - corner[b];
    if (x * x + y * y < tolerance * tolerance) {
      return true;
    }
  }
  return false;
}

// Stage 2, faces. The reference box's frame: rot and t place the incident box in it. `flip` tells
// that the reference is the second geom.
static int faceContacts(mjPreContact* con, const Box* ref, const Box* inc, const mjtNum rot[9],
                        const mjtNum t[3], int dim, bool flip, mjtNum margin) {
  mjtNum side = t[dim] < 0 ? -1 : 1;

  // incident face: the one whose normal opposes the reference normal most
  int face = 0;
  for (int j = 1; j < 3; j++) {
    if (fabs(rot[3 * dim + j]) > fabs(rot[3 * dim + face])) {
      face = j;
    }
  }
  mjtNum faceSign = side * rot[3 * dim + face] > 0 ? -1 : 1;

  mjtNum polygon[2][MAX_CORNERS][3];
  int count = 4, u = (face + 1) % 3, v = (face + 2) % 3;
  static const int cornerSign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  // COMPAT: BOX-TIES: sums in this order, whose last bits decide about edges in line and about
  // faces that touch: the axis of the normal begins at the face
  mjtNum axis[3][3], centre[3];
  for (int i = 0; i < 3; i++) {
    column(axis[i], rot, i);
  }
  lb_addScl3(centre, t, axis[face], faceSign * inc->size[face]);
  centre[dim] -= side * ref->size[dim];
  for (int i = 0; i < 4; i++) {
    lb_addScl3(polygon[0][i], centre, axis[u], cornerSign[i][0] * inc->size[u]);
    lb_addToScl3(polygon[0][i], axis[v], cornerSign[i][1] * inc->size[v]);
  }

  // side planes of the reference face
  int a = (dim + 1) % 3, b = (dim + 2) % 3;
  count = clipPolygon(polygon[1], polygon[0], count, a, 1, ref->size[a]);
  count = clipPolygon(polygon[0], polygon[1], count, a, -1, ref->size[a]);
  count = clipPolygon(polygon[1], polygon[0], count, b, 1, ref->size[b]);
  count = clipPolygon(polygon[0], polygon[1], count, b, -1, ref->size[b]);

  mjtNum normal[3];
  column(normal, ref->mat, dim);
  lb_scl3(normal, normal, flip ? -side : side);
  // COMPAT: BOX-TIES: a contact that repeats another one is left out
  mjtNum tolerance = SAME_POINT * sqrt(ref->size[a] * ref->size[a] + ref->size[b] * ref->size[b]);
  int contacts = 0;
  for (int i = 0; i < count && contacts < 8; i++) {
    mjtNum* p = polygon[0][i];
    mjtNum dist = side * p[dim];
    if (dist > margin || isRepeated(polygon[1], contacts, p, a, b, tolerance)) {
      continue;
    }
    lb_copy3(polygon[1][contacts], p);
    mjPreContact* c = con + contacts++;
    p[dim] = side * ref->size[dim] + 0.5 * p[dim];
    c->dist = dist;
    lb_mulMatVec3(c->pos, ref->mat, p);
    lb_addTo3(c->pos, ref->pos);
    lb_copy3(c->normal, normal);
    lb_zero3(c->tangent);
  }
  return contacts;
}

// Stage 2, edges: nearest points of edge i of box 1 and edge j of box 2.
static int edgeContact(mjPreContact* con, const Box* b1, const Box* b2, const mjtNum rot[9],
                       const mjtNum t[3], const Axis* axis) {
  int i = axis->axis1, j = axis->axis2;
  const mjtNum* n = axis->normal;

  // middle of the supporting edge of either box, in the frame of box 1
  mjtNum p[3], q[3], local[3], direction[3];
  for (int k = 0; k < 3; k++) {
    p[k] = k == i ? 0 : (n[k] > 0 ? b1->size[k] : -b1->size[k]);
    mjtNum along = n[0] * rot[k] + n[1] * rot[3 + k] + n[2] * rot[6 + k];
    local[k] = k == j ? 0 : (along > 0 ? -b2->size[k] : b2->size[k]);
  }
  lb_mulMatVec3(q, rot, local);
  lb_addTo3(q, t);
  column(direction, rot, j);

  // nearest points p + x e_i and q + y direction inside both edges
  mjtNum between[3];
  lb_sub3(between, q, p);
  mjtNum cosine = direction[i], ui = between[i], vj = -lb_dot3(direction, between);
  mjtNum x = (ui + cosine * vj) / (1 - cosine * cosine);
  x = lb_clip(x, -b1->size[i], b1->size[i]);
  mjtNum y = lb_clip(vj + cosine * x, -b2->size[j], b2->size[j]);
  x = lb_clip(ui + cosine * y, -b1->size[i], b1->size[i]);
  p[i] += x;
  lb_addToScl3(q, direction, y);

  con->dist = axis->separation;
  mjtNum middle[3];
  lb_add3(middle, p, q);
  lb_scl3(middle, middle, 0.5);
  lb_mulMatVec3(con->pos, b1->mat, middle);
  lb_addTo3(con->pos, b1->pos);
  lb_mulMatVec3(con->normal, b1->mat, n);
  lb_zero3(con->tangent);
  return 1;
}

LB_PAIR_FUNCTION(lb_collideBoxBox) {
  Box b1 = {d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_size + 3 * g1};
  Box b2 = {d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_size + 3 * g2};
  mjtNum rot[9], offset[3], t[3], t2[3];
  lb_mulMatTMat3(rot, b1.mat, b2.mat);
  lb_sub3(offset, b2.pos, b1.pos);
  lb_mulMatTVec3(t, b1.mat, offset);
  lb_mulMatTVec3(t2, b2.mat, offset);

  Axis axis;
  if (!leastOverlap(&b1, &b2, rot, t, t2, margin, &axis)) {
    return 0;
  }
  if (axis.kind == FACE_OF_FIRST) {
    return faceContacts(con, &b1, &b2, rot, t, axis.axis1, false, margin);
  }
  if (axis.kind == FACE_OF_SECOND) {
    // box 2 is the reference: place box 1 in its frame
    mjtNum rotT[9], tT[3];
    lb_transpose3(rotT, rot);
    lb_scl3(tT, t2, -1);
    return faceContacts(con, &b2, &b1, rotT, tT, axis.axis2, true, margin);
  }
  return edgeContact(con, &b1, &b2, rot, t, &axis);
}
