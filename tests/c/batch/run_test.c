// Batches: their rows are what a loop over simulations of their own gives, bit for bit.

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/batch.h"
#include "api/limber.h"
#include "bodies_support.h"

enum { COUNT = 6, STEPS = 40 };

static const char armXml[] =
    "<mujoco><option timestep='.005'/><worldbody><geom type='plane' size='2 2 .1'/>"
    "<body pos='0 0 .4'><freejoint/><geom size='.1 .05 .05' type='box'/>"
    "<body pos='.2 0 0'><joint name='hinge' axis='0 1 0' damping='.1' range='-1 1' limited='true'/>"
    "<geom size='.05' pos='.2 0 0' mass='1'/></body></body></worldbody>"
    "<actuator><motor joint='hinge'/></actuator>"
    "<sensor><jointpos joint='hinge'/><jointvel joint='hinge'/></sensor>"
    "<keyframe><key time='2' qpos='0 0 1 1 0 0 0 .3'/></keyframe></mujoco>";

static mjtNum* rows(lbBatch* b, const char* name) {
  int index = lb_batchFind(b, name);
  assert_true(index >= 0);
  return lb_batchField(b, index)->rows;
}

static mjtNum* row(lbBatch* b, const char* name, int simulation) {
  return rows(b, name) + simulation * lb_batchField(b, lb_batchFind(b, name))->width;
}

// Compares a row with data.
static void assertSame(lbBatch* b, int simulation, const mjModel* m, const mjData* d) {
  assert_memory_equal(row(b, "qpos", simulation), d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  assert_memory_equal(row(b, "qvel", simulation), d->qvel, sizeof(mjtNum) * (size_t)m->nv);
  assert_memory_equal(row(b, "qacc_warmstart", simulation), d->qacc_warmstart,
                      sizeof(mjtNum) * (size_t)m->nv);
  assert_memory_equal(row(b, "sensordata", simulation), d->sensordata,
                      sizeof(mjtNum) * (size_t)m->nsensordata);
  assert_true(*row(b, "time", simulation) == d->time);
}

static void steps_are_those_of_a_plain_loop(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, COUNT);
  lb_batchKeep(b, "sensordata");
  for (int i = 0; i < COUNT; i++) {
    *row(b, "ctrl", i) = 0.1 * i;
  }
  for (int i = 0; i < STEPS; i++) {
    assert_int_equal(lb_batchStep(b, s.m, s.d, 0, COUNT, NULL, 1), 0);
  }
  for (int i = 0; i < COUNT; i++) {
    mjData* d = mj_makeData(s.m);
    mj_forward(s.m, d);
    d->ctrl[0] = 0.1 * i;
    for (int k = 0; k < STEPS; k++) {
      mj_step(s.m, d);
    }
    assertSame(b, i, s.m, d);
    mj_deleteData(d);
  }
  lb_deleteBatch(b);
  freeScene(s);
}

static void varied_parameters_are_those_of_a_model_each(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, COUNT);
  lb_batchKeep(b, "sensordata");
  lb_batchVary(b, "body_mass");
  lb_batchVary(b, "geom_friction");
  lb_batchVary(b, "opt.timestep");
  for (int i = 0; i < COUNT; i++) {
    row(b, "body_mass", i)[2] *= 1 + 0.2 * i;
    row(b, "geom_friction", i)[0] = 0.2 * i;
    *row(b, "opt.timestep", i) = 0.004 + 0.0005 * i;
  }
  mjtNum mass = s.m->body_mass[2], weight = s.m->body_invweight0[4];
  assert_int_equal(lb_batchStep(b, s.m, s.d, 0, COUNT, NULL, STEPS), 0);
  assert_true(s.m->body_mass[2] == mass && s.m->body_invweight0[4] == weight);
  for (int i = 0; i < COUNT; i++) {
    mjModel* m = mj_copyModel(NULL, s.m);
    mjData* d = mj_makeData(m);
    m->body_mass[2] *= 1 + 0.2 * i;
    m->geom_friction[0] = 0.2 * i;
    m->opt.timestep = 0.004 + 0.0005 * i;
    mj_setConst(m, d);
    mj_resetData(m, d);
    // the constants of the start are those of the model without changes
    mj_forward(s.m, d);
    for (int k = 0; k < STEPS; k++) {
      mj_step(m, d);
    }
    assertSame(b, i, m, d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  lb_deleteBatch(b);
  freeScene(s);
}

static void only_what_the_mask_names_is_stepped(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, COUNT);
  unsigned char mask[COUNT] = {0, 1, 0, 0, 1, 0};
  lb_batchStep(b, s.m, s.d, 0, COUNT, mask, 2);
  for (int i = 0; i < COUNT; i++) {
    assert_true((*row(b, "time", i) > 0) == (mask[i] != 0));
  }
  lb_batchStep(b, s.m, s.d, 2, 2, NULL, 1);
  assert_true(*row(b, "time", 2) == s.m->opt.timestep && *row(b, "time", 5) == 0);
  lb_deleteBatch(b);
  freeScene(s);
}

