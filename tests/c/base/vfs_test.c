// Files held in memory.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/vfs.h"

static char textOf(const mjVFS* vfs, const char* folder, const char* name) {
  lbFile file;
  if (!lb_openFile(&file, folder, name, vfs)) {
    return 0;
  }
  char first = ((const char*)file.bytes)[0];
  lb_closeFile(&file);
  return first;
}

static void names_are_compared_after_normalisation(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "a\\b/../c.txt", "c", 1), 0);
  assert_int_equal(textOf(&vfs, "a", "./c.txt"), 'c');
  assert_int_equal(mj_addBufferVFS(&vfs, "a/c.txt", "d", 1), 2);
  assert_int_equal(mj_deleteFileVFS(&vfs, "a/c.txt"), 0);
  assert_int_equal(textOf(&vfs, "a", "c.txt"), 0);
  mj_deleteVFS(&vfs);
}

// VFS-LOOKUP
static void in_another_folder_the_file_added_last_is_found_by_its_name(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "z/part.txt", "1", 1);
  mj_addBufferVFS(&vfs, "a/part.txt", "2", 1);
  assert_int_equal(textOf(&vfs, "other", "Part.txt"), '2');
  assert_int_equal(textOf(&vfs, "z", "part.txt"), '1');
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_compared_after_normalisation),
      cmocka_unit_test(in_another_folder_the_file_added_last_is_found_by_its_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
