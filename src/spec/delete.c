// Deleting elements and default classes.
//
// A body or a frame takes everything in it along. Deleted elements are marked first and then taken
// out of every list in one pass. With a body goes what refers to it: pairs, tendons, equalities,
// actuators, sensors. Other references to something deleted are found when compiling.

#include "base/error.h"
#include "base/memory.h"
#include "spec/copy.h"

#include <string.h>

void lb_markSubtree(lbBody* body) {
  static const mjtObj kinds[] = {mjOBJ_JOINT,  mjOBJ_GEOM,  mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  body->head.doomed = true;
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* own = lb_bodyList(body, kinds[k]);
    for (int i = 0; i < own->count; i++) {
      own->items[i]->doomed = true;
    }
  }
  for (int i = 0; i < body->bodies.count; i++) {
    lb_markSubtree(body->bodies.items[i]);
  }
}

// What a frame contains goes with it.
static void markFrame(lbFrame* frame) {
  static const mjtObj kinds[] = {mjOBJ_JOINT, mjOBJ_GEOM,  mjOBJ_SITE, mjOBJ_CAMERA,
                                 mjOBJ_LIGHT, mjOBJ_FRAME, mjOBJ_BODY};
  frame->head.doomed = true;
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* own = lb_bodyList(frame->head.body, kinds[k]);
    for (int i = 0; i < own->count; i++) {
      lbElement* element = own->items[i];
      if (element->frame != frame || element->doomed) {
        continue;
      }
      if (kinds[k] == mjOBJ_FRAME) {
        markFrame((lbFrame*)element);
      } else if (kinds[k] == mjOBJ_BODY) {
        lb_markSubtree((lbBody*)element);
      } else {
        element->doomed = true;
      }
    }
  }
}

typedef struct Dependant_ {
  lbSpec* spec;
  bool refersToDoomed;
} Dependant;

static void checkReference(void* context, mjString* name, mjtObj type) {
  Dependant* dependant = context;
  if (lb_isEmpty(name) || type == mjOBJ_UNKNOWN) {
    return;
  }
  const lbElement* target =
      lb_specFind(dependant->spec, type == mjOBJ_XBODY ? mjOBJ_BODY : type, lb_text(name));
  dependant->refersToDoomed |= target && target->doomed;
}

// COMPAT: SPEC-DELETE: tendons first, as what follows may refer to them.
void lb_markWithDependants(lbBody* body) {
  static const mjtObj kinds[] = {mjOBJ_PAIR,     mjOBJ_EXCLUDE,  mjOBJ_TENDON,
                                 mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  lbSpec* spec = body->head.spec;
  // tables made later would miss what is doomed
  lb_refreshNames(spec);
  lb_markSubtree(body);
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* list = &spec->lists[kinds[k]];
    for (int i = 0; i < list->count; i++) {
      Dependant dependant = {.spec = spec};
      lb_visitReferences(list->items[i], checkReference, &dependant);
      list->items[i]->doomed |= dependant.refersToDoomed;
    }
  }
}

// Drops marked elements from a list; returns whether any was there.
static bool sweep(lbElementList* list) {
  int kept = 0;
  for (int i = 0; i < list->count; i++) {
    if (!list->items[i]->doomed) {
      list->items[kept++] = list->items[i];
    }
  }
  bool changed = kept != list->count;
  list->count = kept;
  return changed;
}

static void sweepBody(lbBody* body) {
  static const mjtObj kinds[] = {mjOBJ_BODY,   mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    sweep(lb_bodyList(body, kinds[k]));
  }
}

// A plugin instance without a name dies with the element that uses it.
static void markPluginOf(lbElement* element) {
  mjsPlugin* plugin = lb_pluginOf(element);
  if (plugin && plugin->element && !lb_head(plugin->element)->name.count) {
    lb_head(plugin->element)->doomed = true;
  }
}

// The instance with a name that an element refers to; NULL: none.
static lbPlugin* sharedPluginOf(lbElement* element) {
  mjsPlugin* plugin = lb_pluginOf(element);
  return plugin ? (lbPlugin*)lb_specFind(element->spec, mjOBJ_PLUGIN, lb_text(plugin->name)) : NULL;
}

// Instances that came with something attached go with their last user.
static void markOrphanedPlugins(lbSpec* spec) {
  static const mjtObj users[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  for (int doomed = 1; doomed >= 0; doomed--) {
    for (size_t k = 0; k < sizeof users / sizeof users[0]; k++) {
      const lbElementList* list = &spec->lists[users[k]];
      for (int i = 0; i < list->count; i++) {
        lbPlugin* shared = list->items[i]->doomed == doomed ? sharedPluginOf(list->items[i]) : NULL;
        if (shared) {
          shared->isOrphan = doomed && shared->head.origin != spec;
        }
      }
    }
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_PLUGIN); i++) {
    lbPlugin* plugin = LB_SPEC_ITEM(spec, lbPlugin, mjOBJ_PLUGIN, i);
    plugin->head.doomed |= plugin->isOrphan;
    plugin->isOrphan = false;
  }
}

