// mj_copyBack: from an edited model back to its spec.
//
// Copying back writes the real-valued fields of the model over those of the spec, in the form they
// have after compilation: poses by quaternion. Inertias become explicit when they were given or
// changed. Elements leave frames without names, and joints all frames, since the compiled pose
// includes the frame.

#include "compile/copy_back.h"
#include "base/compiler.h"
#include "compile/model_fields.h"

#include "base/error.h"
#include "compile/context.h"
#include "math/inline.h"
#include "model/model.h"
#include "spec/placement.h"

#include <stdio.h>
#include <string.h>

#define COPY(target, source, count) memcpy(target, source, (count) * sizeof(*(source)))

// The innermost frame with a name around an element: that one it stays in. NULL: none.
static lbFrame* namedFrame(const lbElement* head) {
  lbFrame* frame = head->frame;
  while (frame && lb_isEmpty(&frame->head.name)) {
    frame = frame->head.frame;
  }
  return frame;
}

// Pose of a frame in its body.
static void framePose(const lbFrame* frame, mjtNum pos[3], mjtNum quat[4]) {
  lb_zero3(pos);
  lb_unit4(quat);
  for (; frame; frame = frame->head.frame) {
    const mjsCompiler* settings = lb_settings(&frame->head);
    double own[4], outerPos[3], outerQuat[4];
    lb_copy4(own, frame->s.quat);
    mjs_resolveOrientation(own, settings->degree, settings->eulerseq, &frame->s.alt);
    lb_normalize4(own);
    lb_mulPose(outerPos, outerQuat, frame->s.pos, own, pos, quat);
    lb_copy3(pos, outerPos);
    lb_copy4(quat, outerQuat);
  }
}

static void copyPose(lbElement* head, double pos[3], double quat[4], mjsOrientation* alt,
                     const mjtNum* modelPos, const mjtNum* modelQuat) {
  lb_copy3(pos, modelPos);
  lb_copy4(quat, modelQuat);
  alt->type = mjORIENTATION_QUAT;
  head->frame = namedFrame(head);
  if (head->frame) {
    mjtNum outerPos[3], outerQuat[4], backPos[3], backQuat[4];
    framePose(head->frame, outerPos, outerQuat);
    mju_negPose(backPos, backQuat, outerPos, outerQuat);
    lb_mulPose(pos, quat, backPos, backQuat, modelPos, modelQuat);
  }
}

static lbInertial inertialOf(const mjModel* m, int body) {
  lbInertial inertial = {.mass = m->body_mass[body]};
  lb_copy3(inertial.pos, m->body_ipos + 3 * body);
  lb_copy4(inertial.quat, m->body_iquat + 4 * body);
  lb_copy3(inertial.inertia, m->body_inertia + 3 * body);
  return inertial;
}

// Of the heights of a height field.
static uint32_t hashHeights(const mjModel* m, int i) {
  uint32_t hash = LB_HASH_START;
  for (int k = 0; k < m->hfield_nrow[i] * m->hfield_ncol[i]; k++) {
    uint32_t bits;
    memcpy(&bits, m->hfield_data + m->hfield_adr[i] + k, sizeof bits);
    hash = lb_hashStep(hash, bits);
    hash ^= hash >> 15;
  }
  return hash;
}

LB_APART void lb_keepCompiled(lbCompiler* c) {
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_JOINT, mjOBJ_ACTUATOR};
  lbSpec* spec = c->spec;
  spec->compiledStat = c->m->stat;
  spec->formerSignature = spec->compiledSignature;
  spec->compiledSignature = spec->head.handle.signature = c->m->signature;
  for (int i = 0; i < c->m->nhfield && i < lb_specCount(spec, mjOBJ_HFIELD); i++) {
    LB_SPEC_ITEM(spec, lbHField, mjOBJ_HFIELD, i)->compiledHash = hashHeights(c->m, i);
  }
  for (int i = 0; i < c->m->ntendon; i++) {
    memcpy(LB_SPEC_ITEM(spec, lbTendon, mjOBJ_TENDON, i)->foundSpring,
           c->m->tendon_lengthspring + 2 * i, 2 * sizeof(mjtNum));
  }
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    for (int i = 0; i < lb_specCount(spec, kinds[k]); i++) {
      lbElement* element = spec->lists[kinds[k]].items[i];
      element->formerId = element->compiledId;
      element->compiledId = c->ids[kinds[k]][i];
    }
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_BODY); i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    if (body->head.compiledId >= 0) {
      body->compiled = inertialOf(c->m, body->head.compiledId);
    }
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
  lbInertial now = inertialOf(m, id);
  const mjsCompiler* settings = lb_settings(&body->head);
  bool isDerived = settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  bool given = (s->explicitinertial && !isDerived) || settings->saveinertial;
  if (!given && !memcmp(&now, &body->compiled, sizeof now)) {
    return;
  }
  lb_setInertial(s, &now);
}

