// Integrators: from accelerations at time t to the state at time t + h.
//
// All single-step integrators are semi-implicit (the new velocity moves the position) and, beyond
// that, implicit in the velocity-dependent forces that their matrix D = d(force)/d(velocity)
// covers:
//
//   (M - h D) a = smooth force + constraint force,   v+ = v + h a,   q+ = q (+) h v+
//
// Euler: D = -diag(joint damping).  implicitfast: D = d(passive + actuator), symmetrized, and the
// exact gyroscopic derivative of free bodies that stand alone.  implicit: D also has
// -d(bias), and M - h D is factored as it is, without symmetry.  With both, free bodies that stand
// alone can take the midpoint rule instead (midpoint.h).  discrete: what is implicit is in the
// accelerations of the forward pass already (solver/metric.h).
// Runge-Kutta: the classical fourth-order method, explicit.

#include "pipeline/integrate.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/tree_share.h"
#include "dynamics/factor.h"
#include "dynamics/lu.h"
#include "force/activation.h"
#include "force/actuation.h"
#include "force/derivative.h"
#include "kinematics/configuration.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/actuator_link.h"
#include "model/joint_size.h"
#include "model/lone_body.h"
#include "model/options.h"
#include "model/plugin_slots.h"
#include "pipeline/free_body.h"
#include "pipeline/history.h"
#include "pipeline/midpoint.h"
#include "pipeline/sleep.h"

// ------------------------------------------------------------------------------ state advance

// Moves the positions of awake joints at the velocities qvel (nv) for a time h.
LB_APART static void movePositionsOf(const mjModel* m, mjData* d, const mjtNum* qvel, mjtNum h) {
  for (int p = 0; p < d->nbody_awake; p++) {
    int body = d->body_awake_ind[p], first = m->body_jntadr[body];
    for (int joint = first; joint < first + m->body_jntnum[body]; joint++) {
      lb_integrateJoint(m, d->qpos, qvel, h, joint);
    }
  }
}

static inline void movePositions(const mjModel* m, mjData* d, const mjtNum* qvel, mjtNum h) {
  if (lb_sleepFilter(m, d)) {
    movePositionsOf(m, d, qvel, h);
  } else {
    lb_integratePos(m, d->qpos, qvel, h);
  }
}

// Keeps the accelerations of this step for the solver of the next.
static void startFrom(const mjModel* m, mjData* d) {
  lbIndexList dofs = lb_unsettledDofs(m, d);
  if (lb_enabled(m, mjENBL_SLEEP)) {
    lbSleepMemory* memory = lb_sleepMemory(d);
    memory->unsettled -= memory->unsettled > 0;
  }
  lb_copyDofs(d->qacc_warmstart, d->qacc, dofs);
}

LB_APART static void advanceActivations(const mjModel* m, mjData* d, const mjtNum* actDot) {
  for (int i = 0; i < m->nactuator; i++) {
    // COMPAT: ACT-DISABLED: the activations of disabled actuators keep to their limits
    bool moves = !lb_actuatorDisabled(m, i);
    int first = m->actuator_actadr[i];
    for (int adr = first; adr < first + m->actuator_actnum[i]; adr++) {
      d->act[adr] = moves ? lb_nextActivation(m, d, i, adr, actDot[adr])
                          : lb_limitActivation(m, i, d->act[adr]);
    }
    if (moves) {
      lb_wrapActivation(m, d, i);
    }
  }
}

LB_APART static void advancePlugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    if (plugin && plugin->advance) {
      plugin->advance(m, d, i);
    }
  }
}

LB_APART static void advanceDofs(const mjModel* m, mjData* d, const mjtNum* qacc,
                                 const mjtNum* qvel) {
  mjtNum h = m->opt.timestep;
  lbIndexList dofs = lb_awakeDofs(m, d);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qvel[i] += h * qacc[i];
  }
  movePositions(m, d, qvel ? qvel : d->qvel, h);
}

