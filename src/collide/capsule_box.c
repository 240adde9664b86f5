// Contacts of a capsule with a box: up to two spheres along the capsule's segment against the box.
//
// Work in the frame of the box; the segment is c + t h, t in [-1, 1], h the half axis. The first
// sphere sits at the parameter nearest to the box: an end above a face, or the nearest approach to
// one of the twelve edges. The second one lies where the segment, followed from the first in the
// direction that stays close to the box, ends or leaves the face (or edge) it runs along. There is
// none when the segment leads straight away from the box or into it.

#include "collide/collide.h"
#include "math/inline.h"

typedef enum Feature_ {
  FEATURE_NONE,
  FEATURE_FACE,    // an end of the segment is above a face, or inside
  FEATURE_EDGE,    // nearest to the interior of a box edge
  FEATURE_CORNER,  // nearest to the end of a box edge
} Feature;

typedef struct Segment_ {
  mjtNum center[3];
  mjtNum half[3];
  const mjtNum* size;  // of the box
} Segment;

typedef struct Nearest_ {
  Feature feature;
  mjtNum t;        // parameter of the segment
  mjtNum squared;  // squared distance
  mjtNum sign[3];  // corner or edge: which side of the box, 0 along the edge
  int edge;        // dimension of the edge
  mjtNum along;    // position on the edge, in [-1, 1]
  int face;        // dimension of the face's normal, -1 inside
} Nearest;

static void testEnds(const Segment* s, Nearest* best) {
  for (int end = -1; end <= 1; end += 2) {
    int outside = 0, face = -1;
    mjtNum squared = 0;
    for (int i = 0; i < 3; i++) {
      mjtNum x = s->center[i] + end * s->half[i];
      mjtNum excess = fabs(x) - s->size[i];
      if (excess > 0) {
        outside++;
        face = i;
        squared += excess * excess;
      }
    }
    if (outside <= 1 && squared < best->squared) {
      *best = (Nearest){.feature = FEATURE_FACE, .t = end, .squared = squared, .face = face};
    }
  }
}

// Nearest approach of the segment to the edge along dimension j with the given signs.
static void testEdge(const Segment* s, int j, const mjtNum sign[3], Nearest* best) {
  // edge e + x1 a, segment c + x2 h: minimise |e + x1 a - c - x2 h|^2, both in [-1, 1]
  mjtNum dif[3];
  for (int i = 0; i < 3; i++) {
    dif[i] = sign[i] * s->size[i] - s->center[i];
  }
  mjtNum a = s->size[j];
  mjtNum ma = a * a, mb = -a * s->half[j], mc = lb_dot3(s->half, s->half);
  mjtNum u = -a * dif[j], v = lb_dot3(s->half, dif);
  mjtNum det = ma * mc - mb * mb;
  if (fabs(det) < mjMINVAL) {
    return;
  }
  mjtNum x1 = (mc * u - mb * v) / det, x2 = (ma * v - mb * u) / det;
  // a corner stays one when the end of the segment moves the nearest point back inside the edge
  mjtNum corner = 0;
  if (x1 > 1 || x1 < -1) {
    x1 = corner = x1 > 1 ? 1 : -1;
    x2 = (v - mb * x1) / mc;
  }
  if (x2 > 1 || x2 < -1) {
    x2 = x2 > 1 ? 1 : -1;
    x1 = (u - mb * x2) / ma;
    if (x1 > 1 || x1 < -1) {
      x1 = corner = x1 > 1 ? 1 : -1;
    }
  }

  mjtNum between[3];
  for (int i = 0; i < 3; i++) {
    between[i] = dif[i] - x2 * s->half[i];
  }
  between[j] += x1 * a;
  mjtNum squared = lb_dot3(between, between);
  if (squared < best->squared - mjMINVAL) {
    best->feature = corner != 0 ? FEATURE_CORNER : FEATURE_EDGE;
    best->t = x2;
    best->squared = squared;
    lb_copy3(best->sign, sign);
    best->edge = j;
    best->along = x1;
    best->sign[j] = corner;
  }
}

static void testEdges(const Segment* s, Nearest* best) {
  for (int j = 0; j < 3; j++) {
    for (int corner = 0; corner < 8; corner++) {
      if (corner >> j & 1) {
        continue;
      }
      mjtNum sign[3];
      for (int i = 0; i < 3; i++) {
        sign[i] = i == j ? 0 : (corner >> i & 1 ? 1 : -1);
      }
      testEdge(s, j, sign, best);
    }
  }
}

// Distance in t to travel from an end above a face until the segment leaves the face's rim.
static mjtNum travelFace(const Segment* s, const Nearest* first) {
  mjtNum travel = 2;
  for (int i = 0; i < 3; i++) {
    if (i == first->face) {
      continue;
    }
    mjtNum step = -first->t * s->half[i];
    mjtNum x = s->center[i] + first->t * s->half[i];
    if (fabs(step) > mjMINVAL) {
      travel = lb_min(travel, ((step > 0 ? s->size[i] : -s->size[i]) - x) / step);
    }
  }
  return -first->t * travel;
}

