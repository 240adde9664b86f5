// Counted heap blocks and regions. A block carries its size in a 64-byte header so that the
// alignment of 64 is kept.

#include "base/memory.h"

#include "base/array.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/thread.h"

#include "api/mju_functions.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK_ALIGNMENT = 64,
  CHUNK_BYTES = 1 << 16,
  REGION_ALIGNMENT = 16,
  LARGE_BLOCK = 1 << 26,
};

// Sits right before the block that the caller sees.
typedef struct {
  void* base;                   // address that the heap returned
  size_t bytes;                 // size asked for
  void (*release)(void* base);  // how the base goes back to the heap
} BlockHeader;

struct lbRegionChunk_ {
  struct lbRegionChunk_* next;
  size_t used;
  size_t capacity;
};

void* (*mju_user_malloc)(size_t bytes) = NULL;
void (*mju_user_free)(void* block) = NULL;

static LB_SHARED size_t liveBlocks = 0;
static LB_SHARED size_t liveBytes = 0;
static LB_SHARED size_t allocationCount = 0;
static LB_SHARED int64_t failCountdown = -1;
static lbReserve reserve = {NULL, NULL};

static BlockHeader* headerOf(void* block) {
  return (BlockHeader*)((char*)block - sizeof(BlockHeader));
}

// In the module, where heap and memory are small, a large block takes an eighth more if there is
// that much: what is then released holds a few small blocks and another one of the same size.
static void* fromHeap(size_t bytes) {
#ifdef __EMSCRIPTEN__
  void* wide = bytes >= LARGE_BLOCK ? malloc(bytes + bytes / 8) : NULL;
  if (wide) {
    return wide;
  }
#endif
  return malloc(bytes);
}

void* lb_tryAlloc(size_t bytes) {
  allocationCount++;
  if (failCountdown >= 0 && failCountdown-- == 0) {
    return NULL;
  }
  if (bytes > PTRDIFF_MAX - 2 * BLOCK_ALIGNMENT) {
    return NULL;
  }
  size_t total = bytes + sizeof(BlockHeader) + BLOCK_ALIGNMENT;
  bool fromUser = mju_user_malloc != NULL;
  char* base;
  do {
    base = fromUser ? mju_user_malloc(total) : fromHeap(total);
  } while (!base && reserve.release && reserve.release());
  if (!base) {
    return NULL;
  }
  uintptr_t first = (uintptr_t)base + sizeof(BlockHeader);
  uintptr_t aligned = (first + BLOCK_ALIGNMENT - 1) & ~(uintptr_t)(BLOCK_ALIGNMENT - 1);
  char* block = base + (aligned - (uintptr_t)base);
  *headerOf(block) =
      (BlockHeader){.base = base, .bytes = bytes, .release = mju_user_free ? mju_user_free : free};
  liveBlocks++;
  liveBytes += bytes;
  return block;
}

void* lb_alloc(size_t bytes) {
  void* block = lb_tryAlloc(bytes);
  if (!block) {
    lb_error("Could not allocate memory (%zu bytes)", bytes);
  }
  return block;
}

void* lb_allocZero(size_t bytes) {
  return memset(lb_alloc(bytes), 0, bytes);
}

void lb_free(void* block) {
  if (!block) {
    return;
  }
  BlockHeader header = *headerOf(block);
  liveBlocks--;
  liveBytes -= header.bytes;
  header.release(header.base);
}

void* lb_realloc(void* block, size_t bytes) {
  void* larger = lb_alloc(bytes);
  if (block) {
    size_t old = headerOf(block)->bytes;
    memcpy(larger, block, old < bytes ? old : bytes);
    lb_free(block);
  }
  return larger;
}

char* lb_strdup(const char* text) {
  if (!text) {
    return NULL;
  }
  size_t bytes = strlen(text) + 1;
  return memcpy(lb_alloc(bytes), text, bytes);
}

void lb_setReserve(lbReserve owner) {
  reserve = owner;
}

// Live blocks, or bytes, without the reserve's.
static size_t countLive(bool ofBytes) {
  size_t blocks = 0, bytes = 0;
  if (reserve.use) {
    reserve.use(&blocks, &bytes);
  }
  return ofBytes ? liveBytes - bytes : liveBlocks - blocks;
}

size_t lb_liveBlocks(void) {
  return countLive(false);
}

size_t lb_liveBytes(void) {
  return countLive(true);
}

size_t lb_allocationCount(void) {
  return allocationCount;
}

void lb_failAllocationAfter(int64_t count) {
  failCountdown = count;
}

