// Resources: bytes by name, from a virtual file system.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"

static void bytes_of_a_virtual_file_are_read_by_folder_and_name(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "set/part.bin", "abc", 3), 0);
  char error[200] = "";
  mjResource* resource = mju_openResource("set", "part.bin", &vfs, error, sizeof error);
  assert_non_null(resource);

  const void* bytes;
  assert_int_equal(mju_readResource(resource, &bytes), 3);
  assert_memory_equal(bytes, "abc", 3);
  const char* folder;
  int length;
  mju_getResourceDir(resource, &folder, &length);
  assert_memory_equal(folder, "set/", length);
  assert_int_equal(length, 4);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
}

static void a_missing_file_is_reported_by_name(void** state) {
  char error[200] = "";
  assert_null(mju_openResource("nowhere", "absent.bin", NULL, error, sizeof error));
  assert_non_null(strstr(error, "nowhere/absent.bin"));
  mju_closeResource(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_of_a_virtual_file_are_read_by_folder_and_name),
      cmocka_unit_test(a_missing_file_is_reported_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
