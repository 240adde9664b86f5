// Registration of plugins, resource providers, decoders and encoders.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"

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
}

static int openNothing(mjResource* resource) {
  return 0;
}

static int readNothing(mjResource* resource, const void** buffer) {
  return 0;
}

static void closeNothing(mjResource* resource) {
}

static void providers_are_chosen_by_scheme(void** state) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = "test-scheme";
  provider.open = openNothing;
  provider.read = readNothing;
  provider.close = closeNothing;
  int slot = mjp_registerResourceProvider(&provider);
  assert_true(slot > 0);
  assert_ptr_equal(mjp_getResourceProvider("TEST-scheme:some/file.xml"),
                   mjp_getResourceProviderAtSlot(slot));
  assert_null(mjp_getResourceProvider("other:file"));
  assert_null(mjp_getResourceProvider("plain/file.xml"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plugin_is_found_by_name_and_slot),
      cmocka_unit_test(providers_are_chosen_by_scheme),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
