// Where the elements of a spec have their numbers in the vectors of a key, and keys that are too
// short; see key_layout.h.
//
// A vector may be shorter than the model. The numbers that are missing at its end are filled in
// before something is attached and again before compiling, with what the elements' attributes hold
// as they were written.
// COMPAT: SPEC-KEY-PAD: so free joints that were never compiled count as being at the origin,
// without a rotation yet, wherever their body is, and hinges are at `ref` in degrees where the file
// gives degrees. Those that were compiled are where pos and quat of their body say.

#include "spec/key_layout.h"

#include "spec/placement.h"

#include "model/joint_size.h"

#include "base/memory.h"
#include "math/inline.h"
#include "math/pose.h"

#include <stdio.h>
#include <string.h>

static void addSlot(lbKeySlots* list, lbElement* element, int size) {
  lbKeySlot slot = {.element = element, .adr = list->size, .size = size};
  LB_PUSH(&list->slots, slot);
  list->size += size;
}

static void addBody(lbKeyLayout* layout, lbBody* body) {
  for (int i = 0; i < body->joints.count; i++) {
    lbJoint* joint = body->joints.items[i];
    int nq = lb_jointQposCount(joint->s.type);
    int nv = lb_jointDofCount(joint->s.type);
    addSlot(&layout->parts[LB_KEY_QPOS], &joint->head, nq);
    addSlot(&layout->parts[LB_KEY_QVEL], &joint->head, nv);
  }
  if (body->s.mocap) {
    addSlot(&layout->parts[LB_KEY_MPOS], &body->head, 3);
    addSlot(&layout->parts[LB_KEY_MQUAT], &body->head, 4);
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
  for (int p = 0; layout && p < LB_KEY_PARTS; p++) {
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
    addSlot(&layout->parts[LB_KEY_ACT], &actuator->head, activationCount(&actuator->s));
    addSlot(&layout->parts[LB_KEY_CTRL], &actuator->head, 1);
  }
  return layout;
}

mjDoubleVec* lb_keyVector(lbKey* key, lbKeyPart part) {
  mjDoubleVec* vectors[LB_KEY_PARTS] = {key->s.qpos, key->s.qvel, key->s.act,
                                        key->s.ctrl, key->s.mpos, key->s.mquat};
  return vectors[part];
}

// Right after ordering, an element's number is its slot's.
const lbKeySlot* lb_keySlot(const lbKeySlots* list, const lbElement* element) {
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

// Value of an entry that no key gives: the reference configuration, or zero.
void lb_keyReference(lbKeyPart part, const lbElement* element, double value[LB_KEY_MOST]) {
  memset(value, 0, LB_KEY_MOST * sizeof(double));
  if (part == LB_KEY_MPOS || part == LB_KEY_MQUAT) {
    double pos[3];
    double quat[4];
    const mjsBody* body = &((const lbBody*)element)->s;
    lb_poseInBody(element, body->pos, body->quat, &body->alt, pos, quat);
    memcpy(value, part == LB_KEY_MPOS ? pos : quat, (part == LB_KEY_MPOS ? 3 : 4) * sizeof(double));
  } else if (part == LB_KEY_QPOS) {
    const lbJoint* joint = (const lbJoint*)element;
    bool degrees = joint->s.type == mjJNT_HINGE && element->origin->s.compiler.degree;
    if (joint->s.type == mjJNT_FREE) {
      const mjsBody* body = &element->body->s;
      lb_poseInBody(&element->body->head, body->pos, body->quat, &body->alt, value, value + 3);
    } else if (joint->s.type == mjJNT_BALL) {
      value[0] = 1;
    } else {
      value[0] = degrees ? joint->s.ref * mjPI / 180 : joint->s.ref;
    }
  }
}

// Value of an entry that a key is too short for; rotations are completed when it is compiled.
static void rawValue(lbKeyPart part, const lbElement* element, double value[LB_KEY_MOST]) {
  memset(value, 0, LB_KEY_MOST * sizeof(double));
  if (part == LB_KEY_MPOS) {
    lb_copy3(value, ((const lbBody*)element)->s.pos);
  } else if (part == LB_KEY_MQUAT) {
    lb_copy4(value, ((const lbBody*)element)->s.quat);
  } else if (part == LB_KEY_QPOS) {
    const mjsJoint* joint = &((const lbJoint*)element)->s;
    bool turns = joint->type == mjJNT_FREE || joint->type == mjJNT_BALL;
    value[0] = turns ? 0 : joint->ref;
    if (joint->type == mjJNT_FREE && element->compiledId >= 0) {
      lb_copy3(value, element->body->s.pos);
      lb_copy4(value + 3, element->body->s.quat);
    }
  }
}

static void padVector(lbKey* key, lbKeyPart part, lbKeyLayout* layout) {
  const lbKeySlots* list = &layout->parts[part];
  mjDoubleVec* vector = lb_keyVector(key, part);
  int unit = part == LB_KEY_MPOS ? 3 : part == LB_KEY_MQUAT ? 4 : 1;
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
    const lbKeySlot* slot = &list->slots.items[i];
    double raw[LB_KEY_MOST];
    rawValue(part, slot->element, raw);
    for (int n = 0; n < slot->size; n++) {
      if (slot->adr + n >= given) {
        values[slot->adr + n] = n < LB_KEY_MOST ? raw[n] : 0;
      }
    }
  }
  mjs_setDouble(vector, values, list->size);
}

void lb_padKeysBy(lbSpec* spec, lbKeyLayout* layout) {
  for (int i = 0; i < lb_specCount(spec, mjOBJ_KEY); i++) {
    for (int p = 0; p < LB_KEY_PARTS; p++) {
      padVector(LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i), (lbKeyPart)p, layout);
    }
  }
}

