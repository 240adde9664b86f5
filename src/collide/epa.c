// EPA: penetration depth of two convex shapes (van den Bergen 2001).
//
// A polytope inside the Minkowski difference that contains the origin grows until the face nearest
// to the origin lies on the surface: each step takes the support point beyond that face, removes
// every face visible from it and closes the hole with a fan of new faces. The depth is then between
// the distance of the face and the furthest the support point has gone along a face normal.

#include "base/error.h"
#include "collide/convex.h"
#include "data/stack.h"
#include "math/inline.h"

#include <string.h>

typedef struct Face_ {
  int vertex[3];    // counter-clockwise from outside
  int adjacent[3];  // across edge i -> i + 1
  mjtNum foot[3];   // projection of the origin on the plane
  mjtNum squared;   // its squared length
  int place;        // in the list of faces that may be the nearest, or one of these
} Face;
enum { UNLISTED = -1, REMOVED = -2 };

typedef struct Polytope_ {
  lbMinkowski* vertices;
  int vertexCount;
  Face* faces;
  int faceCount;
  int faceCapacity;
  int* live;  // faces on the surface that may be the nearest; a removed one is replaced by the last
  int liveCount;
  mjtNum upper2;     // squared upper bound of the depth
  int* horizonFace;  // the hole left by visible faces: surviving face
  int* horizonEdge;  // and its edge, counter-clockwise around the hole
  int horizonCount;
  bool inverted;  // faces are clockwise from outside
  bool open;      // the origin is a little outside
} Polytope;

// Writes a face and where the origin's foot on it is; false when the face is flat. Without the
// polytope, whose members would have to be read again after each write.
static inline bool fillFace(Face* f, const lbMinkowski* w, int v0, int v1, int v2, int adj0,
                            int adj1, int adj2) {
  f->vertex[0] = v0;
  f->vertex[1] = v1;
  f->vertex[2] = v2;
  f->adjacent[0] = adj0;
  f->adjacent[1] = adj1;
  f->adjacent[2] = adj2;
  if (!lb_projectOrigin(w[v0].diff, w[v1].diff, w[v2].diff, f->foot)) {
    return false;
  }
  f->squared = lb_dot3(f->foot, f->foot);
  return true;
}

// Lists a face that may be the nearest; returns how many are listed.
// COMPAT: EPA-LISTED: faces beyond the bound are not, on which the order of the others hangs
static inline int listFace(Face* faces, int* live, int liveCount, int face, mjtNum upper2) {
  bool listed = faces[face].squared <= upper2;
  faces[face].place = listed ? liveCount : UNLISTED;
  live[liveCount] = face;
  return liveCount + listed;
}

static bool addFace(Polytope* p, int v0, int v1, int v2, int adj0, int adj1, int adj2) {
  if (p->faceCount == p->faceCapacity) {
    return false;
  }
  if (!fillFace(p->faces + p->faceCount, p->vertices, v0, v1, v2, adj0, adj1, adj2)) {
    return false;
  }
  p->liveCount = listFace(p->faces, p->live, p->liveCount, p->faceCount++, p->upper2);
  return true;
}

// ------------------------------------------------------------------------------- first polytope

static mjtNum volume(const lbMinkowski* s, int a, int b, int c, int d) {
  mjtNum e1[3], e2[3], e3[3], n[3];
  lb_sub3(e1, s[b].diff, s[a].diff);
  lb_sub3(e2, s[c].diff, s[a].diff);
  lb_sub3(e3, s[d].diff, s[a].diff);
  lb_cross(n, e1, e2);
  return lb_dot3(n, e3);
}

static bool fromTetrahedron(Polytope* p) {
  p->inverted = volume(p->vertices, 0, 1, 2, 3) > 0;
  return addFace(p, 0, 1, 2, 1, 3, 2) && addFace(p, 0, 3, 1, 2, 3, 0) &&
         addFace(p, 0, 2, 3, 0, 3, 1) && addFace(p, 3, 2, 1, 2, 0, 1);
}

