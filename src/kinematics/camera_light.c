// Global poses of cameras and lights, with the modes that follow or look at a body.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "math/inline.h"

// The point that a targeting camera or light looks at.
static const mjtNum* targetPoint(const mjData* d, int mode, int targetId) {
  return (mode == mjCAMLIGHT_TARGETBODY ? d->xpos : d->subtree_com) + 3 * targetId;
}

// Camera axes looking along -z from xpos to the target, x horizontal.
static void lookAt(mjtNum xmat[9], const mjtNum xpos[3], const mjtNum target[3]) {
  const mjtNum up[3] = {0, 0, 1};
  mjtNum x[3], y[3], z[3];
  lb_sub3(z, xpos, target);
  lb_normalize3(z);
  lb_cross(x, up, z);
  lb_normalize3(x);
  lb_cross(y, z, x);
  lb_normalize3(y);
  for (int i = 0; i < 3; i++) {
    lb_set3(xmat + 3 * i, x[i], y[i], z[i]);
  }
}

LB_APART static void placeCamera(const mjModel* m, mjData* d, int cameraId) {
  int bodyId = m->cam_bodyid[cameraId];
  int mode = m->cam_mode[cameraId];
  int targetId = m->cam_targetbodyid[cameraId];
  mjtNum* xpos = d->cam_xpos + 3 * cameraId;
  mjtNum* xmat = d->cam_xmat + 9 * cameraId;

  if (mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM) {
    // constant global orientation and offset
    if (mode == mjCAMLIGHT_TRACK) {
      lb_add3(xpos, d->xpos + 3 * bodyId, m->cam_pos0 + 3 * cameraId);
    } else {
      lb_add3(xpos, d->subtree_com + 3 * bodyId, m->cam_poscom0 + 3 * cameraId);
    }
    lb_copy9(xmat, m->cam_mat0 + 9 * cameraId);
    return;
  }

  mj_local2Global(d, xpos, xmat, m->cam_pos + 3 * cameraId, m->cam_quat + 4 * cameraId, bodyId,
                  mjSAMEFRAME_NONE);
  if (mode != mjCAMLIGHT_FIXED && targetId >= 0) {
    lookAt(xmat, xpos, targetPoint(d, mode, targetId));
  }
}

// A light that moves or turns with a body.
LB_APART static void placeMovedLight(const mjModel* m, mjData* d, int lightId) {
  int bodyId = m->light_bodyid[lightId];
  int mode = m->light_mode[lightId];
  int targetId = m->light_targetbodyid[lightId];
  mjtNum* xpos = d->light_xpos + 3 * lightId;
  mjtNum* xdir = d->light_xdir + 3 * lightId;

  if (mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM) {
    if (mode == mjCAMLIGHT_TRACK) {
      lb_add3(xpos, d->xpos + 3 * bodyId, m->light_pos0 + 3 * lightId);
    } else {
      lb_add3(xpos, d->subtree_com + 3 * bodyId, m->light_poscom0 + 3 * lightId);
    }
    lb_copy3(xdir, m->light_dir0 + 3 * lightId);
  } else {
    lb_mulMatVec3(xpos, d->xmat + 9 * bodyId, m->light_pos + 3 * lightId);
    lb_addTo3(xpos, d->xpos + 3 * bodyId);
    lb_rotVecQuat(xdir, m->light_dir + 3 * lightId, d->xquat + 4 * bodyId);
    if (mode != mjCAMLIGHT_FIXED && targetId >= 0) {
      lb_sub3(xdir, targetPoint(d, mode, targetId), xpos);
    }
  }
  lb_normalize3(xdir);
}

// Most lights stay where they are in the world.
static inline void placeLight(const mjModel* m, mjData* d, int lightId) {
  if (m->light_bodyid[lightId] || m->light_mode[lightId] != mjCAMLIGHT_FIXED) {
    placeMovedLight(m, d, lightId);
    return;
  }
  lb_copy3(d->light_xpos + 3 * lightId, m->light_pos + 3 * lightId);
  lb_copy3(d->light_xdir + 3 * lightId, m->light_dir + 3 * lightId);
  lb_normalize3(d->light_xdir + 3 * lightId);
}

// Whether neither the body nor what is looked at moves. COMPAT: SLEEP-STATIC-CAMERA: while
// something sleeps, what is fixed to static bodies rests too.
static bool rests(const mjData* d, int bodyId, int targetId) {
  return d->body_awake[bodyId] != mjS_AWAKE &&
         (targetId < 0 || d->body_awake[targetId] != mjS_AWAKE);
}

void mj_camlight(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  bool filter = lb_sleepFilter(m, d);
  for (int i = 0; i < m->ncam; i++) {
    if (!filter || !rests(d, m->cam_bodyid[i], m->cam_targetbodyid[i])) {
      placeCamera(m, d, i);
    }
  }
  for (int i = 0; i < m->nlight; i++) {
    if (!filter || !rests(d, m->light_bodyid[i], m->light_targetbodyid[i])) {
      placeLight(m, d, i);
    }
  }
}
