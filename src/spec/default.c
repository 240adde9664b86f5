// Default classes: a tree of named sets of dummy elements. A new class starts as a copy of its
// parent's dummies; the root class starts from the internal defaults.

#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <string.h>

static const mjtObj dummyKinds[] = {mjOBJ_JOINT, mjOBJ_GEOM,     mjOBJ_SITE,   mjOBJ_CAMERA,
                                    mjOBJ_LIGHT, mjOBJ_FLEX,     mjOBJ_MESH,   mjOBJ_MATERIAL,
                                    mjOBJ_PAIR,  mjOBJ_EQUALITY, mjOBJ_TENDON, mjOBJ_ACTUATOR};

enum {
  DUMMY_COUNT = sizeof dummyKinds / sizeof dummyKinds[0],
};

// The dummies sit in the struct in the order of dummyKinds.
static lbElement** dummies(lbDefault* def) {
  return (lbElement**)&def->joint;
}

void lb_freeClass(lbDefault* def) {
  lb_clearText(&def->head.name);
  LB_ARRAY_FREE(&def->children);
  lb_free(def);
}

static void publish(lbDefault* def) {
  def->s.element = &def->head.handle;
  def->s.joint = &def->joint->s;
  def->s.geom = &def->geom->s;
  def->s.site = &def->site->s;
  def->s.camera = &def->camera->s;
  def->s.light = &def->light->s;
  def->s.flex = &def->flex->s;
  def->s.mesh = &def->mesh->s;
  def->s.material = &def->material->s;
  def->s.pair = &def->pair->s;
  def->s.equality = &def->equality->s;
  def->s.tendon = &def->tendon->s;
  def->s.actuator = &def->actuator->s;
}

lbDefault* lb_newDefault(lbSpec* spec, const char* name, lbDefault* parent) {
  LB_RESERVE(&spec->classes);
  lbDefault* def = lb_allocZero(sizeof(lbDefault));
  def->head.handle.elemtype = mjOBJ_DEFAULT;
  def->head.spec = def->head.origin = spec;
  def->head.id = spec->classes.count;
  def->parent = parent;
  LB_PUSH(&spec->classes, def);
  lb_setText(&def->head.name, name);
  if (lb_mapIsFull(&spec->classNames.map, (size_t)spec->classNames.count)) {
    spec->classNames.stale = true;
  } else {
    lb_insertName(&spec->classNames, &def->head);
  }
  for (int i = 0; i < DUMMY_COUNT; i++) {
    lbElement* dummy = lb_newElement(spec, dummyKinds[i]);
    dummies(def)[i] = dummy;
    dummy->def = def;
    if (parent) {
      lb_copyContent(dummy, dummies(parent)[i]);
    }
  }
  publish(def);
  if (parent) {
    LB_PUSH(&parent->children, def);
  }
  return def;
}

void lb_freeDefault(lbDefault* def) {
  for (int i = 0; i < DUMMY_COUNT; i++) {
    lb_freeElement(dummies(def)[i]);
  }
  lb_freeClass(def);
}

static void rebuildNames(lbSpec* spec) {
  lb_startNames(&spec->classNames, spec->classes.count);
  for (int i = 0; i < spec->classes.count; i++) {
    lb_insertName(&spec->classNames, &spec->classes.items[i]->head);
  }
}

lbDefault* lb_findDefault(lbSpec* spec, const char* name) {
  if (spec->classNames.stale || !spec->classNames.map.slots) {
    rebuildNames(spec);
  }
  return (lbDefault*)lb_findName(&spec->classNames, name);
}

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  LB_REQUIRE(s);
  lbSpec* spec = lb_spec(s);
  if (!classname || lb_findDefault(spec, classname)) {
    lb_specSetError(spec,
                    classname ? "Error: repeated default class name" : "Error: empty class name");
    return NULL;
  }
  lbDefault* from = parent ? (lbDefault*)parent->element : spec->mainClass;
  return &lb_newDefault(spec, classname, from)->s;
}

mjsDefault* mjs_getDefault(const mjsElement* element) {
  LB_REQUIRE(element);
  lbDefault* def = lb_head(element)->def;
  return def ? &def->s : NULL;
}

mjsDefault* mjs_findDefault(const mjSpec* s, const char* classname) {
  LB_REQUIRE(s);
  lbDefault* def = classname ? lb_findDefault(lb_spec(s), classname) : NULL;
  return def ? &def->s : NULL;
}

mjsDefault* mjs_getSpecDefault(const mjSpec* s) {
  LB_REQUIRE(s);
  return &lb_spec(s)->mainClass->s;
}

void mjs_setDefault(mjsElement* element, const mjsDefault* def) {
  LB_REQUIRE(element);
  lb_head(element)->def = def ? (lbDefault*)def->element : NULL;
  if (def && element->elemtype == mjOBJ_BODY) {
    lb_setText(((lbBody*)element)->s.childclass, lb_text(&((lbDefault*)def->element)->head.name));
  }
}
