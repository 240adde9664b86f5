// Hashes; see base/hash.h.

#include "base/hash.h"

#include "base/error.h"

#include <string.h>

uint32_t lb_hashText(const char* text) {
  uint32_t hash = LB_HASH_START;
  for (; *text; text++) {
    hash = lb_hashStep(hash, (unsigned char)*text);
  }
  return hash;
}

uint32_t lb_hashPoint(const float point[3]) {
  uint32_t hash = LB_HASH_START;
  for (int k = 0; k < 3; k++) {
    float value = point[k] + 0.0f;  // one zero
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash = lb_hashStep(hash, bits);
    hash ^= hash >> 15;  // whole words: bits at the top reach those that choose the slot
  }
  return hash;
}

uint32_t lb_mapSlots(size_t count) {
  uint32_t slots = 16;
  while (slots < 2 * count) {
    if (slots > UINT32_MAX / 2) {
      lb_error("too many entries for a table: %zu", count);
    }
    slots *= 2;
  }
  return slots;
}

lbMap lb_newMap(size_t count) {
  uint32_t slots = lb_mapSlots(count);
  return (lbMap){.slots = lb_allocZero(slots * sizeof(void*)), .mask = slots - 1};
}

lbMap lb_regionMap(lbRegion* region, size_t count) {
  uint32_t slots = lb_mapSlots(count);
  return (lbMap){.slots = lb_regionAlloc(region, slots * sizeof(void*)), .mask = slots - 1};
}
