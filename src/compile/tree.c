// The kinematic tree as work copies: frames resolved, joints, sites, cameras and lights checked,
// bodies numbered depth first.
//
// Elements are copied in the order of the spec's lists, which lb_specOrderTree has made depth
// first, so parents always come before their children and nothing here recurses.

#include "compile/compile.h"
#include "math/inline.h"
#include "math/libm.h"
#include "math/pose.h"

#include <string.h>

#define MAX_TREE_DOFS 6
#define DEGREE (mjPI / 180)

// --- frames

void lb_resolveQuat(lbCompiler* c, double quat[4], const mjsOrientation* alt, const char* what,
                    int id) {
  const mjsCompiler* settings = lb_settings(c->current);
  if (alt->type != mjORIENTATION_QUAT) {
    char sequence[4] = {settings->eulerseq[0], settings->eulerseq[1], settings->eulerseq[2], 0};
    const char* problem = mjs_resolveOrientation(quat, settings->degree, sequence, alt);
    if (problem && problem[0]) {
      lb_compileError(c, "orientation specification error '%s' in %s %d", problem, what, id);
    }
  }
  lb_unitLength(quat, 4);
}

// COMPAT: frames within frames are joined from the outside in, which decides the last bit.
static void framePose(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]) {
  const lbElement* inner = c->current;
  lb_copy3(pos, frame->s.pos);
  lb_copy4(quat, frame->s.quat);
  c->current = &frame->head;
  lb_resolveQuat(c, quat, &frame->s.alt, "frame", frame->head.id);
  c->current = inner;
  lb_applyFrames(c, frame->head.frame, pos, quat);
}

void lb_applyFrames(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]) {
  if (frame) {
    double framePos[3], frameQuat[4];
    framePose(c, frame, framePos, frameQuat);
    lb_leaveFrame(pos, quat, framePos, frameQuat);
  }
}

// --- attributes

bool lb_resolveLimited(lbCompiler* c, mjtLimited limited, const double range[2], const char* what,
                       const char* attribute) {
  if (limited != mjLIMITED_AUTO) {
    return limited == mjLIMITED_TRUE;
  }
  bool given = range[0] != 0 || range[1] != 0;
  if (given && !lb_settings(c->current)->autolimits) {
    lb_compileError(c,
                    "%s has `%srange` but not `%slimited`. set the autolimits=\"true\" compiler "
                    "option, specify `%slimited` explicitly (\"true\" or \"false\"), or remove the "
                    "`%srange` attribute.",
                    what, attribute, attribute, attribute, attribute);
  }
  return range[0] < range[1];
}

void lb_checkUser(lbCompiler* c, const mjDoubleVec* user, int size, const char* kind) {
  if (user && user->count > size) {
    const char* field = !strcmp(kind, "joint") ? "jnt" : !strcmp(kind, "camera") ? "cam" : kind;
    lb_compileError(c, "user has more values than nuser_%s in %s '%s' (id = %d)", field, kind,
                    lb_text(&c->current->name), c->current->id);
  }
}