// Support along a vector of the given length. Returns how far it reaches. Ties between faces that
// mirror each other depend on how the vector is normalized.
// COMPAT: EPA-LISTED: and whether a face counts that is as far as something else has reached, on
// that the length is divided by last
static mjtNum supportAlong(lbShape* shape1, lbShape* shape2, const mjtNum vec[3], mjtNum length,
                           lbMinkowski* w) {
  mjtNum dir[3];
  for (int i = 0; i < 3; i++) {
    dir[i] = vec[i] / length;
  }
  lb_minkowskiSupport(shape1, shape2, dir, w);
  return lb_dot3(vec, w->diff) / length;
}

// Two points beyond either side of a triangle make a double pyramid.
static bool fromTriangle(lbShape* shape1, lbShape* shape2, Polytope* p) {
  lbMinkowski* s = p->vertices;
  mjtNum e1[3], e2[3], n[3];
  lb_sub3(e1, s[1].diff, s[0].diff);
  lb_sub3(e2, s[2].diff, s[0].diff);
  lb_cross(n, e1, e2);
  mjtNum length = lb_norm3(n);
  if (length < mjMINVAL) {
    return false;
  }
  supportAlong(shape1, shape2, n, length, s + 3);
  supportAlong(shape1, shape2, n, -length, s + 4);
  p->vertexCount = 5;
  // one side may be flat, when the triangle lies on the surface
  if (fabs(volume(s, 0, 1, 2, 3)) < mjMINVAL && fabs(volume(s, 0, 1, 2, 4)) < mjMINVAL) {
    return false;
  }
  // upper faces 0 1 2 around vertex 3, lower faces 3 4 5 around vertex 4
  return addFace(p, 3, 0, 1, 1, 3, 2) && addFace(p, 3, 2, 0, 2, 4, 0) &&
         addFace(p, 3, 1, 2, 0, 5, 1) && addFace(p, 4, 1, 0, 5, 0, 4) &&
         addFace(p, 4, 0, 2, 3, 1, 5) && addFace(p, 4, 2, 1, 4, 2, 3);
}

// Whether the origin is in the plane of a face that was made. Its corners are the only vertices
// then.
static bool keepFaceThroughOrigin(Polytope* p) {
  for (const Face *f = p->faces, *end = f + p->faceCount; f < end; f++) {
    if (f->squared < mjMINVAL * mjMINVAL) {
      lbMinkowski* s = p->vertices;
      const lbMinkowski corners[3] = {s[f->vertex[0]], s[f->vertex[1]], s[f->vertex[2]]};
      memcpy(s, corners, sizeof(corners));
      p->vertexCount = 3;
      p->faceCount = p->liveCount = 0;
      p->inverted = false;
      return true;
    }
  }
  return false;
}

// Three points around a segment make a double pyramid with the segment as axis.
static bool fromSegment(lbShape* shape1, lbShape* shape2, Polytope* p) {
  lbMinkowski* s = p->vertices;
  mjtNum segment[3], axis[3], dir[3];
  lb_sub3(segment, s[1].diff, s[0].diff);
  mjtNum length = lb_norm3(segment);
  if (length < mjMINVAL) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    axis[i] = segment[i] / length;
  }
  // perpendicular to the segment and to the coordinate axis it is least aligned with
  int least = 0;
  for (int i = 1; i < 3; i++) {
    if (fabs(axis[i]) < fabs(axis[least])) {
      least = i;
    }
  }
  mjtNum unit[3] = {least == 0, least == 1, least == 2};
  lb_cross(dir, unit, segment);
  // a third of a turn
  // COMPAT: EPA-SINE: it has these digits, and depths of flat shapes follow it to the last bit
  const mjtNum cosine = -0.5, sine = 0.86602540378;
  mjtNum turn[9];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    turn[4 * i] = cosine + axis[i] * axis[i] * (1 - cosine);
    turn[3 * i + j] = axis[i] * axis[j] * (1 - cosine) - axis[k] * sine;
    turn[3 * j + i] = axis[i] * axis[j] * (1 - cosine) + axis[k] * sine;
  }
  for (int k = 0; k < 3; k++) {
    mjtNum turned[3];
    supportAlong(shape1, shape2, dir, lb_norm3(dir), s + 2 + k);
    lb_mulMatVec3(turned, turn, dir);
    lb_copy3(dir, turned);
  }
  p->vertexCount = 5;
  if (fabs(volume(s, 2, 3, 4, 0)) < mjMINVAL && fabs(volume(s, 2, 3, 4, 1)) < mjMINVAL) {
    return false;
  }
  p->inverted = true;
  return addFace(p, 0, 2, 3, 1, 3, 2) && addFace(p, 0, 4, 2, 2, 4, 0) &&
         addFace(p, 0, 3, 4, 0, 5, 1) && addFace(p, 1, 3, 2, 5, 0, 4) &&
         addFace(p, 1, 2, 4, 3, 1, 5) && addFace(p, 1, 4, 3, 4, 2, 3);
}

