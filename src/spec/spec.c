// Whole specs: make, delete; timers.

#include "base/memory.h"
#include "spec/internal.h"
#include "spec/key_layout.h"

#include "api/mj_functions.h"
#include "base/error.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

void mjs_defaultSpec(mjSpec* s) {
  LB_REQUIRE(s);
  int count;
  const lbField* fields = lb_specFields(&count);
  lb_resetFields(fields, count, s, lb_specDefaults());
  mj_defaultLROpt(&s->compiler.LRopt);
  mj_defaultOption(&s->option);
  mj_defaultVisual(&s->visual);
  lb_setText(s->modelname, LB_UNNAMED_MODEL);
}

static atomic_ullong specs;  // made so far

static void fillSpec(void* context) {
  lbSpec* spec = context;
  mjs_defaultSpec(&spec->s);
  spec->mainClass = lb_newDefault(spec, "main", NULL);
  lbElement* world = lb_addElement(spec, mjOBJ_BODY, NULL, spec->mainClass);
  spec->world = (lbBody*)world;
  lb_rename(world, "world");
  lb_setText(spec->world->s.childclass, "main");
}

lbSpec* lb_newSpec(void) {
  int count;
  const lbField* fields = lb_specFields(&count);
  size_t slotOffset = (sizeof(lbSpec) + 15u) & ~(size_t)15;
  size_t slots = (size_t)lb_containerCount(fields, count) * sizeof(mjString);
  lbSpec* spec = lb_allocZero(slotOffset + slots);
  lb_placeContainers(fields, count, &spec->s, (char*)spec + slotOffset);
  spec->serial = atomic_fetch_add(&specs, 1);
  spec->s.element = &spec->head.handle;
  spec->head.handle.elemtype = mjOBJ_MODEL;
  spec->head.spec = spec->head.origin = spec->head.home = spec;
  if (!lb_protect(fillSpec, spec)) {
    lb_freeSpec(spec);
    lb_raiseAgain();
  }
  return spec;
}

void lb_freeSpec(lbSpec* spec) {
  if (!spec) {
    return;
  }
  while (spec->owned) {
    lb_freeElement(spec->owned);
  }
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    LB_ARRAY_FREE(&spec->lists[k]);
    lb_free(spec->names[k].map.slots);
  }
  lb_freePendingKeys(spec, false);
  lb_freeKeyLayout(spec);
  for (int i = 0; i < spec->classes.count; i++) {
    lb_freeClass(spec->classes.items[i]);
  }
  LB_ARRAY_FREE(&spec->classes);
  lb_free(spec->classNames.map.slots);
  for (int i = 0; i < spec->children.count; i++) {
    if (!spec->children.items[i].isShared) {
      lb_freeSpec(spec->children.items[i].spec);
    }
  }
  LB_ARRAY_FREE(&spec->children);
  lb_nameSetFree(&spec->attachments);
  for (int i = 0; i < spec->files.count; i++) {
    lb_free(spec->files.items[i]);
  }
  LB_ARRAY_FREE(&spec->files);
  lb_archiveRelease(spec->archive);
  lb_clearTextVec(&spec->activePlugins);
  lb_specClearWarnings(spec);
  LB_ARRAY_FREE(&spec->warnings);
  lb_free(spec->error);
  for (int i = 0; i < spec->head.userValues.count; i++) {
    lb_free(spec->head.userValues.items[i].key);
  }
  LB_ARRAY_FREE(&spec->head.userValues);
  lb_clearText(&spec->head.name);
  int count;
  const lbField* fields = lb_specFields(&count);
  lb_freeFields(fields, count, &spec->s);
  lb_free(spec);
}

mjSpec* mj_makeSpec(void) {
  return &lb_newSpec()->s;
}

// Frees the specs of a family when all have been deleted.
static void freeFamily(lbFamily* family) {
  for (int i = 0; i < family->members.count; i++) {
    if (!family->members.items[i]->isDeleted) {
      return;
    }
  }
  for (int i = 0; i < family->members.count; i++) {
    lb_freeSpec(family->members.items[i]);
  }
  LB_ARRAY_FREE(&family->members);
  lb_free(family);
}

void mj_deleteSpec(mjSpec* s) {
  if (!s) {
    return;
  }
  lbSpec* spec = lb_spec(s);
  if (spec->family) {
    spec->isDeleted = true;
    freeFamily(spec->family);
  } else {
    lb_freeSpec(spec);
  }
}

const double* mjs_getTimer(mjSpec* s) {
  LB_REQUIRE(s);
  return lb_spec(s)->timers;
}

int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  LB_REQUIRE(s);
  lb_spec(s)->deepCopy = deepcopy != 0;
  return 0;
}
