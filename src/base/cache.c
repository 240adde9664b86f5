// The asset cache, a list with the entry used last in front; see base/cache.h.

#include "base/cache.h"

#include "api/mj_functions.h"
#include "base/thread.h"

#include <string.h>

static size_t capacity = (size_t)500 << 20;
static mjCache globalCache = {.impl_ = &capacity};
static lbCacheEntry* first = NULL;
static int depth = 0;
static void* scratch = NULL;
static size_t scratchBytes = 0;

static char* keyOf(lbCacheEntry* entry) {
  return (char*)(entry + 1);
}

static size_t entryBytes(const lbCacheEntry* entry) {
  size_t bytes = sizeof *entry + entry->howSize + entry->size;
  lb_regionUse(&entry->region, NULL, &bytes);
  return bytes;
}

static void drop(lbCacheEntry** link) {
  lbCacheEntry* entry = *link;
  *link = entry->next;
  lb_regionFree(&entry->region);
  lb_free(entry);
}

// Keeps the first entries up to `limit` bytes, and what is in use.
static bool trim(size_t limit) {
  size_t used = 0;
  bool dropped = false;
  for (lbCacheEntry** link = &first; *link;) {
    size_t bytes = entryBytes(*link);
    if ((*link)->pinned || ((*link)->value && bytes <= limit - used)) {
      used = bytes <= limit - used ? used + bytes : limit;
      link = &(*link)->next;
    } else {
      drop(link);
      dropped = true;
    }
  }
  return dropped;
}

bool lb_cacheRelease(void) {
  return trim(0);
}

static void countUse(size_t* blocks, size_t* bytes) {
  for (const lbCacheEntry* entry = first; entry; entry = entry->next) {
    ++*blocks;
    *bytes += sizeof *entry + entry->howSize + entry->size;
    lb_regionUse(&entry->region, blocks, bytes);
  }
}

// libc's memcmp goes byte by byte in the module.
static bool sameBytes(const char* a, const char* b, size_t size) {
  for (; size >= 32; a += 32, b += 32, size -= 32) {
    uint64_t x[4], y[4];
    memcpy(x, a, 32);
    memcpy(y, b, 32);
    if ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])) {
      return false;
    }
  }
  return !memcmp(a, b, size);
}

lbCacheEntry* lb_cacheFind(const void* how, size_t howSize, const void* bytes, size_t size,
                           uint64_t stamp) {
  lbCacheEntry** link = &first;
  lbCacheEntry* entry;
  for (; (entry = *link); link = &entry->next) {
    if (entry->size == size && entry->howSize == howSize && entry->value &&
        sameBytes(keyOf(entry), how, howSize) &&
        ((stamp && entry->stamp == stamp) || sameBytes(keyOf(entry) + howSize, bytes, size))) {
      break;
    }
  }
  if (entry) {
    *link = entry->next;
  } else {
    entry = lb_alloc(sizeof *entry + lb_checkedSize(howSize + size, 1));
    *entry = (lbCacheEntry){.howSize = howSize, .size = size};
    memcpy(keyOf(entry), how, howSize);
    memcpy(keyOf(entry) + howSize, bytes, size);
  }
  entry->stamp = stamp;
  entry->pinned = true;
  entry->next = first;
  first = entry;
  return entry;
}

void lb_cacheEnter(void) {
  lb_takeTurn();
  lb_setReserve((lbReserve){lb_cacheRelease, countUse});
  depth++;
}

void lb_cacheLeave(void) {
  if (--depth == 0) {
    for (lbCacheEntry* entry = first; entry; entry = entry->next) {
      entry->pinned = false;
    }
    trim(capacity);
    lb_free(scratch);
    scratch = NULL;
    scratchBytes = 0;
  }
  lb_endTurn();
}

void* lb_cacheScratch(size_t bytes) {
  if (bytes > scratchBytes) {
    lb_free(scratch);
    scratch = lb_tryAlloc(bytes);
    scratchBytes = scratch ? bytes : 0;
  }
  return scratch;
}

mjCache* mj_getCache(void) {
  return &globalCache;
}

size_t mj_getCacheSize(const mjCache* cache) {
  size_t bytes = 0, blocks = 0;
  if (cache) {
    lb_takeTurn();
    countUse(&blocks, &bytes);
    lb_endTurn();
  }
  return bytes;
}

size_t mj_getCacheCapacity(const mjCache* cache) {
  return cache ? capacity : 0;
}

size_t mj_setCacheCapacity(mjCache* cache, size_t size) {
  if (!cache) {
    return 0;
  }
  lb_takeTurn();
  capacity = size;
  trim(capacity);
  lb_endTurn();
  return size;
}

void mj_clearCache(mjCache* cache) {
  if (cache) {
    lb_takeTurn();
    trim(0);
    lb_endTurn();
  }
}
