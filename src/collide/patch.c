// Contact patches by clipping faces.
//
// EPA ends in a face of the Minkowski difference whose corners name up to three corners of either
// shape: a face, an edge or a corner. Among the faces that contain these corners a nearly
// antiparallel pair is looked for; the face of shape 2 is then clipped against the side planes of
// the face of shape 1, and every remaining corner is paired, along the normal of face 2, with its
// projection on face 1. Without such a pair, an edge that is nearly parallel to a face of the other
// shape is clipped instead and gives two contacts.
// COMPAT: COL-45: which contacts, and in which order.

#include "collide/patch.h"

#include "base/error.h"
#include "data/stack.h"
#include "math/inline.h"

#define FACE_ALIGNED 0.996   // cosine: faces count as parallel
#define EDGE_ALIGNED 0.0888  // sine: an edge counts as parallel to a face

// Face ids: box 2 * dimension + (positive side); mesh: polygon of the mesh.

typedef mjtNum Vec3[3];

typedef struct Feature_ {
  int corner[3];  // distinct corners
  int count;
  int* face;  // faces that contain all of them
  int faceCount;
  mjtNum* normal;  // their outward normals, world
} Feature;

static int maxFacesAtCorner(const mjModel* m, const lbShape* shape) {
  return shape->type == mjGEOM_BOX ? 3 : lb_maxInt(3, (int)m->nmeshdegmax);
}

static int meshOf(const mjModel* m, const lbShape* shape) {
  return m->geom_dataid[shape->geom];
}

static void cornerPosition(const mjModel* m, const lbShape* shape, int corner, mjtNum res[3]) {
  mjtNum local[3];
  if (shape->type == mjGEOM_BOX) {
    for (int i = 0; i < 3; i++) {
      local[i] = (corner >> i & 1) ? shape->size[i] : -shape->size[i];
    }
  } else {
    const float* v = m->mesh_vert + 3 * (m->mesh_vertadr[meshOf(m, shape)] + corner);
    lb_set3(local, v[0], v[1], v[2]);
  }
  lb_mulMatVec3(res, shape->mat, local);
  lb_addTo3(res, shape->pos);
}

static bool boxFaceContains(int face, const Feature* f) {
  for (int k = 0; k < f->count; k++) {
    if ((f->corner[k] >> (face / 2) & 1) != (face & 1)) {
      return false;
    }
  }
  return true;
}

static bool polygonContains(const mjModel* m, int polygon, int vertex) {
  const int* v = m->mesh_polyvert + m->mesh_polyvertadr[polygon];
  for (int i = 0; i < m->mesh_polyvertnum[polygon]; i++) {
    if (v[i] == vertex) {
      return true;
    }
  }
  return false;
}

static void addFace(Feature* f, int face, const lbShape* shape, const mjtNum local[3]) {
  f->face[f->faceCount] = face;
  lb_mulMatVec3(f->normal + 3 * f->faceCount++, shape->mat, local);
}

// Lists the faces of a shape that contain all corners of the feature.
static void collectFaces(const mjModel* m, const lbShape* shape, Feature* f) {
  f->faceCount = 0;
  if (shape->type == mjGEOM_BOX) {
    for (int face = 0; face < 6; face++) {
      if (boxFaceContains(face, f)) {
        mjtNum local[3] = {0, 0, 0};
        local[face / 2] = face & 1 ? 1 : -1;
        addFace(f, face, shape, local);
      }
    }
    return;
  }
  int mesh = meshOf(m, shape), first = m->mesh_vertadr[mesh] + f->corner[0];
  const int* faces = m->mesh_polymap + m->mesh_polymapadr[first];
  for (int i = 0; i < m->mesh_polymapnum[first]; i++) {
    int polygon = m->mesh_polyadr[mesh] + faces[i];
    bool all = true;
    for (int k = 1; k < f->count && all; k++) {
      all = polygonContains(m, polygon, f->corner[k]);
    }
    if (all) {
      addFace(f, polygon, shape, m->mesh_polynormal + 3 * polygon);
    }
  }
}

