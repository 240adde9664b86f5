// The effective mass of flexes; see effective_mass.h.
//
// Stretching energy of an element is a quadratic form S of the elongations e_a = l_a^2 - l0_a^2 of
// its edges; with side vectors s_a the stiffness between two edges is 2 S_ab s_a s_b', and each
// edge adds its tension t_a = sum S_ab e_b, when positive, in all directions. Bending is a constant
// 4 x 4 matrix per interior edge, the same for each direction.

#include "constraint/effective_mass.h"

#include <math.h>

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
  bool implicit =
      m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
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


// res += (stretching part of K) x for one element.
static void addElement(const Element* element, mjtNum* res, const mjtNum* x) {
  int count = element->edgeCount;
  mjtNum relative[MAX_EDGES][3], along[MAX_EDGES];
  for (int a = 0; a < count; a++) {
    const mjtNum zero[3] = {0, 0, 0};
    const int* dof = element->dof[a];
    lb_sub3(relative[a], dof[0] >= 0 ? x + dof[0] : zero, dof[1] >= 0 ? x + dof[1] : zero);
    along[a] = 2 * lb_dot3(element->side[a], relative[a]);
  }
  for (int a = 0; a < count; a++) {
    mjtNum pull = 0, force[3];
    for (int b = 0; b < count; b++) {
      pull += element->S[a][b] * along[b];
    }
    lb_scl3(force, element->side[a], pull);
    lb_addToScl3(force, relative[a], element->tension[a]);
    if (element->dof[a][0] >= 0) {
      lb_addTo3(res + element->dof[a][0], force);
    }
    if (element->dof[a][1] >= 0) {
      lb_subFrom3(res + element->dof[a][1], force);
    }
  }
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


// res += (bending part of K) x for one flex.
static void addBending(const mjModel* m, int flexId, mjtNum* res, const mjtNum* x) {
  mjtNum scale = scaleOf(m, flexId);
  const mjtNum* B = m->flex_bending + m->flex_bendingadr[flexId];
  for (int e = 0; e < m->flex_edgenum[flexId]; e++, B += BENDING_STRIDE) {
    int dof[4];
    if (!flapDofs(m, flexId, e, dof)) {
      continue;
    }
    for (int i = 0; i < 4; i++) {
      mjtNum sum[3] = {0, 0, 0};
      for (int k = 0; k < 4 && dof[i] >= 0; k++) {
        if (dof[k] >= 0) {
          lb_addToScl3(sum, x + dof[k], B[4 * i + k]);
        }
      }
      if (dof[i] >= 0) {
        lb_addToScl3(res + dof[i], sum, scale);
      }
    }
  }
}


void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x) {
  for (int f = 0; f < m->nflex; f++) {
    if (!isElastic(m, f)) {
      continue;
    }
    for (int e = 0; stretches(m, f) && e < m->flex_elemnum[f]; e++) {
      Element element;
      if (readElement(m, d, f, e, &element)) {
        addElement(&element, res, x);
      }
    }
    if (m->flex_bendingadr[f] >= 0) {
      addBending(m, f, res, x);
    }
  }
}


// Adds the diagonal blocks of K to 3 x 3 blocks, found by dof through blockOfDof.
static void addDiagonalBlocks(const mjModel* m, const mjData* d, int flexId,
                              const int* blockOfDof, mjtNum* block) {
  for (int e = 0; stretches(m, flexId) && e < m->flex_elemnum[flexId]; e++) {
    Element element;
    if (!readElement(m, d, flexId, e, &element)) {
      continue;
    }
    // the column of each direction, for each edge end that is this vertex
    for (int a = 0; a < element.edgeCount; a++) {
      for (int b = 0; b < element.edgeCount; b++) {
        for (int end = 0; end < 4; end++) {
          int dofA = element.dof[a][end / 2], dofB = element.dof[b][end % 2];
          if (dofA < 0 || dofA != dofB) {
            continue;
          }
          mjtNum sign = end / 2 == end % 2 ? 1 : -1;
          mjtNum* A = block + 9 * blockOfDof[dofA];
          for (int i = 0; i < 9; i++) {
            A[i] += sign * 2 * element.S[a][b] * element.side[a][i / 3] * element.side[b][i % 3];
          }
          for (int i = 0; a == b && i < 3; i++) {
            A[4 * i] += element.tension[a];
          }
        }
      }
    }
  }

  mjtNum scale = scaleOf(m, flexId);
  for (int e = 0; m->flex_bendingadr[flexId] >= 0 && e < m->flex_edgenum[flexId]; e++) {
    const mjtNum* B = m->flex_bending + m->flex_bendingadr[flexId] + BENDING_STRIDE * e;
    int dof[4];
    if (flapDofs(m, flexId, e, dof)) {
      for (int i = 0; i < 4; i++) {
        for (int k = 0; dof[i] >= 0 && k < 3; k++) {
          block[9 * blockOfDof[dof[i]] + 4 * k] += scale * B[5 * i];
        }
      }
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


// Makes efm_dofid and efm_L: vertices that move by three translations of their own.
static void makePreconditioner(const mjModel* m, mjData* d) {
  mj_markStack(d);
  int* blockOfDof = mj_stackAllocInt(d, m->nv);
  d->nefmdof = 0;
  for (int f = 0; f < m->nflex; f++) {
    for (int v = m->flex_vertadr[f];
         isElastic(m, f) && v < m->flex_vertadr[f] + m->flex_vertnum[f]; v++) {
      int dof = vertexDof(m, v);
      if (dof >= 0) {
        d->efm_dofid[d->nefmdof] = dof;
        blockOfDof[dof] = d->nefmdof++;
      }
    }
  }
  d->nefmL = 9 * d->nefmdof;
  for (int b = 0; b < d->nefmdof; b++) {
    for (int i = 0; i < 9; i++) {
      d->efm_L[9 * b + i] = 0;
    }
    for (int i = 0; i < 3; i++) {
      int dof = d->efm_dofid[b] + i;
      d->efm_L[9 * b + 4 * i] = d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1];
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f)) {
      addDiagonalBlocks(m, d, f, blockOfDof, d->efm_L);
    }
  }
  for (int b = 0; b < d->nefmdof; b++) {
    factorBlock(d->efm_L + 9 * b);
  }
  mj_freeStack(d);
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
    for (int v = m->flex_vertadr[f];
         isElastic(m, f) && v < m->flex_vertadr[f] + m->flex_vertnum[f]; v++) {
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
    d->efm_c = lb_arenaAlloc(d, (size_t)m->nv * sizeof(mjtNum), 64);
    d->efm_dofid = lb_arenaAlloc(d, vertices * sizeof(int), 64);
    d->efm_L = lb_arenaAlloc(d, 9 * vertices * sizeof(mjtNum), 64);
    if (!d->efm_c || !d->efm_dofid || !d->efm_L) {
      lb_error("not enough memory for the effective mass of flexes; increase <size memory=.../>");
    }
    makePreconditioner(m, d);
  }
  makeForce(m, d);
}


void lb_preconditionVertices(const mjModel* m, const mjData* d, mjtNum* z, const mjtNum* r) {
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


// True when some flex makes K depend on position; otherwise the solution is wanted to the last digit.
static bool hasStretch(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f) && stretches(m, f)) {
      return true;
    }
  }
  return false;
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
