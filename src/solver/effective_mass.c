// The effective mass of flexes; see effective_mass.h.
//
// Stretching energy of an element is a quadratic form S of the elongations e_a = l_a^2 - l0_a^2 of
// its edges; with side vectors s_a the stiffness between two edges is 2 S_ab s_a s_b', and each
// edge adds its tension t_a = sum S_ab e_b, when positive, in all directions. Bending is a constant
// 4 x 4 matrix per interior edge, the same for each direction.
//
// K is kept as 3 x 3 blocks: row b belongs to the vertex with first dof efm_dofid[b] and has
// efm_K_rownnz[b] blocks from number efm_K_rowadr[b] on; block k is efm_K_val[9 k ...] in the
// columns of first dof efm_K_colind[k]. Behind the blocks come the springs of passive contacts,
// each a rank one term J' J: efm_K_colind goes on with their number and, for each, its number of
// dofs and these dofs; efm_K_val with the entries of J.

#include "solver/effective_mass.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "constraint/contact_spring.h"
#include "data/flex_lattice.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/flex_layout.h"

enum {
  MAX_EDGES = 6,
};

static void* arenaArray(mjData* d, size_t bytes) {
  void* array = lb_arenaAlloc(d, bytes + 1, 64);
  if (!array) {
    lb_error("not enough memory for the stiffness of flexes; increase <size memory=.../>");
  }
  return array;
}

static bool isPassive(const mjModel* m, int flexId) {
  return m->flex_passive[flexId] && !m->flex_rigid[flexId];
}

static bool isLattice(const mjModel* m, int flexId) {
  return !m->flex_rigid[flexId] && m->flex_interp[flexId] > 0 &&
         m->flex_stiffnessadr[flexId] >= 0 && m->flex_edgeequality[flexId] != lbFLEX_STRAIN_HELD;
}

// True for flexes that are integrated implicitly.
static bool isElastic(const mjModel* m, int flexId) {
  bool vertices = !m->flex_rigid[flexId] && !m->flex_interp[flexId] && m->flex_dim[flexId] >= 2;
  return isLattice(m, flexId) ||
         (vertices && (m->flex_stiffnessadr[flexId] >= 0 || m->flex_bendingadr[flexId] >= 0 ||
                       m->flex_passive[flexId]));
}

// Edge constraints take the place of stretching stiffness.
static bool stretches(const mjModel* m, int flexId) {
  return !m->flex_interp[flexId] && m->flex_stiffnessadr[flexId] >= 0 &&
         m->flex_edgeequality[flexId] == lbFLEX_NOTHING_HELD;
}

// Points that carry the stiffness of a flex, its vertices or nodes, and their first dofs.
static int pointCount(const mjModel* m, int flexId) {
  return isLattice(m, flexId) ? m->flex_nodenum[flexId] : m->flex_vertnum[flexId];
}

static int pointDof(const mjModel* m, int flexId, int point) {
  if (!isLattice(m, flexId)) {
    return lb_vertexDof(m, m->flex_vertadr[flexId] + point);
  }
  int node = m->flex_nodeadr[flexId] + point;
  return lb_isZero3(m->flex_node + 3 * node) ? lb_translationDof(m, m->flex_nodebodyid[node]) : -1;
}

static bool isPossible(const mjModel* m) {
  bool implicit = m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
  return implicit && m->opt.solver == mjSOL_CG && m->opt.cone == mjCONE_PYRAMIDAL &&
         !(m->opt.enableflags & mjENBL_SLEEP);
}

static bool isActive(const mjModel* m) {
  for (int f = 0; isPossible(m) && f < m->nflex; f++) {
    if (isPassive(m, f) || isLattice(m, f) ||
        (isElastic(m, f) && (stretches(m, f) || m->flex_bendingadr[f] >= 0))) {
      return true;
    }
  }
  return false;
}

void lb_requirePassiveContacts(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (isPassive(m, f) && !isPossible(m)) {
      lb_error(
          "mj_forward: passive contacts of flex %d need the implicit or implicitfast "
          "integrator, the CG solver, pyramidal cones and no sleeping",
          f);
    }
  }
}

static mjtNum scaleOf(const mjModel* m, int flexId) {
  mjtNum h = m->opt.timestep;
  return h * h + h * m->flex_damping[flexId];
}

// One element: its edges with their ends (dofs), side vectors, stiffness and positive tensions,
// scaled.
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
  mjtNum scale = scaleOf(m, flexId), elongation[MAX_EDGES];
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

