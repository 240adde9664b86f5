// Stiffness and damping of dofs, tendons and actuators; see resistance.h.

#include "force/resistance.h"

#include "force/actuator_slope.h"
#include "force/passive.h"
#include "math/inline.h"
#include "model/options.h"

// What the polynomial of a joint's spring is evaluated at.
static mjtNum jointStretch(const mjModel* m, const mjData* d, int jointId, int dof) {
  int adr = m->jnt_qposadr[jointId];
  mjtNum displacement[3];
  switch (m->jnt_type[jointId]) {
    case mjJNT_FREE:
      if (dof < m->jnt_dofadr[jointId] + 3) {
        lb_sub3(displacement, d->qpos + adr, m->qpos_spring + adr);
        return lb_norm3(displacement);
      }
      adr += 3;
    // fall through
    case mjJNT_BALL:
      lb_ballStretch(m, d, adr, displacement);
      return lb_norm3(displacement);
    default:
      return d->qpos[adr] - m->qpos_spring[adr];
  }
}

lbResistance lb_dofResistance(const mjModel* m, const mjData* d, int dof) {
  lbResistance r = {0, 0};
  int jointId = m->dof_jntid[dof];
  lbPolynomial stiffness = lb_jointStiffness(m, jointId);
  if (!lb_disabled(m, mjDSBL_SPRING) && !lb_isZeroPolynomial(stiffness)) {
    r.stiffness = lb_max(0, lb_springSlope(stiffness, jointStretch(m, d, jointId, dof)));
  }
  if (!lb_disabled(m, mjDSBL_DAMPER)) {
    r.damping = lb_max(0, -lb_damperSlope(lb_dofDamping(m, dof), d->qvel[dof]));
  }
  return r;
}

lbResistance lb_tendonResistance(const mjModel* m, const mjData* d, int tendonId) {
  lbResistance r = {0, 0};
  mjtNum stretch = lb_tendonStretch(m, d, tendonId);
  if (!lb_disabled(m, mjDSBL_SPRING) && stretch != 0) {
    r.stiffness = lb_max(0, lb_springSlope(lb_tendonStiffness(m, tendonId), stretch));
  }
  if (!lb_disabled(m, mjDSBL_DAMPER)) {
    r.damping =
        lb_max(0, -lb_damperSlope(lb_tendonDamping(m, tendonId), d->ten_velocity[tendonId]));
  }
  return r;
}

lbResistance lb_actuatorResistance(const mjModel* m, const mjData* d, int actuatorId,
                                   const mjtNum* ctrl) {
  lbSlope slope = lb_actuatorSlope(m, d, actuatorId, ctrl);
  return (lbResistance){lb_max(0, -slope.length), lb_max(0, -slope.velocity)};
}