static void copyBodies(lbSpec* spec, const mjModel* m) {
  for (int i = 1; i < m->nbody; i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    mjsBody* s = &body->s;
    copyPose(&body->head, s->pos, s->quat, &s->alt, m->body_pos + 3 * i, m->body_quat + 4 * i);
    copyInertial(body, m, i);
    lb_readBackBody(s, m, i);
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
    lb_readBackJoint(s, m, i);
    lb_readBackDof(s, m, dof);
    joint->head.frame = NULL;
    s->range[0] = m->jnt_range[2 * i] * limitUnit;
    s->range[1] = m->jnt_range[2 * i + 1] * limitUnit;
    if (s->type == mjJNT_HINGE || s->type == mjJNT_SLIDE) {
      s->ref = m->qpos0[qpos] * unit;
      s->springref = m->qpos_spring[qpos] * unit;
    }
    s->springdamper[0] = s->springdamper[1] = 0;
  }
}

// The pose of a geom. On the way there and back through the frame of a mesh numbers lose their last
// bits: what nobody moved stays what was given.
static void copyGeomPose(lbElement* head, mjsGeom* s, const mjtNum pos[3], const mjtNum quat[4]) {
  const mjtNum tolerance = 1e-12;
  mjtNum givenPos[3], givenQuat[4];
  lb_copy3(givenPos, s->pos);
  lb_copy4(givenQuat, s->quat);
  bool same = s->alt.type == mjORIENTATION_QUAT && isnan(s->fromto[0]);
  copyPose(head, s->pos, s->quat, &s->alt, pos, quat);
  mjtNum scale = 1 + lb_norm3(s->pos);
  for (int k = 0; k < 4; k++) {
    same &= fabs(s->quat[k] - givenQuat[k]) <= tolerance;
    same &= k == 3 || fabs(s->pos[k] - givenPos[k]) <= tolerance * scale;
  }
  if (same) {
    lb_copy3(s->pos, givenPos);
    lb_copy4(s->quat, givenQuat);
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
      bool isPrimitive = m->geom_type[i] != mjGEOM_MESH && m->geom_type[i] != mjGEOM_SDF;
      const lbElement* source = isPrimitive && lb_settings(&geom->head)->fitaabb
                                    ? lb_specFind(spec, mjOBJ_MESH, lb_text(s->meshname))
                                    : NULL;
      if (source) {
        lb_rotVecQuat(offset, ((const lbMesh*)source)->compiledCenter, m->geom_quat + 4 * i);
        lb_subFrom3(pos, offset);
      }
    }
    copyGeomPose(&geom->head, s, pos, quat);
    s->fromto[0] = NAN;
    if (!shown) {
      lb_copy3(s->size, m->geom_size + 3 * i);
    }
    lb_readBackGeom(s, m, i);
    if (shown) {
      lb_rotVecQuat(s->surfacevel, m->geom_surfacevel + 6 * i, m->mesh_quat + 4 * mesh);
      lb_rotVecQuat(s->surfacevel + 3, m->geom_surfacevel + 6 * i + 3, m->mesh_quat + 4 * mesh);
    }
  }
}

