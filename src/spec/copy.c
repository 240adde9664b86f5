// Copying elements and specs; see copy.h.

#include "spec/copy.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"

#include <stddef.h>
#include <string.h>

static void copyWraps(lbTendon* target, const lbTendon* source) {
  for (int i = 0; i < source->wraps.count; i++) {
    const lbWrap* from = source->wraps.items[i];
    LB_RESERVE(&target->wraps);
    lbWrap* wrap = (lbWrap*)lb_newBlock(target->head.spec, lb_wrapStruct());
    wrap->tendon = target;
    wrap->s.type = from->s.type;
    wrap->parameter = from->parameter;
    wrap->head.id = i;
    wrap->head.line = from->head.line;
    LB_PUSH(&target->wraps, wrap);
    lb_setText(&wrap->head.name, lb_text(&from->head.name));
    lb_setText(&wrap->sidesite, lb_text(&from->sidesite));
  }
}

static void copyOwnPlugin(lbElement* target, const lbElement* source) {
  const mjsPlugin* from = lb_pluginOf((lbElement*)source);
  mjsPlugin* to = lb_pluginOf(target);
  if (!from || !from->element) {
    return;
  }
  const lbPlugin* instance = (const lbPlugin*)from->element;
  lbPlugin* copy = (lbPlugin*)lb_addElement(target->spec, mjOBJ_PLUGIN, NULL, NULL);
  lb_copyContent(&copy->head, &instance->head);
  lb_copyPluginConfig(copy, instance);
  to->element = &copy->head.handle;
}

lbElement* lb_cloneElement(lbSpec* target, const lbElement* source) {
  lbElement* element = lb_newElement(target, source->handle.elemtype);
  lb_copyContent(element, source);
  element->file = lb_specFile(target, source->file);
  element->line = source->line;
  element->column = source->column;
  element->tag = source->tag;
  if (source->handle.elemtype == mjOBJ_TENDON) {
    copyWraps((lbTendon*)element, (const lbTendon*)source);
  }
  if (source->handle.elemtype == mjOBJ_PLUGIN) {
    lb_copyPluginConfig((lbPlugin*)element, (const lbPlugin*)source);
  }
  copyOwnPlugin(element, source);
  return element;
}

// --- whole specs -----------------------------------------------------------------------------

static void copyClasses(lbSpec* target, lbSpec* source) {
  for (int i = 0; i < source->classes.count; i++) {
    lbDefault* from = source->classes.items[i];
    lbDefault* to = target->mainClass;
    if (from->parent) {
      to = lb_newDefault(target, lb_text(&from->head.name), (lbDefault*)from->parent->head.twin);
    }
    from->head.twin = &to->head;
    for (int type = 0; type < mjNOBJECT; type++) {
      lbElement* dummy = lb_classDummy(to, (mjtObj)type);
      if (dummy) {
        lb_copyContent(dummy, lb_classDummy(from, (mjtObj)type));
      }
    }
  }
}

static void copyList(lbSpec* target, lbSpec* source, int list) {
  for (int i = 0; i < source->lists[list].count; i++) {
    lbElement* from = source->lists[list].items[i];
    lbElement* to;
    if (from == &source->world->head) {
      to = &target->world->head;
      lb_copyContent(to, from);
    } else {
      to = lb_newElement(target, from->handle.elemtype);
      lb_link(target, to, NULL);
      lb_copyContent(to, from);
      lb_setText(&to->name, lb_text(&from->name));
    }
    to->file = lb_specFile(target, from->file);
    to->line = from->line;
    to->column = from->column;
    to->tag = from->tag;
    from->twin = to;
    if (from->handle.elemtype == mjOBJ_TENDON) {
      copyWraps((lbTendon*)to, (lbTendon*)from);
    }
    if (from->handle.elemtype == mjOBJ_PLUGIN) {
      lb_copyPluginConfig((lbPlugin*)to, (lbPlugin*)from);
    }
  }
}

