// mj_copyBack: from an edited model back to its spec.
//
// Copying back writes the real-valued fields of the model over those of the spec, in the form they
// have after compilation: poses by quaternion. Inertias become explicit when they were given or
// changed. Elements leave frames without name and class, since the compiled pose includes the
// frame.
//
// Elements that a reduction dropped keep what the spec says. Bodies that were fused into another
// one, and those whose frame moved to their mass centre, keep their frames: what is in them comes
// back from the frames of the model.

#include "compile/copy_back.h"
#include "base/compiler.h"
#include "compile/model_fields.h"

#include "base/error.h"
#include "compile/context.h"
#include "math/inline.h"
#include "math/pose.h"
#include "model/model.h"
#include "spec/placement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COPY(target, source, count) memcpy(target, source, (count) * sizeof(*(source)))

// Each element of a kind that is in the model, in row head.compiledId.
#define EACH_KEPT(Type, item, objtype)                                                            \
  for (int at_ = 0; at_ < lb_specCount(spec, objtype); at_++)                                     \
    for (Type* item = LB_SPEC_ITEM(spec, Type, objtype, at_); item && item->head.compiledId >= 0; \
         item = NULL)

// The innermost frame with a name or class around an element: that one it stays in. NULL: none.
static lbFrame* keptFrame(const lbElement* head) {
  lbFrame* frame = head->frame;
  while (frame && !lb_isKept(frame)) {
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
  head->frame = keptFrame(head);
  if (head->frame) {
    mjtNum outerPos[3], outerQuat[4], backPos[3], backQuat[4];
    framePose(head->frame, outerPos, outerQuat);
    mju_negPose(backPos, backQuat, outerPos, outerQuat);
    lb_mulPose(pos, quat, backPos, backQuat, modelPos, modelQuat);
  }
}

static lbPose poseOf(const mjtNum pos[3], const mjtNum quat[4]) {
  lbPose pose;
  lb_copy3(pose.pos, pos);
  lb_copy4(pose.quat, quat);
  return pose;
}

// Whether poses differ by no more than what numbers lose on the way to the model and back.
static bool isSamePose(const lbPose* a, const lbPose* b) {
  const mjtNum tolerance = 1e-12;
  mjtNum scale = 1 + lb_norm3(a->pos);
  bool same = true;
  for (int k = 0; k < 4; k++) {
    same &= fabs(a->quat[k] - b->quat[k]) <= tolerance;
    same &= k == 3 || fabs(a->pos[k] - b->pos[k]) <= tolerance * scale;
  }
  return same;
}

// From the frame of the model's body that a body became, or became part of, to its own.
static lbPose fromModel(const lbBody* body, const lbPose* pose) {
  lbPose back, own = *pose;
  if (body->isShifted) {
    lb_negPose(back.pos, back.quat, body->shift.pos, body->shift.quat);
    lb_mulPose(own.pos, own.quat, back.pos, back.quat, pose->pos, pose->quat);
  }
  return own;
}

// The pose of an element in its body. What nobody moved stays what it was when compiled.
static lbPose poseInBody(const lbElement* head, const lbPose* compiled, const mjtNum pos[3],
                         const mjtNum quat[4]) {
  lbPose model = poseOf(pos, quat), pose = fromModel(head->body, &model);
  return head->body->isShifted && isSamePose(&pose, compiled) ? *compiled : pose;
}

static lbInertial modelInertial(const mjModel* m, int body) {
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

static void keepBody(const lbCompiler* c, lbBody* body) {
  const lbWorkBody* work = &c->bodyWork[body->head.id];
  body->isWeighed = true;
  body->own = work->ownInertial;
  body->compiledPose = work->own;
  body->shift = work->shift;
  body->isShifted = work->isShifted;
  if (body->head.compiledId >= 0) {
    body->compiled = modelInertial(c->m, body->head.compiledId);
  }
}

LB_APART void lb_keepCompiled(lbCompiler* c) {
  lbSpec* spec = c->spec;
  spec->compiledStat = c->m->stat;
  spec->formerSignature = spec->compiledSignature;
  spec->compiledSignature = spec->head.handle.signature = c->m->signature;
  for (int kind = 0; kind < LB_SPEC_LISTS; kind++) {
    for (int i = 0; i < spec->lists[kind].count; i++) {
      lbElement* element = spec->lists[kind].items[i];
      element->formerId = element->compiledId;
      element->compiledId = c->ids[kind][i];
    }
  }
  EACH_KEPT(lbHField, hfield, mjOBJ_HFIELD) {
    hfield->compiledHash = hashHeights(c->m, hfield->head.compiledId);
  }
  EACH_KEPT(lbTendon, tendon, mjOBJ_TENDON) {
    COPY(tendon->foundSpring, c->m->tendon_lengthspring + 2 * tendon->head.compiledId, 2);
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_BODY); i++) {
    keepBody(c, LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i));
  }
  EACH_KEPT(lbGeom, geom, mjOBJ_GEOM) {
    geom->compiledPose = c->geomWork[geom->head.id].own;
  }
  EACH_KEPT(lbSite, site, mjOBJ_SITE) {
    site->compiledPose = c->siteWork[site->head.id].own;
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

// The body of the model that a body became, or became part of.
static const lbBody* wholeOf(const lbBody* body) {
  while (body->head.compiledId < 0) {
    body = body->head.body;
  }
  return body;
}

static bool isEdited(const lbBody* whole, const mjModel* m) {
  lbInertial now = modelInertial(m, whole->head.compiledId);
  return whole->head.compiledId > 0 && memcmp(&now, &whole->compiled, sizeof now) != 0;
}

// Whether an inertia was edited that settings would undo: then all become explicit in place of
// these settings.
static bool areAllExplicit(const lbSpec* spec, const mjModel* m) {
  const mjsCompiler* settings = &spec->s.compiler;
  bool undone = settings->settotalmass > 0 || settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  EACH_KEPT(const lbBody, body, mjOBJ_BODY) {
    if (undone && isEdited(body, m)) {
      return true;
    }
  }
  return false;
}

// Whether a body's inertia becomes that of the model.
static bool takesInertia(const lbBody* body, const mjModel* m, bool all) {
  const lbBody* whole = wholeOf(body);
  return whole->head.compiledId > 0 && (all || isEdited(whole, m));
}

// An edited inertia is that of the whole: what was fused into the body weighs nothing then.
static void copyInertial(lbBody* body, const mjModel* m, bool edited) {
  static const lbInertial nothing = {.quat = {1}};
  const mjsCompiler* settings = lb_settings(&body->head);
  bool isDerived = settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  bool given = (body->s.explicitinertial && !isDerived) || settings->saveinertial;
  bool isPart = body->head.compiledId < 0;
  if (edited && isPart) {
    body->own = nothing;
  } else if (edited) {
    body->own = modelInertial(m, body->head.compiledId);
    lbPose model = poseOf(body->own.pos, body->own.quat), pose = fromModel(body, &model);
    lb_copy3(body->own.pos, pose.pos);
    lb_copy4(body->own.quat, pose.quat);
  }
  if (edited || (given && !isPart)) {
    lb_setInertial(&body->s, &body->own);
  }
}

static void copyInertials(lbSpec* spec, const mjModel* m) {
  mjsCompiler* settings = &spec->s.compiler;
  bool all = areAllExplicit(spec, m);
  if (all) {
    settings->settotalmass = -1;
    settings->inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  }
  for (int i = 1; i < lb_specCount(spec, mjOBJ_BODY); i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    copyInertial(body, m, takesInertia(body, m, all));
  }
  EACH_KEPT(lbBody, body, mjOBJ_BODY) {
    body->compiled = modelInertial(m, body->head.compiledId);
  }
}

// The setting 'boundmass' gives a mass to each part of an edited body: it cannot be as edited.
static const lbBody* findHeavyPart(const lbSpec* spec, const mjModel* m) {
  bool all = areAllExplicit(spec, m);
  for (int i = 1; i < lb_specCount(spec, mjOBJ_BODY); i++) {
    const lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    bool bound = spec->s.compiler.boundmass > 0 || lb_settings(&body->head)->boundmass > 0;
    if (body->head.compiledId < 0 && bound && takesInertia(body, m, all)) {
      return body;
    }
  }
  return NULL;
}

// The pose of a body in its parent, both of which may have other frames in the model.
static lbPose bodyPose(const lbBody* body, const mjModel* m) {
  int id = body->head.compiledId;
  if (id < 0) {
    return body->compiledPose;
  }
  lbPose model = poseOf(m->body_pos + 3 * id, m->body_quat + 4 * id);
  lbPose pose = fromModel(body->head.body, &model);
  if (body->isShifted) {
    lb_mulPose(pose.pos, pose.quat, pose.pos, pose.quat, body->shift.pos, body->shift.quat);
  }
  bool shifted = body->isShifted || body->head.body->isShifted;
  return shifted && isSamePose(&pose, &body->compiledPose) ? body->compiledPose : pose;
}

static void copyBodies(lbSpec* spec, const mjModel* m) {
  for (int i = 1; i < lb_specCount(spec, mjOBJ_BODY); i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    mjsBody* s = &body->s;
    lbPose pose = bodyPose(body, m);
    copyPose(&body->head, s->pos, s->quat, &s->alt, pose.pos, pose.quat);
    if (body->head.compiledId >= 0) {
      lb_readBackBody(s, m, body->head.compiledId);
    }
  }
  copyInertials(spec, m);
}

static void copyJoints(lbSpec* spec, const mjModel* m) {
  static const double noTurn[4] = {1};
  EACH_KEPT(lbJoint, joint, mjOBJ_JOINT) {
    mjsJoint* s = &joint->s;
    int i = joint->head.compiledId, dof = m->jnt_dofadr[i], qpos = m->jnt_qposadr[i];
    bool degrees =
        lb_settings(&joint->head)->degree && (s->type == mjJNT_HINGE || s->type == mjJNT_BALL);
    double unit = degrees ? 180 / mjPI : 1;
    // ranges are read in degrees where they limit the joint
    double limitUnit = lb_isLimited(s->limited, m->jnt_range + 2 * i) ? unit : 1;
    lb_readBackJoint(s, m, i);
    lb_readBackDof(s, m, dof);
    mjsOrientation alt;
    double turn[4];
    copyPose(&joint->head, s->pos, turn, &alt, m->jnt_pos + 3 * i, noTurn);
    lb_rotVecQuat(s->axis, m->jnt_axis + 3 * i, turn);
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
static void copyGeomPose(lbElement* head, mjsGeom* s, const lbPose* pose) {
  lbPose given = poseOf(s->pos, s->quat);
  bool isPlain = s->alt.type == mjORIENTATION_QUAT && isnan(s->fromto[0]);
  copyPose(head, s->pos, s->quat, &s->alt, pose->pos, pose->quat);
  lbPose now = poseOf(s->pos, s->quat);
  if (isPlain && isSamePose(&now, &given)) {
    lb_copy3(s->pos, given.pos);
    lb_copy4(s->quat, given.quat);
  }
}

// The mesh of a primitive that is fitted to the box around it, NULL: no such.
static const lbMesh* boxedMesh(lbSpec* spec, const lbGeom* geom, const mjModel* m) {
  int i = geom->head.compiledId;
  bool isPrimitive = m->geom_type[i] != mjGEOM_MESH && m->geom_type[i] != mjGEOM_SDF;
  return isPrimitive && spec->s.compiler.fitaabb
             ? (const lbMesh*)lb_specFind(spec, mjOBJ_MESH, lb_text(geom->s.meshname))
             : NULL;
}

// From the frame of a geom's mesh back to that of the mesh file.
static void leaveMesh(lbSpec* spec, const lbGeom* geom, const mjModel* m, lbPose* pose) {
  int i = geom->head.compiledId, mesh = m->geom_dataid[i];
  mjtNum back[4], offset[3], quat[4];
  lb_copy4(quat, pose->quat);
  lb_negQuat(back, m->mesh_quat + 4 * mesh);
  lb_mulQuat(pose->quat, quat, back);
  lb_rotVecQuat(offset, m->mesh_pos + 3 * mesh, pose->quat);
  lb_subFrom3(pose->pos, offset);
  const lbMesh* boxed = boxedMesh(spec, geom, m);
  if (boxed) {
    lb_rotVecQuat(offset, boxed->compiledCenter, quat);
    lb_subFrom3(pose->pos, offset);
  }
}

// The surface velocity of a geom in the frame of its mesh's file; what nobody changed stays as it
// was given.
static void leaveMeshVelocity(lbSpec* spec, lbGeom* geom, const mjModel* m) {
  int i = geom->head.compiledId, mesh = m->geom_dataid[i];
  const mjtNum *turn = m->mesh_quat + 4 * mesh, *velocity = m->geom_surfacevel + 6 * i;
  const lbMesh* boxed = boxedMesh(spec, geom, m);
  mjtNum found[6], pos[3] = {0}, shift[3];
  if (boxed) {
    lb_rotVecQuat(pos, boxed->compiledCenter, turn);
  }
  lb_addTo3(pos, m->mesh_pos + 3 * mesh);
  lb_rotVecQuat(found, velocity, turn);
  lb_rotVecQuat(found + 3, velocity + 3, turn);
  lb_cross(shift, found + 3, pos);
  lb_subFrom3(found, shift);
  bool same = true;
  for (int k = 0; k < 6; k++) {
    same &= fabs(found[k] - geom->s.surfacevel[k]) <= 1e-12 * (1 + fabs(found[k]));
  }
  if (!same) {
    lb_copy6(geom->s.surfacevel, found);
  }
}

static void copyGeoms(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbGeom, geom, mjOBJ_GEOM) {
    mjsGeom* s = &geom->s;
    int i = geom->head.compiledId, mesh = m->geom_dataid[i];
    bool shown = mesh >= 0 && m->geom_type[i] != mjGEOM_HFIELD;
    lbPose pose =
        poseInBody(&geom->head, &geom->compiledPose, m->geom_pos + 3 * i, m->geom_quat + 4 * i);
    if (shown) {
      leaveMesh(spec, geom, m, &pose);
    }
    copyGeomPose(&geom->head, s, &pose);
    s->fromto[0] = NAN;
    if (!shown) {
      lb_copy3(s->size, m->geom_size + 3 * i);
    }
    mjtNum given[6];
    lb_copy6(given, s->surfacevel);
    lb_readBackGeom(s, m, i);
    if (shown) {
      lb_copy6(s->surfacevel, given);
      leaveMeshVelocity(spec, geom, m);
    }
  }
}

// COMPAT: MODEL-FUSESTATIC: cameras and lights have the same pose in a body that was fused or moved
static lbPose visualPose(const lbSpec* spec, const lbElement* head, const mjtNum pos[3],
                         const mjtNum quat[4]) {
  lbPose model = poseOf(pos, quat);
  return spec->s.compiler.fusestatic ? model : fromModel(head->body, &model);
}

static void copySitesCamerasLights(lbSpec* spec, const mjModel* m) {
  static const mjtNum unit[4] = {1};
  EACH_KEPT(lbSite, site, mjOBJ_SITE) {
    mjsSite* s = &site->s;
    int i = site->head.compiledId;
    lbPose pose =
        poseInBody(&site->head, &site->compiledPose, m->site_pos + 3 * i, m->site_quat + 4 * i);
    copyPose(&site->head, s->pos, s->quat, &s->alt, pose.pos, pose.quat);
    s->fromto[0] = NAN;
    double size[3];
    lb_copy3(size, s->size);
    lb_readBackSite(s, m, i);
    if (s->type == mjGEOM_MESH) {
      lb_copy3(s->size, size);  // the model has the mesh's
    }
  }
  EACH_KEPT(lbCamera, camera, mjOBJ_CAMERA) {
    mjsCamera* s = &camera->s;
    int i = camera->head.compiledId;
    lbPose pose = visualPose(spec, &camera->head, m->cam_pos + 3 * i, m->cam_quat + 4 * i);
    copyPose(&camera->head, s->pos, s->quat, &s->alt, pose.pos, pose.quat);
    lb_readBackCamera(s, m, i);
  }
  EACH_KEPT(lbLight, light, mjOBJ_LIGHT) {
    int i = light->head.compiledId;
    mjsOrientation alt;
    double quat[4];
    lb_readBackLight(&light->s, m, i);
    lbPose pose = visualPose(spec, &light->head, m->light_pos + 3 * i, unit);
    copyPose(&light->head, light->s.pos, quat, &alt, pose.pos, pose.quat);
    lb_rotVecQuat(light->s.dir, m->light_dir + 3 * i, quat);
  }
}

static void copyPairs(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbPair, pair, mjOBJ_PAIR) {
    lb_readBackPair(&pair->s, m, pair->head.compiledId);
  }
}

// Heights that were edited take the place of the file, and those between 0 and 1 of what was given.
static void copyHFields(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbHField, hfield, mjOBJ_HFIELD) {
    mjsHField* s = &hfield->s;
    int i = hfield->head.compiledId;
    lb_copy4(s->size, m->hfield_size + 4 * i);
    bool given = s->userdata->count && lb_isEmpty(s->file);
    if (given || hashHeights(m, i) != hfield->compiledHash) {
      s->nrow = m->hfield_nrow[i];
      s->ncol = m->hfield_ncol[i];
      lb_clearText(s->file);
      mjs_setFloat(s->userdata, m->hfield_data + m->hfield_adr[i], s->nrow * s->ncol);
    }
  }
}

static void copyMaterialsEqualities(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbMaterial, material, mjOBJ_MATERIAL) {
    lb_readBackMaterial(&material->s, m, material->head.compiledId);
  }
  EACH_KEPT(lbEquality, equality, mjOBJ_EQUALITY) {
    lb_readBackEquality(&equality->s, m, equality->head.compiledId);
  }
}

