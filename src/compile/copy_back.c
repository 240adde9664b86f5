// mj_copyBack: from an edited model back to its spec.
//
// Copying back writes the real-valued fields of the model over those of the spec, in the form they
// have after compilation: poses in the body frame by quaternion. Inertias become explicit when they
// were given or changed. Elements inside frames leave them, since the compiled pose includes the
// frame.

#include "compile/copy_back.h"

#include "compile/context.h"
#include "math/inline.h"
#include "model/model.h"

#include <stdio.h>
#include <string.h>

#define COPY(target, source, count) memcpy(target, source, (count) * sizeof(*(source)))

static void copyPose(lbElement* head, double pos[3], double quat[4], mjsOrientation* alt,
                     const mjtNum* modelPos, const mjtNum* modelQuat) {
  lb_copy3(pos, modelPos);
  lb_copy4(quat, modelQuat);
  alt->type = mjORIENTATION_QUAT;
  head->frame = NULL;
}

static void copyUser(mjDoubleVec* user, const mjtNum* values, mjtSize count) {
  if (count && user->count) {
    mjs_setDouble(user, values, (int)(user->count < count ? user->count : count));
  }
}

static void listInertial(const mjModel* m, int body, double values[11]) {
  lb_copy3(values, m->body_ipos + 3 * body);
  lb_copy4(values + 3, m->body_iquat + 4 * body);
  values[7] = m->body_mass[body];
  lb_copy3(values + 8, m->body_inertia + 3 * body);
}

void lb_keepCompiled(lbSpec* spec, const mjModel* m) {
  spec->compiledStat = m->stat;
  for (int i = 0; i < m->nbody && i < lb_specCount(spec, mjOBJ_BODY); i++) {
    listInertial(m, i, LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i)->compiled);
  }
}

// What the compiler found and nobody changed stays for the compiler to find.
static void copyStatistic(lbSpec* spec, const mjModel* m) {
  mjtNum* target[] = {&spec->s.stat.meaninertia, &spec->s.stat.meanmass, &spec->s.stat.meansize,
                      &spec->s.stat.extent, spec->s.stat.center};
  const mjtNum* now[] = {&m->stat.meaninertia, &m->stat.meanmass, &m->stat.meansize,
                         &m->stat.extent, m->stat.center};
  const mjStatistic* old = &spec->compiledStat;
  const mjtNum* found[] = {&old->meaninertia, &old->meanmass, &old->meansize, &old->extent,
                           old->center};
  for (int i = 0; i < 5; i++) {
    size_t size = (i == 4 ? 3 : 1) * sizeof(mjtNum);
    if (!isnan(*target[i]) || memcmp(now[i], found[i], size)) {
      memcpy(target[i], now[i], size);
    }
  }
}

static void copyInertial(lbBody* body, const mjModel* m, int id) {
  mjsBody* s = &body->s;
  double values[11];
  listInertial(m, id, values);
  bool given = s->explicitinertial || lb_settings(&body->head)->saveinertial;
  if (!given && !memcmp(values, body->compiled, sizeof values)) {
    return;
  }
  lb_copy3(s->ipos, values);
  lb_copy4(s->iquat, values + 3);
  s->ialt.type = mjORIENTATION_QUAT;
  s->fullinertia[0] = NAN;
  s->mass = values[7];
  lb_copy3(s->inertia, values + 8);
  s->explicitinertial = true;
}

static void copyBodies(lbSpec* spec, const mjModel* m) {
  for (int i = 1; i < m->nbody; i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    mjsBody* s = &body->s;
    copyPose(&body->head, s->pos, s->quat, &s->alt, m->body_pos + 3 * i, m->body_quat + 4 * i);
    copyInertial(body, m, i);
    s->gravcomp = m->body_gravcomp[i];
    copyUser(s->userdata, m->body_user + i * m->nuser_body, m->nuser_body);
  }
}

