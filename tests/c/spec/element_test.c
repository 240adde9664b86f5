// Making, naming and numbering of elements.

#include "spec/spec_support.h"

static void names_are_unique_per_kind(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  mjsBody* b = addNamedBody(worldOf(spec), "b");
  assert_int_equal(mjs_setName(b->element, "a"), -1);
  assert_string_equal(mjs_getError(spec), "Error: repeated name 'a' in body");
  assert_int_equal(mjs_setName(a->element, "c"), 0);
  assert_int_equal(mjs_setName(b->element, "a"), 0);
  assert_ptr_equal(mjs_findBody(spec, "a"), b);
  assert_null(mjs_findBody(spec, "nobody"));
  mj_deleteSpec(spec);
}

static void a_name_is_free_again_after_its_element_is_gone(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  assert_int_equal(mjs_delete(spec, a->element), 0);
  assert_null(mjs_findBody(spec, "a"));
  addNamedBody(worldOf(spec), "a");
  assert_non_null(mjs_findBody(spec, "a"));
  mj_deleteSpec(spec);
}

static void every_one_of_many_names_is_found(void** state) {
  mjSpec* spec = mj_makeSpec();
  char name[20];
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "body %d", i);
    addNamedBody(worldOf(spec), name);
    assert_non_null(mjs_findBody(spec, name));
  }
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "body %d", i);
    assert_string_equal(nameOf(mjs_findBody(spec, name)->element), name);
  }
  mj_deleteSpec(spec);
}

static void the_tree_is_numbered_depth_first(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* a = addNamedBody(worldOf(spec), "a");
  mjsBody* b = addNamedBody(worldOf(spec), "b");
  mjsBody* inner = addNamedBody(a, "inner");
  mjsGeom* late = mjs_addGeom(b, NULL);
  mjsGeom* early = mjs_addGeom(inner, NULL);
  lb_specOrderTree(lb_spec(spec));
  assert_int_equal(mjs_getId(a->element), 1);
  assert_int_equal(mjs_getId(inner->element), 2);
  assert_int_equal(mjs_getId(b->element), 3);
  assert_int_equal(mjs_getId(early->element), 0);
  assert_int_equal(mjs_getId(late->element), 1);
  mj_deleteSpec(spec);
}

static void files_are_kept_once(void** state) {
  mjSpec* spec = mj_makeSpec();
  char name[] = "a.xml";
  const char* kept = lb_specFile(lb_spec(spec), name);
  assert_string_equal(kept, "a.xml");
  assert_ptr_not_equal(kept, name);
  lb_specFile(lb_spec(spec), "b.xml");
  assert_ptr_equal(lb_specFile(lb_spec(spec), "a.xml"), kept);
  assert_null(lb_specFile(lb_spec(spec), ""));
  mj_deleteSpec(spec);
}

static void the_signature_changes_with_the_structure_and_is_that_of_the_model_again(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjModel* m = mj_compile(spec, NULL);
  assert_true(spec->element->signature == m->signature);
  mjsBody* body = addNamedBody(worldOf(spec), "a");
  assert_false(spec->element->signature == m->signature);
  mj_deleteModel(m);
  m = mj_compile(spec, NULL);
  assert_true(spec->element->signature == m->signature);
  mjs_delete(spec, body->element);
  assert_false(spec->element->signature == m->signature);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_signature_changes_with_the_structure_and_is_that_of_the_model_again),
      cmocka_unit_test(names_are_unique_per_kind),
      cmocka_unit_test(a_name_is_free_again_after_its_element_is_gone),
      cmocka_unit_test(every_one_of_many_names_is_found),
      cmocka_unit_test(the_tree_is_numbered_depth_first),
      cmocka_unit_test(files_are_kept_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
