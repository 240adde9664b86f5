// Tendons: paths, rest lengths, patterns.

#include "compile/compile_support.h"

#define TWO_SLIDERS                                                                           \
  "<worldbody><site name='w' pos='0 0 1'/><body><joint name='x' type='slide' axis='1 0 0' "   \
  "springref='3'/><geom name='ball' size='.1'/><site name='s'/></body><body><joint name='y' " \
  "type='slide' axis='0 1 0'/><geom size='.1'/><site name='t' pos='0 2 0'/></body></worldbody>"

static void a_rest_length_left_open_is_that_of_the_springs_reference(void** state) {
  mjModel* m = compiled(TWO_SLIDERS
                        "<tendon><fixed><joint joint='x' coef='2'/></fixed>"
                        "<spatial springlength='.5'><site site='s'/><site site='t'/>"
                        "</spatial></tendon>");
  ASSERT_NUMBERS(m->tendon_length0, 1e-15, 0, 2);
  ASSERT_NUMBERS(m->tendon_lengthspring, 1e-15, 6, 6, 0.5, 0.5);
  mj_deleteModel(m);
}

static void the_jacobian_has_a_column_for_each_dof_on_the_path(void** state) {
  mjModel* m = compiled(TWO_SLIDERS
                        "<tendon><fixed><joint joint='y' coef='2'/></fixed><spatial>"
                        "<site site='w'/><site site='t'/><site site='s'/></spatial></tendon>");
  assert_int_equal(m->nJten, 3);
  assert_int_equal(m->ten_J_rowadr[1], 1);
  assert_int_equal(m->ten_J_colind[0], 1);
  assert_int_equal(m->ten_J_colind[1], 0);
  assert_int_equal(m->ten_J_colind[2], 1);
  assert_int_equal(m->tendon_treenum[1], 2);
  // in the order of the path
  assert_int_equal(m->tendon_treeid[2], 1);
  assert_int_equal(m->tendon_treeid[3], 0);
  mj_deleteModel(m);
}

static void paths_without_sense_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"<spatial><site site='s'/></spatial>", "at least two objects"},
      {"<spatial><site site='s'/><site site='s'/></spatial>", "is repeated"},
      {"<spatial><site site='s'/><geom geom='ball'/></spatial>", "not bracketed by sites"},
      {"<spatial><site site='s'/><site site='t'/><pulley divisor='2'/></spatial>",
       "ends with pulley"},
      {"<spatial width='0'><site site='s'/><site site='t'/></spatial>", "positive width"},
      {"<spatial armature='1'><site site='s'/><geom geom='ball'/><site site='t'/></spatial>",
       "geom wrapping not supported by tendon armature"},
      {"<spatial range='2 1' limited='true'><site site='s'/><site site='t'/></spatial>",
       "invalid limits"},
      {"<fixed><joint joint='none' coef='1'/></fixed>",
       "joint 'none' not found in tendon 0, wrap 0"},
      {"<spatial><site site='s'/><site site='none'/></spatial>",
       // MODEL-WRAP
       "site 'none' not found in wrap 1\nElement name 'none', id 1"},
      {"<spatial><site site='s'/><site site='t'/><pulley divisor='-1'/><site site='s'/>"
       "<site site='t'/></spatial>",
       "pulley has negative divisor in tendon 0, wrap 2\nElement name '', id 2"},
      // the width is looked at before what is named
      {"<spatial width='-1'><site site='none'/><site site='s'/></spatial>", "positive width"},
      {"<spatial width='0'><site site='none'/></spatial>", "at least two objects"},
      // what is named and the divisors are looked at before the path
      {"<spatial><site site='none'/><site site='s'/><pulley divisor='1'/></spatial>",
       "site 'none' not found in wrap 0"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, TWO_SLIDERS "<tendon>%s</tendon>", cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

static void a_tendon_of_joints_is_not_drawn_and_may_have_any_width(void** state) {
  mjModel* m = compiled("<default><tendon width='-1'/></default>" TWO_SLIDERS
                        "<tendon><fixed><joint joint='x' coef='1'/></fixed></tendon>");
  ASSERT_NUMBERS(m->tendon_width, 0, -1);
  mj_deleteModel(m);
}

// TENDON-ARMATURE-FIXED: the rotor of a spatial tendon couples the bodies on its path, which are no
// longer simple; that of a fixed tendon leaves them so.
static void the_rotor_of_a_spatial_tendon_couples_bodies(void** state) {
  mjModel* fixed = compiled(TWO_SLIDERS
                            "<tendon><fixed armature='1'><joint joint='x' coef='1'/>"
                            "<joint joint='y' coef='1'/></fixed></tendon>");
  mjModel* spatial = compiled(TWO_SLIDERS
                              "<tendon><spatial armature='1'><site site='s'/>"
                              "<site site='t'/></spatial></tendon>");
  assert_int_equal(fixed->body_simple[1], 2);
  assert_int_equal(spatial->body_simple[1], 0);
  assert_int_equal(spatial->body_simple[2], 0);
  mj_deleteModel(fixed);
  mj_deleteModel(spatial);
}

static void the_range_of_actuator_forces_holds_zero(void** state) {
#define FORCES(range)                                                             \
  "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><tendon>" \
  "<fixed actuatorfrclimited='true' actuatorfrcrange='" range                     \
  "'><joint joint='j' coef='1'/>"                                                 \
  "</fixed></tendon>"
  assertRefused(FORCES("1 2"), "invalid actuatorfrcrange in tendon");
  assertRefused(FORCES("-2 -1"), "invalid actuatorfrcrange in tendon");
  assertRefused(FORCES("2 -1"), "invalid actuatorfrcrange in tendon");
  mj_deleteModel(compiled(FORCES("0 2")));
  mj_deleteModel(compiled(FORCES("-2 0")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_rest_length_left_open_is_that_of_the_springs_reference),
      cmocka_unit_test(the_jacobian_has_a_column_for_each_dof_on_the_path),
      cmocka_unit_test(paths_without_sense_are_refused),
      cmocka_unit_test(a_tendon_of_joints_is_not_drawn_and_may_have_any_width),
      cmocka_unit_test(the_rotor_of_a_spatial_tendon_couples_bodies),
      cmocka_unit_test(the_range_of_actuator_forces_holds_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
