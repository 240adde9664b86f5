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

static void numbersOfSize(int size, int count, const char* error) {
  static const double numbers[3] = {1, 2, 3};
  mjSpec* spec = mj_makeSpec();
  mjsNumeric* numeric = mjs_addNumeric(spec);
  mjs_setName(numeric->element, "n");
  mjs_setDouble(numeric->data, numbers, count);
  numeric->size = size;
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m != NULL, *error == 0);
  ASSERT_SAYS(mjs_getError(spec), error);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void a_size_below_that_of_the_numbers_is_refused(void** state) {
  static const char small[] =
      "numeric 'n' (id = 0): specified size smaller than initialization array";
  numbersOfSize(0, 2, "");  // as many as there are
  numbersOfSize(3, 2, "");
  numbersOfSize(3, 0, "");
  numbersOfSize(1, 2, small);
  numbersOfSize(-1, 2, small);
  numbersOfSize(0, 0, "numeric 'n' (id = 0): size cannot be zero");
}

static void tupleOf(int types, int names, int numbers, const char* error) {
  static const int bodies[2] = {mjOBJ_BODY, mjOBJ_BODY};
  static const double prm[2] = {0};
  mjSpec* spec = mj_makeSpec();
  mjsTuple* tuple = mjs_addTuple(spec);
  mjs_setName(tuple->element, "t");
  mjs_setInt(tuple->objtype, bodies, types);
  mjs_setStringVec(tuple->objname, names == 2 ? "world world" : names ? "world" : "");
  mjs_setDouble(tuple->objprm, prm, numbers);
  mj_deleteModel(mj_compile(spec, NULL));
  ASSERT_SAYS(mjs_getError(spec), error);
  mj_deleteSpec(spec);
}

static void lists_of_a_tuple_have_one_length(void** state) {
  tupleOf(1, 1, 1, "");
  tupleOf(0, 1, 1, "tuple 't' (id = 0) is empty");
  tupleOf(1, 1, 0, "tuple 't' (id = 0) has object arrays with different sizes");
  tupleOf(1, 2, 1, "tuple 't' (id = 0) has object arrays with different sizes");
  tupleOf(2, 1, 2, "tuple 't' (id = 0) has object arrays with different sizes");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_padded_to_their_size),
      cmocka_unit_test(texts_follow_each_other_with_their_zeros),
      cmocka_unit_test(tuples_hold_ids),
      cmocka_unit_test(keys_start_from_the_reference_and_have_unit_quaternions),
      cmocka_unit_test(keys_of_another_size_are_refused),
      cmocka_unit_test(a_size_below_that_of_the_numbers_is_refused),
      cmocka_unit_test(lists_of_a_tuple_have_one_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
