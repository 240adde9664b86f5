// The scene object: making it, updating it, lights and skins. Geoms are made in scene_geom.c.

#include "visual/visual.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/plugin_slots.h"

//---------------------------------- life of a scene ----------------------------------------------

void mjv_defaultScene(mjvScene* scn) {
  LB_REQUIRE(scn);
  static const unsigned char flagsOn[] = {
      mjRND_SHADOW, mjRND_REFLECTION, mjRND_SKYBOX, mjRND_HAZE, mjRND_CULL_FACE,
  };
  memset(scn, 0, sizeof(mjvScene));
  scn->rotate[0] = 1;
  scn->scale = 1;
  for (size_t i = 0; i < sizeof(flagsOn); i++) {
    scn->flags[flagsOn[i]] = 1;
  }
}

void mjv_freeScene(mjvScene* scn) {
  LB_REQUIRE(scn);
  void* blocks[] = {
      scn->geoms,       scn->geomorder,   scn->flexedgeadr, scn->flexedgenum,  scn->flexvertadr,
      scn->flexvertnum, scn->flexfaceadr, scn->flexfacenum, scn->flexfaceused, scn->flexedge,
      scn->flexvert,    scn->flexface,    scn->flexnormal,  scn->flextexcoord, scn->skinfacenum,
      scn->skinvertadr, scn->skinvertnum, scn->skinvert,    scn->skinnormal,
  };
  for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
    lb_free(blocks[i]);
  }
  mjv_defaultScene(scn);
}

static void* zeroed(mjtSize count, size_t itemSize) {
  return count > 0 ? lb_allocZero(lb_checkedSize(count, itemSize)) : NULL;
}

static int* copyInts(const int* source, mjtSize count) {
  int* copy = zeroed(count, sizeof(int));
  if (count > 0) {
    memcpy(copy, source, sizeof(int) * (size_t)count);
  }
  return copy;
}

// Faces that a flex can show: both sides of every element and the rim between them; the shell of a
// solid, or the faces of the elements of its largest layer.
static mjtSize flexFaceCapacity(const mjModel* m, int flexId) {
  mjtSize elements = m->flex_elemnum[flexId];
  mjtSize shell = m->flex_shellnum[flexId];
  if (m->flex_dim[flexId] == 2) {
    return 2 * elements + 2 * shell;
  }
  const int* layers = m->flex_elemlayer + m->flex_elemadr[flexId];
  mjtSize most = 0;
  int layerCount = 0;
  for (int e = 0; e < elements; e++) {
    layerCount = layers[e] >= layerCount ? layers[e] + 1 : layerCount;
  }
  for (int layer = 0; layer < layerCount; layer++) {
    mjtSize count = 0;
    for (int e = 0; e < elements; e++) {
      count += layers[e] == layer;
    }
    most = count > most ? count : most;
  }
  return 4 * most > shell ? 4 * most : shell;
}

static void makeFlexes(const mjModel* m, mjvScene* scn) {
  int n = scn->nflex = (int)m->nflex;
  scn->flexvertadr = copyInts(m->flex_vertadr, n);
  scn->flexvertnum = copyInts(m->flex_vertnum, n);
  scn->flexedgeadr = copyInts(m->flex_edgeadr, n);
  scn->flexedgenum = copyInts(m->flex_edgenum, n);
  scn->flexedge = copyInts(m->flex_edge, 2 * m->nflexedge);
  scn->flexfaceadr = zeroed(n, sizeof(int));
  scn->flexfacenum = zeroed(n, sizeof(int));
  scn->flexfaceused = zeroed(n, sizeof(int));
  mjtSize faceCount = 0;
  for (int i = 0; i < n; i++) {
    scn->flexfaceadr[i] = lb_sizeAsInt(faceCount, "faces of flexes");
    scn->flexfacenum[i] = lb_sizeAsInt(flexFaceCapacity(m, i), "faces of a flex");
    faceCount += scn->flexfacenum[i];
  }
  scn->flexvert = zeroed(3 * m->nflexvert, sizeof(float));
  scn->flexface = zeroed(9 * faceCount, sizeof(float));
  scn->flexnormal = zeroed(9 * faceCount, sizeof(float));
  scn->flextexcoord = zeroed(6 * faceCount, sizeof(float));
}