static void makeFeature(const mjModel* m, mjData* d, const lbShape* shape, const int corners[3],
                        Feature* f) {
  f->count = 0;
  for (int i = 0; i < 3; i++) {
    bool isNew = true;
    for (int k = 0; k < f->count; k++) {
      isNew = isNew && f->corner[k] != corners[i];
    }
    if (isNew) {
      f->corner[f->count++] = corners[i];
    }
  }
  int limit = maxFacesAtCorner(m, shape);
  f->face = lb_stackInt(d, limit);
  f->normal = lb_stackNum(d, 3 * (size_t)limit);
  collectFaces(m, shape, f);
}

// Corners of a face in world coordinates, counter-clockwise from outside. Returns their number.
static int facePolygon(const mjModel* m, const lbShape* shape, int face, Vec3* polygon) {
  if (shape->type == mjGEOM_BOX) {
    // the corner to begin with decides the order of contacts: -x +x -y +y -z +z
    static const int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const int first[6] = {1, 3, 1, 1, 2, 0};
    int dim = face / 2, positive = face & 1;
    int u = (dim + 1) % 3, v = (dim + 2) % 3;
    for (int i = 0; i < 4; i++) {
      const int* uv = around[((positive ? i : 3 - i) + first[face]) & 3];
      cornerPosition(m, shape, positive << dim | uv[0] << u | uv[1] << v, polygon[i]);
    }
    return 4;
  }
  int count = m->mesh_polyvertnum[face];
  const int* v = m->mesh_polyvert + m->mesh_polyvertadr[face];
  const float* vertices = m->mesh_vert + 3 * m->mesh_vertadr[meshOf(m, shape)];
  mjtNum pos[3], mat[9];
  lb_copy3(pos, shape->pos);
  lb_copy9(mat, shape->mat);
  for (int i = 0; i < count; i++) {
    const float* p = vertices + 3 * v[i];
    mjtNum local[3] = {p[0], p[1], p[2]};
    lb_mulMatVec3(polygon[i], mat, local);
    lb_addTo3(polygon[i], pos);
  }
  return count;
}

// COMPAT: PATCH-TIES: a corner in the plane counts as below, also when rounding has put it a little
// above.
static bool isBelow(mjtNum below) {
  return below > -mjMINVAL;
}

// Cuts a polygon with the half space n.(x - p) <= 0. Not the function of box_box.c, see there.
// COMPAT: PATCH-TIES: to the last bit: of two points that should be one, rounding decides which is
// first.
static int clip(Vec3* out, Vec3* in, int count, const mjtNum n[3], const mjtNum p[3]) {
  int kept = 0, below = 0;
  mjtNum level = lb_dot3(n, p);
  // most corners are below most planes: those before the first cut are only copied
  while (below < count && isBelow(level - lb_dot3(n, in[below]))) {
    below++;
  }
  for (; kept < below - 1; kept++) {
    lb_copy3(out[kept], in[kept + 1]);
  }
  mjtNum belowA = level - lb_dot3(n, in[kept]);
  for (int i = kept; i < count; i++) {
    const mjtNum *a = in[i], *b = in[i + 1 < count ? i + 1 : 0];
    mjtNum belowB = level - lb_dot3(n, b);
    bool keepB = isBelow(belowB);
    if (isBelow(belowA) != keepB) {
      mjtNum edge[3];
      lb_sub3(edge, b, a);
      lb_addScl3(out[kept++], a, edge, belowA / lb_dot3(n, edge));
    }
    if (keepB) {
      lb_copy3(out[kept++], b);
    }
    belowA = belowB;
  }
  return kept;
}

// Clips a polygon against all side planes of a face. The result is in *subject.
// COMPAT: PATCH-TIES: a side plane goes through both ends of an edge and the second one moved along
// the normal.
static int clipToFace(Vec3** subject, Vec3** spare, int count, Vec3* face, int faceCount,
                      const mjtNum normal[3]) {
  for (int k = 0; k < faceCount && count; k++) {
    int i = (2 * faceCount - 2 - k) % faceCount;
    const mjtNum* end = face[(i + 1) % faceCount];
    mjtNum edge[3], up[3], side[3];
    lb_sub3(edge, end, face[i]);
    lb_add3(up, end, normal);
    lb_subFrom3(up, end);
    lb_cross(side, edge, up);
    lb_normalize3(side);
    count = clip(*spare, *subject, count, side, end);
    Vec3* swap = *spare;
    *spare = *subject;
    *subject = swap;
  }
  return count;
}

