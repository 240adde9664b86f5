// Optional reductions of the tree: visual geoms and unused assets dropped (discardvisual), static
// bodies merged into their parents (fusestatic).
//
// Both leave alone what other elements refer to by name. Inertias are known at this point, so
// dropping geoms changes no mass.

#include "base/compiler.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"
#include "spec/placement.h"

#include <string.h>

// Marks by spec position which elements of one kind are referred to by name.
typedef struct Marks_ {
  lbCompiler* c;
  mjtObj type;  // mjOBJ_BODY, mjOBJ_GEOM or mjOBJ_MESH
  bool* referenced;
} Marks;

static void mark(Marks* marks, mjtObj type, const char* name) {
  if (type == mjOBJ_XBODY) {
    type = mjOBJ_BODY;
  }
  if (type != marks->type) {
    return;
  }
  const lbElement* element = lb_specFind(marks->c->spec, type, name);
  if (element) {
    marks->referenced[element->id] = true;
  }
}

static void markNames(Marks* marks, mjtObj type, const mjStringVec* names) {
  for (int i = 0; names && i < names->count; i++) {
    mark(marks, type, lb_text(&names->items[i]));
  }
}

static void markConstraints(Marks* marks, lbSpec* spec) {
  for (int i = 0; i < lb_specCount(spec, mjOBJ_PAIR); i++) {
    const lbPair* pair = LB_SPEC_ITEM(spec, lbPair, mjOBJ_PAIR, i);
    mark(marks, mjOBJ_GEOM, lb_text(pair->s.geomname1));
    mark(marks, mjOBJ_GEOM, lb_text(pair->s.geomname2));
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_EXCLUDE); i++) {
    const lbExclude* exclude = LB_SPEC_ITEM(spec, lbExclude, mjOBJ_EXCLUDE, i);
    mark(marks, mjOBJ_BODY, lb_text(exclude->s.bodyname1));
    mark(marks, mjOBJ_BODY, lb_text(exclude->s.bodyname2));
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_EQUALITY); i++) {
    const lbEquality* equality = LB_SPEC_ITEM(spec, lbEquality, mjOBJ_EQUALITY, i);
    if (equality->s.type == mjEQ_CONNECT || equality->s.type == mjEQ_WELD) {
      mark(marks, equality->s.objtype, lb_text(equality->s.name1));
      mark(marks, equality->s.objtype, lb_text(equality->s.name2));
    } else if (equality->s.type == mjEQ_DISTANCE) {
      mark(marks, mjOBJ_GEOM, lb_text(equality->s.name1));
      mark(marks, mjOBJ_GEOM, lb_text(equality->s.name2));
    }
  }
}

static void markDevices(Marks* marks, lbSpec* spec) {
  for (int i = 0; i < lb_specCount(spec, mjOBJ_TENDON); i++) {
    const lbTendon* tendon = LB_SPEC_ITEM(spec, lbTendon, mjOBJ_TENDON, i);
    for (int k = 0; k < tendon->wraps.count; k++) {
      const lbWrap* wrap = tendon->wraps.items[k];
      if (wrap->s.type == mjWRAP_SPHERE || wrap->s.type == mjWRAP_CYLINDER) {
        mark(marks, mjOBJ_GEOM, lb_text(&wrap->head.name));
      }
    }
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_ACTUATOR); i++) {
    const lbActuator* actuator = LB_SPEC_ITEM(spec, lbActuator, mjOBJ_ACTUATOR, i);
    if (actuator->s.trntype == mjTRN_BODY) {
      mark(marks, mjOBJ_BODY, lb_text(actuator->s.target));
    }
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_SENSOR); i++) {
    const lbSensor* sensor = LB_SPEC_ITEM(spec, lbSensor, mjOBJ_SENSOR, i);
    mark(marks, sensor->s.objtype, lb_text(sensor->s.objname));
    mark(marks, sensor->s.reftype, lb_text(sensor->s.refname));
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_TUPLE); i++) {
    const lbTuple* tuple = LB_SPEC_ITEM(spec, lbTuple, mjOBJ_TUPLE, i);
    for (int k = 0; k < tuple->s.objname->count && k < tuple->s.objtype->count; k++) {
      mark(marks, tuple->s.objtype->items[k], lb_text(&tuple->s.objname->items[k]));
    }
  }
}

