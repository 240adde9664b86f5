// Dual solvers.

#include "constraint/dual.h"

#include "base/error.h"

int lb_solvePGS(lbProblem* p) {
  (void)p;
  lb_error("the PGS solver is not implemented yet");
}

int lb_solveNoslip(lbProblem* p, int iteration) {
  (void)p, (void)iteration;
  lb_error("the noslip solver is not implemented yet");
}
