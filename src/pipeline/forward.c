// Forward dynamics: the stages that take a state and controls to accelerations.
//
//   position   kinematics, inertia, collision, constraint rows, transmissions, projection
//   velocity   velocities of tendons, actuators and bodies, passive forces, references, bias forces
//   control    mjcb_control, actuator forces
//   force      smooth acceleration, constraint forces
//
// Each stage needs the ones above it and leaves its results in mjData, so a caller that changed
// only velocities or controls skips what is current. Nothing here moves time or changes the state.

#include "pipeline/forward.h"

#include <limits.h>
#include <string.h>

#include "api/callbacks.h"
#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/tree_share.h"
#include "dynamics/factor.h"
#include "dynamics/newton_euler.h"
#include "force/energy.h"
#include "kinematics/tendon.h"
#include "kinematics/tree_stages.h"
#include "math/blas.h"
#include "math/inline.h"
#include "model/options.h"
#include "pipeline/free_body.h"
#include "pipeline/wake.h"
#include "solver/effective_mass.h"
#include "solver/metric.h"
#include "solver/solve.h"

// What rides on bodies.
LB_APART static void placeRiders(const mjModel* m, mjData* d) {
  if (m->ncam + m->nlight) {
    mj_camlight(m, d);
  }
  if (m->nflex) {
    mj_flex(m, d);
  }
  if (m->ntendon) {
    mj_tendon(m, d);
  }
}

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  if (m->ncam | m->nlight | m->nflex | m->ntendon) {
    placeRiders(m, d);
  }
}

// Collision detection; when contact wakes sleeping trees, their poses and contacts are redone.
static void detectCollisions(const mjModel* m, mjData* d) {
  mj_collision(m, d);
  if (lb_enabled(m, mjENBL_SLEEP) && lb_wakeCollided(m, d)) {
    mj_fwdKinematics(m, d);
    mj_makeM(m, d);
    mj_factorM(m, d);
    mj_collision(m, d);
  }
}

LB_APART static void placeAwake(const mjModel* m, mjData* d) {
  lb_wakePerturbed(m, d);
  lb_wakeEqualities(m, d);
  mj_fwdKinematics(m, d);
  if (lb_wakeTendons(m, d)) {
    mj_fwdKinematics(m, d);
  }
}

static void place(const mjModel* m, mjData* d) {
  if (lb_enabled(m, mjENBL_SLEEP)) {
    placeAwake(m, d);
  } else {
    if (d->nbody_awake < m->nbody) {
      lb_wakeAll(m, d);
    }
    mj_fwdKinematics(m, d);
  }
}

static void makeInertia(const mjModel* m, mjData* d) {
  mj_makeM(m, d);
  if (m->nv) {
    mjtNum start = lb_now();
    mj_factorM(m, d);
    d->timer[mjTIMER_POS_INERTIA].duration += lb_now() - start;
  }
}

// What the shares of the trees need: room for sums of lb_centerTrees and, where velocities are
// computed at once, for lb_biasOfTrees.
typedef struct TreeStages_ {
  mjtNum* sums;
  mjtNum* bias;  // NULL: no velocities
  bool inertia;  // M and its factor, too
} TreeStages;

static void runTreeStages(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  const TreeStages* stages = context;
  lb_placeTrees(m, d, share);
  lb_centerTrees(m, d, share, stages->sums);
  if (stages->inertia) {
    lb_inertiaOfTrees(m, d, share);
    lb_factorOfTrees(m, d, share);
  }
  if (stages->bias) {
    lb_velocityOfTrees(m, d, share);
    lb_biasOfTrees(m, d, share, stages->bias);
  }
}

// Whether threads may compute all of a tree at once: nothing sleeps, stages are not timed, and
// there is room for what they need beyond what one thread does.
static bool mayJoinStages(const mjModel* m, const mjData* d) {
  size_t room = (size_t)d->narena - d->parena - d->pstack;
  return lb_hasThreads(d) && !mjcb_time && !lb_enabled(m, mjENBL_SLEEP) && m->nbody > 1 &&
         room > 15 * sizeof(mjtNum) * (size_t)m->nbody + 4096;
}

