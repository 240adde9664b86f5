// Bodies that carry lattices, in the effective mass.
//
// K of a lattice is a form on the velocities of its nodes. Where the nodes move by their own slides
// only, these are its dofs, and K is the blocks of effective_values.c. Where other dofs move them
// too, those of a body that carries the lattice, or of the body a pinned node is fixed to, the form
// is J' K J with
//   J = (Q, A),   Q the slides of the nodes, A the columns of the other dofs at all nodes,
// which adds to the blocks Q' K Q
//   B = Q' K A  and its transpose, and  C = A' K A.
// At rest B and C vanish, since a lattice that moves as a whole stays as it is; a cell whose
// rotation counts as fixed feels the turn once it is deformed.
//
// COMPAT: FLEX-CARRIED: vertices without a lattice have no such part.

#include <string.h>

#include "data/stack.h"
#include "kinematics/chain.h"
#include "math/inline.h"
#include "solver/effective_parts.h"

// Marks the dofs that move nodes of a lattice and are no slides of theirs; returns how many.
static int markDofs(const mjModel* m, int flexId, bool* carries) {
  int count = 0;
  memset(carries, 0, (size_t)m->nv * sizeof(bool));
  for (int i = 0; i < m->flex_nodenum[flexId]; i++) {
    int own = lb_pointDof(m, flexId, i);
    int dof = lb_lastDof(m, m->flex_nodebodyid[m->flex_nodeadr[flexId] + i]);
    for (; dof >= 0; dof = m->dof_parentid[dof]) {
      bool slide = own >= 0 && dof >= own && dof < own + 3;
      count += !slide && !carries[dof];
      carries[dof] |= !slide;
    }
  }
  return count;
}

// A: what each carrying dof adds to the velocity of each node (dofs x nodes x 3).
static void nodeColumns(const mjModel* m, const mjData* d, int flexId, const mjtNum* xpos,
                        const lbCarrier* carrier, const int* dofs, mjtNum* A) {
  int nodes = m->flex_nodenum[flexId];
  memset(A, 0, (size_t)carrier->dofs * 3 * (size_t)nodes * sizeof(mjtNum));
  for (int i = 0; i < nodes; i++) {
    int body = m->flex_nodebodyid[m->flex_nodeadr[flexId] + i], own = lb_pointDof(m, flexId, i);
    mjtNum offset[3];
    lb_sub3(offset, xpos + 3 * i, d->subtree_com + 3 * m->body_rootid[body]);
    int a = carrier->dofs - 1;
    for (int dof = lb_lastDof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
      if (own >= 0 && dof >= own && dof < own + 3) {
        continue;
      }
      while (dofs[a] != dof) {
        a--;
      }
      lb_pointColumn(A + 3 * (a * nodes + i), d->cdof + 6 * dof, offset);
    }
  }
}

// result = K A at the nodes: -scale R k R' for each cell, as in effective_values.c.
static void multiplyCells(const mjModel* m, int flexId, const mjtNum* xpos, int columns,
                          const mjtNum* A, mjtNum* result) {
  int nodes = m->flex_nodenum[flexId], node[lbMAX_CELL_NODES], dof[lbMAX_CELL_NODES];
  mjtNum scale = lb_stiffnessScale(m, flexId), x[lbMAX_CELL_NODES][3], R[9];
  const mjtNum* k = m->flex_stiffness + m->flex_stiffnessadr[flexId];
  memset(result, 0, (size_t)columns * 3 * (size_t)nodes * sizeof(mjtNum));
  for (int cell = 0; cell < lb_cellCount(m, flexId); cell++) {
    int count = lb_cellDofs(m, flexId, cell, node, dof);
    for (int i = 0; i < count; i++) {
      lb_sub3(x[i], xpos + 3 * node[i], xpos + 3 * node[0]);
    }
    lb_cellRotation(m->flex_interp[flexId], x, R);
    for (int a = 0; a < columns; a++) {
      mjtNum local[3 * lbMAX_CELL_NODES], force[3], turned[3];
      for (int i = 0; i < count; i++) {
        lb_mulMatTVec3(local + 3 * i, R, A + 3 * (a * nodes + node[i]));
      }
      for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
          const mjtNum* row = k + 3 * count * (3 * i + axis);
          force[axis] = 0;
          for (int c = 0; c < 3 * count; c++) {
            force[axis] += row[c] * local[c];
          }
        }
        lb_mulMatVec3(turned, R, force);
        lb_addToScl3(result + 3 * (a * nodes + node[i]), turned, -scale);
      }
    }
    k += 9 * count * count;
  }
}