// Moves the state by one step: activations by actDot, velocities by qacc, positions by qvel (NULL:
// the new velocities), then time.
static void advance(const mjModel* m, mjData* d, const mjtNum* actDot, const mjtNum* qacc,
                    const mjtNum* qvel) {
  // inputs and outputs of this step, while state and time are still those of its start
  if (m->nhistory) {
    lb_advanceHistory(m, d);
  }
  if (m->na && !lb_disabled(m, mjDSBL_ACTUATION)) {
    advanceActivations(m, d, actDot);
  }

  // trees that were slow for long enough stay where they are
  if (lb_enabled(m, mjENBL_SLEEP)) {
    lb_sleepIslands(m, d);
  }

  if (m->nv) {
    advanceDofs(m, d, qacc, qvel);
  }

  d->time += m->opt.timestep;
  if (m->nplugin) {
    advancePlugins(m, d);
  }

  // next solve starts from here
  if (m->nv) {
    startFrom(m, d);
  }
}

// ----------------------------------------------------------------------------------------- Euler

// True when the actuator's damping and armature act on the dofs of a joint.
static bool drivesJoint(const mjModel* m, int actuatorId) {
  return m->actuator_trntype[actuatorId] == mjTRN_JOINT ||
         m->actuator_trntype[actuatorId] == mjTRN_JOINTINPARENT;
}

// Slope of the damping force a v + b v|v| + c v^3.
static mjtNum dampingSlope(mjtNum damping, const mjtNum poly[mjNPOLY], mjtNum velocity) {
  mjtNum speed = fabs(velocity);
  return damping + speed * (2 * poly[0] + 3 * poly[1] * speed);
}

// COMPAT: EULER-DAMPING-SIGN: a joint with a negative first coefficient alone does not count,
// though its slope does.
static bool dofDamps(const mjModel* m, int dof) {
  const mjtNum* poly = m->dof_dampingpoly + mjNPOLY * dof;
  uint64_t bits[mjNPOLY];
  memcpy(bits, poly, sizeof(bits));
  return m->dof_damping[dof] > 0 || (bits[0] | bits[1]) << 1;
}

// COMPAT: EULER-ARMATURE: an actuator that has armature alone counts, too.
static bool actuatorDamps(const mjModel* m, int actuatorId) {
  const mjtNum* poly = m->actuator_dampingpoly + mjNPOLY * actuatorId;
  return m->actuator_damping[actuatorId] || m->actuator_armature[actuatorId] || poly[0] || poly[1];
}

// Can there be damping at all?
static bool mayBeDamped(const mjModel* m) {
  for (int i = 0; i < m->nv; i++) {
    if (dofDamps(m, i)) {
      return true;
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    if (actuatorDamps(m, i)) {
      return true;
    }
  }
  return false;
}

// Damping slopes of all dofs, from their joints and actuators; false when there is no damping.
static bool dofDamping(const mjModel* m, const mjData* d, mjtNum* slope) {
  bool any = false;
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* poly = m->dof_dampingpoly + mjNPOLY * i;
    slope[i] = dampingSlope(m->dof_damping[i], poly, d->qvel[i]);
    any |= dofDamps(m, i);
  }
  for (int i = 0; i < m->nactuator; i++) {
    const mjtNum* poly = m->actuator_dampingpoly + mjNPOLY * i;
    int link = drivesJoint(m, i) ? m->jnt_actuatorid[m->actuator_trnid[2 * i]] : LB_NO_ACTUATOR;
    if (!actuatorDamps(m, i) || !lb_isLinked(link, i)) {
      continue;
    }
    any = true;
    mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
    int jointId = m->actuator_trnid[2 * i];
    int first = m->jnt_dofadr[jointId], end = first + lb_jointDofCount(m->jnt_type[jointId]);
    for (int dof = first; dof < end; dof++) {
      slope[dof] += gear * gear * dampingSlope(m->actuator_damping[i], poly, d->qvel[dof]);
    }
  }
  return any;
}

