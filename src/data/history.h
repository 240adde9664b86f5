// History buffers of actuators and sensors: ring buffers of time-stamped samples in mjData.history.
//
// A buffer for n samples of dim numbers is [mark, cursor, times (n), values (n x dim)]: cursor is
// the position of the newest sample, older ones follow backwards around the ring. mark is zero for
// an actuator and the nominal time of the last sample for a sensor. Times never decrease from the
// oldest sample to the newest. Resetting (lb_resetHistory) is declared in data/data.h.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

#define LB_HISTORY_HEAD 2  // numbers before the times

// Interpolation between samples (actuator_history[1], sensor_history[1]).
enum {
  LB_INTERP_HOLD = 0,    // the last sample not later than the requested time
  LB_INTERP_LINEAR = 1,  // straight line
  LB_INTERP_CUBIC = 2    // cubic through the samples, slopes from the neighbours, flat at the ends
};

// The sample at a time: a pointer into the buffer when it is one of the samples, otherwise `result`
// (dim numbers), filled by interpolation. Outside the recorded span the oldest or newest sample.
const mjtNum* lb_historyRead(const mjtNum* buffer, int sampleCount, int dim, mjtNum* result,
                             mjtNum time, int interp);

// Makes a sample at a time and returns its value (dim numbers) for the caller to write: the oldest
// sample gives way, unless there is one with exactly this time.
mjtNum* lb_historyInsert(mjtNum* buffer, int sampleCount, int dim, mjtNum time);

// The controls that the actuator acts on now: delayed when it has a delay, not clamped. ctrl has
// room for actuator_ctrlnum numbers.
void lb_delayedCtrl(const mjModel* m, const mjData* d, int actuatorId, mjtNum* ctrl);
