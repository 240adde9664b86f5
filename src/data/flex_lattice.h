// The node lattice of interpolated flexes.
//
// flex_cellnum cells along each axis, with flex_interp + 1 nodes along the edge of a cell and nodes
// on faces shared; x is the slowest index, z the fastest. A negative flex_interp is a hollow
// lattice: only nodes on its surface are bodies, those inside follow them.

#pragma once

#include <math.h>

#include "api/data.h"
#include "api/model.h"
#include "math/inline.h"

// Nodes of a lattice along its axes.
typedef struct lbLattice_ {
  int order;     // 1 trilinear, 2 triquadratic
  int count[3];  // nodes along x, y, z
} lbLattice;

lbLattice lb_flexLattice(const mjModel* m, int flexId);

enum { lbMAX_ORDER = 2, lbMAX_CELL_NODES = 27 };

// Weights of the order + 1 equally spaced nodes of an interval at coordinate s in [0, 1].
static inline void lb_nodeWeights(int order, mjtNum s, mjtNum weight[lbMAX_ORDER + 1]) {
  if (order == 1) {
    weight[0] = 1 - s;
    weight[1] = s;
  } else {
    // COMPAT: FLEX-WEIGHTS: multiplied out, for the last bits
    weight[0] = 2 * s * s - 3 * s + 1;
    weight[1] = 4 * (s - s * s);
    weight[2] = 2 * s * s - s;
  }
}

// The cell that holds coordinate s in [0, 1] along an axis with so many cells, and the coordinate
// in the cell. What lies outside counts as on the surface of the lattice.
static inline int lb_latticeCell(mjtNum s, int cells, mjtNum* inCell) {
  s = lb_clip(s, 0, 1) * cells;
  int cell = lb_toInt(floor(s), 0, cells - 1);
  *inCell = s - cell;
  return cell;
}

// Nodes of cell number index, as indices in the lattice, z fastest; returns their number.
int lb_cellNodes(const mjModel* m, int flexId, int index, int node[lbMAX_CELL_NODES]);

// Rotation of a cell from the positions of its nodes: nearest to the derivative of position at its
// centre.
void lb_cellRotation(int order, const mjtNum x[lbMAX_CELL_NODES][3], mjtNum R[9]);

// Global positions of the nodes of a flex, flex_nodenum x 3.
void lb_flexNodes(const mjModel* m, const mjData* d, int flexId, mjtNum* xpos);

// Weights over all nodes of a flex (flex_nodenum), changed to weights over the nodes that are
// bodies: nodes inside a hollow lattice hand theirs to its surface.
void lb_flexSpreadWeights(const mjModel* m, int flexId, mjtNum* weight);
