// Not written yet.

#include "dynamics/derivative.h"
#include "api/mj_functions.h"
#include "base/error.h"

void lb_smoothVelocityDerivative(const mjModel* m, mjData* d, bool withBias) {
  (void)m;
  (void)d;
  (void)withBias;
  lb_error("lb_smoothVelocityDerivative is not implemented yet");
}