void lb_padKeys(lbSpec* spec) {
  if (lb_specCount(spec, mjOBJ_KEY)) {
    lb_padKeysBy(spec, lb_keyLayout(spec));
  }
}

void lb_cutKeys(lbSpec* spec) {
  if (!lb_specCount(spec, mjOBJ_KEY)) {
    return;
  }
  lbKeyLayout* layout = lb_keyLayout(spec);
  lb_padKeysBy(spec, layout);
  for (int i = 0; i < lb_specCount(spec, mjOBJ_KEY); i++) {
    for (int p = 0; p < LB_KEY_PARTS; p++) {
      mjDoubleVec* vector = lb_keyVector(LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i), (lbKeyPart)p);
      const lbKeySlots* list = &layout->parts[p];
      bool fits = vector->count == list->size;
      int kept = 0;
      for (int k = 0; fits && k < list->slots.count; k++) {
        const lbKeySlot* slot = &list->slots.items[k];
        for (int n = 0; n < slot->size && !slot->element->doomed; n++) {
          vector->items[kept++] = vector->items[slot->adr + n];
        }
      }
      vector->count = fits ? kept : vector->count;
    }
  }
}

const char* lb_checkKeys(lbSpec* spec, char* text, size_t size) {
  static const char* const names[LB_KEY_PARTS] = {"qpos", "qvel", "act", "ctrl", "mpos", "mquat"};
  if (!lb_specCount(spec, mjOBJ_KEY)) {
    return NULL;
  }
  lbKeyLayout* layout = lb_keyLayout(spec);
  const char* refusal = NULL;
  for (int i = 0; i < lb_specCount(spec, mjOBJ_KEY) && !refusal; i++) {
    lbKey* key = LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i);
    for (int p = 0; p < LB_KEY_PARTS && !refusal; p++) {
      int count = lb_keyVector(key, (lbKeyPart)p)->count;
      if (count && count != layout->parts[p].size) {
        snprintf(text, size, "Keyframe '%s' has invalid %s size, got %d, should be %d",
                 lb_text(&key->head.name), names[p], count, layout->parts[p].size);
        refusal = text;
      }
    }
  }
  return refusal;
}
