// Keyframes when something is attached: existing ones get room for the new joints, actuators and
// mocap bodies, and the child's are added with the parts that came along.
//
// A layout lists the elements that own entries of a key's vectors, in the order compilation gives
// them (bodies depth first).

#include "spec/copy.h"

#include "math/inline.h"

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

// Rebuilds one vector of a key in the new layout from a vector in an old one. Elements of the old
// layout are found directly or, for the child's, through their twins.
static void relayout(lbKey* key, Part part, const double* old, const SlotList* oldList,
                     const SlotList* newList, bool throughTwins) {
  double* values = newList->size ? lb_alloc((size_t)newList->size * sizeof(double)) : NULL;
  for (int i = 0; i < newList->slots.count; i++) {
    const Slot* slot = &newList->slots.items[i];
    double initial[7] = {0};
    const Slot* from = NULL;
    if (throughTwins) {
      for (int k = 0; k < oldList->slots.count && !from; k++) {
        from = oldList->slots.items[k].element->twin == slot->element ? &oldList->slots.items[k]
                                                                      : NULL;
      }
    } else {
      from = findSlot(oldList, slot->element);
    }
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

// A key's vectors from an old layout into the new one.
static void extendKey(lbKey* key, const lbKeyLayout* before, const lbKeyLayout* after) {
  for (int p = 0; p < PART_COUNT; p++) {
    mjDoubleVec* vector = partOf(key, (Part)p);
    if (vector->count && vector->count == before->parts[p].size) {
      relayout(key, (Part)p, vector->items, &before->parts[p], &after->parts[p], false);
    }
  }
}

static void addChildKey(lbCopy* copy, lbKey* source, const lbKeyLayout* child,
                        const lbKeyLayout* after) {
  lbKey* key = (lbKey*)lb_newElement(copy->target, mjOBJ_KEY);
  LB_PUSH(&copy->target->pendingKeys, &key->head);
  key->s.time = source->s.time;
  lb_nameCopy(copy, &key->head, lb_text(&source->head.name));
  for (int p = 0; p < PART_COUNT; p++) {
    mjDoubleVec* vector = partOf(source, (Part)p);
    if (vector->count && vector->count == child->parts[p].size) {
      relayout(key, (Part)p, vector->items, &child->parts[p], &after->parts[p], true);
    }
  }
}

void lb_extendKeys(lbCopy* copy, const lbKeyLayout* before, const lbKeyLayout* child) {
  lbSpec* target = copy->target;
  lbSpec* source = copy->source;
  int own = lb_specCount(target, mjOBJ_KEY);
  int pending = target->pendingKeys.count;
  int added = child ? lb_specCount(source, mjOBJ_KEY) + source->pendingKeys.count : 0;
  if (own + pending + added == 0) {
    return;
  }
  lbKeyLayout* after = lb_keyLayout(target);
  for (int i = 0; i < own; i++) {
    extendKey(LB_SPEC_ITEM(target, lbKey, mjOBJ_KEY, i), before, after);
  }
  for (int i = 0; i < pending; i++) {
    extendKey((lbKey*)target->pendingKeys.items[i], before, after);
  }
  for (int i = 0; child && i < lb_specCount(source, mjOBJ_KEY); i++) {
    addChildKey(copy, LB_SPEC_ITEM(source, lbKey, mjOBJ_KEY, i), child, after);
  }
  for (int i = 0; child && i < source->pendingKeys.count; i++) {
    addChildKey(copy, (lbKey*)source->pendingKeys.items[i], child, after);
  }
  lb_freeKeyLayout(after);
}
