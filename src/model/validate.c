// Checks of a model that came from outside: every count, address and id must stay inside the arrays
// that it refers to.

#include "model/validate.h"
#include "base/error.h"
#include "model/model.h"
#include "model/sensor_shape.h"

#include <math.h>

// names start inside the name pool, which ends with a zero
static bool namesInside(const mjModel* m) {
  if (m->nnames < 1 || m->names[m->nnames - 1]) {
    return false;
  }
  for (int type = 0; type < mjNOBJECT; type++) {
    int count;
    const int* address = lb_nameTable(m, type, &count);
    if (!lb_idsInside(address, count, 0, m->nnames)) {
      return false;
    }
  }
  return true;
}

static mjtSize objectCount(const mjModel* m, int type) {
  int count;
  lb_nameTable(m, type, &count);
  return type == mjOBJ_DOF ? m->nv : count;
}

// ids whose kind is told by a type next to them
static bool typedIdsInside(const mjModel* m, const int* type, const int* id, mjtSize count) {
  for (mjtSize i = 0; i < count; i++) {
    mjtSize size = objectCount(m, type[i]);
    if (id[i] < -1 || id[i] >= size) {
      return false;
    }
  }
  return true;
}

// A strain constraint belongs to a cell of a lattice, told by numbers: a quad of the surface, or a
// place along each axis. The stiffness of the cell begins with the number of its modes. Flexes
// without cells have no such constraint.
static bool strainInside(const mjModel* m, mjtSize eq) {
  mjtSize flex = m->eq_obj1id[eq], size = lb_cellStiffness(m, flex), cell = 0;
  const mjtNum* place = m->eq_data + mjNEQDATA * eq;
  bool hollow = m->flex_interp[flex] < 0;
  if (!m->flex_interp[flex] || m->flex_stiffnessadr[flex] < 0) {
    return true;
  }
  if (hollow != (place[1] < 0)) {
    return false;
  }
  for (int k = 0; k < (hollow ? 1 : 3); k++) {
    mjtSize count = hollow ? lb_latticeCells(m, flex) : m->flex_cellnum[3 * flex + k];
    if (!(place[k] >= 0 && place[k] < (mjtNum)count)) {
      return false;
    }
    cell = cell * count + (mjtSize)place[k];
  }
  mjtNum modes = m->flex_stiffness[m->flex_stiffnessadr[flex] + cell * size];
  return modes >= 0 && modes * sqrt((mjtNum)size) < (mjtNum)size;
}

// Joints, tendons and flexes are told by the type of the constraint, bodies and sites apart.
static bool equalitiesInside(const mjModel* m) {
  for (mjtSize i = 0; i < m->neq; i++) {
    int type = m->eq_type[i], object = m->eq_objtype[i];
    bool place = type == mjEQ_CONNECT || type == mjEQ_WELD;
    object = place                 ? object
             : type == mjEQ_JOINT  ? mjOBJ_JOINT
             : type == mjEQ_TENDON ? mjOBJ_TENDON
                                   : mjOBJ_FLEX;
    mjtSize size = objectCount(m, object);
    if (type < 0 || type > mjEQ_FLEXSTRAIN ||
        (place && object != mjOBJ_BODY && object != mjOBJ_SITE) ||
        !lb_idsInside(m->eq_obj1id + i, 1, 0, size) ||
        !lb_idsInside(m->eq_obj2id + i, 1, place ? 0 : -1, size) ||
        (type == mjEQ_FLEXSTRAIN && !strainInside(m, i))) {
      return false;
    }
  }
  return true;
}

static bool bodyTreesInside(const mjModel* m) {
  for (mjtSize i = 0; i < m->nbody; i++) {
    if (!lb_boundsInside(m, m->body_bvhadr[i], m->body_bvhnum[i], m->ngeom)) {
      return false;
    }
  }
  return true;
}

