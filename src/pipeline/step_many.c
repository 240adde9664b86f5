// The loop over steps that callers in other languages would pay for call by call.

#include "pipeline/step_many.h"

#include "api/mj_functions.h"

void lb_stepMany(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) {
    mj_step(m, d);
  }
}
