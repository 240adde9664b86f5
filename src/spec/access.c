// Finding, iterating and reading spec elements; user values, plugin attributes, sensor sizes.

#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

mjSpec* mjs_getSpec(const mjsElement* element) {
  LB_REQUIRE(element);
  return &lb_head(element)->spec->s;
}

mjSpec* mjs_getOriginSpec(const mjsElement* element) {
  LB_REQUIRE(element);
  return &lb_head(element)->origin->s;
}

mjsCompiler* mjs_getCompiler(const mjsElement* element) {
  LB_REQUIRE(element);
  return &lb_head(element)->origin->s.compiler;
}

mjSpec* mjs_findSpec(const mjSpec* s, const char* name) {
  LB_REQUIRE(s && name);
  const lbSpec* spec = lb_spec(s);
  for (int i = 0; i < spec->children.count; i++) {
    mjSpec* child = &spec->children.items[i].spec->s;
    bool called = strcmp(lb_text(child->modelname), name) == 0;
    mjSpec* found = called ? child : mjs_findSpec(child, name);
    if (found) {
      return found;
    }
  }
  return NULL;
}

mjsBody* mjs_findBody(const mjSpec* s, const char* name) {
  LB_REQUIRE(s);
  lbElement* found = lb_specFind(lb_spec(s), mjOBJ_BODY, name);
  return found ? &((lbBody*)found)->s : NULL;
}

mjsFrame* mjs_findFrame(const mjSpec* s, const char* name) {
  LB_REQUIRE(s);
  lbElement* found = lb_specFind(lb_spec(s), mjOBJ_FRAME, name);
  return found ? &((lbFrame*)found)->s : NULL;
}

mjsElement* mjs_findElement(const mjSpec* s, mjtObj type, const char* name) {
  LB_REQUIRE(s);
  if (type == mjOBJ_DEFAULT) {
    lbDefault* def = lb_findDefault(lb_spec(s), name);
    return def ? &def->head.handle : NULL;
  }
  lbElement* found = lb_specFind(lb_spec(s), type, name);
  return found ? &found->handle : NULL;
}

mjsBody* mjs_findChild(const mjsBody* body, const char* name) {
  LB_REQUIRE(body && name);
  lbBody* parent = (lbBody*)body->element;
  if (strcmp(lb_text(&parent->head.name), name) == 0) {
    return &parent->s;
  }
  for (int i = 0; i < parent->bodies.count; i++) {
    mjsBody* below = mjs_findChild(&parent->bodies.items[i]->s, name);
    if (below) {
      return below;
    }
  }
  return NULL;
}

mjsBody* mjs_getParent(const mjsElement* element) {
  LB_REQUIRE(element);
  lbBody* body = lb_head(element)->body;
  return body ? &body->s : NULL;
}

mjsFrame* mjs_getFrame(const mjsElement* element) {
  LB_REQUIRE(element);
  lbFrame* frame = lb_head(element)->frame;
  return frame ? &frame->s : NULL;
}

static bool isTreeKind(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_JOINT || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA || type == mjOBJ_LIGHT || type == mjOBJ_FRAME;
}

// Elements of the tree have no number until something has ordered them. Once all are compiled the
// number is that in the model, which sorts pairs and excluded bodies, and leaves some out.
// COMPAT: CLAR-19: frames never have one, the world always.
int mjs_getId(const mjsElement* element) {
  LB_REQUIRE(element);
  const lbElement* head = lb_head(element);
  bool isListed = element->elemtype != mjOBJ_FRAME && lb_listIndex(element->elemtype) >= 0;
  if (isListed && head->spec->isCompiled) {
    return head->compiledId;
  }
  bool hasNumber =
      element->elemtype != mjOBJ_FRAME &&
      (head->spec->isOrdered || !isTreeKind(element->elemtype) || head == &head->spec->world->head);
  return hasNumber ? head->id : -1;
}

// First element of a kind in a body, then in its descendants when asked.
static lbElement* firstIn(lbBody* body, mjtObj type, bool recurse) {
  const lbElementList* own = lb_bodyList(body, type);
  if (own->count) {
    return own->items[0];
  }
  for (int i = 0; recurse && i < body->bodies.count; i++) {
    lbElement* found = firstIn(body->bodies.items[i], type, recurse);
    if (found) {
      return found;
    }
  }
  return NULL;
}

// Constant time unless the list was changed since the last search.
static int positionIn(const lbElementList* list, lbElement* element) {
  if (element->place < list->count && list->items[element->place] == element) {
    return element->place;
  }
  for (int i = 0; i < list->count; i++) {
    list->items[i]->place = i;
  }
  return element->place;
}

// Whether bodies hold elements of a kind; if not, the spec's error says what they hold.
static bool isHeld(lbBody* body, mjtObj type) {
  if (!lb_bodyList(body, type)) {
    lb_specSetError(body->head.spec, type == mjOBJ_UNKNOWN
                                         ? "Error: child type must be specified"
                                         : "Error: Body.NextChild supports the types: body, frame, "
                                           "geom, site, light, camera, joint");
    return false;
  }
  return true;
}

