// Not written yet.

#include "sensor/sensor.h"
#include "api/mj_functions.h"
#include "base/error.h"

void mj_sensorPos(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  lb_error("mj_sensorPos is not implemented yet");
}

void mj_sensorVel(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  lb_error("mj_sensorVel is not implemented yet");
}

void mj_sensorAcc(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  lb_error("mj_sensorAcc is not implemented yet");
}

void lb_sensorValue(const mjModel* m, mjData* d, int id, mjtNum* value) {
  (void)m;
  (void)d;
  (void)id;
  (void)value;
  lb_error("lb_sensorValue is not implemented yet");
}
