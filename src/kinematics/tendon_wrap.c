// Shortest paths of a string around a sphere or an infinite cylinder.
//
// Both cases reduce to a circle in a plane. For a sphere it is the plane through the centre and the
// two ends; for a cylinder the plane across its axis, after which the path is unrolled to a helix.
// In the plane:
// - outside wrap: straight tangent, arc, straight tangent. There are two candidates, one per sense
//   of rotation; a side point picks the one on its side.
// - inside wrap: two straight segments that meet on the circle, where they make equal angles with
//   it. One scalar equation, solved by Newton's method.
// COMPAT: WRAP-BITS: products are taken in one order, so that paths agree to the last bit.

#include "kinematics/tendon_wrap.h"

#include <math.h>

#include "base/compiler.h"
#include "math/inline.h"
#include "math/libm.h"

#define NO_WRAP (-1.0)

// Newton's method of the inside wrap: start, iterations, and residual at which it stops.
#define INSIDE_START (1 - 1e-7)
#define INSIDE_ITERATIONS 20
#define INSIDE_TOLERANCE 1e-6

static inline mjtNum dot2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

static inline mjtNum cross2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static inline void normalize2(mjtNum a[2]) {
  mjtNum norm = sqrt(dot2(a, a));
  if (norm < mjMINVAL) {
    a[0] = 1;
    a[1] = 0;
  } else {
    mjtNum scale = 1 / norm;
    a[0] *= scale;
    a[1] *= scale;
  }
}

// True when segments p1-p2 and p3-p4 cross.
static bool segmentsCross(const mjtNum p1[2], const mjtNum p2[2], const mjtNum p3[2],
                          const mjtNum p4[2]) {
  mjtNum u[2] = {p2[0] - p1[0], p2[1] - p1[1]};
  mjtNum v[2] = {p4[0] - p3[0], p4[1] - p3[1]};
  mjtNum w[2] = {p1[0] - p3[0], p1[1] - p3[1]};
  mjtNum det = cross2(u, v);
  if (fabs(det) < mjMINVAL) {
    return false;
  }
  mjtNum a = cross2(v, w) / det;
  mjtNum b = cross2(u, w) / det;
  return a >= 0 && a <= 1 && b >= 0 && b <= 1;
}

// Length of the arc from p to q (both on the circle) in the given sense.
static mjtNum arcLength(const mjtNum p[2], const mjtNum q[2], bool clockwise, mjtNum radius) {
  mjtNum a[2] = {p[0], p[1]}, b[2] = {q[0], q[1]};
  normalize2(a);
  normalize2(b);
  mjtNum angle = lb_acos(lb_clip(dot2(a, b), -1, 1));
  mjtNum turn = cross2(a, b);
  if ((turn > 0 && clockwise) || (turn < 0 && !clockwise)) {
    angle = 2 * mjPI - angle;
  }
  return radius * angle;
}

// Tangent point on the circle seen from point p at squared distance pp; sign picks one of two.
static void tangentPoint(mjtNum res[2], const mjtNum p[2], mjtNum pp, mjtNum radius, mjtNum sign) {
  mjtNum reach = sign * sqrt(pp - radius * radius);
  res[0] = (p[0] * (radius * radius) + radius * p[1] * reach) / pp;
  res[1] = (p[1] * (radius * radius) - radius * p[0] * reach) / pp;
}

// Outside wrap of segment p-q around the circle at the origin.
static mjtNum wrapOutside(mjtNum tangent[4], const mjtNum p[2], const mjtNum q[2],
                          const mjtNum* side, mjtNum radius) {
  mjtNum pp = dot2(p, p), qq = dot2(q, q);
  mjtNum rr = radius * radius;
  if (pp < rr || qq < rr) {
    return NO_WRAP;
  }

  // straight when the nearest point of the segment is outside, and on the right side
  mjtNum dif[2] = {q[0] - p[0], q[1] - p[1]};
  mjtNum dd = dot2(dif, dif);
  if (dd < mjMINVAL) {
    return NO_WRAP;
  }
  mjtNum along = lb_clip(-dot2(dif, p) / dd, 0, 1);
  mjtNum nearest[2] = {p[0] + along * dif[0], p[1] + along * dif[1]};
  if (dot2(nearest, nearest) > rr && (!side || dot2(side, nearest) >= 0)) {
    return NO_WRAP;
  }

  // two candidates, clockwise first; the shorter chord wins, or the one that bulges to the side
  mjtNum candidate[2][4], merit[2];
  for (int i = 0; i < 2; i++) {
    mjtNum sign = i == 0 ? 1 : -1;
    mjtNum* a = candidate[i];
    mjtNum* b = candidate[i] + 2;
    tangentPoint(a, p, pp, radius, sign);
    tangentPoint(b, q, qq, radius, -sign);
    if (side) {
      mjtNum middle[2] = {a[0] + b[0], a[1] + b[1]};
      normalize2(middle);
      merit[i] = dot2(middle, side);
    } else {
      mjtNum chord[2] = {a[0] - b[0], a[1] - b[1]};
      merit[i] = -dot2(chord, chord);
    }
    if (segmentsCross(p, a, q, b)) {
      merit[i] = -10000;
    }
  }
  int best = merit[0] > merit[1] ? 0 : 1;
  for (int k = 0; k < 4; k++) {
    tangent[k] = candidate[best][k];
  }

  // tangents that cross make no path
  if (segmentsCross(p, tangent, q, tangent + 2)) {
    return NO_WRAP;
  }
  return arcLength(tangent, tangent + 2, best == 0, radius);
}