// The dofs of the four vertices around edge e, its ends and the tips of its triangles; false at
// the boundary.
static bool flapDofs(const mjModel* m, int flexId, int e, int dof[4]) {
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

static int cellCount(const mjModel* m, int flexId) {
  const int* cells = m->flex_cellnum + 3 * flexId;
  return cells[0] * cells[1] * cells[2];
}

// Nodes of a cell and their dofs; returns their number.
static int cellDofs(const mjModel* m, int flexId, int cell, int* node, int* dof) {
  int count = lb_cellNodes(m, flexId, cell, node);
  for (int i = 0; i < count; i++) {
    dof[i] = pointDof(m, flexId, node[i]);
  }
  return count;
}

SPECIALIZED void visitPairs(const mjModel* m, int flexId, Visitor visit, void* context) {
  for (int cell = 0; isLattice(m, flexId) && cell < cellCount(m, flexId); cell++) {
    int node[lbMAX_CELL_NODES], dof[lbMAX_CELL_NODES];
    visitAll(visit, context, dof, cellDofs(m, flexId, cell, node, dof));
  }
  int vertAdr = m->flex_vertadr[flexId], corners = m->flex_dim[flexId] + 1;
  const int* corner = m->flex_elem + m->flex_elemdataadr[flexId];
  for (int e = 0; stretches(m, flexId) && e < m->flex_elemnum[flexId]; e++, corner += corners) {
    int dof[4];
    for (int i = 0; i < corners; i++) {
      dof[i] = lb_vertexDof(m, vertAdr + corner[i]);
    }
    visitAll(visit, context, dof, corners);
  }
  bool bends = !isLattice(m, flexId) && m->flex_bendingadr[flexId] >= 0;
  for (int e = 0; bends && e < m->flex_edgenum[flexId]; e++) {
    int dof[4];
    if (flapDofs(m, flexId, e, dof)) {
      visitAll(visit, context, dof, 4);
    }
  }
}

// Springs of passive contacts: how many and, while they are stored, where.
typedef struct Springs_ {
  int count, dofs;
  mjtNum timestep;
  const int* rowOfDof;
  int* dof;
  mjtNum* J;
} Springs;

// Their list behind the blocks.
static int* springList(const mjData* d) {
  return d->efm_K_colind + d->nefmK / 9;
}

// Lists of the columns of each row, with repetitions at first.
typedef struct Pattern_ {
  const int* rowOfDof;
  int* count;
  int* adr;
  int* column;
} Pattern;

static void countPair(void* context, int rowDof, int columnDof) {
  Pattern* pattern = context;
  (void)columnDof;
  pattern->count[pattern->rowOfDof[rowDof]]++;
}

static void listPair(void* context, int rowDof, int columnDof) {
  Pattern* pattern = context;
  int row = pattern->rowOfDof[rowDof];
  pattern->column[pattern->adr[row] + pattern->count[row]++] = columnDof;
}

SPECIALIZED void visitFlexes(const mjModel* m, Visitor visit, void* context) {
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f)) {
      visitPairs(m, f, visit, context);
    }
  }
}

// Makes efm_K_rownnz, efm_K_rowadr, efm_K_colind and zero blocks, with room for springs.
static void makePattern(const mjModel* m, mjData* d, const int* rowOfDof, const Springs* springs) {
  int rows = d->nefmdof;
  Pattern pattern = {rowOfDof, d->efm_K_rownnz, d->efm_K_rowadr, NULL};
  for (int b = 0; b < rows; b++) {
    pattern.count[b] = 0;
  }
  visitFlexes(m, countPair, &pattern);
  int total = 0;
  for (int b = 0; b < rows; b++) {
    pattern.adr[b] = total;
    total += pattern.count[b];
    pattern.count[b] = 0;
  }
  pattern.column = mj_stackAllocInt(d, total + 1);
  int* seen = mj_stackAllocInt(d, m->nv);
  for (int i = 0; i < m->nv; i++) {
    seen[i] = -1;
  }
  visitFlexes(m, listPair, &pattern);

  // each column once
  int blocks = 0;
  for (int b = 0; b < rows; b++) {
    int first = blocks;
    for (int k = pattern.adr[b]; k < pattern.adr[b] + pattern.count[b]; k++) {
      if (seen[pattern.column[k]] != b) {
        seen[pattern.column[k]] = b;
        pattern.column[blocks++] = pattern.column[k];
      }
    }
    d->efm_K_rowadr[b] = first;
    d->efm_K_rownnz[b] = blocks - first;
  }
  d->nefmK = 9 * blocks;
  size_t integers = (size_t)d->nefmK + 1 + springs->count + springs->dofs;
  d->efm_K_colind = arenaArray(d, integers * sizeof(int));
  d->efm_K_val = arenaArray(d, (size_t)(d->nefmK + springs->dofs) * sizeof(mjtNum));
  memcpy(d->efm_K_colind, pattern.column, (size_t)blocks * sizeof(int));
  memset(d->efm_K_val, 0, (size_t)d->nefmK * sizeof(mjtNum));
}

