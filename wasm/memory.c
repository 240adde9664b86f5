// How the module's memory grows: it doubles, by 64 MB at most, so that a large model does not pay
// for a growth (pages, a new ArrayBuffer, the views on it) with each of its blocks. Pages that
// nobody touches cost nothing.

#include "base/thread.h"

#include <stddef.h>

#define PAGE ((size_t)65536)
#define LARGEST_RESERVE ((size_t)1024)  // pages

extern void emscripten_notify_memory_growth(int memory);

// Called by the C library when its heap is to end at `size`.
int __wrap_emscripten_resize_heap(size_t size) {
  size_t now = __builtin_wasm_memory_size(0);
  size_t needed = (size - 1) / PAGE + 1 - now;
  size_t reserve = now < LARGEST_RESERVE ? now : LARGEST_RESERVE;
  size_t pages = needed > reserve ? needed : reserve;
  if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1 &&
      __builtin_wasm_memory_grow(0, needed) == (size_t)-1) {
    return 0;
  }
#if LB_THREADS
  if (!lb_noteGrowth()) {
    return 1;
  }
#endif
  emscripten_notify_memory_growth(0);
  return 1;
}
