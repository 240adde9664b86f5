// From the points of a flexcomp to a flex and its constraints.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"
#define TRIANGLE "type='direct' dim='2' radius='.01' mass='1' point='0 0 0 1 0 0 0 1 0 9 9 9' "

static const mjsFlex* flexOf(mjSpec* spec) {
  return mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
}

static void points_without_elements_are_dropped(void** state) {
  mjSpec* spec = parseModel(WORLD("<flexcomp name='f' " TRIANGLE "element='2 1 3'/>"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 3);
  ASSERT_NUMBERS(flexOf(spec)->elem->items, 0, 1, 0, 2);
  ASSERT_NUMBERS(mjs_findBody(spec, "f_2")->pos, 0, 9, 9, 9);
  mj_deleteSpec(spec);
}

static void direct_points_are_scaled_turned_and_moved(void** state) {
  mjSpec* spec = parseModel(WORLD("<flexcomp name='f' " TRIANGLE
                                  "element='0 1 2' scale='2 3 1' axisangle='0 0 1 90' "
                                  "pos='0 0 5'/>"));
  ASSERT_NUMBERS(mjs_findBody(spec, "f_1")->pos, 1e-12, 0, 2, 5);
  ASSERT_NUMBERS(mjs_findBody(spec, "f_2")->pos, 1e-12, -3, 0, 5);
  mj_deleteSpec(spec);
}

static void constraints_follow_from_the_kind_of_equality(void** state) {
  static const struct {
    const char *dof, *equality;
    int type, count;
  } cases[] = {
      {"", "true", mjEQ_FLEX, 1},
      {"", "vert", mjEQ_FLEXVERT, 1},
      {"dof='trilinear' cellcount='2 2 1'", "strain", mjEQ_FLEXSTRAIN, 4},
      {"", "false", 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             WORLD("<flexcomp name='f' count='3 3 3' spacing='1 1 1' dim='3' mass='9' %s>"
                   "<edge equality='%s' solref='.5 1'/></flexcomp>"),
             cases[i].dof, cases[i].equality);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(countOf(spec, mjOBJ_EQUALITY), cases[i].count);
    if (cases[i].count) {
      const mjsEquality* e = mjs_asEquality(mjs_firstElement(spec, mjOBJ_EQUALITY));
      assert_int_equal(e->type, cases[i].type);
      assert_string_equal(mjs_getString(e->name1), "f");
      ASSERT_NEAR(e->solref[0], .5, 0);
    }
    mj_deleteSpec(spec);
  }
}

static void flexcomps_that_cannot_be_built_say_why(void** state) {
  static const char* const cases[][2] = {
      {"count='3 3 1' spacing='1 1 1' mass='0'", "Mass and inertiabox must be larger than"},
      {"count='0 3 1' spacing='1 1 1'", "Count too small"},
      {"count='3000 3000 3000' spacing='1 1 1'", "Count too large"},
      {"count='3 3 1' spacing='.01 1 1' radius='.02'", "Spacing must be larger than geometry size"},
      {"count='3 3 1' spacing='1 1 1' dim='4'", "Invalid dim, must be between 1 and 3"},
      {"type='direct' dim='2'", "Point and element required"},
      {TRIANGLE "element='0 1'", "Element size must be a multiple of dim+1"},
      {TRIANGLE "element='0 1 7'", "element 2 has point id 7, number of points is 4"},
      {"type='direct' dim='1' point='0 0 0 1' element='0 0'", "Point size must be a multiple of 3"},
      {"count='3 3 1' spacing='1 1 1' scale='0 1 1'", "Scale must be larger than mjMINVAL"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml, WORLD("<flexcomp name='f' %s/>"), cases[i][0]);
    ASSERT_SAYS(refusalOf(xml), cases[i][1]);
  }
}

static void lines_that_are_no_grid_are_told_so_first(void** state) {
  ASSERT_SAYS(refusalOf(WORLD("<flexcomp name='f' type='circle' dim='1' count='4 1 1' "
                              "spacing='1 1 1'><pin grid='0'/></flexcomp>")),
              "Pin grid(range) can only be used with grid or interpolated");
  ASSERT_SAYS(refusalOf(WORLD("<flexcomp name='f' dim='1' count='4 1 1' spacing='1 1 1'>"
                              "<pin grid='0'/></flexcomp>")),
              "Pin grid(range) cannot be used with dim=1");
}

static void elasticity_and_constraints_exclude_each_other(void** state) {
  ASSERT_SAYS(refusalOf(WORLD("<flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9'>"
                              "<edge equality='true'/><elasticity young='1' elastic2d='both'/>"
                              "</flexcomp>")),
              "flex constraints and elasticity (young) cannot both be present");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_without_elements_are_dropped),
      cmocka_unit_test(direct_points_are_scaled_turned_and_moved),
      cmocka_unit_test(constraints_follow_from_the_kind_of_equality),
      cmocka_unit_test(flexcomps_that_cannot_be_built_say_why),
      cmocka_unit_test(lines_that_are_no_grid_are_told_so_first),
      cmocka_unit_test(elasticity_and_constraints_exclude_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