// Springs of passive contacts, counted first and then stored behind the blocks.
static void countSpring(void* context, const lbContactSpring* spring) {
  Springs* springs = context;
  springs->count++;
  springs->dofs += spring->count;
}

// COMPAT: PAS-44. only vertices of implicit flexes feel the springs, not what else moves them
static void storeSpring(void* context, const lbContactSpring* spring) {
  Springs* springs = context;
  int count = 0;
  mjtNum scale = springs->timestep * sqrt(spring->stiffness);
  for (int k = 0; k < spring->count; k++) {
    if (springs->rowOfDof[spring->dof[k]] >= 0) {
      springs->dof[1 + count] = spring->dof[k];
      springs->J[count++] = scale * spring->J[k];
    }
  }
  springs->dof[0] = count;
  springs->dof += 1 + count;
  springs->J += count;
}

static void makeSprings(const mjModel* m, mjData* d, Springs* springs) {
  springs->dof = springList(d);
  *springs->dof++ = springs->count;
  springs->J = d->efm_K_val + d->nefmK;
  lb_visitContactSprings(m, d, storeSpring, springs);
}

// The block of K in a row, for a column that it has.
static mjtNum* findBlock(mjData* d, int row, int columnDof) {
  int k = d->efm_K_rowadr[row];
  while (d->efm_K_colind[k] != columnDof) {
    k++;
  }
  return d->efm_K_val + 9 * k;
}

static void addStretching(const Element* element, mjData* d, const int* rowOfDof) {
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
          mjtNum* block = findBlock(d, rowOfDof[dofA], dofB);
          for (int i = 0; i < 9; i++) {
            block[i] += sign * A[i];
          }
        }
      }
    }
  }
}

static void addBending(const mjModel* m, mjData* d, int flexId, const int* rowOfDof) {
  mjtNum scale = scaleOf(m, flexId);
  const mjtNum* B = m->flex_bending + m->flex_bendingadr[flexId];
  for (int e = 0; e < m->flex_edgenum[flexId]; e++, B += lbBENDING_STRIDE) {
    int dof[4];
    if (!flapDofs(m, flexId, e, dof)) {
      continue;
    }
    for (int pair = 0; pair < 16; pair++) {
      int i = pair / 4, k = pair % 4;
      if (dof[i] >= 0 && dof[k] >= 0) {
        mjtNum* block = findBlock(d, rowOfDof[dof[i]], dof[k]);
        block[0] += scale * B[pair];
        block[4] += scale * B[pair];
        block[8] += scale * B[pair];
      }
    }
  }
}

// Each cell of a lattice adds -R k R', with k its constant matrix (stored negative) and R its
// rotation, which counts as fixed.
static void addLattice(const mjModel* m, mjData* d, int flexId, const int* rowOfDof) {
  int order = m->flex_interp[flexId], node[lbMAX_CELL_NODES], dof[lbMAX_CELL_NODES];
  mjtNum scale = -scaleOf(m, flexId), x[lbMAX_CELL_NODES][3], R[9];
  const mjtNum* k = m->flex_stiffness + m->flex_stiffnessadr[flexId];
  mj_markStack(d);
  mjtNum* xpos = mj_stackAllocNum(d, 3 * (size_t)m->flex_nodenum[flexId]);
  lb_flexNodes(m, d, flexId, xpos);
  for (int cell = 0; cell < cellCount(m, flexId); cell++) {
    int count = cellDofs(m, flexId, cell, node, dof);
    for (int i = 0; i < count; i++) {
      lb_sub3(x[i], xpos + 3 * node[i], xpos + 3 * node[0]);
    }
    lb_cellRotation(order, x, R);
    for (int pair = 0; pair < count * count; pair++) {
      int i = pair / count, j = pair % count;
      if (dof[i] < 0 || dof[j] < 0) {
        continue;
      }
      mjtNum A[9], turned[9];
      for (int a = 0; a < 9; a++) {
        A[a] = scale * k[(3 * i + a / 3) * 3 * count + 3 * j + a % 3];
      }
      lb_mulMatMat3(turned, R, A);
      lb_mulMatMatT3(A, turned, R);
      mjtNum* block = findBlock(d, rowOfDof[dof[i]], dof[j]);
      for (int a = 0; a < 9; a++) {
        block[a] += A[a];
      }
    }
    k += 9 * count * count;
  }
  mj_freeStack(d);
}

