// Perturbation with the mouse: a reference pose that follows the mouse, and the spring that pulls
// the selected body to it.
//
// The pose is that of the body's inertial frame, of mocap bodies too; localpos is the selected
// point in the body frame. The spring has unit damping ratio in units of the mass felt at the
// selected point, so it is stable for any model.

#include <math.h>

#include "base/error.h"
#include "data/stack.h"
#include "visual/visual.h"

static const mjtNum maxTwist = mjPI / 2;  // between the body and its reference, radians

static int isBody(const mjModel* m, const mjvPerturb* pert) {
  return pert->select >= 0 && pert->select < m->nbody;
}

bool lb_isSelected(const mjModel* m, const mjvPerturb* pert) {
  return isBody(m, pert) && pert->select > 0;
}

// Orientation of the frame that is pulled.
static void selectedQuat(const mjModel* m, const mjData* d, int bodyId, mjtNum quat[4]) {
  lb_mulQuat(quat, d->xquat + 4 * bodyId, m->body_iquat + 4 * bodyId);
}

void lb_selectedPoint(const mjData* d, const mjvPerturb* pert, mjtNum point[3]) {
  lb_mulMatVec3(point, d->xmat + 9 * pert->select, pert->localpos);
  lb_addTo3(point, d->xpos + 3 * pert->select);
}

// Mass felt when the point is pushed: inverse of the mean diagonal of J M^-1 J'.
static mjtNum massAtPoint(const mjModel* m, mjData* d, int bodyId, const mjtNum point[3]) {
  if (m->nv == 0) {
    return 1;
  }
  mj_markStack(d);
  mjtNum* jacobian = lb_stackNum(d, 3 * (size_t)m->nv);
  mjtNum* solution = lb_stackNum(d, 3 * (size_t)m->nv);
  mj_jac(m, d, jacobian, NULL, point, bodyId);
  mj_solveM(m, d, solution, jacobian, 3);
  mjtNum trace = mju_dot(jacobian, solution, 3 * m->nv);
  mj_freeStack(d);
  return trace > mjMINVAL ? 3 / trace : 1;
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  LB_REQUIRE(pert);
  if (!lb_isSelected(m, pert)) {
    return;
  }
  int bodyId = pert->select;
  lb_copy3(pert->refpos, d->xipos + 3 * bodyId);
  selectedQuat(m, d, bodyId, pert->refquat);
  lb_selectedPoint(d, pert, pert->refselpos);
  pert->localmass = massAtPoint(m, d, bodyId, pert->refselpos);
  int flexId = pert->flexselect;
  if (flexId >= 0 && flexId < m->nflex && !m->flex_rigid[flexId]) {
    // COMPAT: VIS-PULL-FLEX: a vertex pulls its neighbours along: its mass times their mean number
    pert->localmass *= 2.0 * m->flex_edgenum[flexId] / m->flex_vertnum[flexId];
  }

  // one unit of mouse motion is the height of the picture at the selected point
  mjtNum head[3], forward[3], up[3], offset[3];
  mjv_cameraInModel(head, forward, up, scn);
  lb_sub3(offset, pert->refselpos, head);
  // COMPAT: VIS-ORTHO-PACE: by the distance for orthographic cameras, too
  pert->scale = mjv_frustumHeight(scn) * lb_dot3(offset, forward);
  if (scn->camera[0].orthographic) {
    pert->scale *= LB_ORTHOGRAPHIC_PACE;
  }
}

// Limits the rotation between the body and its reference.
static void limitTwist(const mjtNum bodyQuat[4], mjtNum refQuat[4]) {
  mjtNum twist[3], back[4];
  lb_subQuat(twist, refQuat, bodyQuat);
  mjtNum angle = lb_normalize3(twist);
  if (angle <= maxTwist) {
    return;
  }
  lb_axisAngle2Quat(back, twist, maxTwist);
  lb_mulQuat(refQuat, bodyQuat, back);
  lb_normalize4(refQuat);
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy,
                     const mjvScene* scn, mjvPerturb* pert) {
  LB_REQUIRE(scn && pert);
  if (action == mjMOUSE_ZOOM) {
    return;
  }
  mjtNum head[3], forward[3], up[3], vec[3], move[3];
  mjv_cameraInModel(head, forward, up, scn);
  lb_mouseVector(vec, action, reldx, reldy);
  int relative = action == mjMOUSE_MOVE_V_REL || action == mjMOUSE_MOVE_H_REL;
  if (relative && isBody(m, pert)) {
    lb_mulMatVec3(move, d->xmat + 9 * pert->select, vec);
  } else {
    mjv_alignToCamera(move, vec, forward);
  }

  if (action != mjMOUSE_ROTATE_V && action != mjMOUSE_ROTATE_H) {
    lb_addToScl3(pert->refpos, move, pert->scale);
    lb_addToScl3(pert->refselpos, move, pert->scale);
    return;
  }

  // rotate about the global axis, one turn over the height of the picture
  mjtNum spin[4], quat[4], bodyQuat[4];
  mjtNum angle = 2 * mjPI * lb_normalize3(move);
  lb_axisAngle2Quat(spin, move, angle);
  lb_mulQuat(quat, spin, pert->refquat);
  lb_copy4(pert->refquat, quat);
  lb_normalize4(pert->refquat);
  if (lb_isSelected(m, pert)) {
    selectedQuat(m, d, pert->select, bodyQuat);
    limitTwist(bodyQuat, pert->refquat);
  }
}

