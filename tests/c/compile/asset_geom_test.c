// Geoms that take their shape from a mesh or a height field.

#include "compile/compile_support.h"

#define BOX \
  "<asset><mesh name='b' vertex='0 0 0 2 0 0 0 4 0 2 4 0 0 0 6 2 0 6 0 4 6 2 4 6'/></asset>"

static void a_mesh_geom_sits_at_the_centre_of_mass_of_the_mesh(void** state) {
  mjModel* m = compiled(BOX "<worldbody><geom type='mesh' mesh='b' pos='10 0 0'/></worldbody>");
  ASSERT_NUMBERS(m->geom_pos, 1e-6, 11, 2, 3);
  ASSERT_NEAR(m->geom_rbound[0], sqrt(14), 1e-6);
  mj_deleteModel(m);
}

static void a_primitive_fits_the_inertia_box_of_a_mesh(void** state) {
  mjModel* m = compiled(BOX
                        "<worldbody><geom type='ellipsoid' mesh='b'/>"
                        "<geom type='sphere' mesh='b'/><geom type='box' mesh='b' "
                        "fitscale='.5'/></worldbody>");
  mjtNum size[3] = {m->geom_size[0], m->geom_size[1], m->geom_size[2]};
  ASSERT_NEAR(size[0] * size[1] * size[2], 6, 1e-5);
  ASSERT_NEAR(m->geom_size[3], 2, 1e-6);
  ASSERT_NEAR(m->geom_size[6] * m->geom_size[7] * m->geom_size[8], 6 / 8.0, 1e-6);
  mj_deleteModel(m);
}

static void a_primitive_may_fit_the_bounding_box(void** state) {
  mjModel* m = compiled("<compiler fitaabb='true'/>" BOX
                        "<worldbody><geom type='sphere' mesh='b'/>"
                        "</worldbody>");
  ASSERT_NEAR(m->geom_size[0], 3, 1e-6);
  ASSERT_NUMBERS(m->geom_pos, 1e-6, 1, 2, 3);
  mj_deleteModel(m);
}

// Attached geoms are fitted as the model that they came to says.
static void the_whole_says_what_is_fitted(void** state) {
  for (int bounds = 0; bounds < 2; bounds++) {
    char text[500], error[500] = "";
    static const char* const says[] = {"", "<compiler fitaabb='true'/>"};
    snprintf(text, sizeof text, "<mujoco>%s<worldbody><site name='s'/></worldbody></mujoco>",
             says[bounds]);
    mjSpec* whole = mj_parseXMLString(text, NULL, error, sizeof error);
    snprintf(text, sizeof text,
             "<mujoco>%s" BOX
             "<worldbody><body name='a'><geom type='sphere' mesh='b'/></body></worldbody></mujoco>",
             says[!bounds]);
    mjSpec* part = mj_parseXMLString(text, NULL, error, sizeof error);
    assert_non_null(mjs_attach(mjs_findElement(whole, mjOBJ_SITE, "s"),
                               mjs_findBody(part, "a")->element, "p", ""));
    mjModel* m = mj_compile(whole, NULL);
    ASSERT_NEAR(m->geom_size[0], bounds ? 3 : 2, 1e-6);
    mj_deleteModel(m);
    mj_deleteSpec(part);
    mj_deleteSpec(whole);
  }
}

static void sizes_that_follow_from_a_mesh_must_be_positive(void** state) {
  // as wide as long: nothing is left between the two ends of the capsule
  assertRefused(
      "<compiler fitaabb='true'/><asset><mesh name='b' vertex='0 0 0 2 0 0 0 2 0 2 2 0 0 0 1 2 0 1 "
      "0 2 1 2 2 1'/></asset><worldbody><geom type='capsule' mesh='b'/></worldbody>",
      "size 1 must be positive in geom");
  assertRefused(BOX "<worldbody><geom type='box' mesh='b' fitscale='-1'/></worldbody>",
                "size 0 must be positive in geom");
}

static void a_plane_fits_no_mesh(void** state) {
  assertRefused(BOX "<worldbody><geom type='plane' mesh='b'/></worldbody>",
                "invalid geom type in fitting mesh b");
}

static void a_mesh_has_no_place_for_a_segment(void** state) {
  assertRefused(BOX "<worldbody><geom type='mesh' mesh='b' fromto='0 0 0 0 0 1'/></worldbody>",
                "fromto requires capsule, cylinder, box or ellipsoid in geom");
  assertRefused(BOX "<worldbody><geom type='box' mesh='b' fromto='0 0 0 0 0 1'/></worldbody>",
                "fromto cannot be used with mesh geom");
}

static void a_mesh_shows_its_material_unless_the_geom_has_one(void** state) {
  mjModel* m = compiled(
      "<asset><material name='m'/><material name='n'/><mesh name='t' material='n' "
      "vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
      "<geom type='mesh' mesh='t'/><geom type='mesh' mesh='t' material='m'/>"
      "</worldbody>");
  assert_int_equal(m->geom_matid[0], 1);
  assert_int_equal(m->geom_matid[1], 0);
  mj_deleteModel(m);
}

static void a_height_field_is_bounded_by_its_base_and_its_top(void** state) {
  mjModel* m = compiled(
      "<asset><hfield name='h' nrow='2' ncol='2' size='1 2 3 .5'/></asset>"
      "<worldbody><geom type='hfield' hfield='h'/></worldbody>");
  ASSERT_NUMBERS(m->geom_aabb, 1e-15, 0, 0, 1.25, 1, 2, 1.75);
  ASSERT_NEAR(m->geom_rbound[0], sqrt(1 + 4 + 9), 1e-15);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mesh_geom_sits_at_the_centre_of_mass_of_the_mesh),
      cmocka_unit_test(a_primitive_fits_the_inertia_box_of_a_mesh),
      cmocka_unit_test(a_primitive_may_fit_the_bounding_box),
      cmocka_unit_test(the_whole_says_what_is_fitted),
      cmocka_unit_test(sizes_that_follow_from_a_mesh_must_be_positive),
      cmocka_unit_test(a_plane_fits_no_mesh),
      cmocka_unit_test(a_mesh_has_no_place_for_a_segment),
      cmocka_unit_test(a_mesh_shows_its_material_unless_the_geom_has_one),
      cmocka_unit_test(a_height_field_is_bounded_by_its_base_and_its_top),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
