// Values of the effective mass: the 3 x 3 blocks of K = scale k, scale = h^2 + h damping.
//
// Stretching. With e_a = l_a^2 - l0_a^2 the elongations of the edges of an element, its energy is
// the form E = 1/4 sum_ab S_ab e_a e_b. With s_a the side vector of edge a, the move u of its first
// end against its second one changes e_a by 2 s_a' u + u' u, so the second derivative of E is
//   sum_ab 2 S_ab s_a s_b'  +  t_a 1 per edge,   t_a = sum_b S_ab e_b the tension of edge a,
// with the sign + where both ends are first or both second, - otherwise. A compressed edge,
// t_a < 0, would make it indefinite; its t_a counts as zero.
//
// Bending. A constant 4 x 4 form per interior edge, the same for x, y and z.
//
// Lattices. Each cell adds -R k R', with k its constant matrix (stored with the opposite sign) and
// R its rotation, which counts as fixed.
//
// All of these are in the world frame at first. The dofs of a vertex are slides along axes Q that
// the parent body turns, so a block becomes Q' A Q in the end.

#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/flex_layout.h"
#include "solver/effective_parts.h"

enum { MAX_EDGES = 6 };

// One element: its edges with their ends (dofs), side vectors, S and positive tensions, scaled.
typedef struct Element_ {
  int edgeCount;
  int dof[MAX_EDGES][2];
  mjtNum side[MAX_EDGES][3];
  mjtNum S[MAX_EDGES][MAX_EDGES];
  mjtNum tension[MAX_EDGES];
} Element;

// Fills in element number e of a flex; false when it has no stiffness.
static bool readElement(const mjModel* m, const mjData* d, int flexId, int e, Element* element) {
  int vertAdr = m->flex_vertadr[flexId], edgeAdr = m->flex_edgeadr[flexId];
  int count = element->edgeCount = m->flex_dim[flexId] == 2 ? 3 : 6;
  const int* edges = m->flex_elemedge + m->flex_elemedgeadr[flexId] + count * e;
  const mjtNum* k = m->flex_stiffness + m->flex_stiffnessadr[flexId] + lbSTIFFNESS_STRIDE * e;
  mjtNum scale = lb_stiffnessScale(m, flexId), elongation[MAX_EDGES];
  if (k[0] == 0) {
    return false;
  }
  for (int a = 0; a < count; a++) {
    int edge = edgeAdr + edges[a];
    int u = vertAdr + m->flex_edge[2 * edge], v = vertAdr + m->flex_edge[2 * edge + 1];
    element->dof[a][0] = lb_vertexDof(m, u);
    element->dof[a][1] = lb_vertexDof(m, v);
    lb_sub3(element->side[a], d->flexvert_xpos + 3 * u, d->flexvert_xpos + 3 * v);
    mjtNum length = d->flexedge_length[edge], rest = m->flexedge_length0[edge];
    elongation[a] = length * length - rest * rest;
    for (int b = a; b < count; b++) {
      element->S[a][b] = element->S[b][a] = scale * *k++;
    }
  }
  for (int a = 0; a < count; a++) {
    mjtNum tension = 0;
    for (int b = 0; b < count; b++) {
      tension += element->S[a][b] * elongation[b];
    }
    element->tension[a] = lb_max(0, tension);
  }
  return true;
}

// The block of K in a row, for a column that it has.
static mjtNum* findBlock(const lbStiffnessBlocks* blocks, int row, int columnDof) {
  int k = blocks->adr[row];
  while (blocks->column[k] != columnDof) {
    k++;
  }
  return blocks->value + 9 * k;
}

static void addStretching(const Element* element, const int* rowOfDof, lbStiffnessBlocks* blocks) {
  for (int a = 0; a < element->edgeCount; a++) {
    for (int b = 0; b < element->edgeCount; b++) {
      mjtNum A[9];
      for (int i = 0; i < 9; i++) {
        A[i] = 2 * element->S[a][b] * element->side[a][i / 3] * element->side[b][i % 3];
      }
      for (int i = 0; a == b && i < 3; i++) {
        A[4 * i] += element->tension[a];
      }

      // first ends move along the side, second ends against it
      for (int end = 0; end < 4; end++) {
        int dofA = element->dof[a][end / 2], dofB = element->dof[b][end % 2];
        if (dofA >= 0 && dofB >= 0) {
          mjtNum sign = end / 2 == end % 2 ? 1 : -1;
          mjtNum* block = findBlock(blocks, rowOfDof[dofA], dofB);
          for (int i = 0; i < 9; i++) {
            block[i] += sign * A[i];
          }
        }
      }
    }
  }
}

static void addBending(const mjModel* m, int flexId, const int* rowOfDof,
                       lbStiffnessBlocks* blocks) {
  mjtNum scale = lb_stiffnessScale(m, flexId);
  const mjtNum* B = m->flex_bending + m->flex_bendingadr[flexId];
  for (int e = 0; e < m->flex_edgenum[flexId]; e++, B += lbBENDING_STRIDE) {
    int dof[4];
    if (!lb_flapDofs(m, flexId, e, dof)) {
      continue;
    }
    for (int pair = 0; pair < 16; pair++) {
      int i = pair / 4, k = pair % 4;
      if (dof[i] >= 0 && dof[k] >= 0) {
        mjtNum* block = findBlock(blocks, rowOfDof[dof[i]], dof[k]);
        block[0] += scale * B[pair];
        block[4] += scale * B[pair];
        block[8] += scale * B[pair];
      }
    }
  }
}

