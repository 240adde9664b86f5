// Sizes and the final layout of the model.
//
// The model is made twice. The draft has every array but those whose length follows from others
// (sparse patterns, bounding volumes) and no bulky asset data; once it is filled, these lengths are
// known, and lb_finalModel moves everything to the model with its final sizes.

#include "compile/layout.h"

#include "base/compiler.h"
#include "compile/actuators.h"
#include "compile/assets.h"
#include "compile/attributes.h"
#include "compile/bvh.h"
#include "compile/elements.h"
#include "compile/flex/passes.h"
#include "compile/names.h"
#include "compile/plugins.h"
#include "model/fields.h"
#include "model/joint_size.h"
#include "model/matrices.h"
#include "model/model.h"

#include <string.h>

// --- sizes

static void growUser(lbCompiler* c, const lbElement* element, const mjDoubleVec* user, int declared,
                     mjtSize* size, const char* kind) {
  c->current = element;
  int count = user ? user->count : 0;
  if (declared >= 0) {
    *size = declared;
    lb_checkUser(c, user, declared, kind);
  } else if (count > *size) {
    *size = count;
  }
}

#define GROW_USER(Type, objtype, field, kind)                                                 \
  sizes->nuser_##field = s->nuser_##field > 0 ? s->nuser_##field : 0;                         \
  for (int i = 0; i < lb_specCount(c->spec, objtype); i++) {                                  \
    const Type* element = LB_SPEC_ITEM(c->spec, Type, objtype, i);                            \
    growUser(c, &element->head, element->s.userdata, s->nuser_##field, &sizes->nuser_##field, \
             kind);                                                                           \
  }

static void countUsers(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  const mjSpec* s = &c->spec->s;
  if (s->nuserdata < 0) {
    lb_compileError(c, "nuserdata must be non-negative");
  }
  GROW_USER(lbBody, mjOBJ_BODY, body, "body")
  GROW_USER(lbJoint, mjOBJ_JOINT, jnt, "joint")
  GROW_USER(lbGeom, mjOBJ_GEOM, geom, "geom")
  GROW_USER(lbSite, mjOBJ_SITE, site, "site")
  GROW_USER(lbCamera, mjOBJ_CAMERA, cam, "camera")
  GROW_USER(lbTendon, mjOBJ_TENDON, tendon, "tendon")
  GROW_USER(lbActuator, mjOBJ_ACTUATOR, actuator, "actuator")
  GROW_USER(lbSensor, mjOBJ_SENSOR, sensor, "sensor")
  sizes->nuserdata = s->nuserdata;
}

static void countTree(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  int mocap = 0;
  int* tree = LB_WORK_ARRAY(c, int, c->bodyCount);
  for (int b = 0; b < c->bodyCount; b++) {
    lbWorkBody* body = c->bodies[b];
    for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
      sizes->nq += lb_jointQposCount(j->s.type);
    }
    sizes->nv += body->dofNum;
    if (body->s.mocap) {
      body->mocapId = mocap++;
    }
    bool parentMoves = body->parent && tree[body->parent->id];
    tree[b] = parentMoves || body->dofNum;
    sizes->ntree += !parentMoves && body->dofNum;
  }
  sizes->nmocap = mocap;
}

static int countKept(const lbCompiler* c, mjtObj type) {
  int count = 0;
  for (int i = 0; i < lb_specCount(c->spec, type); i++) {
    count += c->ids[type][i] >= 0;
  }
  return count;
}

LB_APART void lb_countSizes(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  lbSpec* spec = c->spec;
  countUsers(c);
  countTree(c);
  lb_countActuators(c);
  lb_countCustom(c);
  sizes->npair = lb_specCount(spec, mjOBJ_PAIR);
  sizes->nexclude = lb_specCount(spec, mjOBJ_EXCLUDE);
  sizes->neq = lb_specCount(spec, mjOBJ_EQUALITY);
  sizes->ntendon = lb_specCount(spec, mjOBJ_TENDON);
  for (int i = 0; i < sizes->ntendon; i++) {
    sizes->nwrap += LB_SPEC_ITEM(spec, lbTendon, mjOBJ_TENDON, i)->wraps.count;
  }
  sizes->nsensor = lb_specCount(spec, mjOBJ_SENSOR);
  sizes->nplugin = countKept(c, mjOBJ_PLUGIN);
  sizes->nmat = countKept(c, mjOBJ_MATERIAL);
  sizes->ntex = countKept(c, mjOBJ_TEXTURE);
  sizes->nmesh = countKept(c, mjOBJ_MESH);
  sizes->nhfield = countKept(c, mjOBJ_HFIELD);
  sizes->nskin = countKept(c, mjOBJ_SKIN);
  sizes->nflex = countKept(c, mjOBJ_FLEX);
  lb_countPlugins(c);
  lb_countFlexes(c);

  lb_countNames(c);
  lb_countPaths(c);
  sizes->njmax = spec->s.njmax;
  sizes->nconmax = spec->s.nconmax;
  c->current = NULL;
}

