// The list of a batch's fields.

#include "base/error.h"
#include "base/memory.h"
#include "batch/batch.h"

#include <string.h>

int lb_addEntry(lbBatch* b, const lbBatchEntry* entry) {
  if (b->entryCount == b->entryRoom) {
    int room = 2 * b->entryRoom + 32;
    b->entries = lb_realloc(b->entries, (size_t)room * sizeof(lbBatchEntry));
    b->copies = lb_realloc(b->copies, (size_t)room * sizeof(int));
    b->entryRoom = room;
  }
  size_t bytes = lb_checkedSize((size_t)b->count, entry->place.bytes);
  b->entries[b->entryCount] = *entry;
  b->entries[b->entryCount].shown.rows = lb_allocZero(bytes ? bytes : 1);
  if (bytes && entry->shown.part <= lbBATCH_OUTPUT) {
    b->copies[b->copyCount++] = b->entryCount;
    b->stateCount += entry->shown.part == lbBATCH_STATE;
  }
  return b->entryCount++;
}

int lb_batchFieldCount(const lbBatch* b) {
  LB_REQUIRE(b);
  return b->entryCount;
}

const lbBatchField* lb_batchField(const lbBatch* b, int index) {
  LB_REQUIRE(b);
  if (index < 0 || index >= b->entryCount) {
    lb_error("lb_batchField: there is no field %d", index);
  }
  return &b->entries[index].shown;
}

int lb_batchFind(const lbBatch* b, const char* name) {
  LB_REQUIRE(b && name);
  for (int i = 0; i < b->entryCount; i++) {
    if (!strcmp(b->entries[i].shown.name, name)) {
      return i;
    }
  }
  return -1;
}
