// Cameras: frames, frustums, mouse motion, and the transformation between the model and the room it
// is shown in.
//
// Angles of a camera are degrees; the frame is right-handed: right = forward x up. The room
// transform maps p of the model to rotate * p * scale + translate.

#include <math.h>

#include "base/error.h"
#include "math/libm.h"
#include "visual/visual.h"

#define DEGREE (mjPI / 180)

static const mjtNum maxElevation = 89;
static const mjtNum minDistance = 0.01;  // times the extent of the model
static const mjtNum maxDistance = 100;
static const mjtNum minScale = 0.01;
static const mjtNum maxScale = 100;

//---------------------------------- room and model -----------------------------------------------

// The scene's rotation in double precision. COMPAT: VIS-ROOM: positions turn by it as it is,
// quaternions are normalised when they were turned.
static void sceneRotation(mjtNum quat[4], const mjvScene* scn) {
  for (int i = 0; i < 4; i++) {
    quat[i] = scn->rotate[i];
  }
}

static void checkScale(const mjvScene* scn, const char* caller) {
  if (scn->scale < mjMINVAL) {
    lb_error("%s: mjvScene scale too small", caller);
  }
}

// COMPAT: VIS-ROOM: a scene without transformation needs a scale, too.
void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                    const mjtNum roomquat[4], const mjvScene* scn) {
  LB_REQUIRE(modelpos && modelquat && roompos && roomquat && scn);
  checkScale(scn, __func__);
  if (!scn->enabletransform) {
    lb_copy3(modelpos, roompos);
    lb_copy4(modelquat, roomquat);
    return;
  }
  mjtNum rotate[4], inverse[4], offset[3], turned[4];
  sceneRotation(rotate, scn);
  lb_negQuat(inverse, rotate);
  for (int i = 0; i < 3; i++) {
    offset[i] = (roompos[i] - scn->translate[i]) / scn->scale;
  }
  lb_rotVecQuat(modelpos, offset, inverse);
  lb_mulQuat(turned, inverse, roomquat);
  lb_normalize4(turned);
  lb_copy4(modelquat, turned);
}

// COMPAT: VIS-ROOM: the translation is scaled as well, so that this is the inverse of
// mjv_room2model only where there is no translation or the scale is 1
void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                    const mjtNum modelquat[4], const mjvScene* scn) {
  LB_REQUIRE(roompos && roomquat && modelpos && modelquat && scn);
  checkScale(scn, __func__);
  if (!scn->enabletransform) {
    lb_copy3(roompos, modelpos);
    lb_copy4(roomquat, modelquat);
    return;
  }
  mjtNum rotate[4], turnedPos[3], turned[4];
  sceneRotation(rotate, scn);
  lb_rotVecQuat(turnedPos, modelpos, rotate);
  for (int i = 0; i < 3; i++) {
    roompos[i] = (turnedPos[i] + scn->translate[i]) * scn->scale;
  }
  lb_mulQuat(turned, rotate, modelquat);
  lb_normalize4(turned);
  lb_copy4(roomquat, turned);
}

static void checkNear(const mjvScene* scn, const char* caller) {
  if (scn->camera[0].frustum_near < mjMINVAL || scn->camera[1].frustum_near < mjMINVAL) {
    lb_error("%s: mjvScene frustum_near too small", caller);
  }
}

// Mean of the cameras; COMPAT: VIS-ROOM: directions of unit length, not made orthogonal.
static void meanCamera(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  const mjvGLCamera *a = scn->camera, *b = a + 1;
  for (int i = 0; i < 3; i++) {
    headpos[i] = ((mjtNum)a->pos[i] + b->pos[i]) / 2;
    forward[i] = (mjtNum)a->forward[i] + b->forward[i];
    up[i] = (mjtNum)a->up[i] + b->up[i];
  }
  lb_normalize3(forward);
  lb_normalize3(up);
}

void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  LB_REQUIRE(headpos && forward && up && scn);
  checkNear(scn, __func__);
  meanCamera(headpos, forward, up, scn);
}