void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) {
  LB_REQUIRE(scn);
  mjv_freeScene(scn);
  if (maxgeom < 0) {
    lb_complain("mjv_makeScene: maxgeom must not be negative");
    return;
  }
  scn->maxgeom = maxgeom;
  scn->geoms = zeroed(maxgeom, sizeof(mjvGeom));
  scn->geomorder = zeroed(maxgeom, sizeof(int));
  if (!m) {
    return;
  }
  makeFlexes(m, scn);
  scn->nskin = (int)m->nskin;
  scn->skinfacenum = copyInts(m->skin_facenum, m->nskin);
  scn->skinvertadr = copyInts(m->skin_vertadr, m->nskin);
  scn->skinvertnum = copyInts(m->skin_vertnum, m->nskin);
  scn->skinvert = zeroed(3 * m->nskinvert, sizeof(float));
  scn->skinnormal = zeroed(3 * m->nskinvert, sizeof(float));
}

//---------------------------------- lights and skins ---------------------------------------------

static void addHeadlight(const mjModel* m, mjvScene* scn) {
  mjtNum pos[3], forward[3], up[3];
  mjv_cameraInModel(pos, forward, up, scn);
  mjvLight* light = scn->lights + scn->nlight++;
  memset(light, 0, sizeof(mjvLight));
  light->id = -1;
  light->headlight = 1;
  light->texid = -1;
  light->type = mjLIGHT_DIRECTIONAL;
  light->bulbradius = 0.02f;
  light->range = 10;
  for (int i = 0; i < 3; i++) {
    light->pos[i] = (float)pos[i];
    light->dir[i] = (float)forward[i];
    light->ambient[i] = m->vis.headlight.ambient[i];
    light->diffuse[i] = m->vis.headlight.diffuse[i];
    light->specular[i] = m->vis.headlight.specular[i];
  }
}

void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) {
  LB_REQUIRE(m && d && scn);
  scn->nlight = 0;
  if (m->vis.headlight.active) {
    addHeadlight(m, scn);
  }
  for (int i = 0; i < m->nlight && scn->nlight < mjMAXLIGHT; i++) {
    if (!m->light_active[i]) {
      continue;
    }
    mjvLight* light = scn->lights + scn->nlight++;
    memset(light, 0, sizeof(mjvLight));
    light->id = i;
    light->type = m->light_type[i];
    light->texid = m->light_texid[i];
    light->castshadow = m->light_castshadow[i];
    light->bulbradius = m->light_bulbradius[i];
    light->intensity = m->light_intensity[i];
    light->range = m->light_range[i];
    int isSpot = light->type == mjLIGHT_SPOT;
    light->cutoff = isSpot ? m->light_cutoff[i] : 0;
    light->softness = isSpot ? m->light_softness[i] : 0;
    light->exponent = isSpot ? m->light_exponent[i] : 0;
    for (int k = 0; k < 3; k++) {
      light->pos[k] = (float)d->light_xpos[3 * i + k];
      light->dir[k] = (float)d->light_xdir[3 * i + k];
      light->attenuation[k] = isSpot ? m->light_attenuation[3 * i + k] : 0;
      light->ambient[k] = m->light_ambient[3 * i + k];
      light->diffuse[k] = m->light_diffuse[3 * i + k];
      light->specular[k] = m->light_specular[3 * i + k];
    }
  }
}

// Adds one bone's share to the vertices it moves.
static void moveByBone(const mjModel* m, const mjData* d, int bone, const float* bindVert,
                       float* vert) {
  int bodyId = m->skin_bonebodyid[bone];
  const float* bindPos = m->skin_bonebindpos + 3 * bone;
  mjtNum bindQuat[4], inverse[4], turn[4], mat[9], offset[3], bind[3];
  for (int i = 0; i < 4; i++) {
    bindQuat[i] = m->skin_bonebindquat[4 * bone + i];
  }
  lb_set3(bind, bindPos[0], bindPos[1], bindPos[2]);

  // x = R (v - bind) + p, with R from the bind pose to the pose of now
  lb_negQuat(inverse, bindQuat);
  lb_mulQuat(turn, d->xquat + 4 * bodyId, inverse);
  lb_quat2Mat(mat, turn);
  lb_mulMatVec3(offset, mat, bind);
  lb_sub3(offset, d->xpos + 3 * bodyId, offset);
  int first = m->skin_bonevertadr[bone];
  for (int j = first; j < first + m->skin_bonevertnum[bone]; j++) {
    int vertex = m->skin_bonevertid[j];
    mjtNum weight = m->skin_bonevertweight[j];
    const float* v = bindVert + 3 * vertex;
    for (int k = 0; k < 3; k++) {
      mjtNum moved = mat[3 * k] * v[0] + mat[3 * k + 1] * v[1] + mat[3 * k + 2] * v[2] + offset[k];
      vert[3 * vertex + k] += (float)(weight * moved);
    }
  }
}

