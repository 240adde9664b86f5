// Bodies, joints, degrees of freedom, geoms, sites, cameras and lights of the model.

#include "compile/fill_tree.h"
#include "base/compiler.h"
#include "compile/model_fields.h"

#include "compile/constants/same_frame.h"
#include "compile/shape.h"
#include "math/inline.h"
#include "model/actuator_link.h"
#include "model/joint_size.h"

#include <string.h>

// mjModel.body_simple: 1 when the rows of the inertia matrix for the body's dofs are diagonal, 2
// when they are also constant (slides only), 0 otherwise.
static int simplicity(const lbWorkBody* body, int sameframe) {
  const lbWorkBody* parent = body->parent;
  if (!parent) {
    return sameframe == mjSAMEFRAME_BODY;
  }
  bool onStatic = !parent->parent || (!parent->parent->parent && !parent->dofNum);
  if (!body->s.simple || sameframe != mjSAMEFRAME_BODY || !onStatic || body->bodies.count) {
    return 0;
  }
  bool rotates = false;
  for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
    bool hasAxis = j->s.type == mjJNT_HINGE || j->s.type == mjJNT_SLIDE;
    int directions = 0;
    for (int n = 0; n < 3; n++) {
      directions += fabs(j->s.axis[n]) > 1e-14;
    }
    if (rotates || !lb_isNullPos(j->s.pos) || (hasAxis && directions > 1)) {
      return 0;
    }
    rotates |= j->s.type == mjJNT_HINGE || j->s.type == mjJNT_BALL;
  }
  bool slides = body->dofNum > 0;
  for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
    slides &= j->s.type == mjJNT_SLIDE;
  }
  return slides ? 2 : 1;
}

static void fillBody(lbCompiler* c, lbWorkBody* body) {
  mjModel* m = c->m;
  int i = body->id;
  const mjsBody* s = &body->s;
  int parentId = body->parent ? body->parent->id : 0;
  m->body_parentid[i] = parentId;
  m->body_rootid[i] = i == 0 ? 0 : parentId == 0 ? i : m->body_rootid[parentId];
  m->body_weldid[i] = i == 0 ? 0 : body->dofNum || s->mocap ? i : m->body_weldid[parentId];
  m->body_mocapid[i] = body->mocapId;
  m->body_jntnum[i] = body->joints.count;
  m->body_jntadr[i] = -1;
  m->body_dofnum[i] = body->dofNum;
  m->body_dofadr[i] = -1;
  m->body_geomnum[i] = body->geoms.count;
  m->body_geomadr[i] = body->geoms.count ? body->geoms.first->id : -1;
  m->body_treeid[i] = -1;
  lb_fillBodyFields(m, i, s);
  m->ngravcomp += s->gravcomp > 0;
  m->body_sameframe[i] = lb_sameFrame(m, i, s->ipos, s->iquat, false);
  m->body_simple[i] = (mjtByte)simplicity(body, m->body_sameframe[i]);
  m->body_bvhadr[i] = -1;
  m->body_margin[i] = body->dropped;
  for (const lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    m->body_contype[i] |= g->s.contype;
    m->body_conaffinity[i] |= g->s.conaffinity;
    m->body_margin[i] = lb_max(m->body_margin[i], g->s.margin + g->s.gap);
  }
}

// Trees: maximal connected groups of moving bodies.
static void joinTree(mjModel* m, int bodyId, int* treeCount) {
  int parentTree = m->body_treeid[m->body_parentid[bodyId]];
  if (m->body_dofnum[bodyId] && parentTree < 0) {
    int tree = (*treeCount)++;
    m->body_treeid[bodyId] = tree;
    m->tree_bodyadr[tree] = bodyId;
    m->tree_dofadr[tree] = m->body_dofadr[bodyId];
  } else if (bodyId) {
    m->body_treeid[bodyId] = parentTree;
  }
  int tree = m->body_treeid[bodyId];
  if (tree >= 0) {
    m->tree_bodynum[tree]++;
    m->tree_dofnum[tree] += m->body_dofnum[bodyId];
  }
}

static void fillJoint(lbCompiler* c, const lbWorkBody* body, const lbWorkJoint* joint, int id,
                      int qposAdr, int dofAdr) {
  mjModel* m = c->m;
  const mjsJoint* s = &joint->s;
  lb_fillJointFields(m, id, s);
  m->jnt_qposadr[id] = qposAdr;
  m->jnt_dofadr[id] = dofAdr;
  m->jnt_bodyid[id] = body->id;
  m->jnt_actuatorid[id] = LB_NO_ACTUATOR;

  mjtNum* qpos = m->qpos0 + qposAdr;
  mjtNum* spring = m->qpos_spring + qposAdr;
  switch (s->type) {
    case mjJNT_FREE:
      lb_copy3(qpos, body->s.pos);
      lb_copy4(qpos + 3, body->s.quat);
      memcpy(spring, qpos, 7 * sizeof(mjtNum));
      break;
    case mjJNT_BALL:
      lb_unit4(qpos);
      lb_unit4(spring);
      break;
    default:
      qpos[0] = s->ref;
      spring[0] = s->springref;
      break;
  }
}

