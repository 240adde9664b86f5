// Derivatives of a time step and of inverse dynamics by finite differences.
//
// Positions are perturbed and compared in the tangent space (mj_integratePos, mj_differentiatePos).
// Inputs are perturbed from the last stage that they enter to the first - controls and activations,
// velocities, positions - so that each group reuses the stages before it. Every evaluation starts
// from the same warm start, and the state is as before when the functions return.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "pipeline/integrate.h"

// Scratch numbers; never NULL, so that empty parts can be copied.
static mjtNum* numbers(mjData* d, mjtSize count) {
  return lb_stackNum(d, (size_t)count + 1);
}

// ------------------------------------------------------------------------------------ transition

// What a step of the transition function needs and leaves.
typedef struct Transition_ {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  bool centered;
  bool sensors;
  mjtNum* start;      // input state, mjSTATE_FULLPHYSICS
  mjtNum* ctrl;       // nu
  mjtNum* warmstart;  // nv
  mjtNum* next;       // state (qpos, qvel, act) and sensors after a step from the unperturbed input
  mjtNum* plus;       // the same, input perturbed upwards
  mjtNum* minus;      // the same, downwards
  mjtNum* tangent;    // nv
} Transition;

enum { RESTORED = mjSTATE_FULLPHYSICS };

// Back to the unperturbed input.
static void restore(const Transition* t) {
  mj_setState(t->m, t->d, t->start, RESTORED);
  memcpy(t->d->ctrl, t->ctrl, (size_t)t->m->nu * sizeof(mjtNum));
  memcpy(t->d->qacc_warmstart, t->warmstart, (size_t)t->m->nv * sizeof(mjtNum));
}

// One time step from whatever is in d. The result goes to next, then the input is restored.
// COMPAT: DER-04: the matrix of an implicit step is kept with the stages that it depends on,
// although muscle activations and damping polynomials change it a little.
static void stepInto(const Transition* t, mjtNum* next, int skipStage) {
  const mjModel* m = t->m;
  mjData* d = t->d;
  mj_forwardSkip(m, d, skipStage, !t->sensors);
  if (m->opt.integrator == mjINT_EULER) {
    lb_eulerStep(m, d, skipStage >= mjSTAGE_POS);
  } else if (m->opt.integrator == mjINT_DISCRETE) {
    lb_discreteStep(m, d);
  } else {
    lb_implicitStep(m, d, skipStage >= mjSTAGE_VEL);
  }
  memcpy(next, d->qpos, (size_t)m->nq * sizeof(mjtNum));
  memcpy(next + m->nq, d->qvel, (size_t)m->nv * sizeof(mjtNum));
  memcpy(next + m->nq + m->nv, d->act, (size_t)m->na * sizeof(mjtNum));
  if (t->sensors) {
    memcpy(next + m->nq + m->nv + m->na, d->sensordata, (size_t)m->nsensordata * sizeof(mjtNum));
  }
  restore(t);
}

// Column `index` of the state matrix (rows of width `width`) and of the sensor matrix from two
// results of a step, `span` apart.
static void writeColumn(const Transition* t, const mjtNum* low, const mjtNum* high, mjtNum span,
                        mjtNum* state, mjtNum* sensor, mjtSize width, mjtSize index) {
  const mjModel* m = t->m;
  if (state) {
    mj_differentiatePos(m, t->tangent, span, low, high);
    for (mjtSize i = 0; i < m->nv; i++) {
      state[i * width + index] = t->tangent[i];
    }
    for (mjtSize i = 0; i < m->nv + m->na; i++) {
      state[(m->nv + i) * width + index] = (high[m->nq + i] - low[m->nq + i]) / span;
    }
  }
  if (sensor) {
    mjtSize offset = m->nq + m->nv + m->na;
    for (mjtSize i = 0; i < m->nsensordata; i++) {
      sensor[i * width + index] = (high[offset + i] - low[offset + i]) / span;
    }
  }
}

