// Making, linking, naming and freeing spec elements.
//
// Every element belongs to its spec from the start and is linked when it is complete, so an error
// raised half way (out of memory) leaves the spec consistent. Names are found through one
// open-addressing map per kind, rebuilt lazily after deletions.

#include "spec/element.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"
#include "spec/fields.h"
#include "spec/internal.h"
#include "spec/key_layout.h"

#include <stdio.h>
#include <string.h>

lbElement* lb_newBlock(lbSpec* spec, const lbStruct* type) {
  int containers = lb_containerCount(type->fields, type->fieldCount);
  size_t slotOffset = (type->blockSize + 15u) & ~(size_t)15;
  lbElement* element = lb_allocZero(slotOffset + lb_checkedSize(containers, sizeof(mjString)));
  char* object = lb_public(element, type);
  memcpy(object, type->defaults, type->publicSize);
  lb_placeContainers(type->fields, type->fieldCount, object, (char*)element + slotOffset);
  element->handle.elemtype = type->type;
  element->spec = element->origin = element->home = spec;
  element->id = element->compiledId = element->formerId = -1;
  // every public struct starts with its element pointer
  *(mjsElement**)object = &element->handle;
  if (type->type != mjOBJ_UNKNOWN) {  // wraps belong to their tendon
    element->next = spec->owned;
    if (spec->owned) {
      spec->owned->previous = element;
    }
    spec->owned = element;
  }
  return element;
}

static void disown(lbElement* element) {
  if (element->next) {
    element->next->previous = element->previous;
  }
  if (element->previous) {
    element->previous->next = element->next;
  } else if (element->home->owned == element) {
    element->home->owned = element->next;
  }
}

void* lb_public(lbElement* element, const lbStruct* type) {
  return (char*)element + type->publicOffset;
}

// Fixed-length string vectors start with empty strings.
void lb_fillSlots(lbElement* element) {
  mjStringVec* vec = NULL;
  int count = 0;
  if (element->handle.elemtype == mjOBJ_TEXTURE) {
    vec = ((lbTexture*)element)->s.cubefiles;
    count = 6;
  } else if (element->handle.elemtype == mjOBJ_MATERIAL) {
    vec = ((lbMaterial*)element)->s.textures;
    count = mjNTEXROLE;
  }
  while (vec && vec->count < count) {
    lb_pushText(vec, "");
  }
}

lbElement* lb_newElement(lbSpec* spec, mjtObj type) {
  lbElement* element = lb_newBlock(spec, lb_structOf(type));
  lb_fillSlots(element);
  return element;
}

void lb_freeElement(lbElement* element) {
  if (!element) {
    return;
  }
  mjtObj type = element->handle.elemtype;
  const lbStruct* layout = type == mjOBJ_UNKNOWN ? lb_wrapStruct() : lb_structOf(type);
  disown(element);
  lb_freeFields(layout->fields, layout->fieldCount, lb_public(element, layout));
  if (type == mjOBJ_BODY) {
    lbBody* body = (lbBody*)element;
    LB_ARRAY_FREE(&body->bodies);
    LB_ARRAY_FREE(&body->joints);
    LB_ARRAY_FREE(&body->geoms);
    LB_ARRAY_FREE(&body->sites);
    LB_ARRAY_FREE(&body->cameras);
    LB_ARRAY_FREE(&body->lights);
    LB_ARRAY_FREE(&body->frames);
  } else if (type == mjOBJ_TENDON) {
    lb_clearWraps((lbTendon*)element);
  } else if (type == mjOBJ_PLUGIN) {
    lbPlugin* plugin = (lbPlugin*)element;
    lb_clearTextVec(&plugin->keys);
    lb_clearTextVec(&plugin->values);
    LB_ARRAY_FREE(&plugin->published);
  } else if (type == mjOBJ_UNKNOWN) {
    lb_clearText(&((lbWrap*)element)->sidesite);
  }
  for (int i = 0; i < element->userValues.count; i++) {
    lb_free(element->userValues.items[i].key);
  }
  LB_ARRAY_FREE(&element->userValues);
  lb_clearText(&element->name);
  lb_free(element);
}

void lb_clearWraps(lbTendon* tendon) {
  for (int i = 0; i < tendon->wraps.count; i++) {
    lb_freeElement(&tendon->wraps.items[i]->head);
  }
  LB_ARRAY_FREE(&tendon->wraps);
}

