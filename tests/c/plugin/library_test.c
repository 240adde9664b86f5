// Libraries that bring plugins.

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/limber.h"
#include "base/error.h"
#include "check.h"

static const char folder[] = "build/library_test";
static const char broken[] = "build/library_test/broken.so";
static const char other[] = "build/library_test/other.txt";

static int calls = 0, firstSlot, added;

static void noteLibrary(const char* name, int first, int count) {
  calls++;
  firstSlot = first;
  added = count;
}

static void load(void* path) {
  mj_loadPluginLibrary(path);
}

static void loadAll(void* path) {
  mj_loadAllPluginLibraries(path, noteLibrary);
}

static void a_library_that_cannot_be_loaded_is_an_error(void** state) {
  ASSERT_SAYS(errorOf(load, "/no/such/library.so"), "Error loading plugin library");
  ASSERT_SAYS(errorOf(load, "/no/such/library.so"), "/no/such/library.so");
}

static void a_library_without_plugins_adds_none(void** state) {
  int before = mjp_pluginCount();
  assert_true(lb_protect(load, "libc.so.6"));
  assert_int_equal(mjp_pluginCount(), before);
}

static void writeFile(const char* path) {
  FILE* file = fopen(path, "w");
  assert_non_null(file);
  fputs("no library", file);
  fclose(file);
}

static void only_libraries_of_a_folder_are_loaded(void** state) {
  assert_true(lb_protect(loadAll, "/no/such/folder"));
  mkdir(folder, 0755);
  writeFile(other);
  assert_true(lb_protect(loadAll, (void*)folder));
  writeFile(broken);
  ASSERT_SAYS(errorOf(loadAll, (void*)folder), "library_test/broken.so");
  assert_int_equal(calls, 0);
  unlink(broken);
  unlink(other);
  rmdir(folder);
}

static void plugins_of_a_library_are_registered(void** state) {
  int slot = -1, before = mjp_pluginCount();
  calls = 0;
  assert_null(mjp_getPlugin("limber.test.sample", NULL));
  assert_true(lb_protect(loadAll, LIBRARIES));
  assert_int_equal(calls, 1);
  assert_int_equal(added, 1);
  assert_non_null(mjp_getPlugin("limber.test.sample", &slot));
  assert_int_equal(slot, before);
  assert_int_equal(firstSlot, slot);
  // it is there already
  assert_true(lb_protect(load, LIBRARIES "/sample_library.so"));
  assert_int_equal(mjp_pluginCount(), before + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_library_that_cannot_be_loaded_is_an_error),
      cmocka_unit_test(a_library_without_plugins_adds_none),
      cmocka_unit_test(only_libraries_of_a_folder_are_loaded),
      cmocka_unit_test(plugins_of_a_library_are_registered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
