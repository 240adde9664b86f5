// Warnings of a simulation: counted in mjData, reported once until the next reset.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/compiler.h"
#include "base/error.h"

void mj_warning(mjData* d, int warning, int info) {
  LB_REQUIRE(d);
  if (warning < 0 || warning >= mjNWARNING) {
    lb_complain("mj_warning: invalid warning type %d", warning);
    return;
  }
  if (LB_THREADS && d->threadlock) {
    // warnings come in the order of one thread: see data/threadpool.h
    lb_error("mj_warning: called by one of several threads");
  }
  if (d->warning[warning].number == 0) {
    lb_warning("%s Time = %.4f.", mju_warningText(warning, (size_t)info), d->time);
  }
  d->warning[warning].lastinfo = info;
  d->warning[warning].number++;
}