// Residual of the inside wrap: z is the sine of the angle between a segment and the radius at the
// touching point, A and B the ratios radius / distance of the ends, G the angle between them.
static mjtNum insideResidual(mjtNum z, mjtNum A, mjtNum B, mjtNum G) {
  return lb_asin(A * z) + lb_asin(B * z) - 2 * lb_asin(z) + G;
}

// Solves the residual for z; returns false when Newton's method leaves its range.
static bool solveInside(mjtNum* root, mjtNum A, mjtNum B, mjtNum G) {
  mjtNum z = INSIDE_START;
  mjtNum f = insideResidual(z, A, B, G);
  if (f > 0) {
    return false;
  }
  int iteration = 0;
  for (; iteration < INSIDE_ITERATIONS && fabs(f) > INSIDE_TOLERANCE; iteration++) {
    mjtNum slope = A / sqrt(lb_max(mjMINVAL, 1 - z * z * A * A)) +
                   B / sqrt(lb_max(mjMINVAL, 1 - z * z * B * B)) -
                   2 / sqrt(lb_max(mjMINVAL, 1 - z * z));
    if (slope > -mjMINVAL) {
      return false;
    }
    // the root is approached from above, so a step up means failure
    mjtNum next = z - f / slope;
    if (next > z) {
      return false;
    }
    z = next;
    f = insideResidual(z, A, B, G);
    if (f > INSIDE_TOLERANCE) {
      return false;
    }
  }
  *root = z;
  return iteration < INSIDE_ITERATIONS;
}

// Inside wrap: both ends of the (empty) arc are the point where the path touches the circle.
static mjtNum wrapInside(mjtNum touch[4], const mjtNum p[2], const mjtNum q[2], mjtNum radius) {
  mjtNum lengthP = sqrt(dot2(p, p)), lengthQ = sqrt(dot2(q, q));
  mjtNum dif[2] = {q[0] - p[0], q[1] - p[1]};
  mjtNum dd = dot2(dif, dif);
  if (lengthP <= radius || lengthQ <= radius || radius < mjMINVAL || lengthP < mjMINVAL ||
      lengthQ < mjMINVAL) {
    return NO_WRAP;
  }

  // the straight segment already passes through the circle
  if (dd > mjMINVAL) {
    mjtNum along = -dot2(dif, p) / dd;
    if (along > 0 && along < 1) {
      mjtNum nearest[2] = {p[0] + along * dif[0], p[1] + along * dif[1]};
      if (sqrt(dot2(nearest, nearest)) <= radius) {
        return NO_WRAP;
      }
    }
  }

  // fallback: the point of the circle between the ends
  mjtNum middle[2] = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])};
  normalize2(middle);
  for (int k = 0; k < 4; k++) {
    touch[k] = radius * middle[k % 2];
  }

  // angle between the ends
  mjtNum A = radius / lengthP, B = radius / lengthQ;
  mjtNum cosG = (lengthP * lengthP + lengthQ * lengthQ - dd) / (2 * lengthP * lengthQ);
  if (cosG < -1 + mjMINVAL) {
    return NO_WRAP;
  }
  if (cosG > 1 - mjMINVAL) {
    return 0;
  }
  mjtNum z;
  if (!solveInside(&z, A, B, lb_acos(cosG))) {
    return 0;
  }

  // rotate from one end towards the other
  bool fromP = cross2(p, q) > 0;
  mjtNum base[2] = {fromP ? p[0] : q[0], fromP ? p[1] : q[1]};
  normalize2(base);
  mjtNum angle = lb_asin(z) - lb_asin((fromP ? A : B) * z);
  mjtNum c = lb_cos(angle), s = lb_sin(angle);
  touch[0] = touch[2] = radius * (c * base[0] - s * base[1]);
  touch[1] = touch[3] = radius * (s * base[0] + c * base[1]);
  return 0;
}

