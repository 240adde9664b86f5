// Not written yet.

#include "api/mj_functions.h"
#include "base/error.h"

void mj_passive(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  lb_error("mj_passive is not implemented yet");
}
