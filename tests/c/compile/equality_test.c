// Equality constraints.

#include "compile/compile_support.h"

#define TWO_BODIES                                                                              \
  "<worldbody><site name='w'/><body name='a'><joint name='j'/><joint name='ball' type='ball'/>" \
  "<geom size='1'/><site name='s'/></body><body name='b'><freejoint/><geom "                    \
  "size='1'/></body></worldbody>"

static void a_missing_second_object_is_the_world_or_nothing(void** state) {
  mjModel* m = compiled(TWO_BODIES
                        "<equality><connect body1='b' anchor='0 0 0'/><joint joint1='j'/>"
                        "</equality>");
  assert_int_equal(m->eq_obj2id[0], 0);
  assert_int_equal(m->eq_obj2id[1], -1);
  mj_deleteModel(m);
}

static void what_cannot_be_tied_is_refused(void** state) {
  static const char* const cases[][2] = {
      {"<joint joint1='ball'/>", "only HINGE and SLIDE joint allowed"},
      {"<weld body1='a' body2='a'/>", "is repeated in equality constraint"},
      {"<weld body1='none'/>", "unknown element 'none' in equality constraint\n"},
      {"<weld body1='a' body2='none'/>", "unknown element 'none' in equality constraint 0"},
      {"<tendon tendon1='none'/>", "unknown element 'none'"},
  };
  for (int i = 0; i < 4; i++) {
    char text[1024];
    snprintf(text, sizeof text, TWO_BODIES "<equality>%s</equality>", cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

static void polynomials_are_kept_as_given(void** state) {
  mjModel* m = compiled(TWO_BODIES "<equality><joint joint1='j' polycoef='1 2 3 4 5'/></equality>");
  ASSERT_NUMBERS(m->eq_data, 0, 1, 2, 3, 4, 5);
  mj_deleteModel(m);
}

// EQ-CONNECT-SITES: two connected sites need no parameters, and get none; welded ones keep their
// scale of torques.
static void connected_sites_have_no_data(void** state) {
  mjModel* m = compiled(TWO_BODIES
                        "<equality><connect site1='s' site2='w'/>"
                        "<weld site1='s' site2='w' torquescale='3'/></equality>");
  for (int k = 0; k < mjNEQDATA; k++) {
    ASSERT_NEAR(m->eq_data[k], 0, 0);
  }
  ASSERT_NEAR(m->eq_data[mjNEQDATA + 10], 3, 0);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_missing_second_object_is_the_world_or_nothing),
      cmocka_unit_test(what_cannot_be_tied_is_refused),
      cmocka_unit_test(polynomials_are_kept_as_given),
      cmocka_unit_test(connected_sites_have_no_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
