// Limits of actuator forces; see actuation_limit.h.

#include "force/actuation_limit.h"

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/joint_size.h"

void lb_limitTendonForces(const mjModel* m, mjData* d) {
  int tendonCount = (int)m->ntendon, actuatorCount = (int)m->nactuator;
  bool any = false;
  for (int i = 0; i < tendonCount && !any; i++) {
    any = m->tendon_actfrclimited[i];
  }
  if (!any) {
    return;
  }

  mj_markStack(d);
  mjtNum* total = lb_stackNum(d, (size_t)tendonCount);
  mju_zero(total, tendonCount);
  for (int i = 0; i < actuatorCount; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON) {
      total[m->actuator_trnid[2 * i]] += d->actuator_force[m->actuator_outadr[i]];
    }
  }
  for (int i = 0; i < actuatorCount; i++) {
    int tendon = m->actuator_trnid[2 * i];
    if (m->actuator_trntype[i] != mjTRN_TENDON || !m->tendon_actfrclimited[tendon]) {
      continue;
    }
    const mjtNum* range = m->tendon_actfrcrange + 2 * tendon;
    if (total[tendon] < range[0] || total[tendon] > range[1]) {
      d->actuator_force[m->actuator_outadr[i]] *=
          lb_clip(total[tendon], range[0], range[1]) / total[tendon];
    }
  }
  mj_freeStack(d);
}

void lb_limitActuatorForces(const mjModel* m, mjData* d) {
  int actuatorCount = (int)m->nactuator;
  for (int i = 0; i < actuatorCount; i++) {
    if (m->actuator_forcelimited[i] && m->actuator_gaintype[i] != mjGAIN_SO3) {
      const mjtNum* range = m->actuator_forcerange + 2 * i;
      mjtNum* force = d->actuator_force + m->actuator_outadr[i];
      *force = lb_clip(*force, range[0], range[1]);
    }
  }
}

void lb_finishJointForces(const mjModel* m, mjData* d) {
  int jointCount = (int)m->njnt;
  for (int i = 0; i < jointCount; i++) {
    int dof = m->jnt_dofadr[i];
    if (m->ngravcomp && m->jnt_actgravcomp[i]) {
      int end = dof + lb_jointDofCount(m->jnt_type[i]);
      for (int k = dof; k < end; k++) {
        d->qfrc_actuator[k] += d->qfrc_gravcomp[k];
      }
    }
    if (m->jnt_actfrclimited[i] && m->jnt_type[i] >= mjJNT_SLIDE) {
      const mjtNum* range = m->jnt_actfrcrange + 2 * i;
      d->qfrc_actuator[dof] = lb_clip(d->qfrc_actuator[dof], range[0], range[1]);
    }
  }
}
