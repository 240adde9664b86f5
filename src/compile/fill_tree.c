// Bodies, joints, degrees of freedom, geoms, sites, cameras and lights of the model.

#include "compile/fill_tree.h"

#include "compile/constants/same_frame.h"
#include "compile/shape.h"
#include "math/inline.h"
#include "model/joint_size.h"

#include <string.h>

// Copies a user array, padding with zeros.
static void copyUser(mjtNum* target, const mjDoubleVec* user, int size) {
  for (int i = 0; i < size && user && i < user->count; i++) {
    target[i] = user->items[i];
  }
}

// mjModel.body_simple: 1 when the rows of the inertia matrix for the body's dofs are diagonal, 2
// when they are also constant (slides only), 0 otherwise.
static int simplicity(const lbWorkBody* body, int sameframe) {
  const lbWorkBody* parent = body->parent;
  if (!parent) {
    return 1;
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
  lb_copy3(m->body_pos + 3 * i, s->pos);
  lb_copy4(m->body_quat + 4 * i, s->quat);
  lb_copy3(m->body_ipos + 3 * i, s->ipos);
  lb_copy4(m->body_iquat + 4 * i, s->iquat);
  m->body_mass[i] = s->mass;
  lb_copy3(m->body_inertia + 3 * i, s->inertia);
  m->body_gravcomp[i] = s->gravcomp;
  m->ngravcomp += s->gravcomp > 0;
  copyUser(m->body_user + i * m->nuser_body, s->userdata, (int)m->nuser_body);
  m->body_sameframe[i] = lb_sameFrame(m, i, s->ipos, s->iquat, false);
  m->body_simple[i] = (mjtByte)simplicity(body, m->body_sameframe[i]);
  m->body_bvhadr[i] = -1;
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
  m->jnt_type[id] = s->type;
  m->jnt_qposadr[id] = qposAdr;
  m->jnt_dofadr[id] = dofAdr;
  m->jnt_bodyid[id] = body->id;
  m->jnt_actuatorid[id] = -1;
  m->jnt_group[id] = s->group;
  m->jnt_limited[id] = s->limited != 0;
  m->jnt_actfrclimited[id] = s->actfrclimited != 0;
  m->jnt_actgravcomp[id] = s->actgravcomp;
  memcpy(m->jnt_solref + mjNREF * id, s->solref_limit, mjNREF * sizeof(mjtNum));
  memcpy(m->jnt_solimp + mjNIMP * id, s->solimp_limit, mjNIMP * sizeof(mjtNum));
  lb_copy3(m->jnt_pos + 3 * id, s->pos);
  lb_copy3(m->jnt_axis + 3 * id, s->axis);
  m->jnt_stiffness[id] = s->stiffness[0];
  memcpy(m->jnt_stiffnesspoly + mjNPOLY * id, s->stiffness + 1, mjNPOLY * sizeof(mjtNum));
  memcpy(m->jnt_range + 2 * id, s->range, 2 * sizeof(mjtNum));
  memcpy(m->jnt_actfrcrange + 2 * id, s->actfrcrange, 2 * sizeof(mjtNum));
  m->jnt_margin[id] = s->margin;
  copyUser(m->jnt_user + id * m->nuser_jnt, s->userdata, (int)m->nuser_jnt);

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
    memcpy(m->dof_solref + mjNREF * i, s->solref_friction, mjNREF * sizeof(mjtNum));
    memcpy(m->dof_solimp + mjNIMP * i, s->solimp_friction, mjNIMP * sizeof(mjtNum));
    m->dof_frictionloss[i] = s->frictionloss;
    m->dof_armature[i] = s->armature;
    m->dof_damping[i] = s->damping[0];
    memcpy(m->dof_dampingpoly + mjNPOLY * i, s->damping + 1, mjNPOLY * sizeof(mjtNum));
    *lastDof = i;
  }
}

static void fillGeom(lbCompiler* c, const lbWorkBody* body, lbWorkGeom* g) {
  mjModel* m = c->m;
  const mjsGeom* s = &g->s;
  int i = g->id;
  m->geom_type[i] = s->type;
  m->geom_contype[i] = s->contype;
  m->geom_conaffinity[i] = s->conaffinity;
  m->geom_condim[i] = s->condim;
  m->geom_bodyid[i] = body->id;
  m->geom_dataid[i] = s->type == mjGEOM_HFIELD ? g->hfieldId : g->meshId;
  m->geom_matid[i] = g->materialId;
  m->geom_group[i] = s->group;
  m->geom_priority[i] = s->priority;
  m->geom_solmix[i] = s->solmix;
  memcpy(m->geom_solref + mjNREF * i, s->solref, mjNREF * sizeof(mjtNum));
  memcpy(m->geom_solimp + mjNIMP * i, s->solimp, mjNIMP * sizeof(mjtNum));
  lb_copy3(m->geom_size + 3 * i, s->size);
  lb_copy6(m->geom_aabb + 6 * i, g->aabb);
  m->geom_rbound[i] = g->rbound;
  lb_copy3(m->geom_pos + 3 * i, s->pos);
  lb_copy4(m->geom_quat + 4 * i, s->quat);
  lb_copy3(m->geom_friction + 3 * i, s->friction);
  m->geom_margin[i] = s->margin;
  m->geom_gap[i] = s->gap;
  lb_copy6(m->geom_surfacevel + 6 * i, s->surfacevel);
  m->geom_adhesion[i] = s->adhesion;
  lb_geomFluid(s, m->geom_fluid + mjNFLUID * i);
  copyUser(m->geom_user + i * m->nuser_geom, s->userdata, (int)m->nuser_geom);
  memcpy(m->geom_rgba + 4 * i, s->rgba, 4 * sizeof(float));
}

