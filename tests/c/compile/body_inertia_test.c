// Mass, centre and inertia of bodies.

#include "compile/compile_support.h"
#include "mjcf/parse_support.h"

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

// As measured on the peer: what calls gave the world is in the model, and moves nothing.
static void the_world_has_what_calls_gave_it(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom size='1'/><body pos='1 1 1'><joint/><geom size='.1' mass='1'/>"
      "</body></worldbody></mujoco>");
  mjsBody* world = mjs_findBody(spec, "world");
  mju_copy3(world->pos, (mjtNum[3]){1, 2, 3});
  mju_copy4(world->quat, (mjtNum[4]){0, 2, 0, 0});
  mju_copy3(world->ipos, (mjtNum[3]){4, 5, 6});
  mju_copy3(world->inertia, (mjtNum[3]){1, 2, 3});
  world->mass = 7;
  mjModel* m = mj_compile(spec, NULL);
  ASSERT_NUMBERS(m->body_pos, 0, 1, 2, 3, 1, 1, 1);
  ASSERT_NUMBERS(m->body_quat, 0, 0, 1, 0, 0);
  ASSERT_NUMBERS(m->body_ipos, 0, 4, 5, 6);
  ASSERT_NUMBERS(m->body_iquat, 0, 1, 0, 0, 0);
  ASSERT_NUMBERS(m->body_inertia, 0, 1, 2, 3);
  ASSERT_NUMBERS(m->body_mass, 0, 7, 1);
  ASSERT_NUMBERS(m->body_subtreemass, 0, 8, 1);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ASSERT_NUMBERS(d->xpos, 0, 0, 0, 0, 1, 1, 1);
  ASSERT_NUMBERS(d->geom_xpos, 0, 0, 0, 0, 1, 1, 1);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dumbbell_has_the_inertia_of_two_balls_and_their_distance),
      cmocka_unit_test(a_full_matrix_is_diagonalised),
      cmocka_unit_test(geoms_of_other_groups_weigh_nothing),
      cmocka_unit_test(what_is_explicit_wins_unless_geoms_are_asked_for),
      cmocka_unit_test(impossible_inertias_are_balanced_and_small_ones_raised),
      cmocka_unit_test(a_geom_of_almost_no_mass_weighs_nothing),
      cmocka_unit_test(the_world_has_what_calls_gave_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
