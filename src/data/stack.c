// Arena, stack frames and timers of mjData; see data/stack.h.
//
// pstack counts bytes used from the end of the arena, parena from its start; pbase is the value of
// pstack at the innermost mark. A mark pushes one Frame, which remembers the enclosing mark.

#include "data/stack.h"

#include <stdint.h>

enum { STACK_ALIGNMENT = 16 };

typedef struct {
  size_t pbase;   // enclosing mark
  size_t pstack;  // top of stack before the mark
} Frame;

static void noteUse(mjData* d) {
  mjtSize stack = (mjtSize)d->pstack;
  mjtSize total = (mjtSize)(d->pstack + d->parena);
  d->maxuse_stack = stack > d->maxuse_stack ? stack : d->maxuse_stack;
  d->maxuse_arena = total > d->maxuse_arena ? total : d->maxuse_arena;
}

static void* push(mjData* d, size_t bytes, size_t alignment) {
  uintptr_t end = (uintptr_t)d->arena + (size_t)d->narena;
  uintptr_t top = end - d->pstack;
  uintptr_t limit = (uintptr_t)d->arena + d->parena;
  if (bytes > top - limit || ((top - bytes) & ~(uintptr_t)(alignment - 1)) < limit) {
    lb_error(
        "mj_stackAlloc: out of memory, stack overflow (%zu bytes needed, %zu available); "
        "increase <size memory=\"...\"/>",
        bytes, (size_t)(top - limit));
  }
  top = (top - bytes) & ~(uintptr_t)(alignment - 1);
  d->pstack = end - top;
  noteUse(d);
  return (void*)top;
}

void mj_markStack(mjData* d) {
  Frame frame = {.pbase = d->pbase, .pstack = d->pstack};
  *(Frame*)push(d, sizeof(Frame), STACK_ALIGNMENT) = frame;
  d->pbase = d->pstack;
}

void mj_freeStack(mjData* d) {
  if (d->pbase == 0) {
    return;
  }
  const Frame* frame = (const Frame*)((char*)d->arena + (size_t)d->narena - d->pbase);
  d->pstack = frame->pstack;
  d->pbase = frame->pbase;
}

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) {
  if (!alignment || alignment & (alignment - 1)) {
    lb_error("mj_stackAllocByte: alignment %zu, expected a power of 2", alignment);
  }
  return bytes ? push(d, bytes, alignment) : NULL;
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  return mj_stackAllocByte(d, lb_checkedSize(size, sizeof(mjtNum)), STACK_ALIGNMENT);
}

int* mj_stackAllocInt(mjData* d, size_t size) {
  return mj_stackAllocByte(d, lb_checkedSize(size, sizeof(int)), STACK_ALIGNMENT);
}

void* lb_arenaAlloc(mjData* d, size_t bytes, size_t alignment) {
  size_t start = (d->parena + alignment - 1) & ~(alignment - 1);
  size_t limit = (size_t)d->narena - d->pstack;
  if (start > limit || bytes > limit - start) {
    return NULL;
  }
  d->parena = start + bytes;
  noteUse(d);
  return (char*)d->arena + start;
}

void lb_clearArena(mjData* d) {
  d->parena = 0;
  d->ncon = d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nY = 0;
  d->nisland = d->nidof = 0;
  d->efm_active = d->nefmK = d->nefmdof = d->nefmL = 0;
#define X(type, name, owner, rows, cols, meaning) d->name = NULL;
  LB_ARENA_ARRAYS(X)
#undef X
  d->efm = NULL;
  d->contact = d->arena;
}
