// Making batches, and the fields that they have.

#include "batch/batch.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/options.h"

#include <string.h>

// --- places

static size_t itemSize(int type) {
  return type == lbBATCH_NUM ? sizeof(mjtNum) : type == lbBATCH_BYTE ? 1 : sizeof(int);
}

// An entry for an array of the field tables.
static lbBatchEntry arrayEntry(const mjModel* m, const lbArrayField* field, int part) {
  size_t bytes = lb_fieldBytes(field, m, NULL);
  return (lbBatchEntry){
      .shown = {.name = field->name,
                .width = lb_sizeAsInt((mjtSize)(bytes / field->itemSize), "numbers in a row"),
                .type = field->kind,
                .part = part},
      .place = {.offset = lb_fieldOffset(field), .bytes = bytes, .pointer = true}};
}

// An entry for a member of mjData.
static lbBatchEntry memberEntry(const char* name, size_t offset, int width, int type, int part) {
  return (lbBatchEntry){.shown = {.name = name, .width = width, .type = type, .part = part},
                        .place = {.offset = offset, .bytes = (size_t)width * itemSize(type)}};
}

static const lbArrayField* findArray(const lbArrayField* fields, int count, const char* name) {
  for (int i = 0; i < count; i++) {
    if (!strcmp(fields[i].name, name)) {
      return &fields[i];
    }
  }
  return NULL;
}

// --- state

// Parts of the integration state but time, in the order of mjtState.
static const char* const stateArrays[] = {
    "qpos",       "qvel",         "act",          "history",   "qacc_warmstart",
    "ctrl",       "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos",
    "mocap_quat", "userdata",     "plugin_state"};

static int addMember(lbBatch* b, const char* name, size_t offset, int width, int type, int part) {
  lbBatchEntry entry = memberEntry(name, offset, width, type, part);
  return lb_addEntry(b, &entry);
}

static void addState(lbBatch* b) {
  addMember(b, "time", offsetof(mjData, time), 1, lbBATCH_NUM, lbBATCH_STATE);
  for (size_t i = 0; i < sizeof stateArrays / sizeof stateArrays[0]; i++) {
    const lbArrayField* field = findArray(lb_dataFields, lb_dataFieldCount, stateArrays[i]);
    lbBatchEntry entry = arrayEntry(b->m, field, lbBATCH_STATE);
    lb_addEntry(b, &entry);
  }
  b->warnings = addMember(b, "warnings", 0, mjNWARNING, lbBATCH_INT, lbBATCH_STATUS);
  b->status = addMember(b, "status", 0, 1, lbBATCH_BYTE, lbBATCH_STATUS);
  b->steps = addMember(b, "steps", 0, 1, lbBATCH_INT, lbBATCH_STATUS);
  b->resets = addMember(b, "resets", 0, 1, lbBATCH_INT, lbBATCH_STATUS);
}

typedef struct Making_ {
  lbBatch* b;
  mjData* d;
} Making;

static void make(void* context) {
  Making* making = context;
  lbBatch* b = making->b;
  addState(b);
  making->d = mj_makeData(b->m);
  if (!making->d) {
    lb_error("lb_makeBatch: %s", lb_lastError());
  }

  // sleepers are not computed again: what they have been is all of mjData's buffer
  if (lb_enabled(b->m, mjENBL_SLEEP)) {
    int bytes = lb_sizeAsInt(making->d->nbuffer, "bytes of a sleeping simulation");
    b->sleep = addMember(b, "sleep", 0, bytes, lbBATCH_BYTE, lbBATCH_MEMORY);
  }
  mj_forward(b->m, making->d);
  lb_batchFill(b, b->m, making->d);
}

lbBatch* lb_makeBatch(const mjModel* m, int count) {
  LB_REQUIRE(m);
  if (count < 1) {
    lb_error("lb_makeBatch: a batch has at least one simulation, not %d", count);
  }
  lbBatch* b = lb_allocZero(sizeof(lbBatch));
  *b = (lbBatch){.m = m, .count = count, .sleep = -1, .derived = -1};
  Making making = {.b = b};
  bool made = lb_protect(make, &making);
  mj_deleteData(making.d);
  if (!made) {
    lb_deleteBatch(b);
    lb_raiseAgain();
  }
  return b;
}

void lb_deleteBatch(lbBatch* b) {
  if (!b) {
    return;
  }
  for (int i = 0; i < b->entryCount; i++) {
    lb_free(b->entries[i].shown.rows);
    lb_free(b->entries[i].base);
  }
  lb_free(b->entries);
  lb_free(b->copies);
  lb_free(b->constants);
  lb_free(b->derivedBase);
  lb_free(b);
}

// --- fields

// Results of mjData that have a fixed size but are no arrays of its buffer.
static bool specialOutput(const lbBatch* b, const char* name, lbBatchEntry* entry) {
  int physics = mj_stateSize(b->m, mjSTATE_FULLPHYSICS);
  const struct {
    lbBatchEntry entry;
    lbSpecial special;
  } known[] = {
      {memberEntry("ncon", offsetof(mjData, ncon), 1, lbBATCH_INT, lbBATCH_OUTPUT), lbSPECIAL_NONE},
      {memberEntry("nefc", offsetof(mjData, nefc), 1, lbBATCH_INT, lbBATCH_OUTPUT), lbSPECIAL_NONE},
      {memberEntry("energy", offsetof(mjData, energy), 2, lbBATCH_NUM, lbBATCH_OUTPUT),
       lbSPECIAL_ENERGY},
      {memberEntry("physics", 0, physics, lbBATCH_NUM, lbBATCH_OUTPUT), lbSPECIAL_PHYSICS},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (!strcmp(known[i].entry.shown.name, name)) {
      *entry = known[i].entry;
      entry->special = known[i].special;
      return true;
    }
  }
  return false;
}

int lb_batchKeep(lbBatch* b, const char* name) {
  LB_REQUIRE(b && name);
  int found = lb_batchFind(b, name);
  if (found >= 0) {
    return found;
  }
  lbBatchEntry entry;
  if (!specialOutput(b, name, &entry)) {
    const lbArrayField* field = findArray(lb_dataFields, lb_dataFieldCount, name);
    if (!field && findArray(lb_arenaFields, lb_arenaFieldCount, name)) {
      lb_error("lb_batchKeep: '%s' has another size in each step, it cannot be kept", name);
    }
    if (!field || field->kind > LB_ITEM_BYTE) {
      lb_error("lb_batchKeep: mjData has no field '%s' that can be kept", name);
    }
    entry = arrayEntry(b->m, field, lbBATCH_OUTPUT);
  }
  return lb_addEntry(b, &entry);
}
