// Reading of the tree: bodies and everything in them.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>\n" content "</worldbody></mujoco>"

static void classes_are_handed_down_by_bodies_and_frames(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><default class='c'><geom density='7'/></default><default class='d'>"
      "<geom density='8'/></default></default><worldbody><body childclass='c'><geom name='a' "
      "size='1'/><frame childclass='d'><geom name='b' size='1'/></frame><body><geom name='e' "
      "size='1'/><freejoint name='f'/></body></body></worldbody></mujoco>");
  ASSERT_NEAR(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "a"))->density, 7, 0);
  ASSERT_NEAR(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "b"))->density, 8, 0);
  ASSERT_NEAR(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "e"))->density, 7, 0);
  mj_deleteSpec(spec);
}

static void an_orientation_has_one_form(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<geom name='a' size='1' quat='0 2 0 0'/><geom name='b' size='1' zaxis='1 0 0'/>"
            "<geom name='c' size='1' euler='1 2 3'/>"));
  const mjsGeom* a = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "a"));
  ASSERT_NUMBERS(a->quat, 0, 0, 2, 0, 0);
  assert_int_equal(a->alt.type, mjORIENTATION_QUAT);
  assert_int_equal(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "b"))->alt.type,
                   mjORIENTATION_ZAXIS);
  ASSERT_NUMBERS(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "c"))->alt.euler, 0, 1, 2, 3);
  mj_deleteSpec(spec);
}

// MJCF-ORIENTATION
static void the_form_of_a_class_wins_over_a_quaternion_of_the_element(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><default class='c'><geom euler='0 0 90'/></default></default><worldbody>"
      "<geom name='g' class='c' size='1' quat='0 1 0 0'/></worldbody></mujoco>");
  const mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_int_equal(geom->alt.type, mjORIENTATION_EULER);
  ASSERT_NUMBERS(geom->quat, 0, 0, 1, 0, 0);
  mj_deleteSpec(spec);
}

static void inertia_and_lights_have_words_of_their_own(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<light name='l' directional='true'/><body name='b'><inertial pos='1 2 3' mass='4' "
            "fullinertia='1 1 1 0 0 0'/></body>"));
  const mjsBody* body = mjs_findBody(spec, "b");
  assert_true(body->explicitinertial);
  ASSERT_NUMBERS(body->ipos, 0, 1, 2, 3);
  ASSERT_NEAR(body->mass, 4, 0);
  assert_int_equal(mjs_asLight(mjs_findElement(spec, mjOBJ_LIGHT, "l"))->type, mjLIGHT_DIRECTIONAL);
  mj_deleteSpec(spec);
}

static void elements_know_where_they_were_read(void** state) {
  mjSpec* spec = parseModel(WORLD("  <geom name='g' size='1'/>"));
  const lbElement* geom = lb_head(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_int_equal(geom->line, 2);
  assert_int_equal(geom->column, 3);
  assert_string_equal(geom->tag, "geom");
  mjsGeom* handle = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_string_equal(mjs_getString(handle->info), "line 2");
  mj_deleteSpec(spec);
}

static void wrong_trees_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {WORLD("<geom class='none' size='1'/>"), "unknown default class name 'none'"},
      {WORLD("<body childclass='none'/>"), "unknown default childclass 'none'"},
      {WORLD("<geom size='1' quat='0 0 0 0'/>"), "zero quaternion is not allowed"},
      {WORLD("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>"),
       "multiple orientation specifiers are not allowed"},
      {WORLD("<replicate count='2'><joint/></replicate>"), "World body cannot have joints"},
      {WORLD("<replicate count='2'><inertial pos='0 0 0' mass='1'/></replicate>"),
       "World body cannot have inertia"},
      {WORLD("<attach model='none' prefix='x'/>"), "could not find model 'none'"},
      {WORLD("<attach body='none' prefix='x'/>"), "could not find body 'none'"},
      {WORLD("<body><geom name='a' size='1'/><geom name='a' size='1'/></body>"),
       "repeated name 'a' in geom"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(classes_are_handed_down_by_bodies_and_frames),
      cmocka_unit_test(an_orientation_has_one_form),
      cmocka_unit_test(the_form_of_a_class_wins_over_a_quaternion_of_the_element),
      cmocka_unit_test(inertia_and_lights_have_words_of_their_own),
      cmocka_unit_test(elements_know_where_they_were_read),
      cmocka_unit_test(wrong_trees_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
