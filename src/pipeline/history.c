// Recording of histories.

#include "pipeline/history.h"

#include <string.h>

#include "data/history.h"
#include "sensor/sensor.h"

void lb_advanceHistory(const mjModel* m, mjData* d) {
  if (!m->nhistory) {
    return;
  }
  int actuatorCount = (int)m->nactuator, sensorCount = (int)m->nsensor;
  for (int i = 0; i < actuatorCount; i++) {
    int sampleCount = m->actuator_history[2 * i];
    if (sampleCount > 0) {
      mjtNum* buffer = d->history + m->actuator_historyadr[i];
      *lb_historyInsert(buffer, sampleCount, 1, d->time) = d->ctrl[m->actuator_ctrladr[i]];
    }
  }

  // a sensor with an interval is sampled when the interval has passed since its last nominal time;
  // one without delay has its present value in sensordata
  for (int i = 0; i < sensorCount; i++) {
    int sampleCount = m->sensor_history[2 * i];
    if (sampleCount <= 0) {
      continue;
    }
    mjtNum* buffer = d->history + m->sensor_historyadr[i];
    mjtNum period = m->sensor_interval[2 * i];
    if (period > 0) {
      if (d->time < buffer[0] + period) {
        continue;
      }
      buffer[0] += period;
    }
    mjtNum* sample = lb_historyInsert(buffer, sampleCount, m->sensor_dim[i], d->time);
    if (m->sensor_delay[i] > 0) {
      lb_sensorValue(m, d, i, sample);
    } else {
      memcpy(sample, d->sensordata + m->sensor_adr[i], m->sensor_dim[i] * sizeof(mjtNum));
    }
  }
}