static void copyJoints(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->njnt; i++) {
    lbJoint* joint = LB_SPEC_ITEM(spec, lbJoint, mjOBJ_JOINT, i);
    mjsJoint* s = &joint->s;
    int dof = m->jnt_dofadr[i], qpos = m->jnt_qposadr[i];
    bool degrees =
        lb_settings(&joint->head)->degree && (s->type == mjJNT_HINGE || s->type == mjJNT_BALL);
    double unit = degrees ? 180 / mjPI : 1, limitUnit = m->jnt_limited[i] ? unit : 1;
    lb_copy3(s->pos, m->jnt_pos + 3 * i);
    lb_copy3(s->axis, m->jnt_axis + 3 * i);
    joint->head.frame = NULL;
    s->stiffness[0] = m->jnt_stiffness[i];
    COPY(s->stiffness + 1, m->jnt_stiffnesspoly + mjNPOLY * i, mjNPOLY);
    s->range[0] = m->jnt_range[2 * i] * limitUnit;
    s->range[1] = m->jnt_range[2 * i + 1] * limitUnit;
    COPY(s->actfrcrange, m->jnt_actfrcrange + 2 * i, 2);
    s->margin = m->jnt_margin[i];
    if (s->type == mjJNT_HINGE || s->type == mjJNT_SLIDE) {
      s->ref = m->qpos0[qpos] * unit;
      s->springref = m->qpos_spring[qpos] * unit;
    }
    s->armature = m->dof_armature[dof];
    s->damping[0] = m->dof_damping[dof];
    COPY(s->damping + 1, m->dof_dampingpoly + mjNPOLY * dof, mjNPOLY);
    s->springdamper[0] = s->springdamper[1] = 0;
    s->frictionloss = m->dof_frictionloss[dof];
    COPY(s->solref_limit, m->jnt_solref + mjNREF * i, mjNREF);
    COPY(s->solimp_limit, m->jnt_solimp + mjNIMP * i, mjNIMP);
    COPY(s->solref_friction, m->dof_solref + mjNREF * dof, mjNREF);
    COPY(s->solimp_friction, m->dof_solimp + mjNIMP * dof, mjNIMP);
    copyUser(s->userdata, m->jnt_user + i * m->nuser_jnt, m->nuser_jnt);
  }
}

static void copyGeoms(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->ngeom; i++) {
    lbGeom* geom = LB_SPEC_ITEM(spec, lbGeom, mjOBJ_GEOM, i);
    mjsGeom* s = &geom->s;
    int mesh = m->geom_dataid[i];
    bool shown = mesh >= 0 && m->geom_type[i] != mjGEOM_HFIELD;
    mjtNum pos[3], quat[4], back[4], offset[3];
    lb_copy3(pos, m->geom_pos + 3 * i);
    lb_copy4(quat, m->geom_quat + 4 * i);
    if (shown) {
      // back to the frame of the mesh file
      lb_negQuat(back, m->mesh_quat + 4 * mesh);
      lb_mulQuat(quat, m->geom_quat + 4 * i, back);
      lb_rotVecQuat(offset, m->mesh_pos + 3 * mesh, quat);
      lb_subFrom3(pos, offset);
    }
    copyPose(&geom->head, s->pos, s->quat, &s->alt, pos, quat);
    s->fromto[0] = NAN;
    if (!shown) {
      lb_copy3(s->size, m->geom_size + 3 * i);
    }
    s->solmix = m->geom_solmix[i];
    COPY(s->solref, m->geom_solref + mjNREF * i, mjNREF);
    COPY(s->solimp, m->geom_solimp + mjNIMP * i, mjNIMP);
    lb_copy3(s->friction, m->geom_friction + 3 * i);
    s->margin = m->geom_margin[i];
    s->gap = m->geom_gap[i];
    lb_copy6(s->surfacevel, m->geom_surfacevel + 6 * i);
    if (shown) {
      lb_rotVecQuat(s->surfacevel, m->geom_surfacevel + 6 * i, m->mesh_quat + 4 * mesh);
      lb_rotVecQuat(s->surfacevel + 3, m->geom_surfacevel + 6 * i + 3, m->mesh_quat + 4 * mesh);
    }
    s->adhesion = m->geom_adhesion[i];
    COPY(s->rgba, m->geom_rgba + 4 * i, 4);
    copyUser(s->userdata, m->geom_user + i * m->nuser_geom, m->nuser_geom);
  }
}

