// How long parts of a work take. The module has no clock: nothing is measured there.

#pragma once

#ifndef __wasm__
#include <time.h>
#endif

// Seconds since a moment that does not change.
static inline double lb_clock(void) {
#ifdef __wasm__
  return 0;
#else
  struct timespec now;
#ifdef CLOCK_MONOTONIC
  clock_gettime(CLOCK_MONOTONIC, &now);
#else
  timespec_get(&now, TIME_UTC);
#endif
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

// Adds the time since start to one of the timers, if there are any; the next part starts now.
static inline void lb_lap(double* timers, int timer, double* start) {
#ifndef __wasm__
  double now = lb_clock();
  if (timers) {
    timers[timer] += now - *start;
  }
  *start = now;
#endif
}
