// Sensor stages: which sensors to compute, delays and intervals, cutoffs, user and plugin sensors.
//
// A sensor with a delay shows a past sample from its history. One with an interval shows its last
// sample, except when a new one is due. Samples are recorded at the end of a step
// (pipeline/history.c). Sensors of sleeping objects keep their value.

#include "sensor/sensor.h"

#include <limits.h>
#include <string.h>

#include "api/callbacks.h"
#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/history.h"
#include "data/plugins.h"
#include "data/threadpool.h"
#include "math/inline.h"
#include "model/options.h"
#include "sensor/internal.h"

// Limits the values of a sensor to its cutoff.
static void applyCutoff(const mjModel* m, int id, mjtNum* value) {
  mjtNum cutoff = m->sensor_cutoff[id];
  int type = m->sensor_type[id];
  if (cutoff <= 0 || type == mjSENS_CONTACT || type == mjSENS_GEOMFROMTO) {
    return;
  }
  int dim = m->sensor_dim[id];
  if (m->sensor_datatype[id] == mjDATATYPE_REAL) {
    for (int i = 0; i < dim; i++) {
      value[i] = lb_clip(value[i], -cutoff, cutoff);
    }
  } else if (m->sensor_datatype[id] == mjDATATYPE_POSITIVE) {
    for (int i = 0; i < dim; i++) {
      value[i] = lb_min(cutoff, value[i]);
    }
  }
}

static bool isExternal(const mjModel* m, int id) {
  return m->sensor_type[id] == mjSENS_USER || m->sensor_type[id] == mjSENS_PLUGIN;
}

// What several sensors read and no stage has made: the first that needs it does.
static void makeInputs(const mjModel* m, mjData* d, int id) {
  switch (m->sensor_type[id]) {
    case mjSENS_E_POTENTIAL:
      if (!d->flg_energypos) {
        mj_energyPos(m, d);
      }
      break;
    case mjSENS_E_KINETIC:
      if (!d->flg_energyvel) {
        mj_energyVel(m, d);
      }
      break;
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
      if (!d->flg_subtreevel) {
        mj_subtreeVel(m, d);
      }
      break;
    case mjSENS_ACCELEROMETER:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
      if (!d->flg_rnepost) {
        mj_rnePostConstraint(m, d);
      }
      break;
    default:
      break;
  }
}

static void findValue(const mjModel* m, mjData* d, int id, lbSeparations* known, mjtNum* value) {
  // callbacks and plugins write into sensordata only
  if (isExternal(m, id)) {
    memcpy(value, d->sensordata + m->sensor_adr[id], (size_t)m->sensor_dim[id] * sizeof(mjtNum));
    return;
  }
  makeInputs(m, d, id);
  switch (m->sensor_needstage[id]) {
    case mjSTAGE_POS:
      lb_positionSensor(m, d, id, known, value);
      break;
    case mjSTAGE_VEL:
      lb_velocitySensor(m, d, id, value);
      break;
    case mjSTAGE_ACC:
      lb_accelerationSensor(m, d, id, value);
      break;
    default:
      lb_error("sensor %d: unknown stage %d", id, m->sensor_needstage[id]);
  }
  applyCutoff(m, id, value);
}

void lb_sensorValue(const mjModel* m, mjData* d, int id, mjtNum* value) {
  lbSeparations none;
  none.count = 0;
  findValue(m, d, id, &none, value);
}

// Whether an object is awake, static or asleep; what is missing is static.
static int sleepState(const mjModel* m, const mjData* d, int type, int object) {
  if (object < 0) {
    return mjS_STATIC;
  }
  if (type == mjOBJ_TENDON) {
    return lb_tendonAsleep(m, d, object) ? mjS_ASLEEP : mjS_AWAKE;
  }
  if (type == mjOBJ_ACTUATOR) {
    return lb_actuatorAsleep(m, d, object) ? mjS_ASLEEP : mjS_AWAKE;
  }
  int body = lb_objectBody(m, type, object);
  return body > 0 ? d->body_awake[body] : mjS_STATIC;
}

// Does the sensor keep its value because what it measures sleeps?
static bool keepsValue(const mjModel* m, const mjData* d, int id) {
  switch (m->sensor_type[id]) {
    case mjSENS_RANGEFINDER:
    case mjSENS_CLOCK:
    case mjSENS_E_POTENTIAL:
    case mjSENS_E_KINETIC:
    case mjSENS_USER:
    case mjSENS_PLUGIN:
      return false;
    case mjSENS_CONTACT:
      if (m->sensor_objtype[id] == mjOBJ_SITE) {
        return false;
      }
      break;
    default:
      break;
  }
  // COMPAT: SLEEP-29: alone, what is static is measured; of two, one has to be awake
  int state = sleepState(m, d, m->sensor_objtype[id], m->sensor_objid[id]);
  int refState = sleepState(m, d, m->sensor_reftype[id], m->sensor_refid[id]);
  if (m->sensor_objid[id] < 0 || m->sensor_refid[id] < 0) {
    return state == mjS_ASLEEP || refState == mjS_ASLEEP;
  }
  return state != mjS_AWAKE && refState != mjS_AWAKE;
}

