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

// Shares of a stage that are cut where another thread has the data in its cache: what hangs on the
// same trees is in one thread's hands from stage to stage.
enum { lbMOST_SHARES = 64 };

typedef struct lbShares_ {
  int count;
  int start[lbMOST_SHARES +
            1];                // the first item of each share; behind the last, how many there are
  int home[lbMOST_SHARES];     // the thread that begins with it
  int sums[lbMOST_SHARES][2];  // what the stage notes
  const mjContact* found[lbMOST_SHARES];  // contacts that are still where a thread found them
} lbShares;

// What threads do earlier than one thread would, while it is in their caches.
typedef struct lbAhead_ {
  bool wanted;
  // rows whose reference is computed by who makes them: the first of them
  int firstRow;
  // counts rows and entries of the contacts first ... end-1 when they are found; NULL: later
  void (*countRows)(const mjModel* m, mjData* own, int first, int end, int sums[2]);
  // contacts are counted, and copied into the list by who makes their rows
  bool found;
  // transmissions, passive forces and actuation may be computed beside islands; they are
  bool mayDrive, driven;
  // qacc has by how much qacc_warmstart is more than qacc_smooth, qfrc_constraint M times that
  bool startMade;
} lbAhead;

// The body on which an item depends most.
typedef int (*lbHome)(const mjModel* m, const mjData* d, const void* context, int item);

#if LB_THREADS

// Whether d has threads to spread work over; false inside of such work.
static inline bool lb_hasThreads(const mjData* d) {
  return d->threadpool && !d->threadlock;
}

// Runs items 0 ... count-1, `grain` of them (the last ones fewer) at a time. False when they have
// to be done again in order; d is unchanged then, but for what the items wrote into arrays.
bool lb_spread(const mjModel* m, mjData* d, int count, int grain, lbItems items, void* context);

// The same for shares that the stage has cut: each thread begins with those that are its own.
bool lb_spreadShares(const mjModel* m, mjData* d, const lbShares* shares, lbItems items,
                     void* context);

// Ends another share before item `end`; false when there is no room for it.
bool lb_addShare(lbShares* shares, int end, int home);

// Adds `parts` shares of items 0 ... count-1, as many to each thread.
void lb_addEvenShares(const mjData* d, lbShares* shares, int count, int parts);

// Cuts items 0 ... count-1 where those of another thread's trees begin; false: there are too many
// places.
bool lb_cutShares(const mjModel* m, const mjData* d, lbShares* shares, int count, lbHome home,
                  const void* context);

// The share that begins with this item.
int lb_shareAt(const lbShares* shares, int first);

// Shares of the contacts and of the constraint rows, in memory of the pool. Those of the rows are
// cut when they are made, and hold for as many rows only.
lbShares* lb_contactShares(const mjData* d);
lbShares* lb_rowShares(const mjData* d);

// What rows are made with, in memory of the pool.
lbAhead* lb_ahead(const mjData* d);

// Which thread has the data of a body in its cache.
int lb_homeOf(const mjModel* m, const mjData* d, int body);

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

static inline bool lb_spreadShares(const mjModel* m, mjData* d, const lbShares* shares,
                                   lbItems items, void* context) {
  return false;
}

static inline bool lb_addShare(lbShares* shares, int end, int home) {
  return false;
}

static inline void lb_addEvenShares(const mjData* d, lbShares* shares, int count, int parts) {
}

static inline bool lb_cutShares(const mjModel* m, const mjData* d, lbShares* shares, int count,
                                lbHome home, const void* context) {
  return false;
}

static inline int lb_shareAt(const lbShares* shares, int first) {
  return 0;
}

static inline lbShares* lb_contactShares(const mjData* d) {
  return NULL;
}

static inline lbShares* lb_rowShares(const mjData* d) {
  return NULL;
}

static inline lbAhead* lb_ahead(const mjData* d) {
  return NULL;
}

static inline int lb_homeOf(const mjModel* m, const mjData* d, int body) {
  return 0;
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

// The same for constraint rows, in the shares of those who made them.
static inline void lb_forRows(const mjModel* m, mjData* d, int fewest, lbItems items,
                              void* context) {
  const lbShares* shares = lb_hasThreads(d) ? lb_rowShares(d) : NULL;
  if (!shares || d->nefc < fewest || !shares->count || shares->start[shares->count] != d->nefc) {
    lb_forItems(m, d, d->nefc, fewest, items, context);
  } else if (!lb_spreadShares(m, d, shares, items, context)) {
    items(m, d, context, 0, d->nefc);
  }
}
