// Feasible length range of actuators, by pushing each of them both ways in a damped simulation.

#include "compile/length_range.h"

#include "base/error.h"
#include "compile/compile.h"

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                      int error_sz) {
  lb_error("mj_setLengthRange is not implemented yet");
}

void lb_setLengthRanges(lbCompiler* c) {
}
