// Rows of batches: loading and storing a simulation changes nothing, also in models that sleep.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/batch.h"
#include "bodies_support.h"

enum { STEPS = 400 };

static const char pileXml[] =
    "<mujoco><option timestep='.005'><flag sleep='enable'/></option><worldbody>"
    "<geom type='plane' size='3 3 .1'/>"
    "<body pos='0 0 .11'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.02 0 .32'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='s'/></body>"
    "<body pos='1 0 .5'><freejoint/><geom size='.1' priority='1' solref='-2000 -5'/></body>"
    "</worldbody><sensor><framepos objtype='site' objname='s'/><velocimeter site='s'/></sensor>"
    "</mujoco>";

static const mjtNum* row(lbBatch* b, const char* name, int index) {
  const lbBatchField* field = lb_batchField(b, lb_batchFind(b, name));
  return (const mjtNum*)field->rows + index * field->width;
}

static void simulations_sleep_and_wake_by_themselves(void** state) {
  Scene s = loadScene(pileXml);
  lbBatch* b = lb_makeBatch(s.m, 3);
  lb_batchKeep(b, "sensordata");
  lb_batchKeep(b, "xpos");
  mjData* plain[3];
  for (int i = 0; i < 3; i++) {
    plain[i] = mj_makeData(s.m);
    mj_forward(s.m, plain[i]);
    plain[i]->qvel[12] = 0.4 * i;
    ((mjtNum*)row(b, "qvel", i))[12] = 0.4 * i;
  }
  int slept = 0;
  for (int k = 0; k < STEPS; k++) {
    // one of them is pushed in its sleep
    if (k == STEPS / 2) {
      plain[1]->xfrc_applied[6] = 30;
      ((mjtNum*)row(b, "xfrc_applied", 1))[6] = 30;
    }
    assert_int_equal(lb_batchStep(b, s.m, s.d, 0, 3, NULL, 1), 0);
    for (int i = 0; i < 3; i++) {
      mj_step(s.m, plain[i]);
      slept += plain[i]->nbody_awake < s.m->nbody;
      assert_memory_equal(row(b, "qpos", i), plain[i]->qpos, sizeof(mjtNum) * (size_t)s.m->nq);
      assert_memory_equal(row(b, "qvel", i), plain[i]->qvel, sizeof(mjtNum) * (size_t)s.m->nv);
      assert_memory_equal(row(b, "sensordata", i), plain[i]->sensordata, sizeof(mjtNum) * 6);
      assert_memory_equal(row(b, "xpos", i), plain[i]->xpos, sizeof(mjtNum) * 12);
    }
  }
  assert_true(slept > 100);
  for (int i = 0; i < 3; i++) {
    mj_deleteData(plain[i]);
  }
  lb_deleteBatch(b);
  freeScene(s);
}

static void a_row_is_what_was_stored(void** state) {
  Scene s = loadScene(pileXml);
  lbBatch* b = lb_makeBatch(s.m, 2);
  shake(s, 3, 0.1);
  lb_batchStore(b, s.m, s.d, 1);
  assert_memory_equal(row(b, "qpos", 1), s.d->qpos, sizeof(mjtNum) * (size_t)s.m->nq);
  lb_batchLoad(b, s.m, s.d, 0);
  assert_true(s.d->qpos[0] == s.m->qpos0[0]);
  lb_batchFill(b, s.m, s.d);
  assert_memory_equal(row(b, "qpos", 1), row(b, "qpos", 0), sizeof(mjtNum) * (size_t)s.m->nq);
  lb_deleteBatch(b);
  freeScene(s);
}

static const char plainXml[] =
    "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>";

static void energies_are_kept_where_the_model_does_not_ask(void** state) {
  Scene s = loadScene(plainXml);
  lbBatch* b = lb_makeBatch(s.m, 1);
  lb_batchKeep(b, "energy");
  lb_batchKeep(b, "physics");
  ((mjtNum*)row(b, "qvel", 0))[0] = 1;
  lb_batchForward(b, s.m, s.d, 0, 1, NULL);
  assert_true(row(b, "energy", 0)[1] > 0);
  assert_true(row(b, "physics", 0)[2] == 1);
  lb_deleteBatch(b);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simulations_sleep_and_wake_by_themselves),
      cmocka_unit_test(a_row_is_what_was_stored),
      cmocka_unit_test(energies_are_kept_where_the_model_does_not_ask),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