static void addValues(const mjModel* m, mjData* d, const int* rowOfDof) {
  for (int f = 0; f < m->nflex; f++) {
    if (!isElastic(m, f)) {
      continue;
    }
    for (int e = 0; stretches(m, f) && e < m->flex_elemnum[f]; e++) {
      Element element;
      if (readElement(m, d, f, e, &element)) {
        addStretching(&element, d, rowOfDof);
      }
    }
    if (isLattice(m, f)) {
      addLattice(m, d, f, rowOfDof);
    } else if (m->flex_bendingadr[f] >= 0) {
      addBending(m, d, f, rowOfDof);
    }
  }
}

static void addBlocks(const mjData* d, mjtNum* res, const mjtNum* x) {
  for (int b = 0; b < d->nefmdof; b++) {
    const int* column = d->efm_K_colind + d->efm_K_rowadr[b];
    const mjtNum* A = d->efm_K_val + 9 * d->efm_K_rowadr[b];
    mjtNum sum[3] = {0, 0, 0};
    for (int k = 0; k < d->efm_K_rownnz[b]; k++, A += 9) {
      mjtNum part[3];
      lb_mulMatVec3(part, A, x + column[k]);
      lb_addTo3(sum, part);
    }
    lb_addTo3(res + d->efm_dofid[b], sum);
  }
}

void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x) {
  (void)m;
  addBlocks(d, res, x);

  // res += J' J x
  const int* dof = springList(d);
  const mjtNum* J = d->efm_K_val + d->nefmK;
  for (int count, left = *dof++; left > 0; left--, dof += count, J += count) {
    mjtNum sum = 0;
    count = *dof++;
    for (int k = 0; k < count; k++) {
      sum += J[k] * x[dof[k]];
    }
    for (int k = 0; k < count; k++) {
      res[dof[k]] += J[k] * sum;
    }
  }
}

// Replaces a symmetric positive definite 3 x 3 block by its lower Cholesky factor.
static void factorBlock(mjtNum A[9]) {
  A[0] = sqrt(lb_max(mjMINVAL, A[0]));
  A[3] /= A[0];
  A[6] /= A[0];
  A[4] = sqrt(lb_max(mjMINVAL, A[4] - A[3] * A[3]));
  A[7] = (A[7] - A[6] * A[3]) / A[4];
  A[8] = sqrt(lb_max(mjMINVAL, A[8] - A[6] * A[6] - A[7] * A[7]));
}

// Numbers the vertices that move by three translations of their own.
static void makeRows(const mjModel* m, mjData* d, int* rowOfDof) {
  d->nefmdof = 0;
  for (int i = 0; i < m->nv; i++) {
    rowOfDof[i] = -1;
  }
  for (int f = 0; f < m->nflex; f++) {
    for (int i = 0; isElastic(m, f) && i < pointCount(m, f); i++) {
      int dof = pointDof(m, f, i);
      if (dof >= 0) {
        d->efm_dofid[d->nefmdof] = dof;
        rowOfDof[dof] = rowOfDof[dof + 1] = rowOfDof[dof + 2] = d->nefmdof++;
      }
    }
  }
}

bool lb_stiffnessVaries(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (isPassive(m, f) || isLattice(m, f) || (isElastic(m, f) && stretches(m, f))) {
      return true;
    }
  }
  return false;
}

// Adds the springs' share of the diagonal blocks: a vertex has three dofs in a row.
static void addSprings(mjData* d, const int* rowOfDof) {
  const int* dof = springList(d);
  const mjtNum* J = d->efm_K_val + d->nefmK;
  for (int count, left = *dof++; left > 0; left--, dof += count, J += count) {
    count = *dof++;
    for (int k = 0; k < count; k += 3) {
      mjtNum* L = d->efm_L + 9 * rowOfDof[dof[k]];
      for (int i = 0; i < 9; i++) {
        L[i] += J[k + i / 3] * J[k + i % 3];
      }
    }
  }
}

