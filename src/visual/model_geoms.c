// Geoms of the scene that stand for the model's own geoms, sites, tendons, skins and flexes.

#include <math.h>
#include <string.h>

#include "visual/catenary.h"
#include "visual/island_color.h"
#include "visual/visual.h"

static const mjtNum* frameLength(const mjModel* m, mjtNum size[2]) {
  size[0] = m->vis.scale.framelength * m->stat.meansize;
  size[1] = m->vis.scale.framewidth * m->stat.meansize;
  return size;
}

// Keeps a geom that can be seen. COMPAT: VIS-CLEAR: the alpha that counts is the one after islands
// and transparency had their say
static void finishVisible(lbSceneBuild* b, mjvGeom* geom) {
  if (geom->rgba[3] != 0) {
    lb_finishGeom(b, geom);
  }
}

// What geoms and sites of a body share: transparency, glow of the selected body.
static void dressGeom(lbSceneBuild* b, mjvGeom* geom, int bodyId) {
  const mjModel* m = b->m;
  if (b->opt->flags[mjVIS_TRANSPARENT] && geom->category == mjCAT_DYNAMIC) {
    geom->rgba[3] *= m->vis.map.alpha;
  }
  if (b->pert && b->pert->select > 0 && b->pert->select == bodyId) {
    geom->emission += m->vis.global.glow;
  }
}

// Moves an infinite plane under the camera, by whole periods of its texture, or else of the grid
// that it is drawn with. COMPAT: PLANE-PERIOD: the period of a texture has single precision, and
// counts where textures are off, too
static void followCamera(lbSceneBuild* b, mjvGeom* geom, int matid) {
  const mjtNum size[2] = {geom->size[0], geom->size[1]};
  if (size[0] > 0 && size[1] > 0) {
    return;
  }
  mjtNum head[3], offset[3], local[3] = {0, 0, 0}, move[3], mat[9], pos[3];
  mjvGLCamera cam = mjv_averageCamera(b->scn->camera, b->scn->camera + 1);
  for (int i = 0; i < 3; i++) {
    head[i] = cam.pos[i];
    pos[i] = geom->pos[i];
  }
  for (int i = 0; i < 9; i++) {
    mat[i] = geom->mat[i];
  }
  lb_sub3(offset, head, pos);
  lb_mulMatTVec3(local, mat, offset);
  const mjtNum reach =
      2.1 * b->m->vis.map.zfar * b->m->stat.extent;  // as far as the plane is drawn
  const mjtNum grid = reach / (mjMAXPLANEGRID - 2);
  for (int axis = 0; axis < 2; axis++) {
    float repeat = matid >= 0 && matid < b->m->nmat ? b->m->mat_texrepeat[2 * matid + axis] : 0;
    mjtNum period = repeat > 0 ? 2 / repeat : grid;
    local[axis] = size[axis] > 0 ? 0 : 2 * period * round(0.5 * local[axis] / period);
  }
  local[2] = 0;
  lb_mulMatVec3(move, mat, local);
  for (int i = 0; i < 3; i++) {
    geom->pos[i] += (float)move[i];
  }
}

// True where a mesh is drawn as what it collides with. COMPAT: VIS-HULL: one that cannot stays
// whole
static bool showsHull(const lbSceneBuild* b, int geomId) {
  const mjModel* m = b->m;
  return b->opt->flags[mjVIS_CONVEXHULL] && m->mesh_graphadr[m->geom_dataid[geomId]] >= 0 &&
         (m->geom_contype[geomId] || m->geom_conaffinity[geomId]);
}

// Display data of a geom: index of its plane, height field or mesh (even: mesh, odd: its hull).
static int displayData(lbSceneBuild* b, int geomId, int planeId) {
  const mjModel* m = b->m;
  int dataId = m->geom_dataid[geomId];
  switch (m->geom_type[geomId]) {
    case mjGEOM_PLANE:
      return planeId;
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      if (dataId < 0) {
        return -1;
      }
      return 2 * dataId + showsHull(b, geomId);
    default:
      return dataId;
  }
}