// What the last compilation found out.
static void copyCompiled(lbElement* to, const lbElement* from) {
  to->compiledId = from->compiledId;
  to->formerId = from->formerId;
  switch (from->handle.elemtype) {
    case mjOBJ_BODY:
      memcpy(&((lbBody*)to)->isWeighed, &((lbBody*)from)->isWeighed,
             sizeof(lbBody) - offsetof(lbBody, isWeighed));
      break;
    case mjOBJ_GEOM:
      ((lbGeom*)to)->compiledPose = ((lbGeom*)from)->compiledPose;
      break;
    case mjOBJ_SITE:
      ((lbSite*)to)->compiledPose = ((lbSite*)from)->compiledPose;
      break;
    case mjOBJ_MESH:
      memcpy(((lbMesh*)to)->compiledCenter, ((lbMesh*)from)->compiledCenter,
             sizeof((lbMesh*)to)->compiledCenter);
      break;
    case mjOBJ_HFIELD:
      ((lbHField*)to)->compiledHash = ((lbHField*)from)->compiledHash;
      break;
    default:;
  }
}

// Pointers between elements, once all copies are there.
static void copyLinks(lbElement* from) {
  lbElement* to = from->twin;
  copyCompiled(to, from);
  to->def = from->def ? (lbDefault*)from->def->head.twin : NULL;
  to->frame = from->frame ? (lbFrame*)from->frame->head.twin : NULL;
  to->body = from->body ? (lbBody*)from->body->head.twin : NULL;
  to->origin = from->origin->twin ? from->origin->twin : to->spec;
  mjsPlugin* plugin = lb_pluginOf(from);
  if (plugin && plugin->element) {
    lb_pluginOf(to)->element = &lb_head(plugin->element)->twin->handle;
  }
  if (from->handle.elemtype != mjOBJ_BODY) {
    return;
  }
  static const mjtObj kinds[] = {mjOBJ_BODY,   mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    const lbElementList* own = lb_bodyList((lbBody*)from, kinds[k]);
    lbElementList* list = lb_bodyList((lbBody*)to, kinds[k]);
    for (int i = 0; i < own->count; i++) {
      LB_PUSH(list, own->items[i]->twin);
    }
  }
}

typedef struct SpecCopy_ {
  lbSpec* source;
  lbSpec* target;
} SpecCopy;

static lbSpec* copySpec(lbSpec* source);

static void fillCopy(void* context) {
  SpecCopy* job = context;
  lbSpec* source = job->source;
  lbSpec* target = job->target;
  int count;
  const lbField* fields = lb_specFields(&count);
  lb_copyFields(fields, count, &target->s, &source->s);
  target->archive = lb_archiveShare(source->archive);
  target->wasCompiled = source->wasCompiled;
  source->twin = target;
  for (int i = 0; i < source->children.count; i++) {
    lbChildSpec child = source->children.items[i];
    if (child.isShared) {
      lb_mapOrigins(target, child.spec);
      continue;
    }
    LB_RESERVE(&target->children);
    child.spec = copySpec(child.spec);
    LB_PUSH(&target->children, child);
  }
  copyClasses(target, source);
  copyList(target, source, mjOBJ_PLUGIN);
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    if (list != mjOBJ_PLUGIN) {
      copyList(target, source, list);
    }
  }
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    for (int i = 0; i < source->lists[list].count; i++) {
      copyLinks(source->lists[list].items[i]);
    }
    target->names[list].stale = true;
  }
  for (int i = 0; i < source->attachments.entries.count; i++) {
    lb_nameSetAdd(&target->attachments, mjOBJ_MODEL, source->attachments.entries.items[i]->name);
  }
  lb_copyPendingKeys(target, source);
  lb_orderTree(target);
  for (int i = 0; i < source->activePlugins.count; i++) {
    lb_pushText(&target->activePlugins, lb_text(&source->activePlugins.items[i]));
  }
  target->deepCopy = source->deepCopy;
  // COMPAT: SPEC-COPY-COMPILED: a copy has the signature of what it copies, and counts as compiled
  target->head.handle.signature = source->head.handle.signature;
  target->compiledSignature = source->compiledSignature;
  target->formerSignature = source->formerSignature;
  target->compiledStat = source->compiledStat;
  target->isCompiled = source->isCompiled;
}

