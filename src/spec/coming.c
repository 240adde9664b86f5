// Which elements outside the tree come along with a copied or attached subtree, and what becomes of
// references to what does not; see copy.h.

#include "spec/copy.h"

#include <string.h>

const mjtObj lb_assetKinds[LB_ASSET_KINDS] = {mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_MESH,
                                              mjOBJ_HFIELD,  mjOBJ_NUMERIC,  mjOBJ_TEXT,
                                              mjOBJ_PLUGIN};

bool lb_isAsset(mjtObj type) {
  bool isAsset = false;
  for (int k = 0; k < LB_ASSET_KINDS; k++) {
    isAsset |= type == lb_assetKinds[k];
  }
  return isAsset;
}

// --- references

// Every spec has a world body, so references to it stay valid.
static bool isWorld(const mjString* name, mjtObj type) {
  return (type == mjOBJ_BODY || type == mjOBJ_XBODY) && strcmp(lb_text(name), "world") == 0;
}

// Whether a reference may keep its name where the target has it. The only references to sites after
// those to geoms in a tendon are side sites.
// COMPAT: SPEC-ATTACH-ACROSS: pairs, excludes, sensors and what tendons go along may; equalities,
// actuators, side sites, skins, flexes, tuples, cameras and lights always get prefix and suffix.
static bool mayKeepName(const lbReferrer* referrer, mjtObj previous, mjtObj type) {
  switch (referrer->element->handle.elemtype) {
    case mjOBJ_PAIR:
    case mjOBJ_EXCLUDE:
    case mjOBJ_SENSOR:
      return true;
    case mjOBJ_TENDON:
      return !(type == mjOBJ_SITE && previous == mjOBJ_GEOM);
    default:
      return false;
  }
}

// prefix + name + suffix, valid until the next call.
static const char* newName(const lbCopy* copy, const char* name) {
  lb_join(copy->joined, copy->prefix, name, copy->suffix);
  return copy->joined->items;
}

static bool isInTarget(const lbCopy* copy, mjtObj type, const char* name) {
  const lbElement* element = lb_specFind(copy->target, type, name);
  return element && !element->doomed;
}

void lb_lookAtShared(lbSpec* source) {
  if (!source->attachedTo) {
    return;
  }
  lb_orderTree(source);
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    source->names[list].stale = true;
  }
  lb_refreshNames(source);
}

// Whether the target has got the element of a name from the source by reference.
static bool isShared(const lbCopy* copy, mjtObj type, const char* name) {
  if (!copy->source->attachedTo) {
    return false;
  }
  int list = lb_listIndex(type == mjOBJ_XBODY ? mjOBJ_BODY : type);
  const lbElement* element = list < 0 ? NULL : lb_findName(&copy->source->names[list], name);
  return element && element->spec == copy->target;
}

int lb_resolveReference(lbReferrer* referrer, const mjString* name, mjtObj type) {
  const lbCopy* copy = referrer->copy;
  mjtObj previous = referrer->previous;
  referrer->previous = type;
  if (lb_isEmpty(name)) {
    return LB_RESOLVED;
  }
  bool within = copy->source == copy->target;
  if (lb_isAsset(type)) {
    return within ? LB_RESOLVED : LB_RESOLVED | LB_RENAMED;
  }
  if (lb_nameSetHas(copy->names, type, lb_text(name))) {
    return LB_RESOLVED | LB_RENAMED | LB_OF_PART | LB_INSIDE;
  }
  if (within) {
    return LB_RESOLVED;
  }
  if (isShared(copy, type, lb_text(name))) {
    return LB_RESOLVED | LB_OF_PART;
  }
  if (isInTarget(copy, type, newName(copy, lb_text(name)))) {
    return LB_RESOLVED | LB_RENAMED | LB_OF_PART;
  }
  if (mayKeepName(referrer, previous, type)) {
    return isInTarget(copy, type, lb_text(name)) ? LB_RESOLVED : 0;
  }
  return referrer->element->body && isWorld(name, type) ? LB_RESOLVED : LB_RENAMED;
}

// --- elements

typedef struct Census_ {
  lbReferrer referrer;
  int inside;
  int outside;
  int world;
  int ofPart;
  int missing;
} Census;

static void countReference(void* context, mjString* name, mjtObj type) {
  Census* census = context;
  if (census->missing) {
    return;  // nothing else counts then
  }
  int found = lb_resolveReference(&census->referrer, name, type);
  if (lb_isEmpty(name) || lb_isAsset(type)) {
    return;
  }
  if (found & LB_INSIDE) {
    census->inside++;
  } else if (isWorld(name, type)) {
    census->world++;
  } else {
    census->outside++;
  }
  census->ofPart += (found & LB_OF_PART) != 0;
  census->missing += !(found & LB_RESOLVED);
}

typedef enum Fate_ {
  STAY,    // has nothing to do with what is copied
  CARRY,   // copied; takes the place of the original when that is replaced
  REPEAT,  // copied, and the original stays
  DROP,    // refers to something that does not come along
} Fate;

