// Bodies of a flexcomp, with their joints and masses.

#include "mjcf/flexcomp.h"
#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void mass_is_shared_and_inertia_that_of_a_box(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<flexcomp name='f' count='2 2 1' spacing='1 1 1' mass='8' inertiabox='.5'/>"));
  const mjsBody* body = mjs_findBody(spec, "f_3");
  ASSERT_NEAR(body->mass, 2, 1e-12);
  ASSERT_NUMBERS(body->inertia, 1e-12, 2 * 2 * .25 / 3, 2 * 2 * .25 / 3, 2 * 2 * .25 / 3);
  ASSERT_NUMBERS(body->pos, 1e-12, .5, .5, 0);
  mj_deleteSpec(spec);
}

static void dof_tells_how_points_move(void** state) {
  static const struct {
    const char* dof;
    int joints, bodies;
  } cases[] = {{"full", 3 * 9, 9}, {"2d", 2 * 9, 9}, {"radial", 8, 8}};
  for (int i = 0; i < 3; i++) {
    char xml[300];
    snprintf(xml, sizeof xml,
             WORLD("<flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9' dof='%s'/>"),
             cases[i].dof);
    mjSpec* spec = parseModel(xml);
    assert_int_equal(countOf(spec, mjOBJ_JOINT), cases[i].joints);
    assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + cases[i].bodies);
    mj_deleteSpec(spec);
  }
}

static void radial_points_slide_away_from_the_origin(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<flexcomp name='f' type='direct' dim='2' point='0 0 0 3 4 0 0 1 0' element='0 1 2' "
            "radius='.01' mass='1' dof='radial'/>"));
  const mjsJoint* joint = mjs_asJoint(mjs_firstElement(spec, mjOBJ_JOINT));
  assert_int_equal(joint->type, mjJNT_SLIDE);
  ASSERT_NUMBERS(joint->axis, 1e-12, .6, .8, 0);
  mj_deleteSpec(spec);
}

static void a_rigid_flex_belongs_to_its_parent(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><body name='b'><flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9' "
      "rigid='true'/></body></worldbody></mujoco>");
  const mjsFlex* flex = mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 2);
  assert_int_equal(flex->vertbody->count, 1);
  assert_string_equal(lb_text(&flex->vertbody->items[0]), "b");
  assert_int_equal(flex->vert->count, 27);
  mj_deleteSpec(spec);
}

// Simpson's weights 1 4 1 along each axis of a quadratic cell.
static void nodes_of_a_lattice_carry_the_mass(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<flexcomp name='f' count='4 4 4' spacing='1 1 1' dim='3' mass='216' dof='quadratic'/>"
            "<flexcomp name='t' count='4 4 4' spacing='1 1 1' dim='3' mass='8' dof='trilinear'/>"));
  ASSERT_NEAR(mjs_findBody(spec, "f_0_0_0")->mass, 1, 1e-12);
  ASSERT_NEAR(mjs_findBody(spec, "f_1_0_0")->mass, 4, 1e-12);
  ASSERT_NEAR(mjs_findBody(spec, "f_1_1_1")->mass, 64, 1e-12);
  ASSERT_NUMBERS(mjs_findBody(spec, "f_2_1_0")->pos, 1e-12, 1.5, 0, -1.5);
  ASSERT_NEAR(mjs_findBody(spec, "t_1_0_1")->mass, 1, 1e-12);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 27 + 8);
  mj_deleteSpec(spec);
}

static void cells_that_elements_reach_are_marked(void** state) {
  // a long triangle along x at the bottom, and a point at the top
  const double points[] = {0, 0, 0, 3, 0, 0, 3, 0, .5, 0, 0, 2};
  const int elements[] = {0, 1, 2}, cells[3] = {3, 1, 2};
  bool occupied[6] = {false};
  int work[12];
  lb_markOccupied(points, 4, elements, 1, 3, cells, occupied, work);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(occupied[i], i % 2 == 0);
  }
}

// FLEXCOMP-INSIDE
static void cells_that_triangles_enclose_are_marked(void** state) {
  // faces of the unit cube, one triangle over each: its box is the whole face
  const double points[] = {0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1};
  const int faces[] = {0, 1, 2, 4, 5, 6, 0, 1, 4, 2, 3, 6, 0, 2, 4, 1, 3, 5}, cells[3] = {3, 3, 3};
  int work[54];
  for (int open = 0; open < 6; open++) {
    bool closed[27] = {false}, opened[27] = {false};
    int rest[18];
    for (int i = 0; i < 15; i++) {
      rest[i] = faces[(3 * (open + 1) + i) % 18];
    }
    lb_markOccupied(points, 8, faces, 6, 3, cells, closed, work);
    lb_markOccupied(points, 8, rest, 5, 3, cells, opened, work);
    assert_true(closed[13]);
    assert_false(opened[13]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_is_shared_and_inertia_that_of_a_box),
      cmocka_unit_test(dof_tells_how_points_move),
      cmocka_unit_test(radial_points_slide_away_from_the_origin),
      cmocka_unit_test(a_rigid_flex_belongs_to_its_parent),
      cmocka_unit_test(nodes_of_a_lattice_carry_the_mass),
      cmocka_unit_test(cells_that_elements_reach_are_marked),
      cmocka_unit_test(cells_that_triangles_enclose_are_marked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
