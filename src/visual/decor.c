// Decoration of bodies, joints, cameras, lights, actuators and islands.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/actuation.h"
#include "visual/island_color.h"
#include "visual/visual.h"

static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// Half sizes of the box (or ellipsoid) with a given mass and principal inertia.
static void inertiaSize(mjtNum size[3], const mjtNum inertia[3], mjtNum mass, int ellipsoid) {
  mjtNum factor = ellipsoid ? 2.5 : 1.5;
  for (int i = 0; i < 3; i++) {
    mjtNum rest = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    size[i] = sqrt(lb_max(0, factor * rest / mass));
  }
}

// Whether a body shows its name: all of them, or the selected one.
static bool isBodyLabelled(const lbSceneBuild* b, int bodyId) {
  return b->opt->label == mjLABEL_BODY ||
         (b->opt->label == mjLABEL_SELECTION && b->pert && b->pert->select == bodyId);
}

static void addInertia(lbSceneBuild* b, int bodyId) {
  static const mjtNum density = 1000;
  const mjModel* m = b->m;
  mjtNum mass = m->body_mass[bodyId];
  int ellipsoid = m->vis.global.ellipsoidinertia;
  mjtNum size[3];
  if (mass <= mjMINVAL) {
    return;
  }
  inertiaSize(size, m->body_inertia + 3 * bodyId, mass, ellipsoid);

  // on request the volume, too, tells the mass
  if (b->opt->flags[mjVIS_SCLINERTIA]) {
    mjtNum volume = size[0] * size[1] * size[2] * (ellipsoid ? 4 * mjPI / 3 : 8);
    mjtNum scale = volume > mjMINVAL ? cbrt(mass / density / volume) : 1;
    lb_scl3(size, size, scale);
  }
  int type = ellipsoid ? mjGEOM_ELLIPSOID : mjGEOM_BOX;
  mjvGeom* geom =
      lb_addShape(b, mjCAT_DECOR, mjOBJ_BODY, bodyId, type, size, b->d->xipos + 3 * bodyId,
                  b->d->ximat + 9 * bodyId, m->vis.rgba.inertia);
  if (geom && isBodyLabelled(b, bodyId)) {
    lb_setLabel(m, geom, mjOBJ_BODY, bodyId);
  }
  if (geom && b->pert && b->pert->select == bodyId) {
    geom->emission += m->vis.global.glow;
  }
}

// Text at a point.
static mjvGeom* addText(lbSceneBuild* b, int objid, const mjtNum pos[3], const mjtNum mat[9]) {
  return lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, objid, mjGEOM_LABEL, NULL, pos, mat, NULL);
}

// The box around the selected body, turned to the reference orientation.
static void addTurnedBox(lbSceneBuild* b, const mjtNum refMat[9], const float rgba[4]) {
  const mjModel* m = b->m;
  int bodyId = b->pert->select;
  mjtNum size[3] = {m->stat.meansize, m->stat.meansize, m->stat.meansize};
  mjtNum centre[3];
  lb_copy3(centre, b->d->xipos + 3 * bodyId);
  int node = m->body_bvhadr[bodyId];
  if (m->body_bvhnum[bodyId] > 0 && node >= 0) {
    mjtNum offset[3];
    lb_mulMatVec3(offset, b->d->ximat + 9 * bodyId, m->bvh_aabb + 6 * node);
    lb_addTo3(centre, offset);
    lb_copy3(size, m->bvh_aabb + 6 * node + 3);
  }
  lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, bodyId, mjGEOM_LINEBOX, size, centre, refMat, rgba);
}

// Whether the mouse has hold of a body.
static bool hasSelection(const lbSceneBuild* b) {
  return b->pert && lb_isSelected(b->m, b->pert);
}

