// Forward kinematics: from qpos and mocap poses to global frames of bodies, inertias, joints, geoms
// and sites.
//
// Bodies are numbered parents first, so one ascending loop is enough. Quaternions of free and ball
// joints and of mocap bodies are normalized on the way; qpos itself is left as it is. Frames that
// coincide with (or are parallel to) the body or inertia frame are copied (mjtSameFrame).

#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/tree_share.h"
#include "kinematics/tree_stages.h"
#include "math/blas.h"
#include "math/inline.h"

// Global pose of a frame given in body coordinates.
static inline void globalFrame(const mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                               const mjtNum quat[4], int bodyId, int sameFrame) {
  const mjtNum* bodyPos = d->xpos + 3 * bodyId;
  const mjtNum* bodyMat = d->xmat + 9 * bodyId;

  // position: that of the body or its inertia, or moved by the offset
  if (sameFrame == mjSAMEFRAME_BODY) {
    lb_copy3(xpos, bodyPos);
  } else if (sameFrame == mjSAMEFRAME_INERTIA) {
    lb_copy3(xpos, d->xipos + 3 * bodyId);
  } else {
    lb_mulMatVec3(xpos, bodyMat, pos);
    lb_addTo3(xpos, bodyPos);
  }

  // orientation
  if (sameFrame == mjSAMEFRAME_NONE) {
    mjtNum global[4];
    lb_mulQuat(global, d->xquat + 4 * bodyId, quat);
    lb_quat2Mat(xmat, global);
  } else if (sameFrame == mjSAMEFRAME_BODY || sameFrame == mjSAMEFRAME_BODYROT) {
    lb_copy9(xmat, bodyMat);
  } else {
    lb_copy9(xmat, d->ximat + 9 * bodyId);
  }
}

void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                     const mjtNum quat[4], int body, mjtByte sameframe) {
  LB_REQUIRE(d);
  if (sameframe > mjSAMEFRAME_INERTIAROT) {
    return;
  }
  // a position or an orientation alone: the other goes nowhere
  static const mjtNum none[4] = {0};
  mjtNum lostPos[3], lostMat[9];
  bool position = xpos && pos, orientation = xmat && quat;
  globalFrame(d, position ? xpos : lostPos, orientation ? xmat : lostMat, position ? pos : none,
              orientation ? quat : none, body, sameframe);
}

void lb_placeWorld(mjData* d) {
  lb_zero3(d->xpos);
  lb_unit4(d->xquat);
  lb_unit9(d->xmat);
  lb_zero3(d->xipos);
  lb_unit9(d->ximat);
}

// Pose of a body with a lone free joint: straight from qpos.
static void placeFree(const mjModel* m, mjData* d, int bodyId, int jointId) {
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[jointId];
  mjtNum* xpos = d->xpos + 3 * bodyId;
  mjtNum* xquat = d->xquat + 4 * bodyId;
  lb_copy3(xpos, qpos);
  lb_copy4(xquat, qpos + 3);
  lb_normalize4(xquat);
  lb_copy3(d->xanchor + 3 * jointId, xpos);
  lb_copy3(d->xaxis + 3 * jointId, m->jnt_axis + 3 * jointId);
}

// Pose of a body relative to its parent before any joint moves it.
static void placeFixed(const mjModel* m, mjData* d, int bodyId) {
  int parentId = m->body_parentid[bodyId];
  mjtNum* xpos = d->xpos + 3 * bodyId;
  mjtNum* xquat = d->xquat + 4 * bodyId;
  int mocapId = m->body_mocapid[bodyId];

  // mocap: the pose is input, relative to the parent, which is the world
  const mjtNum* pos = m->body_pos + 3 * bodyId;
  mjtNum quat[4];
  if (mocapId >= 0) {
    pos = d->mocap_pos + 3 * mocapId;
    lb_copy4(quat, d->mocap_quat + 4 * mocapId);
    lb_normalize4(quat);
  } else {
    lb_copy4(quat, m->body_quat + 4 * bodyId);
  }

  if (parentId == 0) {
    lb_copy3(xpos, pos);
    lb_copy4(xquat, quat);
  } else {
    lb_mulMatVec3(xpos, d->xmat + 9 * parentId, pos);
    lb_addTo3(xpos, d->xpos + 3 * parentId);
    lb_mulQuat(xquat, d->xquat + 4 * parentId, quat);
  }
}