bool lb_cameBefore(const lbCopy* copy, mjtObj type, const char* name) {
  if (!copy->isAgain || !*name) {
    return copy->isAgain;
  }
  return isInTarget(copy, type, newName(copy, name));
}

// From another spec comes what refers to the attached part, or to what else the target has under
// the new names, and to nothing that the target does not have; but no second time.
static Fate fateBetween(const lbCopy* copy, const lbElement* element, const Census* census) {
  bool hasReferences = census->inside || census->outside || census->world;
  if (census->missing || (hasReferences && !census->ofPart)) {
    return DROP;
  }
  bool came =
      !census->inside && lb_cameBefore(copy, element->handle.elemtype, lb_text(&element->name));
  return came ? DROP : CARRY;
}

// Within one spec, an element is copied with any part it refers to, and its other references stay
// as they are; equalities, actuators, flexes and tuples must not have any.
// COMPAT: SPEC-COPY-REFERENCES: the world counts as something else; and sensors that refer to
// nothing are copied every time.
static Fate fateWithin(mjtObj type, const Census* census) {
  if (!census->inside) {
    bool hasReferences = census->outside || census->world;
    return hasReferences || type != mjOBJ_SENSOR ? STAY : REPEAT;
  }
  bool whole =
      type == mjOBJ_EQUALITY || type == mjOBJ_ACTUATOR || type == mjOBJ_FLEX || type == mjOBJ_TUPLE;
  return whole && (census->outside || census->world) ? DROP : CARRY;
}

static Fate fateOf(const lbCopy* copy, lbElement* element) {
  Census census = {.referrer = {.copy = copy, .element = element}};
  lb_visitReferences(element, countReference, &census);
  return copy->source == copy->target ? fateWithin(element->handle.elemtype, &census)
                                      : fateBetween(copy, element, &census);
}

// COMPAT: SPEC-COPY-SKIN: skins keep their name and their material's.
static void copySkin(lbCopy* copy, lbElement* source) {
  lbCopy plain = *copy;
  lbElement* skin = lb_copyElement(copy, source, NULL, NULL);
  plain.prefix = plain.suffix = "";
  lb_nameCopy(&plain, skin, lb_text(&source->name));
  lb_setText(((lbSkin*)skin)->s.material, lb_text(((lbSkin*)source)->s.material));
}

// Kinds outside the tree; what others refer to comes first.
// COMPAT: SPEC-COPY-REFERENCES: skins are not copied within a spec, and <replicate> copies neither
// flexes nor tuples.
typedef enum Within_ { ALWAYS, ATTACHED, NEVER } Within;

static const struct {
  mjtObj type;
  Within within;
} referring[] = {{mjOBJ_FLEX, ATTACHED}, {mjOBJ_PAIR, ALWAYS},     {mjOBJ_EXCLUDE, ALWAYS},
                 {mjOBJ_TENDON, ALWAYS}, {mjOBJ_EQUALITY, ALWAYS}, {mjOBJ_ACTUATOR, ALWAYS},
                 {mjOBJ_SENSOR, ALWAYS}, {mjOBJ_SKIN, NEVER},      {mjOBJ_TUPLE, ATTACHED}};

enum {
  REFERRING = sizeof referring / sizeof referring[0],
};

void lb_eachComing(lbCopy* copy, void (*take)(void* context, lbElement* element), void* context) {
  for (int k = 0; k < REFERRING; k++) {
    const lbElementList* list = &copy->source->lists[referring[k].type];
    for (int i = 0; i < list->count; i++) {
      lbElement* element = list->items[i];
      Fate fate = element->spec == copy->source ? fateOf(copy, element) : STAY;
      if (fate == CARRY || fate == REPEAT) {
        lb_nameSetAdd(copy->names, referring[k].type, lb_text(&element->name));
        take(context, element);
      }
    }
  }
}

void lb_copyReferring(lbCopy* copy, bool replacing) {
  bool within = copy->source == copy->target;
  Within reach = copy->isReplica ? ALWAYS : ATTACHED;
  for (int k = 0; k < REFERRING; k++) {
    mjtObj type = referring[k].type;
    if (within && referring[k].within > reach) {
      continue;
    }
    lbElementList* list = &copy->source->lists[type];
    bool earlierCopies = !copy->originals || type == mjOBJ_SENSOR;
    int count = earlierCopies ? list->count : copy->originals[type];
    for (int i = 0; i < count; i++) {
      lbElement* source = list->items[i];
      Fate fate = source->doomed ? STAY : fateOf(copy, source);
      if (fate == CARRY || fate == REPEAT) {
        lb_nameSetAdd(copy->names, type, lb_text(&source->name));
        if (type == mjOBJ_SKIN) {
          copySkin(copy, source);
        } else {
          lb_copyElement(copy, source, NULL, NULL);
        }
      }
      source->doomed |= replacing && (fate == CARRY || fate == DROP);
    }
  }
}
