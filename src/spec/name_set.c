// Open addressing over an array of entries; see name_set.h.

#include "spec/name_set.h"

#include <string.h>

static unsigned hashEntry(mjtObj type, const char* name) {
  unsigned hash = 2166136261u ^ (unsigned)type;
  for (; *name; name++) {
    hash = (hash ^ (unsigned char)*name) * 16777619u;
  }
  return hash;
}

static mjtObj kindOf(mjtObj type) {
  return type == mjOBJ_XBODY ? mjOBJ_BODY : type;
}

// Slot of the pair, or the free slot where it would go.
static int findSlot(const lbNameSet* set, mjtObj type, const char* name) {
  unsigned mask = (unsigned)set->capacity - 1;
  unsigned slot = hashEntry(type, name) & mask;
  while (set->slots[slot]) {
    const lbNameEntry* entry = &set->entries.items[set->slots[slot] - 1];
    if (entry->type == type && strcmp(entry->name, name) == 0) {
      break;
    }
    slot = (slot + 1) & mask;
  }
  return (int)slot;
}

static void grow(lbNameSet* set) {
  int capacity = set->capacity ? 2 * set->capacity : 32;
  int* slots = lb_allocZero((size_t)capacity * sizeof(int));
  lb_free(set->slots);
  set->slots = slots;
  set->capacity = capacity;
  for (int i = 0; i < set->entries.count; i++) {
    const lbNameEntry* entry = &set->entries.items[i];
    set->slots[findSlot(set, entry->type, entry->name)] = i + 1;
  }
}

void lb_nameSetAdd(lbNameSet* set, mjtObj type, const char* name) {
  type = kindOf(type);
  if (!*name) {
    return;
  }
  if (2 * (set->entries.count + 1) > set->capacity) {
    grow(set);
  }
  int slot = findSlot(set, type, name);
  if (set->slots[slot]) {
    return;
  }
  lbNameEntry entry = {.type = type, .name = lb_strdup(name)};
  LB_PUSH(&set->entries, entry);
  set->slots[slot] = set->entries.count;
}

bool lb_nameSetHas(const lbNameSet* set, mjtObj type, const char* name) {
  return set->capacity && set->slots[findSlot(set, kindOf(type), name)] != 0;
}

void lb_nameSetFree(lbNameSet* set) {
  for (int i = 0; i < set->entries.count; i++) {
    lb_free(set->entries.items[i].name);
  }
  LB_ARRAY_FREE(&set->entries);
  lb_free(set->slots);
  set->slots = NULL;
  set->capacity = 0;
}
