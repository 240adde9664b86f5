// How many controls and outputs an actuator has, and what bounds each control.

#include "compile/actuators.h"
#include "compile/sparse_rows.h"
#include "model/joint_size.h"

#include <string.h>

mjsActuator lb_actuatorKind(const mjsActuator* given) {
  mjsActuator s = *given;
  if (s.trntype == mjTRN_SO3) {
    s.trntype = mjTRN_UNDEFINED;  // follows from gain and bias, never given
  } else if (s.gaintype == mjGAIN_SO3 || s.biastype == mjBIAS_SO3) {
    s.trntype = mjTRN_SO3;
    s.ctrlspec = s.ctrlspec ? s.ctrlspec : mjCHART_EXPMAP;
  } else if (s.ctrlspec == 0 && s.gaintype == mjGAIN_PID) {
    s.ctrlspec = mjINPUT_POS | mjINPUT_VEL;
  } else if (s.ctrlspec == 0 && s.gaintype == mjGAIN_DCMOTOR) {
    s.ctrlspec = mjINPUT_VOLTAGE;
  }
  return s;
}

int lb_actuatorInputs(const mjsActuator* s) {
  if (s->trntype == mjTRN_SO3) {
    return s->ctrlspec == mjCHART_QUAT ? 4 : 3;
  }
  if (s->ctrlspec == 0) {
    return 1;
  }
  int count = 0;
  for (int bit = mjINPUT_POS; bit <= mjINPUT_VOLTAGE; bit <<= 1) {
    count += (s->ctrlspec & bit) != 0;
  }
  return count;
}

int lb_actuatorOutputs(const mjsActuator* s) {
  return s->trntype == mjTRN_SO3 ? 3 : 1;
}

int lb_requireSite(lbCompiler* c, const char* what, const mjString* name) {
  int id = lb_compileFind(c, mjOBJ_SITE, lb_text(name));
  if (id < 0) {
    lb_compileError(c, "%s site '%s' not found for actuator %d", what, lb_text(name),
                    c->current->id);
  }
  return id;
}

void lb_resolveSo3(lbCompiler* c, const lbActuator* actuator, int trnid[2]) {
  const mjsActuator* s = &actuator->s;
  const char* target = lb_text(s->target);
  const char* name = lb_text(&actuator->head.name);
  int id = actuator->head.id;

  // a site against a reference site, or a ball joint
  if (s->trntype == mjTRN_SITE || !lb_isEmpty(s->refsite)) {
    trnid[0] = lb_compileFind(c, mjOBJ_SITE, target);
    if (trnid[0] < 0) {
      lb_compileError(c, "transmission target '%s' not found in actuator %d", target, id);
    }
    if (lb_isEmpty(s->refsite)) {
      lb_compileError(c, "so3 site transmission requires refsite in actuator '%s' (id = %d)", name,
                      id);
    }
    trnid[1] = lb_requireSite(c, "reference", s->refsite);
    return;
  }
  trnid[0] = lb_compileFind(c, mjOBJ_JOINT, target);
  if (trnid[0] < 0) {
    lb_compileError(c, "unknown transmission target '%s' for actuator id = %d", target, id);
  }
  if (c->m->jnt_type[trnid[0]] != mjJNT_BALL) {
    lb_compileError(c, "so3 joint transmission requires a ball joint in actuator '%s' (id = %d)",
                    name, id);
  }
}

void lb_ctrlLimit(const mjsActuator* s, int input, bool limited, const double ctrlrange[2],
                  mjtBool* ctrlLimited, mjtNum range[2]) {
  const double* given = ctrlrange;
  bool isLimited = limited;
  // COMPAT: DCMOTOR-RANGE: all inputs of a motor have the range of controls
  if (s->gaintype == mjGAIN_PID && s->ctrlspec) {
    // the n-th input present
    int bit = mjINPUT_POS, position = -1;
    for (; bit <= mjINPUT_VOLTAGE; bit <<= 1) {
      position += (s->ctrlspec & bit) != 0;
      if (position == input) {
        break;
      }
    }
    if (bit == mjINPUT_VEL || bit == mjINPUT_FF) {
      given = bit == mjINPUT_VEL ? s->velrange : s->ffrange;
      isLimited = given[0] < given[1];
    }
  }
  *ctrlLimited = isLimited;
  memcpy(range, given, 2 * sizeof(mjtNum));
}

// How many dofs move one of two sites; each may be absent (-1).
static int siteDofs(lbDofSet* set, const mjModel* m, int first, int second) {
  lb_clearDofs(set);
  if (first >= 0) {
    lb_addBodyDofs(set, m, m->site_bodyid[first]);
  }
  if (second >= 0) {
    lb_addBodyDofs(set, m, m->site_bodyid[second]);
  }
  return set->count;
}

// Those that do not move both of them.
static int relativeDofs(lbDofSet* set, const mjModel* m, const int id[2]) {
  int all = siteDofs(set, m, id[0], id[1]);
  return 2 * all - siteDofs(set, m, id[0], -1) - siteDofs(set, m, -1, id[1]);
}

void lb_countMomentJacobian(lbCompiler* c, mjModel* sizes) {
  const mjModel* m = c->m;
  lbDofSet set = lb_makeDofSet(c, m);
  sizes->nJmom = 0;
  for (int i = 0; i < m->nactuator; i++) {
    const int* id = m->actuator_trnid + 2 * i;
    int count = 0;
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT:
        count = lb_jointDofCount(m->jnt_type[id[0]]);
        break;
      case mjTRN_TENDON:
        count = lb_rowLength(&c->tendonRows, id[0]);
        break;
      case mjTRN_SITE:
        count = id[1] >= 0 ? relativeDofs(&set, m, id) : siteDofs(&set, m, id[0], -1);
        break;
      case mjTRN_SLIDERCRANK:
        count = siteDofs(&set, m, id[0], id[1]);
        break;
      case mjTRN_SO3:
        // COMPAT: MOMENT-SIZE: sites have room for all dofs
        count = id[1] >= 0 ? (int)m->nv : 1;
        break;
      default:
        count = (int)m->nv;
        break;
    }
    sizes->nJmom += (mjtSize)count * m->actuator_outnum[i];
  }
}
