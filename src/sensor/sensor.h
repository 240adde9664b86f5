// Sensor values.

#pragma once

#include "api/data.h"
#include "api/model.h"

// The present value of sensor `id` (sensor_dim numbers), cut off, without delay or interval.
// Everything that its stage needs must have been computed.
void lb_sensorValue(const mjModel* m, mjData* d, int id, mjtNum* value);