// Controls: one-sided at the limits, zero column when neither side fits.
// COMPAT: FD-CONTROL-RANGE: limits count also where the flag clampctrl is off
static void differentiateControls(const Transition* t, mjtNum* B, mjtNum* D) {
  const mjModel* m = t->m;
  mjData* d = t->d;
  for (int i = 0; i < m->nu; i++) {
    bool limited = m->actuator_ctrllimited[i];
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    bool up = !limited || (t->ctrl[i] >= range[0] && t->ctrl[i] + t->eps <= range[1]);
    bool down = !limited || (t->ctrl[i] - t->eps >= range[0] && t->ctrl[i] <= range[1]);
    down = down && (t->centered || !up);
    if (up) {
      d->ctrl[i] += t->eps;
      stepInto(t, t->plus, mjSTAGE_VEL);
    }
    if (down) {
      d->ctrl[i] -= t->eps;
      stepInto(t, t->minus, mjSTAGE_VEL);
    }
    const mjtNum* low = down ? t->minus : t->next;
    const mjtNum* high = up ? t->plus : t->next;
    mjtNum span = up && down ? 2 * t->eps : t->eps;
    writeColumn(t, low, high, span, B, D, m->nu, i);
  }
}

// Moves one tangent coordinate of the state: position, velocity or activation.
static void perturbState(const Transition* t, mjtSize index, mjtNum amount) {
  const mjModel* m = t->m;
  mjData* d = t->d;
  if (index < m->nv) {
    memset(t->tangent, 0, (size_t)m->nv * sizeof(mjtNum));
    t->tangent[index] = 1;
    mj_integratePos(m, d->qpos, t->tangent, amount);
  } else if (index < 2 * m->nv) {
    d->qvel[index - m->nv] += amount;
  } else {
    d->act[index - 2 * m->nv] += amount;
  }
}

