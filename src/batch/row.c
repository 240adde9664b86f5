// Rows into data and back: what a simulation is between steps.

#include "batch/row.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "batch/parameters.h"
#include "data/awake.h"
#include "data/stack.h"

#include <string.h>

// Short rows are the rule in small models: words are quicker than a call.
static void copyRow(void* to, const void* from, size_t bytes) {
  if (bytes % sizeof(mjtNum) || bytes > 16 * sizeof(mjtNum)) {
    memcpy(to, from, bytes);
    return;
  }
  mjtNum* numbers = to;
  for (size_t i = 0; i < bytes / sizeof(mjtNum); i++) {
    numbers[i] = ((const mjtNum*)from)[i];
  }
}

bool lb_hasDiverged(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number ||
         d->warning[mjWARN_BADQACC].number;
}

// --- sleep

// The plugins' own data belong to d, not to the simulation.
static void loadSleep(const lbBatch* b, const mjModel* m, mjData* d, int index) {
  const lbBatchEntry* entry = &b->entries[b->sleep];
  mj_markStack(d);
  size_t bytes = (size_t)m->nplugin * sizeof(uintptr_t);
  void* own = lb_stackBytes(d, bytes);
  memcpy(own, d->plugin_data, bytes);
  memcpy(d->buffer, lb_rowOf(entry, index), entry->place.bytes);
  memcpy(d->plugin_data, own, bytes);
  mj_freeStack(d);

  // the counts of what is awake follow; nothing has changed since
  int unsettled = lb_sleepMemory(d)->unsettled;
  lb_updateAwake(m, d);
  lb_sleepMemory(d)->unsettled = unsettled;
}

// --- rows

void lb_loadRow(const lbBatch* b, mjModel* m, mjData* d, int index, bool renew) {
  if (b->varied || renew) {
    lb_loadParameters(b, m, d, index, renew);
  }
  if (b->sleep >= 0) {
    loadSleep(b, m, d, index);
  }
  for (int i = 0; i < b->stateCount; i++) {
    const lbBatchEntry* entry = &b->entries[b->copies[i]];
    copyRow(lb_at_place(&entry->place, d), lb_rowOf(entry, index), entry->place.bytes);
  }
  const int* warnings = lb_rowOf(&b->entries[b->warnings], index);
  for (int i = 0; i < mjNWARNING; i++) {
    d->warning[i].number = warnings[i];
  }
}

static void storeSpecial(const lbBatchEntry* entry, const mjModel* m, mjData* d, void* row) {
  if (entry->special == lbSPECIAL_PHYSICS) {
    mj_getState(m, d, row, mjSTATE_FULLPHYSICS);
    return;
  }
  if (!lb_enabled(m, mjENBL_ENERGY)) {
    mj_energyPos(m, d);
    mj_energyVel(m, d);
  }
  memcpy(row, d->energy, sizeof d->energy);
}

void lb_copyOutput(const lbBatchEntry* entry, const mjModel* m, mjData* d, void* row) {
  if (entry->special) {
    storeSpecial(entry, m, d, row);
  } else {
    copyRow(row, lb_at_place(&entry->place, d), entry->place.bytes);
  }
}

void lb_storeWarnings(lbBatch* b, const mjData* d, int index) {
  int* warnings = lb_rowOf(&b->entries[b->warnings], index);
  for (int i = 0; i < mjNWARNING; i++) {
    warnings[i] = d->warning[i].number;
  }
  unsigned char* status = lb_rowOf(&b->entries[b->status], index);
  *status = lb_hasDiverged(d) ? lbBATCH_DIVERGED : lbBATCH_GOOD;
}

void lb_storeRow(lbBatch* b, const mjModel* m, mjData* d, int index) {
  if (b->sleep >= 0) {
    const lbBatchEntry* entry = &b->entries[b->sleep];
    memcpy(lb_rowOf(entry, index), d->buffer, entry->place.bytes);
  }
  lb_storeWarnings(b, d, index);
  for (int i = 0; i < b->copyCount; i++) {
    const lbBatchEntry* entry = &b->entries[b->copies[i]];
    lb_copyOutput(entry, m, d, lb_rowOf(entry, index));
  }
}

void lb_batchLoad(lbBatch* b, mjModel* m, mjData* d, int index) {
  LB_REQUIRE(b && m && d);
  lb_checkRange(b, "lb_batchLoad", index, 1);
  lb_loadRow(b, m, d, index, false);
}

void lb_batchStore(lbBatch* b, const mjModel* m, mjData* d, int index) {
  LB_REQUIRE(b && m && d);
  lb_checkRange(b, "lb_batchStore", index, 1);
  lb_storeRow(b, m, d, index);
}

void lb_batchFill(lbBatch* b, const mjModel* m, const mjData* d) {
  LB_REQUIRE(b && m && d);
  lb_storeRow(b, m, (mjData*)d, 0);
  for (int i = 0; i < b->entryCount; i++) {
    const lbBatchEntry* entry = &b->entries[i];
    if (entry->shown.part == lbBATCH_PARAMETER) {
      continue;
    }
    for (int k = 1; k < b->count; k++) {
      memcpy(lb_rowOf(entry, k), lb_rowOf(entry, 0), entry->place.bytes);
    }
  }
}

void lb_checkRange(const lbBatch* b, const char* function, int first, int count) {
  if (first < 0 || count < 0 || first > b->count - count) {
    lb_error("%s: there are no simulations %d to %d, the batch has %d", function, first,
             first + count - 1, b->count);
  }
}
