// Strain equalities of interpolated flexes.
//
// flex_stiffness holds, per cell, the number of deformation modes and then the modes S (modes x
// 3 nodes): the eigenvectors of the cell's stiffness that are not rigid motions. A row measures one
// mode in the frame that turns with the cell,
//   r = sum_i s_i . (R' (x_i - x0) - (X_i - X0)),
// with x the nodes now, X those of the reference lattice, 0 their means, and R the rotation nearest
// to the tangents at the centre of the cell. The Jacobian takes R as fixed: dr/dx_i = R s_i.

#include "constraint/flex_strain.h"

#include "api/mju_functions.h"
#include "data/flex_lattice.h"
#include "data/stack.h"
#include "kinematics/chain.h"
#include "math/blas.h"
#include "math/inline.h"

enum { maxNodes = 27, maxSearches = 20 };

// One cell of a lattice, or one quad of its surface.
typedef struct Cell_ {
  int flex;
  int count;            // nodes
  int node[maxNodes];   // indices in the flex
  int axes;             // 3 for a cell, 2 for a quad
  int axis[3];          // its axes in the lattice
  int perAxis;          // nodes along an axis
  const mjtNum* modes;  // (modeCount x 3 count)
  int modeCount;
} Cell;

// Nodes start .. start + order along each axis of the cell; the last axis is the fastest.
static void listNodes(const lbLattice* lattice, const int start[3], const int axis[3], Cell* cell) {
  int stride[3] = {lattice->count[1] * lattice->count[2], lattice->count[2], 1};
  int first = start[0] * stride[0] + start[1] * stride[1] + start[2];
  cell->perAxis = lattice->order + 1;
  cell->count = 1;
  for (int k = 0; k < cell->axes; k++) {
    cell->count *= cell->perAxis;
  }
  for (int k = 0; k < 3; k++) {
    cell->axis[k] = axis[k];
  }
  for (int i = 0; i < cell->count; i++) {
    cell->node[i] = first;
    for (int k = cell->axes - 1, rest = i; k >= 0; k--) {
      cell->node[i] += rest % cell->perAxis * stride[axis[k]];
      rest /= cell->perAxis;
    }
  }
}

// Quad number `index` of the surface: sides x low, x high, y low, ..., on each the two other axes
// in cyclic order, the second one fastest.
static void findQuad(const mjModel* m, int flex, const lbLattice* lattice, int index, Cell* cell) {
  const int* cells = m->flex_cellnum + 3 * flex;
  for (int side = 0; side < 6; side++) {
    int axis[3] = {(side / 2 + 1) % 3, (side / 2 + 2) % 3, side / 2}, start[3] = {0, 0, 0};
    int quads = cells[axis[0]] * cells[axis[1]];
    if (index >= quads) {
      index -= quads;
      continue;
    }
    start[axis[0]] = lattice->order * (index / cells[axis[1]]);
    start[axis[1]] = lattice->order * (index % cells[axis[1]]);
    start[axis[2]] = side % 2 ? lattice->count[axis[2]] - 1 : 0;
    listNodes(lattice, start, axis, cell);
    return;
  }
}

static Cell findCell(const mjModel* m, int eq) {
  Cell cell = {.flex = m->eq_obj1id[eq]};
  lbLattice lattice = lb_flexLattice(m, cell.flex);
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  int index = (int)data[0];
  if (data[1] < 0) {
    cell.axes = 2;
    findQuad(m, cell.flex, &lattice, index, &cell);
  } else {
    const int* cells = m->flex_cellnum + 3 * cell.flex;
    int axis[3] = {0, 1, 2}, start[3];
    for (int k = 0; k < 3; k++) {
      start[k] = lattice.order * (int)data[k];
    }
    cell.axes = 3;
    listNodes(&lattice, start, axis, &cell);
    index = (index * cells[1] + (int)data[1]) * cells[2] + (int)data[2];
  }
  int size = 9 * cell.count * cell.count;
  const mjtNum* stiffness = m->flex_stiffness + m->flex_stiffnessadr[cell.flex] + index * size;
  cell.modeCount = (int)stiffness[0];
  cell.modes = stiffness + 1;
  return cell;
}

// Column k: derivative along axis k of the lattice at the centre of the cell, the difference
// between the middles of its two ends; zero for the axis across a quad, which two tangents turn by
// themselves. x: nodes (3 x count).
static void centreFrame(const Cell* cell, const mjtNum* x, mjtNum frame[9]) {
  // shape functions at the centre: all nodes of order 1, the middle one of order 2
  static const mjtNum middle[2][3] = {{0.5, 0.5, 0}, {0, 1, 0}};
  mjtNum column[3][3] = {{0}};
  for (int i = 0; i < cell->count; i++) {
    int at[3] = {0, 0, 0};
    for (int k = cell->axes - 1, rest = i; k >= 0; k--) {
      at[k] = rest % cell->perAxis;
      rest /= cell->perAxis;
    }
    for (int k = 0; k < cell->axes; k++) {
      mjtNum weight = at[k] == 0 ? -1 : at[k] == cell->perAxis - 1 ? 1 : 0;
      for (int other = 0; other < cell->axes; other++) {
        weight *= other == k ? 1 : middle[cell->perAxis - 2][at[other]];
      }
      lb_addToScl3(column[cell->axis[k]], x + 3 * i, weight);
    }
  }
  for (int i = 0; i < 9; i++) {
    frame[i] = column[i % 3][i / 3];
  }
}

// Moves the mean of the points to the origin.
static void centre(mjtNum* x, int count) {
  mjtNum mean[3] = {0, 0, 0};
  for (int i = 0; i < count; i++) {
    lb_addToScl3(mean, x + 3 * i, 1.0 / count);
  }
  for (int i = 0; i < count; i++) {
    lb_subFrom3(x + 3 * i, mean);
  }
}