// The two points of a clipped edge that are furthest apart. COMPAT: PATCH-TIES: an edge is clipped
// as a polygon of two corners, so that a cut leaves two copies of a point which differ by rounding.
static int reduceEdge(Vec3* points, int count) {
  mjtNum best = 0;
  int a = 0, b = 1;
  for (int i = 0; count > 2 && i < count; i++) {
    for (int k = i + 1; k < count; k++) {
      mjtNum offset[3];
      lb_sub3(offset, points[k], points[i]);
      mjtNum squared = lb_dot3(offset, offset);
      if (squared > best) {
        best = squared;
        a = i;
        b = k;
      }
    }
  }
  if (count > 2) {
    Vec3 second;
    lb_copy3(second, points[b]);
    lb_copy3(points[0], points[a]);
    lb_copy3(points[1], second);
  }
  return lb_minInt(count, 2);
}

static bool alignedFaces(const Feature* f1, const Feature* f2, int* i1, int* i2) {
  for (int i = 0; i < f1->faceCount; i++) {
    for (int j = 0; j < f2->faceCount; j++) {
      if (lb_dot3(f1->normal + 3 * i, f2->normal + 3 * j) < -FACE_ALIGNED) {
        *i1 = i;
        *i2 = j;
        return true;
      }
    }
  }
  return false;
}

// Writes the contacts of points of one shape, paired along `normal` (from shape 1 to shape 2) with
// the surface of the other shape, a plane with the given outward normal.
static int putPatch(Vec3* points, int count, const mjtNum planeNormal[3], const mjtNum onPlane[3],
                    const mjtNum normal[3], bool pointsOfFirst, mjPreContact* con) {
  for (int i = 0; i < count; i++) {
    mjtNum offset[3];
    lb_sub3(offset, points[i], onPlane);
    mjtNum dist = lb_dot3(planeNormal, offset);
    // like any pair of witness points, unless they are one
    mjtNum other[3];
    lb_addScl3(other, points[i], normal, pointsOfFirst ? dist : -dist);
    con[i].dist = dist;
    lb_add3(con[i].pos, points[i], other);
    lb_scl3(con[i].pos, con[i].pos, 0.5);
    lb_copy3(con[i].normal, normal);
    if (dist < -mjMINVAL) {
      lb_sub3(con[i].normal, other, points[i]);
      lb_scl3(con[i].normal, con[i].normal, pointsOfFirst ? -1 : 1);
      lb_normalize3(con[i].normal);
    }
    lb_zero3(con[i].tangent);
  }
  return count;
}

// (q - p) x (r - q)
static void crossOfSteps(const mjtNum p[3], const mjtNum q[3], const mjtNum r[3], mjtNum res[3]) {
  mjtNum pq[3], qr[3];
  lb_sub3(pq, q, p);
  lb_sub3(qr, r, q);
  lb_cross(res, pq, qr);
}

// A search for four corners a, b, c, d of a polygon that span a large area. Twice the area is the
// length of ad x db + bc x ca.
typedef struct Quad_ {
  Vec3* polygon;
  int count;
  int at[4];     // the corners of the search
  Vec3 half[2];  // of them: ad x db and bc x ca
  int best[4];   // the largest so far
  mjtNum squared, area;
} Quad;

static void findHalf(const Quad* q, int half, mjtNum res[3]) {
  const mjtNum *a = q->polygon[q->at[0]], *b = q->polygon[q->at[1]];
  crossOfSteps(half ? b : a, q->polygon[q->at[half ? 2 : 3]], half ? a : b, res);
}

// Moves corner k of the search to its successor.
static void skip(Quad* q, int k) {
  int next = q->at[k] + 1;
  q->at[k] = next < q->count ? next : 0;
}