// The colour of one way to pull. COMPAT: VIS-PULL-SECOND: the second mouse has red and green
// swapped, both together have the greater one twice.
static void pullColor(const mjvPerturb* pert, int bit, const float rgba[4], float color[4]) {
  bool first = pert->active & bit, second = pert->active2 & bit;
  memcpy(color, rgba, 4 * sizeof(float));
  color[0] = second && (!first || rgba[1] > rgba[0]) ? rgba[1] : rgba[0];
  color[1] = second && (!first || rgba[0] > rgba[1]) ? rgba[0] : rgba[1];
}

// What the mouse pulls, and where to.
static void addPerturbation(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjvPerturb* pert = b->pert;
  if (!hasSelection(b) || !b->opt->flags[mjVIS_PERTOBJ]) {
    return;
  }
  mjtNum point[3], refMat[9];
  lb_selectedPoint(b->d, b->pert, point);
  lb_quat2Mat(refMat, pert->refquat);
  int bits = pert->active | pert->active2;
  float color[4];
  if (bits & mjPERT_TRANSLATE) {
    pullColor(pert, mjPERT_TRANSLATE, m->vis.rgba.constraint, color);
    mjtNum width = m->vis.scale.constraint * m->stat.meansize;
    const mjtNum size[3] = {2 * width, 2 * width, 2 * width};
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select, mjGEOM_CAPSULE, width, point,
                    pert->refselpos, color);
    lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select, mjGEOM_SPHERE, size, pert->refselpos,
                refMat, color);
  }
  if (bits & mjPERT_ROTATE) {
    pullColor(pert, mjPERT_ROTATE, m->vis.rgba.inertia, color);
    addTurnedBox(b, refMat, color);
  }
}

static void addSelectedPoint(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjvPerturb* pert = b->pert;
  if (!hasSelection(b) || !b->opt->flags[mjVIS_SELECT]) {
    return;
  }
  mjtNum point[3];
  lb_selectedPoint(b->d, b->pert, point);
  mjtNum radius = m->vis.scale.selectpoint * m->stat.meansize;
  const mjtNum size[3] = {radius, radius, radius};
  mjvGeom* geom = lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select, mjGEOM_SPHERE, size,
                              point, identity, m->vis.rgba.selectpoint);
  if (geom && b->opt->label == mjLABEL_SELPNT) {
    snprintf(geom->label, sizeof(geom->label), "%.3f %.3f %.3f (local %.3f %.3f %.3f)", point[0],
             point[1], point[2], pert->localpos[0], pert->localpos[1], pert->localpos[2]);
  }
}

// The frame of the world, or those of bodies: inertial ones where inertias are shown.
static void addBodyFrames(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  mjtNum length = m->vis.scale.framelength * m->stat.meansize;
  mjtNum width = m->vis.scale.framewidth * m->stat.meansize;
  if (b->opt->frame == mjFRAME_WORLD) {
    const mjtNum origin[3] = {0, 0, 0};
    lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, 0, origin, identity, 2 * length, 2 * width);
  }
  const mjtNum* pos = b->opt->flags[mjVIS_INERTIA] ? d->xipos : d->xpos;
  const mjtNum* mat = b->opt->flags[mjVIS_INERTIA] ? d->ximat : d->xmat;
  for (int i = 1; b->opt->frame == mjFRAME_BODY && i < m->nbody; i++) {
    if (lb_isBodyShown(b, i)) {
      lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, pos + 3 * i, mat + 9 * i, length, width);
    }
  }
}

void lb_addBodyGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  for (int i = 1; b->opt->flags[mjVIS_INERTIA] && i < m->nbody; i++) {
    if (lb_isBodyShown(b, i)) {
      addInertia(b, i);
    }
  }
  addPerturbation(b);
  addBodyFrames(b);
  addSelectedPoint(b);

  // inertia boxes carry the names where they are shown
  for (int i = 1; !b->opt->flags[mjVIS_INERTIA] && i < m->nbody; i++) {
    if (!isBodyLabelled(b, i) || !lb_isBodyShown(b, i)) {
      continue;
    }
    mjvGeom* geom = addText(b, i, d->xpos + 3 * i, d->xmat + 9 * i);
    if (geom) {
      lb_setLabel(m, geom, mjOBJ_BODY, i);
    }
  }
}

