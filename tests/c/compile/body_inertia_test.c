// Mass, centre and inertia of bodies.

#include "compile/compile_support.h"

static void a_dumbbell_has_the_inertia_of_two_balls_and_their_distance(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><geom size='.1' mass='1' pos='-1 0 0'/>"
      "<geom size='.1' mass='1' pos='3 0 0'/></body></worldbody>");
  ASSERT_NEAR(m->body_mass[1], 2, 0);
  ASSERT_NUMBERS(m->body_ipos + 3, 1e-15, 1, 0, 0);
  ASSERT_NUMBERS(m->body_inertia + 3, 1e-12, 8.008, 8.008, 0.008);
  mj_deleteModel(m);
}

static void a_full_matrix_is_diagonalised(void** state) {
  // yz = 1 mixes y and z: 3 + 1 and 3 - 1
  mjModel* m = compiled(
      "<worldbody><body><joint/><inertial pos='0 0 0' mass='1' "
      "fullinertia='3 3 3 0 0 1'/></body></worldbody>");
  ASSERT_NUMBERS(m->body_inertia + 3, 1e-12, 4, 3, 2);
  mjtNum axis[3], x[3] = {1, 0, 0};
  mju_rotVecQuat(axis, x, m->body_iquat + 4);
  ASSERT_NEAR(fabs(axis[1]), sqrt(0.5), 1e-12);
  ASSERT_NEAR(fabs(axis[2]), sqrt(0.5), 1e-12);
  mj_deleteModel(m);
}

static void geoms_of_other_groups_weigh_nothing(void** state) {
  mjModel* m = compiled(
      "<compiler inertiagrouprange='1 2'/><worldbody><body><joint/>"
      "<geom size='.1' mass='1' group='1'/><geom size='.1' mass='5' group='3'/>"
      "</body></worldbody>");
  ASSERT_NEAR(m->body_mass[1], 1, 0);
  mj_deleteModel(m);
}

static void what_is_explicit_wins_unless_geoms_are_asked_for(void** state) {
  const char* body =
      "<worldbody><body><joint/><inertial pos='0 0 1' mass='9' diaginertia='1 1 1'/>"
      "<geom size='1' mass='2'/></body></worldbody>";
  mjModel* m = compiled(body);
  ASSERT_NEAR(m->body_mass[1], 9, 0);
  mj_deleteModel(m);
  char text[512] = "<compiler inertiafromgeom='true'/>";
  m = compiled(strcat(text, body));
  ASSERT_NEAR(m->body_mass[1], 2, 0);
  ASSERT_NUMBERS(m->body_ipos + 3, 0, 0, 0, 0);
  mj_deleteModel(m);
}

static void impossible_inertias_are_balanced_and_small_ones_raised(void** state) {
  mjModel* m = compiled(
      "<compiler balanceinertia='true' boundmass='2' boundinertia='.5'/><worldbody>"
      "<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 4'/></body>"
      "<body><joint/><geom size='.01'/></body></worldbody>");
  ASSERT_NUMBERS(m->body_inertia + 3, 1e-15, 2, 2, 2, 0.5, 0.5, 0.5);
  ASSERT_NUMBERS(m->body_mass + 1, 0, 2, 2);
  mj_deleteModel(m);
}

static void inertiaBeside(const char* mass, mjtNum inertia[3]) {
  char text[512];
  snprintf(text, sizeof text,
           "<worldbody><body><joint/><geom type='box' size='.3 .2 .1' mass='1'/>"
           "<geom size='.1' mass='%s'/></body></worldbody>",
           mass);
  mjModel* m = compiled(text);
  mju_copy3(inertia, m->body_inertia + 3);
  mj_deleteModel(m);
}

// MODEL-SMALLEST-MASS: a geom of 1e-14 weighs nothing, so that the box keeps the order of its axes;
// beside one that weighs a little more, axes are sorted.
static void a_geom_of_almost_no_mass_weighs_nothing(void** state) {
  mjtNum alone[3], beside[3];
  inertiaBeside("1e-14", alone);
  inertiaBeside("1.1e-14", beside);
  ASSERT_NUMBERS(alone, 1e-12, 0.05 / 3, 0.1 / 3, 0.13 / 3);
  ASSERT_NUMBERS(beside, 1e-12, 0.13 / 3, 0.1 / 3, 0.05 / 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dumbbell_has_the_inertia_of_two_balls_and_their_distance),
      cmocka_unit_test(a_full_matrix_is_diagonalised),
      cmocka_unit_test(geoms_of_other_groups_weigh_nothing),
      cmocka_unit_test(what_is_explicit_wins_unless_geoms_are_asked_for),
      cmocka_unit_test(impossible_inertias_are_balanced_and_small_ones_raised),
      cmocka_unit_test(a_geom_of_almost_no_mass_weighs_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