// Moves the body by one ball, slide or hinge joint and records the joint's anchor and axis.
static void applyJoint(const mjModel* m, mjData* d, int bodyId, int jointId) {
  mjtNum* xpos = d->xpos + 3 * bodyId;
  mjtNum* xquat = d->xquat + 4 * bodyId;
  mjtNum* anchor = d->xanchor + 3 * jointId;
  mjtNum* axis = d->xaxis + 3 * jointId;
  const mjtNum* jointPos = m->jnt_pos + 3 * jointId;
  const mjtNum* localAxis = m->jnt_axis + 3 * jointId;
  int qposAdr = m->jnt_qposadr[jointId];
  bool centred = lb_isZero3(jointPos);

  // anchor and axis in the frame as moved by the joints before this one
  lb_rotVecQuat(axis, localAxis, xquat);
  if (centred) {
    lb_copy3(anchor, xpos);
  } else {
    lb_rotVecQuat(anchor, jointPos, xquat);
    lb_addTo3(anchor, xpos);
  }

  if (m->jnt_type[jointId] == mjJNT_SLIDE) {
    lb_addToScl3(xpos, axis, d->qpos[qposAdr] - m->qpos0[qposAdr]);
    return;
  }

  // rotate about the anchor
  mjtNum rotation[4];
  if (m->jnt_type[jointId] == mjJNT_BALL) {
    lb_copy4(rotation, d->qpos + qposAdr);
    lb_normalize4(rotation);
  } else {
    lb_axisAngle2Quat(rotation, localAxis, d->qpos[qposAdr] - m->qpos0[qposAdr]);
  }
  lb_mulQuat(xquat, xquat, rotation);
  if (!centred) {
    mjtNum toAnchor[3];
    lb_rotVecQuat(toAnchor, jointPos, xquat);
    lb_sub3(xpos, anchor, toAnchor);
  }
}

static void placeBody(const mjModel* m, mjData* d, int bodyId) {
  int jointAdr = m->body_jntadr[bodyId];
  int jointCount = m->body_jntnum[bodyId];

  if (jointCount == 1 && m->jnt_type[jointAdr] == mjJNT_FREE) {
    placeFree(m, d, bodyId, jointAdr);
  } else {
    placeFixed(m, d, bodyId);
    for (int j = 0; j < jointCount; j++) {
      applyJoint(m, d, bodyId, jointAdr + j);
    }
    lb_normalize4(d->xquat + 4 * bodyId);
  }

  lb_quat2Mat(d->xmat + 9 * bodyId, d->xquat + 4 * bodyId);
  globalFrame(d, d->xipos + 3 * bodyId, d->ximat + 9 * bodyId, m->body_ipos + 3 * bodyId,
              m->body_iquat + 4 * bodyId, bodyId, m->body_sameframe[bodyId]);
}

// Is a body of a sleeping tree no longer where it was left? Places them again, which gives the same
// bits where nothing changed.
static bool isElsewhere(const mjModel* m, mjData* d, int treeId) {
  int first = m->tree_bodyadr[treeId];
  for (int i = first; i < first + m->tree_bodynum[treeId]; i++) {
    mjtNum pos[3], quat[4];
    lb_copy3(pos, d->xpos + 3 * i);
    lb_copy4(quat, d->xquat + 4 * i);
    placeBody(m, d, i);
    if (memcmp(pos, d->xpos + 3 * i, sizeof(pos)) || memcmp(quat, d->xquat + 4 * i, sizeof(quat))) {
      return true;
    }
  }
  return false;
}

// First entry of a tree in qpos; nq after the last tree.
static int qposOfTree(const mjModel* m, int treeId) {
  return treeId < m->ntree ? m->jnt_qposadr[m->body_jntadr[m->tree_bodyadr[treeId]]] : (int)m->nq;
}

// Sleeping trees first..end-1 of which some qpos changed since their bodies were placed.
static bool changed(const mjModel* m, const mjData* d, int first, int end) {
  int adr = qposOfTree(m, first), count = qposOfTree(m, end) - adr;
  return lb_anyBitDiffers(d->qpos + adr, lb_placedQpos(m, d) + adr, count);
}

// Wakes sleeping trees whose qpos was changed from outside. Neighbours that sleep are looked at
// together: nearly always nothing changed.
static void wakeMoved(const mjModel* m, mjData* d) {
  for (int first, end = 0; lb_nextSleepers(m, d, &first, &end);) {
    if (!changed(m, d, first, end)) {
      continue;
    }
    for (int k = first; k < end; k++) {
      if (lb_isAsleep(d, k) && changed(m, d, k, k + 1)) {
        lb_wakeTree(m, d, k);
      }
    }
  }
}

// Wakes sleeping trees that hang on a mocap body which moved; true when there was one.
static bool wakeCarried(const mjModel* m, mjData* d) {
  int woken = 0;
  for (int t = 0; m->nmocap && t < m->ntree; t++) {
    bool carried = m->body_mocapid[m->body_rootid[m->tree_bodyadr[t]]] >= 0;
    if (carried && lb_isAsleep(d, t) && isElsewhere(m, d, t)) {
      woken += lb_wakeTree(m, d, t);
    }
  }
  return woken;
}

static inline void placeGeom(const mjModel* m, mjData* d, int geomId) {
  globalFrame(d, d->geom_xpos + 3 * geomId, d->geom_xmat + 9 * geomId, m->geom_pos + 3 * geomId,
              m->geom_quat + 4 * geomId, m->geom_bodyid[geomId], m->geom_sameframe[geomId]);
}