// The degrees of freedom of one joint.
static void fillDofs(mjModel* m, const lbWorkJoint* joint, int jointId, int dofAdr, int count,
                     int* lastDof) {
  const mjsJoint* s = &joint->s;
  for (int i = dofAdr; i < dofAdr + count; i++) {
    m->dof_bodyid[i] = m->jnt_bodyid[jointId];
    m->dof_jntid[i] = jointId;
    m->dof_parentid[i] = *lastDof;
    lb_fillDofFields(m, i, s);
    *lastDof = i;
  }
}

static void fillGeom(lbCompiler* c, const lbWorkBody* body, lbWorkGeom* g) {
  mjModel* m = c->m;
  const mjsGeom* s = &g->s;
  int i = g->id;
  lb_fillGeomFields(m, i, s);
  m->geom_bodyid[i] = body->id;
  m->geom_dataid[i] = s->type == mjGEOM_HFIELD ? g->hfieldId : g->meshId;
  m->geom_matid[i] = g->materialId;
  lb_copy6(m->geom_aabb + 6 * i, g->aabb);
  m->geom_rbound[i] = g->rbound;
  lb_geomFluid(s, m->geom_fluid + mjNFLUID * i);
}

static void fillSite(lbCompiler* c, const lbWorkBody* body, const lbWorkSite* site) {
  mjModel* m = c->m;
  const mjsSite* s = &site->s;
  int i = site->id;
  lb_fillSiteFields(m, i, s);
  m->site_bodyid[i] = body->id;
  m->site_dataid[i] = site->meshId;
}

static void fillCamera(lbCompiler* c, const lbWorkBody* body, const lbWorkCamera* camera, int i) {
  mjModel* m = c->m;
  const mjsCamera* s = &camera->s;
  lb_fillCameraFields(m, i, s);
  m->cam_bodyid[i] = body->id;
  m->cam_targetbodyid[i] = camera->targetId < 0 ? -1 : c->ids[mjOBJ_BODY][camera->targetId];
}

static void fillLight(lbCompiler* c, const lbWorkBody* body, const lbWorkLight* light, int i) {
  mjModel* m = c->m;
  const mjsLight* s = &light->s;
  lb_fillLightFields(m, i, s);
  m->light_bodyid[i] = body->id;
  m->light_targetbodyid[i] = light->targetId < 0 ? -1 : c->ids[mjOBJ_BODY][light->targetId];
  m->light_texid[i] = light->textureId;
}

// A run of simple dofs: each holds the number of simple dofs from itself to the end of the run.
void lb_countSimpleDofs(mjModel* m) {
  int run = 0;
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    run = m->body_simple[m->dof_bodyid[i]] ? run + 1 : 0;
    m->dof_simplenum[i] = run;
  }
}

LB_APART void lb_fillTree(lbCompiler* c) {
  mjModel* m = c->m;
  int joint = 0, qpos = 0, dof = 0, camera = 0, light = 0, trees = 0;
  int* lastDof = LB_WORK_ARRAY(c, int, c->bodyCount);
  for (int b = 0; b < c->bodyCount; b++) {
    lbWorkBody* body = c->bodies[b];
    fillBody(c, body);
    lastDof[b] = body->parent ? lastDof[body->parent->id] : -1;
    if (body->joints.count) {
      m->body_jntadr[b] = joint;
      m->body_dofadr[b] = dof;
    }
    for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
      fillJoint(c, body, j, joint, qpos, dof);
      fillDofs(m, j, joint, dof, lb_jointDofCount(j->s.type), &lastDof[b]);
      joint++;
      qpos += lb_jointQposCount(j->s.type);
      dof += lb_jointDofCount(j->s.type);
    }
    joinTree(m, b, &trees);
    for (int i = m->body_dofadr[b]; body->dofNum && i < dof; i++) {
      m->dof_treeid[i] = m->body_treeid[b];
    }
    for (lbWorkGeom* g = body->geoms.first; g; g = g->next) {
      fillGeom(c, body, g);
    }
    for (const lbWorkSite* site = body->sites.first; site; site = site->next) {
      fillSite(c, body, site);
    }
    for (const lbWorkCamera* item = body->cameras.first; item; item = item->next) {
      fillCamera(c, body, item, camera++);
    }
    for (const lbWorkLight* item = body->lights.first; item; item = item->next) {
      fillLight(c, body, item, light++);
    }
  }
}

// Sleep policies that root bodies ask for; the others are decided by mj_setConst.
LB_APART void lb_fillSleep(lbCompiler* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->ntree; i++) {
    m->tree_sleep_policy[i] = mjSLEEP_AUTO_ALLOWED;
  }
  for (int b = 1; b < c->bodyCount; b++) {
    const lbWorkBody* body = c->bodies[b];
    if (body->s.sleep == mjSLEEP_AUTO) {
      continue;
    }
    c->current = &body->source->head;
    int tree = m->body_treeid[b];
    if (tree < 0 || m->tree_bodyadr[tree] != b) {
      lb_compileError(c, "sleep policy only allowed for movable root bodies");
    }
    m->tree_sleep_policy[tree] = body->s.sleep;
  }
  c->current = NULL;
}