// Whether a face has the origin in front of it.
static bool isBehind(const Polytope* p, int face) {
  const int* v = p->faces[face].vertex;
  mjtNum ab[3], ac[3], n[3];
  lb_sub3(ab, p->vertices[v[1]].diff, p->vertices[v[0]].diff);
  lb_sub3(ac, p->vertices[v[2]].diff, p->vertices[v[0]].diff);
  lb_cross(n, ab, ac);
  mjtNum height = lb_dot3(n, p->vertices[v[0]].diff);
  return (p->inverted ? -height : height) < -mjMINVAL;
}

// The sign of a face's foot that points out of the polytope: of a face that the origin is a little
// outside of the other one.
static int outward(const Polytope* p, int face) {
  return p->open && isBehind(p, face) ? -1 : 1;
}

// Whether the origin is behind every face.
static bool containsOrigin(const Polytope* p) {
  for (int i = 0; i < p->faceCount; i++) {
    if (isBehind(p, i)) {
      return false;
    }
  }
  return true;
}

// When the pyramid of a thin simplex misses the origin (it is hardly below the surface): moves four
// of the corners until they surround it.
static bool fromAnyTetrahedron(lbShape* shape1, lbShape* shape2, const lbGjk* gjk, Polytope* p) {
  lbGjk search = *gjk;
  memcpy(search.simplex, p->vertices, sizeof(search.simplex));
  if (p->vertexCount < 4 || !lb_surroundOrigin(shape1, shape2, &search)) {
    return false;
  }
  for (int i = 0; i < 4; i++) {
    p->vertices[i] = search.simplex[i];
  }
  p->vertexCount = 4;
  p->faceCount = p->liveCount = 0;
  return fromTetrahedron(p);
}

// -------------------------------------------------------------------------------------- growing

// Takes a face from the list of live ones, if it is there; returns how many are left.
static inline int removeFace(Face* faces, int* live, int liveCount, int face) {
  int place = faces[face].place;
  if (place >= 0) {
    int last = live[--liveCount];
    live[place] = last;
    faces[last].place = place;
  }
  faces[face].place = REMOVED;
  return liveCount;
}

// Whether w is above the plane of a face, by more than rounding: how far is the same whatever the
// distance of the plane, of shapes that hardly touch, too.
static bool visible(const Face* f, const mjtNum w[3]) {
  const mjtNum clear = 1e-12;
  mjtNum above = lb_dot3(f->foot, w) - f->squared;
  return above > 0 && above * above > clear * clear * f->squared;
}

static int nextEdge(int edge) {
  return edge == 2 ? 0 : edge + 1;
}