// Vertex normals as sums of face normals weighted by area.
static void skinNormals(const int* faces, int faceCount, const float* vert, int vertCount,
                        float* normal) {
  memset(normal, 0, sizeof(float) * 3 * (size_t)vertCount);
  for (int f = 0; f < faceCount; f++) {
    const int* face = faces + 3 * f;
    mjtNum side[2][3], cross[3];
    for (int k = 0; k < 3; k++) {
      side[0][k] = vert[3 * face[1] + k] - vert[3 * face[0] + k];
      side[1][k] = vert[3 * face[2] + k] - vert[3 * face[0] + k];
    }
    lb_cross(cross, side[0], side[1]);
    for (int corner = 0; corner < 3; corner++) {
      for (int k = 0; k < 3; k++) {
        normal[3 * face[corner] + k] += (float)cross[k];
      }
    }
  }
  for (int i = 0; i < vertCount; i++) {
    float* n = normal + 3 * i;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    float scale = length > 0 ? 1 / length : 0;
    for (int k = 0; k < 3; k++) {
      n[k] *= scale;
    }
  }
}

// Vertices and normals of the skins whose groups are shown; those of the others are zeros.
static void updateSkins(const mjModel* m, const mjData* d, const mjtByte* group, mjvScene* scn) {
  for (int i = 0; i < m->nskin && i < scn->nskin; i++) {
    int first = 3 * m->skin_vertadr[i];
    int vertCount = m->skin_vertnum[i];
    float* vert = scn->skinvert + first;
    float* normal = scn->skinnormal + first;
    memset(vert, 0, sizeof(float) * 3 * (size_t)vertCount);
    if (!group[lb_group(m->skin_group[i])]) {
      memset(normal, 0, sizeof(float) * 3 * (size_t)vertCount);
      continue;
    }
    for (int k = 0; k < m->skin_bonenum[i]; k++) {
      moveByBone(m, d, m->skin_boneadr[i] + k, m->skin_vert + first, vert);
    }
    skinNormals(m->skin_face + 3 * m->skin_faceadr[i], m->skin_facenum[i], vert, vertCount, normal);
    if (m->skin_inflate[i] != 0) {
      for (int k = 0; k < 3 * vertCount; k++) {
        vert[k] += m->skin_inflate[i] * normal[k];
      }
    }
  }
}

void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  LB_REQUIRE(m);
  mjvOption usual;
  mjv_defaultOption(&usual);
  updateSkins(m, d, usual.skingroup, scn);
}

//---------------------------------- update -------------------------------------------------------

void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                  int catmask, mjvScene* scn) {
  LB_REQUIRE(m && d && opt && scn);
  lbSceneBuild build = {m, d, opt, pert, catmask, scn};
  lbSceneBuild* b = &build;
  lb_addFlexGeoms(b);
  lb_addSkinGeoms(b);
  lb_addModelGeoms(b);
  lb_addSiteGeoms(b);
  lb_addTendonGeoms(b);
  lb_addFrameGeoms(b);
  lb_addVolumeGeoms(b);
  lb_addBodyGeoms(b);
  lb_addJointGeoms(b);
  lb_addActuatorGeoms(b);
  lb_addIslandGeoms(b);
  lb_addCameraGeoms(b);
  lb_addLightGeoms(b);
  lb_addSkeletonGeoms(b);
  lb_addSensorGeoms(b);
  lb_addForceGeoms(b);
  lb_addConstraintGeoms(b);
  lb_addContactGeoms(b);
}

void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                     mjvCamera* cam, int catmask, mjvScene* scn) {
  LB_REQUIRE(m && d && opt && scn);
  scn->ngeom = 0;  // COMPAT: VIS-FULL: the status is the program's to clear
  mjv_addGeoms(m, d, opt, pert, catmask, scn);
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    if (plugin && plugin->visualize) {
      plugin->visualize(m, d, opt, scn, i);
    }
  }

  // COMPAT: VIS-PLANE-CAMERA: planes without end follow the camera of the update before
  if (cam) {
    mjv_updateCamera(m, d, cam, scn);
  }
  mjv_makeLights(m, d, scn);
  if (opt->flags[mjVIS_SKIN]) {
    updateSkins(m, d, opt->skingroup, scn);
  }
  if (lb_showsFlexes(opt)) {
    lb_updateFlexes(m, d, opt, scn);
  }
}
