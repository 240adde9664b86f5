// Sensors that need positions only.

#include "api/mj_functions.h"
#include "base/error.h"
#include "math/inline.h"
#include "sensor/internal.h"

// Position, orientation or an axis of an object, global or in the frame of a reference object.
static void framePosition(const mjModel* m, const mjData* d, int id, mjtNum* value) {
  int type = m->sensor_objtype[id], object = m->sensor_objid[id];
  int refType = m->sensor_reftype[id], ref = m->sensor_refid[id];
  int kind = m->sensor_type[id];
  if (kind == mjSENS_FRAMEQUAT) {
    lb_objectQuat(m, d, type, object, value);
    if (ref >= 0) {
      mjtNum quat[4], refQuat[4];
      lb_copy4(quat, value);
      lb_objectQuat(m, d, refType, ref, refQuat);
      lb_negQuat(refQuat, refQuat);
      lb_mulQuat(value, refQuat, quat);
    }
    return;
  }

  const mjtNum *position, *rotation, *refPosition = NULL, *refRotation = NULL;
  lb_objectPose(m, d, type, object, &position, &rotation);
  if (ref >= 0) {
    lb_objectPose(m, d, refType, ref, &refPosition, &refRotation);
  }
  mjtNum vector[3];
  if (kind == mjSENS_FRAMEPOS) {
    lb_copy3(vector, position);
    if (ref >= 0) {
      lb_subFrom3(vector, refPosition);
    }
  } else {
    int axis = kind - mjSENS_FRAMEXAXIS;
    lb_set3(vector, rotation[axis], rotation[axis + 3], rotation[axis + 6]);
  }
  if (ref >= 0) {
    lb_mulMatTVec3(value, refRotation, vector);
  } else {
    lb_copy3(value, vector);
  }
}

// Distance to an active limit of a joint or tendon, zero when the limit is not active.
static mjtNum limitDistance(const mjData* d, int type, int object) {
  int first = d->ne + d->nf, end = first + d->nl;
  for (int i = first; i < end; i++) {
    if (d->efc_type[i] == type && d->efc_id[i] == object) {
      return d->efc_pos[i] - d->efc_margin[i];
    }
  }
  return 0;
}

void lb_positionSensor(const mjModel* m, mjData* d, int id, lbSeparations* known, mjtNum* value) {
  int object = m->sensor_objid[id];
  switch (m->sensor_type[id]) {
    case mjSENS_MAGNETOMETER:
      lb_mulMatTVec3(value, d->site_xmat + 9 * object, m->opt.magnetic);
      break;
    case mjSENS_CAMPROJECTION:
      lb_cameraProjection(m, d, id, value);
      break;
    case mjSENS_RANGEFINDER:
      lb_rangefinder(m, d, id, value);
      break;
    case mjSENS_JOINTPOS:
      value[0] = d->qpos[m->jnt_qposadr[object]];
      break;
    case mjSENS_TENDONPOS:
      value[0] = d->ten_length[object];
      break;
    case mjSENS_ACTUATORPOS:
      for (int i = 0; i < m->sensor_dim[id]; i++) {
        value[i] = d->actuator_length[m->actuator_outadr[object] + i];
      }
      break;
    case mjSENS_BALLQUAT:
      lb_copy4(value, d->qpos + m->jnt_qposadr[object]);
      lb_normalize4(value);
      break;
    case mjSENS_JOINTLIMITPOS:
      value[0] = limitDistance(d, mjCNSTR_LIMIT_JOINT, object);
      break;
    case mjSENS_TENDONLIMITPOS:
      value[0] = limitDistance(d, mjCNSTR_LIMIT_TENDON, object);
      break;
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEQUAT:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
      framePosition(m, d, id, value);
      break;
    case mjSENS_SUBTREECOM:
      lb_copy3(value, d->subtree_com + 3 * object);
      break;
    case mjSENS_INSIDESITE: {
      const mjtNum *position, *rotation;
      lb_objectPose(m, d, m->sensor_objtype[id], object, &position, &rotation);
      // COMPAT: SENSOR-INSIDE-MASSLESS: a body without mass stands for what it carries
      if (m->sensor_objtype[id] == mjOBJ_BODY && object > 0 && m->body_mass[object] == 0) {
        position = d->subtree_com + 3 * object;
      }
      value[0] = lb_insideSite(m, d, m->sensor_refid[id], position);
      break;
    }
    case mjSENS_GEOMDIST:
    case mjSENS_GEOMNORMAL:
    case mjSENS_GEOMFROMTO:
      lb_geomSeparation(m, d, id, known, value);
      break;
    case mjSENS_E_POTENTIAL:
      value[0] = d->energy[0];
      break;
    case mjSENS_E_KINETIC:
      value[0] = d->energy[1];
      break;
    case mjSENS_CLOCK:
      value[0] = d->time;
      break;
    default:
      lb_error("mj_sensorPos: invalid sensor type in POS stage, sensor %d", id);
  }
}
