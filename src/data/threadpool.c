// mju_threadpool, and the sharing of work between the threads of one mjData; see data/threadpool.h.

#include "data/threadpool.h"

#include "api/mju_functions.h"
#include "base/error.h"

#if LB_THREADS

#include "base/memory.h"
#include "base/thread.h"

#include <stdint.h>
#include <string.h>

// The gate of a task: open for threads that come, and how many are inside.
enum { GATE_OPEN = 1 << 16 };
// Threads beyond this are not made: none of the stages has work for more.
enum { MAX_THREADS = 256 };
// Alignment in which memory of a thread is like the arena, so that frames of the stack have the
// sizes that they have there.
enum { LIKENESS = 64 };

struct Pool_;

// A thread and the mjData it works with. The first is the one that calls mj_step.
typedef struct Worker_ {
  struct Pool_* pool;
  mjData own;
  void* memory;  // of its arena
  lbThread thread;
  // items of its section that nobody has taken: in a line of the cache that others rarely touch
  _Alignas(LIKENESS) atomic_int next;
  int end;
} Worker;

typedef struct Pool_ {
  lbSignal begun;    // a task, or the end of the pool
  lbSignal emptied;  // the last thread has left a closed gate
  atomic_uint gate;
  atomic_bool failed;  // an item cannot be done here
  atomic_bool ended;

  // the task
  const mjModel* m;
  int count, grain;
  lbItems items;
  void* context;

  int workerCount;
  Worker workers[];  // (workerCount)
} Pool;

// Items that one thread has taken.
typedef struct Share_ {
  Worker* worker;
  int first, end;
} Share;

static void runShare(void* context) {
  const Share* share = context;
  const Pool* pool = share->worker->pool;
  pool->items(pool->m, &share->worker->own, pool->context, share->first, share->end);
}

// Takes what is left of the section of an owner, who may be the worker itself.
static void takeSection(Worker* worker, Worker* owner) {
  Pool* pool = worker->pool;
  while (!atomic_load_explicit(&pool->failed, memory_order_relaxed)) {
    int first = atomic_fetch_add_explicit(&owner->next, pool->grain, memory_order_relaxed);
    if (first >= owner->end) {
      return;
    }
    int left = owner->end - first;
    Share share = {worker, first, first + (left < pool->grain ? left : pool->grain)};
    if (!lb_protect(runShare, &share)) {
      atomic_store_explicit(&pool->failed, true, memory_order_relaxed);
    }
  }
}

// Each worker begins with its own section: it has the data of the same trees in its cache from one
// stage to the next. Then it helps those who are late.
static void takeItems(Worker* worker) {
  Pool* pool = worker->pool;
  int own = (int)(worker - pool->workers);
  for (int k = 0; k < pool->workerCount; k++) {
    takeSection(worker, &pool->workers[(own + k) % pool->workerCount]);
  }
}

// Cuts the items into a section for each worker, whole grains but for the last.
static void cutSections(Pool* pool) {
  int64_t grains = (pool->count - 1) / pool->grain + 1;
  int first = 0;
  for (int i = 0; i < pool->workerCount; i++) {
    int64_t end = grains * (i + 1) / pool->workerCount * pool->grain;
    atomic_store_explicit(&pool->workers[i].next, first, memory_order_relaxed);
    pool->workers[i].end = first = end < pool->count ? (int)end : pool->count;
  }
}

