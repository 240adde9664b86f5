// Tendons: lengths, Jacobians and paths.
//
// A fixed tendon is a linear combination of scalar joints. A spatial tendon is a string through
// sites and around geoms; pulleys cut it into branches whose lengths count divided by the pulley's
// divisor. The gradient of a shortest path is that of its straight segments alone: the arcs do not
// contribute (envelope theorem), and neither do dofs that move both ends of a segment.

#include "kinematics/tendon.h"

#include <math.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "kinematics/segment.h"
#include "kinematics/tendon_wrap.h"
#include "math/inline.h"
#include "model/actuator_link.h"

static void fixedTendon(const mjModel* m, mjData* d, int tendonId) {
  int adr = m->ten_J_rowadr[tendonId];
  int count = m->ten_J_rownnz[tendonId];
  mjtNum* J = d->ten_J + adr;
  for (int k = 0; k < count; k++) {
    J[k] = 0;
  }
  mjtNum length = 0;
  for (int w = m->tendon_adr[tendonId]; w < m->tendon_adr[tendonId] + m->tendon_num[tendonId];
       w++) {
    int jointId = m->wrap_objid[w];
    length += m->wrap_prm[w] * d->qpos[m->jnt_qposadr[jointId]];
    for (int k = 0; k < count; k++) {
      if (m->ten_J_colind[adr + k] == m->jnt_dofadr[jointId]) {
        J[k] += m->wrap_prm[w];
      }
    }
  }
  d->ten_length[tendonId] = length;
}

// Appends a point of the drawn path.
static int recordPoint(mjData* d, int tendonId, int pointCount, const mjtNum point[3], int object) {
  lb_copy3(d->wrap_xpos + 3 * pointCount, point);
  d->wrap_obj[pointCount] = object;
  d->ten_wrapnum[tendonId]++;
  return pointCount + 1;
}

// The site that says on which side of a geom a tendon runs, or -1.
static int sideSite(const mjModel* m, mjtNum prm) {
  mjtNum side = floor(prm + 0.5);
  if (!(side >= -1 && side < m->nsite)) {
    lb_error("mj_tendon: invalid sideid %g in wrap_prm", side);
  }
  return (int)side;
}

// Path from a site around a geom to the site after it; returns the number of points so far.
static int addWrap(const mjModel* m, mjData* d, lbPath* path, int tendonId, int wrapAdr,
                   int pointCount) {
  int startId = m->wrap_objid[wrapAdr], geomId = m->wrap_objid[wrapAdr + 1],
      endId = m->wrap_objid[wrapAdr + 2];
  const mjtNum* start = d->site_xpos + 3 * startId;
  const mjtNum* end = d->site_xpos + 3 * endId;
  int sideId = sideSite(m, m->wrap_prm[wrapAdr + 1]);
  mjtNum tangent[6];
  mjtNum length =
      lb_wrapTendon(tangent, start, end, d->geom_xpos + 3 * geomId, d->geom_xmat + 9 * geomId,
                    m->geom_size[3 * geomId], m->wrap_type[wrapAdr + 1] == mjWRAP_SPHERE,
                    sideId >= 0 ? d->site_xpos + 3 * sideId : NULL);

  pointCount = recordPoint(d, tendonId, pointCount, start, -1);
  if (length < 0) {
    lb_addSegment(m, d, path, start, m->site_bodyid[startId], end, m->site_bodyid[endId]);
    return pointCount;
  }
  int geomBody = m->geom_bodyid[geomId];
  lb_addSegment(m, d, path, start, m->site_bodyid[startId], tangent, geomBody);
  path->length += length / path->divisor;
  lb_addSegment(m, d, path, tangent + 3, geomBody, end, m->site_bodyid[endId]);
  pointCount = recordPoint(d, tendonId, pointCount, tangent, geomId);
  return recordPoint(d, tendonId, pointCount, tangent + 3, geomId);
}

static int spatialTendon(const mjModel* m, mjData* d, int tendonId, int pointCount) {
  const mjtNum origin[3] = {0, 0, 0};
  int adr = m->ten_J_rowadr[tendonId];
  lbPath path = {m->ten_J_colind + adr, d->ten_J + adr, m->ten_J_rownnz[tendonId], 1, 0};
  for (int k = 0; k < path.columnCount; k++) {
    path.J[k] = 0;
  }

  int w = m->tendon_adr[tendonId];
  int last = w + m->tendon_num[tendonId] - 1;
  while (w <= last) {
    int type = m->wrap_type[w];
    int next = w < last ? m->wrap_type[w + 1] : mjWRAP_NONE;
    if (type == mjWRAP_PULLEY) {
      // a new branch
      path.divisor = m->wrap_prm[w];
      pointCount = recordPoint(d, tendonId, pointCount, origin, -2);
      w++;
    } else if (next == mjWRAP_SPHERE || next == mjWRAP_CYLINDER) {
      pointCount = addWrap(m, d, &path, tendonId, w, pointCount);
      w += 2;
    } else {
      // a site, and the straight segment to the next one if the branch goes on
      int siteId = m->wrap_objid[w];
      const mjtNum* start = d->site_xpos + 3 * siteId;
      pointCount = recordPoint(d, tendonId, pointCount, start, -1);
      if (next == mjWRAP_SITE) {
        int nextId = m->wrap_objid[w + 1];
        lb_addSegment(m, d, &path, start, m->site_bodyid[siteId], d->site_xpos + 3 * nextId,
                      m->site_bodyid[nextId]);
      }
      w++;
    }
  }
  d->ten_length[tendonId] = path.length;
  return pointCount;
}

