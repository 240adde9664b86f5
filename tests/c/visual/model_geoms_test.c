// Geoms, sites, tendons and frames of a model as they are drawn.

#include "visual/picture_support.h"

static const char* const marked =
    "<mujoco><worldbody><body pos='1 2 3'><geom name='g' size='.1' rgba='.1 .2 .3 1'/>"
    "<site name='s' pos='0 0 .5' size='.05' type='box' rgba='1 0 0 1'/></body>"
    "<body pos='2 2 3'><joint/><geom size='.1' group='5'/><site name='t' size='.01'/></body>"
    "</worldbody><tendon><spatial width='.02'><site site='s'/><site site='t'/></spatial></tendon>"
    "</mujoco>";

static void geoms_have_the_pose_size_and_colour_of_the_model(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  const mjvGeom* geom = findGeom(&p, mjOBJ_GEOM, 0, 0);
  assert_int_equal(geom->type, mjGEOM_SPHERE);
  assertNear(geom->pos, (mjtNum[]){1, 2, 3}, 3);
  assertNear(geom->size, (mjtNum[]){0.1, 0.1, 0.1}, 3);
  assertNear(geom->rgba, (mjtNum[]){0.1, 0.2, 0.3, 1}, 4);
  const mjvGeom* site = findGeom(&p, mjOBJ_SITE, 0, 0);
  assert_int_equal(site->type, mjGEOM_BOX);
  assertNear(site->pos, (mjtNum[]){1, 2, 3.5}, 3);
  closePicture(&p);
}

static void groups_hide_geoms(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  assert_null(findGeom(&p, mjOBJ_GEOM, 1, 0));
  p.opt.geomgroup[5] = 1;
  updatePicture(&p);
  assert_non_null(findGeom(&p, mjOBJ_GEOM, 1, 0));
  closePicture(&p);
}

static void a_tendon_is_a_capsule_from_site_to_site(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  const mjvGeom* tendon = findGeom(&p, mjOBJ_TENDON, 0, 0);
  assert_int_equal(tendon->type, mjGEOM_CAPSULE);
  assertNear(tendon->pos, (mjtNum[]){1.5, 2, 3.25}, 3);
  assertNear(tendon->size, (mjtNum[]){0.02, 0.02, sqrt(1.25) / 2}, 3);
  closePicture(&p);
}

static void a_frame_is_three_cylinders(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  int before = p.scn.ngeom;
  p.opt.frame = mjFRAME_SITE;
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, before + 2 * 3);
  closePicture(&p);
}

static void a_label_is_the_name(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  p.opt.label = mjLABEL_GEOM;
  updatePicture(&p);
  assert_string_equal(findGeom(&p, mjOBJ_GEOM, 0, 0)->label, "g");
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(geoms_have_the_pose_size_and_colour_of_the_model),
      cmocka_unit_test(groups_hide_geoms),
      cmocka_unit_test(a_tendon_is_a_capsule_from_site_to_site),
      cmocka_unit_test(a_frame_is_three_cylinders),
      cmocka_unit_test(a_label_is_the_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
