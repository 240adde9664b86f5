// Collisions of flexes with geoms.

#include <stdio.h>

#include "collide/pairs_support.h"
#include "data/contact_exclude.h"

static Scene sheetOn(const char* world, const char* contact) {
  char xml[1500];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody>%s<flexcomp name='f' type='grid' dim='2' count='3 3 1' "
           "spacing='.1 .1 .1' radius='.02' mass='1' pos='0 0 .015'><contact selfcollide='none' "
           "internal='false' %s/></flexcomp></worldbody></mujoco>",
           world, contact);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

#define FLOOR "<geom type='plane' size='1 1 1'/>"

static void every_vertex_below_its_radius_touches_a_plane(void** state) {
  Scene s = sheetOn(FLOOR, "");
  assert_int_equal(s.d->ncon, 9);
  for (int i = 0; i < 9; i++) {
    const mjContact* c = s.d->contact + i;
    assertClose(&c->dist, (mjtNum[]){-.005}, 1, 1e-12);
    assertClose(c->frame, (mjtNum[]){0, 0, 1}, 3, 1e-12);
    assert_int_equal(c->geom[1], -1);
    assert_int_equal(c->flex[1], 0);
    assert_int_equal(c->vert[1], i);
  }
  freeScene(s);
}

static void contacts_of_passive_flexes_with_the_world_are_springs(void** state) {
  Scene s = loadScene(
      "<mujoco><option solver='CG' integrator='implicitfast'/><worldbody>" FLOOR
      "<flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' radius='.02' "
      "mass='1' pos='0 0 .015'><contact selfcollide='none' passive='true'/></flexcomp>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 9);
  for (int i = 0; i < 9; i++) {
    assert_int_equal(s.d->contact[i].exclude, lbEXCLUDE_SPRING);
  }
  freeScene(s);
}

static void masks_keep_a_flex_from_a_geom(void** state) {
  Scene s = sheetOn("<geom type='plane' size='1 1 1' contype='2' conaffinity='4'/>", "");
  assert_int_equal(s.d->ncon, 0);
  freeScene(s);
}

static void a_ball_on_a_sheet_touches_the_triangles_under_it(void** state) {
  Scene s = sheetOn("<geom size='.1' pos='.02 .03 .12'/>", "");
  assert_true(s.d->ncon >= 1);
  mjtNum least = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    least = fmin(least, s.d->contact[i].dist);
    assert_true(s.d->contact[i].elem[1] >= 0);
  }
  // the sheet at height .015, its radius .02, the ball's lowest point at .02
  assertClose(&least, (mjtNum[]){-.015}, 1, 1e-6);
  freeScene(s);
}

// COMPAT: FLEX-SPREAD
static void of_more_contacts_than_the_limit_those_at_the_ends_are_kept(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='plane' size='9 9 1'/><flexcomp name='f' type='grid' dim='2' "
      "count='9 9 1' spacing='.1 .1 .1' radius='.02' mass='1' pos='0 0 .01' euler='0 .1 0'>"
      "<contact selfcollide='none' internal='false'/></flexcomp></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, mjMAXCONPAIR);
  mjtNum low[2] = {0, 0}, high[2] = {0, 0};
  for (int i = 0; i < s.d->ncon; i++) {
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], s.d->contact[i].pos[k]);
      high[k] = fmax(high[k], s.d->contact[i].pos[k]);
    }
  }
  // those that are kept reach to the ends of the sheet
  assertClose(low, (mjtNum[]){-.4, -.4}, 2, 1e-3);
  assertClose(high, (mjtNum[]){.4, .4}, 2, 1e-3);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_vertex_below_its_radius_touches_a_plane),
      cmocka_unit_test(contacts_of_passive_flexes_with_the_world_are_springs),
      cmocka_unit_test(masks_keep_a_flex_from_a_geom),
      cmocka_unit_test(a_ball_on_a_sheet_touches_the_triangles_under_it),
      cmocka_unit_test(of_more_contacts_than_the_limit_those_at_the_ends_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