// Removes the faces visible from w, beginning across edge `edge` of a visible face, and lists the
// edges around the hole in order. Depth first with a list of edges still to be crossed.
static void removeVisible(Polytope* p, int first, const mjtNum w[3], int* todo) {
  // an entry is 4 * face + edge: the face just removed and its edge to cross
  Face* faces = p->faces;
  int *live = p->live, *horizonFace = p->horizonFace, *horizonEdge = p->horizonEdge;
  int top = 0, horizonCount = 0, liveCount = removeFace(faces, live, p->liveCount, first);
  for (int e = 2; e >= 0; e--) {
    todo[top++] = 4 * first + e;
  }
  while (top) {
    int entry = todo[--top], from = entry >> 2;
    int next = faces[from].adjacent[entry & 3];
    const Face* f = faces + next;
    if (f->place == REMOVED) {
      continue;
    }
    int shared = f->adjacent[0] == from ? 0 : f->adjacent[1] == from ? 1 : 2;
    if (!visible(f, w)) {
      horizonFace[horizonCount] = next;
      horizonEdge[horizonCount++] = shared;
      continue;
    }
    liveCount = removeFace(faces, live, liveCount, next);
    int after = nextEdge(shared);
    todo[top++] = 4 * next + nextEdge(after);
    todo[top++] = 4 * next + after;
  }
  p->horizonCount = horizonCount;
  p->liveCount = liveCount;
}

// Closes the hole with triangles to the new vertex.
static bool closeHole(Polytope* p, int vertex) {
  int count = p->horizonCount, firstNew = p->faceCount, liveCount = p->liveCount;
  if (count < 3 || count > p->faceCapacity - firstNew) {
    return false;
  }
  const lbMinkowski* vertices = p->vertices;
  Face* faces = p->faces;
  const int *horizonFace = p->horizonFace, *horizonEdge = p->horizonEdge;
  int* live = p->live;
  const mjtNum upper2 = p->upper2;
  bool ok = true;
  for (int i = 0; i < count && ok; i++) {
    Face* border = faces + horizonFace[i];
    int e = horizonEdge[i], face = firstNew + i;
    // the border runs the edge forwards, the new face backwards
    int v0 = border->vertex[nextEdge(e)], v1 = border->vertex[e];
    border->adjacent[e] = face;
    int next = firstNew + (i + 1 < count ? i + 1 : 0);
    int previous = firstNew + (i > 0 ? i : count) - 1;
    ok = fillFace(faces + face, vertices, vertex, v0, v1, previous, horizonFace[i], next);
    liveCount = listFace(faces, live, liveCount, face, upper2);
  }
  p->faceCount = firstNew + count;
  p->liveCount = liveCount;
  return ok;
}

// Witness points: barycentric coordinates of the foot on a face.
// COMPAT: COL-TOUCH: of a face that the origin is a little outside of, those of the point on the
// other side of the origin.
static void faceWitness(const Polytope* p, int face, lbEpa* epa) {
  const Face* f = p->faces + face;
  const lbMinkowski* c[3];
  const mjtNum* s[3];
  mjtNum lambda[3];
  for (int k = 0; k < 3; k++) {
    c[k] = p->vertices + f->vertex[k];
    s[k] = c[k]->diff;
    epa->corners[k] = *c[k];
  }
  mjtNum foot[3];
  lb_scl3(foot, f->foot, outward(p, face));
  lb_affineCoordinates(s, foot, lambda);
  lb_zero3(epa->x1);
  lb_zero3(epa->x2);
  for (int k = 0; k < 3; k++) {
    lb_addToScl3(epa->x1, c[k]->point1, lambda[k]);
    lb_addToScl3(epa->x2, c[k]->point2, lambda[k]);
  }
  epa->dist = -sqrt(f->squared);
}

// Both corners of a vertex as one number.
static inline uint64_t corners(const lbMinkowski* w) {
  return (uint64_t)w->vertex1 << 32 | (uint32_t)w->vertex2;
}

static bool isRepeated(const Polytope* p, int vertex) {
  uint64_t wanted = corners(p->vertices + vertex);
  for (const lbMinkowski *w = p->vertices, *end = w + vertex; w < end; w++) {
    if (corners(w) == wanted) {
      return true;
    }
  }
  return false;
}

