// The field tables as data: sizes of arrays, and their places in a buffer.

#include "model/fields.h"
#include "check.h"
#include "constraint/scenes_support.h"

static const lbArrayField* findField(const lbArrayField* fields, int count, const char* name) {
  for (int i = 0; i < count; i++) {
    if (strcmp(fields[i].name, name) == 0) {
      return fields + i;
    }
  }
  fail_msg("there is no field %s", name);
  return NULL;
}

static void an_entry_knows_kind_and_shape_of_its_array(void** state) {
  mjModel m = {.nbody = 4, .nkey = 3, .nq = 7};
  const lbArrayField* pos = findField(lb_modelFields, lb_modelFieldCount, "body_pos");
  assert_int_equal(pos->kind, LB_ITEM_NUM);
  assert_int_equal(lb_fieldRows(pos, &m, NULL), 4);
  assert_int_equal(lb_fieldColumns(pos, &m), 3);
  assert_int_equal(lb_fieldBytes(pos, &m, NULL), 4 * 3 * sizeof(mjtNum));

  // columns by a size of the model; items of other types
  const lbArrayField* key = findField(lb_modelFields, lb_modelFieldCount, "key_qpos");
  assert_int_equal(lb_fieldColumns(key, &m), 7);
  assert_int_equal(findField(lb_modelFields, lb_modelFieldCount, "body_parentid")->kind,
                   LB_ITEM_INT);
  assert_int_equal(findField(lb_modelFields, lb_modelFieldCount, "geom_rgba")->kind, LB_ITEM_FLOAT);
}

static void rows_of_the_arena_are_counts_of_the_data(void** state) {
  mjModel m = {0};
  mjData d = {.nefc = 5};
  const lbArrayField* force = findField(lb_arenaFields, lb_arenaFieldCount, "efc_force");
  assert_int_equal(lb_fieldBytes(force, &m, &d), 5 * sizeof(mjtNum));
}

static void arrays_lie_one_after_the_other_on_cache_lines(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint/><geom size='.1'/><site/></body></worldbody></mujoco>");
  const char* end = s.m->buffer;
  for (int i = 0; i < lb_modelFieldCount; i++) {
    const char* start = *lb_fieldPointer(&lb_modelFields[i], s.m);
    assert_true(start >= end && start < end + 64);
    assert_int_equal((start - (char*)s.m->buffer) % 64, 0);
    end = start + lb_fieldBytes(&lb_modelFields[i], s.m, NULL);
  }
  // nbuffer is that of the published arrays
  size_t bytes = lb_bufferBytes(lb_modelFields, lb_modelFieldCount, s.m);
  assert_true(end <= (char*)s.m->buffer + bytes);
  assert_int_equal(lb_bufferBytes(lb_modelFields, lb_publishedFieldCount, s.m), s.m->nbuffer);
  assert_int_equal(bytes, s.m->nbuffer + 64);
  freeScene(s);
}

static void measure(void* m) {
  lb_bufferBytes(lb_modelFields, lb_modelFieldCount, m);
}

static void sizes_that_are_negative_or_too_large_are_errors(void** state) {
  mjModel m = {.ngeom = -1};
  ASSERT_SAYS(errorOf(measure, &m), "has a negative size");
  m.ngeom = INT64_MAX / 4;
  errorOf(measure, &m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_entry_knows_kind_and_shape_of_its_array),
      cmocka_unit_test(rows_of_the_arena_are_counts_of_the_data),
      cmocka_unit_test(arrays_lie_one_after_the_other_on_cache_lines),
      cmocka_unit_test(sizes_that_are_negative_or_too_large_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
