// Colours of islands.

#include "visual/island_color.h"
#include "visual/picture_support.h"

static const char* const pairs =
    "<mujoco><worldbody><geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body>"
    "<body pos='1 0 .09'><freejoint/><geom size='.1'/></body>"
    "<body pos='2 0 9'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

static void islands_differ_and_what_is_free_is_grey(void** state) {
  Picture p;
  openPicture(&p, pairs, 10);
  assert_int_equal(p.s.d->nisland, 2);
  mjvGeom geom[3] = {0};
  for (int i = 0; i < 3; i++) {
    lb_setIslandColor(p.s.m, p.s.d, 1 + i, &geom[i]);
  }
  assert_int_equal(lb_bodyIsland(p.s.m, p.s.d, 1), 0);
  assert_int_equal(lb_bodyIsland(p.s.m, p.s.d, 3), -1);
  // from the first dof of each: 0 and 6
  assertNear(geom[0].rgba, (mjtNum[]){0.6800000, 0.6152381, 0.2266667, 1}, 4);
  assertNear(geom[1].rgba, (mjtNum[]){0.7760000, 0.2463492, 0.1724444, 1}, 4);
  assertNear(geom[2].rgba, (mjtNum[]){0.7, 0.7, 0.7, 1}, 4);
  closePicture(&p);
}

// What nobody joins has a colour of its own with sleep; sleepers one that is darker and paler.
static void with_sleep_each_tree_has_a_colour(void** state) {
  Picture p;
  openPicture(&p, pairs, 10);
  p.s.m->opt.enableflags |= mjENBL_SLEEP;
  mjvGeom geom = {0};
  lb_setIslandColor(p.s.m, p.s.d, 3, &geom);
  assertNear(geom.rgba, (mjtNum[]){0.872, 0.2260741, 0.7006323, 1}, 4);
  p.s.d->tree_asleep[1] = 0;
  p.s.d->tree_asleep[0] = 1;
  for (int i = 1; i < 3; i++) {
    lb_setIslandColor(p.s.m, p.s.d, i, &geom);
    // value times .6 and saturation times .7 of that of dof 0
    const mjtNum value = 0.68 * 0.6, saturation = (1 - 0.2266667 / 0.68) * 0.7;
    assertNear(geom.rgba, (mjtNum[]){value}, 1);
    assertNear(geom.rgba + 2, (mjtNum[]){value * (1 - saturation)}, 1);
  }
  closePicture(&p);
}

static const char* const strung =
    "<mujoco><worldbody><geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1'/><site name='a'/><site name='c' pos='0 0 "
    "1'/></body>"
    "<body pos='1 0 .09'><freejoint/><geom size='.1'/><site name='b'/><site name='d' pos='0 0 "
    "1'/></body></worldbody>"
    "<tendon><spatial><site site='a'/><site site='b'/></spatial>"
    "<spatial frictionloss='1'><site site='b'/><site site='d'/></spatial>"
    "<spatial name='t'><site site='a'/><site site='c'/></spatial></tendon>"
    "<equality><tendon tendon1='t'/></equality></mujoco>";

// Contacts and tendons are of the islands of their constraints. COMPAT: VIS-ISLAND-ROW: the two
// tendons on one body move nothing, so that the contact that comes next colours them.
static void constraints_colour_contacts_and_tendons(void** state) {
  Picture p;
  openPicture(&p, strung, 20);
  p.opt.flags[mjVIS_ISLAND] = p.opt.flags[mjVIS_CONTACTPOINT] = 1;
  updatePicture(&p);
  const mjtNum none[4] = {0.7, 0.7, 0.7, 1};
  assertNear(findGeom(&p, mjOBJ_TENDON, 0, 0)->rgba, none, 4);
  mjvGeom geom = {0};
  for (int i = 0; i < 2; i++) {
    lb_setIslandColor(p.s.m, p.s.d, p.s.m->geom_bodyid[p.s.d->contact[i].geom[1]], &geom);
    const float* f = geom.rgba;
    assertNear(findType(&p, mjGEOM_CYLINDER, i)->rgba, (mjtNum[]){f[0], f[1], f[2], 1}, 4);
  }
  for (int i = 1; i < 3; i++) {
    int row = p.s.d->tendon_efcadr[i];
    assert_in_range(row, 0, p.s.d->nefc - 1);
    lb_setRowIslandColor(p.s.d, row, &geom);
    const float* f = geom.rgba;
    assertNear(findGeom(&p, mjOBJ_TENDON, i, 0)->rgba, (mjtNum[]){f[0], f[1], f[2], 1}, 4);
  }
  p.s.m->opt.disableflags |= mjDSBL_ISLAND;
  mj_forward(p.s.m, p.s.d);
  updatePicture(&p);
  assertNear(findType(&p, mjGEOM_CYLINDER, 0)->rgba, none, 4);
  assertNear(findGeom(&p, mjOBJ_TENDON, 1, 0)->rgba, none, 4);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(islands_differ_and_what_is_free_is_grey),
      cmocka_unit_test(with_sleep_each_tree_has_a_colour),
      cmocka_unit_test(constraints_colour_contacts_and_tendons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