// True when Euler treats joint damping implicitly; slope gets the damping of each dof.
static bool eulerDamping(const mjModel* m, const mjData* d, mjtNum* slope) {
  return !lb_disabled(m, mjDSBL_EULERDAMP) && !lb_disabled(m, mjDSBL_DAMPER) &&
         dofDamping(m, d, slope);
}

// The force on the listed dofs.
static void totalForce(const mjData* d, lbIndexList dofs, mjtNum* qfrc) {
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    qfrc[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
  }
}

static void freeStep(const mjModel* m, mjData* d) {
  advance(m, d, d->act_dot, d->qacc, NULL);
}

// (M + h B) a = force for damping slopes B.
typedef struct Damped_ {
  const mjtNum* slope;  // (nv)
  mjtNum* qacc;         // (nv)
  bool reuse;           // the factor of the step before
} Damped;

LB_APART static void solveDamped(const mjModel* m, mjData* d, void* context,
                                 const lbTreeShare* share) {
  const Damped* damped = context;
  lbIndexList dofs = share->dofs;
  if (!damped->reuse) {
    lb_copyTree(m, d->qH, d->M, dofs);
    for (int p = dofs.first; p < dofs.count; p++) {
      int i = lb_at(dofs, p);
      d->qH[m->M_rowadr[i] + m->M_rownnz[i] - 1] += m->opt.timestep * damped->slope[i];
    }
    lb_factorTree(m, d->qH, d->qHDiagInv, dofs);
  }
  totalForce(d, dofs, damped->qacc);
  lb_solveTree(m, damped->qacc, d->qH, d->qHDiagInv, dofs);
}

LB_APART static void dampedEulerStep(const mjModel* m, mjData* d, bool reuse) {
  mjtNum start = lb_now();
  lb_markStack(d);
  mjtNum* slope = lb_stackNum(d, m->nv);
  mjtNum* qacc = lb_stackNum(d, m->nv);

  if (!eulerDamping(m, d, slope)) {
    freeStep(m, d);
  } else {
    Damped damped = {slope, qacc, reuse};
    lb_forTrees(m, d, solveDamped, &damped);
    advance(m, d, d->act_dot, qacc, NULL);
  }
  lb_freeStack(d);
  lb_stopTimer(d, mjTIMER_ADVANCE, start);
}

void lb_eulerStep(const mjModel* m, mjData* d, bool reuse) {
  if (mayBeDamped(m)) {
    dampedEulerStep(m, d, reuse);
  } else {
    lb_timed(m, d, mjTIMER_ADVANCE, freeStep);
  }
}

void mj_Euler(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_eulerStep(m, d, false);
}

// -------------------------------------------------------------------------------------- implicit

// qLU = M - h D in the full pattern.
static void implicitMatrix(const mjModel* m, mjData* d) {
  lb_smoothVelocityDerivative(m, d, true);
  lbIndexList dofs = lb_awakeDofs(m, d);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      int source = m->mapM2D[k];
      d->qLU[k] = (source >= 0 ? d->M[source] : 0) - m->opt.timestep * d->qDeriv[k];
    }
  }
}

// qH = M - h (D + D') / 2 in the triangular pattern. Rows ascend, so that the columns that they ask
// of a row above them do, too: each is found where the last one of that row was. next: room for
// the dofs (nv). COMPAT: FREE-BODY-FACTOR: M alone for free bodies that have a system of their own.
static void implicitFastMatrix(const mjModel* m, mjData* d, lbIndexList dofs, int* next) {
  int tree = -1;
  bool alone = false;
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p), first = m->M_rowadr[i], last = first + m->M_rownnz[i] - 1;
    if (m->dof_treeid[i] != tree) {
      tree = m->dof_treeid[i];
      alone = lb_standsAlone(m, tree);
    }
    if (alone) {
      memcpy(d->qH + first, d->M + first, (size_t)(last - first + 1) * sizeof(mjtNum));
      continue;
    }
    next[i] = m->D_rowadr[i] + m->D_diag[i] + 1;
    for (int k = first; k < last; k++) {
      int j = m->M_colind[k], upper = next[j];
      while (m->D_colind[upper] < i) {
        upper++;
      }
      next[j] = upper + 1;
      d->qH[k] = d->M[k] - m->opt.timestep * 0.5 * (d->qDeriv[m->mapD2M[k]] + d->qDeriv[upper]);
    }
    d->qH[last] = d->M[last] - m->opt.timestep * d->qDeriv[m->mapD2M[last]];
  }
}