lbElementList* lb_bodyList(lbBody* body, mjtObj type) {
  // the typed lists have the layout of lbElementList
  switch (type) {
    case mjOBJ_BODY:
      return (lbElementList*)&body->bodies;
    case mjOBJ_JOINT:
      return (lbElementList*)&body->joints;
    case mjOBJ_GEOM:
      return (lbElementList*)&body->geoms;
    case mjOBJ_SITE:
      return (lbElementList*)&body->sites;
    case mjOBJ_CAMERA:
      return (lbElementList*)&body->cameras;
    case mjOBJ_LIGHT:
      return (lbElementList*)&body->lights;
    case mjOBJ_FRAME:
      return (lbElementList*)&body->frames;
    default:
      return NULL;
  }
}

// Whoever follows a tree down needs stack for each level.
enum { MAX_DEPTH = 10000 };

void lb_boundBodies(mjtObj type, const lbBody* parent) {
  if (type == mjOBJ_BODY && parent && parent->depth >= MAX_DEPTH) {
    lb_error("Error: bodies are nested too deep (more than %d)", (int)MAX_DEPTH);
  }
}

void lb_boundFrames(const lbFrame* outer) {
  int depth = 0;
  for (const lbFrame* up = outer; up; up = up->head.frame) {
    if (++depth >= MAX_DEPTH) {
      lb_error("Error: frames are nested too deep (more than %d)", (int)MAX_DEPTH);
    }
  }
}

void lb_link(lbSpec* spec, lbElement* element, lbBody* body) {
  mjtObj type = element->handle.elemtype;
  lbElementList* all = &spec->lists[lb_listIndex(type)];
  LB_RESERVE(all);
  if (body) {
    lbElementList* siblings = lb_bodyList(body, type);
    LB_PUSH(siblings, element);
    element->body = body;
    if (type == mjOBJ_BODY) {
      ((lbBody*)element)->depth = body->depth + 1;
    }
  }
  LB_PUSH(all, element);
  element->id = all->count - 1;
  spec->names[lb_listIndex(type)].stale |= element->name.count > 0;
}

// The class dummy of a kind, NULL when the kind has no defaults.
lbElement* lb_classDummy(const lbDefault* def, mjtObj type) {
  switch (type) {
    case mjOBJ_JOINT:
      return &def->joint->head;
    case mjOBJ_GEOM:
      return &def->geom->head;
    case mjOBJ_SITE:
      return &def->site->head;
    case mjOBJ_CAMERA:
      return &def->camera->head;
    case mjOBJ_LIGHT:
      return &def->light->head;
    case mjOBJ_FLEX:
      return &def->flex->head;
    case mjOBJ_MESH:
      return &def->mesh->head;
    case mjOBJ_MATERIAL:
      return &def->material->head;
    case mjOBJ_PAIR:
      return &def->pair->head;
    case mjOBJ_EQUALITY:
      return &def->equality->head;
    case mjOBJ_TENDON:
      return &def->tendon->head;
    case mjOBJ_ACTUATOR:
      return &def->actuator->head;
    default:
      return NULL;
  }
}

void lb_copyContent(lbElement* target, const lbElement* source) {
  const lbStruct* layout = lb_structOf(target->handle.elemtype);
  lb_copyFields(layout->fields, layout->fieldCount, lb_public(target, layout),
                (const char*)source + layout->publicOffset);
}

lbElement* lb_addElement(lbSpec* spec, mjtObj type, lbBody* body, const lbDefault* def) {
  lb_boundBodies(type, body);
  lbElement* element = lb_newElement(spec, type);
  lbElement* dummy = def ? lb_classDummy(def, type) : NULL;
  if (dummy) {
    lb_copyContent(element, dummy);
  }
  element->def = (lbDefault*)def;
  lb_link(spec, element, body);
  lb_structureChanged(spec);
  spec->isOrdered &= !body;
  return element;
}

const char* lb_elementKind(mjtObj type) {
  const lbStruct* layout = lb_structOf(type);
  return layout ? layout->kind : type == mjOBJ_DEFAULT ? "default class" : "element";
}

// The element of a name, or NULL and the slot where it would go.
static lbElement* findSlot(const lbNameMap* names, const char* name, uint32_t* slot) {
  lbElement* element = lb_mapFirst(&names->map, lb_hashText(name), slot);
  while (element && strcmp(lb_text(&element->name), name) != 0) {
    element = lb_mapNext(&names->map, slot);
  }
  return element;
}

void lb_insertName(lbNameMap* names, lbElement* element) {
  uint32_t slot;
  if (!findSlot(names, lb_text(&element->name), &slot)) {  // the first one keeps the name
    names->map.slots[slot] = element;
    names->count++;
  }
}

lbElement* lb_findName(const lbNameMap* names, const char* name) {
  uint32_t slot;
  return findSlot(names, name, &slot);
}

void lb_startNames(lbNameMap* names, int count) {
  lb_free(names->map.slots);
  *names = (lbNameMap){0};
  names->map = lb_newMap((size_t)count * 3 / 2);
}

