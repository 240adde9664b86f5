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

// A provider of three files, whose model names the others.
static const struct {
  const char* name;
  const char* text;
} shelf[] = {
    {"shelf:model.xml",
     "<mujoco><include file='part.xml'/><asset><mesh file='m/t.obj'/></asset></mujoco>"},
    {"shelf:part.xml", "<mujoco><worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>"},
    {"shelf:m/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"}};
static int opened = 0;

static int openShelf(mjResource* resource) {
  for (size_t i = 0; i < 3; i++) {
    if (strcmp(shelf[i].name, resource->name) == 0) {
      resource->data = (void*)shelf[i].text;
      opened++;
      return 1;
    }
  }
  return 0;
}

static int readShelf(mjResource* resource, const void** buffer) {
  *buffer = resource->data;
  return (int)strlen(resource->data);
}

static void closeShelf(mjResource* resource) {
  resource->data = NULL;
  opened--;
}

static void a_prefix_is_the_folder_of_what_is_behind_it(void** state) {
  char error[1000] = "";
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = "shelf";
  provider.open = openShelf;
  provider.read = readShelf;
  provider.close = closeShelf;
  assert_true(mjp_registerResourceProvider(&provider) > 0);
  mjResource* resource = mju_openResource(NULL, "shelf:model.xml", NULL, error, sizeof error);
  assert_non_null(resource);
  const char* folder;
  int length;
  mju_getResourceDir(resource, &folder, &length);
  assert_int_equal(length, 6);
  assert_memory_equal(folder, "shelf:", 6);
  mju_closeResource(resource);
  resource = mju_openResource("shelf:m/", "t.obj", NULL, error, sizeof error);
  assert_string_equal(resource->name, "shelf:m/t.obj");
  mju_getResourceDir(resource, &folder, &length);
  assert_int_equal(length, 8);
  mju_closeResource(resource);

  mjModel* m = mj_loadXML("shelf:model.xml", NULL, error, sizeof error);
  if (!m) {
    fail_msg("%s", error);
  }
  assert_int_equal(m->nmesh, 1);
  assert_int_equal(m->ngeom, 1);
  assert_int_equal(opened, 0);
  mj_deleteModel(m);
  mj_freeLastXML();

  assert_null(mju_openResource(NULL, "shelf:gone", NULL, error, sizeof error));
  assert_non_null(strstr(error, "'shelf:gone': its resource provider could not open it"));
  assert_int_equal(mju_writeResource("shelf:new", "x", 1, NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "read only"));
}

static void what_is_no_resource_is_refused(void** state) {
  char error[200] = "";
  const void* bytes;
  const char* folder;
  int length;
  assert_null(mju_openResource(NULL, NULL, NULL, error, sizeof error));
  assert_non_null(strstr(error, "without a name"));
  assert_int_equal(mju_readResource(NULL, &bytes), -1);
  mju_getResourceDir(NULL, &folder, &length);
  assert_int_equal(length, 0);
  assert_int_equal(mju_writeResource(NULL, "x", 1, NULL, error, sizeof error), -1);
  assert_int_equal(mju_writeResource("resource_test.bin", NULL, 1, NULL, NULL, 0), -1);
}

static void the_timestamp_follows_the_content(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "one", 3);
  mj_addBufferVFS(&vfs, "b", "two", 3);
  mj_addBufferVFS(&vfs, "c", "one", 3);
  mjResource* a = mju_openResource(NULL, "a", &vfs, NULL, 0);
  mjResource* b = mju_openResource(NULL, "b", &vfs, NULL, 0);
  mjResource* c = mju_openResource(NULL, "c", &vfs, NULL, 0);
  assert_int_equal(mju_isModifiedResource(a, c->timestamp), 0);
  assert_int_not_equal(mju_isModifiedResource(a, b->timestamp), 0);
  mju_closeResource(a);
  mju_closeResource(b);
  mju_closeResource(c);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_prefix_is_the_folder_of_what_is_behind_it),
      cmocka_unit_test(what_is_no_resource_is_refused),
      cmocka_unit_test(the_timestamp_follows_the_content),
      cmocka_unit_test(bytes_of_a_virtual_file_are_read_by_folder_and_name),
      cmocka_unit_test(a_missing_file_is_reported_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