void lb_deleteMarked(lbSpec* spec) {
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    for (int i = 0; i < spec->lists[k].count; i++) {
      if (spec->lists[k].items[i]->doomed) {
        markPluginOf(spec->lists[k].items[i]);
      }
    }
  }
  if (lb_specCount(spec, mjOBJ_PLUGIN)) {
    markOrphanedPlugins(spec);
  }
  lb_dropFromPendingKeys(spec);
  for (int i = 0; i < spec->lists[mjOBJ_BODY].count; i++) {
    lbBody* body = LB_SPEC_ITEM(spec, lbBody, mjOBJ_BODY, i);
    if (!body->head.doomed) {
      sweepBody(body);
    }
  }
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    lbElementList* list = &spec->lists[k];
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
      lbElement* element = list->items[i];
      if (element->doomed && spec->family) {  // others may still show it
        element->doomed = false;
        element->id = -1;
        spec->names[k].stale = true;
      } else if (element->doomed) {
        lb_freeElement(element);
        spec->names[k].stale = true;
      } else {
        list->items[kept] = list->items[i];
        list->items[kept]->id = kept;
        kept++;
      }
    }
    list->count = kept;
  }
  lb_structureChanged(spec);
}

static void leaveClass(const lbSpec* spec, const lbDefault* def) {
  for (lbElement* element = spec->owned; element; element = element->next) {
    element->def = element->def == def ? def->parent : element->def;
  }
}

// Elements of a deleted class fall back to the parent class; their values stay.
static int deleteDefault(lbSpec* spec, lbDefault* def) {
  if (!def->parent) {
    lb_specSetError(spec, "Error: cannot remove the global default ('main')");
    return -1;
  }
  while (def->children.count) {
    deleteDefault(spec, def->children.items[def->children.count - 1]);
  }
  for (int i = 0; i < (spec->family ? spec->family->members.count : 1); i++) {
    leaveClass(spec->family ? spec->family->members.items[i] : spec, def);
  }
  lbDefault* parent = def->parent;
  for (int i = 0; i < parent->children.count; i++) {
    if (parent->children.items[i] == def) {
      memmove(parent->children.items + i, parent->children.items + i + 1,
              (size_t)(--parent->children.count - i) * sizeof(lbDefault*));
      break;
    }
  }
  int kept = 0;
  for (int i = 0; i < spec->classes.count; i++) {
    if (spec->classes.items[i] != def) {
      spec->classes.items[kept] = spec->classes.items[i];
      spec->classes.items[kept]->head.id = kept;
      kept++;
    }
  }
  spec->classes.count = kept;
  spec->classNames.stale = true;
  lb_freeDefault(def);
  return 0;
}

int mjs_delete(mjSpec* s, mjsElement* element) {
  LB_REQUIRE(s);
  lbSpec* spec = lb_spec(s);
  lbElement* head = lb_head(element);
  if (spec->attachedTo) {
    lb_specSetError(spec, "Error: Cannot delete element from an attached mjSpec.");
    return -1;
  }
  if (!head || head->spec != spec) {
    lb_specSetError(spec, "Error: element is not in this model");
    return -1;
  }
  if (element->elemtype == mjOBJ_DEFAULT) {
    return deleteDefault(spec, (lbDefault*)head);
  }
  if (head == &spec->world->head || lb_listIndex(element->elemtype) < 0 || head->id < 0) {
    lb_specSetError(spec, head == &spec->world->head ? "Error: cannot delete the world body"
                                                     : "Error: element cannot be deleted");
    return -1;
  }
  if (element->elemtype == mjOBJ_BODY) {
    char text[LB_MESSAGE_SIZE];
    lb_padKeys(spec);
    if (!lb_checkKeys(spec, text, sizeof text)) {
      lb_setKeysAside(spec);
    }
    lb_markWithDependants((lbBody*)head);
  } else {
    mjtObj type = element->elemtype;
    head->doomed = true;
    if (type == mjOBJ_FRAME) {
      markFrame((lbFrame*)head);
    }
    if (type == mjOBJ_JOINT || type == mjOBJ_ACTUATOR || type == mjOBJ_FRAME) {
      lb_cutKeys(spec);
    }
  }
  lb_deleteMarked(spec);
  lb_orderTree(spec);
  return 0;
}