// What placeAndWeigh does, for threads: each has a tree in its hands from kinematics to the factor,
// or to the bias forces.
LB_APART static void placeAndWeighShares(const mjModel* m, mjData* d) {
  mjtSize stackBefore = d->maxuse_stack, arenaBefore = d->maxuse_arena;
  TreeStages stages = {.inertia = m->nv && m->nC > m->nv && !lb_hasArmature(m)};
  lb_markStack(d);
  stages.sums = lb_stackNum(d, 3 * m->nbody);
  if (lb_ahead(d)->wanted) {
    stages.bias = lb_stackNum(d, 12 * m->nbody);
    lb_worldAcceleration(m, stages.bias);
    lb_zero6(d->cvel);
  }
  lb_placeWorld(d);
  lb_stageTrees(m, d, runTreeStages, &stages);
  lb_placeRest(m, d);
  lb_centerWorld(m, d, stages.sums);
  lb_freeStack(d);
  d->maxuse_stack = stackBefore;
  d->maxuse_arena = arenaBefore;
  lb_zero(d->cinert, 10);
  placeRiders(m, d);
  d->timer[mjTIMER_POS_KINEMATICS].number++;
  if (stages.inertia) {
    lb_zero(d->crb, 10);
    d->timer[mjTIMER_POS_INERTIA].number++;
  } else {
    makeInertia(m, d);
  }
}

// Kinematics and inertia.
static inline void placeAndWeigh(const mjModel* m, mjData* d) {
  if (mayJoinStages(m, d)) {
    placeAndWeighShares(m, d);
    return;
  }
  lb_timed(m, d, mjTIMER_POS_KINEMATICS, place);
  makeInertia(m, d);
}

// Velocities of what lengths are known of.
static void lengthVelocities(const mjModel* m, mjData* d);

// Things at a time that one thread does each: islands, actuation, passive forces.
typedef struct Beside_ {
  void* arena;            // of mjData, in which islands are made
  const mjData* islands;  // has them
  mjtSize use[3];         // bytes of the stack that the others needed
  bool apart;             // passive forces need nothing of actuation, nor that of them
} Beside;

static void drive(const mjModel* m, mjData* d, const Beside* beside, bool actuation) {
  if (actuation) {
    mj_transmission(m, d);
    lengthVelocities(m, d);
  }
  if (!actuation || !beside->apart) {
    mj_passive(m, d);
  }
  if (actuation) {
    mj_fwdActuation(m, d);
  }
}

static void runBeside(const mjModel* m, mjData* own, void* context, int first, int end) {
  Beside* beside = context;
  for (int k = first; k < end; k++) {
    if (k == 0) {
      void* arena = own->arena;
      own->arena = beside->arena;
      mj_island(m, own);
      own->arena = arena;
      beside->islands = own;
    } else {
      mjtSize before = own->maxuse_arena;
      own->maxuse_arena = 0;
      drive(m, own, beside, k == 1);
      beside->use[k] = own->maxuse_arena ? own->maxuse_arena - (mjtSize)own->parena : 0;
      own->maxuse_arena = before;
    }
  }
}

// All of them, where they may. False: one thread has to, in its order.
LB_APART static bool driveBeside(const mjModel* m, mjData* d) {
  if (!lb_ahead(d)->mayDrive) {
    return false;
  }
  Beside beside = {.arena = d->arena, .apart = !m->ntendon && !m->ngravcomp};
  lbShares shares = {.count = 0};
  lb_addShare(&shares, 1, 0);
  lb_addShare(&shares, 2, lb_threadCount(d) > 1);
  if (beside.apart) {
    lb_addShare(&shares, 3, 0);
  }
  if (!lb_spreadShares(m, d, &shares, runBeside, &beside)) {
    return false;
  }
  const mjData* islands = beside.islands;
  mjtSize use = beside.use[1] > beside.use[2] ? beside.use[1] : beside.use[2];
  use += (mjtSize)islands->parena;
  if (use > d->narena) {
    return false;
  }
  // (what another thread has made is in its copy of mjData)
#define X(type, name, owner, rows, cols, meaning) d->name = islands->name;
  LB_ARENA_ARRAYS(X)
#undef X
  d->nisland = islands->nisland;
  d->nidof = islands->nidof;
  d->parena = islands->parena;
  d->maxuse_arena = use > d->maxuse_arena ? use : d->maxuse_arena;
  return true;
}

static void makeRows(const mjModel* m, mjData* d) {
  mj_makeConstraint(m, d);
  if (!d->nefc) {
    d->nidof = 0;
    return;
  }
  if (lb_hasThreads(d) && driveBeside(m, d)) {
    lb_ahead(d)->driven = true;
  } else {
    mj_island(m, d);
  }
}

static void projectRows(const mjModel* m, mjData* d) {
  if (d->nefc && m->opt.integrator != mjINT_DISCRETE) {
    mj_projectConstraint(m, d);
  }
}

