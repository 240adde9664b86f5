// Keyframes when the model around them changes.
//
// A key's vectors may be shorter than the model: what is missing at the end is filled in with raw
// values of the spec, when something is attached and again before compiling. COMPAT: free joints
// count as being at the origin then, and hinges are at their unconverted `ref`.
//
// Keys that come along with an attached model wait, with their values noted per joint, actuator or
// body, until lb_specOrderTree knows the final order; what they say nothing about is at the
// reference configuration. A spec's own keys are set aside the same way when a body is deleted.
// When a part of a spec is copied within the spec (replicate), each copy brings copies of the own
// keys in which it takes the place of the original; keys that wait follow the first copy, and
// neither keep controls or activations (COMPAT). What a key says of the parts of a model that are
// not attached stays with the model, lent, for when they are.
//
// A layout lists the elements that own entries of a key's vectors, in the order compilation gives
// them (bodies depth first).

#include "spec/copy.h"

#include "math/inline.h"
#include "math/pose.h"
#include "model/joint_size.h"

#include <stdio.h>
#include <string.h>

typedef enum Part_ {
  QPOS,
  QVEL,
  ACT,
  CTRL,
  MPOS,
  MQUAT,
  PART_COUNT,
} Part;

typedef struct Slot_ {
  lbElement* element;
  int adr;
  int size;
} Slot;

typedef struct SlotList_ {
  LB_ARRAY(Slot) slots;
  int size;
} SlotList;

struct lbKeyLayout_ {
  SlotList parts[PART_COUNT];
  LB_ARRAY(double) values;  // scratch for one vector
};

static void addSlot(SlotList* list, lbElement* element, int size) {
  Slot slot = {.element = element, .adr = list->size, .size = size};
  LB_PUSH(&list->slots, slot);
  list->size += size;
}

static void addBody(lbKeyLayout* layout, lbBody* body) {
  for (int i = 0; i < body->joints.count; i++) {
    lbJoint* joint = body->joints.items[i];
    int nq = lb_jointQposCount(joint->s.type);
    int nv = lb_jointDofCount(joint->s.type);
    addSlot(&layout->parts[QPOS], &joint->head, nq);
    addSlot(&layout->parts[QVEL], &joint->head, nv);
  }
  if (body->s.mocap) {
    addSlot(&layout->parts[MPOS], &body->head, 3);
    addSlot(&layout->parts[MQUAT], &body->head, 4);
  }
  for (int i = 0; i < body->bodies.count; i++) {
    addBody(layout, body->bodies.items[i]);
  }
}

static int activationCount(const mjsActuator* a) {
  return a->actdim >= 0 ? a->actdim : a->dyntype != mjDYN_NONE;
}

void lb_freeKeyLayout(lbSpec* spec) {
  lbKeyLayout* layout = spec->keyLayout;
  for (int p = 0; layout && p < PART_COUNT; p++) {
    LB_ARRAY_FREE(&layout->parts[p].slots);
  }
  if (layout) {
    LB_ARRAY_FREE(&layout->values);
  }
  lb_free(layout);
  spec->keyLayout = NULL;
}

lbKeyLayout* lb_keyLayout(lbSpec* spec) {
  lb_freeKeyLayout(spec);
  lbKeyLayout* layout = lb_allocZero(sizeof *layout);
  spec->keyLayout = layout;
  addBody(layout, spec->world);
  for (int i = 0; i < lb_specCount(spec, mjOBJ_ACTUATOR); i++) {
    lbActuator* actuator = LB_SPEC_ITEM(spec, lbActuator, mjOBJ_ACTUATOR, i);
    addSlot(&layout->parts[ACT], &actuator->head, activationCount(&actuator->s));
    addSlot(&layout->parts[CTRL], &actuator->head, 1);
  }
  return layout;
}

static mjDoubleVec* partOf(lbKey* key, Part part) {
  mjDoubleVec* vectors[PART_COUNT] = {key->s.qpos, key->s.qvel, key->s.act,
                                      key->s.ctrl, key->s.mpos, key->s.mquat};
  return vectors[part];
}

// Right after ordering, an element's number is its slot's.
static const Slot* findSlot(const SlotList* list, const lbElement* element) {
  if (element->id >= 0 && element->id < list->slots.count &&
      list->slots.items[element->id].element == element) {
    return &list->slots.items[element->id];
  }
  for (int i = 0; i < list->slots.count; i++) {
    if (list->slots.items[i].element == element) {
      return &list->slots.items[i];
    }
  }
  return NULL;
}

