// Rollouts: the loop over steps that callers in other languages would pay for call by call.

#include "pipeline/rollout.h"

#include "api/mj_functions.h"
#include "api/mju_functions.h"

void lb_stepMany(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) {
    mj_step(m, d);
  }
}

// Whether the simulation went bad and was reset by itself.
static bool diverged(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number ||
         d->warning[mjWARN_BADQACC].number;
}

int lb_rollout(const mjModel* m, mjData* d, const mjtNum* initial, int nstep, const mjtNum* control,
               mjtNum* state, mjtNum* sensordata) {
  int size = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  int nu = (int)m->nu, nsensor = (int)m->nsensordata;
  mj_resetData(m, d);
  mj_setState(m, d, initial, mjSTATE_FULLPHYSICS);
  int good = 0;
  for (int i = 0; i < nstep; i++) {
    if (control) {
      mju_copy(d->ctrl, control + (size_t)i * (size_t)nu, nu);
    }
    if (good == i) {
      mj_step(m, d);
      good += !diverged(d);
    }
    bool repeat = good <= i && i > 0;
    if (state) {
      mjtNum* row = state + (size_t)i * (size_t)size;
      if (repeat) {
        mju_copy(row, row - size, size);
      } else {
        mj_getState(m, d, row, mjSTATE_FULLPHYSICS);
      }
    }
    if (sensordata) {
      mjtNum* row = sensordata + (size_t)i * (size_t)nsensor;
      mju_copy(row, repeat ? row - nsensor : d->sensordata, nsensor);
    }
  }
  return good;
}
