// Sensors that need accelerations and forces.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "math/inline.h"
#include "sensor/internal.h"

// Force and torque between a site's body and its parent, at the site and in its frame.
static void interaction(const mjModel* m, const mjData* d, int site, mjtNum wrench[6]) {
  int body = m->site_bodyid[site];
  lb_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site,
                      d->subtree_com + 3 * m->body_rootid[body], d->site_xmat + 9 * site);
}

static mjtNum limitForce(const mjData* d, int type, int object) {
  int first = d->ne + d->nf, end = first + d->nl;
  for (int i = first; i < end; i++) {
    if (d->efc_type[i] == type && d->efc_id[i] == object) {
      return d->efc_force[i];
    }
  }
  return 0;
}

// Sum of the forces of the actuators that pull a tendon.
static mjtNum tendonActuatorForce(const mjModel* m, const mjData* d, int tendon) {
  mjtNum sum = 0;
  int actuatorCount = (int)m->nactuator;
  for (int i = 0; i < actuatorCount; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon) {
      sum += d->actuator_force[m->actuator_outadr[i]];
    }
  }
  return sum;
}

void lb_touch(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int site = m->sensor_objid[id], body = m->site_bodyid[site];
  unsigned geomAdr = (unsigned)m->body_geomadr[body], geomCount = (unsigned)m->body_geomnum[body];
  value[0] = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* contact = d->contact + i;
    // geoms of the body are neighbours; -1 (a flex) is none of them
    bool first = (unsigned)contact->geom[0] - geomAdr < geomCount;
    bool second = (unsigned)contact->geom[1] - geomAdr < geomCount;
    if (!(first | second) || contact->efc_address < 0) {
      continue;
    }
    mjtNum force[6];
    mj_contactForce(m, d, i, force);
    if (force[0] <= 0) {
      continue;
    }

    // counts when the force, as a ray from the contact point out of the body, meets the site
    mjtNum ray[3];
    lb_scl3(ray, contact->frame, second ? -1 : 1);
    bool meets =
        m->site_type[site] == mjGEOM_MESH
            ? lb_rayMeetsSiteMesh(m, d, site, contact->pos, ray)
            : mju_rayGeom(d->site_xpos + 3 * site, d->site_xmat + 9 * site, m->site_size + 3 * site,
                          contact->pos, ray, m->site_type[site], NULL) >= 0;
    if (meets) {
      value[0] += force[0];
    }
  }
}

void lb_accelerationSensor(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int object = m->sensor_objid[id];
  mjtNum spatial[6];
  switch (m->sensor_type[id]) {
    case mjSENS_TOUCH:
      lb_touch(m, d, id, value);
      break;
    case mjSENS_ACCELEROMETER:
      mj_objectAcceleration(m, d, mjOBJ_SITE, object, spatial, 1);
      lb_copy3(value, spatial + 3);
      break;
    case mjSENS_FORCE:
      interaction(m, d, object, spatial);
      lb_copy3(value, spatial + 3);
      break;
    case mjSENS_TORQUE:
      interaction(m, d, object, spatial);
      lb_copy3(value, spatial);
      break;
    case mjSENS_ACTUATORFRC:
      for (int i = 0; i < m->sensor_dim[id]; i++) {
        value[i] = d->actuator_force[m->actuator_outadr[object] + i];
      }
      break;
    case mjSENS_JOINTACTFRC:
      value[0] = d->qfrc_actuator[m->jnt_dofadr[object]];
      break;
    case mjSENS_TENDONACTFRC:
      value[0] = tendonActuatorForce(m, d, object);
      break;
    case mjSENS_JOINTLIMITFRC:
      value[0] = limitForce(d, mjCNSTR_LIMIT_JOINT, object);
      break;
    case mjSENS_TENDONLIMITFRC:
      value[0] = limitForce(d, mjCNSTR_LIMIT_TENDON, object);
      break;
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC: {
      mj_objectAcceleration(m, d, m->sensor_objtype[id], object, spatial, 0);
      bool linear = m->sensor_type[id] == mjSENS_FRAMELINACC;
      lb_copy3(value, linear ? spatial + 3 : spatial);
      break;
    }
    case mjSENS_CONTACT:
      lb_contactSensor(m, d, id, value);
      break;
    case mjSENS_TACTILE:
      lb_tactile(m, d, id, value);
      break;
    default:
      lb_error("mj_sensorAcc: invalid type in ACC stage, sensor %d", id);
  }
}
