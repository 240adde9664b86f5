// The asset cache: what was decoded from a file is kept for the next model that uses the file.
//
// An entry is found by its whole key: a few bytes that say how the file is read, and the content of
// the file itself, so that an entry can never stand for another file. Its value lives in a region
// of its own. Between lb_cacheEnter and lb_cacheLeave (one compilation) nothing that was asked for
// is dropped; after it the entries used last stay, up to the capacity. Memory that cannot be had
// otherwise is taken from the cache, which is the reserve of base/memory.h.
//
//   lbCacheEntry* entry = lb_cacheFind(how, sizeof how, bytes, size, 0);
//   if (!entry->value) { fill entry->region; entry->value = ...; }
//
// Not in the live blocks of base/memory.h: the cache outlives models on purpose.

#pragma once

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbCacheEntry_ {
  struct lbCacheEntry_* next;  // used less recently
  lbRegion region;             // holds the value
  void* value;                 // NULL: not built yet, or building it failed
  bool pinned;                 // used by the compilation that is going on
  uint64_t stamp;              // of the file that it was found for last
  size_t howSize, size;        // key: how the file is read, and its content, right behind the entry
} lbCacheEntry;

// The entry for a file read in some way; a new one without value when there is none. A file with
// the stamp (base/vfs.h) of the one before is not compared again. Only inside lb_cacheEnter.
lbCacheEntry* lb_cacheFind(const void* how, size_t howSize, const void* bytes, size_t size,
                           uint64_t stamp);

void lb_cacheEnter(void);
void lb_cacheLeave(void);

// A block for the time of one step of the compilation, aligned to 64; it is the same again at the
// next call, so that large steps in turn do not scatter what is kept. NULL when memory is
// exhausted.
void* lb_cacheScratch(size_t bytes);

// Gives back what is not in use; true when there was any.
bool lb_cacheRelease(void);

#ifdef __cplusplus
}
#endif
