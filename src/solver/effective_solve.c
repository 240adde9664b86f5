// Accelerations from the effective mass of flexes: its preconditioner and conjugate gradients; see
// effective_mass.h.

#include "solver/effective_mass.h"

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"
#include "solver/problem.h"

#define DIRECT_TOLERANCE 1e-12  // stands for a direct solve where stiffness is constant

// Does the model's factor treat the three directions of each vertex alike and apart? Bending does,
// and where masses do too, rows come in threes: equal numbers, columns next to each other.
static bool isIsotropic(const mjModel* m) {
  if (m->nefm0dof % 3) {
    return false;
  }
  for (int i = 0; i < m->nefm0dof; i++) {
    int axis = i % 3, adr = m->efm0_L_rowadr[i], model = m->efm0_L_rowadr[i - axis];
    int nnz = m->efm0_L_rownnz[i];
    const int *cols = m->efm0_L_colind + adr, *first = m->efm0_L_colind + model;
    if (nnz != m->efm0_L_rownnz[i - axis] || m->efm0_dofid[i] != m->efm0_dofid[i - axis] + axis) {
      return false;
    }
    int different = 0;
    for (int k = 0; k < nnz; k++) {
      different |= (cols[k] - first[k] - axis) | (axis == 0 ? cols[k] % 3 : 0);
    }
    const mjtNum *L = m->efm0_L + adr, *expected = m->efm0_L + model;
    for (int k = 0; axis && k < nnz; k++) {
      different |= L[k] != expected[k];
    }
    if (different) {
      return false;
    }
  }
  return true;
}

void lb_prepareConstant(const mjModel* m, mjtNum* scratch) {
  int n = (int)m->nefm0dof;
  scratch[n] = isIsotropic(m);
  for (int i = 0; i < n; i++) {
    scratch[i] = 1 / m->efm0_L[m->efm0_L_rowadr[i] + m->efm0_L_rownnz[i] - 1];
  }
}

// y <- inv(L) inv(L') y for three equal directions together.
static void solveTriples(const mjModel* m, mjtNum* y, const mjtNum* inverse) {
  int n = (int)m->nefm0dof;
  for (int i = n - 3; i >= 0; i -= 3) {
    int count = m->efm0_L_rownnz[i] - 1;
    const mjtNum* L = m->efm0_L + m->efm0_L_rowadr[i];
    const int* cols = m->efm0_L_colind + m->efm0_L_rowadr[i];
    lbV2 low = lb_load2(y + i) * inverse[i];
    mjtNum high = y[i + 2] * inverse[i];
    lb_store2(y + i, low);
    y[i + 2] = high;
    for (int k = 0; k < count; k++) {
      mjtNum* to = y + cols[k];
      lb_store2(to, lb_load2(to) - low * L[k]);
      to[2] -= high * L[k];
    }
  }
  for (int i = 0; i < n; i += 3) {
    int count = m->efm0_L_rownnz[i] - 1, k = 0;
    const mjtNum* L = m->efm0_L + m->efm0_L_rowadr[i];
    const int* cols = m->efm0_L_colind + m->efm0_L_rowadr[i];
    lbV2 low = lb_load2(y + i), low2 = {0, 0};
    mjtNum high = y[i + 2], high2 = 0;
    for (; k + 2 <= count; k += 2) {
      const mjtNum *from = y + cols[k], *from2 = y + cols[k + 1];
      low -= lb_load2(from) * L[k];
      low2 -= lb_load2(from2) * L[k + 1];
      high -= from[2] * L[k];
      high2 -= from2[2] * L[k + 1];
    }
    if (k < count) {
      low -= lb_load2(y + cols[k]) * L[k];
      high -= y[cols[k] + 2] * L[k];
    }
    lb_store2(y + i, (low + low2) * inverse[i]);
    y[i + 2] = (high + high2) * inverse[i];
  }
}

