// Factoring and solving with the inertia matrix; see factor.h.

#include "dynamics/factor.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/tree_share.h"
#include "math/blas.h"
#include "math/inline.h"

void lb_copyTree(const mjModel* m, mjtNum* res, const mjtNum* mat, lbIndexList dofs) {
  if (!dofs.item) {
    int first = dofs.first ? m->M_rowadr[dofs.first] : 0;
    int end = dofs.count < m->nv ? m->M_rowadr[dofs.count] : (int)m->nC;
    lb_copy(res + first, mat + first, end - first);
    return;
  }
  for (int p = 0; p < dofs.count; p++) {
    int adr = m->M_rowadr[dofs.item[p]];
    lb_copy(res + adr, mat + adr, m->M_rownnz[dofs.item[p]]);
  }
}

// Two numbers of a row; rows start anywhere.
typedef mjtNum Pair __attribute__((vector_size(2 * sizeof(mjtNum)), aligned(sizeof(mjtNum))));

// M(i, :) -= L(k, i) M(k, :) for every ancestor i of k, whose row is a prefix of row k; then row k
// becomes L(k, :). Two ancestors at a time share the loads of row k.
static inline void eliminate(const mjModel* m, mjtNum* mat, mjtNum* rowK, const int* column,
                             int ancestors, mjtNum inverse) {
  int a = ancestors - 1;
  for (; a >= 1; a -= 2) {
    mjtNum* far = mat + m->M_rowadr[column[a]];
    mjtNum* near = mat + m->M_rowadr[column[a - 1]];
    mjtNum scaleFar = rowK[a] * inverse, scaleNear = rowK[a - 1] * inverse;
    int j = 0;
    for (; j + 1 < a; j += 2) {
      Pair x = *(const Pair*)(rowK + j);
      *(Pair*)(far + j) -= x * scaleFar;
      *(Pair*)(near + j) -= x * scaleNear;
    }
    if (j < a) {
      far[j] -= scaleFar * rowK[j];
      near[j] -= scaleNear * rowK[j];
    }
    far[a] -= scaleFar * rowK[a];
    rowK[a] = scaleFar;
    rowK[a - 1] = scaleNear;
  }
  if (a == 0) {
    mjtNum scale = rowK[0] * inverse;
    mat[m->M_rowadr[column[0]]] -= scale * rowK[0];
    rowK[0] = scale;
  }
}

int lb_factorTree(const mjModel* m, mjtNum* mat, mjtNum* diagInv, lbIndexList dofs) {
  int badDof = -1;

  // rows are final when the loop reaches them: all their descendants came before
  for (int p = dofs.count - 1; p >= dofs.first; p--) {
    int k = lb_at(dofs, p);
    int ancestors = m->M_rownnz[k] - 1;
    mjtNum* rowK = mat + m->M_rowadr[k];
    const int* column = m->M_colind + m->M_rowadr[k];

    if (fabs(rowK[ancestors]) < mjMINVAL) {
      rowK[ancestors] = mjMINVAL;
      badDof = k;
    }
    mjtNum inverse = 1 / rowK[ancestors];
    diagInv[k] = inverse;

    eliminate(m, mat, rowK, column, ancestors, inverse);
  }
  return badDof;
}

void lb_solveUp(const mjModel* m, mjtNum* x, const mjtNum* factor, lbIndexList dofs) {
  // from the leaves up, ancestors lose their share
  for (int p = dofs.count - 1; p >= dofs.first; p--) {
    int k = lb_at(dofs, p);
    mjtNum xk = x[k];
    int adr = m->M_rowadr[k], ancestors = m->M_rownnz[k] - 1;
    if (xk != 0) {
      for (int a = 0; a < ancestors; a++) {
        x[m->M_colind[adr + a]] -= factor[adr + a] * xk;
      }
    }
  }
}

// x <- L^-1 D^-1 x: from the root down, gathering from ancestors.
static void solveDown(const mjModel* m, mjtNum* x, const mjtNum* factor, const mjtNum* diagInv,
                      lbIndexList dofs) {
  for (int p = dofs.first; p < dofs.count; p++) {
    int k = lb_at(dofs, p);
    int adr = m->M_rowadr[k], ancestors = m->M_rownnz[k] - 1;
    // COMPAT: MATH-DOT: the same bits as lb_sparseDot has, without a call for short rows
    mjtNum sum = 0;
    if (ancestors >= 4) {
      sum = lb_sparseDot(factor + adr, m->M_colind + adr, x, ancestors);
    } else {
      for (int a = 0; a < ancestors; a++) {
        sum += factor[adr + a] * x[m->M_colind[adr + a]];
      }
    }
    x[k] = x[k] * diagInv[k] - sum;
  }
}

