// GJK: distance of two convex shapes (Gilbert, Johnson, Keerthi 1988).
//
// A simplex of up to four points of the Minkowski difference A - B is kept whose nearest point v to
// the origin approaches the nearest point of A - B. Each step adds the support point w along -v and
// drops the corners that v does not need. It ends when w brings no progress: v.v - v.w is the
// duality gap, an upper bound of |v - v*|^2. The nearest point of a simplex comes from signed
// volumes (Montanari, Petrinic, Barbieri 2017), which avoids the cancellation of Johnson's
// determinants.
//
// When only penetration matters (cutoff 0), a full tetrahedron switches to a shorter procedure that
// decides on which side the origin is without computing distances.
//
// Many results hang on ties: faces of equal distance, supports of equal height. Products and sums
// are in an order that decides them as the reference engine does; reordering one changes which of
// several equally good contacts comes out.

#include "collide/convex.h"
#include "math/inline.h"

#include <string.h>

// ------------------------------------------------- nearest point to the origin: signed volumes
// lambda: barycentric coordinates of the nearest point, zero for corners that are not needed.

static bool sameSign(mjtNum a, mjtNum b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

static void nearestOnSegment(const mjtNum* s1, const mjtNum* s2, mjtNum lambda[2]) {
  // projection p of the origin on the line, then one coordinate in which the segment is long
  mjtNum diff[3], p[3];
  lb_sub3(diff, s2, s1);
  mjtNum scale = -lb_dot3(s2, diff) / lb_dot3(diff, diff);
  lb_addScl3(p, s2, diff, scale);
  int axis = 0;
  for (int i = 1; i < 3; i++) {
    if (fabs(diff[i]) >= fabs(diff[axis])) {
      axis = i;
    }
  }
  mjtNum length = s1[axis] - s2[axis];
  mjtNum c1 = p[axis] - s2[axis], c2 = s1[axis] - p[axis];
  if (sameSign(length, c1) && sameSign(length, c2)) {
    lambda[0] = c1 / length;
    lambda[1] = c2 / length;
  } else {
    lambda[0] = 0;
    lambda[1] = 1;
  }
}

static void combine(mjtNum res[3], const mjtNum* const s[], const mjtNum* lambda, int count) {
  lb_scl3(res, s[0], lambda[0]);
  for (int i = 1; i < count; i++) {
    lb_addToScl3(res, s[i], lambda[i]);
  }
}

// Nearest among the edges of a triangle that exclude one corner, for corners whose coordinate has
// the wrong sign.
static void nearestOnEdges(const mjtNum* const s[3], const bool inside[3], mjtNum lambda[3]) {
  static const int edges[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  mjtNum best = mjMAXVAL * mjMAXVAL;
  for (int k = 0; k < 3; k++) {
    if (inside[k]) {
      continue;
    }
    const mjtNum* pair[2] = {s[edges[k][0]], s[edges[k][1]]};
    mjtNum l[2], x[3];
    nearestOnSegment(pair[0], pair[1], l);
    combine(x, pair, l, 2);
    mjtNum squared = lb_dot3(x, x);
    if (squared < best) {
      best = squared;
      lambda[k] = 0;
      lambda[edges[k][0]] = l[0];
      lambda[edges[k][1]] = l[1];
    }
  }
}

bool lb_projectOrigin(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], mjtNum foot[3]) {
  mjtNum edge1[3], edge2[3], n[3];
  const mjtNum* on = b;
  lb_sub3(edge1, b, a);
  lb_sub3(edge2, c, b);
  lb_cross(n, edge1, edge2);
  mjtNum squared = lb_dot3(n, n);
  if (squared < mjMINVAL) {
    // small: from another pair of edges
    on = c;
    lb_sub3(edge1, a, c);
    lb_cross(n, edge2, edge1);
    squared = lb_dot3(n, n);
    if (squared < mjMINVAL * mjMINVAL) {
      return false;
    }
  }
  lb_scl3(foot, n, lb_dot3(n, on) / squared);
  return true;
}

// Twice the area of a triangle's shadow on a coordinate plane.
static mjtNum shadowArea(const mjtNum* const s[3], int x, int y) {
  return s[1][x] * s[2][y] - s[1][y] * s[2][x] - s[0][x] * s[2][y] + s[0][y] * s[2][x] +
         s[0][x] * s[1][y] - s[0][y] * s[1][x];
}

void lb_affineCoordinates(const mjtNum* const s[3], const mjtNum p[3], mjtNum lambda[3]) {
  // areas in the coordinate plane on which the triangle has the largest shadow
  mjtNum total = shadowArea(s, 1, 2), inY = shadowArea(s, 0, 2), inZ = shadowArea(s, 0, 1);
  int x = 1, y = 2;
  if (!(fabs(total) >= fabs(inY) && fabs(total) >= fabs(inZ))) {
    bool second = fabs(inY) >= fabs(inZ);
    total = second ? inY : inZ;
    x = 0;
    y = second ? 2 : 1;
  }
  for (int k = 0; k < 3; k++) {
    const mjtNum *a = s[(k + 1) % 3], *b = s[(k + 2) % 3];
    mjtNum area = p[x] * a[y] + p[y] * b[x] + a[x] * b[y] - p[x] * b[y] - p[y] * a[x] - b[x] * a[y];
    lambda[k] = area / total;
  }
  if (fabs(lambda[0] + lambda[1] + lambda[2] - 1) > 1e-6) {
    // small and far from the origin: the sums above lose too much, from differences again
    mjtNum bx = s[1][x] - s[0][x], by = s[1][y] - s[0][y];
    mjtNum cx = s[2][x] - s[0][x], cy = s[2][y] - s[0][y];
    mjtNum px = p[x] - s[0][x], py = p[y] - s[0][y];
    mjtNum whole = bx * cy - by * cx;
    lambda[1] = (px * cy - py * cx) / whole;
    lambda[2] = (bx * py - by * px) / whole;
    lambda[0] = 1 - lambda[1] - lambda[2];
  }
}

static void nearestOnTriangle(const mjtNum* const s[3], mjtNum lambda[3]) {
  mjtNum p[3];
  bool inside[3] = {false, false, false};
  if (lb_projectOrigin(s[0], s[1], s[2], p)) {
    lb_affineCoordinates(s, p, lambda);
    for (int k = 0; k < 3; k++) {
      inside[k] = lambda[k] > 0;
    }
  }
  if (!(inside[0] && inside[1] && inside[2])) {
    // of a flat triangle: all edges
    nearestOnEdges(s, inside, lambda);
  }
}

static mjtNum tripleProduct(const mjtNum* a, const mjtNum* b, const mjtNum* c) {
  mjtNum cross[3];
  lb_cross(cross, b, c);
  return lb_dot3(a, cross);
}

static void nearestOnTetrahedron(const mjtNum* const s[4], mjtNum lambda[4]) {
  // cofactors of the matrix with columns (s_k, 1)
  mjtNum cofactor[4] = {-tripleProduct(s[1], s[2], s[3]), tripleProduct(s[0], s[2], s[3]),
                        -tripleProduct(s[0], s[1], s[3]), tripleProduct(s[0], s[1], s[2])};
  mjtNum det = cofactor[0] + cofactor[1] + cofactor[2] + cofactor[3];
  bool inside[4], all = true;
  for (int k = 0; k < 4; k++) {
    inside[k] = sameSign(det, cofactor[k]);
    all = all && inside[k];
  }
  if (all) {
    for (int k = 0; k < 4; k++) {
      lambda[k] = cofactor[k] / det;
    }
    return;
  }

  // nearest among the faces that the origin is outside of
  static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  mjtNum best = mjMAXVAL * mjMAXVAL;
  for (int k = 0; k < 4; k++) {
    if (inside[k]) {
      continue;
    }
    const mjtNum* corners[3] = {s[faces[k][0]], s[faces[k][1]], s[faces[k][2]]};
    mjtNum l[3], x[3];
    nearestOnTriangle(corners, l);
    combine(x, corners, l, 3);
    mjtNum squared = lb_dot3(x, x);
    if (squared < best) {
      best = squared;
      lambda[k] = 0;
      for (int i = 0; i < 3; i++) {
        lambda[faces[k][i]] = l[i];
      }
    }
  }
}

static void nearestOnSimplex(const lbMinkowski* simplex, int count, mjtNum lambda[4]) {
  const mjtNum* s[4] = {simplex[0].diff, simplex[1].diff, simplex[2].diff, simplex[3].diff};
  lambda[0] = lambda[1] = lambda[2] = lambda[3] = 0;
  switch (count) {
    case 1:
      lambda[0] = 1;
      break;
    case 2:
      nearestOnSegment(s[0], s[1], lambda);
      break;
    case 3:
      nearestOnTriangle(s, lambda);
      break;
    default:
      nearestOnTetrahedron(s, lambda);
  }
}

// ------------------------------------------------------------------------------ intersection only

// Unit normal of a triangle that points away from the fourth point, and the signed distance of the
// plane from the origin along it. False when the triangle is flat.
static bool facePlane(const mjtNum* a, const mjtNum* b, const mjtNum* c, mjtNum normal[3],
                      mjtNum* dist) {
  mjtNum edge1[3], edge2[3];
  lb_sub3(edge1, c, a);
  lb_sub3(edge2, b, a);
  lb_cross(normal, edge1, edge2);
  mjtNum squared = lb_dot3(normal, normal);
  if (squared < mjMINVAL * mjMINVAL) {
    return false;
  }
  lb_scl3(normal, normal, 1 / sqrt(squared));
  *dist = lb_dot3(normal, a);
  return true;
}

typedef enum Side_ {
  SIDE_UNKNOWN,
  SIDE_INSIDE,
  SIDE_OUTSIDE,
} Side;

// Moves a tetrahedron towards the origin: the corner opposite to the face that the origin is
// furthest beyond is replaced by the support point behind that face.
// COMPAT: COL-TOUCH: where shapes just touch this goes round in circles; its steps are not those of
// the search, which goes on then.
static Side locateOrigin(lbShape* shape1, lbShape* shape2, lbGjk* gjk) {
  lbMinkowski s[4];
  memcpy(s, gjk->simplex, sizeof(s));
  // COMPAT: GJK-ORIENTATION: the corners are taken as positively oriented; when they are not, the
  // first replacement, which happens behind an inverted face, makes them so.
  int order[4] = {0, 1, 2, 3};
  for (; gjk->replaced < gjk->maxIterations; gjk->replaced++) {
    // face k is opposite to corner k
    static const int faces[4][3] = {{2, 1, 3}, {0, 2, 3}, {1, 0, 3}, {0, 1, 2}};
    mjtNum normal[4][3], dist[4];
    int worst = 0;
    for (int k = 0; k < 4; k++) {
      if (!facePlane(s[order[faces[k][0]]].diff, s[order[faces[k][1]]].diff,
                     s[order[faces[k][2]]].diff, normal[k], dist + k)) {
        return SIDE_UNKNOWN;
      }
      if (dist[k] < dist[worst]) {
        worst = k;
      }
    }
    if (dist[worst] > 0) {
      for (int k = 0; k < 4; k++) {
        gjk->simplex[k] = s[order[k]];
      }
      return SIDE_INSIDE;
    }
    int replaced = order[worst];
    lb_minkowskiSupport(shape1, shape2, normal[worst], s + replaced);
    if (lb_dot3(normal[worst], s[replaced].diff) < 0) {
      return SIDE_OUTSIDE;
    }
    // the new corner is on the other side of the face: swap two to restore orientation
    int a = (worst + 1) & 3, b = (worst + 2) & 3;
    int swap = order[a];
    order[a] = order[b];
    order[b] = swap;
  }
  return SIDE_UNKNOWN;
}

bool lb_surroundOrigin(lbShape* shape1, lbShape* shape2, lbGjk* gjk) {
  gjk->count = 4;
  gjk->replaced = 0;
  return locateOrigin(shape1, shape2, gjk) == SIDE_INSIDE;
}

// --------------------------------------------------------------------------------------- distance

// Keeps the corners that the nearest point of the simplex to the origin needs: their number, their
// barycentric coordinates, and the point v.
static int reduceSimplex(lbMinkowski simplex[4], int count, mjtNum lambda[4], mjtNum v[3]) {
  nearestOnSimplex(simplex, count, lambda);
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (lambda[i] != 0) {
      if (kept != i) {
        simplex[kept] = simplex[i];
      }
      lambda[kept++] = lambda[i];
    }
  }
  lb_zero3(v);
  for (int i = 0; i < kept; i++) {
    lb_addToScl3(v, simplex[i].diff, lambda[i]);
  }
  return kept;
}

