// Selection: the geom, flex or skin under a point of the picture.
//
// What bends is taken hold of at one of its vertices, or at the node of a lattice that moves this
// vertex most. COMPAT: VIS-SELECT-HIDDEN: flexes are found in hidden groups too.

#include <math.h>

#include "base/error.h"
#include "data/flex_lattice.h"
#include "visual/visual.h"

typedef struct Hit_ {
  mjtNum distance;  // negative: nothing
  int geomId;
  int flexId;
  int flexVertex;
  int skinId;
  int skinVertex;
} Hit;

static int closer(mjtNum distance, const Hit* hit) {
  return distance >= 0 && (hit->distance < 0 || distance < hit->distance);
}

static void hitFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, const mjtNum pos[3],
                      const mjtNum ray[3], Hit* hit) {
  const mjtByte* flags = opt->flags;
  for (int i = 0; i < m->nflex; i++) {
    int vertex = -1;
    mjtNum distance =
        mj_rayFlex(m, d, opt->flex_layer, flags[mjVIS_FLEXVERT], flags[mjVIS_FLEXEDGE],
                   flags[mjVIS_FLEXFACE], flags[mjVIS_FLEXSKIN], i, pos, ray, &vertex, NULL);
    if (closer(distance, hit)) {
      *hit = (Hit){distance, -1, i, vertex, -1, -1};
    }
  }
}

static void hitSkins(const mjModel* m, const mjvOption* opt, const mjvScene* scn,
                     const mjtNum pos[3], const mjtNum ray[3], Hit* hit) {
  if (!opt->flags[mjVIS_SKIN]) {
    return;
  }
  for (int i = 0; i < scn->nskin && i < m->nskin; i++) {
    if (!opt->skingroup[lb_group(m->skin_group[i])]) {
      continue;
    }
    int vertex = -1;
    mjtNum distance =
        mju_raySkin(m->skin_facenum[i], m->skin_vertnum[i], m->skin_face + 3 * m->skin_faceadr[i],
                    scn->skinvert + 3 * m->skin_vertadr[i], pos, ray, &vertex);
    if (closer(distance, hit)) {
      *hit = (Hit){distance, -1, -1, -1, i, vertex};
    }
  }
}

// The body whose bone weighs most on a vertex of a skin.
static int bodyOfSkinVertex(const mjModel* m, int skinId, int vertex) {
  int result = 0;
  float best = -1;
  for (int k = 0; k < m->skin_bonenum[skinId]; k++) {
    int bone = m->skin_boneadr[skinId] + k;
    int first = m->skin_bonevertadr[bone];
    for (int j = first; j < first + m->skin_bonevertnum[bone]; j++) {
      if (m->skin_bonevertid[j] == vertex && m->skin_bonevertweight[j] > best) {
        best = m->skin_bonevertweight[j];
        result = m->skin_bonebodyid[bone];
      }
    }
  }
  return result;
}

// The node of a lattice that moves a vertex most.
static int strongestNode(const mjModel* m, int flexId, const mjtNum inCube[3]) {
  lbLattice lattice = lb_flexLattice(m, flexId);
  int node = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum s;
    int cell = lb_latticeCell(inCube[k], m->flex_cellnum[3 * flexId + k], &s);
    // weights 1 - s and s cross in the middle; (1 - s)(1 - 2s), 4s(1 - s) and s(2s - 1) at sixths
    int nearest = lattice.order == 1 ? s > 0.5 : (s > 1.0 / 6) + (s > 5.0 / 6);
    node = node * lattice.count[k] + lattice.order * cell + nearest;
  }
  return node;
}

// The body that moves a vertex of a flex, and the place where it does.
static int holdFlex(const mjModel* m, const mjData* d, const Hit* hit, mjtNum place[3]) {
  int flexId = hit->flexId, vertex = m->flex_vertadr[flexId] + hit->flexVertex;
  if (!m->flex_interp[flexId]) {
    lb_copy3(place, d->flexvert_xpos + 3 * vertex);
    return lb_maxInt(m->flex_vertbodyid[vertex], 0);
  }
  int node = m->flex_nodeadr[flexId] + strongestNode(m, flexId, m->flex_vert0 + 3 * vertex);
  int bodyId = m->flex_nodebodyid[node];
  lb_mulMatVec3(place, d->xmat + 9 * bodyId, m->flex_node + 3 * node);
  lb_addTo3(place, d->xpos + 3 * bodyId);
  return bodyId;
}

// The ray through a point of the picture, in model coordinates.
static void pictureRay(const mjvScene* scn, mjtNum aspect, mjtNum relx, mjtNum rely, mjtNum pos[3],
                       mjtNum ray[3]) {
  mjvGLCamera cam = mjv_averageCamera(scn->camera, scn->camera + 1);
  mjtNum forward[3], up[3], right[3];
  mjv_cameraInRoom(pos, forward, up, scn);
  lb_cross(right, forward, up);
  lb_normalize3(right);

  // the point on the near plane
  mjtNum height = (mjtNum)cam.frustum_top - cam.frustum_bottom;
  // COMPAT: VIS-SELECT-ASPECT: the picture has this aspect ratio, whatever the lens of the camera
  mjtNum x = cam.frustum_center + (relx - 0.5) * height * aspect;
  mjtNum y = cam.frustum_bottom + rely * height;
  if (cam.orthographic) {
    lb_addToScl3(pos, right, x);
    lb_addToScl3(pos, up, y);
    lb_copy3(ray, forward);
  } else {
    lb_scl3(ray, forward, cam.frustum_near);
    lb_addToScl3(ray, right, x);
    lb_addToScl3(ray, up, y);
    lb_normalize3(ray);
  }

  if (scn->enabletransform) {
    const mjtNum unit[4] = {1, 0, 0, 0};
    mjtNum roomPos[3], roomRay[3], inverse[4];
    lb_copy3(roomPos, pos);
    lb_copy3(roomRay, ray);
    mjv_room2model(pos, inverse, roomPos, unit, scn);
    lb_rotVecQuat(ray, roomRay, inverse);
  }
}

int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
               mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3], int geomid[1],
               int flexid[1], int skinid[1]) {
  LB_REQUIRE(d && vopt && scn && selpnt && geomid && flexid && skinid);
  mjtNum pos[3], ray[3];
  pictureRay(scn, aspectratio, relx, rely, pos, ray);

  Hit hit = {-1, -1, -1, -1, -1, -1};
  hit.distance =
      mj_ray(m, d, pos, ray, vopt->geomgroup, vopt->flags[mjVIS_STATIC], -1, &hit.geomId, NULL);
  hitFlexes(m, d, vopt, pos, ray, &hit);
  hitSkins(m, vopt, scn, pos, ray, &hit);

  geomid[0] = hit.geomId;
  flexid[0] = hit.flexId;
  skinid[0] = hit.skinId;
  if (hit.distance < 0) {
    return -1;
  }
  if (hit.geomId >= 0) {
    lb_addScl3(selpnt, pos, ray, hit.distance);
    return m->geom_bodyid[hit.geomId];
  }
  if (hit.skinId >= 0) {
    const float* vertex = scn->skinvert + 3 * (m->skin_vertadr[hit.skinId] + hit.skinVertex);
    for (int k = 0; k < 3; k++) {
      selpnt[k] = vertex[k];
    }
    return bodyOfSkinVertex(m, hit.skinId, hit.skinVertex);
  }
  return holdFlex(m, d, &hit, selpnt);
}