static void markVisuals(Marks* marks, lbSpec* spec) {
  for (int i = 0; i < lb_specCount(spec, mjOBJ_CAMERA); i++) {
    mark(marks, mjOBJ_BODY, lb_text(LB_SPEC_ITEM(spec, lbCamera, mjOBJ_CAMERA, i)->s.targetbody));
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_LIGHT); i++) {
    mark(marks, mjOBJ_BODY, lb_text(LB_SPEC_ITEM(spec, lbLight, mjOBJ_LIGHT, i)->s.targetbody));
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_SKIN); i++) {
    markNames(marks, mjOBJ_BODY, LB_SPEC_ITEM(spec, lbSkin, mjOBJ_SKIN, i)->s.bodyname);
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_FLEX); i++) {
    markNames(marks, mjOBJ_BODY, LB_SPEC_ITEM(spec, lbFlex, mjOBJ_FLEX, i)->s.vertbody);
    markNames(marks, mjOBJ_BODY, LB_SPEC_ITEM(spec, lbFlex, mjOBJ_FLEX, i)->s.nodebody);
  }
}

static Marks markReferences(lbCompiler* c, mjtObj type) {
  Marks marks = {.c = c, .type = type};
  marks.referenced = LB_WORK_ARRAY(c, bool, lb_specCount(c->spec, type));
  markConstraints(&marks, c->spec);
  markDevices(&marks, c->spec);
  markVisuals(&marks, c->spec);
  return marks;
}

// --- visual elements

static void discardIds(lbCompiler* c, mjtObj type) {
  for (int i = 0; i < lb_specCount(c->spec, type); i++) {
    c->ids[type][i] = -1;
  }
}

// Meshes that neither a remaining geom nor a site nor a sensor has.
LB_APART static void discardMeshes(lbCompiler* c) {
  int meshCount = lb_specCount(c->spec, mjOBJ_MESH), kept = 0;
  bool* used = markReferences(c, mjOBJ_MESH).referenced;
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_GEOM); i++) {
    const lbWorkGeom* g = &c->geomWork[i];
    if (!g->discarded && g->meshId >= 0) {
      used[g->meshId] = true;
    }
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SITE); i++) {
    if (c->siteWork[i].meshId >= 0) {
      used[c->siteWork[i].meshId] = true;
    }
  }
  for (int i = 0; i < meshCount; i++) {
    c->ids[mjOBJ_MESH][i] = used[i] ? kept++ : -1;
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_GEOM); i++) {
    lbWorkGeom* g = &c->geomWork[i];
    g->meshId = g->meshId >= 0 ? c->ids[mjOBJ_MESH][g->meshId] : -1;
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SITE); i++) {
    lbWorkSite* site = &c->siteWork[i];
    site->meshId = site->meshId >= 0 ? c->ids[mjOBJ_MESH][site->meshId] : -1;
  }
}

LB_APART void lb_discardVisual(lbCompiler* c) {
  Marks marks = markReferences(c, mjOBJ_GEOM);
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_BODY); i++) {
    lbWorkBody* body = &c->bodyWork[i];
    lbWorkGeom* next = body->geoms.first;
    body->geoms.first = body->geoms.last = NULL;
    body->geoms.count = 0;
    for (lbWorkGeom* g = next; g; g = next) {
      next = g->next;
      g->next = NULL;
      g->discarded =
          g->s.contype == 0 && g->s.conaffinity == 0 && !marks.referenced[g->source->head.id];
      if (g->discarded) {
        // COMPAT: MODEL-DISCARD-MARGIN: the body keeps their margin
        body->dropped = lb_max(body->dropped, g->s.margin + g->s.gap);
      } else {
        LB_CHAIN_ADD(&body->geoms, g);
      }
    }
  }
  discardIds(c, mjOBJ_MATERIAL);
  discardIds(c, mjOBJ_TEXTURE);
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_GEOM); i++) {
    c->geomWork[i].materialId = -1;
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_BODY); i++) {
    for (lbWorkLight* light = c->bodyWork[i].lights.first; light; light = light->next) {
      light->textureId = -1;
    }
  }
  discardMeshes(c);
}

