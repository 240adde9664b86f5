// The effective mass of flexes; see effective_mass.h.
//
// Stretching energy of an element is a quadratic form S of the elongations e_a = l_a^2 - l0_a^2 of
// its edges; with side vectors s_a the stiffness between two edges is 2 S_ab s_a s_b', and each
// edge adds its tension t_a = sum S_ab e_b, when positive, in all directions. Bending is a constant
// 4 x 4 matrix per interior edge, the same for each direction.
//
// K is kept as 3 x 3 blocks: row b belongs to the vertex with first dof efm_dofid[b] and has
// efm_K_rownnz[b] blocks from number efm_K_rowadr[b] on; block k is efm_K_val[9 k ...] in the
// columns of first dof efm_K_colind[k].

#include "constraint/effective_mass.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/inline.h"

enum {
  STIFFNESS_STRIDE = 21,  // numbers per element in flex_stiffness: upper triangle, edges x edges
  BENDING_STRIDE = 17,    // numbers per edge in flex_bending: 4 x 4, and the rest curvature
  MAX_EDGES = 6,
  MAX_ITERATIONS = 500,
};

#define DIRECT_TOLERANCE 1e-12  // stands for a direct solve where stiffness is constant

static void* arenaArray(mjData* d, size_t bytes) {
  void* array = lb_arenaAlloc(d, bytes + 1, 64);
  if (!array) {
    lb_error("not enough memory for the stiffness of flexes; increase <size memory=.../>");
  }
  return array;
}

// True for flexes whose elasticity is integrated implicitly.
static bool isElastic(const mjModel* m, int flexId) {
  return !m->flex_rigid[flexId] && !m->flex_interp[flexId] && m->flex_dim[flexId] >= 2 &&
         (m->flex_stiffnessadr[flexId] >= 0 || m->flex_bendingadr[flexId] >= 0);
}

// Edge constraints take the place of stretching stiffness.
static bool stretches(const mjModel* m, int flexId) {
  return m->flex_stiffnessadr[flexId] >= 0 && m->flex_edgeequality[flexId] == 0;
}

static bool isActive(const mjModel* m) {
  bool implicit = m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
  if (!implicit || m->opt.solver != mjSOL_CG || m->opt.cone != mjCONE_PYRAMIDAL ||
      (m->opt.enableflags & mjENBL_SLEEP)) {
    return false;
  }
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f) && (stretches(m, f) || m->flex_bendingadr[f] >= 0)) {
      return true;
    }
  }
  return false;
}

// First of the three translations that move a vertex, or -1 when it moves otherwise or not at all.
static inline int vertexDof(const mjModel* m, int vertex) {
  int bodyId = m->flex_vertbodyid[vertex];
  return m->body_dofnum[bodyId] == 3 && m->jnt_type[m->body_jntadr[bodyId]] == mjJNT_SLIDE
             ? m->body_dofadr[bodyId]
             : -1;
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
  const mjtNum* k = m->flex_stiffness + m->flex_stiffnessadr[flexId] + STIFFNESS_STRIDE * e;
  mjtNum scale = scaleOf(m, flexId), elongation[MAX_EDGES];
  if (k[0] == 0) {
    return false;
  }
  for (int a = 0; a < count; a++) {
    int edge = edgeAdr + edges[a];
    int u = vertAdr + m->flex_edge[2 * edge], v = vertAdr + m->flex_edge[2 * edge + 1];
    element->dof[a][0] = vertexDof(m, u);
    element->dof[a][1] = vertexDof(m, v);
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
    dof[i] = vertexDof(m, vertAdr + (i < 2 ? ends[i] : tips[i - 2]));
  }
  return true;
}

// Calls visit(context, rowDof, columnDof) for each pair of vertices that K couples.
typedef void (*Visitor)(void* context, int rowDof, int columnDof);

static void visitAll(Visitor visit, void* context, const int* dof, int count) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < count; k++) {
      if (dof[i] >= 0 && dof[k] >= 0) {
        visit(context, dof[i], dof[k]);
      }
    }
  }
}

