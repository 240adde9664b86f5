// Attaching by reference: the elements of the child spec become the parent's; see element.h.
//
// What comes along is what a deep copy takes (attach.c), but no second copy of it: the elements
// themselves are renamed and linked in the parent, and the child goes on showing them. It cannot be
// compiled, saved or copied any more, and nothing can be deleted from it. Parts of it that have
// stayed behind can be attached to the same parent later; the assets have come by then.
//
// First everything is gathered and every text made that will change; then the change itself cannot
// fail.

#include "base/error.h"
#include "spec/attachment.h"

#include <string.h>

// A text of an element, and what will be there.
typedef struct Change_ {
  mjString* at;
  mjString text;
} Change;

typedef struct Share_ {
  lbAttachment* job;
  lbCopy* copy;
  LB_ARRAY(lbElement*) elements;
  LB_ARRAY(Change) changes;
  lbReferrer referrer;
  int counts[LB_SPEC_LISTS];
  lbFrame* inner;  // around the content of a world, NULL: none
} Share;

lbSpec* lb_topSpec(lbSpec* spec) {
  while (spec->attachedTo) {
    spec = spec->attachedTo;
  }
  return spec;
}

static void plan(Share* share, mjString* at, const char* prefix, const char* text,
                 const char* suffix) {
  LB_RESERVE(&share->changes);
  Change change = {.at = at};
  lb_setJoined(&change.text, prefix, text, suffix);
  LB_PUSH(&share->changes, change);
}

static void take(void* context, lbElement* element) {
  Share* share = context;
  if (element->spec != share->copy->source) {
    lb_error("Error: cannot attach what holds something attached by reference already: %s '%s'",
             lb_elementKind(element->handle.elemtype), lb_text(&element->name));
  }
  LB_PUSH(&share->elements, element);
  element->twin = element;  // tells that it comes along
  const mjsPlugin* plugin = lb_pluginOf(element);
  if (plugin && plugin->element && !lb_head(plugin->element)->name.count) {
    LB_PUSH(&share->elements, lb_head(plugin->element));
  }
}

// --- what comes along

static const mjtObj treeKinds[] = {mjOBJ_FRAME,  mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE,
                                   mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};

enum {
  TREE_KINDS = sizeof treeKinds / sizeof treeKinds[0],
};

static bool isInside(const lbElement* element, const lbFrame* frame) {
  const lbFrame* outer = element->frame;
  while (outer && outer != frame) {
    outer = outer->head.frame;
  }
  return outer == frame;
}

// What a body, or one frame in it, contains.
static void takeContent(Share* share, lbBody* body, const lbFrame* inside) {
  for (int k = 0; k < TREE_KINDS; k++) {
    const lbElementList* own = lb_bodyList(body, treeKinds[k]);
    for (int i = 0; i < own->count; i++) {
      if (isInside(own->items[i], inside)) {
        take(share, own->items[i]);
      }
      if (isInside(own->items[i], inside) && treeKinds[k] == mjOBJ_BODY) {
        takeContent(share, (lbBody*)own->items[i], NULL);
      }
    }
  }
}

static void takeTree(Share* share) {
  lbElement* root = share->job->child;
  bool isBody = root->handle.elemtype == mjOBJ_BODY;
  if (!share->job->contentOnly) {
    take(share, root);
  }
  takeContent(share, isBody ? (lbBody*)root : root->body, isBody ? NULL : (lbFrame*)root);
}

static void takeAssets(Share* share) {
  for (int k = 0; k < LB_ASSET_KINDS; k++) {
    mjtObj kind = lb_assetKinds[k];
    const lbElementList* list = &share->copy->source->lists[kind];
    for (int i = 0; i < list->count; i++) {
      lbElement* asset = list->items[i];
      bool isOwn = kind == mjOBJ_PLUGIN && !asset->name.count;  // comes with its user
      if (asset->spec != share->copy->source || isOwn) {
        continue;
      }
      char name[256];
      lb_nameOfAsset(asset, name, sizeof name);
      lb_nameSetAdd(share->copy->names, kind, name);
      take(share, asset);
    }
  }
}

// --- names

