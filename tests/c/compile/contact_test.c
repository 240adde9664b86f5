// Contact pairs and exclusions.

#include "compile/compile_support.h"

#include <stdlib.h>

#define BODY(name) "<body name='" name "'><freejoint/><geom name='g" name "' size='1'/></body>"
#define THREE_BODIES "<worldbody>" BODY("a") BODY("b") BODY("c") "</worldbody>"

static void pairs_are_sorted_by_their_bodies(void** state) {
  mjModel* m = compiled(THREE_BODIES
                        "<contact><pair name='second' geom1='gc' geom2='gb'/>"
                        "<pair name='first' geom1='gc' geom2='ga'/></contact>");
  assert_string_equal(mj_id2name(m, mjOBJ_PAIR, 0), "first");
  assert_int_equal(m->pair_signature[0], (1 << 16) + 3);
  assert_int_equal(m->pair_signature[1], (2 << 16) + 3);
  // the geom of the lower body comes first
  assert_int_equal(m->pair_geom1[1], 1);
  assert_int_equal(m->pair_geom2[1], 2);
  mj_deleteModel(m);
}

static void pairs_of_the_same_bodies_stay_as_written(void** state) {
  mjModel* m = compiled(THREE_BODIES
                        "<contact><pair name='x' geom1='ga' geom2='gb' condim='1'/>"
                        "<pair name='y' geom1='gb' geom2='ga' condim='4'/></contact>");
  assert_int_equal(m->pair_dim[0], 1);
  assert_int_equal(m->pair_dim[1], 4);
  mj_deleteModel(m);
}

static void exclusions_are_sorted_too(void** state) {
  mjModel* m = compiled(THREE_BODIES
                        "<contact><exclude body1='c' body2='b'/>"
                        "<exclude body1='b' body2='a'/></contact>");
  assert_int_equal(m->exclude_signature[0], (1 << 16) + 2);
  assert_int_equal(m->exclude_signature[1], (2 << 16) + 3);
  mj_deleteModel(m);
}

static void unknown_names_and_dimensions_are_refused(void** state) {
  assertRefused(THREE_BODIES "<contact><pair geom1='ga' geom2='none'/></contact>", "'none'");
  assertRefused(THREE_BODIES "<contact><exclude body1='a' body2='none'/></contact>", "'none'");
  assertRefused(THREE_BODIES "<contact><pair geom1='ga' geom2='gb' condim='2'/></contact>",
                "condim");
}

static void exclusions_of_bodies_that_no_signature_names_are_refused(void** state) {
  enum { MANY = 65536 };
  static const char body[] = "<body/>";
  char* text = malloc(MANY * sizeof body + 400);
  char* at = text + sprintf(text, "<worldbody>");
  for (int i = 0; i < MANY; i++) {
    at += sprintf(at, "%s", body);
  }
  sprintf(at,
          "<body name='last'/></worldbody><contact>"
          "<exclude body1='last' body2='world'/></contact>");
  assertRefused(text, "must be among the first 65536 of the model");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_sorted_by_their_bodies),
      cmocka_unit_test(pairs_of_the_same_bodies_stay_as_written),
      cmocka_unit_test(exclusions_are_sorted_too),
      cmocka_unit_test(exclusions_of_bodies_that_no_signature_names_are_refused),
      cmocka_unit_test(unknown_names_and_dimensions_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