static void visitPairs(const mjModel* m, int flexId, Visitor visit, void* context) {
  int vertAdr = m->flex_vertadr[flexId], corners = m->flex_dim[flexId] + 1;
  const int* corner = m->flex_elem + m->flex_elemdataadr[flexId];
  for (int e = 0; stretches(m, flexId) && e < m->flex_elemnum[flexId]; e++, corner += corners) {
    int dof[4];
    for (int i = 0; i < corners; i++) {
      dof[i] = vertexDof(m, vertAdr + corner[i]);
    }
    visitAll(visit, context, dof, corners);
  }
  for (int e = 0; m->flex_bendingadr[flexId] >= 0 && e < m->flex_edgenum[flexId]; e++) {
    int dof[4];
    if (flapDofs(m, flexId, e, dof)) {
      visitAll(visit, context, dof, 4);
    }
  }
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

static void visitFlexes(const mjModel* m, Visitor visit, void* context) {
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f)) {
      visitPairs(m, f, visit, context);
    }
  }
}

// Makes efm_K_rownnz, efm_K_rowadr, efm_K_colind and zero blocks.
static void makePattern(const mjModel* m, mjData* d, const int* rowOfDof) {
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
  d->efm_K_colind = arenaArray(d, (size_t)d->nefmK * sizeof(int));
  d->efm_K_val = arenaArray(d, (size_t)d->nefmK * sizeof(mjtNum));
  memcpy(d->efm_K_colind, pattern.column, (size_t)blocks * sizeof(int));
  memset(d->efm_K_val, 0, (size_t)d->nefmK * sizeof(mjtNum));
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
  for (int e = 0; e < m->flex_edgenum[flexId]; e++, B += BENDING_STRIDE) {
    int dof[4];
    for (int pair = 0; flapDofs(m, flexId, e, dof) && pair < 16; pair++) {
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
    if (m->flex_bendingadr[f] >= 0) {
      addBending(m, d, f, rowOfDof);
    }
  }
}

void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x) {
  (void)m;
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
  for (int f = 0; f < m->nflex; f++) {
    for (int v = m->flex_vertadr[f]; isElastic(m, f) && v < m->flex_vertadr[f] + m->flex_vertnum[f];
         v++) {
      int dof = vertexDof(m, v);
      if (dof >= 0) {
        d->efm_dofid[d->nefmdof] = dof;
        rowOfDof[dof] = d->nefmdof++;
      }
    }
  }
}

// True when some flex makes K depend on position; otherwise the solution is wanted to the last
// digit.
static bool hasStretch(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f) && stretches(m, f)) {
      return true;
    }
  }
  return false;
}

// Factors of the diagonal blocks of M + K, unless the model has a factor of the whole.
static void makePreconditioner(const mjModel* m, mjData* d) {
  d->nefmL = m->nefm0dof && !hasStretch(m) ? 0 : 9 * d->nefmdof;
  if (!d->nefmL) {
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
    factorBlock(L);
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
    for (int v = m->flex_vertadr[f]; isElastic(m, f) && v < m->flex_vertadr[f] + m->flex_vertnum[f];
         v++) {
      int dof = vertexDof(m, v);
      if (dof >= 0) {
        lb_scl3(scaled + dof, d->qvel + dof, scale);
      }
    }
  }
  lb_addStiffness(m, d, d->efm_c, scaled);
  mj_freeStack(d);
}

void lb_makeEffectiveMass(const mjModel* m, mjData* d) {
  d->efm_active = isActive(m);
  if (!d->efm_active) {
    return;
  }

  // arrays live until the next position stage
  if (!d->efm_c) {
    size_t vertices = (size_t)m->nflexvert;
    d->efm_c = arenaArray(d, (size_t)m->nv * sizeof(mjtNum));
    d->efm_dofid = arenaArray(d, vertices * sizeof(int));
    d->efm_L = arenaArray(d, 9 * vertices * sizeof(mjtNum));
    d->efm_K_rownnz = arenaArray(d, (size_t)m->nv * sizeof(int));
    d->efm_K_rowadr = arenaArray(d, (size_t)m->nv * sizeof(int));
    mj_markStack(d);
    int* rowOfDof = mj_stackAllocInt(d, m->nv);
    makeRows(m, d, rowOfDof);
    makePattern(m, d, rowOfDof);
    addValues(m, d, rowOfDof);
    makePreconditioner(m, d);
    mj_freeStack(d);
  }
  makeForce(m, d);
}