// y <- inv(L) inv(L') y
static void solveRows(const mjModel* m, mjtNum* y, const mjtNum* inverse) {
  int n = (int)m->nefm0dof;
  for (int i = n - 1; i >= 0; i--) {
    int adr = m->efm0_L_rowadr[i], last = adr + m->efm0_L_rownnz[i] - 1;
    mjtNum yi = y[i] *= inverse[i];
    for (int k = adr; k < last; k++) {
      y[m->efm0_L_colind[k]] -= m->efm0_L[k] * yi;
    }
  }
  for (int i = 0; i < n; i++) {
    int adr = m->efm0_L_rowadr[i], last = adr + m->efm0_L_rownnz[i] - 1;
    mjtNum sum = y[i];
    for (int k = adr; k < last; k++) {
      sum -= m->efm0_L[k] * y[m->efm0_L_colind[k]];
    }
    y[i] = sum * inverse[i];
  }
}

// Solves with the model's factor M + K = L' L, which is exact while K is what it was when the model
// was compiled.
static void solveConstant(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r) {
  int n = (int)m->nefm0dof;
  mj_markStack(d);
  mjtNum* y = mj_stackAllocNum(d, n);
  for (int i = 0; i < n; i++) {
    y[i] = r[m->efm0_dofid[i]];
  }
  if (d->efm_L[n] != 0) {
    solveTriples(m, y, d->efm_L);
  } else {
    solveRows(m, y, d->efm_L);
  }
  for (int i = 0; i < n; i++) {
    z[m->efm0_dofid[i]] = y[i];
  }
  mj_freeStack(d);
}

// z = inv(M) z, tree by tree; most belong to vertices only and have nothing to solve.
static void solveTrees(const mjModel* m, const mjData* d, mjtNum* z) {
  for (int t = 0; t < m->ntree; t++) {
    bool any = false;
    for (int i = m->tree_dofadr[t]; i < m->tree_dofadr[t] + m->tree_dofnum[t]; i++) {
      any |= z[i] != 0;
    }
    if (any) {
      lb_treeSolveM(m, d, t, 0, z);
    }
  }
}

void lb_precondition(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r) {
  // what moves vertices along must not feel their forces: the whole has to stay symmetric
  bool constant = !d->nefmL;
  int count = constant ? (int)m->nefm0dof : 3 * d->nefmdof;
  lb_copy(z, r, (int)m->nv);
  for (int i = 0; i < count; i++) {
    z[constant ? m->efm0_dofid[i] : d->efm_dofid[i / 3] + i % 3] = 0;
  }
  solveTrees(m, d, z);
  if (constant) {
    solveConstant(m, d, z, r);
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

void lb_solveEffectiveMass(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* rhs) {
  int nv = (int)m->nv;
  mjtNum tolerance = lb_stiffnessVaries(m) ? m->opt.tolerance : DIRECT_TOLERANCE;
  mj_markStack(d);
  mjtNum* r = mj_stackAllocNum(d, nv);
  mjtNum* z = mj_stackAllocNum(d, nv);
  mjtNum* p = mj_stackAllocNum(d, nv);
  mjtNum* Ap = mj_stackAllocNum(d, nv);
  lb_zero(x, nv);
  lb_copy(r, rhs, nv);
  mjtNum limit = tolerance * tolerance * lb_dot(rhs, rhs, nv);
  mjtNum rz = 0;

  for (int iteration = 0; iteration < m->opt.iterations && lb_dot(r, r, nv) > limit; iteration++) {
    lb_precondition(m, d, z, r);
    mjtNum rzNew = lb_dot(r, z, nv);
    mjtNum beta = iteration ? rzNew / rz : 0;
    rz = rzNew;
    for (int i = 0; i < nv; i++) {
      p[i] = iteration ? z[i] + beta * p[i] : z[i];
    }
    mj_mulM(m, d, Ap, p);
    lb_addStiffness(m, d, Ap, p);
    mjtNum alpha = rz / lb_dot(p, Ap, nv);
    lb_addToScl(x, p, alpha, nv);
    lb_addToScl(r, Ap, -alpha, nv);
  }
  mj_freeStack(d);
}
