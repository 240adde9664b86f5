// Adding elements, casting them, giving them their defaults again.

#include "spec/spec_support.h"

static void an_element_takes_the_class_of_its_body(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "c", NULL);
  def->geom->density = 7;
  def->joint->damping[0] = 3;
  mjsBody* body = mjs_addBody(worldOf(spec), def);
  assert_string_equal(mjs_getString(body->childclass), "c");
  assert_float_equal(mjs_addGeom(body, NULL)->density, 7, 0);
  assert_float_equal(mjs_addGeom(body, mjs_getSpecDefault(spec))->density, 1000, 0);
  assert_float_equal(mjs_addJoint(body, NULL)->damping[0], 3, 0);

  // free joints take nothing
  mjsJoint* joint = mjs_addFreeJoint(body);
  assert_float_equal(joint->damping[0], 0, 0);
  assert_int_equal(joint->type, mjJNT_FREE);
  mj_deleteSpec(spec);
}

static void elements_outside_the_tree_have_the_main_class_or_the_given_one(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "c", NULL);
  def->tendon->stiffness[0] = 7;
  mjs_getSpecDefault(spec)->tendon->stiffness[0] = 2;
  assert_float_equal(mjs_addTendon(spec, NULL)->stiffness[0], 2, 0);
  assert_float_equal(mjs_addTendon(spec, def)->stiffness[0], 7, 0);
  mj_deleteSpec(spec);
}

static void a_handle_is_cast_to_its_own_kind_only(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(worldOf(spec), NULL);
  mjsExclude* exclude = mjs_addExclude(spec);
  assert_ptr_equal(mjs_asGeom(geom->element), geom);
  assert_null(mjs_asSite(geom->element));
  assert_null(mjs_asGeom(NULL));
  assert_ptr_equal(mjs_asExclude(exclude->element), exclude);
  assert_null(mjs_asExclude(geom->element));
  mj_deleteSpec(spec);
}

static void defaults_can_be_restored(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(worldOf(spec), NULL);
  geom->density = 3;
  mjs_setString(geom->material, "m");
  mjs_defaultGeom(geom);
  assert_float_equal(geom->density, 1000, 0);
  assert_string_equal(mjs_getString(geom->material), "");

  // lists of fixed length keep their places
  mjsTexture* texture = mjs_addTexture(spec);
  assert_true(mjs_setInStringVec(texture->cubefiles, 5, "back.png"));
  mjs_defaultTexture(texture);
  assert_true(mjs_setInStringVec(texture->cubefiles, 5, "back.png"));
  mj_deleteSpec(spec);
}

static void a_tendon_gets_its_path_piece_by_piece(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsTendon* tendon = mjs_addTendon(spec, NULL);
  mjs_wrapSite(tendon, "a");
  mjs_wrapGeom(tendon, "g", "side");
  mjs_wrapPulley(tendon, 2);
  mjs_wrapJoint(tendon, "j", 3);
  static const mjtWrap types[] = {mjWRAP_SITE, mjWRAP_SPHERE, mjWRAP_PULLEY, mjWRAP_JOINT};
  assert_int_equal(mjs_getWrapNum(tendon), 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(mjs_getWrap(tendon, i)->type, types[i]);
  }
  ASSERT_NEAR(mjs_getWrapDivisor(mjs_getWrap(tendon, 2)), 2, 0);
  ASSERT_NEAR(mjs_getWrapCoef(mjs_getWrap(tendon, 3)), 3, 0);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_element_takes_the_class_of_its_body),
      cmocka_unit_test(elements_outside_the_tree_have_the_main_class_or_the_given_one),
      cmocka_unit_test(a_handle_is_cast_to_its_own_kind_only),
      cmocka_unit_test(defaults_can_be_restored),
      cmocka_unit_test(a_tendon_gets_its_path_piece_by_piece),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