bool lb_gjk(lbShape* shape1, lbShape* shape2, lbGjk* gjk) {
  lbMinkowski* simplex = gjk->simplex;
  mjtNum v[3], lambda[4] = {1, 0, 0, 0};
  bool discrete = lb_isDiscrete(shape1) && lb_isDiscrete(shape2);
  mjtNum gap = discrete ? 0 : 0.5 * gjk->tolerance * gjk->tolerance;
  mjtNum reached = discrete ? mjMINVAL * mjMINVAL : gjk->tolerance * gjk->tolerance;
  bool contactOnly = gjk->cutoff == 0;
  bool located = false;
  int count = 0;
  lb_sub3(v, shape1->pos, shape2->pos);

  for (int iteration = 0; iteration < gjk->maxIterations; iteration++) {
    mjtNum squared = lb_dot3(v, v);
    if (squared < reached) {
      break;
    }
    mjtNum norm = sqrt(squared), dir[3];
    lb_scl3(dir, v, -1 / norm);
    lbMinkowski* w = simplex + count;
    lb_minkowskiSupport(shape1, shape2, dir, w);

    // no progress: v is the nearest point
    mjtNum vw = lb_dot3(v, w->diff);
    if (count && squared - vw < gap) {
      break;
    }
    // the plane through w separates: lower bound of the distance
    if (contactOnly ? vw > 0 : vw > 0 && vw * vw > gjk->cutoff * gjk->cutoff * squared) {
      gjk->dist = mjMAXVAL;
      return false;
    }

    count++;
    if (count == 4 && contactOnly && !located) {
      // COMPAT: GJK-BUDGET: its steps come on top of those of the search
      gjk->replaced = iteration;
      Side side = locateOrigin(shape1, shape2, gjk);
      if (side == SIDE_INSIDE) {
        gjk->count = 4;
        gjk->dist = 0;
        return true;
      }
      if (side == SIDE_OUTSIDE) {
        gjk->dist = mjMAXVAL;
        return false;
      }
      located = true;
    }

    mjtNum previous[3];
    lb_copy3(previous, v);
    count = reduceSimplex(simplex, count, lambda, v);
    bool same = v[0] == previous[0] && v[1] == previous[1] && v[2] == previous[2];
    if (count == 4 || same) {
      break;
    }
  }

  gjk->count = count;
  lb_zero3(gjk->x1);
  lb_zero3(gjk->x2);
  for (int i = 0; i < count; i++) {
    lb_addToScl3(gjk->x1, simplex[i].point1, lambda[i]);
    lb_addToScl3(gjk->x2, simplex[i].point2, lambda[i]);
  }
  gjk->dist = lb_norm3(v);
  if (count == 4 || gjk->dist < gjk->tolerance) {
    gjk->dist = 0;
  }
  return true;
}
