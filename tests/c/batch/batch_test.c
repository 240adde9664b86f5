// Making batches and asking for their fields.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/batch.h"
#include "base/error.h"
#include "base/memory.h"
#include "bodies_support.h"

static Scene scene(void) {
  return loadScene(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1' pos='.1 0 0'/></body></worldbody>"
      "<actuator><motor joint='j'/></actuator></mujoco>");
}

static void fields_have_the_shapes_of_the_model(void** state) {
  Scene s = scene();
  lbBatch* b = lb_makeBatch(s.m, 5);
  const struct {
    const char* name;
    int width, type, part;
  } known[] = {{"time", 1, lbBATCH_NUM, lbBATCH_STATE},
               {"qpos", 1, lbBATCH_NUM, lbBATCH_STATE},
               {"xfrc_applied", 12, lbBATCH_NUM, lbBATCH_STATE},
               {"eq_active", 0, lbBATCH_BYTE, lbBATCH_STATE},
               {"warnings", mjNWARNING, lbBATCH_INT, lbBATCH_STATUS},
               {"xpos", 6, lbBATCH_NUM, lbBATCH_OUTPUT},
               {"ncon", 1, lbBATCH_INT, lbBATCH_OUTPUT}};
  lb_batchKeep(b, "xpos");
  lb_batchKeep(b, "ncon");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    int index = lb_batchFind(b, known[i].name);
    assert_true(index >= 0 && index < lb_batchFieldCount(b));
    const lbBatchField* field = lb_batchField(b, index);
    assert_int_equal(field->width, known[i].width);
    assert_int_equal(field->type, known[i].type);
    assert_int_equal(field->part, known[i].part);
  }
  assert_int_equal(lb_batchFind(b, "nothing"), -1);
  assert_int_equal(lb_batchKeep(b, "qpos"), lb_batchFind(b, "qpos"));
  lb_deleteBatch(b);
  freeScene(s);
}

typedef struct Wanted_ {
  lbBatch* b;
  const mjModel* m;
  const char* name;
  int count;
} Wanted;

static void keep(void* context) {
  Wanted* wanted = context;
  lb_batchKeep(wanted->b, wanted->name);
}

static void makeBatch(void* context) {
  Wanted* wanted = context;
  wanted->b = lb_makeBatch(wanted->m, wanted->count);
}

static void step(void* context) {
  Wanted* wanted = context;
  lb_batchStep(wanted->b, (mjModel*)wanted->m, NULL, 0, 1, NULL, 1);
}

static void what_cannot_be_is_refused(void** state) {
  Scene s = scene();
  Wanted wanted = {.m = s.m, .count = 0};
  assert_false(lb_protect(makeBatch, &wanted));
  assert_non_null(strstr(lb_lastError(), "at least one simulation, not 0"));
  wanted.b = lb_makeBatch(s.m, 2);
  wanted.name = "efc_force";
  assert_false(lb_protect(keep, &wanted));
  assert_non_null(strstr(lb_lastError(), "'efc_force' has another size in each step"));
  wanted.name = "xposs";
  assert_false(lb_protect(keep, &wanted));
  assert_non_null(strstr(lb_lastError(), "mjData has no field 'xposs'"));
  assert_false(lb_protect(step, &wanted));
  lb_deleteBatch(wanted.b);
  lb_deleteBatch(NULL);
  freeScene(s);
}

static void exhausted_memory_leaves_nothing(void** state) {
  Scene s = scene();
  size_t blocks = lb_liveBlocks();
  bool made = false;
  for (int i = 0; !made; i++) {
    Wanted wanted = {.m = s.m, .count = 3};
    lb_failAllocationAfter(i);
    made = lb_protect(makeBatch, &wanted);
    lb_failAllocationAfter(-1);
    if (made) {
      lb_deleteBatch(wanted.b);
    }
    assert_int_equal(lb_liveBlocks(), blocks);
    assert_true(i < 100);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_have_the_shapes_of_the_model),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(exhausted_memory_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
