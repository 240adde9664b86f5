// What a batch is made of; see api/batch.h.

#pragma once

#include "api/batch.h"
#include "model/fields.h"

#include <stdbool.h>

// A place in mjModel or mjData: an array behind a pointer, or a member.
typedef struct lbPlace_ {
  size_t offset;  // of the pointer or the member in its struct
  size_t bytes;   // of the items
  bool pointer;   // whether it is an array behind a pointer
} lbPlace;

// Results that are no field of mjData as it is.
typedef enum lbSpecial_ {
  lbSPECIAL_NONE,
  lbSPECIAL_ENERGY,   // computed where the model does not ask for it
  lbSPECIAL_PHYSICS,  // state vector
} lbSpecial;

// A field of a batch, and where a simulation has it.
typedef struct lbBatchEntry_ {
  lbBatchField shown;
  lbPlace place;
  lbSpecial special;
  void* base;            // of a parameter: what the model has
  bool shapesConstants;  // a parameter on which constants depend
  bool isConstant;       // a parameter that is such a constant itself
  int seen;              // of a parameter on which constants depend: index of the copy from which
                         // they were computed
} lbBatchEntry;

struct lbBatch_ {
  const mjModel* m;
  int count;
  int entryCount, entryRoom;
  lbBatchEntry* entries;

  // Entries that steps read and write, those without items left out: parts of the state first, then
  // outputs.
  int stateCount, copyCount;
  int* copies;

  // indices of entries that are always there, -1: none
  int warnings, status, steps, resets;
  int sleep;  // buffer of mjData, of models that sleep

  int varied;  // number of parameters that vary

  // Constants that follow from parameters: where mjModel has them, the index of the entry that has
  // them in a block of bytes, and what the model has. NULL and -1 until such a parameter varies.
  lbPlace* constants;
  int constantCount;
  int derived;
  void* derivedBase;
};

// The address of a place in a struct.
static inline void* lb_at_place(const lbPlace* place, const void* owner) {
  char* member = (char*)owner + place->offset;
  return place->pointer ? *(void**)member : member;
}

// The row of a simulation.
static inline void* lb_rowOf(const lbBatchEntry* entry, int index) {
  return (char*)entry->shown.rows + (size_t)index * entry->place.bytes;
}

// Adds an entry whose rows are all zero; returns its index.
int lb_addEntry(lbBatch* b, const lbBatchEntry* entry);
