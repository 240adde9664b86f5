// The abstract scene: buffers, limits, categories, and planes without end.

#include "base/memory.h"
#include "check.h"
#include "visual/picture_support.h"

static void a_full_scene_says_so_and_keeps_what_it_has(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 2);
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, 2);
  assert_int_equal(p.scn.status, 1);

  // COMPAT: VIS-FULL: until the program has seen it
  mjv_updateScene(p.s.m, p.s.d, &p.opt, &p.pert, &p.cam, 0, &p.scn);
  assert_int_equal(p.scn.ngeom, 0);
  assert_int_equal(p.scn.status, 1);
  p.scn.status = 0;
  mjv_updateScene(p.s.m, p.s.d, &p.opt, &p.pert, &p.cam, 0, &p.scn);
  assert_int_equal(p.scn.status, 0);
  closePicture(&p);
}

static void making_and_freeing_leaves_nothing_behind(void** state) {
  size_t before = lb_liveBlocks();
  Picture p;
  openPicture(&p, twoBodies, 100);
  mjv_makeScene(p.s.m, &p.scn, 50);
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, 3);
  closePicture(&p);
  assert_int_equal(lb_liveBlocks(), before);
}

static void categories_choose_what_is_added(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 100);
  mjv_updateScene(p.s.m, p.s.d, &p.opt, &p.pert, &p.cam, mjCAT_STATIC, &p.scn);
  assert_int_equal(p.scn.ngeom, 1);
  mjv_addGeoms(p.s.m, p.s.d, &p.opt, &p.pert, mjCAT_DYNAMIC, &p.scn);
  assert_int_equal(p.scn.ngeom, 3);
  closePicture(&p);
}

// A plane without end moves under the camera by whole periods of its texture.
// COMPAT: VIS-PLANE-CAMERA: that of the update before.
static void a_plane_without_end_follows_the_camera_one_update_late(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.lookat[0] = 0;
  updatePicture(&p);
  updatePicture(&p);
  float before = findGeom(&p, mjOBJ_GEOM, 0, 0)->pos[0];
  p.cam.lookat[0] = 1000;
  updatePicture(&p);
  assert_true(findGeom(&p, mjOBJ_GEOM, 0, 0)->pos[0] == before);
  updatePicture(&p);
  assert_true(findGeom(&p, mjOBJ_GEOM, 0, 0)->pos[0] > before + 900);
  closePicture(&p);
}

// Where the plane of a model is when the camera looks down at (x, 0) from above.
static float placeUnderCamera(const char* xml, mjtNum x) {
  Picture p;
  openPicture(&p, xml, 10);
  p.cam.lookat[0] = x;
  p.cam.lookat[1] = p.cam.lookat[2] = 0;
  p.cam.elevation = -90;
  updatePicture(&p);
  updatePicture(&p);
  float place = findGeom(&p, mjOBJ_GEOM, 0, 0)->pos[0];
  p.opt.flags[mjVIS_TEXTURE] = 0;
  updatePicture(&p);
  assert_true(findGeom(&p, mjOBJ_GEOM, 0, 0)->pos[0] == place);
  closePicture(&p);
  return place;
}

// COMPAT: PLANE-PERIOD
static void its_period_is_that_of_the_material_or_of_the_grid_it_is_drawn_with(void** state) {
  const char* plain =
      "<mujoco><statistic extent='2'/><worldbody><geom type='plane' size='0 0 1'/></worldbody>"
      "</mujoco>";
  const char* tiled =
      "<mujoco><asset><material name='m' texrepeat='5 3'/></asset><worldbody>"
      "<geom type='plane' size='0 0 1' material='m'/></worldbody></mujoco>";
  const double step = 2 * 2.1 * 50 * 2 / 198;  // zfar is 50, an extent 2
  assert_true(placeUnderCamera(plain, 0) == 0);
  ASSERT_NEAR(placeUnderCamera(plain, 20), 9 * step, 1e-5);
  ASSERT_NEAR(placeUnderCamera(tiled, 20), 25 * .8, 1e-5);
  // half a period goes away from zero
  ASSERT_NEAR(placeUnderCamera(tiled, .4), .8, 1e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_full_scene_says_so_and_keeps_what_it_has),
      cmocka_unit_test(making_and_freeing_leaves_nothing_behind),
      cmocka_unit_test(categories_choose_what_is_added),
      cmocka_unit_test(a_plane_without_end_follows_the_camera_one_update_late),
      cmocka_unit_test(its_period_is_that_of_the_material_or_of_the_grid_it_is_drawn_with),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