static void what_diverges_is_marked_and_alone(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, 3);
  row(b, "qvel", 1)[6] = NAN;
  lb_batchStep(b, s.m, s.d, 0, 3, NULL, 5);
  const unsigned char* status = lb_batchField(b, lb_batchFind(b, "status"))->rows;
  assert_int_equal(status[0], lbBATCH_GOOD);
  assert_int_equal(status[1], lbBATCH_DIVERGED);
  assert_memory_equal(row(b, "qpos", 0), row(b, "qpos", 2), sizeof(mjtNum) * (size_t)s.m->nq);
  const int* steps = lb_batchField(b, lb_batchFind(b, "steps"))->rows;
  assert_int_equal(steps[0], 5);
  assert_int_equal(steps[1], 0);
  lbBatchStart start = {.key = -1};
  lb_batchReset(b, s.m, s.d, 1, 1, NULL, &start);
  assert_int_equal(status[1], lbBATCH_GOOD);
  lb_deleteBatch(b);
  freeScene(s);
}

static void a_rollout_records_and_stops(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, 2);
  int record[2] = {lb_batchFind(b, "qpos"), lb_batchKeep(b, "sensordata")};
  int nq = (int)s.m->nq;
  mjtNum* qpos = calloc(2 * STEPS * (size_t)nq, sizeof(mjtNum));
  mjtNum sensors[2 * STEPS * 2], ctrl[2 * STEPS] = {0};
  ctrl[STEPS + 10] = 9e9;
  void* const into[2] = {qpos, sensors};
  lbBatchRun run = {
      .nstep = STEPS, .stop = 1, .ctrl = ctrl, .nrecord = 2, .record = record, .into = into};
  assert_int_equal(lb_batchRollout(b, s.m, s.d, 0, 2, NULL, &run), 0);
  const int* steps = lb_batchField(b, lb_batchFind(b, "steps"))->rows;
  assert_int_equal(steps[0], STEPS);
  assert_true(steps[1] >= 10 && steps[1] < STEPS);
  mjtNum* last = qpos + (size_t)(STEPS + steps[1] - 1) * (size_t)nq;
  assert_memory_equal(last, qpos + (size_t)(2 * STEPS - 1) * (size_t)nq, sizeof(mjtNum) * 8);
  assert_memory_equal(last, row(b, "qpos", 1), sizeof(mjtNum) * 8);
  assert_memory_equal(qpos + (STEPS - 1) * nq, row(b, "qpos", 0), sizeof(mjtNum) * 8);
  free(qpos);
  lb_deleteBatch(b);
  freeScene(s);
}

static void resets_are_those_of_the_model_and_noise_has_no_order(void** state) {
  Scene s = loadScene(armXml);
  lbBatch *one = lb_makeBatch(s.m, COUNT), *other = lb_makeBatch(s.m, COUNT);
  lbBatchStart start = {
      .key = 0, .noise_qpos = 0.1, .noise_qvel = 0.5, .seed = {7, 0}, .uniform = 0};
  assert_int_equal(lb_batchReset(one, s.m, s.d, 0, COUNT, NULL, &start), 0);
  for (int i = COUNT - 1; i >= 0; i--) {
    lb_batchReset(other, s.m, s.d, i, 1, NULL, &start);
  }
  size_t bytes = sizeof(mjtNum) * (size_t)s.m->nq * COUNT;
  assert_memory_equal(rows(one, "qpos"), rows(other, "qpos"), bytes);
  assert_memory_not_equal(row(one, "qpos", 0), row(one, "qpos", 1), bytes / COUNT);
  assert_true(*row(one, "time", 0) == 2);
  const mjtNum* quat = row(one, "qpos", 3) + 3;
  assert_true(fabs(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3] -
                   1) < 1e-12);
  // the next reset is another one, and so is a batch that begins elsewhere
  lb_batchReset(one, s.m, s.d, 0, COUNT, NULL, &start);
  assert_memory_not_equal(rows(one, "qpos"), rows(other, "qpos"), bytes);
  lb_deleteBatch(other);
  other = lb_makeBatch(s.m, COUNT);
  start.first = 2;
  lb_batchReset(other, s.m, s.d, 0, 1, NULL, &start);
  lb_batchReset(other, s.m, s.d, 0, 1, NULL, &start);
  assert_memory_equal(row(one, "qpos", 2), row(other, "qpos", 0), bytes / COUNT);
  lb_deleteBatch(one);
  lb_deleteBatch(other);
  freeScene(s);
}