static const char* checkBodies(const mjModel* m) {
  CHECK(body_mocapid, lb_idsInside(m->body_mocapid, m->nbody, -1, m->nmocap))
  CHECK(body_plugin, lb_idsInside(m->body_plugin, m->nbody, -1, m->nplugin))
  CHECK(nbvh, m->nbvhstatic + m->nbvhdynamic == m->nbvh)
  CHECK(body_bvhadr, lb_rangesInside(m->body_bvhadr, m->body_bvhnum, m->nbody, m->nbvhstatic))
  CHECK(bvh_child, bodyTreesInside(m))
  CHECK(tree_sleep_policy, lb_idsInside(m->tree_sleep_policy, m->ntree, 0, mjSLEEP_INIT + 1))
  CHECK(jnt_actuatorid, lb_idsInside(m->jnt_actuatorid, m->njnt, -2, m->nactuator))
  return lb_validateTree(m);
}

static const char* checkGeoms(const mjModel* m) {
  CHECK(geom_type, lb_idsInside(m->geom_type, m->ngeom, 0, mjNGEOMTYPES))
  CHECK(geom_matid, lb_idsInside(m->geom_matid, m->ngeom, -1, m->nmat))
  CHECK(geom_plugin, lb_idsInside(m->geom_plugin, m->ngeom, -1, m->nplugin))
  for (mjtSize i = 0; i < m->ngeom; i++) {
    int type = m->geom_type[i];
    mjtSize size = type == mjGEOM_HFIELD ? m->nhfield : m->nmesh;
    bool needed = type == mjGEOM_HFIELD || type == mjGEOM_MESH || type == mjGEOM_SDF;
    CHECK(geom_dataid, m->geom_dataid[i] >= (needed ? 0 : -1) &&
                           (m->geom_dataid[i] < size || m->geom_dataid[i] == -1))
    CHECK(geom_condim, m->geom_condim[i] >= 1 && m->geom_condim[i] <= 6)
  }
  CHECK(site_bodyid, lb_idsInside(m->site_bodyid, m->nsite, 0, m->nbody))
  CHECK(site_matid, lb_idsInside(m->site_matid, m->nsite, -1, m->nmat))
  CHECK(site_type, lb_idsInside(m->site_type, m->nsite, 0, mjNGEOMTYPES))
  CHECK(site_dataid, lb_idsInside(m->site_dataid, m->nsite, -1, m->nmesh))
  CHECK(pair_dim, lb_idsInside(m->pair_dim, m->npair, 1, 7))
  CHECK(cam_bodyid, lb_idsInside(m->cam_bodyid, m->ncam, 0, m->nbody))
  CHECK(cam_targetbodyid, lb_idsInside(m->cam_targetbodyid, m->ncam, -1, m->nbody))
  CHECK(light_bodyid, lb_idsInside(m->light_bodyid, m->nlight, 0, m->nbody))
  CHECK(light_targetbodyid, lb_idsInside(m->light_targetbodyid, m->nlight, -1, m->nbody))
  CHECK(light_texid, lb_idsInside(m->light_texid, m->nlight, -1, m->ntex))
  CHECK(pair_geom1, lb_idsInside(m->pair_geom1, m->npair, 0, m->ngeom))
  CHECK(pair_geom2, lb_idsInside(m->pair_geom2, m->npair, 0, m->ngeom))
  return NULL;
}

enum { HISTORY_HEAD = 2 };  // as in data/history.h, which is a later layer

// Each line of history has a head, and a time and `dim` values (NULL: 1) per sample. Counts below
// one mean that there is none.
static bool historyInside(const mjModel* m, const int* address, const int* history, const int* dim,
                          mjtSize count) {
  for (mjtSize i = 0; i < count; i++) {
    mjtSize samples = history[2 * i], values = dim ? dim[i] : 1;
    mjtSize need = HISTORY_HEAD + samples * (1 + values);
    if (samples > 0 && (address[i] < 0 || address[i] + need > m->nhistory)) {
      return false;
    }
  }
  return true;
}

