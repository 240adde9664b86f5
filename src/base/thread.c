// Threads and signals of the platform; see base/thread.h.

#include "base/thread.h"

#include "base/error.h"

#if LB_THREADS

#include <stddef.h>
#include <stdint.h>

// Looks at a value that is about to change before a thread lies down: some hundred microseconds, as
// long as the parts of a step that one thread does alone. WebAssembly has no instruction to wait
// with, a look is over sooner there; and to be woken takes longer.
#ifdef LB_WASM
enum { PATIENCE = 200000 };
#else
enum { PATIENCE = 4000 };
#endif

// Tells the processor that somebody waits.
static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static bool hasChanged(lbSignal* signal, unsigned seen) {
  return atomic_load_explicit(&signal->value, memory_order_acquire) != seen;
}

#ifndef LB_WASM

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int turnDepth = 0;

void lb_takeTurn(void) {
  if (turnDepth++ == 0) {
    pthread_mutex_lock(&turns);
  }
}

void lb_endTurn(void) {
  if (--turnDepth == 0) {
    pthread_mutex_unlock(&turns);
  }
}

void lb_inTurn(void (*body)(void* context), void* context) {
  lb_takeTurn();
  bool done = lb_protect(body, context);
  lb_endTurn();
  if (!done) {
    lb_complain("%s", lb_lastError());
  }
}

void lb_initSignal(lbSignal* signal) {
  atomic_init(&signal->value, 0);
  atomic_init(&signal->sleepers, 0);
  pthread_mutex_init(&signal->mutex, NULL);
  pthread_cond_init(&signal->changed, NULL);
}

void lb_freeSignal(lbSignal* signal) {
  pthread_cond_destroy(&signal->changed);
  pthread_mutex_destroy(&signal->mutex);
}

// A sleeper counts itself before it looks at the value for the last time, who raises looks at the
// count after the change: one of the two sees the other.
void lb_raiseSignal(lbSignal* signal) {
  atomic_fetch_add(&signal->value, 1);
  if (atomic_load(&signal->sleepers)) {
    pthread_mutex_lock(&signal->mutex);
    pthread_cond_broadcast(&signal->changed);
    pthread_mutex_unlock(&signal->mutex);
  }
}

static void sleepOn(lbSignal* signal, unsigned seen) {
  pthread_mutex_lock(&signal->mutex);
  atomic_fetch_add(&signal->sleepers, 1);
  while (atomic_load(&signal->value) == seen) {
    pthread_cond_wait(&signal->changed, &signal->mutex);
  }
  atomic_fetch_sub(&signal->sleepers, 1);
  pthread_mutex_unlock(&signal->mutex);
}

static void* runThread(void* argument) {
  lbThread* thread = argument;
  thread->body(thread->context);
  return NULL;
}

bool lb_startThread(lbThread* thread, void (*body)(void* context), void* context) {
  thread->body = body;
  thread->context = context;
  return pthread_create(&thread->id, NULL, runThread, thread) == 0;
}

void lb_joinThread(lbThread* thread) {
  pthread_join(thread->id, NULL);
}

#else

// How long a worker without anything to do stays, ns.
static const int64_t idleTime = 5000000000;

enum { IS_TO_RUN, HAS_ENDED };

// Implemented by the JavaScript loader: starts workers, each of which calls lb_serveThreads. They
// begin when the thread that calls returns to its event loop, if not before.
extern void lbjs_startWorkers(int count);
extern void emscripten_notify_memory_growth(int memory);

static _Thread_local bool mayWait = false;
static _Thread_local bool isWorker = false;
static atomic_bool hasGrown = false;  // a worker let memory grow

// Bodies that wait for a worker, oldest first; workers that wait for a body, and that were asked
// for.
static atomic_flag lock = ATOMIC_FLAG_INIT;
static lbThread* queue = NULL;
static int idleCount = 0, startingCount = 0;
static lbSignal queued, ended;

static void takeLock(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
}

