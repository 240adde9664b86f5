// Resources: bytes by name, from a VFS.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/memory.h"

static void a_file_of_the_vfs_is_read_by_folder_and_name(void** state) {
  size_t blocks = lb_liveBlocks();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "parts/wheel.obj", "round", 5);
  mjResource* resource = mju_openResource("parts/", "wheel.obj", &vfs, NULL, 0);
  assert_non_null(resource);
  const void* bytes;
  assert_int_equal(mju_readResource(resource, &bytes), 5);
  assert_memory_equal(bytes, "round", 5);
  const char* folder;
  int length;
  mju_getResourceDir(resource, &folder, &length);
  assert_int_equal(length, 6);
  assert_memory_equal(folder, "parts/", 6);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void a_missing_file_is_named(void** state) {
  char error[200] = "";
  assert_null(mju_openResource("nowhere/", "there.stl", NULL, error, sizeof error));
  assert_non_null(strstr(error, "'nowhere/there.stl'"));
}

static void a_resource_is_modified_when_its_time_is_another(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "1", 1);
  mjResource* resource = mju_openResource("", "a", &vfs, NULL, 0);
  assert_int_equal(mju_isModifiedResource(resource, resource->timestamp), 0);
  assert_int_not_equal(mju_isModifiedResource(resource, "yesterday"), 0);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_of_the_vfs_is_read_by_folder_and_name),
      cmocka_unit_test(a_missing_file_is_named),
      cmocka_unit_test(a_resource_is_modified_when_its_time_is_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