// Factors of the diagonal blocks of M + K, unless the model has a factor of the whole.
static void makePreconditioner(const mjModel* m, mjData* d, const int* rowOfDof) {
  d->nefmL = m->nefm0dof && !lb_stiffnessVaries(m) ? 0 : 9 * d->nefmdof;
  if (!d->nefmL) {
    lb_prepareConstant(m, d->efm_L);
    return;
  }
  for (int b = 0; b < d->nefmdof; b++) {
    mjtNum* L = d->efm_L + 9 * b;
    memset(L, 0, 9 * sizeof(mjtNum));
    for (int k = d->efm_K_rowadr[b]; k < d->efm_K_rowadr[b] + d->efm_K_rownnz[b]; k++) {
      if (d->efm_K_colind[k] == d->efm_dofid[b]) {
        memcpy(L, d->efm_K_val + 9 * k, 9 * sizeof(mjtNum));
      }
    }
    for (int i = 0; i < 3; i++) {
      int dof = d->efm_dofid[b] + i;
      L[4 * i] += d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1];
    }
  }
  addSprings(d, rowOfDof);
  for (int b = 0; b < d->nefmdof; b++) {
    factorBlock(d->efm_L + 9 * b);
  }
}

// c -= h k v for a spring; everything that moves the contact counts here.
typedef struct Velocity_ {
  const mjtNum* qvel;
  mjtNum* c;
  mjtNum timestep;
} Velocity;

static void addSpringForce(void* context, const lbContactSpring* spring) {
  Velocity* v = context;
  mjtNum speed = 0;
  for (int k = 0; k < spring->count; k++) {
    speed += spring->J[k] * v->qvel[spring->dof[k]];
  }
  for (int k = 0; k < spring->count; k++) {
    v->c[spring->dof[k]] -= v->timestep * spring->stiffness * speed * spring->J[k];
  }
}

// c = -h k v; flexes differ in the factor between k and K, so each is applied by itself.
static void makeForce(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    d->efm_c[i] = 0;
  }
  mj_markStack(d);
  mjtNum* scaled = mj_stackAllocNum(d, m->nv);
  for (int i = 0; i < m->nv; i++) {
    scaled[i] = 0;
  }
  for (int f = 0; f < m->nflex; f++) {
    mjtNum scale = -m->opt.timestep / scaleOf(m, f);
    for (int i = 0; isElastic(m, f) && i < pointCount(m, f); i++) {
      int dof = pointDof(m, f, i);
      if (dof >= 0) {
        lb_scl3(scaled + dof, d->qvel + dof, scale);
      }
    }
  }
  addBlocks(d, d->efm_c, scaled);
  mj_freeStack(d);
  Velocity velocity = {d->qvel, d->efm_c, m->opt.timestep};
  lb_visitContactSprings(m, d, addSpringForce, &velocity);
}

void lb_makeEffectiveMass(const mjModel* m, mjData* d) {
  d->efm_active = isActive(m);
  if (!d->efm_active) {
    return;
  }

  // arrays live until the next position stage
  if (!d->efm_c) {
    size_t vertices = (size_t)(m->nflexvert + m->nflexnode);
    d->efm_c = arenaArray(d, (size_t)m->nv * sizeof(mjtNum));
    d->efm_dofid = arenaArray(d, vertices * sizeof(int));
    d->efm_L = arenaArray(d, (9 * vertices + (size_t)m->nefm0dof + 1) * sizeof(mjtNum));
    d->efm_K_rownnz = arenaArray(d, (size_t)m->nv * sizeof(int));
    d->efm_K_rowadr = arenaArray(d, (size_t)m->nv * sizeof(int));
    mj_markStack(d);
    int* rowOfDof = mj_stackAllocInt(d, m->nv);
    makeRows(m, d, rowOfDof);
    Springs springs = {.timestep = m->opt.timestep, .rowOfDof = rowOfDof};
    lb_visitContactSprings(m, d, countSpring, &springs);
    makePattern(m, d, rowOfDof, &springs);
    addValues(m, d, rowOfDof);
    makeSprings(m, d, &springs);
    makePreconditioner(m, d, rowOfDof);
    mj_freeStack(d);
  }
  makeForce(m, d);
}