// --- final model

// Rows that mjModel.nemax sets aside for the equality constraints.
// COMPAT: MODEL-NEMAX: a flex counts as one row, although it makes one for each of its edges,
// vertices or modes, and a weld as seven, although it makes six.
static mjtSize equalityRows(const mjModel* m) {
  mjtSize rows = 0;
  for (int i = 0; i < m->neq; i++) {
    int type = m->eq_type[i];
    rows += type == mjEQ_CONNECT ? 3 : type == mjEQ_WELD ? 7 : 1;
  }
  return rows;
}

// Arena for 100 contacts and 500 rows, or for njmax and nconmax, in whole megabytes. The stack in
// it is for as many rows, or has the size that nstack asks for. COMPAT: MODEL-NARENA: the peer sets
// aside a dense matrix of all dofs and rows. With sparse matrices a large model needs a small part
// of that (a pile of 1,000 spheres 27 MB of 1.7 GB), and often there is no more; what the model
// does not ask for by itself is therefore bounded by what its dofs can need.
static mjtSize arenaBytes(const lbCompiler* c, const mjModel* m) {
  if (c->spec->s.memory >= 0) {
    return c->spec->s.memory;
  }
  mjtSize nstack = c->spec->s.nstack;
  mjtSize contacts = m->nconmax < 0 ? 100 : m->nconmax, rows = m->njmax < 0 ? 500 : m->njmax;
  mjtSize edge = rows + m->neq + m->nv, megabyte = 1 << 20;
  // (the sum has no term larger than this one)
  lb_sizeProduct(lb_sizeProduct(edge, edge), 200);
  mjtSize stack = lb_sizeProduct(nstack < 0 ? edge * edge * 5 : nstack, sizeof(mjtNum));
  mjtSize constraints = contacts * (mjtSize)sizeof(mjContact) + rows * (8 * 4 + 14 * 8) +
                        m->nv * 3 * 4 + rows * m->nv * (2 * 4 + 2 * 8) + rows * rows * (4 + 8);
  mjtSize bytes = (stack + constraints + megabyte - 1) / megabyte * megabyte;
  bool asked = m->nconmax >= 0 || m->njmax >= 0 || nstack >= 0;
  mjtSize most = 256 * megabyte + m->nv / 32 * megabyte;
  return asked || m->opt.jacobian == mjJAC_DENSE || bytes < most ? bytes : most;
}

// Copies every array that has the same length in both models.
static void moveArrays(mjModel* to, const mjModel* from) {
  for (int i = 0; i < lb_modelFieldCount; i++) {
    const lbArrayField* field = &lb_modelFields[i];
    size_t bytes = lb_fieldBytes(field, from, NULL);
    if (bytes && lb_fieldRows(field, to, NULL) == lb_fieldRows(field, from, NULL)) {
      memcpy(*lb_fieldPointer(field, to), *lb_fieldPointer(field, from), bytes);
    }
  }
}

LB_APART void lb_finalModel(lbCompiler* c) {
  mjModel* draft = c->m;
  mjModel sizes = *draft;
  sizes.nbuffer = 0;
  mjtSize rows = equalityRows(draft);
  sizes.nemax = rows > c->spec->s.nemax ? rows : c->spec->s.nemax;
  lb_countMatrices(&c->region, draft, &sizes);
  lb_countTendonJacobian(c, &sizes);
  lb_countMomentJacobian(c, &sizes);
  lb_countFlexJacobians(c, &sizes);
  lb_countFlexMass(c, &sizes);
  lb_countTextureData(c, &sizes);
  lb_countMeshData(c, &sizes);
  lb_countHFieldData(c, &sizes);
  lb_countBvh(c, &sizes);
  sizes.narena = arenaBytes(c, &sizes);

  mjModel* m = lb_makeModel(&sizes);
  m->opt = draft->opt;
  m->vis = draft->vis;
  m->stat = draft->stat;
  moveArrays(m, draft);
  c->m = m;
  mj_deleteModel(draft);
}