//---------------------------------- joints and actuators -----------------------------------------

// A joint as a box, a ball or an arrow; grow enlarges boxes and balls a little.
static mjvGeom* addJoint(lbSceneBuild* b, int objtype, int objid, int jointId, mjtNum length,
                         mjtNum width, mjtNum grow, const float rgba[4]) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const mjtNum* anchor = d->xanchor + 3 * jointId;
  int type = m->jnt_type[jointId];
  if (type == mjJNT_FREE || type == mjJNT_BALL) {
    mjtNum radius = 0.3 * grow * m->vis.scale.jointlength * m->stat.meansize;
    const mjtNum size[3] = {radius, radius, radius};
    return lb_addShape(b, mjCAT_DECOR, objtype, objid,
                       type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, size, anchor,
                       d->xmat + 9 * m->jnt_bodyid[jointId], rgba);
  }
  mjtNum end[3];
  lb_addScl3(end, anchor, d->xaxis + 3 * jointId, length);
  return lb_addConnector(b, mjCAT_DECOR, objtype, objid,
                         type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, width, anchor, end,
                         rgba);
}

mjtNum lb_limitImpedance(const mjData* d, int type, int id) {
  for (int i = d->ne + d->nf; i < d->ne + d->nf + d->nl; i++) {
    if (d->efc_type[i] == type && d->efc_id[i] == id) {
      return d->efc_KBIP[4 * i + 2];
    }
  }
  return 0;
}

void lb_mixColors(float rgba[4], const float from[4], const float to[4], float weight) {
  for (int i = 0; i < 4; i++) {
    rgba[i] = (1 - weight) * from[i] + weight * to[i];
  }
}

void lb_addJointGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  if (!b->opt->flags[mjVIS_JOINT]) {
    return;
  }
  mjtNum length = m->vis.scale.jointlength * m->stat.meansize;
  mjtNum width = m->vis.scale.jointwidth * m->stat.meansize;
  for (int i = 0; i < m->njnt; i++) {
    if (!b->opt->jointgroup[lb_group(m->jnt_group[i])]) {
      continue;
    }
    float rgba[4];
    lb_mixColors(rgba, m->vis.rgba.joint, m->vis.rgba.constraint,
                 (float)lb_limitImpedance(b->d, mjCNSTR_LIMIT_JOINT, i));
    rgba[3] = 1;  // COMPAT: VIS-JOINT-ALPHA: joints and limited tendons are opaque
    mjvGeom* geom = addJoint(b, mjOBJ_JOINT, i, i, length, width, 1, rgba);
    if (geom && b->opt->label == mjLABEL_JOINT) {
      lb_setLabel(m, geom, mjOBJ_JOINT, i);
    }
  }
}

// A control in its range: from -1 at the lower end over 0 where it is least to 1 at the upper end;
// a range on one side of zero goes on to -1 or 1 on the other.
static mjtNum shareOfRange(mjtNum control, const mjtNum range[2]) {
  mjtNum neutral = lb_clip(0, range[0], range[1]);
  mjtNum low = range[0] < 0 ? range[0] : -1, high = range[1] > 0 ? range[1] : 1;
  mjtNum offset = control - neutral;
  return offset / (offset < 0 ? neutral - low : high - neutral);
}

// Colour of an actuator: from negative over neutral to positive control or activation, in the range
// of the control, or else in that of the activation.
static void actuatorColor(lbSceneBuild* b, int actuatorId, float rgba[4]) {
  const mjModel* m = b->m;
  int input = m->actuator_ctrladr[actuatorId];
  bool hasInput = m->actuator_ctrlnum[actuatorId] > 0;
  bool isLimited = hasInput && m->actuator_ctrllimited[input];
  mjtNum value = 0;
  int stateful = m->actuator_actnum[actuatorId] > 0;
  if (b->opt->flags[mjVIS_ACTIVATION] && stateful) {
    value = b->d->act[m->actuator_actadr[actuatorId] + m->actuator_actnum[actuatorId] - 1];
    if (!isLimited && m->actuator_actlimited[actuatorId]) {
      value = shareOfRange(value, m->actuator_actrange + 2 * actuatorId);
    }
  } else if (hasInput) {
    value = b->d->ctrl[input];
  }
  if (isLimited) {
    value = shareOfRange(value, m->actuator_ctrlrange + 2 * input);
  }
  value = lb_clip(value, -1, 1);
  lb_mixColors(rgba, m->vis.rgba.actuator,
               value < 0 ? m->vis.rgba.actuatornegative : m->vis.rgba.actuatorpositive,
               (float)fabs(value));
}

