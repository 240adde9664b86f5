// Whole specs: made, released.

#include "base/memory.h"
#include "spec/spec_support.h"

static void a_new_spec_has_the_world_and_the_defaults(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjOption option;
  mj_defaultOption(&option);
  // field by field: what lies between them is not copied
#define SAME(type, name, ...) \
  assert_memory_equal(&spec->option.name, &option.name, sizeof option.name);
#define NO_PART(type, name, meaning)
  LB_OPTION_FIELDS(SAME, NO_PART)
  assert_string_equal(mjs_getString(spec->modelname), "MuJoCo Model");
  assert_string_equal(namesOf(spec, mjOBJ_BODY), "world ");
  assert_string_equal(nameOf(mjs_getSpecDefault(spec)->element), "main");
  assert_ptr_equal(mjs_getSpec(worldOf(spec)->element), spec);
  mj_deleteSpec(spec);
  mj_deleteSpec(NULL);
}

static void deleting_a_spec_leaves_nothing_behind(void** state) {
  size_t blocks = lb_liveBlocks();
  mjSpec* spec = parseModel(
      "<mujoco><default><default class='c'/></default><asset><texture name='t' builtin='flat' "
      "width='2' height='2'/></asset><worldbody><body name='b'><frame><geom size='1'/></frame>"
      "</body></worldbody><custom><tuple name='u'><element objtype='body' objname='b'/></tuple>"
      "</custom><keyframe><key qpos='1'/></keyframe></mujoco>");
  mjs_setUserValue(worldOf(spec)->element, "k", spec);
  assert_int_equal(mjs_setName(worldOf(spec)->element, "b"), -1);
  mj_deleteSpec(spec);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void make(void* spec) {
  *(mjSpec**)spec = mj_makeSpec();
}

static void exhausted_memory_leaves_nothing_either(void** state) {
  size_t blocks = lb_liveBlocks();
  mjSpec* spec = NULL;
  int failures = 0;
  for (; !spec && failures < 1000; failures++) {
    lb_failAllocationAfter(failures);
    lb_protect(make, &spec);
    lb_failAllocationAfter(-1);
    assert_true(spec || lb_liveBlocks() == blocks);
  }
  assert_true(failures > 10);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_spec_has_the_world_and_the_defaults),
      cmocka_unit_test(deleting_a_spec_leaves_nothing_behind),
      cmocka_unit_test(exhausted_memory_leaves_nothing_either),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