static void rebuildNames(lbNameMap* names, const lbElementList* list) {
  lb_startNames(names, list->count);
  for (int i = 0; i < list->count; i++) {
    if (list->items[i]->name.count && !list->items[i]->doomed) {
      lb_insertName(names, list->items[i]);
    }
  }
}

void lb_refreshNames(lbSpec* spec) {
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    if (spec->names[list].stale || !spec->names[list].map.slots) {
      rebuildNames(&spec->names[list], &spec->lists[list]);
    }
  }
}

lbElement* lb_specFind(lbSpec* spec, mjtObj type, const char* name) {
  int list = lb_listIndex(type == mjOBJ_XBODY ? mjOBJ_BODY : type);
  if (list < 0 || !name || !*name) {
    return NULL;
  }
  lbNameMap* names = &spec->names[list];
  if (spec->attachedTo) {  // its elements come, go and get names without its knowing
    lb_orderTree(spec);
    names->stale = true;
  }
  if (names->stale || !names->map.slots) {
    rebuildNames(names, &spec->lists[list]);
  }
  return lb_findName(names, name);
}

void lb_rename(lbElement* element, const char* name) {
  bool hadName = element->name.count > 0;
  lb_setText(&element->name, name);
  lb_nameChanged(element, hadName);
}

void lb_nameChanged(lbElement* element, bool hadName) {
  int list = lb_listIndex(element->handle.elemtype);
  element->spec->classNames.stale |= element->handle.elemtype == mjOBJ_DEFAULT;
  if (list < 0 || element->id < 0) {
    return;
  }
  lbNameMap* names = &element->spec->names[list];
  if (hadName || names->stale || lb_mapIsFull(&names->map, (size_t)names->count)) {
    names->stale = true;
  } else if (element->name.count) {
    lb_insertName(names, element);
  }
}

mjString* lb_infoOf(lbElement* element) {
  // the last field of every public struct
  const lbStruct* layout = lb_structOf(element->handle.elemtype);
  const lbField* info = &layout->fields[layout->fieldCount - 1];
  return *(mjString**)((char*)lb_public(element, layout) + info->offset);
}

int mjs_setName(mjsElement* element, const char* name) {
  LB_REQUIRE(element);
  lbElement* head = lb_head(element);
  lbElement* other = lb_listIndex(element->elemtype) >= 0
                         ? lb_specFind(head->spec, element->elemtype, name)
                         : NULL;
  if (other && other != head) {
    char text[LB_MESSAGE_SIZE];
    snprintf(text, sizeof text, "Error: repeated name '%s' in %s", name,
             lb_elementKind(element->elemtype));
    lb_specSetError(head->spec, text);
  }
  lb_rename(head, name);
  return other && other != head ? -1 : 0;
}

const char* lb_specFile(lbSpec* spec, const char* file) {
  if (!file || !*file) {
    return NULL;
  }
  for (int i = spec->files.count - 1; i >= 0; i--) {
    if (strcmp(spec->files.items[i], file) == 0) {
      return spec->files.items[i];
    }
  }
  LB_RESERVE(&spec->files);
  char* copy = lb_strdup(file);
  LB_PUSH(&spec->files, copy);
  return copy;
}

const char* lb_elementFolder(const lbElement* element) {
  return lb_text(element->origin->s.modelfiledir);
}

// Elements that are attached elsewhere keep the number they have there.
static void listElement(lbSpec* spec, lbElement* element) {
  lbElementList* all = &spec->lists[lb_listIndex(element->handle.elemtype)];
  if (element->spec == spec) {
    element->id = all->count;
  }
  LB_PUSH(all, element);
}

static void orderBody(lbSpec* spec, lbBody* body) {
  static const mjtObj kinds[] = {mjOBJ_JOINT,  mjOBJ_GEOM,  mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  // the lists keep their capacity: nothing is allocated here, unless what was attached has grown
  listElement(spec, &body->head);
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* own = lb_bodyList(body, kinds[k]);
    for (int i = 0; i < own->count; i++) {
      listElement(spec, own->items[i]);
    }
  }
  for (int i = 0; i < body->bodies.count; i++) {
    orderBody(spec, body->bodies.items[i]);
  }
}

void lb_orderTree(lbSpec* spec) {
  static const mjtObj kinds[] = {mjOBJ_BODY,   mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    spec->lists[lb_listIndex(kinds[k])].count = 0;
  }
  orderBody(spec, spec->world);
  spec->isOrdered = true;
}

LB_APART void lb_specOrderTree(lbSpec* spec) {
  lb_orderTree(spec);
  lb_padKeys(spec);
  lb_resolvePendingKeys(spec);
}