void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  LB_REQUIRE(headpos && forward && up && scn);
  checkNear(scn, __func__);
  meanCamera(headpos, forward, up, scn);

  // the camera's frame to the model; its axes point left, up and forward
  mjtNum left[3], frame[9], quat[4];
  lb_cross(left, up, forward);
  lb_normalize3(left);
  for (int i = 0; i < 3; i++) {
    frame[3 * i] = left[i];
    frame[3 * i + 1] = up[i];
    frame[3 * i + 2] = forward[i];
  }
  lb_mat2Quat(quat, frame);
  mjv_room2model(headpos, quat, headpos, quat, scn);
  lb_quat2Mat(frame, quat);
  for (int i = 0; i < 3; i++) {
    up[i] = frame[3 * i + 1];
    forward[i] = frame[3 * i + 2];
  }
}

static void checkProjections(const mjvGLCamera* a, const mjvGLCamera* b, const char* caller) {
  if (a->orthographic != b->orthographic) {
    lb_error("%s: cannot average frustums of perspective and orthographic cameras", caller);
  }
}

mjtNum mjv_frustumHeight(const mjvScene* scn) {
  LB_REQUIRE(scn);
  const mjvGLCamera *a = scn->camera, *b = a + 1;
  checkProjections(a, b, __func__);
  float height1 = a->frustum_top - a->frustum_bottom, height2 = b->frustum_top - b->frustum_bottom;
  if (!a->orthographic) {
    checkNear(scn, __func__);
    height1 /= a->frustum_near;
    height2 /= b->frustum_near;
  }
  return (height1 + height2) / 2;
}

void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  LB_REQUIRE(res && vec && forward);
  // forward on the ground, and the direction to its right
  mjtNum ahead[2] = {forward[0], forward[1]};
  mjtNum length = sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1]);
  if (length < mjMINVAL) {
    ahead[0] = 1;
    ahead[1] = 0;
  } else {
    ahead[0] /= length;
    ahead[1] /= length;
  }
  mjtNum x = vec[0], y = vec[1];
  res[0] = x * ahead[1] + y * ahead[0];
  res[1] = -x * ahead[0] + y * ahead[1];
  res[2] = vec[2];
}

mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  LB_REQUIRE(cam1 && cam2);
  checkProjections(cam1, cam2, __func__);
  mjvGLCamera cam = *cam1;
  mjtNum forward[3], up[3];
  for (int i = 0; i < 3; i++) {
    cam.pos[i] = 0.5f * (cam1->pos[i] + cam2->pos[i]);
    forward[i] = cam1->forward[i] + cam2->forward[i];
    up[i] = cam1->up[i] + cam2->up[i];
  }

  // keep the average frame orthogonal
  if (lb_normalize3(forward) > mjMINVAL) {
    lb_addToScl3(up, forward, -lb_dot3(up, forward));
    lb_normalize3(up);
    for (int i = 0; i < 3; i++) {
      cam.forward[i] = (float)forward[i];
      cam.up[i] = (float)up[i];
    }
  }
  cam.frustum_center = 0.5f * (cam1->frustum_center + cam2->frustum_center);
  cam.frustum_width = 0.5f * (cam1->frustum_width + cam2->frustum_width);
  cam.frustum_bottom = 0.5f * (cam1->frustum_bottom + cam2->frustum_bottom);
  cam.frustum_top = 0.5f * (cam1->frustum_top + cam2->frustum_top);
  cam.frustum_near = 0.5f * (cam1->frustum_near + cam2->frustum_near);
  cam.frustum_far = 0.5f * (cam1->frustum_far + cam2->frustum_far);
  return cam;
}

//---------------------------------- frame and frustum --------------------------------------------

static void checkTracked(const mjModel* m, const mjvCamera* cam, const char* caller) {
  if (cam->trackbodyid < 0 || cam->trackbodyid >= m->nbody) {
    lb_error("%s: track body id is outside valid range", caller);
  }
}

// Axes of a free or tracking camera from its angles.
static void anglesToFrame(const mjvCamera* cam, mjtNum forward[3], mjtNum up[3], mjtNum right[3]) {
  mjtNum ca = lb_cos(cam->azimuth * DEGREE), sa = lb_sin(cam->azimuth * DEGREE);
  mjtNum ce = lb_cos(cam->elevation * DEGREE), se = lb_sin(cam->elevation * DEGREE);
  lb_set3(forward, ce * ca, ce * sa, se);
  lb_set3(up, -se * ca, -se * sa, ce);
  lb_set3(right, sa, -ca, 0);
}