mjsElement* mjs_firstChild(const mjsBody* body, mjtObj type, int recurse) {
  LB_REQUIRE(body);
  lbBody* parent = (lbBody*)body->element;
  mjtObj kind = type == mjOBJ_XBODY ? mjOBJ_BODY : type;
  lbElement* found = isHeld(parent, kind) ? firstIn(parent, kind, recurse != 0) : NULL;
  return found ? &found->handle : NULL;
}

// The element of its kind after `child` in what a body holds, depth first. `seen` becomes true when
// `child` is met.
static lbElement* following(const lbBody* body, const lbElement* child, bool recurse, bool* seen) {
  mjtObj type = child->handle.elemtype;
  const lbElementList* own = lb_bodyList((lbBody*)body, type);
  for (int pass = 0; pass < 2; pass++) {
    int count = pass ? body->bodies.count : own->count;
    for (int i = 0; i < count && (pass == 0 || (recurse && type != mjOBJ_BODY)); i++) {
      lbElement* element = pass ? &body->bodies.items[i]->head : own->items[i];
      if (pass == 0 && *seen) {
        return element;
      }
      *seen |= element == child;
      bool inside = recurse && element->handle.elemtype == mjOBJ_BODY;
      lbElement* found = inside ? following((lbBody*)element, child, true, seen) : NULL;
      if (found) {
        return found;
      }
    }
  }
  return NULL;
}

// Whether a body is `top` or somewhere in it; without recursion only the former counts.
static bool isIn(const lbBody* body, const lbBody* top, bool recurse) {
  while (recurse && body && body != top) {
    body = body->head.body;
  }
  return body == top;
}

// Depth first: what is in a body comes before what is in the bodies inside it.
mjsElement* mjs_nextChild(const mjsBody* body, const mjsElement* child, int recurse) {
  LB_REQUIRE(body && child);
  lbBody* top = (lbBody*)body->element;
  lbElement* current = lb_head(child);
  if (top->head.spec->attachedTo && lb_bodyList(top, child->elemtype)) {
    // what was attached is in another body by now, and still shown here
    bool seen = false;
    lbElement* next = following(top, current, recurse != 0, &seen);
    return next ? &next->handle : NULL;
  }
  lbBody* holder = current->body;
  if (!isHeld(top, child->elemtype) || !holder || !isIn(holder, top, recurse != 0)) {
    return NULL;
  }
  bool isBody = child->elemtype == mjOBJ_BODY;
  if (isBody && recurse && ((lbBody*)current)->bodies.count) {
    return &((lbBody*)current)->bodies.items[0]->head.handle;
  }
  const lbElementList* siblings = lb_bodyList(holder, child->elemtype);
  int position = positionIn(siblings, current);
  if (position + 1 < siblings->count) {
    return &siblings->items[position + 1]->handle;
  }
  if (!recurse) {
    return NULL;
  }
  // below the holder, then to the right of it and of its ancestors, up to the top body
  for (int i = 0; i < holder->bodies.count && !isBody; i++) {
    lbElement* found = firstIn(holder->bodies.items[i], child->elemtype, true);
    if (found) {
      return &found->handle;
    }
  }
  for (; holder != top && holder->head.body; holder = holder->head.body) {
    lbBody* up = holder->head.body;
    for (int i = positionIn((lbElementList*)&up->bodies, &holder->head) + 1; i < up->bodies.count;
         i++) {
      lbElement* found =
          isBody ? &up->bodies.items[i]->head : firstIn(up->bodies.items[i], child->elemtype, true);
      if (found) {
        return &found->handle;
      }
    }
  }
  return NULL;
}

// The next element of a kind that a spec shows after parts of it were attached by reference; NULL:
// the first.
static mjsElement* nextShown(lbSpec* spec, mjtObj type, const lbElement* element) {
  int kind = lb_listIndex(type);
  if (kind < 0) {
    return NULL;
  }
  if (!element) {
    lb_orderTree(spec);
  }
  const lbElementList* all = &spec->lists[kind];
  int next = element ? spec->viewed + 1 : 0;
  if (element && (next <= 0 || next > all->count || all->items[next - 1] != element)) {
    for (next = 1; next <= all->count && all->items[next - 1] != element;) {
      next++;
    }
  }
  spec->viewed = next;
  return next < all->count ? &all->items[next]->handle : NULL;
}

// Tree elements are visited depth first whatever the order they were made in.
mjsElement* mjs_firstElement(const mjSpec* s, mjtObj type) {
  LB_REQUIRE(s);
  lbSpec* spec = lb_spec(s);
  if (spec->attachedTo) {
    return nextShown(spec, type, NULL);
  }
  if (type == mjOBJ_BODY) {
    return &spec->world->head.handle;
  }
  if (isTreeKind(type)) {
    return mjs_firstChild(&spec->world->s, type, true);
  }
  int list = lb_listIndex(type);
  const lbElementList* all = list >= 0 ? &lb_spec(s)->lists[list] : NULL;
  return all && all->count ? &all->items[0]->handle : NULL;
}