static void addModelGeom(lbSceneBuild* b, int geomId, int planeId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  int bodyId = m->geom_bodyid[geomId];
  int type = m->geom_type[geomId];
  int category = lb_bodyCategory(m, bodyId);
  if (!lb_isBodyShown(b, bodyId) || !b->opt->geomgroup[lb_group(m->geom_group[geomId])]) {
    return;
  }
  mjvGeom* geom = lb_beginGeom(b, category, mjOBJ_GEOM, geomId);
  if (!geom) {
    return;
  }
  mjv_initGeom(geom, type, m->geom_size + 3 * geomId, d->geom_xpos + 3 * geomId,
               d->geom_xmat + 9 * geomId, NULL);
  geom->dataid = displayData(b, geomId, planeId);
  geom->modelrbound = (float)m->geom_rbound[geomId];
  lb_setMaterial(m, geom, m->geom_matid[geomId], m->geom_rgba + 4 * geomId, b->opt->flags);
  if (type == mjGEOM_MESH && m->geom_dataid[geomId] >= 0) {
    geom->texcoord = m->mesh_texcoordadr[m->geom_dataid[geomId]] >= 0;
  }
  if (type == mjGEOM_PLANE) {
    followCamera(b, geom, m->geom_matid[geomId]);
  }
  dressGeom(b, geom, bodyId);
  // islands are opaque
  if (b->opt->flags[mjVIS_ISLAND] && geom->category == mjCAT_DYNAMIC) {
    lb_setIslandColor(m, b->d, bodyId, geom);
  }
  if (b->opt->label == mjLABEL_GEOM) {
    lb_setLabel(m, geom, mjOBJ_GEOM, geomId);
  }
  finishVisible(b, geom);
}

void lb_addModelGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  int planeId = -1;
  for (int i = 0; i < m->ngeom; i++) {
    planeId += m->geom_type[i] == mjGEOM_PLANE;
    addModelGeom(b, i, planeId);
  }
}

void lb_initSiteGeom(const lbSceneBuild* b, mjvGeom* geom, int siteId, mjtNum scale,
                     const float rgba[4]) {
  const mjModel* m = b->m;
  const mjtNum *sitePos = b->d->site_xpos + 3 * siteId, *siteMat = b->d->site_xmat + 9 * siteId;
  mjtNum pos[3], mat[9], size[3];
  int type = m->site_type[siteId], mesh = type == mjGEOM_MESH ? m->site_dataid[siteId] : -1;
  lb_copy3(pos, sitePos);
  lb_copy9(mat, siteMat);
  if (mesh >= 0) {
    // vertices are in a frame of their own in the mesh's file
    mjtNum turn[9], offset[3];
    lb_mulMatVec3(offset, siteMat, m->mesh_pos + 3 * mesh);
    lb_addTo3(pos, offset);
    lb_quat2Mat(turn, m->mesh_quat + 4 * mesh);
    lb_mulMatMat3(mat, siteMat, turn);
  }
  lb_scl3(size, m->site_size + 3 * siteId, scale);
  mjv_initGeom(geom, type, size, pos, mat, rgba);
  if (mesh >= 0) {
    geom->dataid =
        2 * mesh + (b->opt->flags[mjVIS_CONVEXHULL] && m->mesh_graphadr[mesh] >= 0 ? 1 : 0);
    geom->texcoord = m->mesh_texcoordadr[mesh] >= 0;
  }
}

void lb_addSiteGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 0; i < m->nsite; i++) {
    int bodyId = m->site_bodyid[i];
    int category = lb_bodyCategory(m, bodyId);
    if (!lb_isBodyShown(b, bodyId) || !b->opt->sitegroup[lb_group(m->site_group[i])]) {
      continue;
    }
    mjvGeom* geom = lb_beginGeom(b, category, mjOBJ_SITE, i);
    if (!geom) {
      continue;
    }
    lb_initSiteGeom(b, geom, i, 1, NULL);
    lb_setMaterial(m, geom, m->site_matid[i], m->site_rgba + 4 * i, b->opt->flags);
    dressGeom(b, geom, bodyId);
    if (b->opt->label == mjLABEL_SITE) {
      lb_setLabel(m, geom, mjOBJ_SITE, i);
    }
    finishVisible(b, geom);
  }
}

void lb_addFrameGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  mjtNum size[2];
  frameLength(m, size);
  for (int i = 0; b->opt->frame == mjFRAME_GEOM && i < m->ngeom; i++) {
    if (b->opt->geomgroup[lb_group(m->geom_group[i])] && lb_isBodyShown(b, m->geom_bodyid[i])) {
      lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, d->geom_xpos + 3 * i, d->geom_xmat + 9 * i,
                  size[0], size[1]);
    }
  }
  for (int i = 0; b->opt->frame == mjFRAME_SITE && i < m->nsite; i++) {
    if (b->opt->sitegroup[lb_group(m->site_group[i])] && lb_isBodyShown(b, m->site_bodyid[i])) {
      lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, d->site_xpos + 3 * i, d->site_xmat + 9 * i,
                  size[0], size[1]);
    }
  }
}

//---------------------------------- tendons ------------------------------------------------------

enum { WRAP_PULLEY = -2 };

mjtNum lb_pieceWidth(const mjData* d, int point, mjtNum width) {
  bool inside = d->wrap_obj[point] >= 0 && d->wrap_obj[point + 1] >= 0;
  return inside ? 0.5 * width : width;
}