static void copySitesCamerasLights(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nsite; i++) {
    lbSite* site = LB_SPEC_ITEM(spec, lbSite, mjOBJ_SITE, i);
    mjsSite* s = &site->s;
    copyPose(&site->head, s->pos, s->quat, &s->alt, m->site_pos + 3 * i, m->site_quat + 4 * i);
    s->fromto[0] = NAN;
    lb_copy3(s->size, m->site_size + 3 * i);
    COPY(s->rgba, m->site_rgba + 4 * i, 4);
    copyUser(s->userdata, m->site_user + i * m->nuser_site, m->nuser_site);
  }
  for (int i = 0; i < m->ncam; i++) {
    lbCamera* camera = LB_SPEC_ITEM(spec, lbCamera, mjOBJ_CAMERA, i);
    mjsCamera* s = &camera->s;
    copyPose(&camera->head, s->pos, s->quat, &s->alt, m->cam_pos + 3 * i, m->cam_quat + 4 * i);
    s->fovy = m->cam_fovy[i];
    s->ipd = m->cam_ipd[i];
    copyUser(s->userdata, m->cam_user + i * m->nuser_cam, m->nuser_cam);
  }
  for (int i = 0; i < m->nlight; i++) {
    lbLight* light = LB_SPEC_ITEM(spec, lbLight, mjOBJ_LIGHT, i);
    mjsLight* s = &light->s;
    lb_copy3(s->pos, m->light_pos + 3 * i);
    lb_copy3(s->dir, m->light_dir + 3 * i);
    light->head.frame = NULL;
    COPY(s->attenuation, m->light_attenuation + 3 * i, 3);
    s->cutoff = m->light_cutoff[i];
    s->exponent = m->light_exponent[i];
    COPY(s->ambient, m->light_ambient + 3 * i, 3);
    COPY(s->diffuse, m->light_diffuse + 3 * i, 3);
    COPY(s->specular, m->light_specular + 3 * i, 3);
  }
}

static int geomId(lbSpec* spec, const mjString* name) {
  const lbElement* geom = lb_specFind(spec, mjOBJ_GEOM, lb_text(name));
  return geom ? geom->id : -1;
}

// The spec's pair that is number i of the model, where pairs are in the order of their bodies;
// pairs of the same geoms stay in the order of the spec. NULL: none.
static mjsPair* pairOf(lbSpec* spec, const mjModel* m, int i) {
  int a = m->pair_geom1[i], b = m->pair_geom2[i], skip = 0;
  for (int k = 0; k < i; k++) {
    skip += m->pair_geom1[k] == a && m->pair_geom2[k] == b;
  }
  for (int k = 0; k < lb_specCount(spec, mjOBJ_PAIR); k++) {
    mjsPair* s = &LB_SPEC_ITEM(spec, lbPair, mjOBJ_PAIR, k)->s;
    int first = geomId(spec, s->geomname1), second = geomId(spec, s->geomname2);
    bool same = (first == a && second == b) || (first == b && second == a);
    if (same && skip-- == 0) {
      return s;
    }
  }
  return NULL;
}