// The position stage of forward dynamics, and that of inverse dynamics.
static void forwardPosition(const mjModel* m, mjData* d) {
  d->flg_energypos = false;
  placeAndWeigh(m, d);
  detectCollisions(m, d);
  lb_timed(m, d, mjTIMER_POS_MAKE, makeRows);
  // (what threads drove in a step before is of that)
  if (m->nactuator && !(lb_hasThreads(d) && lb_ahead(d)->wanted && lb_ahead(d)->driven)) {
    mj_transmission(m, d);
  }
  lb_timed(m, d, mjTIMER_POS_PROJECT, projectRows);
}

static void inversePosition(const mjModel* m, mjData* d) {
  d->flg_energypos = false;
  lb_timed(m, d, mjTIMER_POS_KINEMATICS, mj_fwdKinematics);
  makeInertia(m, d);
  detectCollisions(m, d);
  lb_timed(m, d, mjTIMER_POS_MAKE, mj_makeConstraint);
  if (m->nactuator) {
    mj_transmission(m, d);
  }
}

void lb_inversePosition(const mjModel* m, mjData* d) {
  lb_timed(m, d, mjTIMER_POSITION, inversePosition);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_POSITION, forwardPosition);
}

// res[i] = sparse row i . vec
static void mulRows(mjtNum* res, int rows, const int* rownnz, const int* rowadr, const int* colind,
                    const mjtNum* value, const mjtNum* vec) {
  for (int i = 0; i < rows; i++) {
    res[i] = lb_sparseDot(value + rowadr[i], colind + rowadr[i], vec, rownnz[i]);
  }
}

// Edges of flexes, tendons, actuators.
LB_APART static void lengthVelocities(const mjModel* m, mjData* d) {
  mulRows(d->flexedge_velocity, (int)m->nflexedge, m->flexedge_J_rownnz, m->flexedge_J_rowadr,
          m->flexedge_J_colind, d->flexedge_J, d->qvel);
  mulRows(d->ten_velocity, (int)m->ntendon, m->ten_J_rownnz, m->ten_J_rowadr, m->ten_J_colind,
          d->ten_J, d->qvel);
  // COMPAT: ACTUATION-OFF-VELOCITY: without actuation velocities of actuators are 0, though their
  // lengths are computed
  if (lb_disabled(m, mjDSBL_ACTUATION)) {
    memset(d->actuator_velocity, 0, (size_t)m->nout * sizeof(mjtNum));
  } else {
    mulRows(d->actuator_velocity, (int)m->nout, d->moment_rownnz, d->moment_rowadr,
            d->moment_colind, d->actuator_moment, d->qvel);
  }
}

// ahead: threads have computed body velocities, bias forces and most references with positions.
static inline __attribute__((always_inline)) void velocityStage(const mjModel* m, mjData* d,
                                                                bool ahead) {
  bool driven = ahead && lb_ahead(d)->driven;
  d->flg_energyvel = d->flg_subtreevel = false;
  if ((m->nflexedge | m->ntendon | m->nout) && !driven) {
    lengthVelocities(m, d);
  }
  if (!ahead) {
    mj_comVel(m, d);
  }
  if (!driven) {
    mj_passive(m, d);
  }
  if (d->nefc) {
    lb_finishReference(m, d, ahead ? lb_minInt(lb_ahead(d)->firstRow, d->nefc) : d->nefc);
  }
  if (ahead) {
    // what one thread would have used of the stack
    size_t top = d->pstack;
    lb_stackNum(d, 12 * m->nbody);
    lb_dropStack(d, top);
  } else if (m->nv) {
    mj_rne(m, d, 0, d->qfrc_bias);
  }
  if (m->nv && m->ntendon) {
    lb_tendonBias(m, d, d->qfrc_bias);
  }
}

static void computeVelocity(const mjModel* m, mjData* d) {
  velocityStage(m, d, false);
}

static void completeVelocity(const mjModel* m, mjData* d) {
  velocityStage(m, d, true);
}

// Whether the threads may compute velocities together with positions: nothing of a program, which
// could change them, runs in between.
static bool mayLookAhead(const mjModel* m, const mjData* d) {
  return mayJoinStages(m, d) && m->nv && !mjcb_sensor && !mjcb_contactfilter && !m->nplugin &&
         !m->flg_surfacevel;
}

typedef struct Call_ {
  const mjModel* m;
  mjData* d;
} Call;

static void runPosition(void* context) {
  const Call* call = context;
  lb_timed(call->m, call->d, mjTIMER_POSITION, forwardPosition);
}

// Whether no function of the program has to see controls, forces or islands on the way.
static bool callsNothing(void) {
  return !mjcb_control && !mjcb_passive && !mjcb_act_dyn && !mjcb_act_gain && !mjcb_act_bias;
}

