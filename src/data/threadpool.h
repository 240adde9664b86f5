// Work of one stage spread over the threads of an mjData (mju_threadpool).
//
// A stage cuts its work into items that do not depend on each other and that write to different
// places. Each thread takes items and computes them with a mjData of its own: a copy of the struct,
// whose arrays are those of the original and whose arena and stack are memory of the thread. Which
// thread takes which item is left to chance and changes nothing.
//
// What must happen in the order of one thread (warnings, errors, a stack or an arena that is full)
// cannot happen among several: then lb_spread returns false, and the caller does all items again
// with d itself, as without threads. So it leaves the same state and raises the same error.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

// Computes items first ... end-1. `own` is the mjData of the thread, `context` that of the stage.
typedef void (*lbItems)(const mjModel* m, mjData* own, void* context, int first, int end);

#if LB_THREADS

// Whether d has threads to spread work over; false inside of such work.
static inline bool lb_hasThreads(const mjData* d) {
  return d->threadpool && !d->threadlock;
}

// Runs items 0 ... count-1, `grain` of them (the last ones fewer) at a time. False when they have
// to be done again in order; d is unchanged then, but for what the items wrote into arrays.
bool lb_spread(const mjModel* m, mjData* d, int count, int grain, lbItems items, void* context);

// How many threads work on d, the calling one included; 1 without a pool.
int lb_threadCount(const mjData* d);

// Frees the threads and their memory.
void lb_releaseThreads(mjData* d);

// How many items a thread takes at a time when there are count of them.
int lb_grain(const mjData* d, int count);

#else

static inline bool lb_hasThreads(const mjData* d) {
  return false;
}

static inline bool lb_spread(const mjModel* m, mjData* d, int count, int grain, lbItems items,
                             void* context) {
  return false;
}

static inline int lb_threadCount(const mjData* d) {
  return 1;
}

static inline void lb_releaseThreads(mjData* d) {
}

static inline int lb_grain(const mjData* d, int count) {
  return count;
}

#endif

// Runs items 0 ... count-1: by all threads when there are at least `fewest`. What an item writes
// depends on itself only; doing it twice is the same as once.
static inline void lb_forItems(const mjModel* m, mjData* d, int count, int fewest, lbItems items,
                               void* context) {
  if (!lb_hasThreads(d) || count < fewest ||
      !lb_spread(m, d, count, lb_grain(d, count), items, context)) {
    items(m, d, context, 0, count);
  }
}
