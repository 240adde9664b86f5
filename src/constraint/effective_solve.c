// Accelerations from the effective mass of flexes: its preconditioner and conjugate gradients; see
// effective_mass.h.

#include "constraint/effective_mass.h"

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"

#define DIRECT_TOLERANCE 1e-12  // stands for a direct solve where stiffness is constant

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

void lb_precondition(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r) {
  // what moves vertices along must not feel their forces: the whole has to stay symmetric
  bool constant = !d->nefmL;
  int count = constant ? (int)m->nefm0dof : 3 * d->nefmdof;
  lb_copy(z, r, (int)m->nv);
  for (int i = 0; i < count; i++) {
    z[constant ? m->efm0_dofid[i] : d->efm_dofid[i / 3] + i % 3] = 0;
  }
  mj_solveM(m, d, z, z, 1);
  if (constant) {
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
