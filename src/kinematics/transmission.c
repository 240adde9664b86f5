// Actuator transmissions: the length of each actuator output and its gradient, the moment arms.
//
// An actuator has one output, except the so3 transmission, which has three. Moments are sparse
// rows, written one after another: row i of output i starts at moment_rowadr[i]. A row lists the
// dofs that move the output, ascending.

#include <math.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/contact_exclude.h"
#include "data/stack.h"
#include "kinematics/segment.h"
#include "math/inline.h"

// Starts the row of an output after the previous row.
static void openRow(mjData* d, int outputId) {
  d->moment_rowadr[outputId] =
      outputId ? d->moment_rowadr[outputId - 1] + d->moment_rownnz[outputId - 1] : 0;
  d->moment_rownnz[outputId] = 0;
}

static void addEntry(const mjModel* m, mjData* d, int outputId, int dofId, mjtNum value) {
  int adr = d->moment_rowadr[outputId] + d->moment_rownnz[outputId]++;
  if (adr >= m->nJmom) {
    lb_error("the moment matrix of the actuators has more than %d entries", (int)m->nJmom);
  }
  d->moment_colind[adr] = dofId;
  d->actuator_moment[adr] = value;
}

// Entries were added from the last dof to the first: put them in ascending order.
static void reverseRow(mjData* d, int outputId) {
  int low = d->moment_rowadr[outputId];
  int high = low + d->moment_rownnz[outputId] - 1;
  for (; low < high; low++, high--) {
    int column = d->moment_colind[low];
    mjtNum value = d->actuator_moment[low];
    d->moment_colind[low] = d->moment_colind[high];
    d->actuator_moment[low] = d->actuator_moment[high];
    d->moment_colind[high] = column;
    d->actuator_moment[high] = value;
  }
}

// A wrench (torque; force) on a body, about the centre of mass of its tree.
typedef struct Wrench_ {
  int bodyId;
  mjtNum value[6];
} Wrench;

static Wrench makeWrench(const mjModel* m, const mjData* d, int bodyId, const mjtNum point[3],
                         const mjtNum force[3], const mjtNum torque[3]) {
  Wrench wrench = {bodyId, {0}};
  mjtNum arm[3];
  lb_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[bodyId]);
  lb_cross(wrench.value, arm, force);
  lb_addTo3(wrench.value, torque);
  lb_copy3(wrench.value + 3, force);
  return wrench;
}

// Row of the joint forces that two wrenches on two bodies make; dofs that move both bodies are left
// out. Without the second (NULL), all dofs of the first body.
static void addWrenches(const mjModel* m, mjData* d, int outputId, const Wrench* a,
                        const Wrench* b) {
  int dofA = lb_lastDof(m, a->bodyId);
  int dofB = b ? lb_lastDof(m, b->bodyId) : -1;
  while (dofA != dofB) {
    bool useA = dofA > dofB;
    int dofId = useA ? dofA : dofB;
    mjtNum value = lb_dot6(d->cdof + 6 * dofId, useA ? a->value : b->value);
    if (value != 0) {
      addEntry(m, d, outputId, dofId, value);
    }
    if (useA) {
      dofA = m->dof_parentid[dofA];
    } else {
      dofB = m->dof_parentid[dofB];
    }
  }
  reverseRow(d, outputId);
}

// Orientation of a site for differences of orientations.
// COMPAT: SITE-ROTATION-ORDER: the site's own rotation comes first, so that differences are in
// mixed frames unless the body is not turned.
static void siteQuat(const mjModel* m, const mjData* d, int siteId, mjtNum quat[4]) {
  lb_mulQuat(quat, m->site_quat + 4 * siteId, d->xquat + 4 * m->site_bodyid[siteId]);
}

// joint, jointinparent
static void jointTransmission(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int jointId = m->actuator_trnid[2 * actuatorId];
  int type = m->jnt_type[jointId];
  int dofAdr = m->jnt_dofadr[jointId];
  const mjtNum* gear = m->actuator_gear + 6 * outputId;
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[jointId];

  if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    d->actuator_length[outputId] = qpos[0] * gear[0];
    addEntry(m, d, outputId, dofAdr, gear[0]);
    return;
  }

  // rotation axis: given in the child frame, where qvel lives, or in the parent's
  const mjtNum* quaternion = type == mjJNT_FREE ? qpos + 3 : qpos;
  const mjtNum* rotationGear = type == mjJNT_FREE ? gear + 3 : gear;
  mjtNum quat[4], axis[3];
  lb_copy4(quat, quaternion);
  lb_normalize4(quat);
  lb_copy3(axis, rotationGear);
  if (m->actuator_trntype[actuatorId] == mjTRN_JOINTINPARENT) {
    mjtNum inverse[4];
    lb_negQuat(inverse, quat);
    lb_rotVecQuat(axis, rotationGear, inverse);
  }

  if (type == mjJNT_FREE) {
    d->actuator_length[outputId] = 0;
    for (int i = 0; i < 3; i++) {
      addEntry(m, d, outputId, dofAdr++, gear[i]);
    }
  } else {
    mjtNum rotation[3];
    lb_quat2Vel(rotation, quat, 1);
    d->actuator_length[outputId] = lb_dot3(rotation, rotationGear);
  }
  for (int i = 0; i < 3; i++) {
    addEntry(m, d, outputId, dofAdr + i, axis[i]);
  }
}