// Geoms of the world, which come first: its frame is the identity.
LB_APART static void placeWorldGeoms(const mjModel* m, mjData* d) {
  int count = m->body_geomnum[0];
  for (int i = 0; i < count; i++) {
    int sameFrame = m->geom_sameframe[i];
    bool isOrigin = sameFrame == mjSAMEFRAME_BODY || sameFrame == mjSAMEFRAME_INERTIA;
    if (isOrigin) {
      lb_zero3(d->geom_xpos + 3 * i);
    } else {
      lb_copy3(d->geom_xpos + 3 * i, m->geom_pos + 3 * i);
    }
    if (sameFrame == mjSAMEFRAME_NONE) {
      lb_quat2Mat(d->geom_xmat + 9 * i, m->geom_quat + 4 * i);
    } else {
      lb_unit9(d->geom_xmat + 9 * i);
    }
  }
}

// Static bodies that were placed before may rest.
static bool rests(const mjData* d, int bodyId, const void* resting) {
  return resting && d->body_awake[bodyId] == mjS_STATIC;
}

static void placeShare(const mjModel* m, mjData* d, void* resting, const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    if (!rests(d, bodyId, resting)) {
      placeBody(m, d, bodyId);
    }
  }
}

// Geoms of the bodies of a share, which are numbered body by body.
static void placeGeoms(const mjModel* m, mjData* d, void* resting, const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k), geom = m->body_geomadr[bodyId];
    int end = geom + (rests(d, bodyId, resting) ? 0 : m->body_geomnum[bodyId]);
    for (; geom < end; geom++) {
      placeGeom(m, d, geom);
    }
  }
}

static inline void placeSite(const mjModel* m, mjData* d, int siteId) {
  globalFrame(d, d->site_xpos + 3 * siteId, d->site_xmat + 9 * siteId, m->site_pos + 3 * siteId,
              m->site_quat + 4 * siteId, m->site_bodyid[siteId], m->site_sameframe[siteId]);
}

void lb_placeTrees(const mjModel* m, mjData* d, const lbTreeShare* share) {
  placeShare(m, d, NULL, share);
  placeGeoms(m, d, NULL, share);
}

void lb_placeRest(const mjModel* m, mjData* d) {
  placeWorldGeoms(m, d);
  for (int i = 0; i < m->nsite; i++) {
    placeSite(m, d, i);
  }
}

static void placeTreeShare(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  lb_placeTrees(m, d, share);
}

LB_APART static void placeShares(const mjModel* m, mjData* d) {
  lb_stageTrees(m, d, placeTreeShare, NULL);
  lb_placeRest(m, d);
}

// Places what is awake, after waking what was moved from outside. COMPAT: SLEEP-30: static bodies
// are placed once, and what is fixed to them only while nothing sleeps.
LB_APART static void placeAwake(const mjModel* m, mjData* d) {
  lbSleepMemory* memory = lb_sleepMemory(d);
  if (lb_sleepFilter(m, d) && !memory->still) {
    wakeMoved(m, d);
  }
  memory->still = 0;

  // bodies and joints
  lb_forTrees(m, d, placeShare, memory->placed ? d : NULL);
  memory->placed = 1;
  if (lb_sleepFilter(m, d) && wakeCarried(m, d)) {
    lb_forTrees(m, d, placeShare, d);
  }

  // what a tree that falls asleep is compared with
  bool filter = lb_sleepFilter(m, d);
  if (!filter || d->nv_awake) {
    memcpy(lb_placedQpos(m, d), d->qpos, (size_t)m->nq * sizeof(mjtNum));
  }

  // geoms; those of the world wait for nobody
  if (!filter) {
    placeWorldGeoms(m, d);
  }
  lb_forTrees(m, d, placeGeoms, filter ? d : NULL);

  // sites
  for (int i = 0; i < m->nsite; i++) {
    if (!filter || d->body_awake[m->site_bodyid[i]] == mjS_AWAKE) {
      placeSite(m, d, i);
    }
  }
}

LB_APART static void placeAll(const mjModel* m, mjData* d) {
  int bodyCount = (int)m->nbody, geomCount = (int)m->ngeom, siteCount = (int)m->nsite;
  for (int i = 1; i < bodyCount; i++) {
    placeBody(m, d, i);
  }
  int still = m->body_geomnum[0];
  if (still) {
    placeWorldGeoms(m, d);
  }
  for (int i = still; i < geomCount; i++) {
    placeGeom(m, d, i);
  }
  for (int i = 0; i < siteCount; i++) {
    placeSite(m, d, i);
  }
}

void mj_kinematics(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_placeWorld(d);
  if (lb_enabled(m, mjENBL_SLEEP)) {
    placeAwake(m, d);
  } else if (lb_hasThreads(d)) {
    placeShares(m, d);
  } else if ((m->nbody - 1) | m->ngeom | m->nsite) {
    placeAll(m, d);
  }
}