// Does the sensor show a sample from its history?
static bool showsPast(const mjModel* m, const mjData* d, int id) {
  if (m->sensor_history[2 * id] <= 0) {
    return false;
  }
  mjtNum period = m->sensor_interval[2 * id];
  bool held = period > 0 && d->time < d->history[m->sensor_historyadr[id]] + period;
  return m->sensor_delay[id] > 0 || held;
}

// Present or past value of a sensor into sensordata.
static void updateSensor(const mjModel* m, mjData* d, int id, lbSeparations* known) {
  mjtNum* value = d->sensordata + m->sensor_adr[id];
  if (!showsPast(m, d, id)) {
    findValue(m, d, id, known, value);
    return;
  }
  const mjtNum* sample = mj_readSensor(m, d, id, d->time, value, -1);
  if (sample != value) {
    memcpy(value, sample, (size_t)m->sensor_dim[id] * sizeof(mjtNum));
  }
}

// Is the sensor one of the stage that is to be computed here?
static inline bool isDue(const mjModel* m, const mjData* d, int id, int stage, bool filter) {
  return m->sensor_needstage[id] == stage && !isExternal(m, id) &&
         (!filter || !keepsValue(m, d, id));
}

// The sensors of a stage.
typedef struct Due_ {
  int stage;
  bool filter;  // something sleeps
} Due;

static void updateShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  const Due* due = context;
  lbSeparations known;
  known.count = 0;
  for (int i = first; i < end; i++) {
    if (isDue(m, own, i, due->stage, due->filter)) {
      updateSensor(m, own, i, &known);
    }
  }
}

enum { FEWEST_SENSORS = 32 };

// Threads find what sensors need made: it is that of all.
static void updateSensors(const mjModel* m, mjData* d, int stage) {
  int sensorCount = (int)m->nsensor, dueCount = 0;
  Due due = {stage, lb_sleepFilter(m, d)};
  for (int i = 0; lb_hasThreads(d) && i < sensorCount; i++) {
    if (isDue(m, d, i, stage, due.filter)) {
      dueCount++;
      if (!showsPast(m, d, i)) {
        makeInputs(m, d, i);
      }
    }
  }
  lb_forItems(m, d, sensorCount, dueCount < FEWEST_SENSORS ? INT_MAX : 0, updateShare, &due);
}

static void runPlugins(const mjModel* m, mjData* d, int stage) {
  int pluginCount = (int)m->nplugin;
  for (int i = 0; i < pluginCount; i++) {
    int needed = lb_requirePlugin(m, i, "sensors")->needstage;
    if (needed == stage || (needed == mjSTAGE_NONE && stage == mjSTAGE_VEL)) {
      lb_computePlugin(m, d, i, mjPLUGIN_SENSOR, "sensors");
    }
  }
}

static void runStage(const mjModel* m, mjData* d, int stage) {
  if (m->nsensor == 0 || lb_disabled(m, mjDSBL_SENSOR)) {
    return;
  }
  int sensorCount = (int)m->nsensor;
  bool user = false, plugin = false;
  for (int i = 0; i < sensorCount; i++) {
    plugin |= m->sensor_type[i] == mjSENS_PLUGIN;
    user |= m->sensor_type[i] == mjSENS_USER && m->sensor_needstage[i] == stage;
  }
  updateSensors(m, d, stage);

  // user and plugin sensors are written from outside, then cut off here; the callback finds
  // whatever its stage can offer
  if (user && stage == mjSTAGE_VEL && !d->flg_subtreevel) {
    mj_subtreeVel(m, d);
  }
  if (user && stage == mjSTAGE_ACC && !d->flg_rnepost) {
    mj_rnePostConstraint(m, d);
  }
  if (user && mjcb_sensor) {
    mjcb_sensor(m, d, stage);
  }
  if (plugin) {
    runPlugins(m, d, stage);
  }
  for (int i = 0; (user || plugin) && i < sensorCount; i++) {
    if (isExternal(m, i) && m->sensor_needstage[i] == stage) {
      applyCutoff(m, i, d->sensordata + m->sensor_adr[i]);
    }
  }
}

void mj_sensorPos(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  runStage(m, d, mjSTAGE_POS);
}

void mj_sensorVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  runStage(m, d, mjSTAGE_VEL);
}

void mj_sensorAcc(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  runStage(m, d, mjSTAGE_ACC);
}