static void copyPairs(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->npair; i++) {
    mjsPair* s = pairOf(spec, m, i);
    if (!s) {
      continue;
    }
    COPY(s->solref, m->pair_solref + mjNREF * i, mjNREF);
    COPY(s->solreffriction, m->pair_solreffriction + mjNREF * i, mjNREF);
    COPY(s->solimp, m->pair_solimp + mjNIMP * i, mjNIMP);
    COPY(s->friction, m->pair_friction + 5 * i, 5);
    s->margin = m->pair_margin[i];
    s->gap = m->pair_gap[i];
    s->adhesion = m->pair_adhesion[i];
  }
}

static void copyMaterialsEqualities(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nmat; i++) {
    mjsMaterial* s = &LB_SPEC_ITEM(spec, lbMaterial, mjOBJ_MATERIAL, i)->s;
    COPY(s->texrepeat, m->mat_texrepeat + 2 * i, 2);
    s->emission = m->mat_emission[i];
    s->specular = m->mat_specular[i];
    s->shininess = m->mat_shininess[i];
    s->reflectance = m->mat_reflectance[i];
    s->metallic = m->mat_metallic[i];
    s->roughness = m->mat_roughness[i];
    COPY(s->rgba, m->mat_rgba + 4 * i, 4);
  }
  for (int i = 0; i < m->neq; i++) {
    mjsEquality* s = &LB_SPEC_ITEM(spec, lbEquality, mjOBJ_EQUALITY, i)->s;
    COPY(s->data, m->eq_data + mjNEQDATA * i, mjNEQDATA);
    COPY(s->solref, m->eq_solref + mjNREF * i, mjNREF);
    COPY(s->solimp, m->eq_solimp + mjNIMP * i, mjNIMP);
  }
}

static void copyTendons(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->ntendon; i++) {
    mjsTendon* s = &LB_SPEC_ITEM(spec, lbTendon, mjOBJ_TENDON, i)->s;
    COPY(s->range, m->tendon_range + 2 * i, 2);
    COPY(s->actfrcrange, m->tendon_actfrcrange + 2 * i, 2);
    s->margin = m->tendon_margin[i];
    s->stiffness[0] = m->tendon_stiffness[i];
    COPY(s->stiffness + 1, m->tendon_stiffnesspoly + mjNPOLY * i, mjNPOLY);
    s->damping[0] = m->tendon_damping[i];
    COPY(s->damping + 1, m->tendon_dampingpoly + mjNPOLY * i, mjNPOLY);
    s->armature = m->tendon_armature[i];
    s->frictionloss = m->tendon_frictionloss[i];
    COPY(s->springlength, m->tendon_lengthspring + 2 * i, 2);
    COPY(s->solref_limit, m->tendon_solref_lim + mjNREF * i, mjNREF);
    COPY(s->solimp_limit, m->tendon_solimp_lim + mjNIMP * i, mjNIMP);
    COPY(s->solref_friction, m->tendon_solref_fri + mjNREF * i, mjNREF);
    COPY(s->solimp_friction, m->tendon_solimp_fri + mjNIMP * i, mjNIMP);
    s->width = m->tendon_width[i];
    COPY(s->rgba, m->tendon_rgba + 4 * i, 4);
    copyUser(s->userdata, m->tendon_user + i * m->nuser_tendon, m->nuser_tendon);
  }
}

static void copyActuatorsSensors(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nactuator; i++) {
    mjsActuator* s = &LB_SPEC_ITEM(spec, lbActuator, mjOBJ_ACTUATOR, i)->s;
    int out = m->actuator_outadr[i];
    COPY(s->gainprm, m->actuator_gainprm + mjNGAIN * i, mjNGAIN);
    COPY(s->biasprm, m->actuator_biasprm + mjNBIAS * i, mjNBIAS);
    COPY(s->dynprm, m->actuator_dynprm + mjNDYN * i, mjNDYN);
    COPY(s->gear, m->actuator_gear + 6 * out, 6);
    COPY(s->lengthrange, m->actuator_lengthrange + 2 * out, 2);
    COPY(s->forcerange, m->actuator_forcerange + 2 * i, 2);
    COPY(s->actrange, m->actuator_actrange + 2 * i, 2);
    if (m->actuator_ctrlnum[i]) {
      COPY(s->ctrlrange, m->actuator_ctrlrange + 2 * m->actuator_ctrladr[i], 2);
    }
    s->inheritrange = 0;
    s->cranklength = m->actuator_cranklength[i];
    copyUser(s->userdata, m->actuator_user + i * m->nuser_actuator, m->nuser_actuator);
  }
  for (int i = 0; i < m->nsensor; i++) {
    mjsSensor* s = &LB_SPEC_ITEM(spec, lbSensor, mjOBJ_SENSOR, i)->s;
    s->cutoff = m->sensor_cutoff[i];
    s->noise = m->sensor_noise[i];
    copyUser(s->userdata, m->sensor_user + i * m->nuser_sensor, m->nuser_sensor);
  }
}