static void elementPose(const lbElement* element, const double pos[3], const double quat[4],
                        const mjsOrientation* alt, double worldPos[3], double worldQuat[4]) {
  const mjsCompiler* compiler = &element->origin->s.compiler;
  double ownQuat[4] = {quat[0], quat[1], quat[2], quat[3]};
  mjs_resolveOrientation(ownQuat, compiler->degree, compiler->eulerseq, alt);
  lb_copy3(worldPos, pos);
  lb_copy4(worldQuat, ownQuat);
  const lbFrame* frame = element->frame;
  if (frame) {
    double framePos[3], frameQuat[4];
    elementPose(&frame->head, frame->s.pos, frame->s.quat, &frame->s.alt, framePos, frameQuat);
    lb_leaveFrame(worldPos, worldQuat, framePos, frameQuat);
  }
}

// Value of an entry that no key gives: the reference configuration, or zero.
static void initialValue(Part part, const lbElement* element, double value[7]) {
  memset(value, 0, 7 * sizeof(double));
  if (part == MPOS || part == MQUAT) {
    double pos[3];
    double quat[4];
    const mjsBody* body = &((const lbBody*)element)->s;
    elementPose(element, body->pos, body->quat, &body->alt, pos, quat);
    memcpy(value, part == MPOS ? pos : quat, (part == MPOS ? 3 : 4) * sizeof(double));
  } else if (part == QPOS) {
    const lbJoint* joint = (const lbJoint*)element;
    bool degrees = joint->s.type == mjJNT_HINGE && element->origin->s.compiler.degree;
    if (joint->s.type == mjJNT_FREE) {
      const mjsBody* body = &element->body->s;
      elementPose(&element->body->head, body->pos, body->quat, &body->alt, value, value + 3);
    } else if (joint->s.type == mjJNT_BALL) {
      value[0] = 1;
    } else {
      value[0] = degrees ? joint->s.ref * mjPI / 180 : joint->s.ref;
    }
  }
}

// Value of an entry that a key is too short for.
static void rawValue(Part part, const lbElement* element, double value[7]) {
  memset(value, 0, 7 * sizeof(double));
  if (part == MPOS) {
    lb_copy3(value, ((const lbBody*)element)->s.pos);
  } else if (part == MQUAT) {
    lb_copy4(value, ((const lbBody*)element)->s.quat);
  } else if (part == QPOS) {
    const mjsJoint* joint = &((const lbJoint*)element)->s;
    if (joint->type == mjJNT_FREE) {
      value[3] = 1;
    } else {
      value[0] = joint->type == mjJNT_BALL ? 1 : joint->ref;
    }
  }
}

static void padVector(lbKey* key, Part part, lbKeyLayout* layout) {
  const SlotList* list = &layout->parts[part];
  mjDoubleVec* vector = partOf(key, part);
  int unit = part == MPOS ? 3 : part == MQUAT ? 4 : 1;
  int given = vector->count / unit * unit;  // of a body, all or nothing
  if (!vector->count || given >= list->size) {
    return;
  }
  layout->values.count = 0;
  for (int n = 0; n < list->size; n++) {
    LB_PUSH(&layout->values, n < given ? vector->items[n] : 0);
  }
  double* values = layout->values.items;
  for (int i = 0; i < list->slots.count; i++) {
    const Slot* slot = &list->slots.items[i];
    double raw[7];
    rawValue(part, slot->element, raw);
    for (int n = 0; n < slot->size; n++) {
      if (slot->adr + n >= given) {
        values[slot->adr + n] = n < 7 ? raw[n] : 0;
      }
    }
  }
  mjs_setDouble(vector, values, list->size);
}

static void padKeys(lbSpec* spec, lbKeyLayout* layout) {
  for (int i = 0; i < lb_specCount(spec, mjOBJ_KEY); i++) {
    for (int p = 0; p < PART_COUNT; p++) {
      padVector(LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i), (Part)p, layout);
    }
  }
}

void lb_padKeys(lbSpec* spec) {
  if (lb_specCount(spec, mjOBJ_KEY)) {
    padKeys(spec, lb_keyLayout(spec));
  }
}

const char* lb_checkKeys(lbSpec* spec, char* text, size_t size) {
  static const char* const names[PART_COUNT] = {"qpos", "qvel", "act", "ctrl", "mpos", "mquat"};
  if (!lb_specCount(spec, mjOBJ_KEY)) {
    return NULL;
  }
  lbKeyLayout* layout = lb_keyLayout(spec);
  const char* refusal = NULL;
  for (int i = 0; i < lb_specCount(spec, mjOBJ_KEY) && !refusal; i++) {
    lbKey* key = LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i);
    for (int p = 0; p < PART_COUNT && !refusal; p++) {
      int count = partOf(key, (Part)p)->count;
      if (count && count != layout->parts[p].size) {
        snprintf(text, size, "Keyframe '%s' has invalid %s size, got %d, should be %d",
                 lb_text(&key->head.name), names[p], count, layout->parts[p].size);
        refusal = text;
      }
    }
  }
  return refusal;
}

