// Bending of shell lattices: flexes whose nodes are those on the surface of a trilinear or
// triquadratic lattice.
//
// The surface consists of bilinear or biquadratic quads, one per outer face of a cell. For each
// pair of quads that share an edge, flex_bending holds where the edge's midpoint lies on either
// quad, a stiffness k and the difference of the normals there at rest, r0. Energy is k |nA - nB - R
// r0|^2 / 2 with R the mean rotation of the two quads, held fixed when differentiating; membrane
// forces are constraints.

#include "api/mju_functions.h"
#include "data/flex_lattice.h"
#include "force/passive_flex.h"
#include "math/inline.h"
#include "model/flex_layout.h"

// One face of a cell: (order + 1)^2 nodes by u and v, indices in the lattice.
typedef struct Quad_ {
  int order;
  int node[3][3];
} Quad;

// Quads are numbered by faces (low x, high x, low y, ... of the lattice), in each face with v
// fastest; u and v follow the normal's axis cyclically.
static Quad quadAt(const lbLattice* lattice, int index) {
  int axis = 0, high = 0, u, v, cellsV, order = lattice->order;
  for (;; high = !high, axis += !high) {
    u = (axis + 1) % 3;
    v = (axis + 2) % 3;
    cellsV = (lattice->count[v] - 1) / order;
    int faceSize = (lattice->count[u] - 1) / order * cellsV;
    if (index < faceSize) {
      break;
    }
    index -= faceSize;
  }
  Quad quad = {.order = order};
  int at[3];
  at[axis] = high ? lattice->count[axis] - 1 : 0;
  for (int a = 0; a <= order; a++) {
    for (int b = 0; b <= order; b++) {
      at[u] = index / cellsV * order + a;
      at[v] = index % cellsV * order + b;
      quad.node[a][b] = (at[0] * lattice->count[1] + at[1]) * lattice->count[2] + at[2];
    }
  }
  return quad;
}

// Shape functions of the nodes of an interval at s in [0, 1], and their slopes.
static void shape(int order, mjtNum s, mjtNum N[3], mjtNum dN[3]) {
  if (order == 1) {
    lb_set3(N, 1 - s, s, 0);
    lb_set3(dN, -1, 1, 0);
  } else {
    lb_set3(N, (1 - s) * (1 - 2 * s), 4 * s * (1 - s), s * (2 * s - 1));
    lb_set3(dN, 4 * s - 3, 4 - 8 * s, 4 * s - 1);
  }
}

// Tangents at (u, v) of a quad with the given node positions.
static void tangents(const Quad* quad, const mjtNum* x, mjtNum u, mjtNum v, mjtNum tangentU[3],
                     mjtNum tangentV[3]) {
  mjtNum Nu[3], dNu[3], Nv[3], dNv[3];
  shape(quad->order, u, Nu, dNu);
  shape(quad->order, v, Nv, dNv);
  lb_zero3(tangentU);
  lb_zero3(tangentV);
  for (int a = 0; a <= quad->order; a++) {
    for (int b = 0; b <= quad->order; b++) {
      lb_addToScl3(tangentU, x + 3 * quad->node[a][b], dNu[a] * Nv[b]);
      lb_addToScl3(tangentV, x + 3 * quad->node[a][b], Nu[a] * dNv[b]);
    }
  }
}

// Rotation of a quad from rest: nearest to the matrix that takes the rest axes to tangents and
// normal.
// COMPAT: SHELL-CURVATURE: these are not scaled by the sides at rest, and the normal is the product
// of the tangents.
static void quadRotation(const Quad* quad, const mjtNum* x, const mjtNum* x0, mjtNum quat[4]) {
  mjtNum tu[3], tv[3], n[3], restU[3], restV[3], restN[3], F[9];
  tangents(quad, x, 0.5, 0.5, tu, tv);
  lb_cross(n, tu, tv);
  tangents(quad, x0, 0.5, 0.5, restU, restV);
  lb_cross(restN, restU, restV);
  lb_normalize3(restU);
  lb_normalize3(restV);
  lb_normalize3(restN);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      F[3 * i + k] = tu[i] * restU[k] + tv[i] * restV[k] + n[i] * restN[k];
    }
  }
  lb_unit4(quat);
  mju_mat2Rot(quat, F);
}