// Whether moving by +h leads away from the box in dimension i; no motion counts as negative.
static bool leadsOutward(const Segment* s, const Nearest* first, int i) {
  return (s->half[i] > 0) == (first->sign[i] > 0);
}

// From a corner: along an edge or across a face, whichever the segment is closer to.
static bool travelCorner(const Segment* s, const Nearest* first, mjtNum* travel) {
  bool outward[3];
  int outwardCount = 0;
  for (int i = 0; i < 3; i++) {
    outward[i] = leadsOutward(s, first, i);
    outwardCount += outward[i];
  }
  if (outwardCount == 0 || outwardCount == 3) {
    return false;
  }
  // the dimension that differs from the other two
  bool odd = outwardCount == 1;
  int ax = outward[0] == odd ? 0 : outward[1] == odd ? 1 : 2;
  int ax1 = (ax + 1) % 3, ax2 = (ax + 2) % 3;

  // direction in which ax leads inwards and the others outwards
  mjtNum direction = outward[ax] ? -1 : 1;
  mjtNum axisSquared = s->half[ax] * s->half[ax] / lb_dot3(s->half, s->half);
  if (axisSquared > 0.5) {
    mjtNum across = 2 * fabs(s->size[ax] / s->half[ax]);
    *travel = direction * lb_min(1 - direction * first->t, across);
    return true;
  }
  mjtNum across = 2 * lb_min(fabs(s->size[ax1] / s->half[ax1]), fabs(s->size[ax2] / s->half[ax2]));
  *travel = -direction * lb_min(1 + direction * first->t, across);
  return true;
}

// From inside an edge: across the adjacent face that the segment is more parallel to.
static bool travelEdge(const Segment* s, const Nearest* first, mjtNum* travel) {
  int e = first->edge, a = (e + 1) % 3, b = (e + 2) % 3;
  bool outwardA = leadsOutward(s, first, a), outwardB = leadsOutward(s, first, b);
  if (outwardA == outwardB) {
    return false;
  }
  int inward = fabs(s->half[a]) > fabs(s->half[b]) ? a : b;
  mjtNum direction = leadsOutward(s, first, inward) ? -1 : 1;
  mjtNum length = lb_min(1 - direction * first->t, 2 * fabs(s->size[inward] / s->half[inward]));

  // not beyond the end of the edge
  mjtNum step = direction * s->half[e];
  if (fabs(step) > mjMINVAL) {
    mjtNum room = step > 0 ? 1 - first->along : 1 + first->along;
    length = lb_min(length, s->size[e] * room / fabs(step));
  }
  *travel = direction * length;
  return true;
}

int lb_capsuleBox(mjPreContact* con, const mjtNum pos1[3], const mjtNum mat1[9],
                  const mjtNum size1[3], const mjtNum pos2[3], const mjtNum mat2[9],
                  const mjtNum size2[3], mjtNum margin) {
  mjtNum radius = size1[0], length = size1[1];

  mjtNum axis[3] = {mat1[2], mat1[5], mat1[8]}, offset[3];
  Segment s = {.size = size2};
  lb_sub3(offset, pos1, pos2);
  lb_mulMatTVec3(s.center, mat2, offset);
  // COMPAT: COL-CAPSULE-BOX-AXES: turned, then scaled: along an axis of the box, what rounding
  // leaves of the other two decides where the second sphere goes
  lb_mulMatTVec3(s.half, mat2, axis);
  lb_scl3(s.half, s.half, length);

  // COMPAT: COL-CAPSULE-BOX-FAR: squares of distances are compared with a length
  mjtNum sizes = radius + length + size2[0] + size2[1] + size2[2];
  Nearest first = {.feature = FEATURE_NONE, .squared = margin + 2 * sizes};
  testEnds(&s, &first);
  testEdges(&s, &first);

  mjtNum travel = 0;
  bool second = false;
  switch (first.feature) {
    case FEATURE_FACE:
      travel = first.face >= 0 ? travelFace(&s, &first) : 0;
      second = travel != 0;
      break;
    case FEATURE_CORNER:
      second = travelCorner(&s, &first, &travel);
      break;
    case FEATURE_EDGE:
      second = travelEdge(&s, &first, &travel);
      break;
    case FEATURE_NONE:
      return 0;
  }

  mjtNum places[2] = {first.t, first.t + travel};
  int count = 0;
  for (int i = 0; i < 1 + second; i++) {
    // COMPAT: COL-LAST-BITS: from the frame of the box back to the world
    mjtNum center[3], local[3];
    lb_addScl3(local, s.center, s.half, places[i]);
    lb_mulMatVec3(center, mat2, local);
    lb_addTo3(center, pos2);
    count += lb_sphereBox(con + count, center, radius, pos2, mat2, s.size, margin);
  }
  return count;
}

LB_PAIR_FUNCTION(lb_collideCapsuleBox) {
  return lb_capsuleBox(con, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_size + 3 * g1,
                       d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_size + 3 * g2, margin);
}
