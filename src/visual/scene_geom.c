// Single geoms of a scene: shape, pose, colour, material and label.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "visual/visual.h"

static const float defaultRgba[4] = {0.5f, 0.5f, 0.5f, 1};

void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                  const mjtNum mat[9], const float rgba[4]) {
  LB_REQUIRE(geom);
  static const float defaultSize = 0.1f;
  static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  geom->type = type;
  for (int i = 0; i < 3; i++) {
    geom->size[i] = size ? (float)size[i] : defaultSize;
    geom->pos[i] = pos ? (float)pos[i] : 0;
  }

  // round shapes have fewer sizes: repeat the radius where there is nothing
  if (size && type == mjGEOM_SPHERE) {
    geom->size[1] = geom->size[2] = geom->size[0];
  } else if (size && (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER)) {
    geom->size[2] = geom->size[1];
    geom->size[1] = geom->size[0];
  }
  const mjtNum* frame = mat ? mat : identity;
  for (int i = 0; i < 9; i++) {
    geom->mat[i] = (float)frame[i];
  }
  memcpy(geom->rgba, rgba ? rgba : defaultRgba, sizeof(geom->rgba));
  geom->dataid = -1;
  geom->matid = -1;
  geom->texid = -1;
  geom->texuniform = 0;
  geom->texcoord = 0;
  geom->texrepeat[0] = geom->texrepeat[1] = 0;
  geom->emission = 0;
  geom->specular = 0.5f;
  geom->shininess = 0.5f;
  geom->reflectance = 0;
  geom->modelrbound = 0;
  geom->label[0] = 0;
}

void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                   const mjtNum to[3]) {
  // solids are centred; arrows and lines start at `from`
  int starts = type >= mjGEOM_ARROW && type <= mjGEOM_LINE;
  if (!starts && type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER) {
    lb_complain("mjv_connector: invalid geom type %d for connector", type);
    return;
  }
  mjtNum direction[3], quat[4], mat[9];
  lb_sub3(direction, to, from);
  mjtNum length = lb_norm3(direction);
  mju_quatZ2Vec(quat, direction);  // no turn where there is no direction
  lb_quat2Mat(mat, quat);
  for (int i = 0; i < 9; i++) {
    geom->mat[i] = (float)mat[i];
  }

  geom->type = type;
  geom->size[0] = geom->size[1] = (float)width;
  geom->size[2] = (float)(starts ? length : length / 2);
  for (int i = 0; i < 3; i++) {
    geom->pos[i] = (float)(starts ? from[i] : 0.5 * (from[i] + to[i]));
  }
}

mjvGeom* lb_beginGeom(lbSceneBuild* b, int category, int objtype, int objid) {
  mjvScene* scn = b->scn;
  if (!(b->catmask & category)) {
    return NULL;
  }
  if (scn->ngeom >= scn->maxgeom) {
    if (!scn->status) {
      lb_warning("Pre-allocated visual geom buffer is full. Increase maxgeom above %d.",
                 scn->maxgeom);
    }
    scn->status = 1;
    return NULL;
  }
  mjvGeom* geom = scn->geoms + scn->ngeom;
  memset(geom, 0, sizeof(mjvGeom));
  mjv_initGeom(geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  geom->objtype = objtype;
  geom->objid = objid;
  geom->category = category;
  return geom;
}

void lb_finishGeom(lbSceneBuild* b, mjvGeom* geom) {
  geom->segid = b->scn->ngeom++;
}

mjvGeom* lb_addShape(lbSceneBuild* b, int category, int objtype, int objid, int type,
                     const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9],
                     const float rgba[4]) {
  mjvGeom* geom = lb_beginGeom(b, category, objtype, objid);
  if (geom) {
    mjv_initGeom(geom, type, size, pos, mat, rgba);
    lb_finishGeom(b, geom);
  }
  return geom;
}

mjvGeom* lb_addConnector(lbSceneBuild* b, int category, int objtype, int objid, int type,
                         mjtNum width, const mjtNum from[3], const mjtNum to[3],
                         const float rgba[4]) {
  mjvGeom* geom = lb_beginGeom(b, category, objtype, objid);
  if (geom) {
    mjv_connector(geom, type, width, from, to);
    memcpy(geom->rgba, rgba, sizeof(geom->rgba));
    lb_finishGeom(b, geom);
  }
  return geom;
}

void lb_addFrame(lbSceneBuild* b, int category, int objtype, int objid, const mjtNum pos[3],
                 const mjtNum mat[9], mjtNum length, mjtNum width) {
  for (int axis = 0; axis < 3; axis++) {
    mjtNum to[3];
    float rgba[4] = {0, 0, 0, 1};
    rgba[axis] = 0.9f;
    for (int i = 0; i < 3; i++) {
      to[i] = pos[i] + length * mat[3 * i + axis];
    }
    lb_addConnector(b, category, objtype, objid, mjGEOM_CYLINDER, width, pos, to, rgba);
  }
}

void lb_setLabel(const mjModel* m, mjvGeom* geom, int objtype, int objid) {
  const char* name = mj_id2name(m, objtype, objid);
  if (name && name[0]) {
    snprintf(geom->label, sizeof(geom->label), "%s", name);
  } else {
    const char* type = mju_type2Str(objtype);
    snprintf(geom->label, sizeof(geom->label), "%s %d", type ? type : "object", objid);
  }
}

void lb_setMaterial(const mjModel* m, mjvGeom* geom, int matid, const float rgba[4],
                    const mjtByte* flags) {
  static const float unset[4] = {0.5f, 0.5f, 0.5f, 1};
  if (rgba) {
    memcpy(geom->rgba, rgba, sizeof(geom->rgba));
  }
  if (matid < 0 || matid >= m->nmat) {
    return;
  }

  // a colour that was left at its default gives way to the material's
  if (!rgba || memcmp(rgba, unset, sizeof(unset)) == 0) {
    memcpy(geom->rgba, m->mat_rgba + 4 * matid, sizeof(geom->rgba));
  }
  geom->emission = m->mat_emission[matid];
  geom->specular = m->mat_specular[matid];
  geom->shininess = m->mat_shininess[matid];
  geom->reflectance = m->mat_reflectance[matid];
  if (flags[mjVIS_TEXTURE]) {
    geom->matid = matid;
    geom->texid = m->mat_texid[matid * mjNTEXROLE + mjTEXROLE_RGB];
    geom->texuniform = m->mat_texuniform[matid];
    geom->texrepeat[0] = m->mat_texrepeat[2 * matid];
    geom->texrepeat[1] = m->mat_texrepeat[2 * matid + 1];
  }
}

int lb_bodyCategory(const mjModel* m, int bodyId) {
  int isStatic = m->body_weldid[bodyId] == 0 && m->body_mocapid[m->body_rootid[bodyId]] < 0;
  return isStatic ? mjCAT_STATIC : mjCAT_DYNAMIC;
}

bool lb_isBodyShown(const lbSceneBuild* b, int bodyId) {
  int category = lb_bodyCategory(b->m, bodyId);
  return (b->catmask & category) && (category != mjCAT_STATIC || b->opt->flags[mjVIS_STATIC]);
}

int lb_group(int group) {
  return group < 0 ? 0 : group >= mjNGROUP ? mjNGROUP - 1 : group;
}
