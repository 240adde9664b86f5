// Keyframes while the model around them changes: pending keys.
//
// A key is a row of numbers by position, so it means nothing once elements come or go. While that
// happens, keys are taken apart into pending keys, which note the numbers by element; when
// lb_specOrderTree has given the elements their final order, lb_resolvePendingKeys puts them
// together again. What a pending key says nothing about is at the reference configuration.
//
// Attaching a model: its keys become pending keys of the parent, with prefix and suffix, for the
// elements that were attached. What they say of other elements of the child stays with the child
// as a pending key marked isRemainder, until those are attached too.
// Deleting a body: the spec's own keys become pending, so that they lose its numbers.
// Copying within a spec (replicate): each copy brings copies of the spec's keys in which it takes
// the place of the original; keys that are pending already follow the first copy.
// COMPAT: SPEC-KEY-CONTROLS: copies made by attaching keep controls and activations, replicas do
// not.

#include "spec/copy.h"

#include "base/compiler.h"
#include "base/memory.h"

#include <string.h>

enum { MAX_NUMBERS = 20000000 };  // that pending keys hold: each copy adds keys for all elements

// Values of one element in a part of a key; adr in the key's values.
typedef struct PendingSlot_ {
  lbElement* element;
  lbKeyPart part;
  int adr;
  int size;
} PendingSlot;

typedef struct lbPendingKey_ {
  mjString name;
  double time;
  bool given[LB_KEY_PARTS];
  bool isRemainder;  // of a key whose other numbers went along with attached elements
  LB_ARRAY(PendingSlot) slots;
  LB_ARRAY(double) values;
} lbPendingKey;

static lbPendingKey* newPending(lbSpec* spec) {
  LB_RESERVE(&spec->pendingKeys);
  lbPendingKey* pending = lb_allocZero(sizeof *pending);
  LB_PUSH(&spec->pendingKeys, pending);
  return pending;
}

static void addPendingSlot(lbPendingKey* pending, lbElement* element, lbKeyPart part,
                           const double* values, int size) {
  PendingSlot slot = {.element = element, .part = part, .adr = pending->values.count, .size = size};
  for (int n = 0; n < size; n++) {
    LB_PUSH(&pending->values, values[n]);
  }
  LB_PUSH(&pending->slots, slot);
  pending->given[part] = true;
}

static bool isControl(lbKeyPart part) {
  return part == LB_KEY_ACT || part == LB_KEY_CTRL;
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
    rest->isRemainder = true;
    lb_setText(&rest->name, lb_text(&pending->name));
  }
  for (int p = 0; p < LB_KEY_PARTS; p++) {
    const mjDoubleVec* vector = lb_keyVector(source, (lbKeyPart)p);
    const lbKeySlots* list = &layout->parts[p];
    bool lost = copy->isReplica && isControl((lbKeyPart)p);
    if (!vector->count || vector->count != list->size || lost) {
      continue;
    }
    for (int i = 0; i < list->slots.count; i++) {
      const lbKeySlot* slot = &list->slots.items[i];
      lbElement* twin = slot->element->twin;
      addPendingSlot(twin ? pending : rest, twin ? twin : slot->element, (lbKeyPart)p,
                     vector->items + slot->adr, slot->size);
    }
  }
}

// A pending key follows the copies of its elements.
static void redirectPending(const lbCopy* copy, lbPendingKey* pending) {
  int kept = 0;
  for (int i = 0; i < pending->slots.count; i++) {
    PendingSlot slot = pending->slots.items[i];
    if (!copy->isReplica || !isControl(slot.part)) {
      slot.element = slot.element->twin ? slot.element->twin : slot.element;
      pending->slots.items[kept++] = slot;
    }
  }
  pending->slots.count = kept;
  if (copy->isReplica) {
    pending->given[LB_KEY_ACT] = pending->given[LB_KEY_CTRL] = false;
  }
}

// Adds what a pending key of the source spec says of the elements that were copied. A remainder
// loses these numbers: it gives them once.
static void notePending(lbPendingKey* pending, lbPendingKey* source) {
  int kept = 0;
  for (int i = 0; i < source->slots.count; i++) {
    PendingSlot slot = source->slots.items[i];
    if (slot.element->twin) {
      addPendingSlot(pending, slot.element->twin, slot.part, source->values.items + slot.adr,
                     slot.size);
    } else if (source->isRemainder) {
      source->slots.items[kept++] = slot;
    }
  }
  source->slots.count = source->isRemainder ? kept : source->slots.count;
}

