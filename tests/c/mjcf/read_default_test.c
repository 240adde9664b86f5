// Reading of default classes.

#include "spec/spec_support.h"

static void nested_classes_start_with_all_of_their_parent(void** state) {
  // what stands behind the nested class counts too
  mjSpec* spec = parseModel(
      "<mujoco><default><geom density='1'/><default class='c'><geom condim='4'/>"
      "<default class='d'><joint damping='5'/></default><joint armature='6'/></default>"
      "<joint damping='2'/></default></mujoco>");
  const mjsDefault *c = mjs_findDefault(spec, "c"), *d = mjs_findDefault(spec, "d");
  ASSERT_NEAR(c->geom->density, 1, 0);
  ASSERT_NEAR(c->joint->damping[0], 2, 0);
  ASSERT_NEAR(d->joint->damping[0], 5, 0);
  ASSERT_NEAR(d->joint->armature, 6, 0);
  assert_int_equal(d->geom->condim, 4);
  mj_deleteSpec(spec);
}

static void all_kinds_of_elements_have_defaults(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default class='main'><mesh scale='2 2 2'/><material shininess='.2'/>"
      "<site group='2'/><camera fovy='20'/><light castshadow='false'/><pair condim='1'/>"
      "<equality active='false'/><tendon width='.2'/></default></mujoco>");
  const mjsDefault* main = mjs_getSpecDefault(spec);
  ASSERT_NEAR(main->mesh->scale[1], 2, 0);
  ASSERT_NEAR(main->material->shininess, .2f, 0);
  assert_int_equal(main->site->group, 2);
  ASSERT_NEAR(main->camera->fovy, 20, 0);
  assert_false(main->light->castshadow);
  assert_int_equal(main->pair->condim, 1);
  assert_false(main->equality->active);
  ASSERT_NEAR(main->tendon->width, .2, 0);
  mj_deleteSpec(spec);
}

// All shortcuts write into one actuator, in the order of the document.
static void actuators_share_one_set_of_defaults(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><general ctrlrange='-1 1'/><position kp='7'/><motor forcerange='-2 2'/>"
      "</default><actuator><motor name='m' joint='j'/></actuator></mujoco>");
  const mjsActuator* a = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "m"));
  ASSERT_NUMBERS(a->ctrlrange, 0, -1, 1);
  ASSERT_NUMBERS(a->forcerange, 0, -2, 2);
  ASSERT_NEAR(a->biasprm[1], -7, 0);  // of the position servo, though a motor has no bias
  assert_int_equal(a->biastype, mjBIAS_NONE);
  mj_deleteSpec(spec);
}

static void names_of_classes_are_checked(void** state) {
  static const char* const cases[][2] = {
      {"<mujoco><default class='other'/></mujoco>",
       "top-level default class 'main' cannot be renamed"},
      {"<mujoco><default>\n<default/></default></mujoco>", "empty class name"},
      {"<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>",
       "repeated default class name 'a'"},
      {"<mujoco><default>\n<default class='main'/></default></mujoco>",
       "repeated default class name 'main'"},
      {"<mujoco><default>\n<geom name='g'/></default></mujoco>", "unrecognized attribute: 'name'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, i ? ", line 2" : ", line 1");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested_classes_start_with_all_of_their_parent),
      cmocka_unit_test(all_kinds_of_elements_have_defaults),
      cmocka_unit_test(actuators_share_one_set_of_defaults),
      cmocka_unit_test(names_of_classes_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