void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                     const mjData* d, const mjvCamera* cam) {
  LB_REQUIRE(cam);
  mjtNum ahead[3], upward[3], side[3], pos[3];
  switch (cam->type) {
    case mjCAMERA_FREE:
    case mjCAMERA_TRACKING:
      anglesToFrame(cam, ahead, upward, side);
      // COMPAT: VIS-TRACK-NONE: what tracks no body stays where it looks
      lb_addScl3(pos,
                 cam->type == mjCAMERA_TRACKING && cam->trackbodyid >= 0
                     ? d->subtree_com + 3 * cam->trackbodyid
                     : cam->lookat,
                 ahead, -cam->distance);
      break;

    case mjCAMERA_FIXED: {
      const mjtNum* mat = d->cam_xmat + 9 * cam->fixedcamid;
      lb_copy3(pos, d->cam_xpos + 3 * cam->fixedcamid);
      lb_set3(ahead, -mat[2], -mat[5], -mat[8]);
      lb_set3(upward, mat[1], mat[4], mat[7]);
      lb_set3(side, mat[0], mat[3], mat[6]);
      break;
    }

    default:
      lb_complain("mjv_cameraFrame: unknown camera type");
      return;
  }
  if (headpos) {
    lb_copy3(headpos, pos);
  }
  if (forward) {
    lb_copy3(forward, ahead);
  }
  if (up) {
    lb_copy3(up, upward);
  }
  if (right) {
    lb_copy3(right, side);
  }
}

// Frustum of a camera whose lens is given by focal length, sensor size and principal point.
static void lensFrustum(float zver[2], float zhor[2], const mjModel* m, int id, float znear) {
  const float* intrinsic = m->cam_intrinsic + 4 * id;
  const float* sensor = m->cam_sensorsize + 2 * id;
  if (zhor) {
    zhor[0] = znear / intrinsic[0] * (sensor[0] / 2.0f - intrinsic[2]);
    zhor[1] = znear / intrinsic[0] * (sensor[0] / 2.0f + intrinsic[2]);
  }
  if (zver) {
    zver[0] = znear / intrinsic[1] * (sensor[1] / 2.0f - intrinsic[3]);
    zver[1] = znear / intrinsic[1] * (sensor[1] / 2.0f + intrinsic[3]);
  }
}

void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                       const mjvCamera* cam) {
  LB_REQUIRE(m && cam);
  float znear = (float)(m->vis.map.znear * m->stat.extent);
  float zfar = (float)(m->vis.map.zfar * m->stat.extent);
  if (zclip) {
    zclip[0] = znear;
    zclip[1] = zfar;
  }

  mjtNum fovy;
  int orthographic;
  if (cam->type == mjCAMERA_FIXED) {
    int id = cam->fixedcamid;
    if (id < 0 || id >= m->ncam) {
      // (what asks for more than the frustum reads the camera next)
      lb_error("mjv_cameraFrustum: fixed camera id is outside valid range");
    }
    fovy = m->cam_fovy[id];
    orthographic = m->cam_projection[id] == mjPROJ_ORTHOGRAPHIC;

    // parallel rays know no lens
    const float* sensor = m->cam_sensorsize + 2 * id;
    if (!orthographic && sensor[0] > 0 && sensor[1] > 0) {
      lensFrustum(zver, zhor, m, id, znear);
      return;
    }
  } else if (cam->type == mjCAMERA_FREE || cam->type == mjCAMERA_TRACKING) {
    fovy = m->vis.global.fovy;
    orthographic = m->vis.global.orthographic;
  } else {
    lb_complain("mjv_cameraFrustum: unknown camera type");
    return;
  }

  if (zhor) {
    zhor[0] = zhor[1] = 0;
  }
  if (zver) {
    zver[0] = (float)(orthographic ? fovy / 2 : znear * lb_tan(fovy * DEGREE / 2));
    zver[1] = zver[0];
  }
}

static int isOrthographic(const mjModel* m, const mjvCamera* cam) {
  return cam->type == mjCAMERA_FIXED ? m->cam_projection[cam->fixedcamid] == mjPROJ_ORTHOGRAPHIC
                                     : m->vis.global.orthographic;
}

mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                const mjvCamera* mjv_camera) {
  LB_REQUIRE(model && mjv_camera);
  mjvGLCamera result;
  mjtNum pos[3], forward[3], up[3];
  float zver[2], zhor[2], zclip[2];
  if (mjv_camera->type == mjCAMERA_TRACKING && mjv_camera->trackbodyid >= 0) {
    checkTracked(model, mjv_camera, __func__);
  }
  mjv_cameraFrustum(zver, zhor, zclip, model, mjv_camera);  // which checks the camera's id
  mjv_cameraFrame(pos, forward, up, NULL, data, mjv_camera);
  for (int i = 0; i < 3; i++) {
    result.pos[i] = (float)pos[i];
    result.forward[i] = (float)forward[i];
    result.up[i] = (float)up[i];
  }
  result.orthographic = isOrthographic(model, mjv_camera);
  result.frustum_center = (zhor[1] - zhor[0]) / 2;
  result.frustum_width = (zhor[1] + zhor[0]) / 2;
  result.frustum_bottom = -zver[1];
  result.frustum_top = zver[0];
  result.frustum_near = zclip[0];
  result.frustum_far = zclip[1];
  return result;
}

void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  LB_REQUIRE(m && scn);
  if (!cam || cam->type == mjCAMERA_USER) {
    return;
  }
  if (cam->type < mjCAMERA_FREE || cam->type > mjCAMERA_USER) {
    lb_complain("mjv_cameraFrame: unknown camera type");
    return;
  }
  if (cam->type == mjCAMERA_TRACKING) {
    checkTracked(m, cam, __func__);
    lb_copy3(cam->lookat, d->subtree_com + 3 * cam->trackbodyid);
  }
  mjvGLCamera centre = mjv_camera2GLCamera(m, d, cam);

  // COMPAT: VIS-ROOM-OFF: what shows the model from its own cameras leaves the room
  scn->enabletransform = 0;

  // two eyes, half the distance between them to each side
  mjtNum pos[3], right[3];
  mjv_cameraFrame(pos, NULL, NULL, right, d, cam);
  mjtNum ipd = cam->type == mjCAMERA_FIXED ? m->cam_ipd[cam->fixedcamid] : m->vis.global.ipd;
  for (int view = 0; view < 2; view++) {
    scn->camera[view] = centre;
    for (int i = 0; i < 3; i++) {
      scn->camera[view].pos[i] = (float)(pos[i] + (view ? 0.5 : -0.5) * ipd * right[i]);
    }
  }
}

//---------------------------------- mouse --------------------------------------------------------

void lb_mouseVector(mjtNum res[3], int action, mjtNum dx, mjtNum dy) {
  switch (action) {
    case mjMOUSE_ROTATE_V:
      lb_set3(res, dy, 0, dx);
      break;
    case mjMOUSE_ROTATE_H:
      lb_set3(res, dy, dx, 0);
      break;
    case mjMOUSE_MOVE_V:
      lb_set3(res, dx, 0, -dy);
      break;
    case mjMOUSE_MOVE_H:
      lb_set3(res, dx, -dy, 0);
      break;
    case mjMOUSE_MOVE_V_REL:
      lb_set3(res, 0, dx, dy);
      break;
    case mjMOUSE_MOVE_H_REL:
      lb_set3(res, dy, dx, 0);
      break;
    default:
      lb_error("convert2D: unexpected mouse action %d in convert2D", action);
  }
}

// Turns a free camera about its own position: the point looked at moves.
static void turnCamera(mjvCamera* cam, mjtNum azimuth, mjtNum elevation) {
  mjtNum forward[3], up[3], right[3], pos[3];
  mjv_cameraFrame(pos, forward, up, right, NULL, cam);
  cam->azimuth += azimuth;
  cam->elevation += elevation;
  anglesToFrame(cam, forward, up, right);
  lb_addScl3(cam->lookat, pos, forward, cam->distance);
}

