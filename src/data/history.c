// Not written yet.

#include "data/history.h"
#include "api/mj_functions.h"
#include "base/error.h"

void lb_resetHistory(const mjModel* m, mjData* d) {
  (void)d;
  if (m->nhistory) {
    lb_error("lb_resetHistory is not implemented yet");
  }
}

void lb_advanceHistory(const mjModel* m, mjData* d) {
  (void)d;
  if (m->nhistory) {
    lb_error("lb_advanceHistory is not implemented yet");
  }
}

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  (void)m;
  (void)d;
  (void)id;
  (void)time;
  (void)interp;
  lb_error("mj_readCtrl is not implemented yet");
}

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result, int interp) {
  (void)m;
  (void)d;
  (void)id;
  (void)time;
  (void)result;
  (void)interp;
  lb_error("mj_readSensor is not implemented yet");
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values) {
  (void)m;
  (void)d;
  (void)id;
  (void)times;
  (void)values;
  lb_error("mj_initCtrlHistory is not implemented yet");
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times, const mjtNum* values, mjtNum phase) {
  (void)m;
  (void)d;
  (void)id;
  (void)times;
  (void)values;
  (void)phase;
  lb_error("mj_initSensorHistory is not implemented yet");
}
