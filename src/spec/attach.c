// mjs_attach.
//
// A deep copy leaves the child spec as it is; it may be deleted. The copy takes along the subtree,
// all assets and custom fields, every element outside the tree that refers to the subtree and to
// nothing that the parent does not have (coming.c), the default classes and the keyframes. What
// came with another part of the child under the same names comes no second time. Names get prefix
// and suffix. The copies keep the child's compiler settings and folder: the parent holds a
// settings-only copy of the child's spec, their origin. <attach> copies, and so does mjs_attach
// within one spec and after mjs_setDeepCopy of the parent; otherwise mjs_attach shares (share.c).

#include "spec/attachment.h"
#include "spec/conflict.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

typedef struct Rename_ {
  const lbCopy* copy;
} Rename;

static void renameAssetReference(void* context, mjString* name, mjtObj type) {
  const lbCopy* copy = ((Rename*)context)->copy;
  if (lb_isEmpty(name)) {
    return;
  }
  bool known = type != mjOBJ_BODY || lb_nameSetHas(copy->names, type, lb_text(name));
  if (!known) {
    return;
  }
  lb_setJoined(name, copy->prefix, lb_text(name), copy->suffix);
}

static void copyAsset(lbCopy* copy, lbElement* source) {
  char name[256];
  lb_nameOfAsset(source, name, sizeof name);
  if (lb_cameBefore(copy, source->handle.elemtype, name)) {
    return;
  }
  lbElement* element = lb_cloneElement(copy->target, source);
  element->origin = source->origin->twin ? source->origin->twin : source->origin;
  element->def = source->def ? (lbDefault*)source->def->head.twin : NULL;
  lb_visitReferences(element, renameAssetReference, &(Rename){.copy = copy});
  lb_link(copy->target, element, NULL);
  lb_nameCopy(copy, element, name);
}

static void copyAssets(lbCopy* copy) {
  static const mjtObj kinds[] = {mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_MESH,
                                 mjOBJ_HFIELD,  mjOBJ_NUMERIC,  mjOBJ_TEXT};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* list = &copy->source->lists[kinds[k]];
    for (int i = 0; i < list->count; i++) {
      copyAsset(copy, list->items[i]);
    }
  }
  const lbElementList* plugins = &copy->source->lists[mjOBJ_PLUGIN];
  for (int i = 0; i < plugins->count; i++) {
    if (plugins->items[i]->name.count) {
      copyAsset(copy, plugins->items[i]);
    }
  }
  for (int i = 0; i < copy->source->activePlugins.count; i++) {
    mjs_activatePlugin(&copy->target->s, lb_text(&copy->source->activePlugins.items[i]));
  }
}

void lb_clearTwins(lbSpec* spec) {
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    for (int i = 0; i < spec->lists[k].count; i++) {
      spec->lists[k].items[i]->twin = NULL;
    }
  }
}

static void share(void* context) {
  lb_share(context);
}

static void attach(void* context) {
  lbAttachment* job = context;
  lbCopy* copy = &job->copy;
  lb_clearTwins(copy->source);
  char text[LB_MESSAGE_SIZE];
  if (lb_checkKeys(copy->source, text, sizeof text)) {
    lb_error("Error: %s", text);
  }
  job->layout = lb_keyLayout(copy->source);
  lb_collectNames(copy, job->child);
  const char* key = "";
  if (copy->source != copy->target) {
    key = lb_regionPrintf(&job->region, "%llu %d %s%s", (unsigned long long)copy->source->serial,
                          (int)strlen(copy->prefix), copy->prefix, copy->suffix);
    copy->isAgain = lb_nameSetHas(&copy->target->attachments, mjOBJ_MODEL, key);
    lb_lookAtShared(copy->source);
    lb_mapOrigins(copy->target, copy->source);
    lb_mapClasses(copy, &job->region);
    copyAssets(copy);
  }
  if (job->contentOnly) {
    lbFrame* inner = (lbFrame*)lb_addElement(copy->target, mjOBJ_FRAME, job->body, NULL);
    inner->head.frame = job->frame;
    lb_copyBodyContent(copy, (lbBody*)job->child, inner);
    job->result = &inner->head;
  } else {
    job->result = lb_copySubtree(copy, job->child, job->body, job->frame);
  }
  lb_copyReferring(copy, false);
  lb_extendKeys(copy, job->layout);
  lb_nameSetAdd(&copy->target->attachments, mjOBJ_MODEL, key);
  lb_orderTree(copy->target);
  lb_structureChanged(copy->target);
}