LB_APART static void solveBranches(const mjModel* m, mjtNum* x, const mjtNum* factor,
                                   const mjtNum* diagInv, lbIndexList dofs) {
  lb_solveUp(m, x, factor, dofs);
  solveDown(m, x, factor, diagInv, dofs);
}

void lb_solveTree(const mjModel* m, mjtNum* x, const mjtNum* factor, const mjtNum* diagInv,
                  lbIndexList dofs) {
  if (m->nC > m->nv || dofs.item) {
    solveBranches(m, x, factor, diagInv, dofs);
    return;
  }
  // no dof has an ancestor
  for (int i = dofs.first; i < dofs.count; i++) {
    x[i] *= diagInv[i];
    LB_KEEP_LOOP(i);
  }
}

LB_TREE_STAGE factorShare(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  lb_copyTree(m, d->qLD, d->M, share->dofs);
  int badDof = lb_factorTree(m, d->qLD, d->qLDiagInv, share->dofs);
  if (badDof >= 0) {
    mj_warning(d, mjWARN_INERTIA, badDof);
  }
}

void lb_factorOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share) {
  factorShare(m, d, NULL, share);
}

// No dof has an ancestor.
static void factorDiagonal(const mjModel* m, mjData* d) {
  int badDof = -1;
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    mjtNum pivot = d->M[i];
    if (fabs(pivot) < mjMINVAL) {
      pivot = mjMINVAL;
      badDof = i;
    }
    d->qLD[i] = pivot;
    d->qLDiagInv[i] = 1 / pivot;
    LB_KEEP_LOOP(i);
  }
  if (badDof >= 0) {
    mj_warning(d, mjWARN_INERTIA, badDof);
  }
}

void mj_factorM(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  if (m->nC == m->nv && !lb_enabled(m, mjENBL_SLEEP)) {
    factorDiagonal(m, d);
  } else {
    lb_forTrees(m, d, factorShare, NULL);
  }
}

// COMPAT: SOLVE-ASLEEP: dofs that sleep are solved for, too
void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  LB_REQUIRE(m && d && (!m->nv || (x && y)));
  lbIndexList all = {NULL, (int)m->nv, 0};
  if (x != y && m->nv) {
    memcpy(x, y, (size_t)(n * m->nv) * sizeof(mjtNum));
  }
  for (int i = 0; i < n && m->nv; i++) {
    lb_solveTree(m, x + i * m->nv, d->qLD, d->qLDiagInv, all);
  }
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  LB_REQUIRE(m && d && (!m->nv || (x && y && sqrtInvD)));
  lbIndexList all = {NULL, (int)m->nv, 0};
  if (!m->nv) {
    return;
  }
  if (x != y) {
    memcpy(x, y, (size_t)(n * m->nv) * sizeof(mjtNum));
  }
  for (int i = 0; i < n; i++) {
    mjtNum* vec = x + i * m->nv;
    lb_solveUp(m, vec, d->qLD, all);
    for (int k = 0; k < m->nv; k++) {
      vec[k] *= sqrtInvD[k];
    }
  }
}

void lb_solveOneTree(const mjModel* m, lbTreeFactor factor, int tree, int shift, mjtNum* x) {
  const mjtNum* L = factor.L;
  int first = m->tree_dofadr[tree], count = m->tree_dofnum[tree];

  // inv(L'), then the diagonal and inv(L)
  for (int i = first + count - 1; i >= first; i--) {
    int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum xi = x[i + shift];
    for (int k = 0; xi != 0 && k < last; k++) {
      x[m->M_colind[adr + k] + shift] -= L[adr + k] * xi;
    }
  }
  for (int i = first; i < first + count; i++) {
    int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum sum = x[i + shift] * factor.diagInv[i];
    for (int k = 0; k < last; k++) {
      sum -= L[adr + k] * x[m->M_colind[adr + k] + shift];
    }
    x[i + shift] = sum;
  }
}
