// The last pass: constants that follow from the finished model (mj_setConst, mass of flexes, length
// ranges), what the spec overrides of them, and a trial step.

#include "compile/simulate.h"

#include "base/cache.h"
#include "base/compiler.h"
#include "compile/constants/set_const.h"
#include "compile/flex/passes.h"
#include "data/data.h"
#include "kinematics/tendon.h"
#include "math/inline.h"
#include "model/mesh_hull.h"
#include "model/model.h"

#include <string.h>

static bool hasInertia(const mjModel* m, int body) {
  const mjtNum* inertia = m->body_inertia + 3 * body;
  return m->body_mass[body] >= mjMINVAL && inertia[0] >= mjMINVAL && inertia[1] >= mjMINVAL &&
         inertia[2] >= mjMINVAL;
}

// Moving bodies must have something to accelerate: they or a body welded to them.
LB_APART void lb_checkMasses(lbCompiler* c) {
  const mjModel* m = c->m;
  bool* heavy = LB_WORK_ARRAY(c, bool, m->nbody);
  for (int i = 1; i < m->nbody; i++) {
    heavy[m->body_weldid[i]] |= hasInertia(m, i);
  }
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_dofnum[i] && !heavy[i]) {
      c->current = &c->bodies[i]->source->head;
      lb_compileError(c, "mass and inertia of moving bodies must be larger than mjMINVAL");
    }
  }
  // after fusing: what hangs on a static body may have come to the top
  for (int i = 0; i < m->njnt; i++) {
    int body = m->jnt_bodyid[i];
    if (m->jnt_type[i] == mjJNT_FREE && m->body_parentid[body]) {
      c->current = &c->bodies[body]->source->head;
      lb_compileError(c, "free joint can only be used on top level");
    }
  }
  c->current = NULL;
}

// The statistics a model declares take the place of the computed ones.
static void overrideStatistics(lbCompiler* c) {
  const mjStatistic* given = &c->spec->s.stat;
  mjStatistic* stat = &c->m->stat;
  stat->meaninertia = isnan(given->meaninertia) ? stat->meaninertia : given->meaninertia;
  stat->meanmass = isnan(given->meanmass) ? stat->meanmass : given->meanmass;
  stat->meansize = isnan(given->meansize) ? stat->meansize : given->meansize;
  stat->extent = isnan(given->extent) ? stat->extent : given->extent;
  if (!isnan(given->center[0])) {
    lb_copy3(stat->center, given->center);
  }
}

static mjtNum* collectSpringDampers(lbCompiler* c) {
  mjtNum* values = LB_WORK_ARRAY(c, mjtNum, 2 * c->m->njnt);
  int joint = 0;
  for (int b = 0; b < c->bodyCount; b++) {
    for (const lbWorkJoint* j = c->bodies[b]->joints.first; j; j = j->next, joint++) {
      values[2 * joint] = j->s.springdamper[0];
      values[2 * joint + 1] = j->s.springdamper[1];
    }
  }
  return values;
}