static void compileJoint(lbCompiler* c, lbWorkJoint* j) {
  mjsJoint* s = &j->s;
  const mjsCompiler* settings = lb_settings(c->current);
  bool limited = lb_resolveLimited(c, s->limited, s->range, "joint", "");
  bool hasAxis = s->type == mjJNT_HINGE || s->type == mjJNT_SLIDE;
  bool forceLimited =
      hasAxis && lb_resolveLimited(c, s->actfrclimited, s->actfrcrange, "joint", "actfrc");
  if (s->type == mjJNT_FREE) {
    limited = false;
  }
  s->limited = limited;
  s->actfrclimited = forceLimited;

  if ((s->springdamper[0] || s->springdamper[1]) &&
      (s->springdamper[0] <= 0 || s->springdamper[1] <= 0)) {
    lb_compileError(c, "when defined, springdamper values must be positive in joint");
  }

  // frames turn the axis; ball and free joints have none
  double quat[4] = {1, 0, 0, 0};
  lb_applyFrames(c, j->source->head.frame, s->pos, quat);
  if (s->type == mjJNT_BALL || s->type == mjJNT_FREE) {
    lb_set3(s->axis, 0, 0, 1);
  } else {
    double axis[3];
    lb_turn(axis, s->axis, quat);
    lb_copy3(s->axis, axis);
    if (lb_unitLength(s->axis, 3) == 0) {
      lb_compileError(c, "axis too small in joint");
    }
  }
  if (s->type == mjJNT_FREE) {
    lb_zero3(s->pos);
  }

  // angles to radians
  if (settings->degree && (s->type == mjJNT_HINGE || s->type == mjJNT_BALL)) {
    if (limited) {
      s->range[0] *= DEGREE;
      s->range[1] *= DEGREE;
    }
    if (s->type == mjJNT_HINGE) {
      s->springref *= DEGREE;
      s->ref *= DEGREE;
    }
  }
  if (limited && s->range[0] >= s->range[1] && s->type != mjJNT_BALL) {
    lb_compileError(c, "range[0] should be smaller than range[1] in joint");
  }
  if (limited && s->type == mjJNT_BALL && s->range[0] != 0) {
    lb_compileError(c, "range[0] should be 0 in ball joint");
  }
  if (forceLimited && s->actfrcrange[0] >= s->actfrcrange[1]) {
    lb_compileError(c, "actfrcrange[0] should be smaller than actfrcrange[1] in joint");
  }
}

static void compileCamera(lbCompiler* c, lbWorkCamera* camera) {
  mjsCamera* s = &camera->s;
  const char* name = lb_text(&camera->source->head.name);
  int id = camera->source->head.id;
  lb_resolveQuat(c, s->quat, &s->alt, "camera", id);
  lb_applyFrames(c, camera->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);

  camera->targetId = -1;
  if (!lb_isEmpty(s->targetbody)) {
    const lbElement* target = lb_specFind(c->spec, mjOBJ_BODY, lb_text(s->targetbody));
    if (!target) {
      lb_compileError(c, "unknown target body in camera");
    }
    camera->targetId = target->id;
  }
  if (s->fovy >= 180 && s->proj == mjPROJ_PERSPECTIVE) {
    lb_compileError(c, "fovy too large in camera '%s' (id = %d, value = %g)", name, id, s->fovy);
  }
  bool pixels = s->focal_pixel[0] > 0 || s->focal_pixel[1] > 0 || s->principal_pixel[0] != 0 ||
                s->principal_pixel[1] != 0;
  bool lengths = s->focal_length[0] > 0 || s->focal_length[1] > 0 || s->principal_length[0] != 0 ||
                 s->principal_length[1] != 0;
  bool hasSensor = s->sensor_size[0] > 0 && s->sensor_size[1] > 0;
  if (!hasSensor) {
    if (pixels || lengths) {
      lb_compileError(c, "focal/principal require sensorsize in camera '%s' (id = %d)", name, id);
    }
    // without a sensor: the image plane at the near clipping distance
    for (int i = 0; i < 2; i++) {
      s->intrinsic[i] = c->spec->s.visual.map.znear;
    }
    return;
  }
  if (s->resolution[0] <= 0 || s->resolution[1] <= 0) {
    lb_compileError(c, "sensorsize requires positive resolution in camera '%s' (id = %d)", name,
                    id);
  }

  // intrinsics in length units; pixel values win
  float pixelSize[2];
  for (int i = 0; i < 2; i++) {
    pixelSize[i] = s->sensor_size[i] / (float)(s->resolution[i] > 0 ? s->resolution[i] : 1);
    s->intrinsic[i] =
        s->focal_pixel[i] != 0 ? s->focal_pixel[i] * pixelSize[i] : s->focal_length[i];
    s->intrinsic[2 + i] =
        s->principal_pixel[i] != 0 ? s->principal_pixel[i] * pixelSize[i] : s->principal_length[i];
  }
  float half = (float)lb_atan2(s->sensor_size[1] / 2, s->intrinsic[1]);
  s->fovy = half * 360.0 / mjPI;
}

