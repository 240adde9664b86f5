// What elements take along when they come to another spec: settings, classes, names; see copy.h.

#include "spec/copy.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool sameSettings(const lbField* fields, int count, const lbSpec* a, const lbSpec* b) {
  for (int i = 0; i < count; i++) {
    if (!lb_sameField(&fields[i], &a->s, &b->s)) {
      return false;
    }
  }
  return true;
}

// A spec that only carries settings, among those the target owns: one for all that are attached
// with the same settings.
static lbSpec* copySettings(lbSpec* target, const lbSpec* source) {
  int count;
  const lbField* fields = lb_specFields(&count);
  for (int i = 0; i < target->children.count; i++) {
    const lbChildSpec* child = &target->children.items[i];
    if (!child->isModelAsset && !child->isShared && child->spec->archive == source->archive &&
        sameSettings(fields, count, child->spec, source)) {
      return child->spec;
    }
  }
  LB_RESERVE(&target->children);
  lbChildSpec entry = {.spec = lb_newSpec()};
  LB_PUSH(&target->children, entry);
  lb_copyFields(fields, count, &entry.spec->s, &source->s);
  entry.spec->archive = lb_archiveShare(source->archive);
  return entry.spec;
}

static bool owns(const lbSpec* spec, const lbSpec* child) {
  for (int i = 0; i < spec->children.count; i++) {
    if (spec->children.items[i].spec == child || owns(spec->children.items[i].spec, child)) {
      return true;
    }
  }
  return false;
}

void lb_mapOrigins(lbSpec* target, lbSpec* child) {
  child->twin = child;
  if (child != target && !owns(target, child)) {
    child->twin = copySettings(target, child);
  }
  for (int i = 0; i < child->children.count; i++) {
    lb_mapOrigins(target, child->children.items[i].spec);
  }
}

void lb_mapClasses(lbCopy* copy, lbRegion* region) {
  for (int i = 0; i < copy->source->classes.count; i++) {
    lbDefault* from = copy->source->classes.items[i];
    const char* name = lb_text(&from->head.name);
    const char* full = lb_regionPrintf(region, "%s%s%s", copy->prefix, name, copy->suffix);
    lbDefault* to = lb_findDefault(copy->target, full);
    if (!to) {
      lbDefault* parent =
          from->parent ? (lbDefault*)from->parent->head.twin : copy->target->mainClass;
      to = lb_newDefault(copy->target, full, parent);
      for (int type = 0; type < mjNOBJECT; type++) {
        lbElement* dummy = lb_classDummy(to, (mjtObj)type);
        if (dummy) {
          lb_copyContent(dummy, lb_classDummy(from, (mjtObj)type));
        }
      }
    }
    from->head.twin = &to->head;
  }
}

void lb_nameOfAsset(const lbElement* element, char* name, size_t size) {
  const mjString* file = NULL;
  switch (element->handle.elemtype) {
    case mjOBJ_MESH:
      file = ((const lbMesh*)element)->s.file;
      break;
    case mjOBJ_HFIELD:
      file = ((const lbHField*)element)->s.file;
      break;
    case mjOBJ_TEXTURE:
      file = ((const lbTexture*)element)->s.file;
      break;
    case mjOBJ_SKIN:
      file = ((const lbSkin*)element)->s.file;
      break;
    default:
      break;
  }
  snprintf(name, size, "%s", lb_text(&element->name));
  if (*name || !file) {
    return;
  }
  const char* start = lb_text(file);
  for (const char* c = start; *c; c++) {
    if (*c == '/' || *c == '\\') {
      start = c + 1;
    }
  }
  snprintf(name, size, "%s", start);
  char* dot = strrchr(name, '.');
  if (dot) {
    *dot = 0;
  }
}