// A geom or site once more, slightly larger and in the actuator's colour.
static const mjtNum shellScale = 1.05;

static mjvGeom* addShell(lbSceneBuild* b, int actuatorId, int type, const mjtNum modelSize[3],
                         const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]) {
  mjtNum size[3];
  lb_scl3(size, modelSize, shellScale);
  return lb_addShape(b, mjCAT_DECOR, mjOBJ_ACTUATOR, actuatorId, type, size, pos, mat, rgba);
}

static mjvGeom* addSiteShell(lbSceneBuild* b, int actuatorId, int siteId, const float rgba[4]) {
  mjvGeom* geom = lb_beginGeom(b, mjCAT_DECOR, mjOBJ_ACTUATOR, actuatorId);
  if (geom) {
    lb_initSiteGeom(b, geom, siteId, shellScale, rgba);
    lb_finishGeom(b, geom);
  }
  return geom;
}

// Adds what an actuator acts on; the first geom gets the label.
static mjvGeom* addActuated(lbSceneBuild* b, int i, const float rgba[4]) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  int target = m->actuator_trnid[2 * i];
  mjvGeom* first = NULL;
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return addJoint(b, mjOBJ_ACTUATOR, i, target, m->vis.scale.actuatorlength * m->stat.meansize,
                      m->vis.scale.actuatorwidth * m->stat.meansize, 1.1, rgba);
    case mjTRN_SITE:
      return addSiteShell(b, i, target, rgba);
    case mjTRN_TENDON: {
      mjtNum width = m->tendon_width[target] * m->vis.map.actuatortendon;
      int last = d->ten_wrapadr[target] + d->ten_wrapnum[target] - 1;
      for (int j = d->ten_wrapadr[target]; j < last; j++) {
        if (d->wrap_obj[j] != -2 && d->wrap_obj[j + 1] != -2) {
          mjvGeom* geom = lb_addConnector(b, mjCAT_DECOR, mjOBJ_ACTUATOR, i, mjGEOM_CAPSULE,
                                          lb_pieceWidth(d, j, width), d->wrap_xpos + 3 * j,
                                          d->wrap_xpos + 3 * j + 3, rgba);
          first = first ? first : geom;
        }
      }
      return first;
    }
    case mjTRN_BODY:
      for (int k = 0; k < m->body_geomnum[target]; k++) {
        int g = m->body_geomadr[target] + k;
        int type = m->geom_type[g];
        if (type == mjGEOM_PLANE || type == mjGEOM_HFIELD) {
          continue;
        }
        mjvGeom* geom = addShell(b, i, type, m->geom_size + 3 * g, d->geom_xpos + 3 * g,
                                 d->geom_xmat + 9 * g, rgba);
        if (geom && (type == mjGEOM_MESH || type == mjGEOM_SDF)) {
          geom->dataid = 2 * m->geom_dataid[g];
        }
      }
      return NULL;
    default:
      return NULL;
  }
}

void lb_addActuatorGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  if (!b->opt->flags[mjVIS_ACTUATOR]) {
    return;
  }
  for (int i = 0; i < m->nactuator; i++) {
    if (!b->opt->actuatorgroup[lb_group(m->actuator_group[i])] || lb_actuatorDisabled(m, i)) {
      continue;
    }
    float rgba[4];
    actuatorColor(b, i, rgba);
    mjvGeom* geom = addActuated(b, i, rgba);
    if (geom && b->opt->label == mjLABEL_ACTUATOR) {
      lb_setLabel(m, geom, mjOBJ_ACTUATOR, i);
    }
  }
}