// A rod of fixed length between the crank site and a slider moving along z of the slider site.
static void sliderCrank(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int crankId = m->actuator_trnid[2 * actuatorId];
  int sliderId = m->actuator_trnid[2 * actuatorId + 1];
  const mjtNum* crank = d->site_xpos + 3 * crankId;
  const mjtNum* slider = d->site_xpos + 3 * sliderId;
  const mjtNum* R = d->site_xmat + 9 * sliderId;
  mjtNum rod = m->actuator_cranklength[actuatorId];
  mjtNum gear = m->actuator_gear[6 * outputId];

  // position of the slider: a.v - sqrt((a.v)^2 + rod^2 - v.v); beyond the dead point, a.v
  mjtNum axis[3] = {R[2], R[5], R[8]}, vec[3];
  lb_sub3(vec, crank, slider);
  mjtNum along = lb_dot3(axis, vec);
  mjtNum det = along * along + rod * rod - lb_dot3(vec, vec);
  mjtNum root = det > 0 ? sqrt(det) : 0;
  d->actuator_length[outputId] = (along - root) * gear;

  // gradients with respect to v and a
  mjtNum dVec[3], dAxis[3];
  if (root > 0) {
    lb_scl3(dVec, axis, 1 - along / root);
    lb_addToScl3(dVec, vec, 1 / root);
    lb_scl3(dAxis, vec, 1 - along / root);
  } else {
    lb_copy3(dVec, axis);
    lb_copy3(dAxis, vec);
  }
  lb_scl3(dVec, dVec, gear);
  lb_scl3(dAxis, dAxis, gear);

  // as forces: dVec on the crank, its reaction on the slider, whose axis also turns
  const mjtNum zero[3] = {0, 0, 0};
  mjtNum reaction[3], torque[3];
  lb_neg3(reaction, dVec);
  lb_cross(torque, axis, dAxis);
  Wrench onCrank = makeWrench(m, d, m->site_bodyid[crankId], crank, dVec, zero);
  Wrench onSlider = makeWrench(m, d, m->site_bodyid[sliderId], slider, reaction, torque);
  addWrenches(m, d, outputId, &onCrank, &onSlider);
}

static void tendonTransmission(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int tendonId = m->actuator_trnid[2 * actuatorId];
  mjtNum gear = m->actuator_gear[6 * outputId];
  int adr = m->ten_J_rowadr[tendonId];
  d->actuator_length[outputId] = d->ten_length[tendonId] * gear;
  for (int k = 0; k < m->ten_J_rownnz[tendonId]; k++) {
    addEntry(m, d, outputId, m->ten_J_colind[adr + k], d->ten_J[adr + k] * gear);
  }
}

// Force and torque at a site, in its own frame or in that of a reference site.
static void siteTransmission(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int siteId = m->actuator_trnid[2 * actuatorId];
  int refId = m->actuator_trnid[2 * actuatorId + 1];
  const mjtNum* gear = m->actuator_gear + 6 * outputId;
  const mjtNum* point = d->site_xpos + 3 * siteId;
  const mjtNum* frame = d->site_xmat + 9 * (refId >= 0 ? refId : siteId);

  mjtNum force[3], torque[3];
  lb_mulMatVec3(force, frame, gear);
  lb_mulMatVec3(torque, frame, gear + 3);
  Wrench onSite = makeWrench(m, d, m->site_bodyid[siteId], point, force, torque);
  if (refId < 0) {
    d->actuator_length[outputId] = 0;
    addWrenches(m, d, outputId, &onSite, NULL);
    return;
  }

  // length: pose difference in the reference frame, projected on the gear
  mjtNum difference[3], rotation[3], quat[4], refQuat[4];
  lb_sub3(difference, point, d->site_xpos + 3 * refId);
  siteQuat(m, d, siteId, quat);
  siteQuat(m, d, refId, refQuat);
  lb_subQuat(rotation, quat, refQuat);
  d->actuator_length[outputId] = lb_dot3(difference, force) + lb_dot3(rotation, gear + 3);

  // moment: the site moves against the reference site
  lb_neg3(force, force);
  lb_neg3(torque, torque);
  Wrench onRef = makeWrench(m, d, m->site_bodyid[refId], d->site_xpos + 3 * refId, force, torque);
  addWrenches(m, d, outputId, &onSite, &onRef);
}

