// mjData as an object: memory and initial state. The public functions that make and
// reset it are in pipeline/reset.c, since a start asleep needs a forward pass.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// A new mjData with its plugin instances, all arrays zero. Raises an error when memory is exhausted
// or a plugin refuses.
mjData* lb_newData(const mjModel* m);

// Copies src into dest, which may be NULL: then a new one is made; returns it. The content of
// arrays for which isLeft says so stays as it was.
mjData* lb_copyDataWithout(mjData* dest, const mjModel* m, const mjData* src,
                           bool (*isLeft)(const char* name));

// Puts d into the model's initial state, every tree awake. fill: byte for all computed results; 0
// normally, a recognisable value for debugging. Raises an error when d belongs to another model.
void lb_clearData(const mjModel* m, mjData* d, unsigned char fill);

// The same for data that is still zero, as lb_newData makes it.
void lb_startData(const mjModel* m, mjData* d);

// Raises an error when d was made from another model than m.
void lb_checkPair(const mjModel* m, const mjData* d, const char* function);

// Puts the history buffers of delayed actuators and sensors into their initial state
// (data/history.c).
void lb_resetHistory(const mjModel* m, mjData* d);

#ifdef __cplusplus
}
#endif