// whole: forces follow. After an error, too, contacts are where they belong.
LB_APART static void positionAhead(const mjModel* m, mjData* d, bool whole) {
  Call call = {m, d};
  *lb_ahead(d) = (lbAhead){
      .wanted = true,
      .firstRow = INT_MAX,
      .countRows = lb_mayCountShares(m) ? lb_countContactRows : NULL,
      .mayDrive = whole && m->nactuator && !m->nflex && callsNothing(),
  };
  bool done = lb_protect(runPosition, &call);
  lb_copyFound(d);
  *lb_ahead(d) = (lbAhead){.firstRow = lb_ahead(d)->firstRow, .driven = lb_ahead(d)->driven};
  if (!done) {
    lb_raiseAgain();
  }
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_VELOCITY, computeVelocity);
}

LB_APART static void addCartesianForces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  // a force on a sleeping body has woken it before
  lbIndexList bodies = lb_awakeBodies(m, d);
  for (int k = 1; k < bodies.count; k++) {
    int i = lb_at(bodies, k);
    const mjtNum* applied = d->xfrc_applied + 6 * i;
    if (!lb_isZero6(applied)) {
      mj_applyFT(m, d, applied, applied + 3, d->xipos + 3 * i, i, qfrc);
    }
  }
}

// Whether there is a force on a body: nearly always there is none.
static inline bool isPushed(const mjModel* m, const mjData* d) {
  const mjtNum* applied = d->xfrc_applied + 6;
  lbMask2 some = {0, 0};
  for (const mjtNum* end = applied + 6 * (m->nbody - 1); applied < end; applied += 6) {
    some |= (lbMask2)lb_load2(applied) | (lbMask2)lb_load2(applied + 2) |
            (lbMask2)lb_load2(applied + 4);
  }
  return some[0] | some[1];
}

void lb_addCartesianForces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  if (lb_sleepFilter(m, d) || isPushed(m, d)) {
    addCartesianForces(m, d, qfrc);
  }
}

// Acceleration without constraints.
LB_TREE_STAGE solveSmooth(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  lbIndexList dofs = share->dofs;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qacc_smooth[i] = d->qfrc_smooth[i];
  }
  lb_solveTree(m, d->qacc_smooth, d->qLD, d->qLDiagInv, dofs);
}

// The same with metrics and with flexes that are implicit.
LB_APART static void accelerateTied(const mjModel* m, mjData* d) {
  if (m->opt.integrator == mjINT_DISCRETE) {
    lb_makeMetric(m, d);
  }
  if (m->nflex) {
    lb_makeEffectiveMass(m, d);
  }
  if (d->metric) {
    lb_add(d->qacc_smooth, d->qfrc_smooth, lb_metric(d).c, (int)m->nv);
    lb_solveMetric(m, d, d->qacc_smooth);
    return;
  }
  if (!d->efm_active) {
    lb_stageTrees(m, d, solveSmooth, NULL);
    return;
  }
  lb_markStack(d);
  mjtNum* force = lb_stackNum(d, m->nv);
  for (int i = 0; i < m->nv; i++) {
    force[i] = d->qfrc_smooth[i] + d->efm_c[i];
  }
  lb_solveEffectiveMass(m, d, d->qacc_smooth, force);
  lb_freeStack(d);
}

// Smooth force; that of sleeping dofs stays as it was, and so does their acceleration.
static inline __attribute__((always_inline)) void sumForces(mjData* d, lbIndexList dofs) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int p = dofs.first; p < dofs.count; p++) {
    int i = lb_at(dofs, p);
    d->qfrc_smooth[i] =
        d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
}

LB_APART static void accelerate(const mjModel* m, mjData* d) {
  sumForces(d, lb_awakeDofs(m, d));
  lb_addCartesianForces(m, d, d->qfrc_smooth);

  // acceleration without constraints
  if (m->nflex || d->metric || d->efm_active || m->opt.integrator == mjINT_DISCRETE) {
    accelerateTied(m, d);
  } else {
    lb_forTrees(m, d, solveSmooth, NULL);
  }
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  if (m->nv) {
    accelerate(m, d);
  }
}

// What accelerate does, and what the solver begins with, of a share of the trees.
static void accelerateShare(const mjModel* m, mjData* own, void* context,
                            const lbTreeShare* share) {
  lbIndexList dofs = share->dofs;
  sumForces(own, dofs);
  solveSmooth(m, own, NULL, share);
  int first = dofs.first;
  lb_sub(own->qacc + first, own->qacc_warmstart + first, own->qacc_smooth + first,
         dofs.count - first);
  lb_mulTree(m, own->qfrc_constraint, own->M, own->qacc, dofs);
}