// qacc = inv(M - h (D + D') / 2) qacc.
typedef struct ImplicitFast_ {
  mjtNum* qacc;  // (nv)
  int* next;     // room for implicitFastMatrix (nv)
  bool reuse;    // the factor of the step before
} ImplicitFast;

static void solveImplicitFast(const mjModel* m, mjData* d, void* context,
                              const lbTreeShare* share) {
  const ImplicitFast* step = context;
  if (!step->reuse) {
    implicitFastMatrix(m, d, share->dofs, step->next);
    lb_factorTree(m, d->qH, d->qHDiagInv, share->dofs);
  }
  totalForce(d, share->dofs, step->qacc);
  lb_solveTree(m, step->qacc, d->qH, d->qHDiagInv, share->dofs);
}

void lb_implicitStep(const mjModel* m, mjData* d, bool reuse) {
  // with implicit flexes the accelerations are those of the implicit step already
  if (d->efm_active) {
    lb_timed(m, d, mjTIMER_ADVANCE, freeStep);
    return;
  }

  mjtNum start = lb_now();
  lbIndexList dofs = lb_awakeDofs(m, d);
  // nothing of the matrix is of use while everything sleeps
  reuse |= !dofs.count;
  lb_markStack(d);
  mjtNum* qacc = lb_stackNum(d, m->nv);
  mjtNum* force = lb_stackNum(d, m->nv);
  totalForce(d, dofs, force);

  if (m->opt.integrator == mjINT_IMPLICIT) {
    lb_copyDofs(qacc, force, dofs);
    if (!reuse) {
      implicitMatrix(m, d);
      lb_factorFull(m, d->qLU, dofs);
    }
    lb_solveFull(m, qacc, d->qLU, dofs);
  } else if (m->opt.integrator == mjINT_IMPLICITFAST) {
    if (!reuse) {
      lb_smoothVelocityDerivative(m, d, false);
    }
    lb_forTrees(m, d, solveImplicitFast, &(ImplicitFast){qacc, lb_stackInt(d, m->nv), reuse});
    lb_solveFreeBodies(m, d, force, qacc);
  } else {
    lb_error("mj_implicit: integrator must be implicit or implicitfast");
  }
  if (lb_enabled(m, mjENBL_MIDPOINT)) {
    lb_midpointFreeBodies(m, d, force, qacc);
  }

  advance(m, d, d->act_dot, qacc, NULL);
  lb_freeStack(d);
  lb_stopTimer(d, mjTIMER_ADVANCE, start);
}

void lb_discreteStep(const mjModel* m, mjData* d) {
  lb_timed(m, d, mjTIMER_ADVANCE, freeStep);
}

void mj_implicit(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_implicitStep(m, d, false);
}

void lb_continuousAcceleration(const mjModel* m, mjData* d) {
  lb_markStack(d);
  mjtNum* force = lb_stackNum(d, m->nv);

  // (M - h D) qacc
  switch (m->opt.integrator) {
    case mjINT_EULER: {
      mjtNum* slope = lb_stackNum(d, m->nv);
      if (!eulerDamping(m, d, slope)) {
        lb_freeStack(d);
        return;
      }
      mj_mulM(m, d, force, d->qacc);
      for (int i = 0; i < m->nv; i++) {
        force[i] += m->opt.timestep * slope[i] * d->qacc[i];
      }
      break;
    }
    case mjINT_IMPLICIT:
      implicitMatrix(m, d);
      for (int i = 0; i < m->nv; i++) {
        force[i] = 0;
        for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
          force[i] += d->qLU[k] * d->qacc[m->D_colind[k]];
        }
      }
      break;
    default: {
      lb_smoothVelocityDerivative(m, d, false);
      implicitFastMatrix(m, d, lb_awakeDofs(m, d), lb_stackInt(d, m->nv));
      for (int i = 0; i < m->nv; i++) {
        int last = m->M_rowadr[i] + m->M_rownnz[i] - 1;
        force[i] = d->qH[last] * d->qacc[i];
        for (int k = m->M_rowadr[i]; k < last; k++) {
          force[i] += d->qH[k] * d->qacc[m->M_colind[k]];
          force[m->M_colind[k]] += d->qH[k] * d->qacc[i];
        }
      }
      lb_multiplyFreeBodies(m, d, d->qacc, force);
      break;
    }
  }
  mj_solveM(m, d, d->qacc, force, 1);
  lb_freeStack(d);
}

