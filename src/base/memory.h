// Heap memory and regions.
//
// Every heap block goes through lb_alloc/lb_free, which count live blocks and bytes and can be made
// to fail on purpose. A region hands out blocks that are released together: parsing and compiling
// work in one, so that success and every error path end in the same lb_regionFree.

#pragma once

#include "base/size.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A block of at least `bytes` bytes, aligned to 64; raises an error when memory is exhausted.
// Content undefined.
void* lb_alloc(size_t bytes);

// Like lb_alloc, filled with zero.
void* lb_allocZero(size_t bytes);

// Like lb_alloc, but returns NULL when memory is exhausted.
void* lb_tryAlloc(size_t bytes);

// Changes the size of a block; block may be NULL. Raises an error when memory is exhausted (the old
// block stays valid).
void* lb_realloc(void* block, size_t bytes);

// Releases a block; NULL is allowed.
void lb_free(void* block);

// A copy of a zero-terminated string; free with lb_free. NULL gives NULL.
char* lb_strdup(const char* text);

// Blocks that nobody needs at the moment: they are given back before an allocation fails.
typedef struct lbReserve_ {
  bool (*release)(void);                       // gives blocks back; true when there were any
  void (*use)(size_t* blocks, size_t* bytes);  // adds the number and bytes of its blocks
} lbReserve;

// Names the reserve; there is one, the asset cache (base/cache.h).
void lb_setReserve(lbReserve reserve);

// Live blocks and bytes (those of the reserve left out), and calls so far: tests compare them
// before and after.
size_t lb_liveBlocks(void);
size_t lb_liveBytes(void);
size_t lb_allocationCount(void);

// Makes the allocation `count` calls from now fail once; negative: never. For tests.
void lb_failAllocationAfter(int64_t count);

typedef struct lbRegion_ {
  struct lbRegionChunk_* head;  // newest chunk first
} lbRegion;

// Zero-filled block that lives until lb_regionFree; aligned to 16.
void* lb_regionAlloc(lbRegion* region, size_t bytes);

// The same with undefined content, for large blocks that are overwritten at once.
void* lb_regionAllocRaw(lbRegion* region, size_t bytes);

char* lb_regionStrdup(lbRegion* region, const char* text);

// Moves a text of the heap into the region; it is released on every path.
char* lb_regionTake(lbRegion* region, char* text);
char* lb_regionPrintf(lbRegion* region, const char* format, ...);
void lb_regionFree(lbRegion* region);

// Adds the blocks and bytes that the region holds; blocks may be NULL.
void lb_regionUse(const lbRegion* region, size_t* blocks, size_t* bytes);

#ifdef __cplusplus
}
#endif