static void compileLight(lbCompiler* c, lbWorkLight* light) {
  mjsLight* s = &light->s;
  double quat[4] = {1, 0, 0, 0}, dir[3];
  lb_applyFrames(c, light->source->head.frame, s->pos, quat);
  lb_turn(dir, s->dir, quat);
  lb_copy3(s->dir, dir);
  if (lb_unitLength(s->dir, 3) == 0) {
    lb_compileError(c, "zero direction in light");
  }
  if (s->softness < 0 || s->softness > 1) {
    lb_compileError(c, "light softness must be in [0, 1]");
  }
  light->targetId = -1;
  if (!lb_isEmpty(s->targetbody)) {
    const lbElement* target = lb_specFind(c->spec, mjOBJ_BODY, lb_text(s->targetbody));
    if (!target) {
      lb_compileError(c, "unknown target body in light");
    }
    light->targetId = target->id;
  }
  light->textureId =
      lb_compileRequire(c, mjOBJ_TEXTURE, lb_text(s->texture), "light", light->source->head.id);
}

// --- building the work tree

static lbWorkBody* workBodyOf(lbCompiler* c, const lbElement* head) {
  return &c->bodyWork[head->body->head.id];
}

static void buildBodies(lbCompiler* c) {
  lbSpec* spec = c->spec;
  int count = lb_specCount(spec, mjOBJ_BODY);
  c->bodyWork = LB_WORK_ARRAY(c, lbWorkBody, count);
  for (int i = 0; i < count; i++) {
    const lbBody* source = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    lbWorkBody* body = &c->bodyWork[i];
    body->source = source;
    body->s = source->s;
    body->id = i;
    body->mocapId = -1;
    c->current = &source->head;
    if (i == 0) {
      lb_zero3(body->s.pos);
      lb_unit4(body->s.quat);
      continue;
    }
    body->parent = workBodyOf(c, &source->head);
    LB_CHAIN_ADD(&body->parent->bodies, body);
    lb_resolveQuat(c, body->s.quat, &body->s.alt, "body", i);
    lb_applyFrames(c, source->head.frame, body->s.pos, body->s.quat);
    lb_unitLength(body->s.quat, 4);
  }
}

static void buildJoints(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_JOINT);
  lbWorkJoint* items = LB_WORK_ARRAY(c, lbWorkJoint, count);
  for (int i = 0; i < count; i++) {
    const lbJoint* source = LB_SPEC_ITEM(c->spec, lbJoint, mjOBJ_JOINT, i);
    lbWorkJoint* j = &items[i];
    c->current = &source->head;
    j->source = source;
    j->s = source->s;
    compileJoint(c, j);
    lbWorkBody* body = workBodyOf(c, &source->head);
    if (body == &c->bodyWork[0]) {
      lb_compileError(c, "joint found in world body");
    }
    LB_CHAIN_ADD(&body->joints, j);
    static const int dofs[] = {6, 3, 1, 1};
    if (j->s.type < mjJNT_FREE || j->s.type > mjJNT_HINGE) {
      lb_compileError(c, "invalid type in joint");
    }
    body->dofNum += dofs[j->s.type];
  }
}

static void buildGeoms(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_GEOM);
  c->geomWork = LB_WORK_ARRAY(c, lbWorkGeom, count);
  for (int i = 0; i < count; i++) {
    const lbGeom* source = LB_SPEC_ITEM(c->spec, lbGeom, mjOBJ_GEOM, i);
    lbWorkGeom* g = &c->geomWork[i];
    c->current = &source->head;
    g->source = source;
    g->s = source->s;
    g->body = workBodyOf(c, &source->head);
    LB_CHAIN_ADD(&g->body->geoms, g);
    lb_compileGeom(c, g);
  }
}

static void buildSites(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_SITE);
  c->siteWork = LB_WORK_ARRAY(c, lbWorkSite, count);
  for (int i = 0; i < count; i++) {
    const lbSite* source = LB_SPEC_ITEM(c->spec, lbSite, mjOBJ_SITE, i);
    lbWorkSite* site = &c->siteWork[i];
    c->current = &source->head;
    site->source = source;
    site->s = source->s;
    site->body = workBodyOf(c, &source->head);
    LB_CHAIN_ADD(&site->body->sites, site);
    lb_compileSite(c, site);
  }
}

