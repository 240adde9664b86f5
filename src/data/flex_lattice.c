// The node lattice of interpolated flexes; see flex_lattice.h.

#include "data/flex_lattice.h"

#include "api/mju_functions.h"
#include "math/inline.h"

lbLattice lb_flexLattice(const mjModel* m, int flexId) {
  lbLattice lattice;
  int interp = m->flex_interp[flexId];
  lattice.order = interp < 0 ? -interp : interp;
  for (int k = 0; k < 3; k++) {
    lattice.count[k] = lattice.order * m->flex_cellnum[3 * flexId + k] + 1;
  }
  return lattice;
}

// One surface node that a node inside a hollow lattice follows, with its weight: transfinite
// interpolation, the sum of linear blends between opposite faces, minus those between opposite
// edges, plus that of the corners. code: 0 .. 25.
static int blendTerm(const lbLattice* lattice, const int index[3], int code, mjtNum* weight) {
  // along each axis: low end, high end, or the node's own coordinate
  int choice[3] = {code / 9, code / 3 % 3, code % 3}, node = 0, ends = 0;
  *weight = 1;
  for (int k = 0; k < 3; k++) {
    int last = lattice->count[k] - 1;
    mjtNum s = (mjtNum)index[k] / last;
    node = node * lattice->count[k] + (choice[k] == 0 ? 0 : (choice[k] == 1 ? last : index[k]));
    *weight *= choice[k] == 0 ? 1 - s : (choice[k] == 1 ? s : 1);
    ends += choice[k] < 2;
  }
  *weight = ends == 2 ? -*weight : *weight;
  return node;
}

static void blendNode(const lbLattice* lattice, const int index[3], const mjtNum* surface,
                      mjtNum point[3]) {
  lb_zero3(point);
  for (int code = 0; code < 26; code++) {
    mjtNum weight;
    int node = blendTerm(lattice, index, code, &weight);
    lb_addToScl3(point, surface + 3 * node, weight);
  }
}

void lb_flexSpreadWeights(const mjModel* m, int flexId, mjtNum* weight) {
  if (m->flex_interp[flexId] >= 0) {
    return;
  }
  lbLattice lattice = lb_flexLattice(m, flexId);
  const int* size = lattice.count;
  for (int x = 1; x < size[0] - 1; x++) {
    for (int y = 1; y < size[1] - 1; y++) {
      for (int z = 1; z < size[2] - 1; z++) {
        int index[3] = {x, y, z}, inside = (x * size[1] + y) * size[2] + z;
        for (int code = 0; weight[inside] != 0 && code < 26; code++) {
          mjtNum share;
          int node = blendTerm(&lattice, index, code, &share);
          weight[node] += share * weight[inside];
        }
        weight[inside] = 0;
      }
    }
  }
}

void lb_flexNodes(const mjModel* m, const mjData* d, int flexId, mjtNum* xpos) {
  int first = m->flex_nodeadr[flexId];
  int count = m->flex_nodenum[flexId];

  // nodes fixed to bodies
  for (int n = 0; n < count; n++) {
    int bodyId = m->flex_nodebodyid[first + n];
    if (m->flex_centered[flexId]) {
      lb_copy3(xpos + 3 * n, d->xpos + 3 * bodyId);
    } else {
      lb_mulMatVec3(xpos + 3 * n, d->xmat + 9 * bodyId, m->flex_node + 3 * (first + n));
      lb_addTo3(xpos + 3 * n, d->xpos + 3 * bodyId);
    }
  }
  if (m->flex_interp[flexId] >= 0) {
    return;
  }

  // nodes inside a hollow lattice
  lbLattice lattice = lb_flexLattice(m, flexId);
  const int* size = lattice.count;
  for (int x = 1; x < size[0] - 1; x++) {
    for (int y = 1; y < size[1] - 1; y++) {
      for (int z = 1; z < size[2] - 1; z++) {
        int index[3] = {x, y, z};
        blendNode(&lattice, index, xpos, xpos + 3 * ((x * size[1] + y) * size[2] + z));
      }
    }
  }
}

int lb_cellNodes(const mjModel* m, int flexId, int index, int node[lbMAX_CELL_NODES]) {
  lbLattice lattice = lb_flexLattice(m, flexId);
  const int* cells = m->flex_cellnum + 3 * flexId;
  const int cell[3] = {index / (cells[1] * cells[2]), index / cells[2] % cells[1],
                       index % cells[2]};
  int order = lattice.order, count = 0;
  for (int a = 0; a <= order; a++) {
    for (int b = 0; b <= order; b++) {
      for (int c = 0; c <= order; c++) {
        int i = order * cell[0] + a, j = order * cell[1] + b, k = order * cell[2] + c;
        node[count++] = (i * lattice.count[1] + j) * lattice.count[2] + k;
      }
    }
  }
  return count;
}

// Gradients of the shape functions at the centre of the cell, per unit of its own coordinates.
static void centerGradients(int order, mjtNum gradient[lbMAX_CELL_NODES][3]) {
  static const mjtNum value[2][3] = {{0.5, 0.5, 0}, {0, 1, 0}};
  static const mjtNum slope[2][3] = {{-0.5, 0.5, 0}, {-0.5, 0, 0.5}};
  const mjtNum *N = value[order - 1], *dN = slope[order - 1];
  int count = 0;
  for (int a = 0; a <= order; a++) {
    for (int b = 0; b <= order; b++) {
      for (int c = 0; c <= order; c++, count++) {
        lb_set3(gradient[count], dN[a] * N[b] * N[c], N[a] * dN[b] * N[c], N[a] * N[b] * dN[c]);
      }
    }
  }
}

void lb_cellRotation(int order, const mjtNum x[lbMAX_CELL_NODES][3], mjtNum R[9]) {
  mjtNum gradient[lbMAX_CELL_NODES][3];
  int count = (order + 1) * (order + 1) * (order + 1);
  centerGradients(order, gradient);

  // COMPAT: LATTICE-ROTATION: derivatives are by cell coordinates, not scaled by the sides of the
  // cell
  mjtNum F[9] = {0}, quat[4] = {1, 0, 0, 0};
  for (int i = 0; i < count; i++) {
    for (int a = 0; a < 3; a++) {
      lb_addToScl3(F + 3 * a, gradient[i], x[i][a]);
    }
  }
  mju_mat2Rot(quat, F);
  lb_quat2Mat(R, quat);
}
