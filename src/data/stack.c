// Arena, stack frames and timers of mjData; see data/stack.h.
//
// pstack counts bytes used from the end of the arena, parena from its start; pbase is the value of
// pstack at the innermost mark. A mark pushes one lbStackFrame, which remembers the enclosing mark.

#include "data/stack.h"

#include <inttypes.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/error.h"

#ifdef LB_WASM
#define LB_STACK_INLINE LB_APART
#include "data/stack_bodies.inc"
#endif

void lb_noteUse(mjData* d) {
  mjtSize stack = (mjtSize)d->pstack;
  mjtSize total = (mjtSize)(d->pstack + d->parena);
  d->maxuse_stack = stack > d->maxuse_stack ? stack : d->maxuse_stack;
  d->maxuse_arena = total > d->maxuse_arena ? total : d->maxuse_arena;
}

#define OVERFLOW_WORDS(d, bytes)                                                               \
  "mj_stackAlloc: out of memory, stack overflow, increase <size memory=\"...\"/>\n"            \
  "max = %zu, available = %zu, requested = %" PRIu64 " bytes\nnefc = %d, ncon = %d",           \
      (size_t)(d)->narena, (size_t)(d)->narena - (d)->pstack - (d)->parena, (uint64_t)(bytes), \
      (d)->nefc, (d)->ncon

LB_NORETURN void lb_stackOverflow(const mjData* d, uint64_t bytes) {
  lb_error(OVERFLOW_WORDS(d, bytes));
}

static void* push(mjData* d, size_t bytes, size_t alignment) {
  uintptr_t end = (uintptr_t)d->arena + (size_t)d->narena;
  uintptr_t top = end - d->pstack;
  uintptr_t limit = (uintptr_t)d->arena + d->parena;
  if (bytes > top - limit || ((top - bytes) & ~(uintptr_t)(alignment - 1)) < limit) {
    lb_complain(OVERFLOW_WORDS(d, bytes));
    return NULL;
  }
  top = (top - bytes) & ~(uintptr_t)(alignment - 1);
  d->pstack = end - top;
  lb_noteUse(d);
  return (void*)top;
}

void mj_markStack(mjData* d) {
  LB_REQUIRE(d);
  lb_markStack(d);
  lb_noteUse(d);
}

void mj_freeStack(mjData* d) {
  LB_REQUIRE(d);
  if (d->pbase == 0) {
    return;
  }
  lb_freeStack(d);
}

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) {
  LB_REQUIRE(d);
  if (!alignment || alignment & (alignment - 1)) {
    lb_complain("mj_stackAllocByte: alignment %zu, expected a power of 2", alignment);
    return NULL;
  }
  return bytes ? push(d, bytes, alignment) : NULL;
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  LB_REQUIRE(d);
  return mj_stackAllocByte(d, lb_checkedSize(size, sizeof(mjtNum)), lbSTACK_ALIGNMENT);
}

int* mj_stackAllocInt(mjData* d, size_t size) {
  LB_REQUIRE(d);
  return mj_stackAllocByte(d, lb_checkedSize(size, sizeof(int)), lbSTACK_ALIGNMENT);
}

void lb_clockStage(const mjModel* m, mjData* d, int timer, void (*stage)(const mjModel*, mjData*)) {
  mjtNum start = mjcb_time();
  stage(m, d);
  d->timer[timer].duration += lb_now() - start;
}

void* lb_arenaAlloc(mjData* d, size_t bytes, size_t alignment) {
  size_t start = (d->parena + alignment - 1) & ~(alignment - 1);
  size_t limit = (size_t)d->narena - d->pstack;
  if (start > limit || bytes > limit - start) {
    return NULL;
  }
  d->parena = start + bytes;
  lb_noteUse(d);
  return (char*)d->arena + start;
}

bool lb_takePlaced(mjData* d, uint64_t end) {
  if (end > (uint64_t)d->narena - d->pstack) {
    return false;
  }
  d->parena = (size_t)end;
  lb_noteUse(d);
  return true;
}

void lb_emptyArena(mjData* d) {
  mjContact* contact = d->contact;
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nY = 0;
  d->nisland = 0;  // COMPAT: ISLAND-NIDOF: the dofs of the islands before are counted still
  d->efm_active = d->nefmK = d->nefmdof = d->nefmL = 0;
#define X(type, name, owner, rows, cols, meaning) d->name = NULL;
  LB_ARENA_ARRAYS(X)
#undef X
  d->efm = d->metric = NULL;
  d->contact = contact;
  d->parena = 0;
}

void lb_clearArena(mjData* d) {
  lb_emptyArena(d);
  d->ncon = 0;
  d->contact = d->arena;
}