static void planName(Share* share, lbElement* element) {
  char name[256];
  const lbCopy* copy = share->copy;
  mjtObj type = element->handle.elemtype;
  lb_nameOfAsset(element, name, sizeof name);
  const char* old = element->name.count ? lb_text(&element->name) : name;
  // COMPAT: SPEC-COPY-SKIN: skins keep their name
  if (!*old || type == mjOBJ_SKIN) {
    return;
  }
  plan(share, &element->name, copy->prefix, old, copy->suffix);
  const char* fresh = lb_text(&share->changes.items[share->changes.count - 1].text);
  if (!element->body && lb_specFind(copy->target, type, fresh)) {
    lb_specError(copy->at, "repeated name '%s' in %s", fresh, lb_elementKind(type));
  }
}

static void planReference(void* context, mjString* name, mjtObj type) {
  Share* share = context;
  const lbCopy* copy = share->copy;
  const lbElement* element = share->referrer.element;
  bool renamed = lb_resolveReference(&share->referrer, name, type) & LB_RENAMED;
  // what stays behind may refer to what stays behind; assets come once
  if (!element->twin || lb_isAsset(type)) {
    renamed = !lb_isEmpty(name) && lb_nameSetHas(copy->names, type, lb_text(name));
  }
  // COMPAT: SPEC-COPY-SKIN: so do their materials
  bool kept = element->handle.elemtype == mjOBJ_SKIN && type == mjOBJ_MATERIAL;
  if (renamed && !kept) {
    plan(share, name, copy->prefix, lb_text(name), copy->suffix);
  }
}

// Also of what stays behind: it goes on referring to what comes along.
static void planReferences(Share* share) {
  const lbSpec* source = share->copy->source;
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    for (int i = 0; i < source->lists[list].count; i++) {
      lbElement* element = source->lists[list].items[i];
      if (element->spec == source) {
        share->referrer = (lbReferrer){.copy = share->copy, .element = element};
        lb_visitReferences(element, planReference, share);
      }
    }
  }
}

static lbDefault* classIn(const lbCopy* copy, const lbElement* element) {
  if (element->def) {
    return (lbDefault*)element->def->head.twin;
  }
  return lb_isAsset(element->handle.elemtype) ? NULL : copy->target->mainClass;
}

static void planNames(Share* share) {
  for (int i = 0; i < share->elements.count; i++) {
    lbElement* element = share->elements.items[i];
    planName(share, element);
    if (element->handle.elemtype == mjOBJ_BODY) {
      // COMPAT: SPEC-CHILDCLASS: a body without a class has the main one of where it comes to
      mjString* childclass = ((lbBody*)element)->s.childclass;
      const lbDefault* def = classIn(share->copy, element);
      if (strcmp(lb_text(childclass), "main") != 0) {
        plan(share, childclass, "", def ? lb_text(&def->head.name) : "", "");
      }
    }
  }
  planReferences(share);
}

// --- room for all of it

static void joinFamilies(lbSpec* target, lbSpec* source) {
  if (!target->family) {
    target->family = lb_allocZero(sizeof(lbFamily));
    LB_RESERVE(&target->family->members);
    LB_PUSH(&target->family->members, target);
  }
  lbFamily* family = target->family;
  lbFamily* other = source->family;
  if (other == family) {
    return;
  }
  int count = other ? other->members.count : 1;
  LB_RESERVE_MORE(&family->members, count);
  for (int i = 0; i < count; i++) {
    lbSpec* member = other ? other->members.items[i] : source;
    member->family = family;
    LB_PUSH(&family->members, member);
  }
  if (other) {
    LB_ARRAY_FREE(&other->members);
    lb_free(other);
  }
}

static void makeRoom(Share* share) {
  lbSpec* target = share->copy->target;
  for (int i = 0; i < share->elements.count; i++) {
    share->counts[lb_listIndex(share->elements.items[i]->handle.elemtype)]++;
  }
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    LB_RESERVE_MORE(&target->lists[list], share->counts[list]);
  }
  for (int k = 0; k < TREE_KINDS; k++) {
    int count = share->counts[lb_listIndex(treeKinds[k])];
    lbElementList* own = lb_bodyList(share->job->body, treeKinds[k]);
    LB_RESERVE_MORE(own, count);
  }
  LB_RESERVE(&target->children);
  joinFamilies(target, share->copy->source);
}