// --- keys that wait ----------------------------------------------------------------------------

// Values of one element in a part of a key; adr in the key's values.
typedef struct PendingSlot_ {
  lbElement* element;
  Part part;
  int adr;
  int size;
} PendingSlot;

typedef struct lbPendingKey_ {
  mjString name;
  double time;
  bool given[PART_COUNT];
  bool isLent;  // what a key of another spec says of elements that were not attached with it
  LB_ARRAY(PendingSlot) slots;
  LB_ARRAY(double) values;
} lbPendingKey;

static lbPendingKey* newPending(lbSpec* spec) {
  LB_RESERVE(&spec->pendingKeys);
  lbPendingKey* pending = lb_allocZero(sizeof *pending);
  LB_PUSH(&spec->pendingKeys, pending);
  return pending;
}

static void addPendingSlot(lbPendingKey* pending, lbElement* element, Part part,
                           const double* values, int size) {
  PendingSlot slot = {.element = element, .part = part, .adr = pending->values.count, .size = size};
  for (int n = 0; n < size; n++) {
    LB_PUSH(&pending->values, values[n]);
  }
  LB_PUSH(&pending->slots, slot);
  pending->given[part] = true;
}

static bool isControl(Part part) {
  return part == ACT || part == CTRL;
}

// A key of the source spec, for what was copied of it; within one spec, for everything else too.
static void noteKey(lbCopy* copy, lbKey* source, const lbKeyLayout* layout) {
  bool within = copy->source == copy->target;
  lbPendingKey* pending = newPending(copy->target);
  pending->time = source->s.time;
  lb_setJoined(&pending->name, copy->prefix, lb_text(&source->head.name), copy->suffix);
  lbPendingKey* rest = pending;
  if (!within) {
    rest = newPending(copy->source);
    rest->isLent = true;
    lb_setText(&rest->name, lb_text(&pending->name));
  }
  for (int p = 0; p < PART_COUNT; p++) {
    const mjDoubleVec* vector = partOf(source, (Part)p);
    const SlotList* list = &layout->parts[p];
    if (!vector->count || vector->count != list->size || (within && isControl((Part)p))) {
      continue;
    }
    for (int i = 0; i < list->slots.count; i++) {
      const Slot* slot = &list->slots.items[i];
      lbElement* twin = slot->element->twin;
      addPendingSlot(twin ? pending : rest, twin ? twin : slot->element, (Part)p,
                     vector->items + slot->adr, slot->size);
    }
  }
}

// A key that waits follows the copies of its elements.
static void redirectPending(lbPendingKey* pending) {
  int kept = 0;
  for (int i = 0; i < pending->slots.count; i++) {
    PendingSlot slot = pending->slots.items[i];
    if (!isControl(slot.part)) {
      slot.element = slot.element->twin ? slot.element->twin : slot.element;
      pending->slots.items[kept++] = slot;
    }
  }
  pending->slots.count = kept;
  pending->given[ACT] = pending->given[CTRL] = false;
}

// What a key that is pending in the source spec says of the elements that have twins. A lent one
// says it once.
static void notePending(lbPendingKey* pending, lbPendingKey* source) {
  int kept = 0;
  for (int i = 0; i < source->slots.count; i++) {
    PendingSlot slot = source->slots.items[i];
    if (slot.element->twin) {
      addPendingSlot(pending, slot.element->twin, slot.part, source->values.items + slot.adr,
                     slot.size);
    } else if (source->isLent) {
      source->slots.items[kept++] = slot;
    }
  }
  source->slots.count = source->isLent ? kept : source->slots.count;
}

// COMPAT: what was lent goes to the keys of the parts that were attached before.
void lb_copyPendingKeys(lbSpec* target, const lbSpec* source) {
  for (int i = 0; i < source->pendingKeys.count; i++) {
    lbPendingKey* from = source->pendingKeys.items[i];
    lbPendingKey* pending = NULL;
    for (int k = 0; from->isLent && k < target->pendingKeys.count; k++) {
      lbPendingKey* other = target->pendingKeys.items[k];
      pending = strcmp(lb_text(&other->name), lb_text(&from->name)) ? pending : other;
    }
    if (!from->isLent) {
      pending = newPending(target);
      lb_setText(&pending->name, lb_text(&from->name));
      pending->time = from->time;
      memcpy(pending->given, from->given, sizeof pending->given);
    }
    if (pending) {
      notePending(pending, from);
    }
  }
}