// What tells more of a tendon than its own colour.
static void dressTendon(lbSceneBuild* b, mjvGeom* geom, int tendonId) {
  // a tendon without a colour of its own shows its limit
  static const float unset[4] = {0.5f, 0.5f, 0.5f, 1};
  mjtNum limit = lb_limitImpedance(b->d, mjCNSTR_LIMIT_TENDON, tendonId);
  if (limit > 0 && memcmp(geom->rgba, unset, sizeof(unset)) == 0) {
    lb_mixColors(geom->rgba, unset, b->m->vis.rgba.constraint, (float)limit);
    geom->rgba[3] = 1;
  }
}

// A piece of a tendon. Strings that hang have their own colour always.
static void addTendonPiece(lbSceneBuild* b, int tendonId, mjtNum width, const mjtNum from[3],
                           const mjtNum to[3], bool isString, bool isLabelled) {
  const mjModel* m = b->m;
  mjvGeom* geom = lb_beginGeom(b, mjCAT_DYNAMIC, mjOBJ_TENDON, tendonId);
  if (!geom) {
    return;
  }
  mjv_connector(geom, mjGEOM_CAPSULE, width, from, to);
  lb_setMaterial(m, geom, m->tendon_matid[tendonId], m->tendon_rgba + 4 * tendonId, b->opt->flags);
  if (!isString) {
    dressTendon(b, geom, tendonId);
  }
  if (b->opt->flags[mjVIS_TRANSPARENT]) {
    geom->rgba[3] *= m->vis.map.alpha;
  }
  if (!isString && b->opt->flags[mjVIS_ISLAND]) {
    lb_setTendonIslandColor(b->d, tendonId, geom);
  }
  if (isLabelled && b->opt->label == mjLABEL_TENDON) {
    lb_setLabel(m, geom, mjOBJ_TENDON, tendonId);
  }
  lb_finishGeom(b, geom);
}

// A string that hangs through; its name stands on each piece.
static void addString(lbSceneBuild* b, int tendonId, mjtNum length) {
  const mjModel* m = b->m;
  const mjtNum* ends = b->d->wrap_xpos + 3 * b->d->ten_wrapadr[tendonId];
  mjtNum from[3], to[3];
  lbCatenary curve;
  lb_makeCatenary(&curve, ends, ends + 3, m->opt.gravity, length, m->vis.quality.numslices);
  lb_copy3(from, ends);
  for (int i = 1; i <= curve.pieces; i++) {
    lb_catenaryPoint(&curve, i, to);
    addTendonPiece(b, tendonId, m->tendon_width[tendonId], from, to, true, true);
    lb_copy3(from, to);
  }
}

static void addTendonPath(lbSceneBuild* b, int tendonId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  int first = d->ten_wrapadr[tendonId];
  int last = first + d->ten_wrapnum[tendonId] - 1;
  bool isFirst = true;
  mjtNum length = lb_stringLength(m, d, tendonId);
  if (length > 0) {
    addString(b, tendonId, length);
    return;
  }
  for (int j = first; j < last; j++) {
    if (d->wrap_obj[j] == WRAP_PULLEY || d->wrap_obj[j + 1] == WRAP_PULLEY) {
      continue;
    }
    addTendonPiece(b, tendonId, lb_pieceWidth(d, j, m->tendon_width[tendonId]),
                   d->wrap_xpos + 3 * j, d->wrap_xpos + 3 * j + 3, false, isFirst);
    isFirst = false;
  }
}

// The cylinder of a slider and the rod of its crank.
static void addSliderCrank(lbSceneBuild* b, int actuatorId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  int crank = m->actuator_trnid[2 * actuatorId];
  int slider = m->actuator_trnid[2 * actuatorId + 1];
  const mjtNum* sliderPos = d->site_xpos + 3 * slider;
  const mjtNum* crankPos = d->site_xpos + 3 * crank;
  const mjtNum* mat = d->site_xmat + 9 * slider;
  mjtNum axis[3] = {mat[2], mat[5], mat[8]}, between[3], end[3];
  lb_sub3(between, crankPos, sliderPos);

  // the end of the slider: where the rod meets the axis; a rod too short is drawn broken
  mjtNum rod = m->actuator_cranklength[actuatorId];
  mjtNum along = lb_dot3(between, axis);
  mjtNum square = along * along + rod * rod - lb_dot3(between, between);
  int broken = square < 0;
  mjtNum length = along - (broken ? 0 : sqrt(square));
  lb_addScl3(end, sliderPos, axis, length);

  mjtNum width = m->vis.scale.slidercrank * m->stat.meansize;
  mjvGeom* geom = lb_addConnector(b, mjCAT_DYNAMIC, mjOBJ_ACTUATOR, actuatorId, mjGEOM_CYLINDER,
                                  width, sliderPos, end, m->vis.rgba.slidercrank);
  if (geom && b->opt->label == mjLABEL_ACTUATOR) {
    lb_setLabel(m, geom, mjOBJ_ACTUATOR, actuatorId);
  }
  lb_addConnector(b, mjCAT_DYNAMIC, mjOBJ_ACTUATOR, actuatorId, mjGEOM_CAPSULE, width / 2, end,
                  crankPos, broken ? m->vis.rgba.crankbroken : m->vis.rgba.slidercrank);
}