// The wrap plane of a sphere: x towards p, y in the plane of p and q.
static void spherePlane(mjtNum axisX[3], mjtNum axisY[3], const mjtNum p[3], const mjtNum q[3]) {
  mjtNum normal[3];
  lb_copy3(axisX, p);
  lb_normalize3(axisX);
  lb_cross(normal, p, q);
  if (lb_normalize3(normal) < mjMINVAL) {
    // ends in line with the centre: any plane does; cross with the axis furthest from p
    mjtNum other[3] = {1, 1, 1};
    int largest = 0;
    for (int i = 1; i < 3; i++) {
      if (fabs(axisX[i]) > fabs(axisX[largest])) {
        largest = i;
      }
    }
    other[largest] = 0;
    lb_cross(normal, axisX, other);
    lb_normalize3(normal);
  }
  lb_cross(axisY, normal, axisX);
  lb_normalize3(axisY);
}

LB_MODULE_APART mjtNum lb_wrapTendon(mjtNum tangent[6], const mjtNum start[3], const mjtNum end[3],
                                     const mjtNum center[3], const mjtNum mat[9], mjtNum radius,
                                     bool isSphere, const mjtNum* side) {
  if (radius <= mjMINVAL) {
    return NO_WRAP;
  }

  // to the frame of the object
  mjtNum p[3], q[3], s[3] = {0, 0, 0}, tmp[3];
  lb_sub3(tmp, start, center);
  lb_mulMatTVec3(p, mat, tmp);
  lb_sub3(tmp, end, center);
  lb_mulMatTVec3(q, mat, tmp);
  if (lb_norm3(p) < mjMINVAL || lb_norm3(q) < mjMINVAL) {
    return NO_WRAP;
  }
  if (side) {
    lb_sub3(tmp, side, center);
    lb_mulMatTVec3(s, mat, tmp);
  }

  // to the plane; the side point is moved onto the circle
  mjtNum axisX[3] = {1, 0, 0}, axisY[3] = {0, 1, 0};
  if (isSphere) {
    spherePlane(axisX, axisY, p, q);
  }
  mjtNum p2[2] = {lb_dot3(p, axisX), lb_dot3(p, axisY)};
  mjtNum q2[2] = {lb_dot3(q, axisX), lb_dot3(q, axisY)};
  mjtNum s2[2] = {lb_dot3(s, axisX), lb_dot3(s, axisY)};
  normalize2(s2);
  s2[0] *= radius;
  s2[1] *= radius;

  // wrap in the plane
  mjtNum t2[4];
  mjtNum length = side && lb_norm3(s) < radius ? wrapInside(t2, p2, q2, radius)
                                               : wrapOutside(t2, p2, q2, side ? s2 : NULL, radius);
  if (length < 0) {
    return NO_WRAP;
  }

  // back to three dimensions
  mjtNum local[6];
  for (int k = 0; k < 2; k++) {
    lb_scl3(local + 3 * k, axisX, t2[2 * k]);
    lb_addToScl3(local + 3 * k, axisY, t2[2 * k + 1]);
  }
  if (!isSphere) {
    // unrolled, the path is one straight line: height grows in proportion to length
    mjtNum before = sqrt((p[0] - t2[0]) * (p[0] - t2[0]) + (p[1] - t2[1]) * (p[1] - t2[1]));
    mjtNum after = sqrt((q[0] - t2[2]) * (q[0] - t2[2]) + (q[1] - t2[3]) * (q[1] - t2[3]));
    mjtNum total = before + length + after;
    local[2] = p[2] + (q[2] - p[2]) * before / total;
    local[5] = p[2] + (q[2] - p[2]) * (before + length) / total;
    mjtNum height = local[5] - local[2];
    length = sqrt(length * length + height * height);
  }
  for (int k = 0; k < 2; k++) {
    lb_mulMatVec3(tangent + 3 * k, mat, local + 3 * k);
    lb_addTo3(tangent + 3 * k, center);
  }
  return length;
}
