// Constraint space seen through the inverse inertia: A = J inv(M) J'.

#include "constraint/project.h"

#include "api/mj_functions.h"
#include "base/error.h"

void lb_exactDiagonal(const mjModel* m, mjData* d, mjtNum* diagonal) {
  (void)m, (void)d, (void)diagonal;
  lb_error("exact diagonal of the constraint inertia is not implemented yet");
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  if (d->nefc && mj_isDual(m)) {
    lb_error("mj_projectConstraint is not implemented yet");
  }
}