void lb_addTendonGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 0; b->opt->flags[mjVIS_TENDON] && i < m->ntendon; i++) {
    if (b->opt->tendongroup[lb_group(m->tendon_group[i])]) {
      addTendonPath(b, i);
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_SLIDERCRANK) {
      addSliderCrank(b, i);
    }
  }
}

//---------------------------------- skins and flexes ---------------------------------------------

void lb_addSkinGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  if (!b->opt->flags[mjVIS_SKIN]) {
    return;
  }
  for (int i = 0; i < m->nskin && i < b->scn->nskin; i++) {
    mjvGeom* geom = b->opt->skingroup[lb_group(m->skin_group[i])]
                        ? lb_beginGeom(b, mjCAT_DYNAMIC, mjOBJ_SKIN, i)
                        : NULL;
    if (!geom) {
      continue;
    }
    const mjtNum* first = NULL;
    if (m->skin_bonenum[i] > 0) {
      first = b->d->xpos + 3 * m->skin_bonebodyid[m->skin_boneadr[i]];
    }
    mjv_initGeom(geom, mjGEOM_SKIN, NULL, first, NULL, NULL);
    geom->texcoord = m->skin_texcoordadr[i] >= 0;
    lb_setMaterial(m, geom, m->skin_matid[i], m->skin_rgba + 4 * i, b->opt->flags);
    if (b->opt->flags[mjVIS_TRANSPARENT]) {
      geom->rgba[3] *= m->vis.map.alpha;
    }
    if (b->pert && b->pert->skinselect == i) {
      geom->emission += m->vis.global.glow;
    }
    if (b->opt->label == mjLABEL_SKIN) {
      lb_setLabel(m, geom, mjOBJ_SKIN, i);
    }
    finishVisible(b, geom);
  }
}

static const mjtNum defaultSize = 0.1f;

// Transparency, and the colour of the island of the first body that moves.
static void dressFlex(lbSceneBuild* b, mjvGeom* geom, int flexId) {
  const mjModel* m = b->m;
  bool hasNodes = m->flex_nodenum[flexId] > 0;
  int count = hasNodes ? m->flex_nodenum[flexId] : m->flex_vertnum[flexId];
  const int* body = hasNodes ? m->flex_nodebodyid + m->flex_nodeadr[flexId]
                             : m->flex_vertbodyid + m->flex_vertadr[flexId];
  int first = 0;
  while (first < count && m->body_treeid[body[first]] < 0) {
    first++;
  }
  if (b->opt->flags[mjVIS_TRANSPARENT]) {
    geom->rgba[3] *= m->vis.map.alpha;
  }
  if (b->opt->flags[mjVIS_ISLAND] && first < count) {
    lb_setIslandColor(m, b->d, body[first], geom);
  }
}

bool lb_showsFlexes(const mjvOption* opt) {
  const mjtByte* flags = opt->flags;
  return flags[mjVIS_FLEXVERT] || flags[mjVIS_FLEXEDGE] || flags[mjVIS_FLEXFACE] ||
         flags[mjVIS_FLEXSKIN];
}

void lb_addFlexGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  if (!lb_showsFlexes(b->opt)) {
    return;
  }
  for (int i = 0; i < m->nflex && i < b->scn->nflex; i++) {
    mjvGeom* geom = b->opt->flexgroup[lb_group(m->flex_group[i])]
                        ? lb_beginGeom(b, mjCAT_DYNAMIC, mjOBJ_FLEX, i)
                        : NULL;
    if (!geom) {
      continue;
    }
    const mjtNum size[3] = {m->flex_radius[i], defaultSize, defaultSize};
    mjv_initGeom(geom, mjGEOM_FLEX, size, b->d->flexvert_xpos + 3 * m->flex_vertadr[i], NULL, NULL);
    geom->texcoord = m->flex_texcoordadr[i] >= 0;
    lb_setMaterial(m, geom, m->flex_matid[i], m->flex_rgba + 4 * i, b->opt->flags);
    dressFlex(b, geom, i);
    if (b->pert && b->pert->flexselect == i) {
      geom->emission += m->vis.global.glow;
    }
    if (b->opt->label == mjLABEL_FLEX) {
      lb_setLabel(m, geom, mjOBJ_FLEX, i);
    }
    finishVisible(b, geom);
  }
}