// The paths of tendons that act on nothing while length ranges are found are set aside, so that a
// muscle does not pay for all others: springs, dampers, friction and other actuators are off.
// Returns the path lengths (ntendon) as they were.
static const int* setPathsAside(lbCompiler* c) {
  mjModel* m = c->m;
  int* path = LB_WORK_ARRAY(c, int, m->ntendon);
  bool* acts = LB_WORK_ARRAY(c, bool, m->ntendon);
  for (int i = 0; i < m->neq; i++) {
    for (int side = 0; side < 2 && m->eq_type[i] == mjEQ_TENDON; side++) {
      int tendon = side ? m->eq_obj2id[i] : m->eq_obj1id[i];
      if (tendon >= 0) {
        acts[tendon] = true;
      }
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    path[i] = m->tendon_num[i];
    if (!m->nplugin && !acts[i] && !m->tendon_limited[i] && lb_tendonArmature(m, i) == 0) {
      m->tendon_num[i] = 0;
    }
  }
  return path;
}

// Feasible lengths of the actuators that need them, each with the path of its own tendon.
static void simulateLengthRanges(lbCompiler* c) {
  mjModel* m = c->m;
  const mjLROpt* opt = &c->spec->s.compiler.LRopt;
  mjOption saved = m->opt;
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                        mjDSBL_GRAVITY | mjDSBL_ACTUATION | mjDSBL_SENSOR;
  m->opt.enableflags = 0;
  // COMPAT: LENGTHRANGE-INTEGRATOR: implicit steps stay implicit
  bool implicit = saved.integrator == mjINT_IMPLICIT || saved.integrator == mjINT_IMPLICITFAST;
  m->opt.integrator = implicit ? saved.integrator : mjINT_EULER;
  if (opt->timestep > 0) {
    m->opt.timestep = opt->timestep;
  }
  const int* path = setPathsAside(c);
  for (int i = 0; i < m->nactuator; i++) {
    char error[LB_MESSAGE_SIZE];
    int tendon = m->actuator_trntype[i] == mjTRN_TENDON ? m->actuator_trnid[2 * i] : -1;
    int aside = tendon >= 0 ? m->tendon_num[tendon] : 0;
    if (tendon >= 0) {
      m->tendon_num[tendon] = path[tendon];
    }
    c->current = c->spec->lists[mjOBJ_ACTUATOR].items[i];
    if (!mj_setLengthRange(m, c->d, i, opt, error, sizeof error)) {
      lb_compileError(c, "%s", error);
    }
    if (tendon >= 0) {
      m->tendon_num[tendon] = aside;
    }
  }
  c->current = NULL;
  memcpy(m->tendon_num, path, sizeof(int) * (size_t)m->ntendon);
  m->opt = saved;
}

// Ranges are simulated once for a model: its next load finds them in the asset cache, by all of the
// model that acts, which is what lies before the meshes and behind the textures.
static lbCacheEntry* findRanges(lbCompiler* c) {
  const mjModel* m = c->m;
  const char *start = m->buffer, *assets = (const char*)m->mesh_vertadr,
             *rest = (const char*)m->pair_dim;
  const size_t settings = sizeof(mjLROpt), head = offsetof(mjModel, buffer);
  size_t acting = (size_t)(assets - start);
  char* key = lb_regionAllocRaw(&c->region, settings + head + acting);
  memcpy(key, &c->spec->s.compiler.LRopt, settings);
  memcpy(key + settings, m, head);
  memcpy(key + settings + head, start, acting);
  return lb_cacheFind(key, settings + head + acting, rest, (size_t)(start + m->nbuffer - rest), 0);
}

static void setLengthRanges(lbCompiler* c) {
  mjModel* m = c->m;
  size_t bytes = 2 * sizeof(mjtNum) * (size_t)m->nout;
  bool costly = false;
  for (int i = 0; i < m->nactuator; i++) {
    costly |= m->actuator_gaintype[i] == mjGAIN_MUSCLE ||
              c->spec->s.compiler.LRopt.mode > mjLRMODE_MUSCLE;
  }
  lbCacheEntry* ranges = costly ? findRanges(c) : NULL;
  if (ranges && ranges->value) {
    memcpy(m->actuator_lengthrange, ranges->value, bytes);
  } else {
    simulateLengthRanges(c);
  }
  if (ranges && !ranges->value) {
    void* found = lb_regionAlloc(&ranges->region, bytes);
    memcpy(found, m->actuator_lengthrange, bytes);
    ranges->value = found;
  }
  for (int i = 0; i < m->nactuator; i++) {
    lbActuator* actuator = (lbActuator*)c->spec->lists[mjOBJ_ACTUATOR].items[i];
    memcpy(actuator->foundRange, m->actuator_lengthrange + 2 * m->actuator_outadr[i],
           2 * sizeof(double));
  }
}

// Trees that start asleep cannot have tendons held at a length.
static void refuseSleepingTendons(const mjModel* m) {
  for (int i = 0; i < m->neq; i++) {
    for (int side = 0; side < 2 && m->eq_type[i] == mjEQ_TENDON; side++) {
      int tendon = side ? m->eq_obj2id[i] : m->eq_obj1id[i];
      for (int k = 0; tendon >= 0 && k < m->tendon_treenum[tendon] && k < 2; k++) {
        if (m->tree_sleep_policy[m->tendon_treeid[2 * tendon + k]] == mjSLEEP_INIT) {
          lb_error("tendon equality does not yet support sleeping");
        }
      }
    }
  }
}

// A singular inertia matrix is told when the model is simulated, not while it is compiled: only the
// first warning of a kind is reported.
static void keepQuietAboutInertia(mjData* d) {
  d->warning[mjWARN_INERTIA].number = 1;
}

LB_APART void lb_simulateModel(lbCompiler* c) {
  mjModel* m = c->m;
  if (c->spec->s.compiler.settotalmass > 0) {
    mj_setTotalmass(m, c->spec->s.compiler.settotalmass);
  }
  lb_findHullStarts(m);
  lb_signModel(m);

  // nothing sleeps while the constants are derived
  int enableflags = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  c->d = mj_makeData(m);
  if (!c->d) {
    lb_error("Error: could not create mjData: %s", lb_lastError());
  }
  keepQuietAboutInertia(c->d);
  lb_setConst(m, c->d, collectSpringDampers(c));
  if (enableflags & mjENBL_SLEEP) {
    refuseSleepingTendons(m);
  }
  lb_fillFlexMass(c);
  setLengthRanges(c);
  overrideStatistics(c);
  lb_signModel(m);

  // A trial step: whatever would fail at run time fails here. How well the solver does is not
  // asked: one iteration will do, and one contact of a pair of convex shapes.
  m->opt.enableflags = enableflags;
  mjOption saved = m->opt;
  m->opt.disableflags |= mjDSBL_MULTICCD;
  m->opt.iterations = lb_minInt(saved.iterations, 1);
  m->opt.noslip_iterations = lb_minInt(saved.noslip_iterations, 1);
  mj_resetData(m, c->d);
  keepQuietAboutInertia(c->d);
  mj_step(m, c->d);
  m->opt = saved;
  mj_deleteData(c->d);
  c->d = NULL;
}
