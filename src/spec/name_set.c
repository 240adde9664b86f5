// A hash table of (kind, name) pairs; see name_set.h.

#include "spec/name_set.h"

#include <string.h>

static uint32_t hashEntry(mjtObj type, const char* name) {
  return lb_hashStep(lb_hashText(name), (uint32_t)type);
}

static mjtObj kindOf(mjtObj type) {
  return type == mjOBJ_XBODY ? mjOBJ_BODY : type;
}

// Finds a pair, or the free slot where it would go.
static bool findEntry(const lbNameSet* set, mjtObj type, const char* name, uint32_t* slot) {
  uint32_t hash = hashEntry(type, name);
  const lbNameEntry* entry = lb_mapFirst(&set->map, hash, slot);
  while (entry && !(entry->type == type && strcmp(entry->name, name) == 0)) {
    entry = lb_mapNext(&set->map, slot);
  }
  return entry != NULL;
}

static void grow(lbNameSet* set) {
  lbMap larger = lb_newMap((size_t)2 * set->entries.count + 16);
  lb_free(set->map.slots);
  set->map = larger;
  for (int i = 0; i < set->entries.count; i++) {
    lbNameEntry* entry = set->entries.items[i];
    uint32_t slot;
    findEntry(set, entry->type, entry->name, &slot);
    set->map.slots[slot] = entry;
  }
}

void lb_nameSetAdd(lbNameSet* set, mjtObj type, const char* name) {
  type = kindOf(type);
  if (!*name) {
    return;
  }
  if (lb_mapIsFull(&set->map, (size_t)set->entries.count)) {
    grow(set);
  }
  uint32_t slot;
  if (findEntry(set, type, name, &slot)) {
    return;
  }
  size_t size = strlen(name) + 1;
  LB_RESERVE(&set->entries);
  lbNameEntry* entry = lb_alloc(sizeof *entry + size);
  entry->type = type;
  memcpy(entry->name, name, size);
  LB_PUSH(&set->entries, entry);
  set->map.slots[slot] = entry;
}

bool lb_nameSetHas(const lbNameSet* set, mjtObj type, const char* name) {
  uint32_t slot;
  return set->map.slots && findEntry(set, kindOf(type), name, &slot);
}

void lb_nameSetFree(lbNameSet* set) {
  for (int i = 0; i < set->entries.count; i++) {
    lb_free(set->entries.items[i]);
  }
  LB_ARRAY_FREE(&set->entries);
  lb_free(set->map.slots);
  set->map = (lbMap){0};
}
