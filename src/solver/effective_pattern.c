// Pattern of the effective mass: which flexes take part, and which of their vertices K couples.
//
// An element couples all its corners, an interior edge the four vertices around it, a cell of a
// lattice all its nodes. Rows list the columns of all of these, with repetitions at first, in order
// of flexes; of equal columns the first stays.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/flex_layout.h"
#include "solver/effective_parts.h"

void* lb_effectiveArray(mjData* d, size_t bytes) {
  void* array = lb_arenaAlloc(d, bytes + 1, 64);
  if (!array) {
    lb_error("not enough memory for the stiffness of flexes; increase <size memory=.../>");
  }
  return array;
}

// ------------------------------------------------------------------------- kinds of flexes

bool lb_isPassive(const mjModel* m, int flexId) {
  return m->flex_passive[flexId] && !m->flex_rigid[flexId];
}

bool lb_isLattice(const mjModel* m, int flexId) {
  return !m->flex_rigid[flexId] && m->flex_interp[flexId] > 0 &&
         m->flex_stiffnessadr[flexId] >= 0 && m->flex_edgeequality[flexId] != lbFLEX_STRAIN_HELD;
}

bool lb_isImplicit(const mjModel* m, int flexId) {
  bool vertices = !m->flex_rigid[flexId] && !m->flex_interp[flexId] && m->flex_dim[flexId] >= 2;
  return lb_isLattice(m, flexId) ||
         (vertices && (m->flex_stiffnessadr[flexId] >= 0 || m->flex_bendingadr[flexId] >= 0 ||
                       m->flex_passive[flexId]));
}

bool lb_stretches(const mjModel* m, int flexId) {
  return !m->flex_interp[flexId] && m->flex_stiffnessadr[flexId] >= 0 &&
         m->flex_edgeequality[flexId] == lbFLEX_NOTHING_HELD;
}

bool lb_bends(const mjModel* m, int flexId) {
  return !lb_isLattice(m, flexId) && m->flex_bendingadr[flexId] >= 0;
}

bool lb_stiffnessVaries(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (lb_isPassive(m, f) || lb_isLattice(m, f) || (lb_isImplicit(m, f) && lb_stretches(m, f))) {
      return true;
    }
  }
  return false;
}

mjtNum lb_stiffnessScale(const mjModel* m, int flexId) {
  mjtNum h = m->opt.timestep;
  return h * h + h * m->flex_damping[flexId];
}

int lb_pointCount(const mjModel* m, int flexId) {
  return lb_isLattice(m, flexId) ? m->flex_nodenum[flexId] : m->flex_vertnum[flexId];
}

int lb_pointDof(const mjModel* m, int flexId, int point) {
  if (!lb_isLattice(m, flexId)) {
    return lb_vertexDof(m, m->flex_vertadr[flexId] + point);
  }
  int node = m->flex_nodeadr[flexId] + point;
  return lb_isZero3(m->flex_node + 3 * node) ? lb_translationDof(m, m->flex_nodebodyid[node]) : -1;
}

bool lb_flapDofs(const mjModel* m, int flexId, int e, int dof[4]) {
  int edge = m->flex_edgeadr[flexId] + e, vertAdr = m->flex_vertadr[flexId];
  const int* ends = m->flex_edge + 2 * edge;
  const int* tips = m->flex_edgeflap + 2 * edge;
  if (tips[0] < 0 || tips[1] < 0) {
    return false;
  }
  for (int i = 0; i < 4; i++) {
    dof[i] = lb_vertexDof(m, vertAdr + (i < 2 ? ends[i] : tips[i - 2]));
  }
  return true;
}

int lb_cellCount(const mjModel* m, int flexId) {
  const int* cells = m->flex_cellnum + 3 * flexId;
  return cells[0] * cells[1] * cells[2];
}

int lb_cellDofs(const mjModel* m, int flexId, int cell, int node[lbMAX_CELL_NODES],
                int dof[lbMAX_CELL_NODES]) {
  int count = lb_cellNodes(m, flexId, cell, node);
  for (int i = 0; i < count; i++) {
    dof[i] = lb_pointDof(m, flexId, node[i]);
  }
  return count;
}

// ------------------------------------------------------------------------------ rows

void lb_numberRows(const mjModel* m, mjData* d, int* rowOfDof) {
  d->nefmdof = 0;
  for (int i = 0; i < m->nv; i++) {
    rowOfDof[i] = -1;
  }
  for (int f = 0; f < m->nflex; f++) {
    for (int i = 0; lb_isImplicit(m, f) && i < lb_pointCount(m, f); i++) {
      int dof = lb_pointDof(m, f, i);
      if (dof >= 0) {
        d->efm_dofid[d->nefmdof] = dof;
        rowOfDof[dof] = rowOfDof[dof + 1] = rowOfDof[dof + 2] = d->nefmdof++;
      }
    }
  }
}

// --------------------------------------------------------------------- pairs of vertices

// The loops over pairs are compiled once per visitor: it is what they spend their time in.
#define SPECIALIZED static inline __attribute__((always_inline))

