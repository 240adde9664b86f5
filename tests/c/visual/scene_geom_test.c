// Single geoms of a scene: shape, pose, colour, material and label.

#include "check.h"
#include "visual/picture_support.h"
#include "visual/visual.h"

static void sizes_that_a_shape_does_not_have_repeat_its_radius(void** state) {
  const mjtNum size[3] = {.5, 2, 7}, pos[3] = {1, 2, 3};
  mjvGeom geom;
  mjv_initGeom(&geom, mjGEOM_SPHERE, size, pos, NULL, NULL);
  ASSERT_NUMBERS(geom.size, 0, .5, .5, .5);
  ASSERT_NUMBERS(geom.pos, 0, 1, 2, 3);
  ASSERT_NUMBERS(geom.mat, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  ASSERT_NUMBERS(geom.rgba, 0, .5, .5, .5, 1);
  mjv_initGeom(&geom, mjGEOM_CYLINDER, size, NULL, NULL, NULL);
  ASSERT_NUMBERS(geom.size, 0, .5, .5, 2);
  mjv_initGeom(&geom, mjGEOM_BOX, size, NULL, NULL, NULL);
  ASSERT_NUMBERS(geom.size, 0, .5, 2, 7);
  assert_int_equal(geom.matid, -1);

  // a renderer's own mark is left alone
  geom.transparent = 7;
  mjv_initGeom(&geom, mjGEOM_SPHERE, size, pos, NULL, NULL);
  assert_int_equal(geom.transparent, 7);
}

static void a_connector_reaches_from_point_to_point(void** state) {
  const mjtNum from[3] = {1, 1, 1}, to[3] = {1, 1, 4};
  mjvGeom geom;
  mjv_connector(&geom, mjGEOM_CAPSULE, .25, from, to);
  ASSERT_NUMBERS(geom.pos, 0, 1, 1, 2.5);
  ASSERT_NUMBERS(geom.size, 0, .25, .25, 1.5);
  mjv_connector(&geom, mjGEOM_ARROW, .25, to, from);
  ASSERT_NUMBERS(geom.pos, 0, 1, 1, 4);
  ASSERT_NUMBERS(geom.size, 0, .25, .25, 3);

  // its z axis points along
  ASSERT_NUMBERS(((float[]){geom.mat[2], geom.mat[5], geom.mat[8]}), 1e-6, 0, 0, -1);
}

static void connectBox(void* context) {
  const mjtNum point[3] = {0};
  mjv_connector(context, mjGEOM_BOX, .1, point, point);
}

static void a_box_connects_nothing(void** state) {
  mjvGeom geom;
  ASSERT_SAYS(errorOf(connectBox, &geom), "invalid geom type 6 for connector");
}

static void noWarning(const char* message) {
}

static void a_full_scene_and_a_category_that_is_off_take_no_geoms(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 2);
  lbSceneBuild b = {.m = p.s.m, .d = p.s.d, .catmask = mjCAT_DYNAMIC, .scn = &p.scn};
  p.scn.ngeom = 0;
  p.scn.status = 0;
  assert_null(lb_addShape(&b, mjCAT_DECOR, 0, 0, mjGEOM_BOX, NULL, NULL, NULL, NULL));
  for (int i = 0; i < 2; i++) {
    assert_non_null(
        lb_addShape(&b, mjCAT_DYNAMIC, mjOBJ_GEOM, 5, mjGEOM_BOX, NULL, NULL, NULL, NULL));
  }
  assert_int_equal(p.scn.geoms[1].segid, 1);
  assert_int_equal(p.scn.geoms[1].objid, 5);
  assert_int_equal(p.scn.status, 0);
  mju_user_warning = noWarning;
  assert_null(lb_addShape(&b, mjCAT_DYNAMIC, 0, 0, mjGEOM_BOX, NULL, NULL, NULL, NULL));
  mju_user_warning = NULL;
  assert_int_equal(p.scn.status, 1);
  assert_int_equal(p.scn.ngeom, 2);
  closePicture(&p);
}

static void a_label_is_the_name_or_type_and_number(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='ball' size='.1'/><geom size='.1'/></worldbody></mujoco>");
  mjvGeom geom;
  lb_setLabel(s.m, &geom, mjOBJ_GEOM, 0);
  assert_string_equal(geom.label, "ball");
  lb_setLabel(s.m, &geom, mjOBJ_GEOM, 1);
  assert_string_equal(geom.label, "geom 1");
  freeScene(s);
}

static void a_material_colours_what_has_no_colour_of_its_own(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><material name='m' rgba='1 0 0 1' shininess='.25' emission='2'/></asset>"
      "</mujoco>");
  const float plain[4] = {.5f, .5f, .5f, 1}, blue[4] = {0, 0, 1, 1};
  mjtByte flags[mjNVISFLAG] = {0};
  mjvGeom geom;
  mjv_initGeom(&geom, mjGEOM_BOX, NULL, NULL, NULL, NULL);
  lb_setMaterial(s.m, &geom, 0, plain, flags);
  ASSERT_NUMBERS(geom.rgba, 0, 1, 0, 0, 1);
  ASSERT_NUMBERS(&geom.shininess, 0, .25);
  ASSERT_NUMBERS(&geom.emission, 0, 2);
  assert_int_equal(geom.matid, -1);
  lb_setMaterial(s.m, &geom, 0, blue, flags);
  ASSERT_NUMBERS(geom.rgba, 0, 0, 0, 1, 1);

  // textures when they are wanted
  flags[mjVIS_TEXTURE] = 1;
  lb_setMaterial(s.m, &geom, 0, NULL, flags);
  assert_int_equal(geom.matid, 0);
  freeScene(s);
}

static void what_is_welded_to_the_world_is_static_but_not_what_mocap_moves(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body/><body mocap='true'><body/></body><body><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  static const int expected[] = {mjCAT_STATIC, mjCAT_STATIC, mjCAT_DYNAMIC, mjCAT_DYNAMIC,
                                 mjCAT_DYNAMIC};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(lb_bodyCategory(s.m, i), expected[i]);
  }
  assert_int_equal(lb_group(-3), 0);
  assert_int_equal(lb_group(99), mjNGROUP - 1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_that_a_shape_does_not_have_repeat_its_radius),
      cmocka_unit_test(a_connector_reaches_from_point_to_point),
      cmocka_unit_test(a_box_connects_nothing),
      cmocka_unit_test(a_full_scene_and_a_category_that_is_off_take_no_geoms),
      cmocka_unit_test(a_label_is_the_name_or_type_and_number),
      cmocka_unit_test(a_material_colours_what_has_no_colour_of_its_own),
      cmocka_unit_test(what_is_welded_to_the_world_is_static_but_not_what_mocap_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
