// Solving (M + K) x = b of the effective mass: preconditioned conjugate gradients.
//
// The preconditioner P is symmetric and near the inverse of M + K:
//   rows     by the Cholesky factors of the diagonal 3 x 3 blocks of M + K, springs included; or,
//            where K is constant (only bending counts), by the factor L' L of the whole that the
//            model brings (efm0_L), which is exact
//   the rest by inv(M), tree by tree
// COMPAT: LATTICE-TREES: nodes of lattices on bodies that move are of the rest: they are coupled to
// these bodies through M, and blocks that do not know it take more iterations.
// A body between a vertex and the world would feel the vertex's force through M; it must not here,
// or P would not be symmetric: rows are set to zero before the trees are solved.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "dynamics/factor.h"
#include "math/blas.h"
#include "math/inline.h"
#include "solver/effective_parts.h"

// Stands for a direct solution where stiffness is constant.
static const mjtNum directTolerance = 1e-12;

// ------------------------------------------------------------------------ diagonal blocks

// Replaces a symmetric positive definite 3 x 3 block by its lower Cholesky factor.
static void factorBlock(mjtNum A[9]) {
  A[0] = sqrt(lb_max(mjMINVAL, A[0]));
  A[3] /= A[0];
  A[6] /= A[0];
  A[4] = sqrt(lb_max(mjMINVAL, A[4] - A[3] * A[3]));
  A[7] = (A[7] - A[6] * A[3]) / A[4];
  A[8] = sqrt(lb_max(mjMINVAL, A[8] - A[6] * A[6] - A[7] * A[7]));
}

// z = inv(L L') r for the factor of a block.
static inline void solveBlock(const mjtNum L[9], mjtNum z[3], const mjtNum r[3]) {
  mjtNum y0 = r[0] / L[0];
  mjtNum y1 = (r[1] - L[3] * y0) / L[4];
  mjtNum y2 = (r[2] - L[6] * y0 - L[7] * y1) / L[8];
  z[2] = y2 / L[8];
  z[1] = (y1 - L[7] * z[2]) / L[4];
  z[0] = (y0 - L[3] * z[1] - L[6] * z[2]) / L[0];
}

// Adds the springs' share of the diagonal blocks: a row has three dofs one after the other.
static void addSpringBlocks(const lbSprings* springs, const int* rowOfDof, mjtNum* block) {
  for (int k = 0; k < springs->adr[springs->count]; k += 3) {
    const mjtNum* J = springs->J + k;
    mjtNum* A = block + 9 * rowOfDof[springs->dof[k]];
    for (int i = 0; i < 9; i++) {
      A[i] += J[i / 3] * J[i % 3];
    }
  }
}

// Marks rows that are solved with their trees by a block that begins with 0.
static void leaveToTrees(const mjModel* m, const int* rowOfDof, mjtNum* block) {
  for (int f = 0; f < m->nflex; f++) {
    for (int i = 0; lb_isLattice(m, f) && i < m->flex_nodenum[f]; i++) {
      int dof = lb_pointDof(m, f, i);
      if (dof >= 0 && m->body_simple[m->dof_bodyid[dof]] != 2) {
        block[9 * rowOfDof[dof]] = 0;
      }
    }
  }
}

// Factors of the diagonal blocks of M + K.
static void makeBlocks(const mjModel* m, const mjData* d, const lbEffectiveMass* mass,
                       const int* rowOfDof, mjtNum* block) {
  const lbStiffnessBlocks* K = &mass->blocks;
  for (int b = 0; b < K->rows; b++) {
    mjtNum* A = block + 9 * b;
    memset(A, 0, 9 * sizeof(mjtNum));
    for (int k = K->adr[b]; k < K->adr[b] + K->nnz[b]; k++) {
      if (K->column[k] == K->dof[b]) {
        memcpy(A, K->value + 9 * k, 9 * sizeof(mjtNum));
      }
    }
    for (int i = 0; i < 3; i++) {
      int dof = K->dof[b] + i;
      A[4 * i] += d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1];
    }
  }
  addSpringBlocks(&mass->springs, rowOfDof, block);
  for (int b = 0; b < K->rows; b++) {
    factorBlock(block + 9 * b);
  }
  leaveToTrees(m, rowOfDof, block);
}

