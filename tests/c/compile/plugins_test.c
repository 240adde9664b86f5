// Plugin instances and the elements that use them.

#include "compile/compile_support.h"

static void a_configuration_holds_all_attributes_in_the_order_of_the_plugin(void** state) {
  mjModel* m = compiled(
      "<extension><plugin plugin='mujoco.sensor.touch_grid'><instance name='i'>"
      "<config key='size' value='4 3'/><config key='fov' value='10 10'/></instance>"
      "</plugin></extension><worldbody><site name='s'/></worldbody><sensor><plugin "
      "instance='i' objtype='site' objname='s'/></sensor>");
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[0]);
  const char* text = m->plugin_attr + m->plugin_attradr[0];
  for (int k = 0; k < plugin->nattribute; k++, text += strlen(text) + 1) {
    bool size = !strcmp(plugin->attributes[k], "size");
    bool fov = !strcmp(plugin->attributes[k], "fov");
    assert_string_equal(text, size ? "4 3" : fov ? "10 10" : "");
  }
  // the plugin decides how much it senses
  assert_int_equal(m->sensor_dim[0], plugin->nsensordata(m, 0, 0));
  assert_true(m->sensor_dim[0] % 12 == 0);
  mj_deleteModel(m);
}

static void plugins_do_what_they_can(void** state) {
  assertRefused(
      "<extension><plugin plugin='mujoco.sensor.touch_grid'><instance name='i'/></plugin>"
      "</extension><worldbody><body><joint/><geom size='1'/><plugin instance='i'/></body>"
      "</worldbody>",
      "does not support passive forces");
}

static void unknown_plugins_and_keys_are_refused(void** state) {
  assertRefused(
      "<extension><plugin plugin='none'/></extension><worldbody><body><plugin plugin='none'/>"
      "</body></worldbody>",
      "none");
  assertRefused(
      "<extension><plugin plugin='mujoco.sensor.touch_grid'><instance name='i'><config "
      "key='colour' value='1'/></instance></plugin></extension>",
      "colour");
  assertRefused(
      "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
      "<actuator><plugin joint='j'/></actuator>",
      "neither 'plugin' nor 'instance' is specified for actuator");
  // without an extension the element that asks for a plugin is named
  assertRefused(
      "<worldbody><body name='b'><geom size='1'/>\n<plugin plugin='mujoco.elasticity.cable'/>"
      "</body></worldbody>",
      "unrecognized plugin 'mujoco.elasticity.cable'\nElement name 'b', id 1, line 1");
}

static void an_element_names_its_plugin_or_an_instance(void** state) {
  static const struct {
    const char *plugin, *instance, *reason;
  } cases[] = {{"", "", "neither 'plugin' nor 'instance' is specified for geom"},
               {"none", "", "unrecognized plugin 'none'"},
               {"mujoco.sdf.torus", "i", "unrecognized name 'i' for plugin instance"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjSpec* spec = mj_makeSpec();
    mjs_activatePlugin(spec, "mujoco.sdf.torus");
    mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), NULL);
    geom->size[0] = 1;
    geom->plugin.active = true;
    mjs_setString(geom->plugin.plugin_name, cases[i].plugin);
    mjs_setString(geom->plugin.name, cases[i].instance);
    assert_null(mj_compile(spec, NULL));
    ASSERT_SAYS(mjs_getError(spec), cases[i].reason);
    mj_deleteSpec(spec);
  }
}

static void an_element_and_its_instance_are_of_the_same_plugin(void** state) {
  static const char scene[] =
      "<extension><plugin plugin='mujoco.sensor.touch_grid'><instance name='i'/></plugin>"
      "<plugin plugin='mujoco.pid'/></extension><worldbody><body><joint name='j'/>"
      "<geom size='1'/></body></worldbody><actuator><plugin joint='j' %s instance='i'/></actuator>";
  char text[400];
  snprintf(text, sizeof text, scene, "plugin='mujoco.pid'");
  assertRefused(text, "'plugin' attribute does not match that of the instance");
  snprintf(text, sizeof text, scene, "plugin='mujoco.sensor.touch_grid'");
  assertRefused(text, "does not support actuators");
  snprintf(text, sizeof text, scene, "");
  assertRefused(text, "does not support actuators");
}

static void the_element_may_name_the_plugin_of_its_instance(void** state) {
  mjSpec* spec = mj_makeSpec();
  assert_int_equal(mjs_activatePlugin(spec, "mujoco.sensor.touch_grid"), 0);
  mjsSite* site = mjs_addSite(mjs_findBody(spec, "world"), NULL);
  mjs_setName(site->element, "s");
  mjsSensor* sensor = mjs_addSensor(spec);
  sensor->type = mjSENS_PLUGIN;
  sensor->objtype = mjOBJ_SITE;
  mjs_setString(sensor->objname, "s");
  sensor->plugin.active = true;
  sensor->plugin.element = mjs_addPlugin(spec)->element;
  mjs_setString(sensor->plugin.plugin_name, "mujoco.sensor.touch_grid");
  const char* settings[] = {"size", "4 3", "fov", "10 10", "nchannel", "1", NULL};
  mjs_setPluginAttributes(&sensor->plugin, settings);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) {
    fail_msg("%s", mjs_getError(spec));
  }
  assert_int_equal(m->nplugin, 1);
  assert_int_equal(m->sensor_dim[0], 12);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_configuration_holds_all_attributes_in_the_order_of_the_plugin),
      cmocka_unit_test(plugins_do_what_they_can),
      cmocka_unit_test(unknown_plugins_and_keys_are_refused),
      cmocka_unit_test(an_element_names_its_plugin_or_an_instance),
      cmocka_unit_test(an_element_and_its_instance_are_of_the_same_plugin),
      cmocka_unit_test(the_element_may_name_the_plugin_of_its_instance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
