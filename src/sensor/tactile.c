// Tactile sensors.

#include "base/error.h"
#include "sensor/internal.h"

void lb_tactile(const mjModel* m, mjData* d, int id, mjtNum* value) {
  (void)m, (void)d, (void)value;
  lb_error("sensor %d: tactile sensors are not implemented yet", id);
}
