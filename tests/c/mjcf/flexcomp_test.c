// <flexcomp>: what is read, and mjs_makeFlex.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void a_flexcomp_makes_a_body_per_free_point(void** state) {
  mjSpec* spec =
      parseModel(WORLD("<flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9'><pin id='0 4'/>"
                       "<edge equality='true'/></flexcomp>"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 7);
  assert_int_equal(countOf(spec, mjOBJ_JOINT), 3 * 7);
  assert_int_equal(countOf(spec, mjOBJ_EQUALITY), 1);
  mjsFlex* flex = mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
  assert_int_equal(flex->elem->count, 8 * 3);
  assert_float_equal(mjs_findBody(spec, "f_8")->mass, 1, 1e-12);
  mj_deleteSpec(spec);
}

static void pins_are_read_as_ids_ranges_and_places_of_the_grid(void** state) {
  static const struct {
    const char* pin;
    int free;
    const char* pinned;  // the body that is missing
  } cases[] = {{"id='0 4'", 7, "f_4"},
               {"range='0 2 6 8'", 3, "f_7"},
               {"grid='2 1'", 8, "f_7"},
               {"gridrange='0 1 2 1'", 6, "f_4"},
               {"id='0' grid='0 0 2 2'", 7, "f_8"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(
        xml, sizeof xml,
        WORLD("<flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9'><pin %s/></flexcomp>"),
        cases[i].pin);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + cases[i].free);
    assert_null(mjs_findBody(spec, cases[i].pinned));
    mj_deleteSpec(spec);
  }
}

static void parts_and_elasticity_go_into_the_flex(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 0' element='0 1 2' "
            "texcoord='0 0 1 0 0 1' radius='.01' mass='1' euler='0 0 90'>"
            "<edge stiffness='3' damping='4'/><contact condim='1'/></flexcomp>"));
  const mjsFlex* flex = mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
  ASSERT_NEAR(flex->edgestiffness, 3, 0);
  ASSERT_NEAR(flex->edgedamping, 4, 0);
  assert_int_equal(flex->condim, 1);
  ASSERT_NUMBERS(flex->texcoord->items, 0, 0, 0, 1, 0, 0, 1);
  ASSERT_NUMBERS(mjs_findBody(spec, "f_1")->pos, 1e-12, 0, 1, 0);
  mj_deleteSpec(spec);
}

// Texture coordinates of points that no element uses go with these; others have no point.
static void texture_coordinates_are_two_for_each_point(void** state) {
  static const char* const coordinates[] = {"0 1 2 3 4 5", "0 1 2 3 4 5 6 7"};
  for (int extra = 0; extra < 2; extra++) {
    for (int few = 0; few < 2; few++) {
      char xml[500];
      snprintf(xml, sizeof xml,
               "<mujoco><worldbody><flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 "
               "0 %s' element='0 1 2' texcoord='%s' radius='.01' mass='1'/></worldbody></mujoco>",
               extra ? "1 1 1" : "", coordinates[!few]);
      mjSpec* spec = parseModel(xml);
      mjModel* m = mj_compile(spec, NULL);
      if (m) {
        assert_int_equal(m->nflextexcoord, 3);
      } else {
        ASSERT_SAYS(mjs_getError(spec), "two texture coordinates per vertex expected");
      }
      assert_int_equal(!m, !extra && !few);
      mj_deleteModel(m);
      mj_deleteSpec(spec);
    }
  }
}

static void wrong_pins_are_refused_with_the_place_of_the_flexcomp(void** state) {
  static const char* const cases[][2] = {
      {"range='0 1 2'", "Pin range number must be multiple of 2"},
      {"grid='1'", "Pin grid number must be multiple of dim"},
      {"gridrange='0 0 1'", "Pin grid range number of must be multiple of 2*dim"},
      {"id='9'", "pinid out of range"},
      {"range='0 9'", "pinrange out of range"},
      {"grid='3 0'", "pingrid out of range"},
      {"gridrange='0 0 3 0'", "pingridrange out of range"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             WORLD("\n <flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9'><pin %s/>"
                   "</flexcomp>"),
             cases[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, "Element 'flexcomp', line 2, column 2");
  }
}

static void an_empty_material_asks_for_no_texture_coordinates(void** state) {
  static const char* const materials[] = {"", "material=''", "material='m'"};
  for (int i = 0; i < 3; i++) {
    char xml[400];
    snprintf(xml, sizeof xml,
             "<mujoco><asset><material name='m'/></asset><worldbody><body name='b'>"
             "<flexcomp name='f' count='3 3 1' spacing='1 1 1' radius='.1' %s/></body></worldbody>"
             "</mujoco>",
             materials[i]);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"))->texcoord->count,
                     i < 2 ? 0 : 18);
    mj_deleteSpec(spec);
  }
}

static void a_flex_can_be_made_by_a_call(void** state) {
  mjSpec* spec = mj_makeSpec();
  const int count[3] = {3, 3, 1};
  const double spacing[3] = {1, 1, 1};
  mjsFlex* flex = mjs_makeFlex(worldOf(spec), "f", "grid", 2, NULL, count, NULL, spacing, NULL, .1,
                               9, .01, 1, 0, 1, 0, NULL, NULL, NULL, NULL, NULL);
  assert_non_null(flex);
  assert_string_equal(nameOf(flex->element), "f");
  assert_int_equal(flex->elem->count, 3 * 8);
  assert_true(flex->flatskin);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 9);
  assert_int_equal(countOf(spec, mjOBJ_EQUALITY), 1);

  // what is refused leaves nothing behind
  assert_null(mjs_makeFlex(worldOf(spec), "f", "grid", 2, NULL, count, NULL, spacing, NULL, .1, 9,
                           .01, 1, 0, 1, 0, NULL, NULL, NULL, NULL, NULL));
  ASSERT_SAYS(mjs_getError(spec), "repeated name 'f' in flex");
  assert_int_equal(countOf(spec, mjOBJ_FLEX), 1);
  mj_deleteSpec(spec);
}

// FLEX-WORDS
static void a_call_without_words_and_masses_has_those_of_the_file(void** state) {
  static const char* const words[][2] = {{"cube", "loose"}, {"", ""}, {NULL, NULL}};
  for (int i = 0; i < 3; i++) {
    mjSpec* spec = mj_makeSpec();
    mjsFlex* flex = mjs_makeFlex(worldOf(spec), "f", words[i][0], 2, words[i][1],
                                 (const int[3]){3, 3, 1}, NULL, NULL, NULL, .005, i - 1.0,
                                 i ? -1 : NAN, 0, 0, 0, 0, NULL, NULL, NULL, "", NULL);
    assert_non_null(flex);
    assert_int_equal(flex->elem->count, 3 * 8);
    const mjsBody* body = mjs_findBody(spec, "f_0");
    ASSERT_NEAR(body->mass, 1 / 9.0, 1e-15);
    ASSERT_NEAR(body->inertia[0], 1 / 9.0 * 2 / 3 * .005 * .005, 1e-15);
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_flexcomp_makes_a_body_per_free_point),
      cmocka_unit_test(pins_are_read_as_ids_ranges_and_places_of_the_grid),
      cmocka_unit_test(parts_and_elasticity_go_into_the_flex),
      cmocka_unit_test(texture_coordinates_are_two_for_each_point),
      cmocka_unit_test(wrong_pins_are_refused_with_the_place_of_the_flexcomp),
      cmocka_unit_test(an_empty_material_asks_for_no_texture_coordinates),
      cmocka_unit_test(a_flex_can_be_made_by_a_call),
      cmocka_unit_test(a_call_without_words_and_masses_has_those_of_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
