// Cables: chains of bodies along a curve.

#include "spec/spec_support.h"

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static void a_cable_is_a_chain_along_its_curve(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<composite type='cable' prefix='c' count='5 1 1' size='2' curve='0 s 0' "
            "initial='none'><joint kind='main' damping='.1'/><geom type='capsule' size='.01'/>"
            "</composite>"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 5);
  assert_int_equal(countOf(spec, mjOBJ_JOINT), 3);
  assert_int_equal(countOf(spec, mjOBJ_EXCLUDE), 3);
  mjsBody* last = mjs_findBody(spec, "cB_last");
  assert_float_equal(last->pos[0], 0.5, 1e-6);
  assert_float_equal(last->quat[0], 1, 1e-12);
  mj_deleteSpec(spec);
}

static void bodies_follow_the_points_and_look_along_their_edges(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<composite type='cable' prefix='c' vertex='0 0 0  1 0 0  1 2 0  1 2 3' "
            "initial='free' offset='5 0 0'><geom type='capsule' size='.01'/></composite>"));
  assert_string_equal(namesOf(spec, mjOBJ_BODY), "world cB_first cB_1 cB_last ");
  ASSERT_NUMBERS(mjs_findBody(spec, "cB_first")->pos, 1e-6, 5, 0, 0);
  ASSERT_NUMBERS(mjs_findBody(spec, "cB_1")->pos, 1e-6, 1, 0, 0);
  ASSERT_NUMBERS(mjs_findBody(spec, "cB_last")->pos, 1e-6, 2, 0, 0);
  double R[9], x[3] = {1, 0, 0}, along[3];
  mju_rotVecQuat(along, x, mjs_findBody(spec, "cB_1")->quat);
  ASSERT_NUMBERS(along, 1e-6, 0, 1, 0);
  mju_quat2Mat(R, mjs_findBody(spec, "cB_1")->quat);

  // the first joint is free, the geoms reach along the edges
  assert_int_equal(mjs_asJoint(mjs_firstElement(spec, mjOBJ_JOINT))->type, mjJNT_FREE);
  ASSERT_NEAR(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "cG2"))->fromto[3], 3, 1e-6);
  assert_string_equal(namesOf(spec, mjOBJ_SITE), "cS_first cS_last ");
  mj_deleteSpec(spec);
}

static void curves_are_lines_cosines_and_sines(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<composite type='cable' count='5 1 1' size='2 .5 1' curve='s cos(s) sin(s)' "
            "initial='none'><geom type='capsule' size='.01'/></composite>"));

  // half a turn of radius .5 over a length of 2: edges of equal length
  mjsBody* first = mjs_findBody(spec, "B_first");
  ASSERT_NUMBERS(first->pos, 1e-6, 0, .5, 0);
  double chord = 2 * .5 * sin(M_PI / 8);
  ASSERT_NEAR(mjs_findBody(spec, "B_1")->pos[0], sqrt(.25 + chord * chord), 1e-6);
  mj_deleteSpec(spec);
}

static void neighbours_do_not_collide(void** state) {
  mjSpec* spec =
      parseModel(WORLD("<composite type='cable' prefix='c' count='5 1 1' size='2' curve='s 0 0'>"
                       "<geom type='capsule' size='.01'/></composite>"));
  const mjsExclude* first = mjs_asExclude(mjs_firstElement(spec, mjOBJ_EXCLUDE));
  assert_string_equal(mjs_getString(first->bodyname1), "cB_first");
  assert_string_equal(mjs_getString(first->bodyname2), "cB_1");
  mj_deleteSpec(spec);
}

static mjModel* compiledCable(const char* xml) {
  mjSpec* spec = parseModel(xml);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  mj_deleteSpec(spec);
  return m;
}

// CM-06, CM-07: what is left of the numbers is no point; points are of single precision
static void a_vertex_list_may_end_early(void** state) {
  mjModel* m = compiledCable(
      WORLD("<composite type='cable' prefix='c' vertex='0 0 0  1.1 0 0  3.3 0 0  4 4'>"
            "<geom type='capsule' size='.1'/></composite>"));
  assert_int_equal(m->nbody, 3);
  assert_float_equal(m->body_pos[6], 1.1f, 0);
  assert_float_equal(m->geom_size[4], (3.3f - 1.1f) / 2, 0);
  mj_deleteModel(m);
}