// Three outputs: the rotation vector of a ball joint, or of a site relative to a reference site.
// Velocities are about the axes of the child or site.
static void so3Transmission(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int id = m->actuator_trnid[2 * actuatorId];
  int refId = m->actuator_trnid[2 * actuatorId + 1];
  if (refId < 0) {
    mjtNum quat[4];
    lb_copy4(quat, d->qpos + m->jnt_qposadr[id]);
    lb_normalize4(quat);
    lb_quat2Vel(d->actuator_length + outputId, quat, 1);
    for (int i = 0; i < 3; i++) {
      openRow(d, outputId + i);
      addEntry(m, d, outputId + i, m->jnt_dofadr[id] + i, 1);
    }
    return;
  }

  mjtNum quat[4], refQuat[4];
  siteQuat(m, d, id, quat);
  siteQuat(m, d, refId, refQuat);
  lb_subQuat(d->actuator_length + outputId, quat, refQuat);
  for (int i = 0; i < 3; i++) {
    const mjtNum* R = d->site_xmat + 9 * id;
    Wrench onSite = {m->site_bodyid[id], {R[i], R[3 + i], R[6 + i], 0, 0, 0}};
    Wrench onRef = {m->site_bodyid[refId], {-R[i], -R[3 + i], -R[6 + i], 0, 0, 0}};
    openRow(d, outputId + i);
    addWrenches(m, d, outputId + i, &onSite, &onRef);
  }
}

// Adds scale * normal . J(point of body) to a dense row.
static void addNormal(const mjModel* m, const mjData* d, mjtNum* row, int bodyId,
                      const mjContact* contact, mjtNum scale) {
  const mjtNum zero[3] = {0, 0, 0};
  Wrench wrench = makeWrench(m, d, bodyId, contact->pos, contact->frame, zero);
  for (int i = lb_lastDof(m, bodyId); i >= 0; i = m->dof_parentid[i]) {
    row[i] += scale * lb_dot6(d->cdof + 6 * i, wrench.value);
  }
}

// Adhesion: a pull along the normals of all contacts of a body, shared equally.
// COMPAT: ADHESION-FLEX: those with flexes are none of them.
static void bodyTransmission(const mjModel* m, mjData* d, int actuatorId, int outputId) {
  int bodyId = m->actuator_trnid[2 * actuatorId];
  d->actuator_length[outputId] = 0;

  mj_markStack(d);
  mjtNum* row = lb_stackNum(d, m->nv);
  for (int i = 0; i < m->nv; i++) {
    row[i] = 0;
  }

  // contacts that make constraints, and those inside the gap
  int count = 0;
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* contact = d->contact + c;
    if (contact->geom[0] < 0 || contact->geom[1] < 0) {
      continue;
    }
    int body1 = m->geom_bodyid[contact->geom[0]], body2 = m->geom_bodyid[contact->geom[1]];
    if ((body1 == bodyId || body2 == bodyId) && contact->exclude <= lbEXCLUDE_GAP) {
      addNormal(m, d, row, body1, contact, -1);
      addNormal(m, d, row, body2, contact, 1);
      count++;
    }
  }
  // COMPAT: ACT-BODY-GEAR: without gear
  mjtNum scale = count ? -1.0 / count : 0;
  for (int i = 0; i < m->nv; i++) {
    if (row[i] != 0) {
      addEntry(m, d, outputId, i, scale * row[i]);
    }
  }
  mj_freeStack(d);
}

// True when what the actuator moves sleeps, so that its length cannot have changed.
static bool isAsleep(const mjModel* m, const mjData* d, int actuatorId) {
  const int* id = m->actuator_trnid + 2 * actuatorId;
  switch (m->actuator_trntype[actuatorId]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return lb_treeAsleep(m, d, m->body_treeid[m->jnt_bodyid[id[0]]]);
    case mjTRN_TENDON:
      return lb_tendonAsleep(m, d, id[0]);
    case mjTRN_SITE:
      return id[1] < 0 && lb_treeAsleep(m, d, m->body_treeid[m->site_bodyid[id[0]]]);
    default:
      return false;
  }
}

void mj_transmission(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  bool filter = lb_sleepFilter(m, d);
  for (int i = 0; i < m->nactuator; i++) {
    int outputId = m->actuator_outadr[i];
    openRow(d, outputId);
    if (filter && isAsleep(m, d, i)) {
      continue;
    }
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT:
        jointTransmission(m, d, i, outputId);
        break;
      case mjTRN_SLIDERCRANK:
        sliderCrank(m, d, i, outputId);
        break;
      case mjTRN_TENDON:
        tendonTransmission(m, d, i, outputId);
        break;
      case mjTRN_SITE:
        siteTransmission(m, d, i, outputId);
        break;
      case mjTRN_BODY:
        bodyTransmission(m, d, i, outputId);
        break;
      case mjTRN_SO3:
        so3Transmission(m, d, i, outputId);
        break;
      default:
        lb_error("mj_transmission: unknown transmission type %d of actuator %d",
                 m->actuator_trntype[i], i);
    }
  }
}
