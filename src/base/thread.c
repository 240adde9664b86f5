// Threads and signals of the platform; see base/thread.h.

#include "base/thread.h"

#if LB_THREADS

#include <stddef.h>

// Looks at a value that is about to change before a thread lies down: some tens of microseconds.
enum { PATIENCE = 4000 };

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
