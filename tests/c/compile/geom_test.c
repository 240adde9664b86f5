// Geoms and sites while they are compiled.

#include "compile/compile_support.h"

static void mass_comes_from_the_density_or_is_given(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><geom type='box' size='.5 .5 .5' density='3'/>"
      "</body><body><joint/><geom type='box' size='.5 .5 .5' mass='7'/></body>"
      "</worldbody>");
  ASSERT_NUMBERS(m->body_mass, 1e-15, 0, 3, 7);
  mj_deleteModel(m);
}

static void a_shell_spreads_its_mass_over_its_area(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><geom size='2' density='1' shellinertia='true'/>"
      "</body></worldbody>");
  ASSERT_NEAR(m->body_mass[1], 16 * mjPI, 1e-12);
  ASSERT_NEAR(m->body_inertia[3], 2.0 / 3 * 16 * mjPI * 4, 1e-11);
  mj_deleteModel(m);
}

#define INERTIAL "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"

static void a_mass_below_zero_is_refused_where_it_counts(void** state) {
  static const char* const refused[] = {
      "<worldbody><body><geom size='1' mass='-1'/></body></worldbody>",
      "<worldbody><body><geom size='1' density='-1'/></body></worldbody>",
      "<compiler inertiafromgeom='true'/><worldbody><body>" INERTIAL
      "<geom size='1' mass='-1'/></body></worldbody>",
      ("<compiler inertiafromgeom='false'/><worldbody><body><geom size='1' mass='-1'/></body>"
       "</worldbody>")};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assertRefused(refused[i], "mass, inertia or density are negative in geom");
  }
  static const char* const fine[] = {
      "<worldbody><body>" INERTIAL "<geom size='1' mass='-1'/></body></worldbody>",
      "<worldbody><geom size='1' density='-1'/></worldbody>",
      ("<compiler inertiagrouprange='0 2'/><worldbody><body><geom size='1' mass='-1' group='3'/>"
       "</body></worldbody>")};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    mj_deleteModel(compiled(fine[i]));
  }
}

static void assets_and_types_belong_together(void** state) {
  static const char* const cases[][2] = {
      {"<worldbody><geom name='g' type='mesh'/></worldbody>", "must have valid meshid"},
      {"<worldbody><geom name='g' type='hfield'/></worldbody>", "must have valid hfieldid"},
      {"<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/></asset><worldbody>"
       "<geom size='1' hfield='h'/></worldbody>",
       "must have valid hfieldid"},
      {"<worldbody><geom size='1' condim='2'/></worldbody>", "invalid condim"},
      {"<worldbody><body><joint/><geom size='1' mass='-1'/></body></worldbody>", "negative"},
      {"<worldbody><geom type='mesh' mesh='none'/></worldbody>", "mesh 'none' not found in geom 0"},
  };
  for (int i = 0; i < 6; i++) {
    assertRefused(cases[i][0], cases[i][1]);
  }
}

static void two_ends_stand_before_an_orientation_right_or_wrong(void** state) {
  for (int site = 0; site < 2; site++) {
    char xml[200];
    snprintf(xml, sizeof xml,
             "<worldbody><%s type='capsule' size='1' fromto='0 0 0 2 0 0' zaxis='0 0 0'/>"
             "</worldbody>",
             site ? "site" : "geom");
    mjModel* m = compiled(xml);
    assert_float_equal((site ? m->site_pos : m->geom_pos)[0], 1, 0);
    mj_deleteModel(m);
  }
}

static void a_site_may_reach_from_point_to_point(void** state) {
  mjModel* m = compiled(
      "<worldbody><site type='capsule' size='.1' fromto='0 0 0 0 0 2'/>"
      "</worldbody>");
  ASSERT_NUMBERS(m->site_pos, 0, 0, 0, 1);
  ASSERT_NUMBERS(m->site_size, 1e-15, 0.1, 1);
  mj_deleteModel(m);
}

static void a_site_is_a_primitive_with_a_size(void** state) {
  assertRefused("<worldbody><site size='0'/></worldbody>", "size 0 must be positive");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_comes_from_the_density_or_is_given),
      cmocka_unit_test(a_shell_spreads_its_mass_over_its_area),
      cmocka_unit_test(a_mass_below_zero_is_refused_where_it_counts),
      cmocka_unit_test(assets_and_types_belong_together),
      cmocka_unit_test(two_ends_stand_before_an_orientation_right_or_wrong),
      cmocka_unit_test(a_site_may_reach_from_point_to_point),
      cmocka_unit_test(a_site_is_a_primitive_with_a_size),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
