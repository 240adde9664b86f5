// Not written yet.

#include "dynamics/actuation.h"
#include "api/mj_functions.h"
#include "base/error.h"

void mj_fwdActuation(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  lb_error("mj_fwdActuation is not implemented yet");
}

mjtNum lb_nextActivation(const mjModel* m, const mjData* d, int actuatorId, int actAdr, mjtNum actDot) {
  (void)m;
  (void)d;
  (void)actuatorId;
  (void)actAdr;
  (void)actDot;
  lb_error("lb_nextActivation is not implemented yet");
}