//---------------------------------- cameras and lights -------------------------------------------

// A triangle: the first two columns of mat times the first two sizes are its sides.
static void addTriangle(lbSceneBuild* b, int objtype, int objid, const mjtNum corner[3],
                        const mjtNum second[3], const mjtNum third[3], const float rgba[4]) {
  mjvGeom* geom = lb_beginGeom(b, mjCAT_DECOR, objtype, objid);
  if (!geom) {
    return;
  }
  mjtNum sides[3][3], size[3], mat[9];
  lb_sub3(sides[0], second, corner);
  lb_sub3(sides[1], third, corner);
  lb_cross(sides[2], sides[0], sides[1]);
  for (int k = 0; k < 3; k++) {
    size[k] = lb_normalize3(sides[k]);
    for (int i = 0; i < 3; i++) {
      mat[3 * i + k] = sides[k][i];
    }
  }
  mjv_initGeom(geom, mjGEOM_TRIANGLE, size, corner, mat, rgba);
  lb_finishGeom(b, geom);
}

// The four sides of what a camera sees, from the near plane to a fixed distance.
static void addFrustum(lbSceneBuild* b, int cameraId) {
  static const mjtNum lineWidth = 3;
  const mjModel* m = b->m;
  const mjData* d = b->d;
  mjvCamera cam;
  float zver[2], zhor[2], zclip[2];
  mjv_defaultCamera(&cam);
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = cameraId;
  mjv_cameraFrustum(zver, zhor, zclip, m, &cam);
  // without a sensor, and where rays are parallel, the picture decides how wide it is
  int orthographic = m->cam_projection[cameraId] == mjPROJ_ORTHOGRAPHIC;
  const int* resolution = m->cam_resolution + 2 * cameraId;
  bool hasSensor = !orthographic && m->cam_sensorsize[2 * cameraId + 1] > 0;
  for (int i = 0; i < 2 && !hasSensor; i++) {
    zhor[i] = zver[i] * (float)resolution[0] / (float)resolution[1];
  }
  mjtNum zfar = m->vis.scale.frustum * m->stat.meansize;
  if (orthographic) {
    // as long as the mean of half its width and half its height
    zfar = 0.5 * ((mjtNum)zhor[0] + zver[0]);
  }
  const mjtNum x[4] = {-zhor[0], zhor[1], zhor[1], -zhor[0]};
  const mjtNum y[4] = {-zver[0], -zver[0], zver[1], zver[1]};

  mjtNum nearCorner[4][3], farCorner[4][3];
  for (int i = 0; i < 4; i++) {
    mjtNum scale = orthographic ? 1 : zfar / zclip[0];
    const mjtNum atNear[3] = {x[i], y[i], -zclip[0]};
    const mjtNum atFar[3] = {x[i] * scale, y[i] * scale, -zfar};
    lb_mulMatVec3(nearCorner[i], d->cam_xmat + 9 * cameraId, atNear);
    lb_addTo3(nearCorner[i], d->cam_xpos + 3 * cameraId);
    lb_mulMatVec3(farCorner[i], d->cam_xmat + 9 * cameraId, atFar);
    lb_addTo3(farCorner[i], d->cam_xpos + 3 * cameraId);
  }
  for (int i = 0; i < 4; i++) {
    int next = (i + 1) % 4;
    const float* rgba = m->vis.rgba.frustum;
    addTriangle(b, mjOBJ_CAMERA, cameraId, nearCorner[i], farCorner[i], nearCorner[next], rgba);
    addTriangle(b, mjOBJ_CAMERA, cameraId, farCorner[i], farCorner[next], nearCorner[next], rgba);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_CAMERA, cameraId, mjGEOM_LINE, lineWidth, nearCorner[i],
                    nearCorner[next], rgba);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_CAMERA, cameraId, mjGEOM_LINE, lineWidth, farCorner[i],
                    farCorner[next], rgba);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_CAMERA, cameraId, mjGEOM_LINE, lineWidth, nearCorner[i],
                    farCorner[i], rgba);
  }
}