// Rest difference of normals, turned by the mean rotation of two quads.
static void turnRest(const Quad* a, const Quad* b, const mjtNum* x, const mjtNum* x0,
                     const mjtNum rest[3], mjtNum turned[3]) {
  mjtNum quatA[4], quatB[4], mean[4];
  quadRotation(a, x, x0, quatA);
  quadRotation(b, x, x0, quatB);
  mjtNum sign = lb_dot4(quatA, quatB) < 0 ? -1 : 1;
  for (int k = 0; k < 4; k++) {
    mean[k] = quatA[k] + sign * quatB[k];
  }
  lb_normalize4(mean);
  lb_rotVecQuat(turned, rest, mean);
}

// force += scale * (gradient of delta . normal at (u, v)) on the corners of a quad.
static void addNormalGradient(const Quad* quad, const mjtNum* x, mjtNum u, mjtNum v,
                              const mjtNum delta[3], mjtNum scale, mjtNum* force) {
  mjtNum tu[3], tv[3], n[3], g[3], byU[3], byV[3];
  tangents(quad, x, u, v, tu, tv);
  lb_cross(n, tu, tv);
  mjtNum length = lb_normalize3(n);
  lb_addScl3(g, delta, n, -lb_dot3(delta, n));
  lb_scl3(g, g, scale / lb_max(mjMINVAL, length));
  lb_cross(byU, tv, g);
  lb_cross(byV, g, tu);
  mjtNum Nu[3], dNu[3], Nv[3], dNv[3];
  shape(quad->order, u, Nu, dNu);
  shape(quad->order, v, Nv, dNv);
  for (int a = 0; a <= quad->order; a++) {
    for (int b = 0; b <= quad->order; b++) {
      mjtNum* f = force + 3 * quad->node[a][b];
      lb_addToScl3(f, byU, dNu[a] * Nv[b]);
      lb_addToScl3(f, byV, Nu[a] * dNv[b]);
    }
  }
}

static void normalAt(const Quad* quad, const mjtNum* x, mjtNum u, mjtNum v, mjtNum n[3]) {
  mjtNum tu[3], tv[3];
  tangents(quad, x, u, v, tu, tv);
  lb_cross(n, tu, tv);
  lb_normalize3(n);
}

void lb_shellForces(const mjModel* m, mjData* d, int flex, const mjtNum* x, mjtNum* force) {
  if (m->flex_bendingadr[flex] < 0) {
    return;
  }
  lbLattice lattice = lb_flexLattice(m, flex);
  const mjtNum* x0 = m->flex_node0 + 3 * m->flex_nodeadr[flex];
  const mjtNum* bending = m->flex_bending + m->flex_bendingadr[flex];
  const lbShellPair* pair = (const lbShellPair*)(bending + 1);
  for (int left = (int)bending[0]; left > 0; left--, pair++) {
    Quad a = quadAt(&lattice, (int)pair->quad[0]), b = quadAt(&lattice, (int)pair->quad[1]);
    const mjtNum *onA = pair->middle[0], *onB = pair->middle[1];
    mjtNum normalA[3], normalB[3], delta[3], rest[3] = {0, 0, 0};
    normalAt(&a, x, onA[0], onA[1], normalA);
    normalAt(&b, x, onB[0], onB[1], normalB);
    if (!lb_isZero3(pair->rest)) {
      turnRest(&a, &b, x, x0, pair->rest, rest);
    }
    lb_sub3(delta, normalA, normalB);
    lb_subFrom3(delta, rest);
    addNormalGradient(&a, x, onA[0], onA[1], delta, -pair->stiffness, force);
    addNormalGradient(&b, x, onB[0], onB[1], delta, pair->stiffness, force);
  }
}
