// Which element owns which numbers of a keyframe's vectors.
//
// A keyframe has six vectors (mjsKey.qpos ... mquat). In each, the numbers of one element stand
// together: the position of a joint, the activations of an actuator, the pose of a mocap body. The
// elements follow each other in the order in which compilation numbers them, bodies depth first.

#pragma once

#include "spec/internal.h"

// The vectors of a key.
typedef enum lbKeyPart_ {
  LB_KEY_QPOS,
  LB_KEY_QVEL,
  LB_KEY_ACT,
  LB_KEY_CTRL,
  LB_KEY_MPOS,
  LB_KEY_MQUAT,
  LB_KEY_PARTS,
} lbKeyPart;

enum {
  LB_KEY_MOST = 7,  // most numbers that a joint has in a vector
};

// The numbers of one element.
typedef struct lbKeySlot_ {
  lbElement* element;  // joint, actuator or mocap body
  int adr;             // first number in the vector
  int size;
} lbKeySlot;

typedef struct lbKeySlots_ {
  LB_ARRAY(lbKeySlot) slots;
  int size;  // numbers of the whole vector
} lbKeySlots;

struct lbKeyLayout_ {
  lbKeySlots parts[LB_KEY_PARTS];
  LB_ARRAY(double) values;  // scratch for one vector
};

// The layout of the spec as it is now; elements must be ordered. Valid until the next call for the
// same spec, which owns it.
lbKeyLayout* lb_keyLayout(lbSpec* spec);
void lb_freeKeyLayout(lbSpec* spec);

// One vector of a key.
mjDoubleVec* lb_keyVector(lbKey* key, lbKeyPart part);

// Where an element's numbers are; NULL when it has none.
const lbKeySlot* lb_keySlot(const lbKeySlots* list, const lbElement* element);

// The value of an element that a key says nothing about: the reference configuration, or zero.
void lb_keyReference(lbKeyPart part, const lbElement* element, double value[LB_KEY_MOST]);

// What is wrong with the lengths of a spec's keys, written to text; NULL when they fit.
const char* lb_checkKeys(lbSpec* spec, char* text, size_t size);

// Pads the keys, and takes the numbers of doomed elements out of the vectors that fit the spec.
void lb_cutKeys(lbSpec* spec);

// Fills in what keys are too short for; see key_layout.c.
void lb_padKeys(lbSpec* spec);
void lb_padKeysBy(lbSpec* spec, lbKeyLayout* layout);
