// mju_threadpool: one mjData is simulated by one thread. Programs that want more processors
// simulate several mjData, in workers (the module) or threads of their own (natively).

#include "api/mju_functions.h"
#include "base/error.h"

void mju_threadpool(mjData* d, int nthread) {
  if (nthread > 0) {
    lb_error("mju_threadpool: threads inside one mjData are not available (%d asked for)", nthread);
  }
  d->threadpool = 0;
}
