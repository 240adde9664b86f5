// Registration of plugins, resource providers, decoders and encoders.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/thread.h"
#include "check.h"

static int noState(const mjModel* m, int instance) {
  return 0;
}

static void registerPlugin(void* plugin) {
  mjp_registerPlugin(plugin);
}

static void a_plugin_is_found_by_name_and_slot(void** state) {
  char name[] = "test.registry.first";
  const char* attributes[] = {"a", "b"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = name;
  plugin.nattribute = 2;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = noState;
  int before = mjp_pluginCount(), slot = mjp_registerPlugin(&plugin), found;
  assert_int_equal(mjp_pluginCount(), before + 1);
  assert_int_equal(mjp_registerPlugin(&plugin), slot);

  // the description was copied
  name[0] = 'x';
  assert_non_null(mjp_getPlugin("test.registry.first", &found));
  assert_int_equal(found, slot);
  assert_string_equal(mjp_getPluginAtSlot(slot)->attributes[1], "b");
  assert_null(mjp_getPlugin("test.registry.none", &found));
  assert_int_equal(found, -1);

  // other content under the same name
  name[0] = 't';
  plugin.capabilityflags = mjPLUGIN_ACTUATOR;
  assert_false(lb_protect(registerPlugin, &plugin));
  ASSERT_SAYS(lb_lastError(), "' is already registered");
}

// What a thread does: it registers plugins that all threads register, reads and compiles models.
static void registerAndLoad(void* context) {
  int* slots = context;
  for (int i = 0; i < 300; i++) {
    char name[40], xml[200];
    snprintf(name, sizeof name, "test.registry.many%d", i);
    mjpPlugin plugin;
    mjp_defaultPlugin(&plugin);
    plugin.name = name;
    plugin.capabilityflags = mjPLUGIN_PASSIVE;
    slots[i] = mjp_registerPlugin(&plugin);
    if (i % 20 == 0) {
      snprintf(
          xml, sizeof xml,
          "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 %d'/></asset><worldbody>"
          "<body><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
          i + 1);
      mjSpec* spec = mj_parseXMLString(xml, NULL, NULL, 0);
      mjModel* m = mj_compile(spec, NULL);
      mjData* d = mj_makeData(m);
      mj_step(m, d);
      slots[i] = d->time > 0 ? slots[i] : -1;
      mj_deleteData(d);
      mj_deleteModel(m);
      mj_deleteSpec(spec);
    }
  }
}

static void threads_register_and_load_at_the_same_time(void** state) {
  static int slots[4][300];
  lbThread threads[4];
  int before = mjp_pluginCount();
  for (int i = 0; i < 4; i++) {
    assert_true(lb_startThread(&threads[i], registerAndLoad, slots[i]));
  }
  for (int i = 0; i < 4; i++) {
    lb_joinThread(&threads[i]);
  }
  assert_int_equal(mjp_pluginCount(), before + 300);
  for (int i = 1; i < 4; i++) {
    assert_memory_equal(slots[i], slots[0], sizeof slots[0]);
  }
  assert_string_equal(mjp_getPluginAtSlot(slots[0][77])->name, "test.registry.many77");
}

// Files of a provider: "memory:set/<name>", or "mounted/<name>".
static const char* const stored[][2] = {
    {"memory:set/scene.xml",
     "<mujoco><compiler meshdir='shapes'/><include file='part.xml'/><asset><mesh name='t' "
     "file='t.obj'/></asset><worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>"},
    {"memory:set/part.xml", "<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>"},
    {"memory:set/shapes/t.obj",
     "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf "
     "3 1 4\n"},
};
static int openCount = 0;

static int openStored(mjResource* resource) {
  for (int i = 0; i < 3; i++) {
    const char *asked = strchr(resource->name, '/'), *name = strchr(stored[i][0], '/');
    if (asked && !strcmp(asked, name)) {
      resource->data = (void*)stored[i][1];
      openCount++;
      return 1;
    }
  }
  return 0;
}

static int readStored(mjResource* resource, const void** buffer) {
  *buffer = resource->data;
  return (int)strlen(resource->data);
}

static void closeStored(mjResource* resource) {
  openCount--;
}

static mjpResourceProvider memoryProvider(void) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = "memory";
  provider.open = openStored;
  provider.read = readStored;
  provider.close = closeStored;
  return provider;
}

static void models_load_from_a_provider(void** state) {
  mjpResourceProvider provider = memoryProvider();
  assert_true(mjp_registerResourceProvider(&provider) > 0);
  char error[1000] = "";
  mjModel* m = mj_loadXML("memory:set/scene.xml", NULL, error, sizeof error);
  assert_string_equal(error, "");
  assert_non_null(m);
  assert_int_equal(m->ngeom, 2);
  assert_int_equal(m->mesh_vertnum[0], 4);
  assert_int_equal(openCount, 0);
  mj_deleteModel(m);
  assert_null(mj_loadXML("memory:none.xml", NULL, error, sizeof error));
  assert_non_null(strstr(error, "memory:none.xml"));
}

static void models_load_from_a_mounted_folder(void** state) {
  mjpResourceProvider provider = memoryProvider();
  mjVFS vfs;
  char error[1000] = "";
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_mountVFS(&vfs, "mounted", &provider), 0);
  mjModel* m = mj_loadXML("mounted/scene.xml", &vfs, error, sizeof error);
  assert_string_equal(error, "");
  assert_non_null(m);
  assert_int_equal(m->ngeom, 2);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plugin_is_found_by_name_and_slot),
      cmocka_unit_test(threads_register_and_load_at_the_same_time),
      cmocka_unit_test(models_load_from_a_provider),
      cmocka_unit_test(models_load_from_a_mounted_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
