// Memory of mjData: the arena from which constraints grow upwards and stack frames downwards, and
// the timers.
//
// Frames nest: mj_markStack ... allocate ... mj_freeStack. Running out of stack is an error;
// running out of arena returns NULL and the caller drops what it wanted to store, with a warning.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "api/callbacks.h"
#include "api/data.h"
#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { lbSTACK_ALIGNMENT = 16 };

// Bytes from the arena, valid until the arena is cleared; NULL when the stack is in the way.
// Content undefined.
void* lb_arenaAlloc(mjData* d, size_t bytes, size_t alignment);

// Many arrays of d, one behind the other in the arena: lb_arenaEnd, an LB_PLACE each, and
// lb_takePlaced, which says whether there is room for them all. `end` counts in 64 bits, so that no
// size overflows; places behind the arena's end must not be used.
#define LB_PLACE(d, end, field, count) \
  ((d)->field = lb_place((d)->arena, &(end), sizeof(*(d)->field) * (uint64_t)(count)))

static inline uint64_t lb_arenaEnd(const mjData* d) {
  return (d->parena + lbSTACK_ALIGNMENT - 1) & ~(size_t)(lbSTACK_ALIGNMENT - 1);
}

static inline void* lb_place(void* arena, uint64_t* end, uint64_t bytes) {
  void* array = (void*)((uintptr_t)arena + (uintptr_t)*end);
  *end += (bytes + lbSTACK_ALIGNMENT - 1) & ~(uint64_t)(lbSTACK_ALIGNMENT - 1);
  return array;
}

bool lb_takePlaced(mjData* d, uint64_t end);

// Keeps the largest use of stack and arena.
void lb_noteUse(mjData* d);

// Forgets all that is in the arena, but not where contacts are and how many: who keeps them takes
// their place again.
void lb_emptyArena(mjData* d);

// Forgets all constraints and contacts: the arena is empty, counts are zero.
void lb_clearArena(mjData* d);

// What mj_markStack pushes: the enclosing mark, and the top of the stack before it.
typedef struct lbStackFrame_ {
  size_t pbase;
  size_t pstack;
} lbStackFrame;

// Raises the error of a stack on which `bytes` find no room.
LB_NORETURN void lb_stackOverflow(const mjData* d, uint64_t bytes);

// lb_dropStack takes back what was taken since pstack was `top`: a frame without a mark, for
// whoever takes one array and has no error in between.
//
// Twins of mj_markStack, mj_stackAllocNum, mj_stackAllocInt and mj_freeStack for what every step
// runs: the largest use is noted when a frame ends. Inline natively; in the module, where size
// counts, they are functions.
#ifdef LB_WASM
void* lb_stackBytes(mjData* d, uint64_t bytes);
void lb_markStack(mjData* d);
void lb_freeStack(mjData* d);
void lb_dropStack(mjData* d, size_t top);
#else
#include "data/stack_bodies.inc"
#endif

static inline mjtNum* lb_stackNum(mjData* d, mjtSize count) {
  return (mjtNum*)lb_stackBytes(d, (uint64_t)count * sizeof(mjtNum));
}

static inline int* lb_stackInt(mjData* d, mjtSize count) {
  return (int*)lb_stackBytes(d, (uint64_t)count * sizeof(int));
}

// Milliseconds by mjcb_time, 0 without it.
static inline mjtNum lb_now(void) {
  return mjcb_time ? mjcb_time() : 0;
}

// Adds the time since start to a timer and counts the call.
static inline void lb_stopTimer(mjData* d, int timer, mjtNum start) {
  // COMPAT: DIAG-07: calls are counted without a clock, too
  d->timer[timer].number++;
  if (mjcb_time) {
    d->timer[timer].duration += mjcb_time() - start;
  }
}

// A stage under the clock: its time goes to a timer. For lb_timed.
void lb_clockStage(const mjModel* m, mjData* d, int timer, void (*stage)(const mjModel*, mjData*));

// Runs a stage and counts it; where there is a clock, it is timed.
static inline void lb_timed(const mjModel* m, mjData* d, int timer,
                            void (*stage)(const mjModel*, mjData*)) {
  d->timer[timer].number++;
  if (__builtin_expect(mjcb_time != NULL, 0)) {
    lb_clockStage(m, d, timer, stage);
  } else {
    stage(m, d);
  }
}

// `count` items of `type` on the stack of d.
#define LB_STACK(d, type, count)                                      \
  ((type*)(_Alignof(type) <= lbSTACK_ALIGNMENT                        \
               ? lb_stackBytes((d), sizeof(type) * (uint64_t)(count)) \
               : mj_stackAllocByte((d), sizeof(type) * (size_t)(count), _Alignof(type))))

#ifdef __cplusplus
}
#endif