// False: one thread has to, since a stage is another than usual or something pushes a body. What
// the solver refuses is refused here, so that it takes what was made for it.
LB_APART static bool accelerateShares(const mjModel* m, mjData* d) {
  if (d->nefc) {
    lb_checkRows(m, d, "mj_fwdConstraint");
  }
  bool may = mayJoinStages(m, d) && m->nv && !m->nflex && !d->metric && !d->efm_active &&
             m->opt.integrator != mjINT_DISCRETE && !lb_disabled(m, mjDSBL_WARMSTART) &&
             m->opt.solver != mjSOL_PGS && (d->nA || !mj_isDual(m)) && !isPushed(m, d);
  if (may) {
    lb_stageTrees(m, d, accelerateShare, NULL);
    lb_ahead(d)->startMade = d->nefc;
  }
  return may;
}

LB_APART static void constrainDiscrete(const mjModel* m, mjData* d) {
  lb_solveConstraint(m, d);
  lb_turnFreeBodies(m, d);
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  if (m->opt.integrator == mjINT_DISCRETE) {
    lb_timed(m, d, mjTIMER_CONSTRAINT, constrainDiscrete);
  } else {
    lb_timed(m, d, mjTIMER_CONSTRAINT, lb_solveConstraint);
  }
}

// ahead: threads look ahead; whole: forces follow.
static inline __attribute__((always_inline)) void forwardState(const mjModel* m, mjData* d,
                                                               int skipstage, bool sensors,
                                                               bool ahead, bool whole) {
  if (skipstage < mjSTAGE_POS) {
    if (ahead) {
      positionAhead(m, d, whole);
    } else {
      mj_fwdPosition(m, d);
    }
    if (sensors && m->nsensor) {
      mj_sensorPos(m, d);
    }
    lb_energyStage(m, d, mjSTAGE_POS);
  }

  if (skipstage < mjSTAGE_VEL) {
    if (ahead) {
      lb_timed(m, d, mjTIMER_VELOCITY, completeVelocity);
    } else {
      mj_fwdVelocity(m, d);
    }
    if (sensors && m->nsensor) {
      mj_sensorVel(m, d);
    }
    lb_energyStage(m, d, mjSTAGE_VEL);
  }

  if (mjcb_control && !lb_disabled(m, mjDSBL_ACTUATION)) {
    mjcb_control(m, d);
  }
}

// shares: threads may have trees; driven: they have done actuation.
static inline __attribute__((always_inline)) void forwardForces(const mjModel* m, mjData* d,
                                                                bool sensors, bool shares,
                                                                bool driven) {
  if (!driven) {
    mj_fwdActuation(m, d);
  }
  if (!shares || !accelerateShares(m, d)) {
    mj_fwdAcceleration(m, d);
  }
  mj_fwdConstraint(m, d);
  if (sensors) {
    // COMPAT: RK-BODY-ACCELERATION: without sensors, as in the inner stages of Runge-Kutta, body
    // accelerations stay
    d->flg_rnepost = false;
    if (m->nsensor) {
      mj_sensorAcc(m, d);
    }
  }
}

void lb_forwardState(const mjModel* m, mjData* d, int skipstage, bool sensors) {
  bool ahead = skipstage < mjSTAGE_POS && mayLookAhead(m, d);
  forwardState(m, d, skipstage, sensors, ahead, false);
}

void lb_forwardForces(const mjModel* m, mjData* d, bool sensors) {
  forwardForces(m, d, sensors, lb_hasThreads(d), false);
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  LB_REQUIRE(m && d);
  mjtNum start = lb_now();
  if (m->nflex) {
    lb_requirePassiveContacts(m);
  }
  lb_forwardState(m, d, skipstage, !skipsensor);
  lb_forwardForces(m, d, !skipsensor);
  lb_stopTimer(d, mjTIMER_FORWARD, start);
}

LB_APART static void forwardAhead(const mjModel* m, mjData* d) {
  forwardState(m, d, mjSTAGE_NONE, true, true, true);
  forwardForces(m, d, true, true, lb_ahead(d)->driven);
}

static void forward(const mjModel* m, mjData* d) {
  if (m->nflex) {
    lb_requirePassiveContacts(m);
  }
  if (mayLookAhead(m, d)) {
    forwardAhead(m, d);
    return;
  }
  forwardState(m, d, mjSTAGE_NONE, true, false, true);
  forwardForces(m, d, true, false, false);
}

void mj_forward(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_FORWARD, forward);
}
