// The kinematic tree as work copies: elements resolved in their bodies, checks of whole bodies,
// reductions, and numbering depth first.
//
// Elements are copied in the order of the spec's lists, which lb_specOrderTree has made depth
// first, so parents always come before their children and nothing here recurses.

#include "compile/tree.h"

#include "base/compiler.h"
#include "compile/frames.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"
#include "model/joint_size.h"
#include "spec/placement.h"

#define MAX_TREE_DOFS 6

// --- building the work tree

// The next element of a kind in a list of those of all bodies, as long as it is this body's.
static const lbElement* nextOf(lbCompiler* c, mjtObj kind, int* next, const lbWorkBody* body) {
  const lbElementList* list = &c->spec->lists[kind];
  if (*next == list->count || list->items[*next]->body != body->source) {
    return NULL;
  }
  c->current = list->items[(*next)++];
  return c->current;
}

LB_APART static void buildBody(lbCompiler* c, int i) {
  const lbBody* source = LB_SPEC_ITEM(c->spec, lbBody, mjOBJ_BODY, i);
  lbWorkBody* body = &c->bodyWork[i];
  body->source = source;
  body->s = source->s;
  body->id = i;
  body->mocapId = -1;
  c->current = &source->head;
  lb_resolveQuat(c, body->s.quat, &body->s.alt, "frame alternative of body", i);
  if (i > 0) {
    body->parent = &c->bodyWork[source->head.body->head.id];
    LB_CHAIN_ADD(&body->parent->bodies, body);
    lb_applyFrames(c, source->head.frame, body->s.pos, body->s.quat);
  }
  lb_unitLength(body->s.quat, 4);
}

static void buildJoint(lbCompiler* c, lbWorkBody* body, const lbJoint* source, lbWorkJoint* j) {
  j->source = source;
  j->s = source->s;
  lb_compileJoint(c, j);
  if (body == &c->bodyWork[0]) {
    lb_compileError(c, "joint found in world body");
  }
  LB_CHAIN_ADD(&body->joints, j);
  body->dofNum += lb_jointDofCount(j->s.type);
}

static void buildGeom(lbCompiler* c, lbWorkBody* body, const lbGeom* source, lbWorkGeom* g) {
  g->source = source;
  g->s = source->s;
  g->body = body;
  LB_CHAIN_ADD(&body->geoms, g);
  lb_compileGeom(c, g);
}

static void buildSite(lbCompiler* c, lbWorkBody* body, const lbSite* source, lbWorkSite* site) {
  site->source = source;
  site->s = source->s;
  site->body = body;
  LB_CHAIN_ADD(&body->sites, site);
  lb_compileSite(c, site);
}

LB_APART static void buildCamera(lbCompiler* c, lbWorkBody* body, const lbCamera* source,
                                 lbWorkCamera* camera) {
  camera->source = source;
  camera->s = source->s;
  LB_CHAIN_ADD(&body->cameras, camera);
  lb_compileCamera(c, camera);
}

LB_APART static void buildLight(lbCompiler* c, lbWorkBody* body, const lbLight* source,
                                lbWorkLight* light) {
  light->source = source;
  light->s = source->s;
  LB_CHAIN_ADD(&body->lights, light);
  lb_compileLight(c, light);
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
}

// Poses a body and everything in it as seen from a frame that moved by (pos, quat): the body's own
// frame becomes its inertial frame.
LB_APART static void alignFreeBody(const lbCompiler* c, lbWorkBody* body) {
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
  lb_copy3(body->shift.pos, backPos);
  lb_copy4(body->shift.quat, back);
  body->isShifted = true;
  // COMPAT: MODEL-FUSESTATIC: cameras and lights keep the pose that was given, here too
  if (c->spec->s.compiler.fusestatic) {
    return;
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
      alignFreeBody(c, &c->bodyWork[i]);
    }
  }
}