// ------------------------------------------------------------------------ the model's factor

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

// y <- inv(L) inv(L') y for three equal directions together.
// COMPAT: FLEX-HINGE-ORDER: divisions and the order of sums are those of the reference.
static void solveTriples(const mjModel* m, mjtNum* y) {
  int n = (int)m->nefm0dof;
  for (int i = n - 3; i >= 0; i -= 3) {
    int count = m->efm0_L_rownnz[i] - 1;
    const mjtNum* L = m->efm0_L + m->efm0_L_rowadr[i];
    const int* cols = m->efm0_L_colind + m->efm0_L_rowadr[i];
    lbV2 low = lb_load2(y + i) / L[count];
    mjtNum high = y[i + 2] / L[count];
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
    lbV2 low[4] = {{0, 0}};
    mjtNum high[4] = {0};
    for (; k + 4 <= count; k += 4) {
      for (int lane = 0; lane < 4; lane++) {
        const mjtNum* from = y + cols[k + lane];
        low[lane] += lb_load2(from) * L[k + lane];
        high[lane] += from[2] * L[k + lane];
      }
    }
    lbV2 low0 = (low[0] + low[2]) + (low[1] + low[3]);
    mjtNum high0 = (high[0] + high[2]) + (high[1] + high[3]);
    for (; k < count; k++) {
      low0 += lb_load2(y + cols[k]) * L[k];
      high0 += y[cols[k] + 2] * L[k];
    }
    lb_store2(y + i, (lb_load2(y + i) - low0) / L[count]);
    y[i + 2] = (y[i + 2] - high0) / L[count];
  }
}

// Sum of L[k] y[column[k]], in the same order.
static mjtNum dotRow(const mjtNum* L, const int* column, int count, const mjtNum* y) {
  mjtNum lane[4] = {0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    for (int i = 0; i < 4; i++) {
      lane[i] += L[k + i] * y[column[k + i]];
    }
  }
  mjtNum sum = (lane[0] + lane[2]) + (lane[1] + lane[3]);
  for (; k < count; k++) {
    sum += L[k] * y[column[k]];
  }
  return sum;
}

// y <- inv(L) inv(L') y
static void solveRows(const mjModel* m, mjtNum* y) {
  int n = (int)m->nefm0dof;
  for (int i = n - 1; i >= 0; i--) {
    int adr = m->efm0_L_rowadr[i], last = adr + m->efm0_L_rownnz[i] - 1;
    mjtNum yi = y[i] /= m->efm0_L[last];
    for (int k = adr; k < last; k++) {
      y[m->efm0_L_colind[k]] -= m->efm0_L[k] * yi;
    }
  }
  for (int i = 0; i < n; i++) {
    int adr = m->efm0_L_rowadr[i], count = m->efm0_L_rownnz[i] - 1;
    mjtNum sum = dotRow(m->efm0_L + adr, m->efm0_L_colind + adr, count, y);
    y[i] = (y[i] - sum) / m->efm0_L[adr + count];
  }
}

// Solves with the model's factor M + K = L' L.
static void solveConstant(const mjModel* m, mjData* d, const lbPreconditioner* P, mjtNum* z,
                          const mjtNum* r) {
  int n = (int)m->nefm0dof;
  mj_markStack(d);
  mjtNum* y = lb_stackNum(d, n);
  for (int i = 0; i < n; i++) {
    y[i] = r[m->efm0_dofid[i]];
  }
  if (P->isotropic) {
    solveTriples(m, y);
  } else {
    solveRows(m, y);
  }
  for (int i = 0; i < n; i++) {
    z[m->efm0_dofid[i]] = y[i];
  }
  mj_freeStack(d);
}