// Moves corner k of the search to its successor if that makes a larger quadrilateral.
static bool advance(Quad* q, int k) {
  int old = q->at[k];
  skip(q, k);
  // the halves that have this corner
  Vec3 upper, lower, sum;
  lb_copy3(upper, q->half[0]);
  lb_copy3(lower, q->half[1]);
  if (k != 2) {
    findHalf(q, 0, upper);
  }
  if (k != 3) {
    findHalf(q, 1, lower);
  }
  lb_add3(sum, upper, lower);
  // most are smaller, and need no root
  mjtNum squared = lb_dot3(sum, sum), area;
  if (!(squared > q->squared) || (area = sqrt(squared)) <= q->area) {
    q->at[k] = old;
    return false;
  }
  q->squared = squared;
  q->area = area;
  lb_copy3(q->half[0], upper);
  lb_copy3(q->half[1], lower);
  for (int i = 0; i < 4; i++) {
    q->best[i] = q->at[i];
  }
  return true;
}

// Keeps four corners that span a large area, found by walking four fingers around the polygon.
static int reducePolygon(Vec3* polygon, int count) {
  if (count <= LB_PATCH_MAX) {
    return count;
  }
  Quad q = {.polygon = polygon, .count = count, .at = {0, 1, 2, 3}, .best = {0, 1, 2, 3}};
  mjtNum sum[3];
  findHalf(&q, 0, q.half[0]);
  findHalf(&q, 1, q.half[1]);
  lb_add3(sum, q.half[0], q.half[1]);
  q.squared = lb_dot3(sum, sum);
  q.area = sqrt(q.squared);
  for (int a = 0; a < count; a++) {
    // the other half has d, which moves first
    q.at[0] = a;
    findHalf(&q, 1, q.half[1]);
    while (advance(&q, 3)) {
      while (advance(&q, 2)) {
      }
      while (advance(&q, 1)) {
      }
    }
    // push the others ahead when caught up with
    if (q.at[1] == a) {
      skip(&q, 1);
      if (q.at[2] == q.at[1]) {
        skip(&q, 2);
        if (q.at[3] == q.at[2]) {
          skip(&q, 3);
        }
      }
    }
  }
  Vec3 result[4];
  for (int k = 0; k < 4; k++) {
    lb_copy3(result[k], polygon[q.best[k]]);
  }
  for (int k = 0; k < 4; k++) {
    lb_copy3(polygon[k], result[k]);
  }
  return 4;
}

// Drops the points above a plane.
static int dropAbove(Vec3* points, int count, const mjtNum normal[3], const mjtNum onPlane[3]) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    mjtNum offset[3];
    lb_sub3(offset, points[i], onPlane);
    if (lb_dot3(offset, normal) <= 0) {
      lb_copy3(points[kept++], points[i]);
    }
  }
  return kept;
}

static int faceFace(const mjModel* m, mjData* d, const lbShape* shape1, const lbShape* shape2,
                    const Feature* f1, const Feature* f2, int i1, int i2, mjPreContact* con) {
  size_t limit = 2 * (size_t)lb_maxInt(4, (int)m->npolygonmax) + 4;
  Vec3* face = LB_STACK(d, Vec3, limit);
  Vec3* subject = LB_STACK(d, Vec3, limit);
  Vec3* spare = LB_STACK(d, Vec3, limit);

  int faceCount = facePolygon(m, shape1, f1->face[i1], face);
  int count = facePolygon(m, shape2, f2->face[i2], spare);
  for (int i = 0; i < count; i++) {
    lb_copy3(subject[i], spare[count - 1 - i]);
  }
  const mjtNum *n1 = f1->normal + 3 * i1, *n2 = f2->normal + 3 * i2;
  count = clipToFace(&subject, &spare, count, face, faceCount, n1);
  count = dropAbove(subject, count, n1, face[0]);
  count = reducePolygon(subject, count);
  mjtNum normal[3];
  lb_neg3(normal, n2);
  return putPatch(subject, count, n1, face[faceCount - 1], normal, false, con);
}

