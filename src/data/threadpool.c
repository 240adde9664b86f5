// mju_threadpool, and the sharing of work between the threads of one mjData; see data/threadpool.h.

#include "data/threadpool.h"

#include "api/mju_functions.h"
#include "base/error.h"

#if LB_THREADS

#include "base/memory.h"
#include "base/thread.h"

#include <stdint.h>
#include <string.h>

// Threads beyond this are not made: none of the stages has work for more.
enum { MAX_THREADS = 256 };
// Alignment in which memory of a thread is like the arena, so that frames of the stack have the
// sizes that they have there; and a line of the cache.
enum { LIKENESS = 64 };
// Few, as each costs a moment; more than one, for who is early to help who is late.
enum { SHARES_PER_THREAD = 3 };

struct Pool_;

// A thread and the mjData it works with. The first is the one that calls mj_step.
typedef struct Worker_ {
  struct Pool_* pool;
  mjData own;
  unsigned prepared;  // the task that own is a copy for
  int taken;          // shares of that task
  void* memory;       // of its arena
  lbThread thread;
  // shares of its section: below, how many have been taken or asked for; above, where it ends. In a
  // line of the cache that others rarely touch
  _Alignas(LIKENESS) atomic_ullong section;
} Worker;

typedef struct Pool_ {
  _Alignas(LIKENESS) lbSignal begun;  // a task, or the end of the pool
  atomic_bool ended;

  // the task; who has taken a share of it may read this
  _Alignas(LIKENESS) unsigned number;
  int count, grain;
  const lbShares* shares;  // in place of both
  int order[lbMOST_SHARES];
  const mjModel* m;
  const mjData* d;
  lbItems items;
  void* context;
  atomic_bool failed;  // a share cannot be done here

  _Alignas(LIKENESS) atomic_int left;  // shares that are not done
  lbSignal done;                       // all of them are

  lbShares contactShares, rowShares;
  lbAhead ahead;

  int workerCount;
  Worker workers[];  // (workerCount)
} Pool;

// Makes own a copy of d with memory of its own; statistics of the solver, which are most of the
// struct, are not copied but begin anew. Each thread copies for itself: most of it is as in the
// task before, and so in the thread's own cache.
static void prepare(Worker* worker) {
  const mjData* d = worker->pool->d;
  mjData* own = &worker->own;
  const size_t head = offsetof(mjData, solver), tail = offsetof(mjData, solver_fwdinv);
  memcpy(own, d, head);
  memcpy((char*)own + tail, (const char*)d + tail, sizeof(mjData) - tail);
  memset(own->solver_niter, 0, sizeof own->solver_niter);
  memset(own->solver_nnz, 0, sizeof own->solver_nnz);
  uintptr_t memory = (uintptr_t)worker->memory;
  own->arena = (void*)(memory + ((uintptr_t)d->arena - memory) % LIKENESS);
  own->threadlock = true;
  worker->prepared = worker->pool->number;
}

// Takes a share of the section of a worker; its number, or -1 when none is left.
static int takeShare(Worker* owner) {
  unsigned long long section = atomic_fetch_add_explicit(&owner->section, 1, memory_order_acquire);
  unsigned share = (unsigned)section, end = (unsigned)(section >> 32);
  return share < end ? (int)share : -1;
}

static void runShare(Worker* worker, int k) {
  const Pool* pool = worker->pool;
  int first, end;
  if (pool->shares) {
    int share = pool->order[k];
    first = pool->shares->start[share];
    end = pool->shares->start[share + 1];
  } else {
    int left = pool->count - k * pool->grain;
    first = k * pool->grain;
    end = first + (left < pool->grain ? left : pool->grain);
  }
  pool->items(pool->m, &worker->own, pool->context, first, end);
}

// Takes what is left of the section of an owner, who may be the worker itself.
static void takeSection(Worker* worker, Worker* owner) {
  Pool* pool = worker->pool;
  for (int k; (k = takeShare(owner)) >= 0;) {
    worker->taken++;
    if (worker->prepared != pool->number) {
      prepare(worker);
    }
    if (!atomic_load_explicit(&pool->failed, memory_order_relaxed)) {
      runShare(worker, k);
    }
  }
}

// Each worker begins with its own section: it has the data of the same trees in its cache from one
// stage to the next. Then it helps those who are late.
static void takeSections(void* context) {
  Worker* worker = context;
  Pool* pool = worker->pool;
  int own = (int)(worker - pool->workers);
  for (int k = 0; k < pool->workerCount; k++) {
    takeSection(worker, &pool->workers[(own + k) % pool->workerCount]);
  }
}

// After an error the shares that are left are taken, too, but not run.
static void takeShares(Worker* worker) {
  Pool* pool = worker->pool;
  worker->taken = 0;
  while (!lb_protect(takeSections, worker)) {
    atomic_store_explicit(&pool->failed, true, memory_order_relaxed);
  }
  int taken = worker->taken;
  if (taken && atomic_fetch_sub_explicit(&pool->left, taken, memory_order_acq_rel) == taken) {
    lb_raiseSignal(&pool->done);
  }
}

