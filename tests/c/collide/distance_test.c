// mj_geomDistance against closed forms.

#include "collide/pairs_support.h"

static const char xml[] =
    "<mujoco><worldbody><geom name='ball' size='.1'/><geom name='far' pos='.5 0 0' size='.2'/>"
    "<geom name='box' type='box' size='.1 .1 .1' pos='0 0 2'/>"
    "<geom name='box2' type='box' size='.1 .1 .1' pos='.05 0 2.5'/>"
    "<geom name='floor' type='plane' size='1 1 1' pos='0 0 -1'/></worldbody></mujoco>";

static mjtNum distance(Scene s, const char* a, const char* b, mjtNum limit, mjtNum fromto[6]) {
  return mj_geomDistance(s.m, s.d, mj_name2id(s.m, mjOBJ_GEOM, a), mj_name2id(s.m, mjOBJ_GEOM, b),
                         limit, fromto);
}

static void balls_boxes_and_planes_have_their_distance(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjtNum fromto[6], found = distance(s, "ball", "far", 1, fromto);
  assertClose(&found, (mjtNum[]){.2}, 1, 1e-9);
  assertClose(fromto, (mjtNum[]){.1, 0, 0, .3, 0, 0}, 6, 1e-9);
  found = distance(s, "box", "box2", 1, fromto);
  assertClose(&found, (mjtNum[]){.3}, 1, 1e-9);
  assertClose(fromto + 2, (mjtNum[]){2.1}, 1, 1e-9);
  found = distance(s, "floor", "ball", 2, fromto);
  assertClose(&found, (mjtNum[]){.9}, 1, 1e-9);
  freeScene(s);
}

// COMPAT: GEOM-DISTANCE-MPR: measured with the peer
static void portal_refinement_measures_by_its_contacts(void** state) {
  Scene s = loadScene(
      "<mujoco><option><flag nativeccd='disable'/></option><worldbody>"
      "<geom name='a' type='box' size='.2 .15 .1' pos='-.5 0 .3'/>"
      "<geom name='b' type='box' size='.1 .05 .1' pos='-.5 0 .6'/></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mjtNum fromto[6], found = distance(s, "a", "b", 1, fromto);
  assertClose(&found, (mjtNum[]){.1}, 1, 1e-9);
  assertClose(fromto, (mjtNum[]){-.4, .05, .4, -.4, .05, .5}, 6, 1e-9);
  freeScene(s);
}

static void the_order_of_geoms_turns_the_segment_round(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjtNum there[6], back[6];
  mjtNum a = distance(s, "ball", "box", 3, there), b = distance(s, "box", "ball", 3, back);
  assertClose(&a, &b, 1, 1e-12);
  assertClose(there, back + 3, 3, 1e-12);
  assertClose(there + 3, back, 3, 1e-12);
  freeScene(s);
}

static void beyond_the_limit_the_limit_is_returned(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  mjtNum fromto[6] = {1, 1, 1, 1, 1, 1};
  assert_true(distance(s, "ball", "far", .1, fromto) == .1);
  assert_true(mju_isZero(fromto, 6));
  freeScene(s);
}

static void overlaps_are_negative(void** state) {
  Scene s = loadScene(xml);
  s.m->geom_pos[3 * 1] = .25;
  mj_forward(s.m, s.d);
  mjtNum found = distance(s, "ball", "far", 1, NULL);
  assertClose(&found, (mjtNum[]){-.05}, 1, 1e-9);
  freeScene(s);
}

// COL-50: no direction leads out of shapes with one centre; where they are is told
static void shapes_with_one_centre_touch_there(void** state) {
  Scene s = loadScene(xml);
  mju_copy3(s.m->geom_pos + 3 * 3, (mjtNum[]){0, 0, 2});
  mj_forward(s.m, s.d);
  mjtNum fromto[6], found = distance(s, "box", "box2", 1, fromto);
  assertClose(&found, (mjtNum[]){0}, 1, 1e-12);
  assertClose(fromto, (mjtNum[]){0, 0, 2, 0, 0, 2}, 6, 1e-9);
  freeScene(s);
}

// COL-50: the segment between shapes that just touch is a point of both
static void shapes_that_touch_have_a_point_in_common(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='a' type='box' size='.25 .5 .125' pos='1 0 0'/><geom name='b' "
      "type='box' size='.25 .5 .25' pos='1 .125 .375'/><geom name='c' type='cylinder' size='.25 "
      ".25' pos='1 0 -.375'/></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  const char* below[] = {"a", "c"};
  const char* above[] = {"b", "a"};
  for (int i = 0; i < 2; i++) {
    mjtNum fromto[6], found = distance(s, below[i], above[i], 1, fromto);
    assertClose(&found, (mjtNum[]){0}, 1, 1e-12);
    assertClose(fromto, fromto + 3, 3, 1e-9);
    assertClose(fromto + 2, (mjtNum[]){i ? -.125 : .125}, 1, 1e-9);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(balls_boxes_and_planes_have_their_distance),
      cmocka_unit_test(portal_refinement_measures_by_its_contacts),
      cmocka_unit_test(the_order_of_geoms_turns_the_segment_round),
      cmocka_unit_test(beyond_the_limit_the_limit_is_returned),
      cmocka_unit_test(overlaps_are_negative),
      cmocka_unit_test(shapes_with_one_centre_touch_there),
      cmocka_unit_test(shapes_that_touch_have_a_point_in_common),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