static void buildCamerasAndLights(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_CAMERA);
  lbWorkCamera* cameras = LB_WORK_ARRAY(c, lbWorkCamera, count);
  for (int i = 0; i < count; i++) {
    const lbCamera* source = LB_SPEC_ITEM(c->spec, lbCamera, mjOBJ_CAMERA, i);
    c->current = &source->head;
    cameras[i].source = source;
    cameras[i].s = source->s;
    lbWorkBody* body = workBodyOf(c, &source->head);
    LB_CHAIN_ADD(&body->cameras, &cameras[i]);
    compileCamera(c, &cameras[i]);
  }
  count = lb_specCount(c->spec, mjOBJ_LIGHT);
  lbWorkLight* lights = LB_WORK_ARRAY(c, lbWorkLight, count);
  for (int i = 0; i < count; i++) {
    const lbLight* source = LB_SPEC_ITEM(c->spec, lbLight, mjOBJ_LIGHT, i);
    c->current = &source->head;
    lights[i].source = source;
    lights[i].s = source->s;
    lbWorkBody* body = workBodyOf(c, &source->head);
    LB_CHAIN_ADD(&body->lights, &lights[i]);
    compileLight(c, &lights[i]);
  }
}

// What holds for a body with all its elements known.
static void checkBody(lbCompiler* c, lbWorkBody* body) {
  c->current = &body->source->head;
  const char* name = lb_text(&body->source->head.name);
  if (body->dofNum > MAX_TREE_DOFS) {
    lb_compileError(c, "more than 6 dofs in body '%s'", name);
  }
  bool ball = false;
  for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
    if (ball && j->s.type != mjJNT_SLIDE) {
      lb_compileError(c, "ball followed by rotation in body '%s'", name);
    }
    ball |= j->s.type == mjJNT_BALL;
  }
  if (body->s.mocap && (body->dofNum || body->parent != &c->bodyWork[0])) {
    lb_compileError(c, "mocap body '%s' is not a fixed child of world", name);
  }

  // a body is free to move when any ancestor is
  bool moving = false;
  for (const lbWorkBody* b = body; b && !moving; b = b->parent) {
    moving = b->dofNum > 0;
  }
  for (lbWorkGeom* g = body->geoms.first; moving && g; g = g->next) {
    if (g->s.type == mjGEOM_PLANE) {
      c->current = &g->source->head;
      lb_compileError(c, "plane only allowed in static bodies");
    }
  }
}

// Poses a body and everything in it as seen from a frame that moved by (pos, quat): the body's own
// frame becomes its inertial frame.
static void alignFreeBody(lbWorkBody* body) {
  double pos[3], quat[4], back[4], backPos[3];
  lb_copy3(pos, body->s.ipos);
  lb_copy4(quat, body->s.iquat);
  lb_leaveFrame(pos, quat, body->s.pos, body->s.quat);
  lb_negQuat(back, body->s.iquat);
  lb_turn(backPos, body->s.ipos, back);
  lb_scl3(backPos, backPos, -1);
  lb_copy3(body->s.pos, pos);
  lb_copy4(body->s.quat, quat);
  lb_zero3(body->s.ipos);
  lb_unit4(body->s.iquat);
  for (lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    lb_leaveFrame(g->s.pos, g->s.quat, backPos, back);
  }
  for (lbWorkSite* site = body->sites.first; site; site = site->next) {
    lb_leaveFrame(site->s.pos, site->s.quat, backPos, back);
  }
  for (lbWorkCamera* camera = body->cameras.first; camera; camera = camera->next) {
    lb_leaveFrame(camera->s.pos, camera->s.quat, backPos, back);
  }
  for (lbWorkLight* light = body->lights.first; light; light = light->next) {
    double quatUnused[4] = {1, 0, 0, 0}, dir[3];
    lb_leaveFrame(light->s.pos, quatUnused, backPos, back);
    lb_turn(dir, light->s.dir, back);
    lb_copy3(light->s.dir, dir);
  }
}

// True when the body floats freely by itself and asks, or is told, to have its frame at its mass
// centre.
static bool wantsAlignment(const lbWorkBody* body) {
  const lbWorkJoint* joint = body->joints.first;
  if (!joint || joint->next || joint->s.type != mjJNT_FREE || body->bodies.count) {
    return false;
  }
  return joint->s.align == mjALIGNFREE_TRUE ||
         (joint->s.align == mjALIGNFREE_AUTO && lb_settings(&joint->source->head)->alignfree);
}