// ------------------------------------------------------------------------------- both kinds

lbPreconditioner lb_makePreconditioner(const mjModel* m, mjData* d, const lbEffectiveMass* mass,
                                       const int* rowOfDof) {
  bool factored = m->nefm0dof && !lb_stiffnessVaries(m);
  int rows = mass->blocks.rows;
  d->nefmL = factored ? 0 : 9 * rows;
  d->efm_L = lb_effectiveArray(d, (size_t)d->nefmL * sizeof(mjtNum));
  lbPreconditioner P = {.constant = !d->nefmL, .block = d->efm_L};
  if (!P.constant) {
    makeBlocks(m, d, mass, rowOfDof, P.block);
    return P;
  }
  P.isotropic = isIsotropic(m);
  return P;
}

// z = inv(M) z, tree by tree; most belong to vertices only and have nothing to solve.
static void solveTrees(const mjModel* m, const mjData* d, mjtNum* z) {
  for (int t = 0; t < m->ntree; t++) {
    bool any = false;
    for (int i = m->tree_dofadr[t]; i < m->tree_dofadr[t] + m->tree_dofnum[t]; i++) {
      any |= z[i] != 0;
    }
    if (any) {
      lb_solveOneTree(m, lb_inertiaFactor(d), t, 0, z);
    }
  }
}

void lb_precondition(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r) {
  lbEffectiveMass mass = lb_effectiveMass(m, d);
  const lbPreconditioner* P = &mass.preconditioner;
  const lbStiffnessBlocks* K = &mass.blocks;
  int count = P->constant ? (int)m->nefm0dof : 3 * K->rows;
  lb_copy(z, r, (int)m->nv);
  for (int i = 0; i < count; i++) {
    if (P->constant || P->block[9 * (i / 3)] != 0) {
      z[P->constant ? m->efm0_dofid[i] : K->dof[i / 3] + i % 3] = 0;
    }
  }
  solveTrees(m, d, z);
  if (P->constant) {
    solveConstant(m, d, P, z, r);
    return;
  }
  for (int b = 0; b < K->rows; b++) {
    if (P->block[9 * b] != 0) {
      solveBlock(P->block + 9 * b, z + K->dof[b], r + K->dof[b]);
    }
  }
}

void lb_solveEffectiveMass(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* rhs) {
  int nv = (int)m->nv;
  mjtNum tolerance = lb_stiffnessVaries(m) ? m->opt.tolerance : directTolerance;
  mj_markStack(d);
  mjtNum* r = lb_stackNum(d, nv);
  mjtNum* z = lb_stackNum(d, nv);
  mjtNum* p = lb_stackNum(d, nv);
  mjtNum* Ap = lb_stackNum(d, nv);
  lb_zero(x, nv);
  lb_copy(r, rhs, nv);
  mjtNum limit = tolerance * tolerance * lb_dot(rhs, rhs, nv);
  mjtNum rz = 0;
  if (lb_effectiveMass(m, d).preconditioner.constant) {
    // the solution itself, but where something else moves the vertices
    lb_precondition(m, d, x, rhs);
    mj_mulM(m, d, Ap, x);
    lb_addStiffness(m, d, Ap, x);
    lb_subFrom(r, Ap, nv);
  }

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

  // COMPAT: EFFECTIVE-MASS-WARNING: not solved within the iterations: as for a singular inertia
  // matrix, with the dof where the residual is largest
  if (lb_dot(r, r, nv) > limit) {
    int worst = 0;
    for (int i = 1; i < nv; i++) {
      worst = fabs(r[i]) > fabs(r[worst]) ? i : worst;
    }
    mj_warning(d, mjWARN_INERTIA, worst);
  }
  mj_freeStack(d);
}
