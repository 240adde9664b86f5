// Bending of shell lattices: flexes whose nodes are those on the surface of a trilinear lattice.
//
// The surface consists of bilinear quads, one per outer face of a cell. For each pair of quads that
// share an edge, flex_bending holds where the edge's midpoint lies on either quad, a stiffness k
// and the difference of the normals there at rest, r0. Energy is k |nA - nB - R r0|^2 / 2 with R
// the mean rotation of the two quads, held fixed when differentiating; membrane forces are
// constraints.

#include "api/mju_functions.h"
#include "base/error.h"
#include "dynamics/passive_flex.h"
#include "math/inline.h"

enum {
  EDGE_STRIDE = 10  // quads A and B, (u, v) on A, (u, v) on B, stiffness, rest difference (3)
};

typedef struct Quad_ {
  int node[2][2];  // corners by u and v, indices in the lattice
} Quad;

// Corners of a quad. Quads are numbered by faces (low x, high x, low y, ... of the lattice), in
// each face with v fastest; u and v follow the normal's axis cyclically.
static Quad quadAt(const int cells[3], int index) {
  int axis = 0, high = 0, u, v, faceSize;
  for (;; high = !high, axis += !high) {
    u = (axis + 1) % 3;
    v = (axis + 2) % 3;
    faceSize = cells[u] * cells[v];
    if (index < faceSize) {
      break;
    }
    index -= faceSize;
  }
  Quad quad;
  int corner[3];
  corner[axis] = high ? cells[axis] : 0;
  for (int a = 0; a < 2; a++) {
    for (int b = 0; b < 2; b++) {
      corner[u] = index / cells[v] + a;
      corner[v] = index % cells[v] + b;
      quad.node[a][b] = (corner[0] * (cells[1] + 1) + corner[1]) * (cells[2] + 1) + corner[2];
    }
  }
  return quad;
}

// Tangents at (u, v) of a quad with the given node positions.
static void tangents(const Quad* quad, const mjtNum* x, mjtNum u, mjtNum v, mjtNum tangentU[3],
                     mjtNum tangentV[3]) {
  for (int k = 0; k < 3; k++) {
    mjtNum x00 = x[3 * quad->node[0][0] + k], x01 = x[3 * quad->node[0][1] + k];
    mjtNum x10 = x[3 * quad->node[1][0] + k], x11 = x[3 * quad->node[1][1] + k];
    tangentU[k] = (1 - v) * (x10 - x00) + v * (x11 - x01);
    tangentV[k] = (1 - u) * (x01 - x00) + u * (x11 - x10);
  }
}

// Rotation of a quad from rest: nearest to the matrix that takes the rest axes to tangents and
// normal. COMPAT: these are not scaled by the sides at rest, and the normal is the product of the
// tangents.
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
  for (int a = 0; a < 2; a++) {
    for (int b = 0; b < 2; b++) {
      mjtNum weightU = (a ? 1 : -1) * (b ? v : 1 - v), weightV = (b ? 1 : -1) * (a ? u : 1 - u);
      mjtNum* f = force + 3 * quad->node[a][b];
      lb_addToScl3(f, byU, weightU);
      lb_addToScl3(f, byV, weightV);
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
  if (m->flex_interp[flex] < -1) {
    lb_error("mj_passive: bending of quadratic shell %d is not implemented yet", flex);
  }
  if (m->flex_bendingadr[flex] < 0) {
    return;
  }
  const int* cells = m->flex_cellnum + 3 * flex;
  const mjtNum* x0 = m->flex_node0 + 3 * m->flex_nodeadr[flex];
  const mjtNum* edge = m->flex_bending + m->flex_bendingadr[flex];
  int edgeCount = (int)*edge++;
  for (int e = 0; e < edgeCount; e++, edge += EDGE_STRIDE) {
    Quad a = quadAt(cells, (int)edge[0]), b = quadAt(cells, (int)edge[1]);
    mjtNum normalA[3], normalB[3], delta[3], rest[3] = {0, 0, 0};
    normalAt(&a, x, edge[2], edge[3], normalA);
    normalAt(&b, x, edge[4], edge[5], normalB);
    if (!lb_isZero3(edge + 7)) {
      turnRest(&a, &b, x, x0, edge + 7, rest);
    }
    lb_sub3(delta, normalA, normalB);
    lb_subFrom3(delta, rest);
    addNormalGradient(&a, x, edge[2], edge[3], delta, -edge[6], force);
    addNormalGradient(&b, x, edge[4], edge[5], delta, edge[6], force);
  }
}