static void copyCustom(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nnumeric; i++) {
    mjs_setDouble(LB_SPEC_ITEM(spec, lbNumeric, mjOBJ_NUMERIC, i)->s.data,
                  m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
  }
  int keys = lb_specCount(spec, mjOBJ_KEY);
  for (int i = 0; i < m->nkey && i < keys; i++) {
    mjsKey* s = &LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i)->s;
    s->time = m->key_time[i];
    mjs_setDouble(s->qpos, m->key_qpos + i * m->nq, (int)m->nq);
    mjs_setDouble(s->qvel, m->key_qvel + i * m->nv, (int)m->nv);
    mjs_setDouble(s->act, m->key_act + i * m->na, (int)m->na);
    mjs_setDouble(s->ctrl, m->key_ctrl + i * m->nu, (int)m->nu);
    mjs_setDouble(s->mpos, m->key_mpos + i * 3 * m->nmocap, (int)(3 * m->nmocap));
    mjs_setDouble(s->mquat, m->key_mquat + i * 4 * m->nmocap, (int)(4 * m->nmocap));
  }
}

// True when the model has the spec's elements, one for one.
static bool isCompatible(const lbSpec* spec, const mjModel* m) {
  return lb_specCount(spec, mjOBJ_BODY) == m->nbody && lb_specCount(spec, mjOBJ_JOINT) == m->njnt &&
         lb_specCount(spec, mjOBJ_GEOM) == m->ngeom && lb_specCount(spec, mjOBJ_SITE) == m->nsite &&
         lb_specCount(spec, mjOBJ_CAMERA) == m->ncam &&
         lb_specCount(spec, mjOBJ_LIGHT) == m->nlight &&
         lb_specCount(spec, mjOBJ_MATERIAL) == m->nmat &&
         lb_specCount(spec, mjOBJ_EQUALITY) == m->neq &&
         lb_specCount(spec, mjOBJ_PAIR) == m->npair &&
         lb_specCount(spec, mjOBJ_TENDON) == m->ntendon &&
         lb_specCount(spec, mjOBJ_ACTUATOR) == m->nactuator &&
         lb_specCount(spec, mjOBJ_SENSOR) == m->nsensor &&
         lb_specCount(spec, mjOBJ_NUMERIC) == m->nnumeric &&
         lb_specCount(spec, mjOBJ_KEY) <= m->nkey;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  lbSpec* spec = lb_spec(s);
  if (!spec->isCompiled || !isCompatible(spec, m)) {
    lb_specSetError(spec, spec->isCompiled ? "Error: incompatible signatures in CopyBack"
                                           : "mjSpec has not been compiled");
    return 0;
  }
  s->option = m->opt;
  s->visual = m->vis;
  copyStatistic(spec, m);
  copyBodies(spec, m);
  copyJoints(spec, m);
  copyGeoms(spec, m);
  copySitesCamerasLights(spec, m);
  copyMaterialsEqualities(spec, m);
  copyPairs(spec, m);
  copyTendons(spec, m);
  copyActuatorsSensors(spec, m);
  copyCustom(spec, m);
  return 1;
}