static void copySitesCamerasLights(lbSpec* spec, const mjModel* m) {
  static const mjtNum unit[4] = {1};
  for (int i = 0; i < m->nsite; i++) {
    lbSite* site = LB_SPEC_ITEM(spec, lbSite, mjOBJ_SITE, i);
    mjsSite* s = &site->s;
    copyPose(&site->head, s->pos, s->quat, &s->alt, m->site_pos + 3 * i, m->site_quat + 4 * i);
    s->fromto[0] = NAN;
    double size[3];
    lb_copy3(size, s->size);
    lb_readBackSite(s, m, i);
    if (s->type == mjGEOM_MESH) {
      lb_copy3(s->size, size);  // the model has the mesh's
    }
  }
  for (int i = 0; i < m->ncam; i++) {
    lbCamera* camera = LB_SPEC_ITEM(spec, lbCamera, mjOBJ_CAMERA, i);
    mjsCamera* s = &camera->s;
    copyPose(&camera->head, s->pos, s->quat, &s->alt, m->cam_pos + 3 * i, m->cam_quat + 4 * i);
    lb_readBackCamera(s, m, i);
  }
  for (int i = 0; i < m->nlight; i++) {
    lbLight* light = LB_SPEC_ITEM(spec, lbLight, mjOBJ_LIGHT, i);
    mjsOrientation alt;
    double quat[4];
    lb_readBackLight(&light->s, m, i);
    copyPose(&light->head, light->s.pos, quat, &alt, m->light_pos + 3 * i, unit);
    lb_rotVecQuat(light->s.dir, m->light_dir + 3 * i, quat);
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
    lb_readBackPair(s, m, i);
  }
}

// Heights that were edited take the place of the file.
static void copyHFields(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nhfield; i++) {
    lbHField* hfield = LB_SPEC_ITEM(spec, lbHField, mjOBJ_HFIELD, i);
    mjsHField* s = &hfield->s;
    lb_copy4(s->size, m->hfield_size + 4 * i);
    if (hashHeights(m, i) != hfield->compiledHash) {
      s->nrow = m->hfield_nrow[i];
      s->ncol = m->hfield_ncol[i];
      lb_clearText(s->file);
      mjs_setFloat(s->userdata, m->hfield_data + m->hfield_adr[i], s->nrow * s->ncol);
    }
  }
}

static void copyMaterialsEqualities(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nmat; i++) {
    lb_readBackMaterial(&LB_SPEC_ITEM(spec, lbMaterial, mjOBJ_MATERIAL, i)->s, m, i);
  }
  for (int i = 0; i < m->neq; i++) {
    lb_readBackEquality(&LB_SPEC_ITEM(spec, lbEquality, mjOBJ_EQUALITY, i)->s, m, i);
  }
}

static void copyTendons(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->ntendon; i++) {
    lbTendon* tendon = LB_SPEC_ITEM(spec, lbTendon, mjOBJ_TENDON, i);
    double* rest = tendon->s.springlength;
    bool isFound =
        rest[0] == -1 && rest[1] == -1 &&
        !memcmp(m->tendon_lengthspring + 2 * i, tendon->foundSpring, sizeof tendon->foundSpring);
    lb_readBackTendon(&tendon->s, m, i);
    if (isFound) {
      rest[0] = rest[1] = -1;
    }
  }
}

static void copyActuatorsSensors(lbSpec* spec, const mjModel* m) {
  for (int i = 0; i < m->nactuator; i++) {
    mjsActuator* s = &LB_SPEC_ITEM(spec, lbActuator, mjOBJ_ACTUATOR, i)->s;
    int out = m->actuator_outadr[i];
    lb_readBackActuator(s, m, i);
    COPY(s->gear, m->actuator_gear + 6 * out, 6);
    COPY(s->lengthrange, m->actuator_lengthrange + 2 * out, 2);
    if (m->actuator_ctrlnum[i]) {
      COPY(s->ctrlrange, m->actuator_ctrlrange + 2 * m->actuator_ctrladr[i], 2);
    }
    s->inheritrange = 0;
  }
  for (int i = 0; i < m->nsensor; i++) {
    lb_readBackSensor(&LB_SPEC_ITEM(spec, lbSensor, mjOBJ_SENSOR, i)->s, m, i);
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
         lb_specCount(spec, mjOBJ_HFIELD) == m->nhfield &&
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
  LB_REQUIRE(s && m);
  lbSpec* spec = lb_spec(s);
  if (!spec->isCompiled || !isCompatible(spec, m)) {
    lb_specSetError(spec, spec->isCompiled ? "Error: incompatible models in CopyBack"
                                           : "Error: mjSpec has not been compiled in CopyBack");
    return 0;
  }
  s->option = m->opt;
  s->visual = m->vis;
  copyStatistic(spec, m);
  copyBodies(spec, m);
  copyJoints(spec, m);
  copyGeoms(spec, m);
  copySitesCamerasLights(spec, m);
  copyHFields(spec, m);
  copyMaterialsEqualities(spec, m);
  copyPairs(spec, m);
  copyTendons(spec, m);
  copyActuatorsSensors(spec, m);
  copyCustom(spec, m);
  return 1;
}