static void dropLock(void) {
  atomic_flag_clear_explicit(&lock, memory_order_release);
}

void lb_initSignal(lbSignal* signal) {
  atomic_init(&signal->value, 0);
  atomic_init(&signal->sleepers, 0);
}

void lb_freeSignal(lbSignal* signal) {
}

void lb_raiseSignal(lbSignal* signal) {
  atomic_fetch_add(&signal->value, 1);
  if (atomic_load(&signal->sleepers)) {
    __builtin_wasm_memory_atomic_notify((int*)&signal->value, UINT32_MAX);
  }
}

// Returns when the value has changed or the time (ns; negative: none) is over.
static void waitOn(lbSignal* signal, unsigned seen, int64_t time) {
  atomic_fetch_add(&signal->sleepers, 1);
  __builtin_wasm_memory_atomic_wait32((int*)&signal->value, (int)seen, time);
  atomic_fetch_sub(&signal->sleepers, 1);
}

static void sleepOn(lbSignal* signal, unsigned seen) {
  while (!hasChanged(signal, seen)) {
    // the thread of a page has to stay awake
    if (mayWait) {
      waitOn(signal, seen, -1);
    }
  }
}

void lb_allowWaiting(void) {
  mayWait = true;
}

static int queueLength(void) {
  int length = 0;
  for (const lbThread* thread = queue; thread; thread = thread->next) {
    length++;
  }
  return length;
}

int lb_waitingThreads(void) {
  takeLock();
  int length = queueLength();
  dropLock();
  return length;
}

bool lb_startThread(lbThread* thread, void (*body)(void* context), void* context) {
  thread->body = body;
  thread->context = context;
  thread->next = NULL;
  atomic_init(&thread->state, IS_TO_RUN);
  takeLock();
  lbThread** end = &queue;
  while (*end) {
    end = &(*end)->next;
  }
  *end = thread;
  int missing = queueLength() - idleCount - startingCount;
  startingCount += missing > 0 ? missing : 0;
  dropLock();
  lb_raiseSignal(&queued);
  if (missing > 0) {
    lbjs_startWorkers(missing);
  }
  return true;
}

void lb_joinThread(lbThread* thread) {
  takeLock();
  for (lbThread** link = &queue; *link; link = &(*link)->next) {
    if (*link == thread) {
      *link = thread->next;
      dropLock();
      return;
    }
  }
  dropLock();
  for (;;) {
    unsigned seen = atomic_load(&ended.value);
    if (atomic_load(&thread->state) == HAS_ENDED) {
      return;
    }
    lb_awaitSignal(&ended, seen);
  }
}

void lb_serveThreads(void) {
  mayWait = isWorker = true;
  takeLock();
  startingCount--;
  for (bool patient = true; queue || patient;) {
    lbThread* thread = queue;
    if (thread) {
      queue = thread->next;
      dropLock();
      thread->body(thread->context);
      atomic_store(&thread->state, HAS_ENDED);
      lb_raiseSignal(&ended);
      takeLock();
      continue;
    }
    unsigned seen = atomic_load(&queued.value);
    idleCount++;
    dropLock();
    waitOn(&queued, seen, idleTime);
    takeLock();
    idleCount--;
    patient = hasChanged(&queued, seen);
  }
  dropLock();
}

bool lb_noteGrowth(void) {
  if (isWorker) {
    atomic_store(&hasGrown, true);
  }
  return !isWorker;
}

void lb_noticeGrowth(void) {
  if (atomic_load_explicit(&hasGrown, memory_order_relaxed) && atomic_exchange(&hasGrown, false)) {
    emscripten_notify_memory_growth(0);
  }
}

#endif

void lb_awaitSignal(lbSignal* signal, unsigned seen) {
  for (int i = 0; i < PATIENCE; i++) {
    if (hasChanged(signal, seen)) {
      return;
    }
    relax();
  }
  sleepOn(signal, seen);
}

#endif