static void alignFreeBodies(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_BODY);
  for (int i = 1; i < count; i++) {
    if (wantsAlignment(&c->bodyWork[i])) {
      alignFreeBody(&c->bodyWork[i]);
    }
  }
}

// Numbers the bodies that remain, and what they hold, depth first.
static void numberTree(lbCompiler* c) {
  int specBodies = lb_specCount(c->spec, mjOBJ_BODY);
  c->bodies = LB_WORK_ARRAY(c, lbWorkBody*, specBodies);
  c->bodyCount = 0;
  for (int kind = 0; kind < LB_SPEC_LISTS; kind++) {
    bool inTree = kind == mjOBJ_BODY || kind == mjOBJ_JOINT || kind == mjOBJ_GEOM ||
                  kind == mjOBJ_SITE || kind == mjOBJ_CAMERA || kind == mjOBJ_LIGHT;
    for (int i = 0; inTree && i < c->spec->lists[kind].count; i++) {
      c->ids[kind][i] = -1;
    }
  }
  int joints = 0, geoms = 0, sites = 0, cameras = 0, lights = 0;
  lbWorkBody* body = &c->bodyWork[0];
  while (body) {
    body->id = c->bodyCount++;
    c->bodies[body->id] = body;
    c->ids[mjOBJ_BODY][body->source->head.id] = body->id;
    for (lbWorkJoint* j = body->joints.first; j; j = j->next) {
      c->ids[mjOBJ_JOINT][j->source->head.id] = joints++;
    }
    for (lbWorkGeom* g = body->geoms.first; g; g = g->next) {
      g->body = body;
      g->id = geoms++;
      c->ids[mjOBJ_GEOM][g->source->head.id] = g->id;
    }
    for (lbWorkSite* s = body->sites.first; s; s = s->next) {
      s->body = body;
      s->id = sites++;
      c->ids[mjOBJ_SITE][s->source->head.id] = s->id;
    }
    for (lbWorkCamera* camera = body->cameras.first; camera; camera = camera->next) {
      c->ids[mjOBJ_CAMERA][camera->source->head.id] = cameras++;
    }
    for (lbWorkLight* light = body->lights.first; light; light = light->next) {
      c->ids[mjOBJ_LIGHT][light->source->head.id] = lights++;
    }

    // next in depth-first order
    if (body->bodies.first) {
      body = body->bodies.first;
    } else {
      while (body && !body->next) {
        body = body->parent;
      }
      body = body ? body->next : NULL;
    }
  }
  c->sizes.nbody = c->bodyCount;
  c->sizes.njnt = joints;
  c->sizes.ngeom = geoms;
  c->sizes.nsite = sites;
  c->sizes.ncam = cameras;
  c->sizes.nlight = lights;
}

// After fusing: what hangs on a static body may have come to the top.
static void checkFreeJoints(lbCompiler* c) {
  for (int i = 0; i < c->bodyCount; i++) {
    const lbWorkBody* body = c->bodies[i];
    for (const lbWorkJoint* j = body->joints.first; j; j = j->next) {
      if (j->s.type == mjJNT_FREE && body->parent != &c->bodyWork[0]) {
        c->current = &body->source->head;
        lb_compileError(c, "free joint can only be used on top level");
      }
    }
  }
}

void lb_compileTree(lbCompiler* c) {
  buildBodies(c);
  buildGeoms(c);
  buildJoints(c);
  buildSites(c);
  buildCamerasAndLights(c);
  int count = lb_specCount(c->spec, mjOBJ_BODY);
  for (int i = 0; i < count; i++) {
    checkBody(c, &c->bodyWork[i]);
    c->current = &c->bodyWork[i].source->head;
    lb_compileInertia(c, &c->bodyWork[i]);
  }
  lb_discardVisual(c);
  lb_fuseStatic(c);
  alignFreeBodies(c);
  numberTree(c);
  checkFreeJoints(c);
  c->current = NULL;
}