static lbSpec* copySpec(lbSpec* source) {
  SpecCopy job = {.source = source, .target = lb_newSpec()};
  if (!lb_protect(fillCopy, &job)) {
    lb_freeSpec(job.target);
    lb_raiseAgain();
  }
  return job.target;
}

mjSpec* mj_copySpec(const mjSpec* s) {
  LB_REQUIRE(s);
  if (lb_spec(s)->attachedTo) {
    lb_specSetError(lb_spec(s),
                    "Error: cannot copy child spec if attached by reference to a parent spec");
    return NULL;
  }
  return &copySpec(lb_spec(s))->s;
}

// --- subtrees --------------------------------------------------------------------------------

static const mjtObj contentKinds[] = {mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA,
                                      mjOBJ_LIGHT};

enum {
  CONTENT_KINDS = sizeof contentKinds / sizeof contentKinds[0],
};

void lb_nameCopy(const lbCopy* copy, lbElement* element, const char* name) {
  if (!*name) {
    return;
  }
  bool hadName = element->name.count > 0;
  lb_setJoined(&element->name, copy->prefix, name, copy->suffix);
  mjtObj type = element->handle.elemtype;
  const lbElement* other = copy->allowRepeats || (copy->allowTreeRepeats && element->body)
                               ? NULL
                               : lb_specFind(copy->target, type, lb_text(&element->name));
  if (other && other != element) {
    lb_specError(copy->at, "repeated name '%s' in %s", lb_text(&element->name),
                 lb_elementKind(type));
  }
  lb_nameChanged(element, hadName);
}

// Renames a reference to something that is copied, or that the target has under the new name;
// assets come along between different specs.
static void renameReference(void* context, mjString* name, mjtObj type) {
  lbReferrer* referrer = context;
  const lbCopy* copy = referrer->copy;
  if (lb_resolveReference(referrer, name, type) & LB_RENAMED) {
    lb_setJoined(name, copy->prefix, lb_text(name), copy->suffix);
  }
}

lbElement* lb_copyElement(const lbCopy* copy, lbElement* source, lbBody* body, lbFrame* frame) {
  lb_boundBodies(source->handle.elemtype, body);
  lbElement* element = lb_cloneElement(copy->target, source);
  lb_link(copy->target, element, body);
  element->frame = frame;
  element->origin = source->origin->twin ? source->origin->twin : source->origin;
  if (copy->source == copy->target) {
    element->origin = source->origin;
    element->def = source->def;
  } else {
    element->def = source->def ? (lbDefault*)source->def->head.twin : copy->target->mainClass;
  }
  source->twin = element;
  lb_nameCopy(copy, element, lb_text(&source->name));
  lb_visitReferences(element, renameReference, &(lbReferrer){.copy = copy, .element = element});
  return element;
}

static lbBody* copyBody(lbCopy* copy, lbBody* source, lbBody* parent, lbFrame* frame);

// Links the frames of a body by where they are; returns the first that is in no other. (Copies may
// go into the same list: they are not among them.)
static lbFrame* linkFrames(const lbBody* body) {
  lbFrame* outermost = NULL;
  for (int i = 0; i < body->frames.count; i++) {
    body->frames.items[i]->inside = NULL;
  }
  for (int i = body->frames.count - 1; i >= 0; i--) {
    lbFrame* frame = body->frames.items[i];
    lbFrame** first = frame->head.frame ? &frame->head.frame->inside : &outermost;
    frame->next = *first;
    *first = frame;
  }
  return outermost;
}

// Copies a frame and those beside it, each with the frames in it.
static void copyFrames(lbCopy* copy, lbFrame* first, lbBody* body, lbFrame* frame) {
  for (lbFrame* from = first; from; from = from->next) {
    lbFrame* to = (lbFrame*)lb_copyElement(copy, &from->head, body, frame);
    copyFrames(copy, from->inside, body, to);
  }
}

