// Files that assets name: where they are looked for.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "spec/asset_file.h"

static void an_asset_is_below_the_folder_of_its_model_and_its_kind(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "home/meshes/a/t.obj", "whole", 5);
  mj_addBufferVFS(&vfs, "home/meshes/t.obj", "bare", 4);
  mjSpec* spec = mj_makeSpec();
  mjs_setString(spec->modelfiledir, "home");
  mjs_setString(spec->compiler.meshdir, "meshes");
  const lbElement* mesh = lb_head(mjs_addMesh(spec, NULL)->element);
  lbRegion region = {0};
  assert_string_equal(lb_assetFolderOf(&region, mesh, spec->compiler.meshdir), "home/meshes/");
  assert_string_equal(lb_strippedPath(mesh, "a/t.obj"), "a/t.obj");
  lbFile file;
  assert_true(lb_openAsset(&file, &region, mesh, spec->compiler.meshdir, "a/t.obj", &vfs));
  assert_int_equal(file.count, 5);
  spec->strippath = 1;
  assert_string_equal(lb_strippedPath(mesh, "a/t.obj"), "t.obj");
  assert_true(lb_openAsset(&file, &region, mesh, spec->compiler.meshdir, "a/t.obj", &vfs));
  assert_int_equal(file.count, 4);
  assert_false(lb_openAsset(&file, &region, mesh, spec->compiler.meshdir, "u.obj", &vfs));
  lb_regionFree(&region);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_asset_is_below_the_folder_of_its_model_and_its_kind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