// A frame where a site is, to attach to.
static lbFrame* frameAtSite(lbSite* site) {
  lbFrame* frame = (lbFrame*)lb_addElement(site->head.spec, mjOBJ_FRAME, site->head.body, NULL);
  frame->head.frame = site->head.frame;
  memcpy(frame->s.pos, site->s.pos, sizeof frame->s.pos);
  memcpy(frame->s.quat, site->s.quat, sizeof frame->s.quat);
  frame->s.alt = site->s.alt;
  return frame;
}

static mjsElement* refuse(lbSpec* spec, const char* text) {
  lb_specSetError(spec, text);
  return NULL;
}

// Elements are only added at the ends of the lists, so what is behind the old ends is new.
static void undo(lbSpec* target, const int counts[LB_SPEC_LISTS]) {
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    for (int i = counts[k]; i < target->lists[k].count; i++) {
      target->lists[k].items[i]->doomed = true;
    }
  }
  lb_deleteMarked(target);
}

static mjsElement* run(lbAttachment* job) {
  lbSpec* target = job->copy.target;
  int counts[LB_SPEC_LISTS];
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    counts[k] = target->lists[k].count;
  }
  job->copy.names = &job->names;
  job->copy.joined = &job->joined;
  bool done = lb_protect(job->byReference ? share : attach, job);
  lb_nameSetFree(&job->names);
  lb_clearText(&job->joined);
  lb_regionFree(&job->region);
  if (!done) {
    char text[LB_MESSAGE_SIZE];
    snprintf(text, sizeof text, "%s", lb_lastError());
    undo(target, counts);
    return refuse(target, text);
  }
  return &job->result->handle;
}

// Whether the element is `outer` itself or somewhere in it.
static bool isWithin(const lbElement* element, const lbElement* outer) {
  while (element && element != outer) {
    element = element->frame ? &element->frame->head : element->body ? &element->body->head : NULL;
  }
  return element != NULL;
}

enum { MAX_ATTACHED = 1000000, CLASS_ELEMENTS = 13 };

// Models that attach each other double at each level: what is made must stay within bounds.
static bool isTooMuch(const lbSpec* target, const lbSpec* source) {
  double total = 0;
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    total += (double)target->lists[list].count + source->lists[list].count;
  }
  total += CLASS_ELEMENTS * ((double)target->classes.count + source->classes.count);
  return total > MAX_ATTACHED;
}

// What keeps an element from being attached to another, NULL: nothing.
static const char* obstacle(const lbElement* to, const lbElement* from) {
  static LB_THREAD_LOCAL char text[96];
  bool isModel = from->handle.elemtype == mjOBJ_MODEL;
  if (from->spec == to->spec && (isModel || isWithin(to, from))) {
    return "Error: cannot attach an element to itself or to something in it";
  }
  if (isTooMuch(to->spec, from->spec)) {
    snprintf(text, sizeof text, "Error: attaching makes more than %d elements", MAX_ATTACHED);
    return text;
  }
  return NULL;
}

// What keeps an element from being attached by reference, NULL: nothing.
static const char* sharingObstacle(const lbElement* to, lbElement* from) {
  lbSpec* top = lb_topSpec(from->spec);
  if (from->spec == to->spec) {
    return from->home != from->spec
               ? "Error: element is attached by reference already; mjs_setDeepCopy lets mjs_attach "
                 "copy it"
               : NULL;
  }
  if (to->spec->attachedTo) {
    return "Error: cannot attach to a child spec that is attached by reference to a parent spec";
  }
  if (top == to->spec || top == from->spec) {
    return NULL;
  }
  return "Error: child spec is attached by reference to another parent spec already";
}