// Moves the point looked at: in the plane of the ground directions, or along the camera's own axes.
static void shiftCamera(const mjModel* m, mjvCamera* cam, int action, mjtNum dx, mjtNum dy) {
  mjtNum forward[3], up[3], right[3], vec[3], aligned[3];
  mjv_cameraFrame(NULL, forward, up, right, NULL, cam);
  if (action == mjMOUSE_MOVE_V_REL || action == mjMOUSE_MOVE_H_REL) {
    lb_addToScl3(cam->lookat, right, dx);
    lb_addToScl3(cam->lookat, action == mjMOUSE_MOVE_V_REL ? up : forward, dy);
    return;
  }
  float zver[2], zclip[2];
  mjv_cameraFrustum(zver, NULL, zclip, m, cam);
  mjtNum height = (mjtNum)zver[0] + zver[1];
  mjtNum scale =
      cam->distance * height * (cam->orthographic ? LB_ORTHOGRAPHIC_PACE : 1 / (mjtNum)zclip[0]);
  lb_mouseVector(vec, action, dx, dy);
  mjv_alignToCamera(aligned, vec, forward);
  lb_addToScl3(cam->lookat, aligned, -scale);
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam) {
  LB_REQUIRE(m && cam);
  if (cam->type == mjCAMERA_FIXED) {
    return;
  }
  // COMPAT: VIS-MOVE-USER: the program's own turns and zooms, but there is no frame to move it in
  bool follows = cam->type == mjCAMERA_TRACKING;
  mjtNum extent = m->stat.extent;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      cam->azimuth -= reldx * 180;
      cam->elevation -= reldy * 180;
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      if (!follows) {
        shiftCamera(m, cam, action, reldx, reldy);
      }
      break;
    case mjMOUSE_ZOOM:
      cam->distance -= lb_log(1 + cam->distance / extent / 3) * reldy * 9 * extent;
      break;
    case mjMOUSE_TURN_V:
    case mjMOUSE_TURN_H:
      if (!follows) {
        turnCamera(cam, action == mjMOUSE_TURN_H ? -reldx * 180 : 0,
                   action == mjMOUSE_TURN_V ? -reldy * 180 : 0);
      }
      break;
    default:
      lb_complain("mjv_moveCamera: unexpected action %d", action);
      return;
  }

  // one turn at most per motion, never over the pole
  if (cam->azimuth > 180) {
    cam->azimuth -= 360;
  } else if (cam->azimuth < -180) {
    cam->azimuth += 360;
  }
  cam->elevation = lb_clip(cam->elevation, -maxElevation, maxElevation);
  cam->distance = lb_clip(cam->distance, minDistance * extent, maxDistance * extent);
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum roomup[3],
                   mjvScene* scn) {
  LB_REQUIRE(roomup && scn);
  if (!scn->enabletransform) {
    return;
  }
  mjtNum head[3], forward[3], up[3], vec[3], aligned[3], toRoom[4], turned[3];
  if (action == mjMOUSE_ZOOM) {
    scn->scale += (float)(lb_log(1 + (mjtNum)scn->scale / 3) * reldy * 3);
    scn->scale = (float)lb_clip(scn->scale, minScale, maxScale);
    return;
  }
  if (action < mjMOUSE_ROTATE_V || action > mjMOUSE_MOVE_H_REL) {
    lb_complain("mjv_moveModel: unexpected action %d", action);
    return;
  }
  int relative = action >= mjMOUSE_MOVE_V_REL;
  lb_mouseVector(vec, relative ? action - mjMOUSE_MOVE_V_REL + mjMOUSE_MOVE_V : action, reldx,
                 reldy);

  // align to the camera seen along the room's vertical, then turn the vertical into the room's
  mjv_cameraInRoom(head, forward, up, scn);
  mju_quatZ2Vec(toRoom, roomup);
  mjtNum inverse[4], level[3];
  lb_negQuat(inverse, toRoom);
  lb_rotVecQuat(level, forward, inverse);
  mjv_alignToCamera(aligned, vec, level);
  lb_rotVecQuat(turned, aligned, toRoom);

  if (action == mjMOUSE_ROTATE_V || action == mjMOUSE_ROTATE_H) {
    mjtNum angle = lb_normalize3(turned) * mjPI;
    mjtNum spin[4], old[4], quat[4];
    lb_axisAngle2Quat(spin, turned, angle);
    sceneRotation(old, scn);
    lb_mulQuat(quat, spin, old);
    lb_normalize4(quat);
    for (int i = 0; i < 4; i++) {
      scn->rotate[i] = (float)quat[i];
    }
  } else {
    for (int i = 0; i < 3; i++) {
      scn->translate[i] += (float)(turned[i] * m->stat.extent);
    }
  }
}
