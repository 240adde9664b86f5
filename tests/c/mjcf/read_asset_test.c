// Reading of assets and extensions.

#include "spec/spec_support.h"

#define ASSET(content) "<mujoco><asset>\n" content "</asset></mujoco>"

static void rows_of_an_elevation_are_stored_from_the_bottom(void** state) {
  mjSpec* spec = parseModel(
      ASSET("<hfield name='h' size='1 1 1 1' nrow='2' ncol='3' elevation='1 2 3 4 5 6'/>"));
  const mjsHField* hfield = mjs_asHField(mjs_findElement(spec, mjOBJ_HFIELD, "h"));
  ASSERT_NUMBERS(hfield->userdata->items, 0, 4, 5, 6, 1, 2, 3);
  mj_deleteSpec(spec);
}

// COMPAT: HFIELD-FILE-FIRST
static void elevations_beside_a_file_are_left_alone(void** state) {
  mjSpec* spec = parseModel(
      ASSET("<hfield name='h' file='h.bin' size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 x'/>"));
  const mjsHField* hfield = mjs_asHField(mjs_findElement(spec, mjOBJ_HFIELD, "h"));
  assert_int_equal(hfield->userdata->count, 0);
  mj_deleteSpec(spec);
}

static void a_skin_gets_its_bones_one_after_the_other(void** state) {
  mjSpec* spec = parseModel(
      ASSET("<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='a' "
            "bindpos='1 2 3' bindquat='1 0 0 0' vertid='0 2' vertweight='1 .5'/><bone body='b' "
            "bindpos='4 5 6' bindquat='0 1 0 0' vertid='1' vertweight='2'/></skin>"));
  const mjsSkin* skin = mjs_asSkin(mjs_findElement(spec, mjOBJ_SKIN, "s"));
  ASSERT_NUMBERS(skin->bindpos->items, 0, 1, 2, 3, 4, 5, 6);
  ASSERT_NUMBERS(skin->bindquat->items, 0, 1, 0, 0, 0, 0, 1, 0, 0);
  ASSERT_NUMBERS(skin->vertid->items[0].items, 0, 0, 2);
  ASSERT_NUMBERS(skin->vertweight->items[1].items, 0, 2);
  assert_string_equal(lb_text(&skin->bodyname->items[1]), "b");
  mj_deleteSpec(spec);
}

static void a_material_has_one_texture_or_layers_by_role(void** state) {
  mjSpec* spec = parseModel(
      ASSET("<material name='a' texture='t'/><material name='b'><layer texture='u' role='normal'/>"
            "<layer texture='v' role='rgb'/></material>"));
  const mjsMaterial* a = mjs_asMaterial(mjs_findElement(spec, mjOBJ_MATERIAL, "a"));
  const mjsMaterial* b = mjs_asMaterial(mjs_findElement(spec, mjOBJ_MATERIAL, "b"));
  assert_string_equal(lb_text(&a->textures->items[mjTEXROLE_RGB]), "t");
  assert_string_equal(lb_text(&b->textures->items[mjTEXROLE_RGB]), "v");
  assert_string_equal(lb_text(&b->textures->items[mjTEXROLE_NORMAL]), "u");
  mj_deleteSpec(spec);
}

static void faces_of_a_cube_have_files_or_a_grid(void** state) {
  mjSpec* spec = parseModel(ASSET(
      "<texture name='c' type='cube' fileright='r.png' fileback='b.png'/>"
      "<texture name='g' type='cube' file='g.png' gridsize='3 4' gridlayout='.U..LFRB.D..'/>"));
  const mjsTexture* c = mjs_asTexture(mjs_findElement(spec, mjOBJ_TEXTURE, "c"));
  const mjsTexture* g = mjs_asTexture(mjs_findElement(spec, mjOBJ_TEXTURE, "g"));
  assert_string_equal(lb_text(&c->cubefiles->items[0]), "r.png");
  assert_string_equal(lb_text(&c->cubefiles->items[5]), "b.png");
  assert_memory_equal(g->gridlayout, ".U..LFRB.D..", 12);
  mj_deleteSpec(spec);
}

static void instances_of_plugins_have_their_configuration(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='p'><config key='kp' "
      "value='3'/></instance></plugin></extension><actuator><plugin joint='j' plugin='mujoco.pid' "
      "instance='p'/><plugin joint='k' plugin='mujoco.pid'><config key='kp' value='4'/></plugin>"
      "</actuator></mujoco>");
  const lbPlugin* own = (const lbPlugin*)lb_head(mjs_findElement(spec, mjOBJ_PLUGIN, "p"));
  assert_string_equal(lb_text(&own->values.items[0]), "3");
  mjsElement* first = mjs_firstElement(spec, mjOBJ_ACTUATOR);
  const mjsPlugin* second = &mjs_asActuator(mjs_nextElement(spec, first))->plugin;
  assert_string_equal(mjs_getString(mjs_asActuator(first)->plugin.name), "p");
  const char* const* attributes = mjs_getPluginAttributes(second);
  assert_string_equal(attributes[1], "4");
  mj_deleteSpec(spec);
}

static void wrong_assets_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {ASSET("<hfield name='h' size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 3'/>"),
       "elevation data length must match nrow*ncol"},
      {ASSET("<material name='m' texture='t'><layer texture='u' role='rgb'/></material>"),
       "A material with a texture attribute cannot have layer sub-elements"},
      {ASSET("<texture name='t' type='cube' gridsize='2 2' gridlayout='.UDLR'/>"),
       "gridlayout length must match gridsize"},
      {ASSET("<texture name='t' type='cube' gridsize='3 4' gridlayout='.U..LFRB.D...'/>"),
       "may have at most 12 characters"},
      {ASSET("<mesh name='m' builtin='cone'/>"), "required attribute missing: 'params'"},
      {ASSET("<mesh name='m' builtin='cone' params='1'/>"), "Cone mesh type requires 2 parameters"},
      {ASSET("<skin name='s'><bone body='a'/></skin>"), "required attribute missing: 'bindpos'"},
      {ASSET("<model/>"), "required attribute missing: 'file'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_an_elevation_are_stored_from_the_bottom),
      cmocka_unit_test(elevations_beside_a_file_are_left_alone),
      cmocka_unit_test(a_skin_gets_its_bones_one_after_the_other),
      cmocka_unit_test(a_material_has_one_texture_or_layers_by_role),
      cmocka_unit_test(faces_of_a_cube_have_files_or_a_grid),
      cmocka_unit_test(instances_of_plugins_have_their_configuration),
      cmocka_unit_test(wrong_assets_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