// COMPAT: CABLE-STRAIGHT: of a turn that single precision cannot tell, the normal stays behind
static void a_turn_that_is_too_small_leaves_the_normal(void** state) {
  static const double turns[][2] = {{2e-7, 1e-7}, {4e-8, 1e-8}};
  for (int i = 0; i < 2; i++) {
    char xml[300];
    snprintf(xml, sizeof xml,
             WORLD("<composite type='cable' vertex='-1 -1 0  0 0 0  0 1 0  %g 2 0'>"
                   "<geom type='capsule' size='.1'/></composite>"),
             -turns[i][0]);
    mjModel* m = compiledCable(xml);
    ASSERT_NEAR(m->body_quat[4 * 3 + 3], turns[i][1], 1e-13);
    mj_deleteModel(m);
  }
}

// COMPAT: CABLE-STRAIGHT: of a cable with a straight start, no normal is carried around bends
static void a_straight_start_gives_each_edge_a_normal_of_its_own(void** state) {
  mjModel* m =
      compiledCable(WORLD("<composite type='cable' vertex='0 0 0  1 0 0  2 0 0  2 0 1  3 1 1'>"
                          "<geom type='capsule' size='.1'/></composite>"));
  mjtNum y[3] = {0, 1, 0}, normal[3];
  mju_rotVecQuat(normal, y, m->body_quat + 4 * 3);
  ASSERT_NUMBERS(normal, 1e-12, 0, -1, 0);
  mj_deleteModel(m);
}

static void a_cable_of_two_bodies_compiles(void** state) {
  mjModel* m =
      compiledCable(WORLD("<composite type='cable' prefix='c' vertex='0 0 0  1 0 0  1 1 0'>"
                          "<geom type='capsule' size='.01'/></composite>"));
  assert_int_equal(m->nbody, 3);
  assert_int_equal(m->nexclude, 1);
  assert_int_equal(m->exclude_signature[0], (1 << 16) + 2);
  mj_deleteModel(m);
}

static void cables_without_points_or_with_both_kinds_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"count='1 1 1'", "Cable must be one-dimensional"},
      {"count='4 2 1'", "Cable must be one-dimensional"},
      {"vertex='0 0 0 1'", "Cable must be one-dimensional"},
      {"vertex='0 0 0 1 0 0' count='2 1 1'", "Either vertex or count can be specified, not both"},
      {"count='200000 1 1'", "Cable has too many points"},
      {"count='4 1 1' curve='s q'", "The curve array contains an invalid shape"},
      {"count='4 1 1' curve='s s s s'", "The curve array must have a maximum of 3 components"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             WORLD("\n<composite type='cable' %s><geom type='capsule' "
                   "size='.01'/></composite>"),
             cases[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, "Element 'composite', line 2, column ");
  }
}

static void what_a_cable_cannot_have_is_refused_in_known_words(void** state) {
  static const char* const cases[][2] = {
      {"<geom type='sphere' size='.01'/>", "Cable geom type must be sphere, capsule or box"},
      {"<geom type='capsule' size='.01'/><joint kind='main'/><joint kind='main'/>",
       "Only particles are allowed to have multiple joints"},
      {"<geom type='capsule' size='.01'/><plugin plugin='mujoco.pid'/>",
       "Only mujoco.elasticity.cable is supported by composites"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             WORLD("<composite type='cable' curve='s' size='1' count='5 1 1'>%s</composite>"),
             cases[i][0]);
    ASSERT_SAYS(refusalOf(xml), cases[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_cable_cannot_have_is_refused_in_known_words),
      cmocka_unit_test(a_cable_is_a_chain_along_its_curve),
      cmocka_unit_test(bodies_follow_the_points_and_look_along_their_edges),
      cmocka_unit_test(curves_are_lines_cosines_and_sines),
      cmocka_unit_test(neighbours_do_not_collide),
      cmocka_unit_test(a_vertex_list_may_end_early),
      cmocka_unit_test(a_turn_that_is_too_small_leaves_the_normal),
      cmocka_unit_test(a_straight_start_gives_each_edge_a_normal_of_its_own),
      cmocka_unit_test(a_cable_of_two_bodies_compiles),
      cmocka_unit_test(cables_without_points_or_with_both_kinds_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