// True when the gate is open: one more is inside.
static bool enter(Pool* pool) {
  unsigned gate = atomic_load_explicit(&pool->gate, memory_order_relaxed);
  while (gate & GATE_OPEN) {
    if (atomic_compare_exchange_weak_explicit(&pool->gate, &gate, gate + 1, memory_order_acquire,
                                              memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

static void leave(Pool* pool) {
  if (atomic_fetch_sub_explicit(&pool->gate, 1, memory_order_acq_rel) == 1) {
    lb_raiseSignal(&pool->emptied);
  }
}

static void work(void* context) {
  Worker* worker = context;
  Pool* pool = worker->pool;
  for (unsigned seen = 0;;) {
    lb_awaitSignal(&pool->begun, seen);
    seen = atomic_load_explicit(&pool->begun.value, memory_order_acquire);
    if (atomic_load_explicit(&pool->ended, memory_order_relaxed)) {
      return;
    }
    if (enter(pool)) {
      takeItems(worker);
      leave(pool);
    }
  }
}

// Nobody comes in any more; waits for those inside. Threads that were too late are not waited for.
static void closeGate(Pool* pool) {
  unsigned inside =
      atomic_fetch_and_explicit(&pool->gate, ~(unsigned)GATE_OPEN, memory_order_acq_rel);
  while (inside & ~(unsigned)GATE_OPEN) {
    unsigned seen = atomic_load_explicit(&pool->emptied.value, memory_order_acquire);
    inside = atomic_load_explicit(&pool->gate, memory_order_acquire);
    if (inside) {
      lb_awaitSignal(&pool->emptied, seen);
    }
  }
}

// Makes own a copy of d with memory of its own; statistics of the solver, which are most of the
// struct, are not copied but begin anew.
static void prepare(mjData* own, const mjData* d, const Worker* worker) {
  const size_t head = offsetof(mjData, solver), tail = offsetof(mjData, solver_fwdinv);
  memcpy(own, d, head);
  memcpy((char*)own + tail, (const char*)d + tail, sizeof(mjData) - tail);
  memset(own->solver_niter, 0, sizeof own->solver_niter);
  memset(own->solver_nnz, 0, sizeof own->solver_nnz);
  uintptr_t memory = (uintptr_t)worker->memory;
  own->arena = (void*)(memory + ((uintptr_t)d->arena - memory) % LIKENESS);
  own->threadlock = true;
}

bool lb_spread(const mjModel* m, mjData* d, int count, int grain, lbItems items, void* context) {
  Pool* pool = (Pool*)d->threadpool;
  for (int i = 0; i < pool->workerCount; i++) {
    prepare(&pool->workers[i].own, d, &pool->workers[i]);
  }
  pool->m = m;
  pool->count = count;
  pool->grain = grain;
  pool->items = items;
  pool->context = context;
  cutSections(pool);
  atomic_store_explicit(&pool->failed, false, memory_order_relaxed);
  atomic_store_explicit(&pool->gate, GATE_OPEN, memory_order_release);
  lb_raiseSignal(&pool->begun);

  takeItems(&pool->workers[0]);
  closeGate(pool);
  lb_noticeGrowth();
  if (atomic_load_explicit(&pool->failed, memory_order_relaxed)) {
    return false;
  }
  for (int i = 0; i < pool->workerCount; i++) {
    const mjData* own = &pool->workers[i].own;
    d->maxuse_stack = own->maxuse_stack > d->maxuse_stack ? own->maxuse_stack : d->maxuse_stack;
    d->maxuse_arena = own->maxuse_arena > d->maxuse_arena ? own->maxuse_arena : d->maxuse_arena;
  }
  return true;
}

int lb_threadCount(const mjData* d) {
  return d->threadpool ? ((const Pool*)d->threadpool)->workerCount : 1;
}

// Ends the first `started` threads after the calling one, and frees everything.
static void freePool(Pool* pool, int started) {
  atomic_store(&pool->ended, true);
  lb_raiseSignal(&pool->begun);
  for (int i = 1; i <= started; i++) {
    lb_joinThread(&pool->workers[i].thread);
  }
  for (int i = 0; i < pool->workerCount; i++) {
    lb_free(pool->workers[i].memory);
  }
  lb_freeSignal(&pool->begun);
  lb_freeSignal(&pool->emptied);
  lb_free(pool);
}

void lb_releaseThreads(mjData* d) {
  Pool* pool = (Pool*)d->threadpool;
  d->threadpool = 0;
  if (pool) {
    freePool(pool, pool->workerCount - 1);
  }
}

// A pool without threads; NULL when memory is exhausted.
static Pool* newPool(const mjData* d, int count) {
  size_t bytes = sizeof(Pool) + (size_t)count * sizeof(Worker);
  Pool* pool = lb_tryAlloc(bytes);
  if (!pool) {
    return NULL;
  }
  memset(pool, 0, bytes);
  lb_initSignal(&pool->begun);
  lb_initSignal(&pool->emptied);
  pool->workerCount = count;
  bool complete = true;
  for (int i = 0; i < count; i++) {
    pool->workers[i].pool = pool;
    pool->workers[i].memory = lb_tryAlloc((size_t)d->narena + LIKENESS);
    complete &= pool->workers[i].memory != NULL;
  }
  if (!complete) {
    freePool(pool, 0);
    return NULL;
  }
  return pool;
}

static void makeThreads(mjData* d, int count) {
  Pool* pool = newPool(d, count);
  if (!pool) {
    lb_error("mju_threadpool: could not allocate memory for %d threads", count);
  }
  for (int i = 1; i < count; i++) {
    if (!lb_startThread(&pool->workers[i].thread, work, &pool->workers[i])) {
      freePool(pool, i - 1);
      lb_error("mju_threadpool: the system gave %d of %d threads", i, count);
    }
  }
  d->threadpool = (uintptr_t)pool;
}

void mju_threadpool(mjData* d, int nthread) {
  LB_REQUIRE(d);
  if (d->threadlock) {
    lb_error("mju_threadpool: the threads are at work");
  }
  if (nthread > MAX_THREADS) {
    nthread = MAX_THREADS;
  }
  if (nthread == (d->threadpool ? lb_threadCount(d) : 0)) {
    return;
  }
  lb_releaseThreads(d);
  if (nthread > 0) {
    makeThreads(d, nthread);
  }
}

#else

void mju_threadpool(mjData* d, int nthread) {
  if (nthread > 0) {
    lb_error("mju_threadpool: threads need the module of 'limber/mujoco/mt' (%d asked for)",
             nthread);
  }
  d->threadpool = 0;
}

#endif
