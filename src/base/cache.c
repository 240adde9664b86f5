// The asset cache of the published interface. limber decodes assets straight from the VFS, where their bytes already lie in
// memory, and keeps no second copy: the cache has a capacity that can be set and read, and is always empty.

#include "api/mj_functions.h"

#include <stddef.h>

static size_t capacity = (size_t)500 << 20;
static mjCache globalCache = {.impl_ = &capacity};

mjCache* mj_getCache(void) {
  return &globalCache;
}

size_t mj_getCacheSize(const mjCache* cache) {
  (void)cache;
  return 0;
}

size_t mj_getCacheCapacity(const mjCache* cache) {
  return cache && cache->impl_ ? *(const size_t*)cache->impl_ : 0;
}

size_t mj_setCacheCapacity(mjCache* cache, size_t size) {
  if (cache && cache->impl_) {
    *(size_t*)cache->impl_ = size;
  }
  return mj_getCacheCapacity(cache);
}

void mj_clearCache(mjCache* cache) {
  (void)cache;
}