static void addCamera(lbSceneBuild* b, int i) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const mjtNum* pos = d->cam_xpos + 3 * i;
  const mjtNum* mat = d->cam_xmat + 9 * i;
  mjtNum scale = m->vis.scale.camera * m->stat.meansize;
  float body[4], lens[4];
  memcpy(body, m->vis.rgba.camera, sizeof(body));

  // one sees through a camera that shows its frustum
  if (m->cam_sensorsize[2 * i + 1] > 0 || m->cam_resolution[2 * i] > 1 ||
      m->cam_resolution[2 * i + 1] > 1) {
    addFrustum(b, i);
    body[3] = 0.3f;
  }
  for (int k = 0; k < 3; k++) {
    lens[k] = 0.5f * body[k];
  }
  lens[3] = body[3];

  const mjtNum boxSize[3] = {scale, 0.8 * scale, 0.4 * scale};
  const mjtNum lensSize[3] = {0.4 * scale, 0.3 * scale, 0};
  mjvGeom* geom = lb_addShape(b, mjCAT_DECOR, mjOBJ_CAMERA, i, mjGEOM_BOX, boxSize, pos, mat, body);
  if (geom && b->opt->label == mjLABEL_CAMERA) {
    lb_setLabel(m, geom, mjOBJ_CAMERA, i);
  }
  mjtNum front[3];
  const mjtNum forward[3] = {-mat[2], -mat[5], -mat[8]};
  lb_addScl3(front, pos, forward, 0.6 * scale);
  lb_addShape(b, mjCAT_DECOR, mjOBJ_CAMERA, i, mjGEOM_CYLINDER, lensSize, front, mat, lens);
  if (b->opt->frame == mjFRAME_CAMERA) {
    lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, pos, mat,
                m->vis.scale.framelength * m->stat.meansize,
                m->vis.scale.framewidth * m->stat.meansize);
  }
}

void lb_addCameraGeoms(lbSceneBuild* b) {
  for (int i = 0; b->opt->flags[mjVIS_CAMERA] && i < b->m->ncam; i++) {
    addCamera(b, i);
  }
}

void lb_addLightGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  if (!b->opt->flags[mjVIS_LIGHT]) {
    return;
  }
  // the light must not shine on its own lamp
  static const mjtNum lightGap = 0.0001;
  mjtNum scale = m->vis.scale.light * m->stat.meansize;
  const mjtNum size[3] = {0.8 * scale, scale, 0};
  for (int i = 0; i < m->nlight; i++) {
    mjtNum quat[4], mat[9], centre[3];
    const mjtNum* dir = d->light_xdir + 3 * i;
    mju_quatZ2Vec(quat, dir);
    lb_quat2Mat(mat, quat);
    lb_addScl3(centre, d->light_xpos + 3 * i, dir, -(scale + lightGap));
    mjvGeom* geom = lb_addShape(b, mjCAT_DECOR, mjOBJ_LIGHT, i, mjGEOM_CYLINDER, size, centre, mat,
                                m->vis.rgba.light);
    if (geom && b->opt->label == mjLABEL_LIGHT) {
      lb_setLabel(m, geom, mjOBJ_LIGHT, i);
    }
    if (b->opt->frame == mjFRAME_LIGHT) {
      lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, d->light_xpos + 3 * i, mat,
                  m->vis.scale.framelength * m->stat.meansize,
                  m->vis.scale.framewidth * m->stat.meansize);
    }
  }
}

void lb_addIslandGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 1; b->opt->label == mjLABEL_ISLAND && i < m->nbody; i++) {
    int island = lb_bodyIsland(m, b->d, i);
    mjvGeom* geom = island >= 0 ? addText(b, i, b->d->xipos + 3 * i, b->d->ximat + 9 * i) : NULL;
    if (geom) {
      snprintf(geom->label, sizeof(geom->label), "%d", island);
    }
  }
}