// B and C of a lattice.
static void fillValues(const mjModel* m, mjData* d, const lbCarrier* carrier, const int* dofs,
                       mjtNum* B) {
  int flexId = carrier->flex, nodes = m->flex_nodenum[flexId], columns = carrier->dofs;
  size_t size = (size_t)columns * 3 * (size_t)nodes;
  mj_markStack(d);
  mjtNum* xpos = lb_stackNum(d, 3 * (size_t)nodes);
  mjtNum* A = lb_stackNum(d, size);
  mjtNum* KA = lb_stackNum(d, size);
  lb_flexNodes(m, d, flexId, xpos);
  nodeColumns(m, d, flexId, xpos, carrier, dofs, A);
  multiplyCells(m, flexId, xpos, columns, A, KA);
  for (int i = 0; i < nodes; i++) {
    int dof = lb_pointDof(m, flexId, i);
    for (int k = 0; dof >= 0 && k < 3; k++) {
      for (int a = 0; a < columns; a++) {
        *B++ = lb_dot3(d->cdof + 6 * (dof + k) + 3, KA + 3 * (a * nodes + i));
      }
    }
  }
  for (int a = 0; a < columns; a++) {
    for (int b = 0; b < columns; b++) {
      mjtNum sum = 0;
      for (int i = 0; i < nodes; i++) {
        sum += lb_dot3(A + 3 * (a * nodes + i), KA + 3 * (b * nodes + i));
      }
      *B++ = sum;
    }
  }
  mj_freeStack(d);
}

// Counts of one lattice.
static lbCarrier measure(const mjModel* m, int flexId, bool* carries) {
  lbCarrier carrier = {.flex = flexId};
  carrier.dofs = lb_isLattice(m, flexId) ? markDofs(m, flexId, carries) : 0;
  for (int i = 0; carrier.dofs && i < m->flex_nodenum[flexId]; i++) {
    carrier.nodes += lb_pointDof(m, flexId, i) >= 0;
  }
  return carrier;
}

lbCarriers lb_makeCarriers(const mjModel* m, mjData* d) {
  lbCarriers carriers = {0};
  size_t dofs = 0, values = 0;
  mj_markStack(d);
  bool* carries = LB_STACK(d, bool, m->nv);
  for (int f = 0; f < m->nflex; f++) {
    lbCarrier carrier = measure(m, f, carries);
    carriers.count += carrier.dofs > 0;
    dofs += (size_t)carrier.dofs;
    values += (size_t)carrier.dofs * (3 * (size_t)carrier.nodes + (size_t)carrier.dofs);
  }
  carriers.carrier = lb_effectiveArray(d, (size_t)carriers.count * sizeof(lbCarrier));
  carriers.dof = lb_effectiveArray(d, dofs * sizeof(int));
  carriers.value = lb_effectiveArray(d, values * sizeof(mjtNum));

  size_t at = 0;
  int dofAt = 0, index = 0;
  for (int f = 0; f < m->nflex; f++) {
    lbCarrier carrier = measure(m, f, carries);
    if (!carrier.dofs) {
      continue;
    }
    carrier.dofAdr = dofAt;
    carrier.valueAdr = at;
    for (int i = 0; i < m->nv; i++) {
      if (carries[i]) {
        carriers.dof[dofAt++] = i;
      }
    }
    fillValues(m, d, &carrier, carriers.dof + carrier.dofAdr, carriers.value + at);
    at += (size_t)carrier.dofs * (3 * (size_t)carrier.nodes + (size_t)carrier.dofs);
    carriers.carrier[index++] = carrier;
  }
  mj_freeStack(d);
  return carriers;
}

void lb_addCarrier(const mjModel* m, const lbCarriers* carriers, const lbCarrier* carrier,
                   mjtNum scale, mjtNum* res, const mjtNum* x) {
  const int* dof = carriers->dof + carrier->dofAdr;
  const mjtNum* value = carriers->value + carrier->valueAdr;
  for (int i = 0; i < m->flex_nodenum[carrier->flex]; i++) {
    int own = lb_pointDof(m, carrier->flex, i);
    for (int k = 0; own >= 0 && k < 3; k++, value += carrier->dofs) {
      mjtNum sum = 0, scaled = scale * x[own + k];
      for (int a = 0; a < carrier->dofs; a++) {
        sum += value[a] * x[dof[a]];
        res[dof[a]] += value[a] * scaled;
      }
      res[own + k] += scale * sum;
    }
  }
  for (int a = 0; a < carrier->dofs; a++, value += carrier->dofs) {
    mjtNum sum = 0;
    for (int b = 0; b < carrier->dofs; b++) {
      sum += value[b] * x[dof[b]];
    }
    res[dof[a]] += scale * sum;
  }
}