// Columns first .. first + count - 1 of the state matrices.
static void differentiateState(const Transition* t, mjtNum* A, mjtNum* C, mjtSize first,
                               mjtSize count, int skipStage) {
  mjtSize width = 2 * t->m->nv + t->m->na;
  for (mjtSize index = first; index < first + count; index++) {
    perturbState(t, index, t->eps);
    stepInto(t, t->plus, skipStage);
    if (t->centered) {
      perturbState(t, index, -t->eps);
      stepInto(t, t->minus, skipStage);
    }
    writeColumn(t, t->centered ? t->minus : t->next, t->plus, t->centered ? 2 * t->eps : t->eps, A,
                C, width, index);
  }
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_centered, mjtNum* A,
                      mjtNum* B, mjtNum* C, mjtNum* D) {
  LB_REQUIRE(m && d);
  if (m->opt.integrator == mjINT_RK4) {
    lb_complain("mjd_transitionFD: RK4 integrator is not supported");
    return;
  }
  if (m->nhistory) {
    lb_complain("mjd_transitionFD: delays are not supported");
    return;
  }
  mj_markStack(d);
  mjtSize size = m->nq + m->nv + m->na + m->nsensordata;
  Transition t = {m, d, eps, flg_centered, C || D, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  t.start = numbers(d, mj_stateSize(m, RESTORED));
  t.ctrl = numbers(d, m->nu);
  t.warmstart = numbers(d, m->nv);
  t.next = numbers(d, size);
  t.plus = numbers(d, size);
  t.minus = numbers(d, size);
  t.tangent = numbers(d, m->nv);
  mj_getState(m, d, t.start, RESTORED);
  memcpy(t.ctrl, d->ctrl, (size_t)m->nu * sizeof(mjtNum));
  memcpy(t.warmstart, d->qacc_warmstart, (size_t)m->nv * sizeof(mjtNum));

  stepInto(&t, t.next, mjSTAGE_NONE);
  if (B || D) {
    differentiateControls(&t, B, D);
  }
  if (A || C) {
    differentiateState(&t, A, C, 2 * m->nv, m->na, mjSTAGE_VEL);
    differentiateState(&t, A, C, m->nv, m->nv, mjSTAGE_POS);
    differentiateState(&t, A, C, 0, m->nv, mjSTAGE_NONE);
  }
  mj_freeStack(d);
}

// --------------------------------------------------------------------------------------- inverse

// Results of one evaluation of inverse dynamics: force, sensors, M.
typedef struct Inverse_ {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  bool actuation;
  bool sensors;
  mjtNum* now;     // nv, the inverse force of the last evaluation, without actuation where asked
  mjtNum* force;   // nv, unperturbed
  mjtNum* sensor;  // nsensordata
  mjtNum* M;       // nC
} Inverse;

static void evaluateInverse(const Inverse* t, int skipStage) {
  const mjModel* m = t->m;
  mjData* d = t->d;
  mj_inverseSkip(m, d, skipStage, !t->sensors);
  memcpy(t->now, d->qfrc_inverse, (size_t)m->nv * sizeof(mjtNum));
  if (t->actuation) {
    mj_fwdActuation(m, d);
    lb_subFrom(t->now, d->qfrc_actuator, (int)m->nv);
  }
}

// row = (value - base) / eps
static void writeRow(mjtNum* row, const mjtNum* value, const mjtNum* base, mjtNum eps, mjtSize n) {
  for (mjtSize i = 0; row && i < n; i++) {
    row[i] = (value[i] - base[i]) / eps;
  }
}

// Row `index` of the matrices for the perturbation that is in d.
static void writeInverse(const Inverse* t, mjtSize index, mjtNum* Df, mjtNum* Ds, mjtNum* DmDq) {
  const mjModel* m = t->m;
  const mjData* d = t->d;
  writeRow(Df ? Df + index * m->nv : NULL, t->now, t->force, t->eps, m->nv);
  writeRow(Ds ? Ds + index * m->nsensordata : NULL, d->sensordata, t->sensor, t->eps,
           m->nsensordata);
  writeRow(DmDq ? DmDq + index * m->nC : NULL, d->M, t->M, t->eps, m->nC);
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_actuation, mjtNum* DfDq,
                   mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa,
                   mjtNum* DmDq) {
  LB_REQUIRE(m && d);
  if (m->opt.integrator == mjINT_RK4) {
    lb_complain("mjd_inverseFD: RK4 integrator is not supported");
    return;
  }
  if (m->opt.noslip_iterations) {
    lb_complain("mjd_inverseFD: noslip solver is not supported");
    return;
  }
  size_t bytes = (size_t)m->nv * sizeof(mjtNum);
  mj_markStack(d);
  Inverse t = {m, d, eps, flg_actuation, DsDq || DsDv || DsDa, NULL, NULL, NULL, NULL};
  t.now = numbers(d, m->nv);
  t.force = numbers(d, m->nv);
  t.sensor = numbers(d, m->nsensordata);
  t.M = numbers(d, m->nC);
  mjtNum* qpos = numbers(d, m->nq);
  mjtNum* tangent = numbers(d, m->nv);
  memcpy(qpos, d->qpos, (size_t)m->nq * sizeof(mjtNum));

  // unperturbed
  evaluateInverse(&t, mjSTAGE_NONE);
  memcpy(t.force, t.now, bytes);
  memcpy(t.sensor, d->sensordata, (size_t)m->nsensordata * sizeof(mjtNum));
  memcpy(t.M, d->M, (size_t)m->nC * sizeof(mjtNum));

  for (int i = 0; i < m->nv && (DfDa || DsDa); i++) {
    mjtNum saved = d->qacc[i];
    d->qacc[i] += eps;
    evaluateInverse(&t, mjSTAGE_VEL);
    d->qacc[i] = saved;
    writeInverse(&t, i, DfDa, DsDa, NULL);
  }
  for (int i = 0; i < m->nv && (DfDv || DsDv); i++) {
    mjtNum saved = d->qvel[i];
    d->qvel[i] += eps;
    evaluateInverse(&t, mjSTAGE_POS);
    d->qvel[i] = saved;
    writeInverse(&t, i, DfDv, DsDv, NULL);
  }
  for (int i = 0; i < m->nv && (DfDq || DsDq || DmDq); i++) {
    memset(tangent, 0, bytes);
    tangent[i] = 1;
    mj_integratePos(m, d->qpos, tangent, eps);
    evaluateInverse(&t, mjSTAGE_NONE);
    memcpy(d->qpos, qpos, (size_t)m->nq * sizeof(mjtNum));
    writeInverse(&t, i, DfDq, DsDq, DmDq);
  }
  mj_freeStack(d);
}