// Solves with the model's factor M + K = L' L, which is exact while K is what it was when the model
// was compiled.
static void solveConstant(const mjModel* m, mjtNum* z, const mjtNum* r) {
  const mjtNum* L = m->efm0_L;
  int n = (int)m->nefm0dof;
  for (int i = 0; i < n; i++) {
    z[m->efm0_dofid[i]] = r[m->efm0_dofid[i]];
  }
  for (int i = n - 1; i >= 0; i--) {
    int adr = m->efm0_L_rowadr[i], last = adr + m->efm0_L_rownnz[i] - 1;
    mjtNum zi = z[m->efm0_dofid[i]] /= L[last];
    for (int k = adr; k < last; k++) {
      z[m->efm0_dofid[m->efm0_L_colind[k]]] -= L[k] * zi;
    }
  }
  for (int i = 0; i < n; i++) {
    int adr = m->efm0_L_rowadr[i], last = adr + m->efm0_L_rownnz[i] - 1;
    mjtNum sum = z[m->efm0_dofid[i]];
    for (int k = adr; k < last; k++) {
      sum -= L[k] * z[m->efm0_dofid[m->efm0_L_colind[k]]];
    }
    z[m->efm0_dofid[i]] = sum / L[last];
  }
}

void lb_preconditionVertices(const mjModel* m, const mjData* d, mjtNum* z, const mjtNum* r) {
  if (!d->nefmL) {
    solveConstant(m, z, r);
    return;
  }
  for (int b = 0; b < d->nefmdof; b++) {
    const mjtNum* L = d->efm_L + 9 * b;
    const mjtNum* in = r + d->efm_dofid[b];
    mjtNum* out = z + d->efm_dofid[b];
    mjtNum y0 = in[0] / L[0];
    mjtNum y1 = (in[1] - L[3] * y0) / L[4];
    mjtNum y2 = (in[2] - L[6] * y0 - L[7] * y1) / L[8];
    out[2] = y2 / L[8];
    out[1] = (y1 - L[7] * out[2]) / L[4];
    out[0] = (y0 - L[3] * out[1] - L[6] * out[2]) / L[0];
  }
}

static mjtNum dot(const mjtNum* a, const mjtNum* b, mjtSize n) {
  mjtNum sum = 0;
  for (mjtSize i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

void lb_solveEffectiveMass(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* rhs) {
  mjtSize nv = m->nv;
  mjtNum tolerance = hasStretch(m) ? m->opt.tolerance : DIRECT_TOLERANCE;
  mj_markStack(d);
  mjtNum* r = mj_stackAllocNum(d, nv);
  mjtNum* z = mj_stackAllocNum(d, nv);
  mjtNum* p = mj_stackAllocNum(d, nv);
  mjtNum* Ap = mj_stackAllocNum(d, nv);
  for (mjtSize i = 0; i < nv; i++) {
    x[i] = 0;
    r[i] = rhs[i];
  }
  mjtNum limit = tolerance * tolerance * dot(rhs, rhs, nv);
  mjtNum rz = 0;

  for (int iteration = 0; iteration < MAX_ITERATIONS && dot(r, r, nv) > limit; iteration++) {
    mj_solveM(m, d, z, r, 1);
    lb_preconditionVertices(m, d, z, r);
    mjtNum rzNew = dot(r, z, nv);
    mjtNum beta = iteration ? rzNew / rz : 0;
    rz = rzNew;
    for (mjtSize i = 0; i < nv; i++) {
      p[i] = iteration ? z[i] + beta * p[i] : z[i];
    }
    mj_mulM(m, d, Ap, p);
    lb_addStiffness(m, d, Ap, p);
    mjtNum alpha = rz / dot(p, Ap, nv);
    for (mjtSize i = 0; i < nv; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * Ap[i];
    }
  }
  mj_freeStack(d);
}
