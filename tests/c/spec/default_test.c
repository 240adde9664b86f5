// Default classes: a tree of values that new elements start with.

#include "spec/spec_support.h"

static void new_elements_have_the_values_of_their_class(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "heavy", NULL);
  def->geom->density = 5000;
  mjsGeom* heavy = mjs_addGeom(worldOf(spec), def);
  mjsGeom* plain = mjs_addGeom(worldOf(spec), NULL);
  assert_float_equal(heavy->density, 5000, 0);
  assert_float_equal(plain->density, 1000, 0);
  assert_ptr_equal(mjs_getDefault(heavy->element), def);
  assert_null(mjs_addDefault(spec, "heavy", NULL));
  mj_deleteSpec(spec);
}

static void a_class_starts_with_the_values_of_its_parent(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* outer = mjs_addDefault(spec, "outer", NULL);
  outer->joint->damping[0] = 3;
  outer->geom->density = 7;
  mjsDefault* inner = mjs_addDefault(spec, "inner", outer);
  inner->geom->density = 8;
  assert_float_equal(inner->joint->damping[0], 3, 0);
  assert_float_equal(outer->geom->density, 7, 0);

  // later changes of the parent do not reach it
  outer->joint->damping[0] = 4;
  assert_float_equal(inner->joint->damping[0], 3, 0);
  mj_deleteSpec(spec);
}

static void classes_are_found_by_their_unique_names(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "c", NULL);
  assert_ptr_equal(mjs_findDefault(spec, "c"), def);
  assert_ptr_equal(mjs_findDefault(spec, "main"), mjs_getSpecDefault(spec));
  assert_null(mjs_findDefault(spec, "d"));
  assert_null(mjs_addDefault(spec, "c", NULL));
  assert_string_equal(mjs_getError(spec), "Error: repeated default class name");
  assert_null(mjs_addDefault(spec, NULL, NULL));
  assert_string_equal(mjs_getError(spec), "Error: empty class name");
  mj_deleteSpec(spec);
}

static void another_class_changes_no_values(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "c", NULL);
  def->geom->density = 7;
  mjsGeom* geom = mjs_addGeom(worldOf(spec), NULL);
  mjs_setDefault(geom->element, def);
  assert_ptr_equal(mjs_getDefault(geom->element), def);
  assert_float_equal(geom->density, 1000, 0);
  mj_deleteSpec(spec);
}

static void a_body_passes_its_class_on_to_bodies_in_it(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsDefault* def = mjs_addDefault(spec, "c", NULL);
  def->joint->damping[0] = 7;
  mjsBody* outer = mjs_addBody(worldOf(spec), def);
  mjsBody* inner = mjs_addBody(mjs_addBody(outer, NULL), NULL);
  assert_string_equal(mjs_getString(inner->childclass), "c");
  assert_ptr_equal(mjs_getDefault(inner->element), def);
  assert_float_equal(mjs_addJoint(inner, NULL)->damping[0], 7, 0);

  // so does one that was given its class later
  mjsBody* later = mjs_addBody(worldOf(spec), NULL);
  assert_string_equal(mjs_getString(later->childclass), "main");
  mjs_setDefault(later->element, def);
  assert_string_equal(mjs_getString(later->childclass), "c");
  assert_float_equal(mjs_addJoint(later, NULL)->damping[0], 7, 0);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_elements_have_the_values_of_their_class),
      cmocka_unit_test(a_class_starts_with_the_values_of_its_parent),
      cmocka_unit_test(classes_are_found_by_their_unique_names),
      cmocka_unit_test(another_class_changes_no_values),
      cmocka_unit_test(a_body_passes_its_class_on_to_bodies_in_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
