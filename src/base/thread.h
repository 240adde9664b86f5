// Threads of the platform, and signals on which they wait for each other.
//
// Natively a thread is a pthread. In the module it is a worker of JavaScript that shares the
// module's memory and takes what waits for a thread. Only where LB_THREADS.

#pragma once

#include "base/compiler.h"

// Runs body(context) while no other thread of the program does so, or is between lb_takeTurn and
// lb_endTurn; errors come out of it. It is for what threads share: registries, the asset cache and
// the readers of models. Turns may lie within each other. In the module a program has one thread.
#ifdef LB_WASM
static inline void lb_takeTurn(void) {
}
static inline void lb_endTurn(void) {
}
static inline void lb_inTurn(void (*body)(void* context), void* context) {
  body(context);
}
#else
void lb_takeTurn(void);
void lb_endTurn(void);
void lb_inTurn(void (*body)(void* context), void* context);
#endif

#if LB_THREADS

#include <stdatomic.h>
#include <stdbool.h>

#ifndef LB_WASM
#include <pthread.h>
#endif

// A number that changes, and those who wait for that.
typedef struct lbSignal_ {
  atomic_uint value;
  atomic_int sleepers;
#ifndef LB_WASM
  pthread_mutex_t mutex;
  pthread_cond_t changed;
#endif
} lbSignal;

void lb_initSignal(lbSignal* signal);
void lb_freeSignal(lbSignal* signal);

// Changes the value and wakes all who wait. What was written before is seen by who sees the change.
void lb_raiseSignal(lbSignal* signal);

// Waits until the value is another than `seen`: for some microseconds busily, since the next task
// of a step is never far, then asleep.
void lb_awaitSignal(lbSignal* signal, unsigned seen);

// Something to be run by a thread.
typedef struct lbThread_ {
  void (*body)(void* context);
  void* context;
#ifndef LB_WASM
  pthread_t id;
#else
  struct lbThread_* next;  // that waits for a worker, too
  atomic_int state;        // see thread.c
#endif
} lbThread;

// Runs body(context) in a thread; false where the platform has no more. In the module it may begin
// much later: workers start when JavaScript gets to it.
bool lb_startThread(lbThread* thread, void (*body)(void* context), void* context);

// Waits for the end of a body that has been told to end; a body that has not begun never will.
void lb_joinThread(lbThread* thread);

#ifdef LB_WASM

// Runs bodies as they come, until there has been none for some seconds: what a worker calls.
void lb_serveThreads(void);

// Says that the calling thread may lie down: all may but that of a page.
void lb_allowWaiting(void);

// Bodies that no worker has taken.
int lb_waitingThreads(void);

// JavaScript's views of memory are made anew in the thread that calls, if another one let it grow.
void lb_noticeGrowth(void);

// Remembers that this thread let memory grow; true where its own views can be made anew at once.
bool lb_noteGrowth(void);

#else

static inline void lb_noticeGrowth(void) {
}

#endif

#endif
