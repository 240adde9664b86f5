// Custom data and keyframes.

#include "compile/compile_support.h"

static void numbers_are_padded_to_their_size(void** state) {
  mjModel* m = compiled(
      "<custom><numeric name='a' size='3' data='5'/><numeric name='b' data='6 7'/>"
      "</custom>");
  ASSERT_NUMBERS(m->numeric_data, 0, 5, 0, 0, 6, 7);
  assert_int_equal(m->numeric_adr[1], 3);
  assert_int_equal(m->numeric_size[0], 3);
  mj_deleteModel(m);
}

static void texts_follow_each_other_with_their_zeros(void** state) {
  mjModel* m =
      compiled("<custom><text name='a' data='one'/><text name='b' data='three'/></custom>");
  assert_int_equal(m->ntextdata, 10);
  assert_string_equal(m->text_data + m->text_adr[1], "three");
  mj_deleteModel(m);
}

static void tuples_hold_ids(void** state) {
  mjModel* m = compiled(
      "<worldbody><site name='s'/><site name='t'/></worldbody><custom><tuple "
      "name='x'><element objtype='site' objname='t' prm='.5'/><element "
      "objtype='body' objname='world'/></tuple></custom>");
  assert_int_equal(m->tuple_size[0], 2);
  assert_int_equal(m->tuple_objid[0], 1);
  assert_int_equal(m->tuple_objtype[1], mjOBJ_BODY);
  ASSERT_NEAR(m->tuple_objprm[0], 0.5, 0);
  mj_deleteModel(m);
  assertRefused("<custom><tuple name='x'><element objtype='site' objname='none'/></tuple></custom>",
                "'none'");
}

static void keys_start_from_the_reference_and_have_unit_quaternions(void** state) {
  mjModel* m = compiled(
      "<worldbody><body pos='1 2 3'><freejoint/><geom size='1'/></body><body "
      "mocap='true' pos='4 5 6'/></worldbody><keyframe><key time='2'/>"
      "<key qpos='0 0 0 3 0 4 0'/></keyframe>");
  ASSERT_NUMBERS(m->key_qpos, 1e-15, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0.6, 0, 0.8, 0);
  ASSERT_NUMBERS(m->key_mpos, 0, 4, 5, 6, 4, 5, 6);
  ASSERT_NUMBERS(m->key_time, 0, 2, 0);
  mj_deleteModel(m);
}

static void keys_of_another_size_are_refused(void** state) {
  assertRefused(
      "<worldbody><body><joint/><geom size='1'/></body></worldbody><keyframe>"
      "<key name='k' qpos='1 2'/></keyframe>",
      "qpos");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_padded_to_their_size),
      cmocka_unit_test(texts_follow_each_other_with_their_zeros),
      cmocka_unit_test(tuples_hold_ids),
      cmocka_unit_test(keys_start_from_the_reference_and_have_unit_quaternions),
      cmocka_unit_test(keys_of_another_size_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