static void copyTendons(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbTendon, tendon, mjOBJ_TENDON) {
    int i = tendon->head.compiledId;
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
  EACH_KEPT(lbActuator, actuator, mjOBJ_ACTUATOR) {
    mjsActuator* s = &actuator->s;
    int i = actuator->head.compiledId, out = m->actuator_outadr[i];
    lb_readBackActuator(s, m, i);
    COPY(s->gear, m->actuator_gear + 6 * out, 6);
    COPY(s->lengthrange, m->actuator_lengthrange + 2 * out, 2);
    if (m->actuator_ctrlnum[i]) {
      COPY(s->ctrlrange, m->actuator_ctrlrange + 2 * m->actuator_ctrladr[i], 2);
    }
    s->inheritrange = 0;
  }
  EACH_KEPT(lbSensor, sensor, mjOBJ_SENSOR) {
    lb_readBackSensor(&sensor->s, m, sensor->head.compiledId);
  }
}

// Numbers of a key. What was left out stays so where the model has what it stands for: `usual`, in
// rows for bodies that are not all mocap bodies; NULL: zeros.
static void copyKeyPart(const mjModel* m, mjDoubleVec* part, const mjtNum* values, mjtSize size,
                        const mjtNum* usual, int perBody) {
  double difference = part->count;
  for (int b = 0; b < m->nbody && perBody; b++) {
    int k = m->body_mocapid[b];
    for (int n = 0; n < perBody && k >= 0; n++) {
      difference += fabs(values[k * perBody + n] - usual[b * perBody + n]);
    }
  }
  for (int n = 0; n < size && !perBody; n++) {
    difference += fabs(values[n] - (usual ? usual[n] : 0));
  }
  if (difference != 0) {
    mjs_setDouble(part, values, (int)size);
  }
}

