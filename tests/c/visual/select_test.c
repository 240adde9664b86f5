// Selection: what is under a point of the picture.

#include "check.h"
#include "visual/picture_support.h"

static void the_middle_of_the_picture_shows_what_one_looks_at(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.lookat[0] = p.cam.lookat[1] = 0;
  p.cam.lookat[2] = 1;
  updatePicture(&p);
  mjtNum point[3];
  int geom, flex, skin;
  assert_int_equal(
      mjv_select(p.s.m, p.s.d, &p.opt, 1.5, 0.5, 0.5, &p.scn, point, &geom, &flex, &skin), 1);
  assert_int_equal(geom, 1);
  assert_int_equal(flex, -1);
  mjtNum distance =
      sqrt(point[0] * point[0] + point[1] * point[1] + (point[2] - 1) * (point[2] - 1));
  assert_true(fabs(distance - 0.1) < 1e-3);
  closePicture(&p);
}

static void nothing_is_selected_in_the_sky(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.elevation = 45;  // upwards
  updatePicture(&p);
  mjtNum point[3];
  int geom, flex, skin;
  assert_int_equal(
      mjv_select(p.s.m, p.s.d, &p.opt, 1, 0.5, 0.9, &p.scn, point, &geom, &flex, &skin), -1);
  assert_true(geom == -1 && flex == -1 && skin == -1);
  closePicture(&p);
}

static const char* const hiddenSheet =
    "<mujoco><worldbody><geom size='.01' group='4' pos='0 0 -1'/>"
    "<flexcomp name='sheet' type='grid' dim='2' count='3 3 1' spacing='.2 .2 .2' mass='1'"
    " radius='.01' pos='0 0 1'/></worldbody></mujoco>";

// COMPAT: VIS-SELECT-HIDDEN: geoms of hidden groups are not, flexes are.
static void flexes_are_selected_in_hidden_groups_too(void** state) {
  Picture p;
  openPicture(&p, hiddenSheet, 10);
  memset(p.opt.flexgroup, 0, sizeof p.opt.flexgroup);
  mju_copy3(p.cam.lookat, (mjtNum[]){0.03, 0.02, 1});
  p.cam.elevation = -89;
  updatePicture(&p);
  mjtNum point[3];
  int geom, flex, skin;
  mjv_select(p.s.m, p.s.d, &p.opt, 1, 0.5, 0.5, &p.scn, point, &geom, &flex, &skin);
  assert_int_equal(flex, 0);
  closePicture(&p);
}

// VIS-SELECT-ASPECT
static void a_point_is_found_in_a_picture_of_any_shape(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><worldbody><geom type='plane' size='9 9 .1'/><camera pos='0 0 3'"
              " sensorsize='.01 .02' focal='.03 .04' resolution='4 3'/></worldbody></mujoco>",
              10);
  p.cam.type = mjCAMERA_FIXED;
  p.cam.fixedcamid = 0;
  updatePicture(&p);
  mjtNum point[3];
  int geom, flex, skin;
  for (int aspect = 1; aspect < 3; aspect++) {
    assert_int_equal(
        mjv_select(p.s.m, p.s.d, &p.opt, aspect, 0.25, 0.5, &p.scn, point, &geom, &flex, &skin), 0);
    // 3 away, the picture is 3 * .02 / .04 high
    ASSERT_NEAR(point[0], -.25 * 1.5 * aspect, 1e-6);
    ASSERT_NEAR(point[1], 0, 1e-6);
  }
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_middle_of_the_picture_shows_what_one_looks_at),
      cmocka_unit_test(nothing_is_selected_in_the_sky),
      cmocka_unit_test(flexes_are_selected_in_hidden_groups_too),
      cmocka_unit_test(a_point_is_found_in_a_picture_of_any_shape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
