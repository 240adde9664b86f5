// Plugin references of elements: configuration and activation.

#include "spec/spec_support.h"

static void attributes_are_replaced_as_a_whole(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsPlugin* plugin = mjs_addPlugin(spec);
  const char* first[] = {"a", "1", "b", "2", NULL};
  const char* second[] = {"b", "3", "b", "4", NULL};
  mjs_setPluginAttributes(plugin, first);
  mjs_setPluginAttributes(plugin, second);
  const char* const* got = mjs_getPluginAttributes(plugin);
  assert_string_equal(got[0], "b");
  assert_string_equal(got[1], "4");  // the last one of a key
  assert_null(got[2]);
  mj_deleteSpec(spec);
}

static void setAttributes(void* plugin) {
  mjs_setPluginAttributes(plugin, NULL);
}

static void a_reference_without_an_instance_has_no_attributes(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(worldOf(spec), NULL);
  assert_null(mjs_getPluginAttributes(&geom->plugin));
  ASSERT_SAYS(errorOf(setAttributes, &geom->plugin), "the plugin has no instance");
  mj_deleteSpec(spec);
}

static void a_plugin_is_activated_once_and_must_be_known(void** state) {
  mjSpec* spec = mj_makeSpec();
  assert_int_equal(mjs_activatePlugin(spec, "mujoco.pid"), 0);
  assert_int_equal(mjs_activatePlugin(spec, "mujoco.pid"), 0);
  assert_int_equal(lb_spec(spec)->activePlugins.count, 1);
  assert_int_equal(mjs_activatePlugin(spec, "nobody.knows"), -1);
  assert_string_equal(mjs_getError(spec), "plugin nobody.knows not found");
  mj_deleteSpec(spec);
}

static void kinds_that_can_have_a_plugin_have_a_place_for_it(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsSensor* sensor = mjs_addSensor(spec);
  mjsTendon* tendon = mjs_addTendon(spec, NULL);
  assert_ptr_equal(lb_pluginOf(lb_head(sensor->element)), &sensor->plugin);
  assert_null(lb_pluginOf(lb_head(tendon->element)));
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributes_are_replaced_as_a_whole),
      cmocka_unit_test(a_reference_without_an_instance_has_no_attributes),
      cmocka_unit_test(a_plugin_is_activated_once_and_must_be_known),
      cmocka_unit_test(kinds_that_can_have_a_plugin_have_a_place_for_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