// The path of a tendon: joints, or sites with pulleys and round geoms between sites.
static bool pathInside(const mjModel* m, mjtSize tendon) {
  int first = m->tendon_adr[tendon], end = first + m->tendon_num[tendon];
  bool isFixed = end > first && m->wrap_type[first] == mjWRAP_JOINT;
  for (int i = first; i < end; i++) {
    const int *type = m->wrap_type + i, *id = m->wrap_objid + i;
    bool isRound = *type == mjWRAP_SPHERE || *type == mjWRAP_CYLINDER;
    mjtSize size = *type == mjWRAP_JOINT && isFixed   ? m->njnt
                   : *type == mjWRAP_SITE && !isFixed ? m->nsite
                   : isRound && !isFixed              ? m->ngeom
                                                      : 0;
    bool isPulley = *type == mjWRAP_PULLEY && !isFixed;
    if (!isPulley && (*id < 0 || *id >= size)) {
      return false;
    }
    // the id of a side site is a number
    if (isRound &&
        (i == first || i == end - 1 || type[-1] != mjWRAP_SITE || type[1] != mjWRAP_SITE ||
         !(m->wrap_prm[i] > -2) || !(m->wrap_prm[i] < (mjtNum)m->nsite - 0.5))) {
      return false;
    }
  }
  return end > first;
}

static const char* checkTendons(const mjModel* m) {
  CHECK(tendon_adr, lb_rangesInside(m->tendon_adr, m->tendon_num, m->ntendon, m->nwrap))
  CHECK(tendon_actuatorid, lb_idsInside(m->tendon_actuatorid, m->ntendon, -2, m->nactuator))
  CHECK(tendon_matid, lb_idsInside(m->tendon_matid, m->ntendon, -1, m->nmat))
  CHECK(ten_J_rownnz, lb_sparseInside(m->ten_J_rownnz, m->ten_J_rowadr, m->ten_J_colind, m->ntendon,
                                      m->nJten, m->nv))
  for (mjtSize i = 0; i < m->ntendon; i++) {
    int trees = m->tendon_treenum[i];
    CHECK(wrap_objid, pathInside(m, i))
    CHECK(tendon_treeid, lb_idsInside(m->tendon_treeid + 2 * i, trees < 2 ? trees : 2, 0, m->ntree))
  }
  return NULL;
}

// What an actuator acts on, and how many inputs, outputs and activations that takes.
static bool actuatorInside(const mjModel* m, mjtSize i) {
  int type = m->actuator_trntype[i], dynamics = m->actuator_dyntype[i];
  const int* id = m->actuator_trnid + 2 * i;
  int inputs = m->actuator_ctrlnum[i], outputs = m->actuator_outnum[i], needed = 0;
  for (int bits = m->actuator_ctrlspec[i] & (mjINPUT_NONE - 1); bits; bits &= bits - 1) {
    needed++;
  }
  bool isSo3 = type == mjTRN_SO3, onSites = isSo3 && id[1] >= 0;
  mjtSize size = type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT || (isSo3 && !onSites) ? m->njnt
                 : type == mjTRN_TENDON                                       ? m->ntendon
                 : type == mjTRN_SITE || type == mjTRN_SLIDERCRANK || onSites ? m->nsite
                 : type == mjTRN_BODY                                         ? m->nbody
                                                                              : 0;
  bool fits = id[0] >= 0 && id[0] < size && id[1] < m->nsite &&
              (type != mjTRN_SLIDERCRANK || id[1] >= 0) &&
              inputs >= (m->actuator_ctrlspec[i] ? needed : 1) && outputs == (isSo3 ? 3 : 1);
  fits = fits && (!isSo3 || onSites || m->jnt_type[id[0]] == mjJNT_BALL);
  fits = fits && (isSo3 || m->actuator_gaintype[i] != mjGAIN_SO3);
  return fits && (dynamics != mjDYN_INTEGRATOR || m->actuator_plugin[i] >= 0 ||
                  m->actuator_actnum[i] <= inputs);
}

