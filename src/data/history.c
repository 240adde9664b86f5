// Ring buffers of samples; see history.h for the layout.

#include "data/history.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/data.h"

// Position in the ring of the sample that is the age-th oldest.
static int slotOf(int cursor, int sampleCount, int age) {
  int slot = cursor + 1 + age;
  return slot >= sampleCount ? slot - sampleCount : slot;
}

// Slot of the newest sample; states from outside may hold anything.
static int cursorOf(const mjtNum* buffer, int sampleCount) {
  return buffer[1] >= 0 && buffer[1] < sampleCount ? (int)buffer[1] : sampleCount - 1;
}

// A time that is a sample's but for rounding counts as the sample's: `time - delay` rarely hits it
// to the last bit.
static const mjtNum rounding = mjMINVAL;

// Number of samples that a time has reached, but for rounding.
static int countUpTo(const mjtNum* times, int cursor, int sampleCount, mjtNum time) {
  int low = 0, high = sampleCount;
  while (low < high) {
    int middle = (low + high) / 2;
    if (times[slotOf(cursor, sampleCount, middle)] - time < rounding) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const mjtNum* lb_historyRead(const mjtNum* buffer, int sampleCount, int dim, mjtNum* result,
                             mjtNum time, int interp) {
  int cursor = cursorOf(buffer, sampleCount);
  const mjtNum* times = buffer + LB_HISTORY_HEAD;
  const mjtNum* values = times + sampleCount;

  // before the first sample: the oldest; on a sample, after the last, or holding: that sample
  int later = countUpTo(times, cursor, sampleCount, time);
  int slot = slotOf(cursor, sampleCount, later > 0 ? later - 1 : 0);
  if (later == 0 || later == sampleCount || times[slot] >= time || interp == LB_INTERP_HOLD) {
    return values + slot * dim;
  }

  int next = slotOf(cursor, sampleCount, later);
  mjtNum step = times[next] - times[slot];
  mjtNum s = (time - times[slot]) / step;
  const mjtNum *a = values + slot * dim, *b = values + next * dim;
  if (interp == LB_INTERP_LINEAR) {
    for (int i = 0; i < dim; i++) {
      result[i] = (1 - s) * a[i] + s * b[i];
    }
    return result;
  }

  // Hermite cubic on [0, 1]; slope at a sample is that of the chord between its neighbours
  mjtNum s2 = s * s, s3 = s2 * s;
  mjtNum weightA = 2 * s3 - 3 * s2 + 1, weightB = -2 * s3 + 3 * s2;
  mjtNum weightSlopeA = (s3 - 2 * s2 + s) * step, weightSlopeB = (s3 - s2) * step;
  int before = later >= 2 ? slotOf(cursor, sampleCount, later - 2) : -1;
  int after = later + 1 < sampleCount ? slotOf(cursor, sampleCount, later + 1) : -1;
  for (int i = 0; i < dim; i++) {
    mjtNum slopeA =
        before < 0 ? 0 : (b[i] - values[before * dim + i]) / (times[next] - times[before]);
    mjtNum slopeB = after < 0 ? 0 : (values[after * dim + i] - a[i]) / (times[after] - times[slot]);
    result[i] = weightA * a[i] + weightSlopeA * slopeA + weightB * b[i] + weightSlopeB * slopeB;
  }
  return result;
}

mjtNum* lb_historyInsert(mjtNum* buffer, int sampleCount, int dim, mjtNum time) {
  int cursor = cursorOf(buffer, sampleCount);
  mjtNum* times = buffer + LB_HISTORY_HEAD;
  mjtNum* values = times + sampleCount;

  // newer than all: takes the place of the oldest
  if (time > times[cursor]) {
    cursor = slotOf(cursor, sampleCount, 0);
    buffer[1] = cursor;
    times[cursor] = time;
    return values + cursor * dim;
  }

  // time was set back: drop the oldest sample and move those before `time` down by one, or take the
  // place of the sample of that time, the oldest of equal ones
  int earlier = countUpTo(times, cursor, sampleCount, time);
  int slot = slotOf(cursor, sampleCount, earlier > 0 ? earlier - 1 : 0);
  if (earlier > 0 && times[slot] >= time) {
    for (int age = earlier - 1; age >= 0 && times[slotOf(cursor, sampleCount, age)] >= time;
         age--) {
      slot = slotOf(cursor, sampleCount, age);
    }
    return values + slot * dim;
  }
  for (int age = 0; age + 1 < earlier; age++) {
    int to = slotOf(cursor, sampleCount, age), from = slotOf(cursor, sampleCount, age + 1);
    times[to] = times[from];
    memcpy(values + to * dim, values + from * dim, (size_t)dim * sizeof(mjtNum));
  }
  times[slot] = time;
  return values + slot * dim;
}

// Fills a buffer with zero samples: of the steps before this one, or with a period at its multiples
// before `last`, each moved up to the time of the step that would have taken it.
static void resetBuffer(mjtNum* buffer, int sampleCount, int dim, mjtNum last, mjtNum period,
                        mjtNum timestep) {
  buffer[0] = last;
  buffer[1] = sampleCount - 1;
  mjtNum* times = buffer + LB_HISTORY_HEAD;
  for (int i = 0; i < sampleCount; i++) {
    // COMPAT: HISTORY-TIMES: in this order of operations
    mjtNum tick = last - (sampleCount - 1 - i) * period;
    times[i] = (period > 0 ? ceil(tick / timestep) : i - sampleCount) * timestep;
  }
  memset(times + sampleCount, 0, (size_t)sampleCount * (size_t)dim * sizeof(mjtNum));
}

void lb_resetHistory(const mjModel* m, mjData* d) {
  if (!m->nhistory) {
    return;
  }
  mjtNum timestep = m->opt.timestep;
  if (timestep <= 0) {
    lb_error("mj_resetData: history buffers require positive timestep, got %g", timestep);
  }
  for (int i = 0; i < m->nactuator; i++) {
    int sampleCount = m->actuator_history[2 * i];
    if (sampleCount > 0) {
      resetBuffer(d->history + m->actuator_historyadr[i], sampleCount, 1, 0, 0, timestep);
    }
  }
  for (int i = 0; i < m->nsensor; i++) {
    int sampleCount = m->sensor_history[2 * i];
    if (sampleCount > 0) {
      mjtNum period = m->sensor_interval[2 * i], phase = m->sensor_interval[2 * i + 1];
      mjtNum last = phase < 0 ? phase : -(period > 0 ? period : timestep);
      resetBuffer(d->history + m->sensor_historyadr[i], sampleCount, m->sensor_dim[i], last, period,
                  timestep);
    }
  }
}

// Replaces the samples of a buffer, oldest first; times NULL keeps the times.
static void initBuffer(const char* function, mjtNum* buffer, int sampleCount, int dim,
                       const mjtNum* times, const mjtNum* values) {
  mjtNum* bufferTimes = buffer + LB_HISTORY_HEAD;
  const mjtNum* checked = times ? times : bufferTimes;
  for (int i = 0; i + 1 < sampleCount; i++) {
    if (!(checked[i] < checked[i + 1])) {
      lb_error("%s: times must be strictly increasing, got times[%d]=%g >= times[%d]=%g", function,
               i, checked[i], i + 1, checked[i + 1]);
    }
  }
  if (times) {
    memcpy(bufferTimes, times, (size_t)sampleCount * sizeof(mjtNum));
  }
  memcpy(bufferTimes + sampleCount, values, (size_t)sampleCount * (size_t)dim * sizeof(mjtNum));
  buffer[1] = sampleCount - 1;
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                        const mjtNum* values) {
  LB_REQUIRE(m && d);
  if (id < 0 || id >= m->nactuator) {
    lb_complain("mj_initCtrlHistory: invalid actuator id %d", id);
    return;
  }
  int sampleCount = m->actuator_history[2 * id];
  if (sampleCount <= 0) {
    lb_complain("mj_initCtrlHistory: actuator %d has no history buffer", id);
    return;
  }
  LB_REQUIRE(values);
  initBuffer("mj_initCtrlHistory", d->history + m->actuator_historyadr[id], sampleCount, 1, times,
             values);
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                          const mjtNum* values, mjtNum phase) {
  LB_REQUIRE(m && d);
  if (id < 0 || id >= m->nsensor) {
    lb_complain("mj_initSensorHistory: invalid sensor id %d", id);
    return;
  }
  int sampleCount = m->sensor_history[2 * id];
  if (sampleCount <= 0) {
    lb_complain("mj_initSensorHistory: sensor %d has no history buffer", id);
    return;
  }
  LB_REQUIRE(values);
  mjtNum* buffer = d->history + m->sensor_historyadr[id];
  initBuffer("mj_initSensorHistory", buffer, sampleCount, m->sensor_dim[id], times, values);
  buffer[0] = phase;
}

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  LB_REQUIRE(m && d);
  if (id < 0 || id >= m->nactuator) {
    lb_complain("mj_readCtrl: invalid actuator id %d", id);
    return 0;
  }
  int sampleCount = m->actuator_history[2 * id];
  if (sampleCount <= 0) {
    return d->ctrl[m->actuator_ctrladr[id]];
  }
  if (interp < 0) {
    interp = m->actuator_history[2 * id + 1];
  }
  mjtNum value;
  return *lb_historyRead(d->history + m->actuator_historyadr[id], sampleCount, 1, &value,
                         time - m->actuator_delay[id], interp);
}

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result,
                            int interp) {
  LB_REQUIRE(m && d);
  if (id < 0 || id >= m->nsensor) {
    lb_complain("mj_readSensor: invalid sensor id %d", id);
    return NULL;
  }
  int sampleCount = m->sensor_history[2 * id];
  if (sampleCount <= 0) {
    return d->sensordata + m->sensor_adr[id];
  }
  if (interp < 0) {
    interp = m->sensor_history[2 * id + 1];
  }
  return lb_historyRead(d->history + m->sensor_historyadr[id], sampleCount, m->sensor_dim[id],
                        result, time - m->sensor_delay[id], interp);
}

void lb_delayedCtrl(const mjModel* m, const mjData* d, int actuatorId, mjtNum* ctrl) {
  // only the first input has a history
  int address = m->actuator_ctrladr[actuatorId], count = m->actuator_ctrlnum[actuatorId];
  for (int i = 0; i < count; i++) {
    ctrl[i] = d->ctrl[address + i];
  }
  if (count > 0 && m->actuator_history[2 * actuatorId] > 0 && m->actuator_delay[actuatorId] != 0) {
    ctrl[0] = mj_readCtrl(m, d, actuatorId, d->time, -1);
  }
}
