// Hash tables: FNV-1a (Fowler, Noll, Vo) and open addressing.
//
// A map is a power of two of slots that point to the caller's entries, NULL: free; at most half of
// them are in use. Equal keys have equal hashes, so an entry is looked for from the slot of its
// hash on, up to a free slot, which is where a new one goes:
//
//   uint32_t slot;
//   for (Entry* entry = lb_mapFirst(&map, hash, &slot); entry; entry = lb_mapNext(&map, &slot)) {
//     if (...the same key...) return entry;
//   }
//   map.slots[slot] = newEntry;
//
// Entries must not move. Nothing depends on the order of slots.

#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LB_HASH_START 2166136261u

typedef struct lbMap_ {
  void** slots;
  uint32_t mask;  // number of slots - 1
} lbMap;

// One step of FNV-1a: the hash of what came before, and one byte or word more.
static inline uint32_t lb_hashStep(uint32_t hash, uint32_t value) {
  return (hash ^ value) * 16777619u;
}

// Of the two vertices of an edge.
static inline uint32_t lb_hashEdge(int low, int high) {
  return lb_hashStep(lb_hashStep(LB_HASH_START, (uint32_t)low), (uint32_t)high);
}

uint32_t lb_hashText(const char* text);

// Of a point's bits; both zeros are the same place.
uint32_t lb_hashPoint(const float point[3]);

// Slots of a map that has room for so many entries.
uint32_t lb_mapSlots(size_t count);

// An empty map with room for so many entries: its slots are released by lb_free, or by the region.
lbMap lb_newMap(size_t count);
lbMap lb_regionMap(lbRegion* region, size_t count);

// True when there is no room for one more than `count` entries.
static inline bool lb_mapIsFull(const lbMap* map, size_t count) {
  return !map->slots || 2 * (count + 1) > (size_t)map->mask + 1;
}

static inline void* lb_mapFirst(const lbMap* map, uint32_t hash, uint32_t* slot) {
  *slot = hash & map->mask;
  return map->slots[*slot];
}

static inline void* lb_mapNext(const lbMap* map, uint32_t* slot) {
  *slot = (*slot + 1) & map->mask;
  return map->slots[*slot];
}
