// The table of plugins by slot.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "model/plugin_slots.h"

static void a_slot_keeps_a_copy_of_its_plugin(void** state) {
  char name[] = "slot", attribute[] = "size";
  const char* attributes[] = {attribute};
  mjpPlugin plugin = {.name = name, .nattribute = 1, .attributes = attributes};
  int count = lb_pluginCount(), slot = lb_addPlugin(&plugin, false);
  name[0] = attribute[0] = 'x';
  assert_int_equal(slot, count);
  assert_int_equal(lb_pluginCount(), count + 1);
  assert_string_equal(lb_pluginAtSlot(slot)->name, "slot");
  assert_string_equal(lb_pluginAtSlot(slot)->attributes[0], "size");
}

static void slots_that_nobody_took_are_empty(void** state) {
  assert_null(lb_pluginAtSlot(-1));
  assert_null(lb_pluginAtSlot(lb_pluginCount()));
}

static void configuration_is_read_by_the_name_of_the_attribute(void** state) {
  const char* attributes[] = {"first", "second"};
  mjpPlugin plugin = {.name = "configured", .nattribute = 2, .attributes = attributes};
  int slot = lb_addPlugin(&plugin, false), adr = 0;
  char values[] = "1\0two";
  mjModel m = {.nplugin = 1,
               .npluginattr = sizeof values,
               .plugin = &slot,
               .plugin_attradr = &adr,
               .plugin_attr = values};
  assert_ptr_equal(lb_instancePlugin(&m, 0), lb_pluginAtSlot(slot));
  assert_string_equal(mj_getPluginConfig(&m, 0, "second"), "two");
  assert_null(mj_getPluginConfig(&m, 0, "third"));
  assert_null(mj_getPluginConfig(&m, 1, "first"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_slot_keeps_a_copy_of_its_plugin),
      cmocka_unit_test(slots_that_nobody_took_are_empty),
      cmocka_unit_test(configuration_is_read_by_the_name_of_the_attribute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