// Calls visit(context, rowDof, columnDof) for each pair of vertices that K couples.
typedef void (*Visitor)(void* context, int rowDof, int columnDof);

SPECIALIZED void visitAll(Visitor visit, void* context, const int* dof, int count) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < count; k++) {
      if (dof[i] >= 0 && dof[k] >= 0) {
        visit(context, dof[i], dof[k]);
      }
    }
  }
}

SPECIALIZED void visitFlex(const mjModel* m, int flexId, Visitor visit, void* context) {
  for (int cell = 0; lb_isLattice(m, flexId) && cell < lb_cellCount(m, flexId); cell++) {
    int node[lbMAX_CELL_NODES], dof[lbMAX_CELL_NODES];
    visitAll(visit, context, dof, lb_cellDofs(m, flexId, cell, node, dof));
  }
  int vertAdr = m->flex_vertadr[flexId], corners = m->flex_dim[flexId] + 1;
  const int* corner = m->flex_elem + m->flex_elemdataadr[flexId];
  for (int e = 0; lb_stretches(m, flexId) && e < m->flex_elemnum[flexId]; e++, corner += corners) {
    int dof[4];
    for (int i = 0; i < corners; i++) {
      dof[i] = lb_vertexDof(m, vertAdr + corner[i]);
    }
    visitAll(visit, context, dof, corners);
  }
  for (int e = 0; lb_bends(m, flexId) && e < m->flex_edgenum[flexId]; e++) {
    int dof[4];
    if (lb_flapDofs(m, flexId, e, dof)) {
      visitAll(visit, context, dof, 4);
    }
  }
}

SPECIALIZED void visitFlexes(const mjModel* m, Visitor visit, void* context) {
  for (int f = 0; f < m->nflex; f++) {
    if (lb_isImplicit(m, f)) {
      visitFlex(m, f, visit, context);
    }
  }
}

// ---------------------------------------------------------------------------- pattern

// Lists of the columns of each row.
typedef struct Pattern_ {
  const int* rowOfDof;
  int* count;
  int* adr;
  int* column;
} Pattern;

static void countPair(void* context, int rowDof, int columnDof) {
  Pattern* pattern = context;
  pattern->count[pattern->rowOfDof[rowDof]]++;
}

static void listPair(void* context, int rowDof, int columnDof) {
  Pattern* pattern = context;
  int row = pattern->rowOfDof[rowDof];
  pattern->column[pattern->adr[row] + pattern->count[row]++] = columnDof;
}

// Lists the columns of all rows with repetitions, on the stack.
static void listColumns(const mjModel* m, mjData* d, Pattern* pattern) {
  for (int b = 0; b < d->nefmdof; b++) {
    pattern->count[b] = 0;
  }
  visitFlexes(m, countPair, pattern);
  int total = 0;
  for (int b = 0; b < d->nefmdof; b++) {
    pattern->adr[b] = total;
    total += pattern->count[b];
    pattern->count[b] = 0;
  }
  pattern->column = lb_stackInt(d, total + 1);
  visitFlexes(m, listPair, pattern);
}

// Keeps each column once, at the front of the list; returns how many there are in all.
static int dropRepetitions(const mjModel* m, mjData* d, Pattern* pattern) {
  int* seenIn = lb_stackInt(d, m->nv);  // last row that has the column
  for (int i = 0; i < m->nv; i++) {
    seenIn[i] = -1;
  }
  int blocks = 0;
  for (int b = 0; b < d->nefmdof; b++) {
    int first = blocks;
    for (int k = pattern->adr[b]; k < pattern->adr[b] + pattern->count[b]; k++) {
      if (seenIn[pattern->column[k]] != b) {
        seenIn[pattern->column[k]] = b;
        pattern->column[blocks++] = pattern->column[k];
      }
    }
    pattern->adr[b] = first;
    pattern->count[b] = blocks - first;
  }
  return blocks;
}

void lb_makeBlockPattern(const mjModel* m, mjData* d, const int* rowOfDof) {
  Pattern pattern = {rowOfDof, d->efm_K_rownnz, d->efm_K_rowadr, NULL};
  mj_markStack(d);
  int blocks = 0;
  if (rowOfDof) {
    listColumns(m, d, &pattern);
    blocks = dropRepetitions(m, d, &pattern);
  } else {
    for (int b = 0; b < d->nefmdof; b++) {
      pattern.count[b] = pattern.adr[b] = 0;
    }
  }

  // the published length of both arrays is that of the values
  d->nefmK = 9 * blocks;
  d->efm_K_colind = lb_effectiveArray(d, (size_t)d->nefmK * sizeof(int));
  d->efm_K_val = lb_effectiveArray(d, (size_t)d->nefmK * sizeof(mjtNum));
  if (blocks) {
    memcpy(d->efm_K_colind, pattern.column, (size_t)blocks * sizeof(int));
  }
  memset(d->efm_K_val, 0, (size_t)d->nefmK * sizeof(mjtNum));
  mj_freeStack(d);
}
