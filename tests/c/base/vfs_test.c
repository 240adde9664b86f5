// Files held in memory.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

static void a_file_put_in_the_place_of_another_has_a_stamp_of_its_own(void** state) {
  uint64_t stamps[2] = {0};
  for (int k = 0; k < 2; k++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    for (int again = 0; again < 2; again++) {
      lbFile file;
      mj_addBufferVFS(&vfs, "a.txt", "a", 1);
      assert_true(lb_openFile(&file, NULL, "a.txt", &vfs));
      assert_int_not_equal(file.stamp, 0);
      assert_int_not_equal(file.stamp, stamps[0]);
      assert_int_not_equal(file.stamp, stamps[1]);
      stamps[again] = file.stamp;
      assert_true(lb_openFile(&file, NULL, "A.txt", &vfs));
      assert_int_equal(file.stamp, stamps[again]);
      mj_deleteFileVFS(&vfs, "a.txt");
    }
    mj_deleteVFS(&vfs);
  }
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

// VFS-NAME: measured on the peer: "x.obj" is deleted as "X.OBJ" and as "a/x.obj", but neither
// "X.OBJ" as "x.obj" nor "a/x.obj" as "x.obj".
static void a_file_is_deleted_by_its_name_else_by_its_last_part_in_small_letters(void** state) {
  static const struct {
    const char* kept;
    const char* asked;
    bool found;
  } cases[] = {
      {"x.obj", "X.OBJ", true},      {"x.obj", "a/x.obj", true},    {"x.obj", "/q/r/X.obj", true},
      {"X.OBJ", "x.obj", false},     {"X.OBJ", "q/X.OBJ", false},   {"a/x.obj", "x.obj", false},
      {"a/x.obj", "A/x.obj", false}, {"a/x.obj", "a\\x.obj", true}, {"X.OBJ", "X.OBJ", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, cases[i].kept, "1", 1);
    assert_int_equal(mj_containsBufferVFS(&vfs, cases[i].asked), cases[i].found);
    assert_int_equal(mj_containsFileVFS(&vfs, NULL, cases[i].asked), cases[i].found);
    assert_int_equal(mj_deleteFileVFS(&vfs, cases[i].asked), cases[i].found ? 0 : -1);
    mj_deleteVFS(&vfs);
  }
}

static void files_from_disk_lose_their_folder_and_their_capitals(void** state) {
  assert_int_equal(mju_writeResource("Vfs_Test.TXT", "disk", 4, NULL, NULL, 0), 4);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addFileVFS(&vfs, ".", "Vfs_Test.TXT"), 0);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, "./Vfs_Test.TXT"), 2);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, "vfs_nowhere.txt"), -1);
  assert_int_equal(mj_addBufferVFS(&vfs, "vfs_test.txt", "x", 1), 2);
  assert_true(mj_containsFileVFS(&vfs, "any", "VFS_test.txt"));
  remove("Vfs_Test.TXT");
  assert_int_equal(textOf(&vfs, NULL, "Vfs_Test.TXT"), 'd');
  assert_int_equal(mj_deleteFileVFS(&vfs, "Vfs_Test.TXT"), 0);
  assert_int_equal(textOf(&vfs, NULL, "Vfs_Test.TXT"), 0);
  mj_deleteVFS(&vfs);
}

// A folder whose files hold their own names; its mount counts.
static int mounted = 0;
static char written[50];

static int mountNames(mjResource* resource) {
  resource->data = &mounted;
  mounted++;
  return strcmp(resource->name, "refused") != 0;
}

static int unmountNames(mjResource* resource) {
  assert_ptr_equal(resource->data, &mounted);
  mounted--;
  return 1;
}

static int openName(mjResource* resource) {
  return strstr(resource->name, "missing") == NULL;
}

static int readName(mjResource* resource, const void** buffer) {
  *buffer = resource->name;
  return (int)strlen(resource->name);
}

static void closeName(mjResource* resource) {
}

static mjtSize writeName(mjResource* resource, const void* buffer, mjtSize nbytes) {
  snprintf(written, sizeof written, "%s=%.*s", resource->name, (int)nbytes, (const char*)buffer);
  return nbytes;
}

static void a_mounted_folder_answers_for_all_names_in_it(void** state) {
  char error[200] = "";
  mjpResourceProvider names;
  mjp_defaultResourceProvider(&names);
  names.open = openName;
  names.read = readName;
  names.close = closeName;
  names.mount = mountNames;
  names.unmount = unmountNames;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_mountVFS(&vfs, "assets/names", &names), 0);
  assert_int_equal(mj_mountVFS(&vfs, "assets/names/", &names), 2);
  assert_int_equal(mounted, 1);
  assert_int_equal(textOf(&vfs, "assets", "names/b.txt"), 'a');
  assert_int_equal(textOf(&vfs, "assets", "names2/b.txt"), 0);
  assert_int_equal(textOf(&vfs, "assets/names", "missing"), 0);
  mjResource* resource = mju_openResource("assets/names", "b.txt", &vfs, NULL, 0);
  assert_ptr_equal(resource->provider, &names);
  mju_closeResource(resource);

  // read only until it can write
  assert_int_equal(mju_writeResource("assets/names/c", "text", 4, &vfs, error, sizeof error), -1);
  assert_non_null(strstr(error, "its resource provider is read only"));
  names.write = writeName;
  assert_int_equal(mju_writeResource("assets/names/c", "text", 4, &vfs, error, sizeof error), 4);
  assert_string_equal(written, "assets/names/c=text");

  assert_int_equal(mj_unmountVFS(&vfs, "assets/names"), 0);
  assert_int_equal(mounted, 0);
  assert_int_equal(mj_unmountVFS(&vfs, "assets/names"), -1);
  assert_int_equal(mj_mountVFS(&vfs, "a", &names), 0);
  assert_int_equal(mj_mountVFS(&vfs, "a/b", &names), 0);
  mj_addBufferVFS(&vfs, "file", "1", 1);
  assert_int_equal(mj_unmountVFS(&vfs, "file"), -1);
  mj_deleteVFS(&vfs);
  assert_int_equal(mounted, 0);

  mj_defaultVFS(&vfs);
  assert_int_equal(mj_mountVFS(&vfs, "refused", &names), -1);
  assert_int_equal(mj_mountVFS(&vfs, "none", NULL), -1);
  assert_false(mj_containsFileVFS(&vfs, NULL, "refused"));
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_is_deleted_by_its_name_else_by_its_last_part_in_small_letters),
      cmocka_unit_test(files_from_disk_lose_their_folder_and_their_capitals),
      cmocka_unit_test(a_mounted_folder_answers_for_all_names_in_it),
      cmocka_unit_test(a_file_put_in_the_place_of_another_has_a_stamp_of_its_own),
      cmocka_unit_test(names_are_compared_after_normalisation),
      cmocka_unit_test(in_another_folder_the_file_added_last_is_found_by_its_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