static void fillSite(lbCompiler* c, const lbWorkBody* body, const lbWorkSite* site) {
  mjModel* m = c->m;
  const mjsSite* s = &site->s;
  int i = site->id;
  m->site_type[i] = s->type;
  m->site_bodyid[i] = body->id;
  m->site_matid[i] = site->materialId;
  m->site_group[i] = s->group;
  lb_copy3(m->site_size + 3 * i, s->size);
  lb_copy3(m->site_pos + 3 * i, s->pos);
  lb_copy4(m->site_quat + 4 * i, s->quat);
  copyUser(m->site_user + i * m->nuser_site, s->userdata, (int)m->nuser_site);
  memcpy(m->site_rgba + 4 * i, s->rgba, 4 * sizeof(float));
}

static void fillCamera(lbCompiler* c, const lbWorkBody* body, const lbWorkCamera* camera, int i) {
  mjModel* m = c->m;
  const mjsCamera* s = &camera->s;
  m->cam_mode[i] = s->mode;
  m->cam_bodyid[i] = body->id;
  m->cam_targetbodyid[i] = camera->targetId < 0 ? -1 : c->ids[mjOBJ_BODY][camera->targetId];
  lb_copy3(m->cam_pos + 3 * i, s->pos);
  lb_copy4(m->cam_quat + 4 * i, s->quat);
  m->cam_projection[i] = s->proj;
  m->cam_fovy[i] = s->fovy;
  m->cam_ipd[i] = s->ipd;
  memcpy(m->cam_resolution + 2 * i, s->resolution, 2 * sizeof(int));
  m->cam_output[i] = s->output;
  memcpy(m->cam_sensorsize + 2 * i, s->sensor_size, 2 * sizeof(float));
  memcpy(m->cam_intrinsic + 4 * i, s->intrinsic, 4 * sizeof(float));
  copyUser(m->cam_user + i * m->nuser_cam, s->userdata, (int)m->nuser_cam);
}

static void fillLight(lbCompiler* c, const lbWorkBody* body, const lbWorkLight* light, int i) {
  mjModel* m = c->m;
  const mjsLight* s = &light->s;
  m->light_mode[i] = s->mode;
  m->light_bodyid[i] = body->id;
  m->light_targetbodyid[i] = light->targetId < 0 ? -1 : c->ids[mjOBJ_BODY][light->targetId];
  m->light_type[i] = s->type;
  m->light_texid[i] = light->textureId;
  m->light_castshadow[i] = s->castshadow;
  m->light_bulbradius[i] = s->bulbradius;
  m->light_intensity[i] = s->intensity;
  m->light_range[i] = s->range;
  m->light_active[i] = s->active;
  lb_copy3(m->light_pos + 3 * i, s->pos);
  lb_copy3(m->light_dir + 3 * i, s->dir);
  memcpy(m->light_attenuation + 3 * i, s->attenuation, 3 * sizeof(float));
  m->light_cutoff[i] = s->cutoff;
  m->light_softness[i] = s->softness;
  m->light_exponent[i] = s->exponent;
  memcpy(m->light_ambient + 3 * i, s->ambient, 3 * sizeof(float));
  memcpy(m->light_diffuse + 3 * i, s->diffuse, 3 * sizeof(float));
  memcpy(m->light_specular + 3 * i, s->specular, 3 * sizeof(float));
}

// A run of simple dofs: each holds the number of simple dofs from itself to the end of the run.
void lb_countSimpleDofs(mjModel* m) {
  int run = 0;
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    run = m->body_simple[m->dof_bodyid[i]] ? run + 1 : 0;
    m->dof_simplenum[i] = run;
  }
}

void lb_fillTree(lbCompiler* c) {
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
void lb_fillSleep(lbCompiler* c) {
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
    if (body->parent->id != 0 || tree < 0 || m->tree_bodyadr[tree] != b) {
      lb_compileError(c, "sleep policy only allowed for movable root bodies");
    }
    m->tree_sleep_policy[tree] = body->s.sleep;
  }
  c->current = NULL;
}
