// Reductions of the tree: visual geoms dropped, static bodies merged.

#include "compile/compile_support.h"

static void visual_geoms_are_dropped_and_still_weigh(void** state) {
  mjModel* m = compiled(
      "<compiler discardvisual='true'/><asset><material name='m'/></asset>"
      "<worldbody><body><joint/><geom size='1' mass='2' contype='0' "
      "conaffinity='0' material='m'/><geom name='c' size='1' mass='3'/></body>"
      "</worldbody>");
  assert_int_equal(m->ngeom, 1);
  assert_int_equal(m->nmat, 0);
  ASSERT_NEAR(m->body_mass[1], 5, 1e-15);
  mj_deleteModel(m);
}

// MODEL-DISCARD-MARGIN
static void margins_of_dropped_geoms_stay_with_their_body(void** state) {
  mjModel* m = compiled(
      "<compiler discardvisual='true' fusestatic='true'/><worldbody><body><joint/>"
      "<geom size='.1' margin='.25'/><geom size='.1' margin='.5' contype='0' conaffinity='0'/>"
      "<body><geom size='.1' margin='.5' gap='.25' contype='0' conaffinity='0'/></body></body>"
      "</worldbody>");
  assert_int_equal(m->ngeom, 1);
  ASSERT_NUMBERS(m->body_margin, 0, 0, 0.75);
  mj_deleteModel(m);
}

static void a_visual_geom_that_is_named_elsewhere_stays(void** state) {
  mjModel* m = compiled(
      "<compiler discardvisual='true'/><worldbody><geom name='seen' size='1' "
      "contype='0' conaffinity='0'/><geom size='1' contype='0' conaffinity='0'/>"
      "</worldbody><sensor><framepos objtype='geom' objname='seen'/></sensor>");
  assert_int_equal(m->ngeom, 1);
  assert_int_equal(mj_name2id(m, mjOBJ_GEOM, "seen"), 0);
  mj_deleteModel(m);
}

static void meshes_that_nothing_shows_any_more_go(void** state) {
  mjModel* m = compiled(
      "<compiler discardvisual='true'/><asset><mesh name='a' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
      "<mesh name='b' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><geom type='mesh' "
      "mesh='a' "
      "contype='0' conaffinity='0'/><geom type='mesh' mesh='b'/></worldbody>");
  assert_int_equal(m->nmesh, 1);
  assert_int_equal(m->geom_dataid[0], 0);
  assert_string_equal(mj_id2name(m, mjOBJ_MESH, 0), "b");
  mj_deleteModel(m);
}

#define CORNERS "vertex='0 0 0 1 0 0 0 1 0 0 0 1'"

static void meshes_of_fitted_primitives_and_of_sensors_stay(void** state) {
  mjModel* m = compiled("<compiler discardvisual='true'/><asset><mesh name='a' " CORNERS
                        "/><mesh name='b' " CORNERS "/><mesh name='c' " CORNERS
                        "/></asset><worldbody><body><joint/><geom name='g' size='1'/>"
                        "<geom type='box' mesh='b'/></body></worldbody>"
                        "<sensor><tactile geom='g' mesh='c'/></sensor>");
  assert_int_equal(m->nmesh, 2);
  assert_int_equal(m->geom_dataid[0], -1);
  assert_int_equal(m->geom_dataid[1], 0);
  assert_int_equal(m->sensor_objid[0], 1);
  mj_deleteModel(m);
}

#define STATIC_CHILD                                                                            \
  "<body name='p'><joint/><geom size='.1' mass='1'/><body name='c' pos='1 0 0' euler='0 0 90'>" \
  "<geom size='.1' mass='3' pos='1 0 0'/><site name='s' pos='1 0 0'/><camera pos='1 0 0'/>"     \
  "</body></body>"

static void a_static_body_merges_into_its_parent(void** state) {
  mjModel* apart = compiled("<worldbody>" STATIC_CHILD "</worldbody>");
  mjModel* fused = compiled("<compiler fusestatic='true'/><worldbody>" STATIC_CHILD "</worldbody>");
  assert_int_equal(apart->nbody, 3);
  assert_int_equal(fused->nbody, 2);
  ASSERT_NEAR(fused->body_mass[1], 4, 1e-15);
  // centre of 1 at the origin and 3 at (1, 1, 0)
  ASSERT_NUMBERS(fused->body_ipos + 3, 1e-15, 0.75, 0.75, 0);
  ASSERT_NUMBERS(fused->site_pos, 1e-15, 1, 1, 0);
  // the joint feels the same inertia
  ASSERT_NEAR(fused->dof_M0[0], apart->dof_M0[0], 1e-13);
  mj_deleteModel(apart);
  mj_deleteModel(fused);
}

static void what_merges_into_a_massless_body_has_its_axes_sorted(void** state) {
  mjModel* m = compiled(
      "<compiler fusestatic='true'/><worldbody><body><joint/><body pos='1 0 0'>"
      "<inertial pos='0 1 0' mass='1' diaginertia='1 2 2.5'/></body></body></worldbody>");
  ASSERT_NUMBERS(m->body_ipos + 3, 0, 1, 1, 0);
  ASSERT_NUMBERS(m->body_inertia + 3, 1e-15, 2.5, 2, 1);
  ASSERT_NEAR(fabs(m->body_iquat[6]), 0, 1e-15);
  mj_deleteModel(m);
}

// MODEL-FUSESTATIC: cameras and lights keep the pose that they had in the body, now in its parent.
static void a_camera_of_a_merged_body_keeps_its_numbers(void** state) {
  mjModel* m = compiled("<compiler fusestatic='true'/><worldbody>" STATIC_CHILD "</worldbody>");
  assert_int_equal(m->cam_bodyid[0], 1);
  ASSERT_NUMBERS(m->cam_pos, 0, 1, 0, 0);
  ASSERT_NUMBERS(m->cam_quat, 0, 1, 0, 0, 0);
  mj_deleteModel(m);
}

static void bodies_that_are_named_elsewhere_stay(void** state) {
  mjModel* m = compiled("<compiler fusestatic='true'/><worldbody>" STATIC_CHILD
                        "</worldbody>"
                        "<sensor><force site='s'/></sensor>");
  assert_int_equal(m->nbody, 3);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(visual_geoms_are_dropped_and_still_weigh),
      cmocka_unit_test(margins_of_dropped_geoms_stay_with_their_body),
      cmocka_unit_test(a_visual_geom_that_is_named_elsewhere_stays),
      cmocka_unit_test(meshes_that_nothing_shows_any_more_go),
      cmocka_unit_test(meshes_of_fitted_primitives_and_of_sensors_stay),
      cmocka_unit_test(a_static_body_merges_into_its_parent),
      cmocka_unit_test(what_merges_into_a_massless_body_has_its_axes_sorted),
      cmocka_unit_test(a_camera_of_a_merged_body_keeps_its_numbers),
      cmocka_unit_test(bodies_that_are_named_elsewhere_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