// COMPAT: SPEC-KEY-ATTACH: remainders go into the keys of the parts that were attached before.
void lb_copyPendingKeys(lbSpec* target, const lbSpec* source) {
  for (int i = 0; i < source->pendingKeys.count; i++) {
    lbPendingKey* from = source->pendingKeys.items[i];
    lbPendingKey* pending = NULL;
    for (int k = 0; from->isRemainder && k < target->pendingKeys.count; k++) {
      lbPendingKey* other = target->pendingKeys.items[k];
      pending = strcmp(lb_text(&other->name), lb_text(&from->name)) ? pending : other;
    }
    if (!from->isRemainder) {
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

void lb_freePendingKeys(lbSpec* spec, bool keepRemainders) {
  int kept = 0;
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    lbPendingKey* pending = spec->pendingKeys.items[i];
    if (keepRemainders && pending->isRemainder && pending->slots.count) {
      spec->pendingKeys.items[kept++] = pending;
    } else {
      freePending(pending);
    }
  }
  spec->pendingKeys.count = kept;
  if (!keepRemainders) {
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

bool lb_hasPendingKeys(const lbSpec* spec) {
  for (int i = 0; i < spec->pendingKeys.count; i++) {
    if (!spec->pendingKeys.items[i]->isRemainder) {
      return true;
    }
  }
  return false;
}

LB_APART static void resolveKey(lbSpec* spec, const lbPendingKey* pending, lbKeyLayout* layout) {
  lbKey* key = (lbKey*)lb_addElement(spec, mjOBJ_KEY, NULL, NULL);
  key->s.time = pending->time;
  lb_rename(&key->head, lb_text(&pending->name));
  for (int p = 0; p < LB_KEY_PARTS; p++) {
    const lbKeySlots* list = &layout->parts[p];
    if (!pending->given[p] || !list->size) {
      continue;
    }
    layout->values.count = 0;
    for (int i = 0; i < list->slots.count; i++) {
      const lbKeySlot* slot = &list->slots.items[i];
      double initial[LB_KEY_MOST];
      lb_keyReference((lbKeyPart)p, slot->element, initial);
      for (int n = 0; n < slot->size; n++) {
        LB_PUSH(&layout->values, n < LB_KEY_MOST ? initial[n] : 0);
      }
    }
    double* values = layout->values.items;
    for (int i = 0; i < pending->slots.count; i++) {
      const PendingSlot* from = &pending->slots.items[i];
      const lbKeySlot* slot = from->part == (lbKeyPart)p ? lb_keySlot(list, from->element) : NULL;
      if (slot && slot->size && slot->size == from->size) {
        memcpy(values + slot->adr, pending->values.items + from->adr,
               (size_t)slot->size * sizeof(double));
      }
    }
    mjs_setDouble(lb_keyVector(key, (lbKeyPart)p), values, list->size);
  }
}

void lb_resolvePendingKeys(lbSpec* spec) {
  if (spec->pendingKeys.count) {
    lbKeyLayout* layout = lb_keyLayout(spec);
    for (int i = 0; i < spec->pendingKeys.count; i++) {
      if (!spec->pendingKeys.items[i]->isRemainder) {
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
  lb_padKeysBy(spec, layout);
  for (int i = 0; i < count; i++) {
    lbKey* key = LB_SPEC_ITEM(spec, lbKey, mjOBJ_KEY, i);
    lbPendingKey* pending = newPending(spec);
    pending->time = key->s.time;
    lb_setText(&pending->name, lb_text(&key->head.name));
    for (int p = 0; p < LB_KEY_PARTS; p++) {
      const lbKeySlots* list = &layout->parts[p];
      const mjDoubleVec* vector = lb_keyVector(key, (lbKeyPart)p);
      for (int n = 0; n < list->slots.count && vector->count == list->size; n++) {
        const lbKeySlot* slot = &list->slots.items[n];
        const double* from = vector->items ? vector->items + slot->adr : NULL;
        addPendingSlot(pending, slot->element, (lbKeyPart)p, from, slot->size);
      }
    }
    key->head.doomed = true;
  }
}

void lb_extendKeys(lbCopy* copy, const lbKeyLayout* layout) {
  bool within = copy->source == copy->target;
  int waiting = copy->source->pendingKeys.count;
  for (int i = 0; within && !copy->isRepeat && i < waiting; i++) {
    redirectPending(copy, copy->source->pendingKeys.items[i]);
  }
  int own = lb_specCount(copy->source, mjOBJ_KEY);
  double slots = 0;
  for (int p = 0; p < LB_KEY_PARTS; p++) {
    slots += layout->parts[p].size;
  }
  if (slots * ((double)copy->target->pendingKeys.count + own) > MAX_NUMBERS) {
    lb_specError(copy->at, "copies make keyframes of more than %d numbers", MAX_NUMBERS);
  }
  for (int i = 0; i < own; i++) {
    noteKey(copy, LB_SPEC_ITEM(copy->source, lbKey, mjOBJ_KEY, i), layout);
  }
  if (!within) {
    // COMPAT: SPEC-KEY-ATTACH: pending keys go with the first attachment, and keep their names
    lb_copyPendingKeys(copy->target, copy->source);
    lb_freePendingKeys(copy->source, true);
  }
  lb_padKeys(copy->target);
}