static void gather(void* context) {
  Share* share = context;
  lbAttachment* job = share->job;
  lbCopy* copy = share->copy;
  lb_orderTree(copy->source);
  lb_clearTwins(copy->source);
  char text[LB_MESSAGE_SIZE];
  if (lb_checkKeys(copy->source, text, sizeof text)) {
    lb_error("Error: %s", text);
  }
  job->layout = lb_keyLayout(copy->source);
  lb_collectNames(copy, job->child);
  lb_lookAtShared(copy->source);
  lb_mapClasses(copy, &job->region);
  takeAssets(share);
  takeTree(share);
  lb_eachComing(copy, take, share);
  planNames(share);
  makeRoom(share);
  for (int i = 0; i < copy->source->activePlugins.count; i++) {
    mjs_activatePlugin(&copy->target->s, lb_text(&copy->source->activePlugins.items[i]));
  }
  if (job->contentOnly) {
    share->inner = (lbFrame*)lb_addElement(copy->target, mjOBJ_FRAME, job->body, NULL);
    share->inner->head.frame = job->frame;
  }
}

// --- the change

static void renameAll(Share* share) {
  for (int i = 0; i < share->changes.count; i++) {
    Change* change = &share->changes.items[i];
    mjString old = *change->at;
    *change->at = change->text;
    change->text = old;
  }
}

// Whether an element leaves its body: it is the root, or directly in the frame or world that is.
static bool isOutermost(const lbAttachment* job, const lbElement* element) {
  const lbElement* root = job->child;
  bool isBody = root->handle.elemtype == mjOBJ_BODY;
  return element == root || (job->contentOnly ? element->body == (const lbBody*)root
                                              : !isBody && element->body == root->body);
}

static void moveElement(Share* share, lbElement* element) {
  const lbAttachment* job = share->job;
  lbSpec* target = share->copy->target;
  mjtObj type = element->handle.elemtype;
  bool leaves = lb_bodyList(job->body, type) && isOutermost(job, element);
  element->def = classIn(share->copy, element);
  element->spec = target;
  element->twin = element;
  lbElementList* all = &target->lists[lb_listIndex(type)];
  LB_PUSH(all, element);
  element->id = all->count - 1;
  if (type == mjOBJ_TENDON) {
    const lbTendon* tendon = (const lbTendon*)element;
    for (int i = 0; i < tendon->wraps.count; i++) {
      tendon->wraps.items[i]->head.spec = target;
    }
  }
  if (!leaves) {
    return;
  }
  lbElementList* own = lb_bodyList(job->body, type);
  LB_PUSH(own, element);
  if (element == job->child) {
    element->frame = job->frame;
  } else if (!element->frame) {
    element->frame = share->inner;
  }
}

static void commit(Share* share) {
  lbSpec* target = share->copy->target;
  lbSpec* source = share->copy->source;
  renameAll(share);
  for (int i = 0; i < share->elements.count; i++) {
    moveElement(share, share->elements.items[i]);
  }
  // only now: which elements leave their body follows from where they are
  for (int k = 0; k < TREE_KINDS; k++) {
    lbElementList* own = lb_bodyList(share->job->body, treeKinds[k]);
    for (int i = 0; i < own->count; i++) {
      own->items[i]->body = share->job->body;
    }
  }
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    target->names[list].stale = true;
  }
  if (!source->attachedTo) {
    lbChildSpec entry = {.spec = source, .isShared = true};
    LB_PUSH(&target->children, entry);
    source->attachedTo = target;
  }
  lb_orderTree(target);
  lb_structureChanged(target);
  source->isCompiled = false;
}

void lb_share(lbAttachment* job) {
  Share share = {.job = job, .copy = &job->copy};
  bool done = lb_protect(gather, &share);
  if (done) {
    commit(&share);
  }
  for (int i = 0; i < share.changes.count; i++) {
    lb_clearText(&share.changes.items[i].text);
  }
  LB_ARRAY_FREE(&share.changes);
  LB_ARRAY_FREE(&share.elements);
  if (!done) {
    lb_raiseAgain();
  }
  job->result = job->contentOnly ? &share.inner->head : job->child;
  lb_extendKeys(&job->copy, job->layout);
}
