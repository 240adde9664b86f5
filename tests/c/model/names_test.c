// Looking names up.

#include "api/mj_functions.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "model/model.h"

static void names_lead_to_ids_and_back(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='a'><joint name='a'/><geom name='g' size='.1'/>"
      "<geom size='.1'/><geom name='a' size='.1'/></body></worldbody></mujoco>");
  assert_int_equal(mj_name2id(s.m, mjOBJ_BODY, "a"), 1);
  assert_int_equal(mj_name2id(s.m, mjOBJ_XBODY, "a"), 1);
  assert_int_equal(mj_name2id(s.m, mjOBJ_JOINT, "a"), 0);
  assert_int_equal(mj_name2id(s.m, mjOBJ_GEOM, "a"), 2);
  assert_string_equal(mj_id2name(s.m, mjOBJ_GEOM, 0), "g");
  assert_string_equal(mj_id2name(s.m, mjOBJ_BODY, 0), "world");
  freeScene(s);
}

static void what_has_no_name_or_is_not_there_is_not_found(void** state) {
  Scene s = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  assert_null(mj_id2name(s.m, mjOBJ_GEOM, 0));
  assert_null(mj_id2name(s.m, mjOBJ_GEOM, 1));
  assert_null(mj_id2name(s.m, mjOBJ_GEOM, -1));
  assert_null(mj_id2name(s.m, mjOBJ_DOF, 0));
  assert_null(mj_id2name(s.m, 999, 0));
  assert_int_equal(mj_name2id(s.m, mjOBJ_GEOM, ""), -1);
  assert_int_equal(mj_name2id(s.m, mjOBJ_GEOM, NULL), -1);
  assert_int_equal(mj_name2id(s.m, mjOBJ_GEOM, "g"), -1);
  assert_int_equal(mj_name2id(s.m, mjOBJ_CAMERA, "g"), -1);
  freeScene(s);
}

// Many names share a hash modulo the size of the table.
static void every_one_of_many_names_is_found(void** state) {
  static char xml[40000];
  int length = snprintf(xml, sizeof xml, "<mujoco><worldbody>");
  for (int i = 0; i < 500; i++) {
    length +=
        snprintf(xml + length, sizeof xml - (size_t)length, "<site name='site %d'/>", 37 * i % 500);
  }
  snprintf(xml + length, sizeof xml - (size_t)length, "</worldbody></mujoco>");
  Scene s = loadScene(xml);
  assert_int_equal(s.m->nnames_map, lb_nameMapSize(s.m));
  for (int i = 0; i < 500; i++) {
    char name[20];
    snprintf(name, sizeof name, "site %d", 37 * i % 500);
    assert_int_equal(mj_name2id(s.m, mjOBJ_SITE, name), i);
  }
  assert_int_equal(mj_name2id(s.m, mjOBJ_SITE, "site 500"), -1);
  freeScene(s);
}

static void a_changed_name_is_found_after_the_map_is_built_again(void** state) {
  Scene s = loadScene("<mujoco><worldbody><site name='old'/></worldbody></mujoco>");
  int count;
  int* address = lb_nameTable(s.m, mjOBJ_SITE, &count);
  assert_int_equal(count, 1);
  memcpy(s.m->names + address[0], "new", 3);
  lb_buildNameMap(s.m);
  assert_int_equal(mj_name2id(s.m, mjOBJ_SITE, "new"), 0);
  assert_int_equal(mj_name2id(s.m, mjOBJ_SITE, "old"), -1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_lead_to_ids_and_back),
      cmocka_unit_test(what_has_no_name_or_is_not_there_is_not_found),
      cmocka_unit_test(every_one_of_many_names_is_found),
      cmocka_unit_test(a_changed_name_is_found_after_the_map_is_built_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