static void copyCustom(lbSpec* spec, const mjModel* m) {
  EACH_KEPT(lbTuple, tuple, mjOBJ_TUPLE) {
    int i = tuple->head.compiledId;
    mjs_setDouble(tuple->s.objprm, m->tuple_objprm + m->tuple_adr[i], m->tuple_size[i]);
  }
  EACH_KEPT(lbNumeric, numeric, mjOBJ_NUMERIC) {
    int i = numeric->head.compiledId;
    mjs_setDouble(numeric->s.data, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
  }
  EACH_KEPT(lbKey, key, mjOBJ_KEY) {
    mjsKey* s = &key->s;
    int i = key->head.compiledId;
    s->time = m->key_time[i];
    copyKeyPart(m, s->qpos, m->key_qpos + i * m->nq, m->nq, m->qpos0, 0);
    copyKeyPart(m, s->qvel, m->key_qvel + i * m->nv, m->nv, NULL, 0);
    copyKeyPart(m, s->act, m->key_act + i * m->na, m->na, NULL, 0);
    copyKeyPart(m, s->ctrl, m->key_ctrl + i * m->nu, m->nu, NULL, 0);
    copyKeyPart(m, s->mpos, m->key_mpos + i * 3 * m->nmocap, 3 * m->nmocap, m->body_pos, 3);
    copyKeyPart(m, s->mquat, m->key_mquat + i * 4 * m->nmocap, 4 * m->nmocap, m->body_quat, 4);
  }
}

static int countKept(const lbSpec* spec, mjtObj type) {
  int count = 0;
  for (int i = 0; i < lb_specCount(spec, type); i++) {
    count += spec->lists[type].items[i]->compiledId >= 0;
  }
  return count;
}

// True when the model has as many elements as the one compiled last.
static bool isCompatible(const lbSpec* spec, const mjModel* m) {
  return countKept(spec, mjOBJ_BODY) == m->nbody && countKept(spec, mjOBJ_JOINT) == m->njnt &&
         countKept(spec, mjOBJ_GEOM) == m->ngeom && countKept(spec, mjOBJ_SITE) == m->nsite &&
         countKept(spec, mjOBJ_CAMERA) == m->ncam && countKept(spec, mjOBJ_LIGHT) == m->nlight &&
         countKept(spec, mjOBJ_HFIELD) == m->nhfield &&
         countKept(spec, mjOBJ_MATERIAL) == m->nmat && countKept(spec, mjOBJ_EQUALITY) == m->neq &&
         countKept(spec, mjOBJ_PAIR) == m->npair && countKept(spec, mjOBJ_TENDON) == m->ntendon &&
         countKept(spec, mjOBJ_ACTUATOR) == m->nactuator &&
         countKept(spec, mjOBJ_SENSOR) == m->nsensor && countKept(spec, mjOBJ_TUPLE) == m->ntuple &&
         countKept(spec, mjOBJ_NUMERIC) == m->nnumeric && countKept(spec, mjOBJ_KEY) <= m->nkey;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  LB_REQUIRE(s && m);
  lbSpec* spec = lb_spec(s);
  if (!spec->isCompiled || !isCompatible(spec, m)) {
    lb_specSetError(spec, spec->isCompiled ? "Error: incompatible models in CopyBack"
                                           : "Error: mjSpec has not been compiled in CopyBack");
    return 0;
  }
  const lbBody* heavy = findHeavyPart(spec, m);
  if (heavy) {
    char text[LB_MESSAGE_SIZE];
    snprintf(text, sizeof text,
             "Error: the inertia of body '%s' cannot be edited: 'boundmass' gives a mass to body "
             "'%s', which is fused into it",
             lb_text(&wholeOf(heavy)->head.name), lb_text(&heavy->head.name));
    lb_specSetError(spec, text);
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