typedef struct Share_ {
  lbBatch* b;
  mjModel* m;
  int first, count;
} Share;

static void* stepShare(void* context) {
  Share* share = context;
  mjData* d = mj_makeData(share->m);
  for (int i = 0; i < STEPS; i++) {
    lb_batchStep(share->b, share->m, d, share->first, share->count, NULL, 1);
  }
  mj_deleteData(d);
  return NULL;
}

static void threads_step_different_rows(void** state) {
  Scene s = loadScene(armXml);
  lbBatch *one = lb_makeBatch(s.m, COUNT), *two = lb_makeBatch(s.m, COUNT);
  lbBatch* both[2] = {one, two};
  for (int k = 0; k < 2; k++) {
    lb_batchVary(both[k], "body_mass");
    for (int i = 0; i < COUNT; i++) {
      row(both[k], "body_mass", i)[1] += 0.1 * i;
    }
  }
  for (int i = 0; i < STEPS; i++) {
    lb_batchStep(one, s.m, s.d, 0, COUNT, NULL, 1);
  }
  mjModel* copy = mj_copyModel(NULL, s.m);
  Share shares[2] = {{two, s.m, 0, COUNT / 2}, {two, copy, COUNT / 2, COUNT - COUNT / 2}};
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) {
    assert_int_equal(pthread_create(&threads[k], NULL, stepShare, &shares[k]), 0);
  }
  for (int k = 0; k < 2; k++) {
    pthread_join(threads[k], NULL);
  }
  assert_memory_equal(rows(one, "qpos"), rows(two, "qpos"),
                      sizeof(mjtNum) * (size_t)s.m->nq * COUNT);
  mj_deleteModel(copy);
  lb_deleteBatch(one);
  lb_deleteBatch(two);
  freeScene(s);
}

static int ruined;

// A control that fails for one simulation.
static void failLater(const mjModel* m, mjData* d) {
  if (d->userdata && d->ctrl[0] == 77) {
    ruined++;
    mju_error("the policy failed");
  }
}

static void a_failure_leaves_the_others_alone(void** state) {
  Scene s = loadScene(armXml);
  lbBatch* b = lb_makeBatch(s.m, 3);
  mjcb_control = failLater;
  *row(b, "ctrl", 1) = 77;
  assert_int_equal(lb_batchStep(b, s.m, s.d, 0, 3, NULL, 2), 1);
  mjcb_control = NULL;
  assert_string_equal(lb_lastErrorFields()->message, "the policy failed");
  const unsigned char* status = lb_batchField(b, lb_batchFind(b, "status"))->rows;
  assert_int_equal(status[0], lbBATCH_GOOD);
  assert_int_equal(status[1], lbBATCH_FAILED);
  assert_true(*row(b, "time", 1) == 0);
  assert_true(*row(b, "time", 2) == 2 * s.m->opt.timestep);
  assert_int_equal(ruined, 1);
  lb_deleteBatch(b);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_those_of_a_plain_loop),
      cmocka_unit_test(varied_parameters_are_those_of_a_model_each),
      cmocka_unit_test(only_what_the_mask_names_is_stepped),
      cmocka_unit_test(what_diverges_is_marked_and_alone),
      cmocka_unit_test(a_rollout_records_and_stops),
      cmocka_unit_test(resets_are_those_of_the_model_and_noise_has_no_order),
      cmocka_unit_test(threads_step_different_rows),
      cmocka_unit_test(a_failure_leaves_the_others_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