static bool grow(lbShape* shape1, lbShape* shape2, const lbGjk* gjk, Polytope* p, int* todo,
                 lbEpa* epa) {
  mjtNum upper = mjMAXVAL;
  int best = -1;
  // flat shapes end when a corner returns
  mjtNum tolerance = lb_isDiscrete(shape1) && lb_isDiscrete(shape2) ? mjMINVAL : gjk->tolerance;
  for (epa->iterations = 0; epa->iterations < gjk->maxIterations; epa->iterations++) {
    // nearest face
    int nearest = -1;
    mjtNum lower2 = mjMAXVAL * mjMAXVAL;
    for (int i = 0; i < p->liveCount; i++) {
      mjtNum squared = p->faces[p->live[i]].squared;
      if (squared < lower2) {
        lower2 = squared;
        nearest = p->live[i];
      }
    }
    if (nearest < 0 || lower2 > p->upper2) {
      break;
    }
    best = nearest;
    // a face through the origin up to rounding still has a normal to search along
    if (lower2 == 0) {
      break;
    }

    mjtNum lower = sqrt(lower2);
    lbMinkowski* w = p->vertices + p->vertexCount;
    mjtNum reach =
        supportAlong(shape1, shape2, p->faces[nearest].foot, outward(p, nearest) * lower, w);
    if (reach < upper) {
      upper = reach;
      p->upper2 = reach * reach;
    }
    if (upper - lower < tolerance) {
      break;
    }
    if (w->vertex1 >= 0 && w->vertex2 >= 0 && isRepeated(p, p->vertexCount)) {
      break;
    }
    removeVisible(p, nearest, w->diff, todo);
    if (!closeHole(p, p->vertexCount)) {
      break;
    }
    p->vertexCount++;
  }
  if (best < 0) {
    return false;
  }
  faceWitness(p, best, epa);
  return true;
}

bool lb_epa(mjData* d, lbShape* shape1, lbShape* shape2, const lbGjk* gjk, lbEpa* epa) {
  int limit = gjk->maxIterations;
  mj_markStack(d);
  Polytope p = {.faceCapacity = 6 * limit + 12, .upper2 = mjMAXVAL * mjMAXVAL};
  p.vertices = LB_STACK(d, lbMinkowski, 6 + limit);
  p.faces = LB_STACK(d, Face, p.faceCapacity);
  p.live = LB_STACK(d, int, 6 * p.faceCapacity);
  p.horizonFace = p.live + p.faceCapacity;
  p.horizonEdge = p.horizonFace + p.faceCapacity;
  int* todo = p.horizonEdge + p.faceCapacity;
  for (int i = 0; i < gjk->count; i++) {
    p.vertices[i] = gjk->simplex[i];
  }
  p.vertexCount = gjk->count;

  bool ready = false;
  int count = gjk->count;
  if (count == 2) {
    ready = fromSegment(shape1, shape2, &p);
  } else if (count == 4) {
    ready = fromTetrahedron(&p);
  }
  // COMPAT: EPA-FACE-THROUGH-ORIGIN: shapes that are aligned often have one
  if (count == 3 || keepFaceThroughOrigin(&p)) {
    count = 3;
    ready = fromTriangle(shape1, shape2, &p);
  }
  // COMPAT: EPA-SEGMENT: a pyramid around a segment that misses the origin ends the search; of
  // parallel cylinders half do, which then have one contact instead of three
  if (count == 2 && ready) {
    ready = containsOrigin(&p);
  } else if (count < 4 && (!ready || !containsOrigin(&p))) {
    p.open = !fromAnyTetrahedron(shape1, shape2, gjk, &p);
    ready |= !p.open;
  }
  bool found = ready && grow(shape1, shape2, gjk, &p, todo, epa) && epa->dist <= -mjMINVAL;
  mj_freeStack(d);
  return found;
}