// Positions now and in the reference, both centred, and the rotation between them.
static void cellRotation(const mjModel* m, mjData* d, const Cell* cell, mjtNum* x, mjtNum* X,
                         mjtNum rotation[9]) {
  for (int i = 0; i < cell->count; i++) {
    int node = m->flex_nodeadr[cell->flex] + cell->node[i], body = m->flex_nodebodyid[node];
    if (m->flex_centered[cell->flex]) {
      lb_copy3(x + 3 * i, d->xpos + 3 * body);
    } else {
      lb_mulMatVec3(x + 3 * i, d->xmat + 9 * body, m->flex_node + 3 * node);
      lb_addTo3(x + 3 * i, d->xpos + 3 * body);
    }
    lb_copy3(X + 3 * i, m->flex_node0 + 3 * node);
  }
  mjtNum frame[9], quat[4] = {1, 0, 0, 0};
  centreFrame(cell, x, frame);

  // the search stops when a turn is small; flat cells take small turns long before they are there
  for (int k = 0; k < maxSearches && mju_mat2Rot(quat, frame) > 0; k++) {
  }
  lb_quat2Mat(rotation, quat);
  centre(x, cell->count);
  centre(X, cell->count);
}

// Dofs that move the nodes, ascending; returns their number.
static int cellChain(const mjModel* m, const Cell* cell, int* dofs) {
  int count = 0;
  for (int i = 0; i < cell->count; i++) {
    int body = m->flex_nodebodyid[m->flex_nodeadr[cell->flex] + cell->node[i]];
    count = lb_extendChain(m, body, dofs, count);
  }
  return count;
}

// Only lattices with modes of strain have cells to constrain.
static bool hasCells(const mjModel* m, int eq) {
  int flex = m->eq_obj1id[eq];
  return m->flex_interp[flex] && m->flex_stiffnessadr[flex] >= 0;
}

void lb_flexStrainSize(const mjModel* m, mjData* d, int eq, int* rows, int* nnz) {
  if (!hasCells(m, eq)) {
    *rows = *nnz = 0;
    return;
  }
  mj_markStack(d);
  Cell cell = findCell(m, eq);
  int width = cellChain(m, &cell, lb_stackInt(d, m->nv));
  *rows = width ? cell.modeCount : 0;
  *nnz = *rows * width;
  mj_freeStack(d);
}

// How a dof moves a node.
typedef struct Motion_ {
  int node;          // in the cell
  int place;         // of the dof in the chain
  mjtNum column[3];  // derivative of the node's position
} Motion;

// Every dof's motion of every node; writes at most count * nnz, returns their number.
static int nodeMotions(const mjModel* m, const mjData* d, const Cell* cell, const int* dofs,
                       int nnz, Motion* motion) {
  int count = 0;
  for (int i = 0; i < cell->count; i++) {
    int node = m->flex_nodeadr[cell->flex] + cell->node[i], body = m->flex_nodebodyid[node];
    mjtNum offset[3];
    if (m->flex_centered[cell->flex]) {
      lb_copy3(offset, d->xpos + 3 * body);
    } else {
      lb_mulMatVec3(offset, d->xmat + 9 * body, m->flex_node + 3 * node);
      lb_addTo3(offset, d->xpos + 3 * body);
    }
    lb_subFrom3(offset, d->subtree_com + 3 * m->body_rootid[body]);
    int k = nnz - 1;
    for (int dof = lb_lastDof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
      while (dofs[k] > dof) {
        k--;
      }
      motion[count].node = i;
      motion[count].place = k;
      lb_pointColumn(motion[count++].column, d->cdof + 6 * dof, offset);
    }
  }
  return count;
}

static mjtNum cellInvWeight(const mjModel* m, const Cell* cell) {
  mjtNum sum = 0;
  for (int i = 0; i < cell->count; i++) {
    sum += m->body_invweight0[2 * m->flex_nodebodyid[m->flex_nodeadr[cell->flex] + cell->node[i]]];
  }
  return sum / cell->count;
}

void lb_addFlexStrain(lbRowBuilder* b, int eq) {
  const mjModel* m = b->m;
  mjData* d = b->d;
  if (!hasCells(m, eq)) {
    return;
  }
  mj_markStack(d);
  Cell cell = findCell(m, eq);
  int nnz = cellChain(m, &cell, b->dofs);
  mjtNum x[3 * maxNodes], X[3 * maxNodes], rotation[9], weight = cellInvWeight(m, &cell);
  cellRotation(m, d, &cell, x, X, rotation);
  Motion* motion = LB_STACK(d, Motion, (size_t)cell.count * nnz);
  int motionCount = nodeMotions(m, d, &cell, b->dofs, nnz, motion);

  for (int r = 0; nnz && r < cell.modeCount; r++) {
    mjtNum residual = 0, turned[3 * maxNodes];
    for (int i = 0; i < cell.count; i++) {
      const mjtNum* mode = cell.modes + 3 * (r * cell.count + i);
      lb_mulMatVec3(turned + 3 * i, rotation, mode);
      residual += lb_dot3(turned + 3 * i, x + 3 * i) - lb_dot3(mode, X + 3 * i);
    }
    mjtNum* J = lb_openRows(b, 1, nnz, b->dofs);
    lb_zero(J, nnz);
    for (int i = 0; i < motionCount; i++) {
      J[motion[i].place] += lb_dot3(turned + 3 * motion[i].node, motion[i].column);
    }
    int row = lb_closeRows(b, mjCNSTR_EQUALITY, eq, &residual, 0, 0);
    d->efc_diagA[row] = weight;
  }
  mj_freeStack(d);
}