static const char* checkForces(const mjModel* m) {
  CHECK(actuator_ctrladr,
        lb_rangesInside(m->actuator_ctrladr, m->actuator_ctrlnum, m->nactuator, m->nu))
  CHECK(actuator_outadr,
        lb_rangesInside(m->actuator_outadr, m->actuator_outnum, m->nactuator, m->nout))
  CHECK(actuator_actadr,
        lb_rangesInside(m->actuator_actadr, m->actuator_actnum, m->nactuator, m->na))
  CHECK(actuator_plugin, lb_idsInside(m->actuator_plugin, m->nactuator, -1, m->nplugin))
  for (mjtSize i = 0; i < m->nactuator; i++) {
    CHECK(actuator_trnid, actuatorInside(m, i))
  }
  CHECK(eq_obj1id, equalitiesInside(m))
  CHECK(sensor_objid, typedIdsInside(m, m->sensor_objtype, m->sensor_objid, m->nsensor))
  CHECK(sensor_refid, typedIdsInside(m, m->sensor_reftype, m->sensor_refid, m->nsensor))
  CHECK(sensor_adr, lb_rangesInside(m->sensor_adr, m->sensor_dim, m->nsensor, m->nsensordata))
  for (mjtSize i = 0; i < m->nsensor; i++) {
    CHECK(sensor_type, lb_sensorInside(m, i))
  }
  CHECK(actuator_historyadr,
        historyInside(m, m->actuator_historyadr, m->actuator_history, NULL, m->nactuator))
  CHECK(sensor_historyadr,
        historyInside(m, m->sensor_historyadr, m->sensor_history, m->sensor_dim, m->nsensor))
  CHECK(sensor_plugin, lb_idsInside(m->sensor_plugin, m->nsensor, -1, m->nplugin))
  return NULL;
}

static const char* checkCustom(const mjModel* m) {
  CHECK(numeric_adr, lb_rangesInside(m->numeric_adr, m->numeric_size, m->nnumeric, m->nnumericdata))
  CHECK(text_adr, lb_rangesInside(m->text_adr, m->text_size, m->ntext, m->ntextdata))
  CHECK(tuple_adr, lb_rangesInside(m->tuple_adr, m->tuple_size, m->ntuple, m->ntupledata))
  CHECK(tuple_objid, typedIdsInside(m, m->tuple_objtype, m->tuple_objid, m->ntupledata))
  CHECK(plugin_stateadr,
        lb_rangesInside(m->plugin_stateadr, m->plugin_statenum, m->nplugin, m->npluginstate))
  CHECK(plugin_attradr, lb_idsInside(m->plugin_attradr, m->nplugin, -1, m->npluginattr))
  CHECK(text_data, !m->ntextdata || !m->text_data[m->ntextdata - 1])
  CHECK(plugin_attr, !m->npluginattr || !m->plugin_attr[m->npluginattr - 1])
  CHECK(names, namesInside(m))
  CHECK(timestep, isfinite(m->opt.timestep))
  CHECK(narena, m->narena >= 0)
  return NULL;
}

// Numbers of enums that no other check looks at.
static const char* checkEnums(const mjModel* m) {
#define ENUM(field, count, last) CHECK(field, lb_idsInside(m->field, m->count, 0, (last) + 1))
  ENUM(cam_mode, ncam, mjCAMLIGHT_TARGETBODYCOM)
  ENUM(cam_projection, ncam, mjPROJ_ORTHOGRAPHIC)
  ENUM(light_mode, nlight, mjCAMLIGHT_TARGETBODYCOM)
  ENUM(light_type, nlight, mjLIGHT_IMAGE)
  ENUM(tex_type, ntex, mjTEXTURE_SKYBOX)
  ENUM(tex_colorspace, ntex, mjCOLORSPACE_SRGB)
  ENUM(flex_selfcollide, nflex, mjFLEXSELF_AUTO)
  ENUM(actuator_dyntype, nactuator, mjDYN_USER)
  ENUM(actuator_gaintype, nactuator, mjGAIN_USER)
  ENUM(actuator_biastype, nactuator, mjBIAS_USER)
  ENUM(sensor_datatype, nsensor, mjDATATYPE_QUATERNION)
  ENUM(sensor_needstage, nsensor, mjSTAGE_ACC)
  CHECK(opt, m->opt.integrator <= mjINT_DISCRETE && m->opt.cone <= mjCONE_ELLIPTIC &&
                 m->opt.jacobian <= mjJAC_AUTO && m->opt.solver <= mjSOL_NEWTON &&
                 (m->opt.integrator | m->opt.cone | m->opt.jacobian | m->opt.solver) >= 0)
#undef ENUM
  return NULL;
}

const char* lb_validateModel(const mjModel* m) {
  const char* invalid = checkBodies(m);
  invalid = invalid ? invalid : checkGeoms(m);
  invalid = invalid ? invalid : lb_validateAssets(m);
  invalid = invalid ? invalid : checkTendons(m);
  invalid = invalid ? invalid : checkForces(m);
  invalid = invalid ? invalid : checkEnums(m);
  return invalid ? invalid : checkCustom(m);
}