mjsElement* mjs_nextElement(const mjSpec* s, const mjsElement* element) {
  LB_REQUIRE(s && element);
  lbSpec* spec = lb_spec(s);
  if (spec->attachedTo) {
    return nextShown(spec, element->elemtype, lb_head(element));
  }
  if (element == &spec->world->head.handle) {
    return mjs_firstChild(&spec->world->s, mjOBJ_BODY, true);
  }
  if (isTreeKind(element->elemtype)) {
    return mjs_nextChild(&spec->world->s, element, true);
  }
  int list = lb_listIndex(element->elemtype);
  const lbElementList* all = list >= 0 ? &lb_spec(s)->lists[list] : NULL;
  int next = lb_head(element)->id + 1;
  return all && next > 0 && next < all->count ? &all->items[next]->handle : NULL;
}

static lbWrap* wrapOf(const mjsWrap* wrap) {
  return (lbWrap*)wrap->element;
}

mjsElement* mjs_getWrapTarget(const mjsWrap* wrap) {
  LB_REQUIRE(wrap);
  lbWrap* w = wrapOf(wrap);
  mjtObj type = wrap->type == mjWRAP_JOINT  ? mjOBJ_JOINT
                : wrap->type == mjWRAP_SITE ? mjOBJ_SITE
                                            : mjOBJ_GEOM;
  lbElement* found = lb_specFind(w->head.spec, type, lb_text(&w->head.name));
  return found ? &found->handle : NULL;
}

mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap) {
  LB_REQUIRE(wrap);
  lbWrap* w = wrapOf(wrap);
  lbElement* found = lb_specFind(w->head.spec, mjOBJ_SITE, lb_text(&w->sidesite));
  return found ? &((lbSite*)found)->s : NULL;
}

double mjs_getWrapDivisor(const mjsWrap* wrap) {
  LB_REQUIRE(wrap);
  return wrap->type == mjWRAP_PULLEY ? wrapOf(wrap)->parameter : 1;
}

double mjs_getWrapCoef(const mjsWrap* wrap) {
  LB_REQUIRE(wrap);
  return wrap->type == mjWRAP_JOINT ? wrapOf(wrap)->parameter : 1;
}

int mjs_getWrapNum(const mjsTendon* tendonspec) {
  LB_REQUIRE(tendonspec);
  return ((const lbTendon*)tendonspec->element)->wraps.count;
}

mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i) {
  LB_REQUIRE(tendonspec);
  const lbTendon* tendon = (const lbTendon*)tendonspec->element;
  if (i < 0 || i >= tendon->wraps.count) {
    lb_error("Wrap index out of range (0, %d)", tendon->wraps.count);
  }
  return &tendon->wraps.items[i]->s;
}

mjString* mjs_getName(mjsElement* element) {
  LB_REQUIRE(element);
  return &lb_head(element)->name;
}

int mjs_setFrame(mjsElement* dest, mjsFrame* frame) {
  LB_REQUIRE(dest);
  lbElement* head = lb_head(dest);
  lbFrame* target = frame ? (lbFrame*)frame->element : NULL;
  if (!isTreeKind(dest->elemtype) || (target && target->head.body != head->body)) {
    char text[LB_MESSAGE_SIZE];
    snprintf(text, sizeof text, "Error: Frame and body '%s' have mismatched parents",
             lb_text(&head->name));
    lb_specSetError(head->spec, text);
    return -1;
  }
  for (lbFrame* up = target; up; up = up->head.frame) {
    if (&up->head == head) {
      lb_specSetError(head->spec, "Error: a frame cannot be inside itself");
      return -1;
    }
  }
  if (dest->elemtype == mjOBJ_FRAME) {
    lb_boundFrames(target);
  }
  head->frame = target;
  return 0;
}

static lbUserValue* findUserValue(lbElement* element, const char* key) {
  for (int i = 0; i < element->userValues.count; i++) {
    if (strcmp(element->userValues.items[i].key, key) == 0) {
      return &element->userValues.items[i];
    }
  }
  return NULL;
}

void mjs_setUserValue(mjsElement* element, const char* key, const void* data) {
  LB_REQUIRE(element);
  lbElement* head = lb_head(element);
  lbUserValue* value = findUserValue(head, key);
  if (value) {
    value->data = data;
    return;
  }
  LB_RESERVE(&head->userValues);
  lbUserValue fresh = {.key = lb_strdup(key), .data = data};
  LB_PUSH(&head->userValues, fresh);
}

const void* mjs_getUserValue(mjsElement* element, const char* key) {
  LB_REQUIRE(element);
  lbUserValue* value = findUserValue(lb_head(element), key);
  return value ? value->data : NULL;
}

void mjs_deleteUserValue(mjsElement* element, const char* key) {
  LB_REQUIRE(element);
  lbElement* head = lb_head(element);
  lbUserValue* value = findUserValue(head, key);
  if (value) {
    lb_free(value->key);
    *value = head->userValues.items[--head->userValues.count];
  }
}
