// Sets of names, each with its kind.

#include "spec/name_set.h"
#include "base/memory.h"
#include "check.h"

static void a_name_belongs_to_its_kind(void** state) {
  lbNameSet set = {0};
  assert_false(lb_nameSetHas(&set, mjOBJ_BODY, "a"));
  lb_nameSetAdd(&set, mjOBJ_BODY, "a");
  assert_true(lb_nameSetHas(&set, mjOBJ_BODY, "a"));
  assert_true(lb_nameSetHas(&set, mjOBJ_XBODY, "a"));
  assert_false(lb_nameSetHas(&set, mjOBJ_GEOM, "a"));
  assert_false(lb_nameSetHas(&set, mjOBJ_BODY, "A"));
  lb_nameSetFree(&set);
}

static void names_are_kept_once_and_empty_ones_not_at_all(void** state) {
  lbNameSet set = {0};
  lb_nameSetAdd(&set, mjOBJ_GEOM, "");
  lb_nameSetAdd(&set, mjOBJ_GEOM, "g");
  lb_nameSetAdd(&set, mjOBJ_GEOM, "g");
  assert_int_equal(set.entries.count, 1);
  assert_false(lb_nameSetHas(&set, mjOBJ_GEOM, ""));
  lb_nameSetFree(&set);
}

static void a_large_set_keeps_all_its_names_and_releases_them(void** state) {
  size_t blocks = lb_liveBlocks();
  lbNameSet set = {0};
  char name[20];
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "n%d", i);
    lb_nameSetAdd(&set, i % 2 ? mjOBJ_GEOM : mjOBJ_SITE, name);
  }
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "n%d", i);
    assert_int_equal(lb_nameSetHas(&set, mjOBJ_GEOM, name), i % 2);
    assert_int_equal(lb_nameSetHas(&set, mjOBJ_SITE, name), 1 - i % 2);
  }
  lb_nameSetFree(&set);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_belongs_to_its_kind),
      cmocka_unit_test(names_are_kept_once_and_empty_ones_not_at_all),
      cmocka_unit_test(a_large_set_keeps_all_its_names_and_releases_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
