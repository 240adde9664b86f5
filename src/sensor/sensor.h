// Sensor values.

#pragma once

#include "api/data.h"
#include "api/model.h"

// The present value of sensor `id` (sensor_dim numbers), cut off, without delay or interval.
// Everything that its stage needs must have been computed.
void lb_sensorValue(const mjModel* m, mjData* d, int id, mjtNum* value);

// Start and unit direction of the ray through the centre of a camera's pixel, rows from the top, in
// the global frame.
void lb_cameraRay(const mjModel* m, const mjData* d, int camera, int pixel, mjtNum start[3],
                  mjtNum direction[3]);
