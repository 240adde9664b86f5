// mjData at the start of a simulation: made, reset, put into a keyframe.
//
// Clearing is data/data.c's. What makes a reset part of the pipeline is a start asleep: trees with
// policy mjSLEEP_INIT sleep from the first moment, and which of them form one sleeping island shows
// only after a forward pass.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/awake.h"
#include "data/data.h"
#include "model/fields.h"
#include "model/options.h"
#include "pipeline/sleep.h"
#include "plugin/registry.h"

// Puts trees with policy mjSLEEP_INIT to sleep, when sleeping is enabled.
static void sleepAtStart(const mjModel* m, mjData* d) {
  int wanted = 0;
  for (int t = 0; lb_enabled(m, mjENBL_SLEEP) && t < m->ntree; t++) {
    wanted += m->tree_sleep_policy[t] == mjSLEEP_INIT;
  }
  if (!wanted) {
    // COMPAT: SLEEP-START-POSES: with sleep enabled poses and tendons of the initial configuration
    // are ready
    if (lb_enabled(m, mjENBL_SLEEP)) {
      mj_fwdKinematics(m, d);
    }
    return;
  }

  // find the islands of the initial configuration, then let those sleep at once
  mj_forward(m, d);
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT) {
      d->tree_asleep[t] = -1;
    }
  }
  int asleep = lb_sleepIslands(m, d);
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT && !lb_isAsleep(d, t)) {
      int body = m->tree_bodyadr[t];
      const char* name = mj_id2name(m, mjOBJ_BODY, body);
      lb_error(
          "%d trees were marked as sleep='init' but only %d could be slept.\n"
          "Body '%s' (id=%d) is the root of the first tree that could not be slept: it touches one "
          "that is not marked, or islands are off",
          wanted, asleep, name ? name : "", body);
    }
  }

  // COMPAT: SLEEP-START-ROWS: contacts are listed, the rows of this pass are not
  lb_clearRows(d);

  // what rests from the start has no acceleration. COMPAT: SLEEP-16: nothing has a smooth one yet
  memset(d->qfrc_smooth, 0, sizeof(mjtNum) * (size_t)m->nv);
  memset(d->qacc_smooth, 0, sizeof(mjtNum) * (size_t)m->nv);
  for (int i = 0; i < m->nv; i++) {
    if (lb_isAsleep(d, m->dof_treeid[i])) {
      d->qacc[i] = 0;
    }
  }
}

void mj_resetData(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_clearData(m, d, 0);
  sleepAtStart(m, d);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  LB_REQUIRE(m && d);
  lb_clearData(m, d, debug_value);
  sleepAtStart(m, d);
}

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  LB_REQUIRE(m && d);
  mj_resetData(m, d);
  if (key < 0 || key >= m->nkey) {
    return;
  }
  d->time = m->key_time[key];
  memcpy(d->qpos, m->key_qpos + key * m->nq, sizeof(mjtNum) * (size_t)m->nq);
  memcpy(d->qvel, m->key_qvel + key * m->nv, sizeof(mjtNum) * (size_t)m->nv);
  memcpy(d->act, m->key_act + key * m->na, sizeof(mjtNum) * (size_t)m->na);
  memcpy(d->mocap_pos, m->key_mpos + 3 * key * m->nmocap, 3 * sizeof(mjtNum) * (size_t)m->nmocap);
  memcpy(d->mocap_quat, m->key_mquat + 4 * key * m->nmocap, 4 * sizeof(mjtNum) * (size_t)m->nmocap);
  memcpy(d->ctrl, m->key_ctrl + key * m->nu, sizeof(mjtNum) * (size_t)m->nu);
}

typedef struct NewData_ {
  const mjModel* m;
  mjData* d;
} NewData;

static void startNew(void* context) {
  NewData* made = context;
  lb_startData(made->m, made->d);
  sleepAtStart(made->m, made->d);
}

// Raises an error when the sizes of a model leave no room for any data.
static void checkSizes(void* context) {
  const mjModel* m = context;
  lb_bufferBytes(lb_dataFields, lb_dataFieldCount, m);
  if (m->narena < 0 || m->nplugin < 0 || m->nplugin > INT32_MAX) {
    lb_error("size of the arena or number of plugins is impossible");
  }
}

mjData* mj_makeData(const mjModel* m) {
  if (!m) {
    return NULL;
  }
  if (!lb_protect(checkSizes, (void*)m)) {
    lb_warning("mj_makeData: invalid model, %s", lb_lastError());
    return NULL;
  }
  lb_registerBuiltins();
  NewData made = {m, lb_newData(m)};
  if (m->buffer && !lb_protect(startNew, &made)) {
    mj_deleteData(made.d);
    lb_raiseAgain();
  }
  return made.d;
}