// The far end of edge k of a feature and the edge itself: the edge between two corners, or the k-th
// edge of a single corner. False when there is no such edge.
static bool featureEdge(const mjModel* m, const lbShape* shape, const Feature* f, int k,
                        Vec3 edge[2]) {
  int end;
  if (f->count == 2) {
    if (k > 0) {
      return false;
    }
    end = f->corner[1];
  } else if (f->count > 2) {
    return false;
  } else if (shape->type == mjGEOM_BOX) {
    if (k > 2) {
      return false;
    }
    end = f->corner[0] ^ 1 << k;
  } else {
    if (k >= f->faceCount) {
      return false;
    }
    // the edge that comes to the corner along its k-th polygon
    int polygon = f->face[k], count = m->mesh_polyvertnum[polygon], at = 0;
    const int* v = m->mesh_polyvert + m->mesh_polyvertadr[polygon];
    while (at < count - 1 && v[at] != f->corner[0]) {
      at++;
    }
    end = v[(at + count - 1) % count];
  }
  cornerPosition(m, shape, f->corner[0], edge[0]);
  cornerPosition(m, shape, end, edge[1]);
  return true;
}

// Looks for an edge of one feature that is nearly parallel to a face of the other.
static bool alignedEdge(const mjModel* m, const lbShape* edgeShape, const Feature* edges,
                        const Feature* faces, int* face, Vec3 edge[2]) {
  for (int j = 0; j < faces->faceCount; j++) {
    for (int k = 0; featureEdge(m, edgeShape, edges, k, edge); k++) {
      mjtNum direction[3];
      lb_sub3(direction, edge[1], edge[0]);
      lb_normalize3(direction);
      if (fabs(lb_dot3(direction, faces->normal + 3 * j)) < EDGE_ALIGNED) {
        *face = j;
        return true;
      }
    }
  }
  return false;
}

// Clips an edge of one shape with a face of the other.
static int edgeFace(const mjModel* m, mjData* d, const lbShape* faceShape, const Feature* faces,
                    int i, Vec3 edge[2], bool edgeOfFirst, mjPreContact* con) {
  size_t limit = 2 * (size_t)lb_maxInt(4, (int)m->npolygonmax) + 4;
  Vec3* face = LB_STACK(d, Vec3, limit);
  Vec3* subject = LB_STACK(d, Vec3, limit);
  Vec3* spare = LB_STACK(d, Vec3, limit);
  int count = facePolygon(m, faceShape, faces->face[i], face);
  const mjtNum* n = faces->normal + 3 * i;
  lb_copy3(subject[0], edge[0]);
  lb_copy3(subject[1], edge[1]);
  int points = clipToFace(&subject, &spare, 2, face, count, n);
  points = dropAbove(subject, points, n, face[0]);
  points = reduceEdge(subject, points);
  mjtNum normal[3];
  lb_scl3(normal, n, edgeOfFirst ? -1 : 1);
  return putPatch(subject, points, n, face[count - 1], normal, edgeOfFirst, con);
}

int lb_flatPatch(const mjModel* m, mjData* d, const lbShape* shape1, const lbShape* shape2,
                 const lbEpa* epa, mjPreContact* con) {
  mj_markStack(d);
  const lbMinkowski* c = epa->corners;
  int corners1[3] = {c[0].vertex1, c[1].vertex1, c[2].vertex1};
  int corners2[3] = {c[0].vertex2, c[1].vertex2, c[2].vertex2};
  Feature f1, f2;
  makeFeature(m, d, shape1, corners1, &f1);
  makeFeature(m, d, shape2, corners2, &f2);
  int i1, i2, count = 0;
  Vec3 edge[2];
  if (alignedFaces(&f1, &f2, &i1, &i2)) {
    count = faceFace(m, d, shape1, shape2, &f1, &f2, i1, i2, con);
  } else if (f1.count > f2.count && alignedEdge(m, shape2, &f2, &f1, &i1, edge)) {
    count = edgeFace(m, d, shape1, &f1, i1, edge, false, con);
  } else if (f1.count <= f2.count && alignedEdge(m, shape1, &f1, &f2, &i2, edge)) {
    count = edgeFace(m, d, shape2, &f2, i2, edge, true, con);
  }
  mj_freeStack(d);
  return count;
}
