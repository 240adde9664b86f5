// The list of a batch's fields: each is there once, found by its name, and copied when it has
// items.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/error.h"
#include "batch/batch.h"
#include "bodies_support.h"

static Scene scene(void) {
  return loadScene(
      "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
}

static void added_fields_are_found_and_keep_their_rows(void** state) {
  Scene s = scene();
  lbBatch* b = lb_makeBatch(s.m, 3);
  int before = lb_batchFieldCount(b), copied = b->copyCount;
  void* rows = lb_batchField(b, 0)->rows;
  for (int i = 0; i < 40; i++) {
    lbBatchEntry entry = {.shown = {.name = i == 20 ? "wanted" : "other",
                                    .width = i % 2,
                                    .type = lbBATCH_NUM,
                                    .part = lbBATCH_OUTPUT},
                          .place = {.bytes = (size_t)(i % 2) * sizeof(mjtNum)}};
    assert_int_equal(lb_addEntry(b, &entry), before + i);
  }
  assert_int_equal(lb_batchFieldCount(b), before + 40);
  assert_int_equal(lb_batchFind(b, "wanted"), before + 20);
  assert_ptr_equal(lb_batchField(b, 0)->rows, rows);
  assert_int_equal(b->copyCount, copied + 20);
  lb_deleteBatch(b);
  freeScene(s);
}

static void beyond(void* context) {
  lb_batchField(context, 1000);
}

static void a_field_that_is_not_there_is_an_error(void** state) {
  Scene s = scene();
  lbBatch* b = lb_makeBatch(s.m, 1);
  assert_false(lb_protect(beyond, b));
  assert_string_equal(lb_lastError(), "lb_batchField: there is no field 1000");
  lb_deleteBatch(b);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(added_fields_are_found_and_keep_their_rows),
      cmocka_unit_test(a_field_that_is_not_there_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
