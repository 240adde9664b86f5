// Keyframes when something is attached: existing ones get room for the new joints, actuators and
// mocap bodies, and the child's are added with the parts that came along.
//
// The parent's own keys grow at once. The child's wait, with their values noted per joint, actuator
// or body, until lb_specOrderTree knows the final order.
//
// A layout lists the elements that own entries of a key's vectors, in the order compilation gives
// them (bodies depth first).

#include "spec/copy.h"

#include "math/inline.h"

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
};

static void addSlot(SlotList* list, lbElement* element, int size) {
  Slot slot = {.element = element, .adr = list->size, .size = size};
  LB_PUSH(&list->slots, slot);
  list->size += size;
}

static void addBody(lbKeyLayout* layout, lbBody* body) {
  for (int i = 0; i < body->joints.count; i++) {
    lbJoint* joint = body->joints.items[i];
    int nq = joint->s.type == mjJNT_FREE ? 7 : joint->s.type == mjJNT_BALL ? 4 : 1;
    int nv = joint->s.type == mjJNT_FREE ? 6 : joint->s.type == mjJNT_BALL ? 3 : 1;
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

lbKeyLayout* lb_keyLayout(lbSpec* spec) {
  lbKeyLayout* layout = lb_allocZero(sizeof *layout);
  addBody(layout, spec->world);
  for (int i = 0; i < lb_specCount(spec, mjOBJ_ACTUATOR); i++) {
    lbActuator* actuator = LB_SPEC_ITEM(spec, lbActuator, mjOBJ_ACTUATOR, i);
    addSlot(&layout->parts[ACT], &actuator->head, activationCount(&actuator->s));
    addSlot(&layout->parts[CTRL], &actuator->head, 1);
  }
  return layout;
}

void lb_freeKeyLayout(lbKeyLayout* layout) {
  for (int p = 0; layout && p < PART_COUNT; p++) {
    LB_ARRAY_FREE(&layout->parts[p].slots);
  }
  lb_free(layout);
}

static mjDoubleVec* partOf(lbKey* key, Part part) {
  mjDoubleVec* vectors[PART_COUNT] = {key->s.qpos, key->s.qvel, key->s.act,
                                      key->s.ctrl, key->s.mpos, key->s.mquat};
  return vectors[part];
}

static const Slot* findSlot(const SlotList* list, const lbElement* element) {
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
  for (const lbFrame* frame = element->frame; frame; frame = frame->head.frame) {
    double frameQuat[4] = {frame->s.quat[0], frame->s.quat[1], frame->s.quat[2], frame->s.quat[3]};
    mjs_resolveOrientation(frameQuat, frame->head.origin->s.compiler.degree,
                           frame->head.origin->s.compiler.eulerseq, &frame->s.alt);
    double outerPos[3];
    double outerQuat[4];
    lb_mulPose(outerPos, outerQuat, frame->s.pos, frameQuat, worldPos, worldQuat);
    lb_copy3(worldPos, outerPos);
    lb_copy4(worldQuat, outerQuat);
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

// Rebuilds one vector of a key in a new layout.
static void relayout(lbKey* key, Part part, const SlotList* oldList, const SlotList* newList) {
  const double* old = partOf(key, part)->items;
  double* values = newList->size ? lb_alloc((size_t)newList->size * sizeof(double)) : NULL;
  for (int i = 0; i < newList->slots.count; i++) {
    const Slot* slot = &newList->slots.items[i];
    const Slot* from = findSlot(oldList, slot->element);
    double initial[7] = {0};
    if (!from && slot->size <= 7) {
      initialValue(part, slot->element, initial);
    }
    for (int n = 0; n < slot->size; n++) {
      values[slot->adr + n] = from ? old[from->adr + n] : n < 7 ? initial[n] : 0;
    }
  }
  mjs_setDouble(partOf(key, part), values, newList->size);
  lb_free(values);
}

// --- keys of attached models -------------------------------------------------------------------

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

static void setPendingName(const lbCopy* copy, lbPendingKey* pending, const char* name) {
  if (*name) {
    lb_setJoined(&pending->name, copy->prefix, name, copy->suffix);
  }
}

// A key of the child spec, for what was copied of it.
static void noteKey(lbCopy* copy, lbKey* source, const lbKeyLayout* child) {
  lbPendingKey* pending = newPending(copy->target);
  pending->time = source->s.time;
  setPendingName(copy, pending, lb_text(&source->head.name));
  for (int p = 0; p < PART_COUNT; p++) {
    const mjDoubleVec* vector = partOf(source, (Part)p);
    const SlotList* list = &child->parts[p];
    if (!vector->count || vector->count != list->size) {
      continue;
    }
    for (int i = 0; i < list->slots.count; i++) {
      const Slot* slot = &list->slots.items[i];
      if (slot->element->twin) {
        addPendingSlot(pending, slot->element->twin, (Part)p, vector->items + slot->adr,
                       slot->size);
      }
    }
  }
}

// A key that is pending in the source spec, with the elements' twins.
static void notePending(lbPendingKey* pending, const lbPendingKey* source) {
  pending->time = source->time;
  memcpy(pending->given, source->given, sizeof pending->given);
  for (int i = 0; i < source->slots.count; i++) {
    const PendingSlot* slot = &source->slots.items[i];
    if (slot->element->twin) {
      addPendingSlot(pending, slot->element->twin, slot->part, source->values.items + slot->adr,
                     slot->size);
    }
  }
}

void lb_copyPendingKeys(lbSpec* target, const lbSpec* source) {
  for (int i = 0; i < source->pendingKeys.count; i++) {
    const lbPendingKey* from = source->pendingKeys.items[i];
    lbPendingKey* pending = newPending(target);
    lb_setText(&pending->name, lb_text(&from->name));
    notePending(pending, from);
  }
}

static void freePending(lbPendingKey* pending) {
  lb_clearText(&pending->name);
  LB_ARRAY_FREE(&pending->slots);
  LB_ARRAY_FREE(&pending->values);
  lb_free(pending);
}

void lb_freePendingKeys(lbSpec* spec) {
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    freePending(spec->pendingKeys.items[i]);
  }
  LB_ARRAY_FREE(&spec->pendingKeys);
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

static void resolveKey(lbSpec* spec, const lbPendingKey* pending, const lbKeyLayout* layout) {
  lbKey* key = (lbKey*)lb_addElement(spec, mjOBJ_KEY, NULL, NULL);
  key->s.time = pending->time;
  lb_rename(&key->head, lb_text(&pending->name));
  for (int p = 0; p < PART_COUNT; p++) {
    const SlotList* list = &layout->parts[p];
    if (!pending->given[p] || !list->size) {
      continue;
    }
    double* values = lb_allocZero((size_t)list->size * sizeof(double));
    for (int i = 0; i < list->slots.count; i++) {
      const Slot* slot = &list->slots.items[i];
      double initial[7];
      initialValue((Part)p, slot->element, initial);
      memcpy(values + slot->adr, initial, (size_t)lb_minInt(slot->size, 7) * sizeof(double));
    }
    for (int i = 0; i < pending->slots.count; i++) {
      const PendingSlot* from = &pending->slots.items[i];
      const Slot* slot = from->part == (Part)p ? findSlot(list, from->element) : NULL;
      if (slot && slot->size == from->size) {
        memcpy(values + slot->adr, pending->values.items + from->adr,
               (size_t)slot->size * sizeof(double));
      }
    }
    mjs_setDouble(partOf(key, (Part)p), values, list->size);
    lb_free(values);
  }
}

void lb_resolvePendingKeys(lbSpec* spec) {
  if (!spec->pendingKeys.count) {
    return;
  }
  lbKeyLayout* layout = lb_keyLayout(spec);
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    resolveKey(spec, spec->pendingKeys.items[i], layout);
  }
  lb_freeKeyLayout(layout);
  lb_freePendingKeys(spec);
}

void lb_extendKeys(lbCopy* copy, const lbKeyLayout* before, const lbKeyLayout* child) {
  lbSpec* target = copy->target;
  int own = lb_specCount(target, mjOBJ_KEY);
  if (own) {
    lbKeyLayout* after = lb_keyLayout(target);
    for (int i = 0; i < own; i++) {
      lbKey* key = LB_SPEC_ITEM(target, lbKey, mjOBJ_KEY, i);
      for (int p = 0; p < PART_COUNT; p++) {
        int count = partOf(key, (Part)p)->count;
        if (count && count == before->parts[p].size) {
          relayout(key, (Part)p, &before->parts[p], &after->parts[p]);
        }
      }
    }
    lb_freeKeyLayout(after);
  }
  for (int i = 0; child && i < lb_specCount(copy->source, mjOBJ_KEY); i++) {
    noteKey(copy, LB_SPEC_ITEM(copy->source, lbKey, mjOBJ_KEY, i), child);
  }
  int pending = child ? copy->source->pendingKeys.count : 0;
  for (int i = 0; i < pending; i++) {
    const lbPendingKey* from = copy->source->pendingKeys.items[i];
    lbPendingKey* to = newPending(target);
    setPendingName(copy, to, lb_text(&from->name));
    notePending(to, from);
  }
}