// mjs_attach, or what <attach> does: whole copies, and names that are taken are refused at once.
static mjsElement* attachAs(mjsElement* parent, const mjsElement* child, const char* prefix,
                            const char* suffix, bool isCall) {
  lbElement* to = lb_head(parent);
  lbElement* from = lb_head(child);
  if (!to) {
    lb_error("mjs_attach: parent element is null");
  }
  lbSpec* target = to->spec;
  if (!from) {
    return refuse(target, "Error: child element is null");
  }
  mjtObj parentType = parent->elemtype;
  mjtObj childType = child->elemtype;
  bool whole = childType == mjOBJ_MODEL;
  if (parentType == mjOBJ_BODY && childType != mjOBJ_FRAME && !whole) {
    return refuse(target, "Error: child element is not a frame");
  }
  if (parentType != mjOBJ_BODY && parentType != mjOBJ_FRAME && parentType != mjOBJ_SITE) {
    return refuse(target, "Error: parent element is not a frame, body or site");
  }
  if (childType != mjOBJ_BODY && childType != mjOBJ_FRAME && !whole) {
    return refuse(target, "Error: child element is not a body or frame");
  }
  bool shares = isCall && !target->deepCopy;
  const char* refusal = obstacle(to, from);
  if (!refusal && shares) {
    refusal = sharingObstacle(to, from);
  }
  if (refusal) {
    return refuse(target, refusal);
  }
  if (from->spec != target && !lb_resolveConflicts(target, from->spec)) {
    return NULL;
  }

  lbAttachment job = {.copy = {.target = target,
                               .source = from->spec,
                               .prefix = prefix ? prefix : "",
                               .suffix = suffix ? suffix : "",
                               .allowTreeRepeats = isCall},
                      .byReference = shares && from->spec != target,
                      .child = whole ? &from->spec->world->head : from,
                      .contentOnly = whole,
                      .body = parentType == mjOBJ_BODY ? (lbBody*)to : to->body,
                      .frame = parentType == mjOBJ_FRAME  ? (lbFrame*)to
                               : parentType == mjOBJ_SITE ? frameAtSite((lbSite*)to)
                                                          : NULL};
  mjsElement* result = run(&job);
  if (!result && parentType == mjOBJ_SITE) {
    mjs_delete(&target->s, &job.frame->head.handle);
  }
  return result;
}

mjsElement* lb_attach(mjsElement* parent, const mjsElement* child, const char* prefix) {
  return attachAs(parent, child, prefix, "", false);
}

mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                       const char* suffix) {
  LB_REQUIRE(parent);
  lbSpec* target = lb_head(parent)->spec;
  lbSpec* source = child ? lb_head(child)->spec : target;
  bool pending = source != target && lb_hasPendingKeys(source);
  mjsElement* made = attachAs(parent, child, prefix, suffix, true);
  if (made && pending) {
    lb_specWarning(&target->head,
                   "Child model has pending keyframes. They will not be namespaced correctly. To "
                   "prevent this, compile the child model before attaching it again.");
  }
  return made;
}

mjsElement* lb_attachWorld(lbFrame* frame, lbSpec* child, const char* prefix) {
  lbSpec* target = frame->head.spec;
  const char* refusal = obstacle(&frame->head, &child->head);
  if (refusal) {
    return refuse(target, refusal);
  }
  if (!lb_resolveConflicts(target, child)) {
    return NULL;
  }
  lbAttachment job = {.copy = {.target = target, .source = child, .prefix = prefix, .suffix = ""},
                      .child = &child->world->head,
                      .contentOnly = true,
                      .body = frame->head.body,
                      .frame = frame};
  return run(&job);
}
