// History buffers of actuators and sensors: ring buffers of time-stamped samples in mjData.history.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Fills every buffer as at the start of a simulation: past samples hold zero controls and zero
// sensor values.
void lb_resetHistory(const mjModel* m, mjData* d);

// Records the controls of the step that is being completed; call once per step, before time moves.
void lb_advanceHistory(const mjModel* m, mjData* d);