static void freePending(lbPendingKey* pending) {
  lb_clearText(&pending->name);
  LB_ARRAY_FREE(&pending->slots);
  LB_ARRAY_FREE(&pending->values);
  lb_free(pending);
}

void lb_freePendingKeys(lbSpec* spec, bool keepLent) {
  int kept = 0;
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    lbPendingKey* pending = spec->pendingKeys.items[i];
    if (keepLent && pending->isLent && pending->slots.count) {
      spec->pendingKeys.items[kept++] = pending;
    } else {
      freePending(pending);
    }
  }
  spec->pendingKeys.count = kept;
  if (!keepLent) {
    LB_ARRAY_FREE(&spec->pendingKeys);
  }
}

void lb_dropFromPendingKeys(lbSpec* spec) {
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    lbPendingKey* pending = spec->pendingKeys.items[i];
    int kept = 0;
    for (int k = 0; k < pending->slots.count; k++) {
      if (!pending->slots.items[k].element->doomed) {
        pending->slots.items[kept++] = pending->slots.items[k];
      }
    }
    pending->slots.count = kept;
  }
}

static void resolveKey(lbSpec* spec, const lbPendingKey* pending, lbKeyLayout* layout) {
  lbKey* key = (lbKey*)lb_addElement(spec, mjOBJ_KEY, NULL, NULL);
  key->s.time = pending->time;
  lb_rename(&key->head, lb_text(&pending->name));
  for (int p = 0; p < PART_COUNT; p++) {
    const SlotList* list = &layout->parts[p];
    if (!pending->given[p] || !list->size) {
      continue;
    }
    layout->values.count = 0;
    for (int i = 0; i < list->slots.count; i++) {
      const Slot* slot = &list->slots.items[i];
      double initial[7];
      initialValue((Part)p, slot->element, initial);
      for (int n = 0; n < slot->size; n++) {
        LB_PUSH(&layout->values, n < 7 ? initial[n] : 0);
      }
    }
    double* values = layout->values.items;
    for (int i = 0; i < pending->slots.count; i++) {
      const PendingSlot* from = &pending->slots.items[i];
      const Slot* slot = from->part == (Part)p ? findSlot(list, from->element) : NULL;
      if (slot && slot->size == from->size) {
        memcpy(values + slot->adr, pending->values.items + from->adr,
               (size_t)slot->size * sizeof(double));
      }
    }
    mjs_setDouble(partOf(key, (Part)p), values, list->size);
  }
}

void lb_resolvePendingKeys(lbSpec* spec) {
  if (spec->pendingKeys.count) {
    lbKeyLayout* layout = lb_keyLayout(spec);
    for (int i = 0; i < spec->pendingKeys.count; i++) {
      if (!spec->pendingKeys.items[i]->isLent) {
        resolveKey(spec, spec->pendingKeys.items[i], layout);
      }
    }
    lb_freePendingKeys(spec, true);
  }
}

void lb_setKeysAside(lbSpec* spec) {
  int count = lb_specCount(spec, mjOBJ_KEY);
  if (!count) {
    return;
  }
  lbKeyLayout* layout = lb_keyLayout(spec);
  padKeys(spec, layout);
  for (int i = 0; i < count; i++) {
    lbKey* key = LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i);
    lbPendingKey* pending = newPending(spec);
    pending->time = key->s.time;
    lb_setText(&pending->name, lb_text(&key->head.name));
    for (int p = 0; p < PART_COUNT; p++) {
      const SlotList* list = &layout->parts[p];
      const mjDoubleVec* vector = partOf(key, (Part)p);
      for (int n = 0; n < list->slots.count && vector->count == list->size; n++) {
        const Slot* slot = &list->slots.items[n];
        addPendingSlot(pending, slot->element, (Part)p, vector->items + slot->adr, slot->size);
      }
    }
    key->head.doomed = true;
  }
}

void lb_extendKeys(lbCopy* copy, const lbKeyLayout* layout) {
  bool within = copy->source == copy->target;
  int waiting = copy->source->pendingKeys.count;
  for (int i = 0; within && i < waiting; i++) {
    redirectPending(copy->source->pendingKeys.items[i]);
  }
  int own = lb_specCount(copy->source, mjOBJ_KEY);
  for (int i = 0; i < own; i++) {
    noteKey(copy, LB_SPEC_ITEM(copy->source, lbKey, mjOBJ_KEY, i), layout);
  }
  if (!within) {
    // COMPAT: keys that wait go with the first attachment, and keep their names
    lb_copyPendingKeys(copy->target, copy->source);
    lb_freePendingKeys(copy->source, true);
  }
  lb_padKeys(copy->target);
}
