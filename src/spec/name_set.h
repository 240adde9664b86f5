// A set of (kind, name) pairs: what an attached or replicated subtree contains.

#pragma once

#include "api/model_enums.h"
#include "base/array.h"
#include "base/hash.h"

#include <stdbool.h>

typedef struct lbNameEntry_ {
  mjtObj type;
  char name[];
} lbNameEntry;

typedef struct lbNameSet_ {
  LB_ARRAY(lbNameEntry*) entries;
  lbMap map;  // of the entries
} lbNameSet;

// Adds a pair; empty names are ignored. Body and xbody are one kind.
void lb_nameSetAdd(lbNameSet* set, mjtObj type, const char* name);
bool lb_nameSetHas(const lbNameSet* set, mjtObj type, const char* name);
void lb_nameSetFree(lbNameSet* set);