// ----------------------------------------------------------------------------------- Runge-Kutta

enum { RK_STAGES = 4 };

// Stage s starts at time t + rkTime[s] h, moved from the start by rkTime[s] h times the rates of
// stage s - 1; the step uses the weighted mean of all rates.
static const mjtNum rkTime[RK_STAGES] = {0, 0.5, 0.5, 1};
static const mjtNum rkWeight[RK_STAGES] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

// sum += scale * vec
static void accumulate(mjtNum* sum, const mjtNum* vec, mjtNum scale, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    sum[i] += scale * vec[i];
  }
}

// The state at which a stage is evaluated, from the start of the step and the current rates.
static void enterStage(const mjModel* m, mjData* d, const mjtNum* start, mjtNum startTime,
                       mjtNum* rate, mjtNum fraction) {
  mjtNum h = m->opt.timestep * fraction;
  memcpy(rate, d->qvel, (size_t)m->nv * sizeof(mjtNum));
  memcpy(d->qpos, start, (size_t)m->nq * sizeof(mjtNum));
  movePositions(m, d, rate, h);
  lbIndexList dofs = lb_awakeDofs(m, d);
  for (int p = 0; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qvel[i] = start[m->nq + i] + h * d->qacc[i];
  }
  for (int i = 0; i < m->na; i++) {
    d->act[i] = start[m->nq + m->nv + i] + h * d->act_dot[i];
  }
  d->time = startTime + h;
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  if (N != RK_STAGES) {
    lb_complain("mj_RungeKutta: supported RK orders: N=4, not %d", N);
    return;
  }
  lb_markStack(d);
  mjtNum* state = lb_stackNum(d, m->nq + m->nv + m->na + 1);
  mjtNum* rate = lb_stackNum(d, m->nv + 1);
  mjtNum* mean = lb_stackNum(d, 2 * m->nv + m->na + 1);
  mjtNum* qacc = mean + m->nv;
  mjtNum* actDot = qacc + m->nv;
  mjtNum time = d->time;
  memcpy(state, d->qpos, (size_t)m->nq * sizeof(mjtNum));
  memcpy(state + m->nq, d->qvel, (size_t)m->nv * sizeof(mjtNum));
  memcpy(state + m->nq + m->nv, d->act, (size_t)m->na * sizeof(mjtNum));
  memset(mean, 0, (size_t)(2 * m->nv + m->na) * sizeof(mjtNum));

  // the first stage is the forward pass that came before this call
  for (int stage = 0; stage < RK_STAGES; stage++) {
    if (stage > 0) {
      enterStage(m, d, state, time, rate, rkTime[stage]);
      mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
    }
    accumulate(mean, d->qvel, rkWeight[stage], m->nv);
    accumulate(qacc, d->qacc, rkWeight[stage], m->nv);
    accumulate(actDot, d->act_dot, rkWeight[stage], m->na);
  }

  // step from the start with the mean rates
  d->time = time;
  memcpy(d->qpos, state, (size_t)m->nq * sizeof(mjtNum));
  memcpy(d->qvel, state + m->nq, (size_t)m->nv * sizeof(mjtNum));
  memcpy(d->act, state + m->nq + m->nv, (size_t)m->na * sizeof(mjtNum));
  advance(m, d, actDot, qacc, mean);
  lb_freeStack(d);
}