// Like lb_regionAllocRaw, but returns NULL when memory is exhausted.
static void* tryRegionAlloc(lbRegion* region, size_t bytes) {
  if (bytes > PTRDIFF_MAX - CHUNK_BYTES) {
    return NULL;
  }
  size_t rounded = (bytes + REGION_ALIGNMENT - 1) & ~(size_t)(REGION_ALIGNMENT - 1);
  size_t header =
      (sizeof(struct lbRegionChunk_) + REGION_ALIGNMENT - 1) & ~(size_t)(REGION_ALIGNMENT - 1);
  struct lbRegionChunk_* chunk = region->head;

  // start a chunk when the newest is full; a large block gets a chunk of its own size
  if (!chunk || chunk->capacity - chunk->used < rounded) {
    size_t capacity = rounded > CHUNK_BYTES ? rounded : CHUNK_BYTES;
    chunk = lb_tryAlloc(header + capacity);
    if (!chunk) {
      return NULL;
    }
    *chunk = (struct lbRegionChunk_){.next = region->head, .used = 0, .capacity = capacity};
    region->head = chunk;
  }
  char* block = (char*)chunk + header + chunk->used;
  chunk->used += rounded;
  return block;
}

void* lb_regionAllocRaw(lbRegion* region, size_t bytes) {
  void* block = tryRegionAlloc(region, bytes);
  if (!block) {
    lb_error("Could not allocate memory (%zu bytes)", bytes);
  }
  return block;
}

void* lb_regionAlloc(lbRegion* region, size_t bytes) {
  return memset(lb_regionAllocRaw(region, bytes), 0, bytes);
}

char* lb_regionStrdup(lbRegion* region, const char* text) {
  size_t bytes = strlen(text) + 1;
  return memcpy(lb_regionAlloc(region, bytes), text, bytes);
}

char* lb_regionTake(lbRegion* region, char* text) {
  size_t bytes = strlen(text) + 1;
  char* copy = tryRegionAlloc(region, bytes);
  if (copy) {
    memcpy(copy, text, bytes);
  }
  lb_free(text);
  if (!copy) {
    lb_error("Could not allocate memory (%zu bytes)", bytes);
  }
  return copy;
}

char* lb_regionPrintf(lbRegion* region, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char* text = lb_regionAlloc(region, (size_t)length + 1);
  va_start(arguments, format);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

void lb_regionUse(const lbRegion* region, size_t* blocks, size_t* bytes) {
  for (const struct lbRegionChunk_* chunk = region->head; chunk; chunk = chunk->next) {
    *bytes += headerOf((void*)chunk)->bytes;
    if (blocks) {
      ++*blocks;
    }
  }
}

void lb_regionFree(lbRegion* region) {
  while (region->head) {
    struct lbRegionChunk_* next = region->head->next;
    lb_free(region->head);
    region->head = next;
  }
}

void lb_arrayReserve(void** items, int count, int* capacity, int more, size_t itemSize) {
  int64_t needed = (int64_t)count + more;
  if (needed > *capacity) {
    int64_t larger = *capacity ? 2 * (int64_t)*capacity : 8;
    larger = larger < needed ? needed : larger;
    if (larger > INT_MAX) {
      lb_error("an array of %lld items is too long", (long long)larger);
    }
    *items = lb_realloc(*items, lb_checkedSize((size_t)larger, itemSize));
    *capacity = (int)larger;
  }
}

int lb_arrayGrow(void** items, int* count, int* capacity, size_t itemSize) {
  lb_arrayReserve(items, *count, capacity, 1, itemSize);
  return (*count)++;
}

#ifdef LB_WASM

void* mju_malloc(size_t size) {
  return lb_alloc(size);
}

void mju_free(void* ptr) {
  lb_free(ptr);
}

#else

// What a program's allocator gave to mju_malloc is handed out as it is: neither more is asked for
// than the program asked for, nor another address given.
typedef struct Given_ {
  struct Given_* next;
  void* block;
  void (*release)(void* block);
} Given;

// Found again by their addresses: lists of those whose hashes are alike.
static Given* givenBlocks[1024];

static Given** givenLike(const void* block) {
  return &givenBlocks[((uint64_t)(uintptr_t)block * UINT64_C(0x9E3779B97F4A7C15)) >> 54];
}

void* mju_malloc(size_t size) {
  if (!mju_user_malloc) {
    return lb_alloc(size);
  }
  void* block = mju_user_malloc(size);
  Given* given = block ? malloc(sizeof *given) : NULL;
  if (!given) {
    lb_complain("Could not allocate memory (%zu bytes)", size);
    return NULL;
  }
  lb_takeTurn();
  Given** list = givenLike(block);
  *given = (Given){.next = *list, .block = block, .release = mju_user_free};
  *list = given;
  lb_endTurn();
  return block;
}

void mju_free(void* ptr) {
  lb_takeTurn();
  Given** link = givenLike(ptr);
  while (*link && (*link)->block != ptr) {
    link = &(*link)->next;
  }
  Given* given = *link;
  if (given) {
    *link = given->next;
  }
  lb_endTurn();
  if (given) {
    void (*release)(void* block) = mju_user_free ? mju_user_free : given->release;
    free(given);
    (release ? release : free)(ptr);
  } else {
    lb_free(ptr);
  }
}

#endif
