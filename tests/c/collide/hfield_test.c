// Height fields: prisms under the surface.

#include "collide/pairs_support.h"

#define FIELD                                                                                  \
  "<mujoco><asset><hfield name='h' nrow='5' ncol='5' size='1 1 .5 .1' elevation='0 0 0 0 0 0 " \
  "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'/></asset><worldbody><geom type='hfield' hfield='h'/>"
#define SLOPE                                                                                   \
  "<mujoco><asset><hfield name='h' nrow='3' ncol='3' size='1 1 1 .1' elevation='0 .5 1 0 .5 1 " \
  "0 .5 1'/></asset><worldbody><geom type='hfield' hfield='h'/>"
#define END "</worldbody></mujoco>"

static mjtNum least(Scene s) {
  mjtNum dist = mjMAXVAL;
  for (int i = 0; i < s.d->ncon; i++) {
    dist = fmin(dist, s.d->contact[i].dist);
  }
  return dist;
}

static void a_ball_on_flat_ground_is_as_deep_as_on_a_plane(void** state) {
  Scene s = loadScene(FIELD "<body pos='.1 .13 .09'><freejoint/><geom size='.1'/></body>" END);
  mj_forward(s.m, s.d);
  assert_true(s.d->ncon >= 1);
  mjtNum dist = least(s);
  assertClose(&dist, (mjtNum[]){-.01}, 1, 1e-6);
  assertClose(s.d->contact[0].frame, (mjtNum[]){0, 0, 1}, 3, 1e-4);
  freeScene(s);
}

// z = (x + 1) / 2, so the normal is (-1, 0, 2) / sqrt(5).
static void on_a_slope_the_normal_is_that_of_the_slope(void** state) {
  mjtNum r = 1 / sqrt(5), pos[3] = {.2 - .09 * r, .1, .6 + .09 * 2 * r};
  Scene s = loadScene(SLOPE "<body><freejoint/><geom size='.1'/></body>" END);
  mju_copy3(s.d->qpos, pos);
  mj_forward(s.m, s.d);
  assert_true(s.d->ncon >= 1);
  mjtNum dist = least(s);
  assertClose(&dist, (mjtNum[]){-.01}, 1, 1e-5);
  assertClose(s.d->contact[0].frame, (mjtNum[]){-r, 0, 2 * r}, 3, 1e-3);
  freeScene(s);
}

static void beside_the_field_there_is_nothing(void** state) {
  Scene s = loadScene(FIELD "<body pos='1.2 0 0'><freejoint/><geom size='.1'/></body>" END);
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 0);
  freeScene(s);
}

// COMPAT: COL-47
static void a_plate_on_a_fine_field_has_no_more_contacts_than_the_limit(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><hfield name='h' nrow='30' ncol='30' size='1 1 .1 .1'/></asset><worldbody>"
      "<geom type='hfield' hfield='h'/><body pos='0 0 .04'><freejoint/><geom type='box' size='.9 "
      ".9 .05'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, mjMAXCONPAIR);
  freeScene(s);
}

// COMPAT: HFIELD-MARGIN: distances are reported with the margin added to the surface.
static void the_margin_raises_the_surface(void** state) {
  Scene s = loadScene(
      FIELD "<body pos='.1 .13 .11'><freejoint/><geom size='.1' margin='.03'/></body>" END);
  mj_forward(s.m, s.d);
  assert_true(s.d->ncon >= 1);
  mjtNum dist = least(s);
  assertClose(&dist, (mjtNum[]){.01 - 1.5 * .03}, 1, 1e-5);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_on_flat_ground_is_as_deep_as_on_a_plane),
      cmocka_unit_test(on_a_slope_the_normal_is_that_of_the_slope),
      cmocka_unit_test(beside_the_field_there_is_nothing),
      cmocka_unit_test(a_plate_on_a_fine_field_has_no_more_contacts_than_the_limit),
      cmocka_unit_test(the_margin_raises_the_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
