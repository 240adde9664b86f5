// Reading of contacts, equalities, tendons, custom fields, keys and flexes.

#include "spec/spec_support.h"

static void an_equality_has_its_numbers_by_kind(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><equality><connect name='c' body1='a' anchor='1 2 3'/><weld name='w' body1='a' "
      "body2='b' relpose='1 2 3 1 0 0 0' torquescale='5'/><joint name='j' joint1='x' joint2='y' "
      "polycoef='1 2'/><connect name='s' site1='p' site2='q'/></equality></mujoco>");
  const mjsEquality* c = mjs_asEquality(mjs_findElement(spec, mjOBJ_EQUALITY, "c"));
  const mjsEquality* w = mjs_asEquality(mjs_findElement(spec, mjOBJ_EQUALITY, "w"));
  const mjsEquality* j = mjs_asEquality(mjs_findElement(spec, mjOBJ_EQUALITY, "j"));
  const mjsEquality* s = mjs_asEquality(mjs_findElement(spec, mjOBJ_EQUALITY, "s"));
  ASSERT_NUMBERS(c->data, 0, 1, 2, 3);
  assert_int_equal(c->type, mjEQ_CONNECT);
  assert_int_equal(c->objtype, mjOBJ_BODY);
  ASSERT_NUMBERS(w->data, 0, 0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 5);
  assert_int_equal(j->type, mjEQ_JOINT);
  ASSERT_NUMBERS(j->data, 0, 1, 2);
  assert_string_equal(mjs_getString(j->name2), "y");
  assert_int_equal(s->objtype, mjOBJ_SITE);
  mj_deleteSpec(spec);
}

static void one_rest_length_of_a_tendon_stands_for_both_ends(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><tendon><fixed name='a' springlength='.5'><joint joint='j' coef='2'/></fixed>"
      "<fixed name='b' springlength='.5 .7'/></tendon></mujoco>");
  const mjsTendon* a = mjs_asTendon(mjs_findElement(spec, mjOBJ_TENDON, "a"));
  const mjsTendon* b = mjs_asTendon(mjs_findElement(spec, mjOBJ_TENDON, "b"));
  ASSERT_NUMBERS(a->springlength, 0, .5, .5);
  ASSERT_NUMBERS(b->springlength, 0, .5, .7);
  ASSERT_NEAR(mjs_getWrapCoef(mjs_getWrap(a, 0)), 2, 0);
  mj_deleteSpec(spec);
}

static void custom_numbers_are_padded_to_their_size(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><custom><numeric name='a' data='1 2'/><numeric name='b' size='3' data='1'/>"
      "<text name='t' data='x y'/><tuple name='u'><element objtype='site' objname='s' prm='4'/>"
      "</tuple></custom></mujoco>");
  const mjsNumeric* b = mjs_asNumeric(mjs_findElement(spec, mjOBJ_NUMERIC, "b"));
  assert_int_equal(mjs_asNumeric(mjs_findElement(spec, mjOBJ_NUMERIC, "a"))->size, 2);
  ASSERT_NUMBERS(b->data->items, 0, 1, 0, 0);
  const mjsTuple* u = mjs_asTuple(mjs_findElement(spec, mjOBJ_TUPLE, "u"));
  assert_int_equal(u->objtype->items[0], mjOBJ_SITE);
  ASSERT_NEAR(u->objprm->items[0], 4, 0);
  mj_deleteSpec(spec);
}

static void a_flex_has_bodies_vertices_and_elements(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><deformable><flex name='f' dim='1' body='a b' vertex='0 0 0 1 0 0' element='0 1'>"
      "<edge stiffness='3'/></flex></deformable><keyframe><key name='k' time='2' qpos='1 2'/>"
      "</keyframe></mujoco>");
  const mjsFlex* flex = mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
  assert_int_equal(flex->vertbody->count, 2);
  assert_string_equal(lb_text(&flex->vertbody->items[1]), "b");
  assert_int_equal(flex->vert->count, 6);
  ASSERT_NEAR(flex->edgestiffness, 3, 0);
  const mjsKey* key = mjs_asKey(mjs_findElement(spec, mjOBJ_KEY, "k"));
  ASSERT_NEAR(key->time, 2, 0);
  ASSERT_NUMBERS(key->qpos->items, 0, 1, 2);
  mj_deleteSpec(spec);
}

static void wrong_ones_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {"<custom>\n<numeric name='a' size='0'/></custom>", "size must be between 1 and 500"},
      {"<custom>\n<numeric name='a' size='1' data='1 2'/></custom>", "'data' has too much data"},
      {"<custom>\n<numeric data='1'/></custom>", "required attribute missing: 'name'"},
      {"<custom>\n<text name='t' data=''/></custom>", "text field cannot be empty"},
      {"<custom><tuple name='t'>\n<element objtype='thing' objname='x'/></tuple></custom>",
       "unknown object type"},
      {"<tendon><spatial>\n<pulley/></spatial></tendon>", "required attribute missing: 'divisor'"},
      {"<tendon><fixed>\n<joint joint='j'/></fixed></tendon>",
       "required attribute missing: 'coef'"},
      {"<contact>\n<pair geom1='a'/></contact>", "required attribute missing: 'geom2'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[300];
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", cases[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_equality_has_its_numbers_by_kind),
      cmocka_unit_test(one_rest_length_of_a_tendon_stands_for_both_ends),
      cmocka_unit_test(custom_numbers_are_padded_to_their_size),
      cmocka_unit_test(a_flex_has_bodies_vertices_and_elements),
      cmocka_unit_test(wrong_ones_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
