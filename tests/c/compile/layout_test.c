// Sizes of models.

#include "compile/compile_support.h"

#include "base/memory.h"

static void sizes_follow_the_joints(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><freejoint/><geom size='1'/></body><body><joint type='ball'/>"
      "<joint type='slide'/><geom size='1'/></body><body mocap='true'/></worldbody>");
  assert_int_equal(m->nq, 7 + 4 + 1);
  assert_int_equal(m->nv, 6 + 3 + 1);
  assert_int_equal(m->ntree, 2);
  assert_int_equal(m->nmocap, 1);
  assert_int_equal(m->body_mocapid[3], 0);
  mj_deleteModel(m);
}

static void user_arrays_are_as_long_as_the_longest(void** state) {
  mjModel* m =
      compiled("<worldbody><geom size='1' user='1 2'/><geom size='1' user='3'/></worldbody>");
  assert_int_equal(m->nuser_geom, 2);
  ASSERT_NUMBERS(m->geom_user, 0, 1, 2, 3, 0);
  mj_deleteModel(m);
}

static void the_arena_holds_what_is_asked_for(void** state) {
  mjModel* given = compiled("<size memory='3M'/><worldbody/>");
  assert_int_equal(given->narena, 3 << 20);
  mj_deleteModel(given);
  mjModel* few = compiled("<worldbody><body><joint/><geom size='1'/></body></worldbody>");
  mjModel* many = compiled(
      "<size njmax='2000' nconmax='400'/><worldbody><body><joint/><geom size='1'/>"
      "</body></worldbody>");
  assert_int_equal(few->narena % (1 << 20), 0);
  assert_true(many->narena > 4 * few->narena);
  mj_deleteModel(few);
  mj_deleteModel(many);
  // the old size of the stack, in numbers, beside 100 contacts and 500 rows
  mjModel* none = compiled("<size nstack='0'/><worldbody/>");
  mjModel* some = compiled("<size nstack='2000000'/><worldbody/>");
  assert_int_equal(none->narena, 3 << 20);
  assert_int_equal(some->narena, 19 << 20);
  mj_deleteModel(none);
  mj_deleteModel(some);
}

// COMPAT: MODEL-NARENA
static void the_arena_of_many_bodies_fits_into_a_page(void** state) {
#define PILE "<worldbody><replicate count='2025' offset='1 0 0'><body><freejoint/><geom size='.1'/>"
#define END "</body></replicate></worldbody>"
  mjModel* sparse = compiled(PILE END);
  assert_int_equal(sparse->nv, 6 * 2025);
  assert_int_equal(sparse->narena % (1 << 20), 0);
  assert_in_range(sparse->narena, 256 << 20, 1 << 30);
  mj_deleteModel(sparse);
  // whoever says more gets it
  const char* const asked[] = {"<option jacobian='dense'/>" PILE END,
                               "<size njmax='9000'/>" PILE END};
  for (int i = 0; i < 2; i++) {
    mjModel* m = compiled(asked[i]);
    assert_true(m->narena > 4LL << 30);
    mj_deleteModel(m);
  }
}

static void a_size_of_the_model_that_no_address_reaches_is_refused(void** state) {
  static const char* const cases[][2] = {
      {"<size njmax='2147483647'/><worldbody/>", "size overflow"},
      {"<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><sensor>"
       "<user dim='2147483647'/><user dim='2147483647'/><user dim='1'/></sensor>",
       "too many numbers of sensors: 4294967294, expected at most 2147483647"},
      {"<worldbody><body name='b'><joint name='j'/><geom name='g' size='1'/></body></worldbody>"
       "<sensor><contact geom1='g' num='100000000' nsample='1000'/>"
       "<jointpos joint='j' nsample='10'/></sensor>",
       "too many numbers in the history"},
  };
  size_t blocks = lb_liveBlocks();
  for (int i = 0; i < 3; i++) {
    assertRefused(cases[i][0], cases[i][1]);
  }
  assert_int_equal(lb_liveBlocks(), blocks);
}

// MODEL-NEMAX: a flex counts as one row, although it makes one for each of its edges; a weld as
// seven, although it makes six.
static void rows_of_equalities_are_set_aside_by_their_type(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><joint name='j'/><geom size='1'/></body><body name='b'>"
      "<freejoint/><geom size='1'/></body><flexcomp name='f' type='grid' "
      "count='3 3 1' spacing='.1 .1 .1' mass='1' dim='2' radius='.01'><edge "
      "equality='true'/></flexcomp></worldbody><equality><weld body1='b'/>"
      "<connect body1='b' anchor='0 0 0'/><joint joint1='j'/></equality>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(m->nemax, 1 + 7 + 3 + 1);
  assert_int_equal(d->ne, m->nflexedge + 6 + 3 + 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_follow_the_joints),
      cmocka_unit_test(user_arrays_are_as_long_as_the_longest),
      cmocka_unit_test(the_arena_holds_what_is_asked_for),
      cmocka_unit_test(the_arena_of_many_bodies_fits_into_a_page),
      cmocka_unit_test(a_size_of_the_model_that_no_address_reaches_is_refused),
      cmocka_unit_test(rows_of_equalities_are_set_aside_by_their_type),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
