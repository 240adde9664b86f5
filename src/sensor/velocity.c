// Sensors that need velocities.

#include "api/mj_functions.h"
#include "base/error.h"
#include "math/inline.h"
#include "sensor/internal.h"

// Linear or angular velocity of an object, global or as seen from the frame of a reference object.
static void frameVelocity(const mjModel* m, const mjData* d, int id, bool linear, mjtNum value[3]) {
  int type = m->sensor_objtype[id], object = m->sensor_objid[id];
  int refType = m->sensor_reftype[id], ref = m->sensor_refid[id];
  mjtNum velocity[6];
  mj_objectVelocity(m, d, type, object, velocity, 0);
  const mjtNum* part = linear ? velocity + 3 : velocity;
  if (ref < 0) {
    lb_copy3(value, part);
    return;
  }

  // the reference frame moves and turns
  mjtNum refVelocity[6], relative[3];
  const mjtNum *position, *rotation, *refPosition, *refRotation;
  lb_objectPose(m, d, type, object, &position, &rotation);
  lb_objectPose(m, d, refType, ref, &refPosition, &refRotation);
  mj_objectVelocity(m, d, refType, ref, refVelocity, 0);
  lb_sub3(relative, part, linear ? refVelocity + 3 : refVelocity);
  if (linear) {
    mjtNum offset[3], sweep[3];
    lb_sub3(offset, position, refPosition);
    lb_cross(sweep, refVelocity, offset);
    lb_subFrom3(relative, sweep);
  }
  lb_mulMatTVec3(value, refRotation, relative);
}

static mjtNum limitVelocity(const mjData* d, int type, int object) {
  int first = d->ne + d->nf, end = first + d->nl;
  for (int i = first; i < end; i++) {
    if (d->efc_type[i] == type && d->efc_id[i] == object) {
      return d->efc_vel[i];
    }
  }
  return 0;
}

void lb_velocitySensor(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int object = m->sensor_objid[id];
  mjtNum velocity[6];
  switch (m->sensor_type[id]) {
    case mjSENS_VELOCIMETER:
      mj_objectVelocity(m, d, mjOBJ_SITE, object, velocity, 1);
      lb_copy3(value, velocity + 3);
      break;
    case mjSENS_GYRO:
      mj_objectVelocity(m, d, mjOBJ_SITE, object, velocity, 1);
      lb_copy3(value, velocity);
      break;
    case mjSENS_JOINTVEL:
      value[0] = d->qvel[m->jnt_dofadr[object]];
      break;
    case mjSENS_TENDONVEL:
      value[0] = d->ten_velocity[object];
      break;
    case mjSENS_ACTUATORVEL:
      for (int i = 0; i < m->sensor_dim[id]; i++) {
        value[i] = d->actuator_velocity[m->actuator_outadr[object] + i];
      }
      break;
    case mjSENS_BALLANGVEL:
      lb_copy3(value, d->qvel + m->jnt_dofadr[object]);
      break;
    case mjSENS_JOINTLIMITVEL:
      value[0] = limitVelocity(d, mjCNSTR_LIMIT_JOINT, object);
      break;
    case mjSENS_TENDONLIMITVEL:
      value[0] = limitVelocity(d, mjCNSTR_LIMIT_TENDON, object);
      break;
    case mjSENS_FRAMELINVEL:
      frameVelocity(m, d, id, true, value);
      break;
    case mjSENS_FRAMEANGVEL:
      frameVelocity(m, d, id, false, value);
      break;
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM: {
      bool linear = m->sensor_type[id] == mjSENS_SUBTREELINVEL;
      lb_copy3(value, (linear ? d->subtree_linvel : d->subtree_angmom) + 3 * object);
      break;
    }
    default:
      lb_error("mj_sensorVel: invalid type in VEL stage, sensor %d", id);
  }
}