void mj_tendon(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  int pointCount = 0;
  for (int i = 0; i < m->ntendon; i++) {
    // asleep: the path stays, unless its points have to move over.
    // COMPAT: SLEEP-TENDON: length and Jacobian are 0
    if (d->ten_wrapadr[i] == pointCount && lb_tendonAsleep(m, d, i)) {
      pointCount += d->ten_wrapnum[i];
      d->ten_length[i] = 0;
      for (int k = 0; k < m->ten_J_rownnz[i]; k++) {
        d->ten_J[m->ten_J_rowadr[i] + k] = 0;
      }
      continue;
    }
    d->ten_wrapadr[i] = pointCount;
    d->ten_wrapnum[i] = 0;
    if (m->wrap_type[m->tendon_adr[i]] == mjWRAP_JOINT) {
      fixedTendon(m, d, i);
    } else {
      pointCount = spatialTendon(m, d, i, pointCount);
    }
  }
}

// Velocity of a point of a body, and its acceleration when all joint accelerations are zero. The
// latter adds up along the chain: crossing from parent to child, each dof contributes its own rate
// of change, and the whole moves with the body.
static void pointMotion(const mjModel* m, const mjData* d, int bodyId, const mjtNum point[3],
                        mjtNum velocity[3], mjtNum acceleration[3]) {
  mjtNum bias[6] = {0, 0, 0, 0, 0, 0}, spatial[6];
  const mjtNum* com = d->subtree_com + 3 * m->body_rootid[bodyId];
  for (int i = lb_lastDof(m, bodyId); i >= 0; i = m->dof_parentid[i]) {
    lb_addToScl6(bias, d->cdof_dot + 6 * i, d->qvel[i]);
  }
  lb_transformSpatial(spatial, d->cvel + 6 * bodyId, 0, point, com, NULL);
  lb_copy3(velocity, spatial + 3);
  mjtNum angular[3];
  lb_copy3(angular, spatial);
  lb_transformSpatial(spatial, bias, 0, point, com, NULL);
  lb_copy3(acceleration, spatial + 3);
  lb_addToCross(acceleration, angular, velocity);
}

// Second derivative in time of the length of a straight segment between two sites, without the
// terms in joint acceleration.
static mjtNum segmentBias(const mjModel* m, const mjData* d, int startId, int endId) {
  const mjtNum* start = d->site_xpos + 3 * startId;
  const mjtNum* end = d->site_xpos + 3 * endId;
  mjtNum direction[3], velocity[2][3], acceleration[2][3];
  lb_sub3(direction, end, start);
  mjtNum length = lb_normalize3(direction);
  if (length < mjMINVAL) {
    return 0;
  }
  pointMotion(m, d, m->site_bodyid[startId], start, velocity[0], acceleration[0]);
  pointMotion(m, d, m->site_bodyid[endId], end, velocity[1], acceleration[1]);
  lb_subFrom3(velocity[1], velocity[0]);
  lb_subFrom3(acceleration[1], acceleration[0]);

  // L'' = n . a + (|v|^2 - (n . v)^2) / L
  mjtNum along = lb_dot3(direction, velocity[1]);
  return lb_dot3(direction, acceleration[1]) +
         (lb_dot3(velocity[1], velocity[1]) - along * along) / length;
}

mjtNum lb_tendonArmature(const mjModel* m, int tendonId) {
  mjtNum armature = m->tendon_armature[tendonId];
  int link = m->tendon_actuatorid[tendonId];
  if (link == LB_NO_ACTUATOR) {
    return armature;
  }
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendonId &&
        lb_isLinked(link, i)) {
      mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
      armature += gear * gear * m->actuator_armature[i];
    }
  }
  return armature;
}

void lb_tendonBias(const mjModel* m, mjData* d, mjtNum* qfrc) {
  for (int i = 0; i < m->ntendon; i++) {
    int first = m->tendon_adr[i], last = first + m->tendon_num[i] - 1;
    mjtNum armature = lb_tendonArmature(m, i);
    if (!armature || m->wrap_type[first] == mjWRAP_JOINT) {
      continue;
    }

    // dJ/dt qvel
    mjtNum bias = 0, divisor = 1;
    for (int w = first; w < last; w++) {
      if (m->wrap_type[w] == mjWRAP_PULLEY) {
        divisor = m->wrap_prm[w];
      } else if (m->wrap_type[w] == mjWRAP_SITE && m->wrap_type[w + 1] == mjWRAP_SITE) {
        bias += segmentBias(m, d, m->wrap_objid[w], m->wrap_objid[w + 1]) / divisor;
      } else if (m->wrap_type[w + 1] != mjWRAP_PULLEY) {
        lb_error("geom wrapping not supported by tendon armature");
      }
    }

    // J' armature bias
    int adr = m->ten_J_rowadr[i];
    for (int k = 0; k < m->ten_J_rownnz[i]; k++) {
      qfrc[m->ten_J_colind[adr + k]] += d->ten_J[adr + k] * armature * bias;
    }
  }
}