// --- static bodies

// Mass, centre and inertia of the parent with the body (whose pose is in the parent) welded to it.
static void mergeInertia(lbWorkBody* parent, const lbWorkBody* body) {
  lbInertial both = lb_inertialOf(&parent->s), added = lb_inertialOf(&body->s);
  lb_weldInertial(&both, &added, body->s.pos, body->s.quat);
  parent->s.mass = both.mass;
  lb_copy3(parent->s.ipos, both.pos);
  lb_copy4(parent->s.iquat, both.quat);
  lb_copy3(parent->s.inertia, both.inertia);
}

#define MOVE_POSED(body, chain, Type)                                        \
  for (Type* item = (body)->chain.first; item; item = item->next) {          \
    lb_leaveFrame(item->s.pos, item->s.quat, (body)->s.pos, (body)->s.quat); \
  }                                                                          \
  MOVE(body, chain)

#define MOVE(body, chain)                                     \
  if ((body)->chain.first) {                                  \
    if ((body)->parent->chain.last) {                         \
      (body)->parent->chain.last->next = (body)->chain.first; \
    } else {                                                  \
      (body)->parent->chain.first = (body)->chain.first;      \
    }                                                         \
    (body)->parent->chain.last = (body)->chain.last;          \
    (body)->parent->chain.count += (body)->chain.count;       \
  }

// Puts the children of a body in its place among its siblings.
static void replaceByChildren(lbWorkBody* body) {
  lbWorkBody* parent = body->parent;
  lbWorkBody* before = NULL;
  for (lbWorkBody* b = parent->bodies.first; b != body; b = b->next) {
    before = b;
  }
  lbWorkBody* first = body->bodies.first ? body->bodies.first : body->next;
  if (before) {
    before->next = first;
  } else {
    parent->bodies.first = first;
  }
  if (body->bodies.last) {
    body->bodies.last->next = body->next;
  }
  if (parent->bodies.last == body) {
    parent->bodies.last = body->bodies.last ? body->bodies.last : before;
  }
  parent->bodies.count += body->bodies.count - 1;
}

static void fuse(lbWorkBody* body) {
  lbWorkBody* parent = body->parent;
  if (parent->parent) {
    mergeInertia(parent, body);
  }
  for (lbWorkBody* child = body->bodies.first; child; child = child->next) {
    lb_leaveFrame(child->s.pos, child->s.quat, body->s.pos, body->s.quat);
    child->parent = parent;
  }
  MOVE_POSED(body, geoms, lbWorkGeom)
  MOVE_POSED(body, sites, lbWorkSite)
  // COMPAT: MODEL-FUSESTATIC: cameras and lights keep the pose that they had in the body
  MOVE(body, cameras)
  MOVE(body, lights)
  replaceByChildren(body);
  parent->dropped = lb_max(parent->dropped, body->dropped);
  body->next = NULL;
  lb_copy3(body->shift.pos, body->s.pos);
  lb_copy4(body->shift.quat, body->s.quat);
  body->isShifted = true;
  LB_CHAIN_ADD(&parent->fused, body);
}

LB_APART void lb_fuseStatic(lbCompiler* c) {
  Marks marks = markReferences(c, mjOBJ_BODY);

  // force and torque are those between a body and its parent, which have to stay two
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SENSOR); i++) {
    const mjsSensor* sensor = &LB_SPEC_ITEM(c->spec, lbSensor, mjOBJ_SENSOR, i)->s;
    if (sensor->type == mjSENS_FORCE || sensor->type == mjSENS_TORQUE) {
      const lbElement* site = lb_specFind(c->spec, mjOBJ_SITE, lb_text(sensor->objname));
      if (site) {
        marks.referenced[site->body->head.id] = true;
      }
    }
  }
  for (int i = 1; i < lb_specCount(c->spec, mjOBJ_BODY); i++) {
    lbWorkBody* body = &c->bodyWork[i];
    if (body->dofNum == 0 && !body->s.mocap && !marks.referenced[i]) {
      fuse(body);
    }
  }
}