// Numbers the bodies that remain, and what they hold, depth first.
LB_APART static void numberTree(lbCompiler* c) {
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

// Geoms by model id, for what refers to them.
static void indexGeoms(lbCompiler* c) {
  c->geoms = LB_WORK_ARRAY(c, lbWorkGeom*, c->sizes.ngeom);
  for (int b = 0; b < c->bodyCount; b++) {
    for (lbWorkGeom* g = c->bodies[b]->geoms.first; g; g = g->next) {
      c->geoms[g->id] = g;
    }
  }
}

static void keepPose(lbPose* pose, const double pos[3], const double quat[4]) {
  lb_copy3(pose->pos, pos);
  lb_copy4(pose->quat, quat);
}

// What mj_copyBack goes back to.
static void keepOwn(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_BODY); i++) {
    lbWorkBody* body = &c->bodyWork[i];
    keepPose(&body->own, body->s.pos, body->s.quat);
    body->ownInertial = lb_inertialOf(&body->s);
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_GEOM); i++) {
    keepPose(&c->geomWork[i].own, c->geomWork[i].s.pos, c->geomWork[i].s.quat);
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SITE); i++) {
    keepPose(&c->siteWork[i].own, c->siteWork[i].s.pos, c->siteWork[i].s.quat);
  }
}

// Body by body, each with what it holds: the order in which the first error is told.
LB_APART static void buildTree(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_BODY);
  lbWorkJoint* joints = LB_WORK_ARRAY(c, lbWorkJoint, lb_specCount(c->spec, mjOBJ_JOINT));
  lbWorkCamera* cameras = LB_WORK_ARRAY(c, lbWorkCamera, lb_specCount(c->spec, mjOBJ_CAMERA));
  lbWorkLight* lights = LB_WORK_ARRAY(c, lbWorkLight, lb_specCount(c->spec, mjOBJ_LIGHT));
  c->bodyWork = LB_WORK_ARRAY(c, lbWorkBody, count);
  c->geomWork = LB_WORK_ARRAY(c, lbWorkGeom, lb_specCount(c->spec, mjOBJ_GEOM));
  c->siteWork = LB_WORK_ARRAY(c, lbWorkSite, lb_specCount(c->spec, mjOBJ_SITE));
  int joint = 0, geom = 0, site = 0, camera = 0, light = 0, frame = 0;
  for (int i = 0; i < count; i++) {
    lbWorkBody* body = &c->bodyWork[i];
    const lbElement* next;
    buildBody(c, i);
    double quat[4] = {1, 0, 0, 0};  // (of frames with nothing in them, too)
    while ((next = nextOf(c, (mjtObj)LB_LIST_FRAME, &frame, body))) {
      lb_resolveQuat(c, quat, &((const lbFrame*)next)->s.alt, "frame", next->id);
    }
    // a body is free to move when any ancestor is
    int ahead = joint;
    body->moves = i > 0 && (body->parent->moves || nextOf(c, mjOBJ_JOINT, &ahead, body));
    while ((next = nextOf(c, mjOBJ_GEOM, &geom, body))) {
      buildGeom(c, body, (const lbGeom*)next, &c->geomWork[geom - 1]);
    }
    while ((next = nextOf(c, mjOBJ_JOINT, &joint, body))) {
      buildJoint(c, body, (const lbJoint*)next, &joints[joint - 1]);
    }
    checkBody(c, body);
    c->current = &body->source->head;
    lb_compileInertia(c, body);
    while ((next = nextOf(c, mjOBJ_SITE, &site, body))) {
      buildSite(c, body, (const lbSite*)next, &c->siteWork[site - 1]);
    }
    while ((next = nextOf(c, mjOBJ_CAMERA, &camera, body))) {
      buildCamera(c, body, (const lbCamera*)next, &cameras[camera - 1]);
    }
    while ((next = nextOf(c, mjOBJ_LIGHT, &light, body))) {
      buildLight(c, body, (const lbLight*)next, &lights[light - 1]);
    }
  }
}

LB_APART void lb_compileTree(lbCompiler* c) {
  buildTree(c);
  keepOwn(c);
  if (c->spec->s.compiler.discardvisual) {
    lb_discardVisual(c);
  }
  alignFreeBodies(c);  // those without children, static ones included
  if (c->spec->s.compiler.fusestatic) {
    lb_fuseStatic(c);
  }
  numberTree(c);
  indexGeoms(c);
  c->current = NULL;
}