static bool isInside(const lbElement* element, const lbFrame* frame) {
  const lbFrame* outer = element->frame;
  while (outer && outer != frame) {
    outer = outer->head.frame;
  }
  return outer == frame;
}

// Copies what a body, or one frame in it, contains, in the order of the body's lists.
static void copyContent(lbCopy* copy, lbBody* source, lbFrame* inside, lbBody* body,
                        lbFrame* frame) {
  lbFrame* outermost = linkFrames(source);
  copyFrames(copy, inside ? inside->inside : outermost, body, frame);
  for (int k = 0; k <= CONTENT_KINDS; k++) {
    bool bodies = k == CONTENT_KINDS;
    const lbElementList* own = lb_bodyList(source, bodies ? mjOBJ_BODY : contentKinds[k]);
    int count = own->count;  // copies may go into the same list
    for (int i = 0; i < count; i++) {
      lbElement* element = own->items[i];
      if (!isInside(element, inside)) {
        continue;
      }
      lbFrame* to = element->frame == inside ? frame : (lbFrame*)element->frame->head.twin;
      if (bodies) {
        copyBody(copy, (lbBody*)element, body, to);
      } else {
        lb_copyElement(copy, element, body, to);
      }
    }
  }
}

static lbBody* copyBody(lbCopy* copy, lbBody* source, lbBody* parent, lbFrame* frame) {
  lbBody* body = (lbBody*)lb_copyElement(copy, &source->head, parent, frame);
  // COMPAT: SPEC-CHILDCLASS: a body without a class has the main one of where it comes to
  if (strcmp(lb_text(body->s.childclass), "main") != 0) {
    lb_setText(body->s.childclass, body->head.def ? lb_text(&body->head.def->head.name) : "");
  }
  copyContent(copy, source, NULL, body, NULL);
  return body;
}

lbElement* lb_copySubtree(lbCopy* copy, lbElement* root, lbBody* body, lbFrame* frame) {
  if (root->handle.elemtype == mjOBJ_BODY) {
    return &copyBody(copy, (lbBody*)root, body, frame)->head;
  }
  lbFrame* to = (lbFrame*)lb_copyElement(copy, root, body, frame);
  copyContent(copy, root->body, (lbFrame*)root, body, to);
  return &to->head;
}

void lb_copyBodyContent(lbCopy* copy, lbBody* source, lbFrame* target) {
  copyContent(copy, source, NULL, target->head.body, target);
}

static void collectBody(lbCopy* copy, lbBody* body);

static void collectContent(lbCopy* copy, lbBody* body, lbFrame* inside) {
  for (int k = 0; k <= CONTENT_KINDS; k++) {
    mjtObj kind = k < CONTENT_KINDS ? contentKinds[k] : mjOBJ_FRAME;
    const lbElementList* own = lb_bodyList(body, kind);
    for (int i = 0; i < own->count; i++) {
      if (isInside(own->items[i], inside)) {
        lb_nameSetAdd(copy->names, kind, lb_text(&own->items[i]->name));
      }
    }
  }
  for (int i = 0; i < body->bodies.count; i++) {
    if (isInside(&body->bodies.items[i]->head, inside)) {
      collectBody(copy, body->bodies.items[i]);
    }
  }
}

static void collectBody(lbCopy* copy, lbBody* body) {
  if (body->head.body) {
    lb_nameSetAdd(copy->names, mjOBJ_BODY, lb_text(&body->head.name));
  }
  collectContent(copy, body, NULL);
}

void lb_collectNames(lbCopy* copy, lbElement* root) {
  if (root->handle.elemtype == mjOBJ_BODY) {
    collectBody(copy, (lbBody*)root);
  } else {
    lb_nameSetAdd(copy->names, mjOBJ_FRAME, lb_text(&root->name));
    collectContent(copy, root->body, (lbFrame*)root);
  }
}