// block -= scale R A R', A the 3 x 3 part of a cell's matrix (width columns) at A.
static void addTurned(mjtNum* block, mjtNum scale, const mjtNum R[9], const mjtNum* A, int width) {
  mjtNum part[9], turned[9];
  for (int a = 0; a < 9; a++) {
    part[a] = -scale * A[a / 3 * width + a % 3];
  }
  lb_mulMatMat3(turned, R, part);
  lb_mulMatMatT3(part, turned, R);
  for (int a = 0; a < 9; a++) {
    block[a] += part[a];
  }
}

static void addLattice(const mjModel* m, mjData* d, int flexId, const int* rowOfDof,
                       lbStiffnessBlocks* blocks) {
  int order = m->flex_interp[flexId], node[lbMAX_CELL_NODES], dof[lbMAX_CELL_NODES];
  mjtNum scale = lb_stiffnessScale(m, flexId), x[lbMAX_CELL_NODES][3], R[9];
  const mjtNum* k = m->flex_stiffness + m->flex_stiffnessadr[flexId];
  mj_markStack(d);
  mjtNum* xpos = lb_stackNum(d, 3 * (size_t)m->flex_nodenum[flexId]);
  lb_flexNodes(m, d, flexId, xpos);
  for (int cell = 0; cell < lb_cellCount(m, flexId); cell++) {
    int count = lb_cellDofs(m, flexId, cell, node, dof);
    for (int i = 0; i < count; i++) {
      lb_sub3(x[i], xpos + 3 * node[i], xpos + 3 * node[0]);
    }
    lb_cellRotation(order, x, R);
    for (int pair = 0; pair < count * count; pair++) {
      int i = pair / count, j = pair % count;
      if (dof[i] >= 0 && dof[j] >= 0) {
        mjtNum* block = findBlock(blocks, rowOfDof[dof[i]], dof[j]);
        addTurned(block, scale, R, k + 9 * i * count + 3 * j, 3 * count);
      }
    }
    k += 9 * count * count;
  }
  mj_freeStack(d);
}

// The axes of a row's three slides as the columns of Q; false when they are those of the world.
static bool slideAxes(const mjData* d, int dof, mjtNum Q[9]) {
  bool turned = false;
  for (int i = 0; i < 9; i++) {
    Q[i] = d->cdof[6 * (dof + i % 3) + 3 + i / 3];
    turned |= Q[i] != (i % 4 == 0);
  }
  return turned;
}

// From the world's axes to those of the dofs.
static void turnIntoDofs(const mjData* d, lbStiffnessBlocks* blocks) {
  mjtNum row[9], column[9], part[9];
  bool turned = false;
  for (int b = 0; b < blocks->rows; b++) {
    turned |= slideAxes(d, blocks->dof[b], row);
  }
  for (int b = 0; turned && b < blocks->rows; b++) {
    slideAxes(d, blocks->dof[b], row);
    for (int k = blocks->adr[b]; k < blocks->adr[b] + blocks->nnz[b]; k++) {
      mjtNum* A = blocks->value + 9 * k;
      slideAxes(d, blocks->column[k], column);
      lb_mulMatTMat3(part, row, A);
      lb_mulMatMat3(A, part, column);
    }
  }
}

lbHinges lb_makeHinges(const mjModel* m, mjData* d) {
  lbHinges hinges = {0};
  bool alike = !lb_stiffnessVaries(m);
  mjtNum unused[9];
  for (int b = 0; alike && b < d->nefmdof; b++) {
    alike = !slideAxes(d, d->efm_dofid[b], unused);
  }
  if (!alike) {
    return hinges;
  }
  hinges.hinge = lb_effectiveArray(d, (size_t)m->nflexedge * sizeof(lbHinge));
  for (int f = 0; f < m->nflex; f++) {
    for (int e = 0; lb_isImplicit(m, f) && lb_bends(m, f) && e < m->flex_edgenum[f]; e++) {
      lbHinge* hinge = hinges.hinge + hinges.count;
      if (lb_flapDofs(m, f, e, hinge->dof)) {
        hinge->flex = f;
        hinge->adr = m->flex_bendingadr[f] + lbBENDING_STRIDE * e;
        hinges.count++;
      }
    }
  }
  return hinges;
}

void lb_addHinge(const mjModel* m, const lbHinge* hinge, mjtNum scale, mjtNum* res,
                 const mjtNum* x) {
  static const mjtNum zero[3] = {0};
  const mjtNum *B = m->flex_bending + hinge->adr, *from[4];
  for (int k = 0; k < 4; k++) {
    from[k] = hinge->dof[k] < 0 ? zero : x + hinge->dof[k];
  }
  for (int i = 0; i < 4; i++, B += 4) {
    if (hinge->dof[i] < 0) {
      continue;
    }
    mjtNum* to = res + hinge->dof[i];
    lbV2 low = {0, 0};
    mjtNum high = 0;
    for (int k = 0; k < 4; k++) {
      low += lb_load2(from[k]) * B[k];
      high += from[k][2] * B[k];
    }
    lb_store2(to, lb_load2(to) + low * scale);
    to[2] += high * scale;
  }
}

void lb_addBlockValues(const mjModel* m, mjData* d, const int* rowOfDof,
                       lbStiffnessBlocks* blocks) {
  for (int f = 0; f < m->nflex; f++) {
    if (!lb_isImplicit(m, f)) {
      continue;
    }
    for (int e = 0; lb_stretches(m, f) && e < m->flex_elemnum[f]; e++) {
      Element element;
      if (readElement(m, d, f, e, &element)) {
        addStretching(&element, rowOfDof, blocks);
      }
    }
    if (lb_isLattice(m, f)) {
      addLattice(m, d, f, rowOfDof, blocks);
    } else if (lb_bends(m, f)) {
      addBending(m, f, rowOfDof, blocks);
    }
  }
  turnIntoDofs(d, blocks);
}
