// Skins.

#include "compile/compile_support.h"

#define SKIN(body, weights)                                                                       \
  "<worldbody><body name='b'/></worldbody><deformable><skin name='s' vertex='0 0 0 1 0 0 0 1 0' " \
  "face='0 1 2'><bone body='" body                                                                \
  "' bindpos='1 2 3' bindquat='1 0 0 0' vertid='0 1 2' "                                          \
  "vertweight='" weights "'/></skin></deformable>"

static void a_skin_hangs_on_its_bones(void** state) {
  mjModel* m = compiled(SKIN("b", "1 1 1"));
  assert_int_equal(m->nskinvert, 3);
  assert_int_equal(m->skin_bonebodyid[0], 1);
  assert_int_equal(m->skin_bonevertnum[0], 3);
  ASSERT_NUMBERS(m->skin_bonebindpos, 0, 1, 2, 3);
  assert_int_equal(m->skin_texcoordadr[0], -1);
  mj_deleteModel(m);
}

static void weights_of_a_vertex_sum_to_one(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'/><body name='b'/></worldbody><deformable><skin name='s' vertex='0 "
      "0 0 1 "
      "0 0 0 1 0' face='0 1 2'><bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' "
      "vertweight='1 1 1'/><bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' vertid='1' "
      "vertweight='3'/>"
      "</skin></deformable>");
  ASSERT_NUMBERS(m->skin_bonevertweight, 1e-7, 1, 0.25, 1, 0.75);
  mj_deleteModel(m);
}

static void skins_without_bodies_or_with_odd_data_are_refused(void** state) {
  assertRefused(SKIN("none", "1 1 1"), "unknown body 'none' in skin");
  assertRefused(SKIN("b", "1 1"), "vertid and vertweight must have same non-zero size");
}

static void data_of_a_skin_made_by_calls_is_missing_rather_than_odd(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsSkin* skin = mjs_addSkin(spec);
  mjs_setName(skin->element, "s");
  const float vertices[8] = {0};
  mjs_setFloat(skin->vert, vertices, 8);
  mjs_setStringVec(skin->bodyname, "world");
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "Missing data in skin"));
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_skin_hangs_on_its_bones),
      cmocka_unit_test(weights_of_a_vertex_sum_to_one),
      cmocka_unit_test(skins_without_bodies_or_with_odd_data_are_refused),
      cmocka_unit_test(data_of_a_skin_made_by_calls_is_missing_rather_than_odd),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
