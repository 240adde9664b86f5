// What a batch does with its rows: steps, forward passes, resets.

#include "api/mj_functions.h"
#include "base/error.h"
#include "batch/noise.h"
#include "batch/row.h"

#include <string.h>

// One call: where it is, and what each simulation goes through.
typedef struct Call_ {
  lbBatch* b;
  mjModel* m;
  mjData* d;
  int first, count;
  const unsigned char* mask;
  const lbBatchRun* run;
  const lbBatchStart* start;
  bool renew;
  void (*body)(struct Call_* call, int index);
  int next;  // simulation of the range that is under way
} Call;

static void forEach(void* context) {
  Call* call = context;
  for (; call->next < call->count; call->next++) {
    if (!call->mask || call->mask[call->next]) {
      call->body(call, call->first + call->next);
    }
  }
}

// Runs the body for all simulations of the range; what fails is marked and left as it was.
static int runAll(const char* function, Call* call) {
  LB_REQUIRE(call->b && call->m && call->d);
  lb_checkRange(call->b, function, call->first, call->count);
  int failures = 0;
  size_t stack = call->d->pstack, base = call->d->pbase;
  while (!lb_protect(forEach, call)) {
    call->d->pstack = stack;
    call->d->pbase = base;
    unsigned char* status = lb_rowOf(&call->b->entries[call->b->status], call->first + call->next);
    *status = lbBATCH_FAILED;
    failures++;
    call->next++;
  }
  if (call->b->varied) {
    lb_batchRestore(call->b, call->m);
  }
  return failures;
}

// --- steps

static void record(const Call* call, int index, int step, bool repeat) {
  const lbBatchRun* run = call->run;
  for (int k = 0; k < run->nrecord; k++) {
    const lbBatchEntry* entry = &call->b->entries[run->record[k]];
    size_t bytes = entry->place.bytes;
    size_t at = (size_t)(index - call->first) * (size_t)run->nstep + (size_t)step;
    char* row = (char*)run->into[k] + at * bytes;
    if (repeat && step > 0) {
      memcpy(row, row - bytes, bytes);
    } else if (repeat) {
      memcpy(row, lb_rowOf(entry, index), bytes);
    } else {
      lb_copyOutput(entry, call->m, call->d, row);
    }
  }
}

static const mjtNum* controlsOf(const Call* call, int index, int step) {
  const lbBatchRun* run = call->run;
  size_t at = (size_t)(index - call->first) * (size_t)run->nstep + (size_t)step;
  return run->ctrl ? run->ctrl + at * (size_t)call->m->nu : NULL;
}

static void stepOne(Call* call, int index) {
  const lbBatchRun* run = call->run;
  mjData* d = call->d;
  int* good = lb_rowOf(&call->b->entries[call->b->steps], index);
  lb_loadRow(call->b, call->m, d, index, false);
  bool ended = run->stop && lb_hasDiverged(d);
  int steps = 0;
  for (int i = 0; i < run->nstep; i++) {
    const mjtNum* ctrl = controlsOf(call, index, i);
    if (ctrl && !ended) {
      memcpy(d->ctrl, ctrl, (size_t)call->m->nu * sizeof(mjtNum));
    }
    if (!ended) {
      mj_step(call->m, d);
      ended = run->stop && lb_hasDiverged(d);
      steps += !lb_hasDiverged(d);
    }
    // what diverges stays at its last good state
    if (run->stop && !ended) {
      lb_storeRow(call->b, call->m, d, index);
    }
    record(call, index, i, ended);
  }
  if (!run->stop) {
    lb_storeRow(call->b, call->m, d, index);
  } else if (ended) {
    lb_storeWarnings(call->b, d, index);
  }
  *good = steps;
}

int lb_batchRollout(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                    const unsigned char* mask, const lbBatchRun* run) {
  LB_REQUIRE(b && run);
  for (int k = 0; k < run->nrecord; k++) {
    int index = run->record[k];
    if (index < 0 || index >= b->entryCount || b->entries[index].shown.part > lbBATCH_OUTPUT) {
      lb_error("lb_batchRollout: field %d is neither part of the state nor kept", index);
    }
  }
  Call call = {.b = b, .m = m, .d = d, .first = first, .count = count, .mask = mask, .run = run};
  call.body = stepOne;
  return runAll("lb_batchRollout", &call);
}

int lb_batchStep(lbBatch* b, mjModel* m, mjData* d, int first, int count, const unsigned char* mask,
                 int nstep) {
  lbBatchRun run = {.nstep = nstep};
  return lb_batchRollout(b, m, d, first, count, mask, &run);
}

// --- forward

static void forwardOne(Call* call, int index) {
  lb_loadRow(call->b, call->m, call->d, index, call->renew);
  if (!call->renew) {
    mj_forward(call->m, call->d);
    lb_storeRow(call->b, call->m, call->d, index);
  }
}

int lb_batchForward(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                    const unsigned char* mask) {
  Call call = {.b = b, .m = m, .d = d, .first = first, .count = count, .mask = mask};
  call.body = forwardOne;
  return runAll("lb_batchForward", &call);
}

int lb_batchSetConst(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                     const unsigned char* mask) {
  Call call = {.b = b, .m = m, .d = d, .first = first, .count = count, .mask = mask};
  call.body = forwardOne;
  call.renew = true;
  return runAll("lb_batchSetConst", &call);
}

// --- reset

static void resetOne(Call* call, int index) {
  lbBatch* b = call->b;
  mjModel* m = call->m;
  mjData* d = call->d;
  const lbBatchStart* start = call->start;
  unsigned* resets = lb_rowOf(&b->entries[b->resets], index);
  lb_loadRow(b, m, d, index, false);
  mj_resetDataKeyframe(m, d, start->key);
  lbNoise noise = {.seed = {start->seed[0], start->seed[1]},
                   .stream = {(unsigned)(start->first + index), *resets},
                   .uniform = start->uniform};
  lb_addNoise(m, d, &noise, start->noise_qpos, start->noise_qvel);
  mj_forward(m, d);
  lb_storeRow(b, m, d, index);
  ++*resets;
}

int lb_batchReset(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                  const unsigned char* mask, const lbBatchStart* start) {
  LB_REQUIRE(b && start);
  if (start->key < -1 || start->key >= b->m->nkey) {
    lb_error("lb_batchReset: there is no keyframe %d, the model has %d", start->key,
             (int)b->m->nkey);
  }
  Call call = {.b = b, .m = m, .d = d, .first = first, .count = count, .mask = mask};
  call.start = start;
  call.body = resetOne;
  return runAll("lb_batchReset", &call);
}