// Cuts the shares into a section for each worker, which opens them. A worker that is late finds
// those of its own section gone, or takes shares of the next task: what it reads is always that of
// the task whose shares it takes.
static void openSections(Pool* pool) {
  const lbShares* cut = pool->shares;
  unsigned long long first = 0,
                     shares = (unsigned)(cut ? cut->count : (pool->count - 1) / pool->grain + 1);
  atomic_store_explicit(&pool->left, (int)shares, memory_order_relaxed);
  for (int i = 0; i < pool->workerCount; i++) {
    unsigned long long end = shares * (unsigned)(i + 1) / (unsigned)pool->workerCount;
    if (cut) {
      end = first;
      for (int share = 0; share < cut->count; share++) {
        if (cut->home[share] == i) {
          pool->order[end++] = share;
        }
      }
    }
    atomic_store_explicit(&pool->workers[i].section, end << 32 | first, memory_order_release);
    first = end;
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
    takeShares(worker);
  }
}

// Waits for the shares that others have taken.
static void awaitOthers(Pool* pool) {
  while (atomic_load_explicit(&pool->left, memory_order_acquire)) {
    unsigned seen = atomic_load_explicit(&pool->done.value, memory_order_acquire);
    if (atomic_load_explicit(&pool->left, memory_order_acquire)) {
      lb_awaitSignal(&pool->done, seen);
    }
  }
}

// Runs the shares that the pool has been told.
static bool spread(Pool* pool, const mjModel* m, mjData* d, lbItems items, void* context) {
  pool->number++;
  pool->m = m;
  pool->d = d;
  pool->items = items;
  pool->context = context;
  atomic_store_explicit(&pool->failed, false, memory_order_relaxed);
  openSections(pool);
  lb_raiseSignal(&pool->begun);

  takeShares(&pool->workers[0]);
  awaitOthers(pool);
  lb_noticeGrowth();
  if (atomic_load_explicit(&pool->failed, memory_order_relaxed)) {
    return false;
  }
  for (int i = 0; i < pool->workerCount; i++) {
    const mjData* own = &pool->workers[i].own;
    if (pool->workers[i].prepared == pool->number) {
      d->maxuse_stack = own->maxuse_stack > d->maxuse_stack ? own->maxuse_stack : d->maxuse_stack;
      d->maxuse_arena = own->maxuse_arena > d->maxuse_arena ? own->maxuse_arena : d->maxuse_arena;
    }
  }
  return true;
}

bool lb_spread(const mjModel* m, mjData* d, int count, int grain, lbItems items, void* context) {
  Pool* pool = (Pool*)d->threadpool;
  pool->shares = NULL;
  pool->count = count;
  pool->grain = grain;
  return spread(pool, m, d, items, context);
}

bool lb_spreadShares(const mjModel* m, mjData* d, const lbShares* shares, lbItems items,
                     void* context) {
  Pool* pool = (Pool*)d->threadpool;
  pool->shares = shares;
  return spread(pool, m, d, items, context);
}

bool lb_addShare(lbShares* shares, int end, int home) {
  if (shares->count == lbMOST_SHARES) {
    return false;
  }
  shares->home[shares->count++] = home;
  shares->start[shares->count] = end;
  return true;
}

void lb_addEvenShares(const mjData* d, lbShares* shares, int count, int parts) {
  int threads = lb_threadCount(d);
  for (int i = 0; i < parts; i++) {
    lb_addShare(shares, (int)((int64_t)count * (i + 1) / parts), i * threads / parts);
  }
}

enum { USUAL_SHARES = 32 };

bool lb_cutShares(const mjModel* m, const mjData* d, lbShares* shares, int count, lbHome home,
                  const void* context) {
  int grain = (count - 1) / USUAL_SHARES + 1, last = 0;
  bool room = true;
  shares->count = 0;
  for (int i = 0; i < count && room; i++) {
    int thread = lb_homeOf(m, d, home(m, d, context, i));
    if (i && (thread != last || i - shares->start[shares->count] == grain)) {
      room = lb_addShare(shares, i, last);
    }
    last = thread;
  }
  return room && lb_addShare(shares, count, last);
}

int lb_shareAt(const lbShares* shares, int first) {
  int low = 0, high = shares->count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (shares->start[middle] < first) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

lbShares* lb_contactShares(const mjData* d) {
  return &((Pool*)d->threadpool)->contactShares;
}

lbShares* lb_rowShares(const mjData* d) {
  return &((Pool*)d->threadpool)->rowShares;
}

lbAhead* lb_ahead(const mjData* d) {
  return &((Pool*)d->threadpool)->ahead;
}

// As trees are cut into sections: by their bodies.
int lb_homeOf(const mjModel* m, const mjData* d, int body) {
  int threads = lb_threadCount(d);
  return body >= 1 && body < m->nbody ? (int)((int64_t)(body - 1) * threads / (m->nbody - 1)) : 0;
}

int lb_threadCount(const mjData* d) {
  return d->threadpool ? ((const Pool*)d->threadpool)->workerCount : 1;
}

int lb_grain(const mjData* d, int count) {
  return (count - 1) / (SHARES_PER_THREAD * lb_threadCount(d)) + 1;
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
  lb_freeSignal(&pool->done);
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
  lb_initSignal(&pool->done);
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