// Places the root body such that the selected body's inertial frame comes to the reference.
static void moveRoot(const mjModel* m, mjData* d, const mjvPerturb* pert, int rootId) {
  int bodyId = pert->select;
  mjtNum bodyQuat[4], inversePos[3], inverseQuat[4], pos[3], quat[4];

  // root relative to the inertial frame, then from the reference
  selectedQuat(m, d, bodyId, bodyQuat);
  lb_negPose(inversePos, inverseQuat, d->xipos + 3 * bodyId, bodyQuat);
  lb_mulPose(pos, quat, inversePos, inverseQuat, d->xpos + 3 * rootId, d->xquat + 4 * rootId);
  mjtNum* qpos = d->qpos + m->jnt_qposadr[m->body_jntadr[rootId]];
  lb_mulPose(qpos, qpos + 3, pert->refpos, pert->refquat, pos, quat);
  lb_normalize4(qpos + 3);
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  LB_REQUIRE(pert);
  if (!lb_isSelected(m, pert) || !(pert->active | pert->active2)) {
    return;
  }
  int bodyId = pert->select;
  int mocapId = m->body_mocapid[bodyId];
  int rootId = m->body_rootid[bodyId];
  if (mocapId >= 0) {
    // the body's frame, seen from its inertial frame at the reference
    mjtNum inversePos[3], inverseQuat[4];
    lb_negPose(inversePos, inverseQuat, m->body_ipos + 3 * bodyId, m->body_iquat + 4 * bodyId);
    lb_mulPose(d->mocap_pos + 3 * mocapId, d->mocap_quat + 4 * mocapId, pert->refpos, pert->refquat,
               inversePos, inverseQuat);
  } else if (flg_paused && m->body_jntnum[rootId] == 1 &&
             m->jnt_type[m->body_jntadr[rootId]] == mjJNT_FREE) {
    moveRoot(m, d, pert, rootId);
  }
}

// COMPAT: VIS-PULL-WORLD: nothing selected is body 0: the force on the world is written, too.
void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  LB_REQUIRE(m && d && pert);
  if (!isBody(m, pert) || !(pert->active | pert->active2)) {
    return;
  }
  int bodyId = pert->select;
  int bits = pert->active | pert->active2;
  mjtNum* force = d->xfrc_applied + 6 * bodyId;
  mjtNum* torque = force + 3;
  mjtNum velocity[6], point[3], arm[3], offset[3];
  mj_objectVelocity(m, d, mjOBJ_BODY, bodyId, velocity, 0);
  mjtNum inverseWeight = m->body_invweight0[2 * bodyId + 1];
  mjtNum inertia = inverseWeight > mjMINVAL ? 1 / inverseWeight : 1;

  if (bits & mjPERT_TRANSLATE) {
    mjtNum stiffness = m->vis.map.stiffness;
    mjtNum damping = sqrt(stiffness);
    lb_selectedPoint(d, pert, point);
    lb_sub3(arm, point, d->xipos + 3 * bodyId);
    mjtNum pointVelocity[3];
    lb_copy3(pointVelocity, velocity + 3);
    lb_addToCross(pointVelocity, velocity, arm);
    lb_sub3(offset, pert->refselpos, point);
    for (int i = 0; i < 3; i++) {
      force[i] = pert->localmass * (stiffness * offset[i] - damping * pointVelocity[i]);
    }
    lb_cross(torque, arm, force);

    // the force cannot stop a spin about its own direction: damp that as well
    // COMPAT: VIS-PULL-SPIN: about the x axis, where there is no pull
    lb_normalize3(offset);
    mjtNum spin = lb_dot3(velocity, offset);
    lb_addToScl3(torque, offset, -inertia * sqrt(m->vis.map.stiffnessrot) * spin);
  }

  if (bits & mjPERT_ROTATE) {
    mjtNum stiffness = m->vis.map.stiffnessrot;
    mjtNum damping = sqrt(stiffness);
    mjtNum bodyQuat[4], twist[3], global[3];
    selectedQuat(m, d, bodyId, bodyQuat);
    lb_subQuat(twist, pert->refquat, bodyQuat);
    lb_rotVecQuat(global, twist, bodyQuat);
    for (int i = 0; i < 3; i++) {
      torque[i] = inertia * (stiffness * global[i] - damping * velocity[i]);
    }
  }
}
