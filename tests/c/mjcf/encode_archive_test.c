// Models as archives: what is written is read again, with all files.

#include "mjcf/parse_support.h"

#include <stdio.h>

#include "asset/png_support.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/zip.h"

static const char scene[] =
    "<mujoco><compiler meshdir='meshes' texturedir='../pictures'/>"
    "<asset><mesh name='one' file='a/t.obj'/><mesh name='two' file='b/t.obj'/>"
    "<mesh name='far' file='/far/t.obj'/><mesh name='up' file='../../up/t.obj'/>"
    "<mesh name='again' file='a/t.obj' scale='2 2 2'/>"
    "<hfield name='hills' file='hills.png' size='1 1 1 1'/>"
    "<texture name='wood' type='2d' file='wood.png'/>"
    "<texture name='sky' type='skybox' fileright='wood.png' fileleft='wood.png' fileup='wood.png' "
    "filedown='wood.png' filefront='wood.png' fileback='wood.png'/>"
    "<material name='wood' texture='wood'/><model name='part' file='part/part.xml'/></asset>"
    "<worldbody><include file='ground.xml'/><geom type='mesh' mesh='one'/>"
    "<geom type='mesh' mesh='two'/><geom type='mesh' mesh='far'/><geom type='mesh' mesh='up'/>"
    "<geom type='mesh' mesh='again'/><geom type='hfield' hfield='hills'/>"
    "<attach model='part' body='p' prefix='p_'/></worldbody></mujoco>";

static const char part[] =
    "<mujoco><compiler meshdir='meshes'/><asset><mesh name='own' file='a/t.obj'/></asset>"
    "<worldbody><body name='p'><geom type='mesh' mesh='own'/></body></worldbody></mujoco>";

static void put(mjVFS* vfs, const char* name, const char* text) {
  assert_int_equal(mj_addBufferVFS(vfs, name, text, (int)strlen(text)), 0);
}

static void putTetra(mjVFS* vfs, const char* name, int size) {
  char text[100];
  snprintf(text, sizeof text,
           "v 0 0 0\nv %d 0 0\nv 0 %d 0\nv 0 0 %d\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", size,
           size, size);
  put(vfs, name, text);
}

static void putScene(mjVFS* vfs) {
  mj_defaultVFS(vfs);
  put(vfs, "home/scene.xml", scene);
  put(vfs, "home/ground.xml",
      "<mujoco><geom name='floor' type='plane' size='5 5 1' material='wood'/></mujoco>");
  putTetra(vfs, "home/meshes/a/t.obj", 1);
  putTetra(vfs, "home/meshes/b/t.obj", 2);
  putTetra(vfs, "/far/t.obj", 3);
  putTetra(vfs, "up/t.obj", 4);
  put(vfs, "home/part/part.xml", part);
  putTetra(vfs, "home/part/meshes/a/t.obj", 5);
  int samples[16] = {0, 50, 100, 255, 10, 60, 110, 200, 20, 70, 120, 210, 30, 80, 130, 220};
  mjtByte* file = test_malloc(PNG_BYTES);
  PngPicture picture = {.width = 4, .height = 4, .depth = 8, .channels = 1, .samples = samples};
  int size = (int)makePng(file, &picture);
  mj_addBufferVFS(vfs, "home/meshes/hills.png", file, size);
  mj_addBufferVFS(vfs, "pictures/wood.png", file, size);
  test_free(file);
}

static mjSpec* parsed(const char* name, const mjVFS* vfs, mjModel** m) {
  char error[1000] = "";
  mjSpec* spec = mj_parse(name, NULL, vfs, error, sizeof error);
  if (!spec) {
    fail_msg("%s", error);
  }
  *m = mj_compile(spec, vfs);
  if (!*m) {
    fail_msg("%s", mjs_getError(spec));
  }
  return spec;
}

static void assertSame(const mjModel* a, const mjModel* b) {
  assert_int_equal(a->nmesh, b->nmesh);
  assert_int_equal(a->nmeshvert, b->nmeshvert);
  assert_memory_equal(a->mesh_vert, b->mesh_vert, 12 * (size_t)a->nmeshvert);
  assert_int_equal(a->nhfielddata, b->nhfielddata);
  assert_memory_equal(a->hfield_data, b->hfield_data, 4 * (size_t)a->nhfielddata);
  assert_int_equal(a->ntexdata, b->ntexdata);
  assert_memory_equal(a->tex_data, b->tex_data, (size_t)a->ntexdata);
  assert_int_equal(a->ngeom, b->ngeom);
  for (int i = 0; i < 3 * a->ngeom; i++) {
    assert_true(fabs(a->geom_pos[i] - b->geom_pos[i]) < 1e-12);
  }
}

static void a_model_comes_back_with_all_its_files(void** state) {
  size_t blocks = lb_liveBlocks();
  char error[1000] = "";
  mjVFS vfs;
  putScene(&vfs);
  mjModel* m;
  mjSpec* spec = parsed("home/scene.xml", &vfs, &m);
  mjtSize size = mj_encode(spec, m, "encoded_scene.mjz", NULL, &vfs, error, sizeof error);
  if (size <= 0) {
    fail_msg("%s", error);
  }
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);

  // from disk, with nothing else there
  mjModel* again;
  mjSpec* second = parsed("encoded_scene.mjz", NULL, &again);
  remove("encoded_scene.mjz");
  assertSame(m, again);

  // what was read from an archive is written again, although that is gone
  assert_int_equal(
      mj_encode(second, again, "encoded_twice.zip", "application/zip", NULL, error, sizeof error),
      size);
  mj_deleteSpec(second);
  mj_deleteModel(again);
  second = parsed("encoded_twice.zip", NULL, &again);
  remove("encoded_twice.zip");
  assertSame(m, again);
  mj_deleteSpec(second);
  mj_deleteModel(again);
  mj_deleteModel(m);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void files_lie_below_the_folders_of_the_model(void** state) {
  mjVFS vfs;
  putScene(&vfs);
  mjModel* m;
  mjSpec* spec = parsed("home/scene.xml", &vfs, &m);
  const mjpEncoder* encoder = mjp_findEncoder("a.mjz", NULL);
  char name[] = "a.mjz";
  mjResource resource = {.name = name};
  mjtSize size = encoder->encode(spec, m, &vfs, &resource);
  assert_true(size > 0);
  lbRegion region = {0};
  lbZip zip = lb_zipOpen(&region, resource.data, (size_t)size, "a.mjz");
  static const char* const expected[] = {
      "model.xml",      "meshes/a/t.obj",        "meshes/b/t.obj",   "meshes/t.obj",
      "meshes/t_1.obj", "meshes/meshes/a/t.obj", "meshes/hills.png", "wood.png"};
  assert_int_equal(zip.count, 8);
  for (int i = 0; i < zip.count; i++) {
    bool found = false;
    for (int k = 0; k < 8; k++) {
      found = found || strcmp(zip.entries[i].name, expected[k]) == 0;
    }
    if (!found) {
      fail_msg("%s", zip.entries[i].name);
    }
  }
  lb_regionFree(&region);
  encoder->close_resource(&resource);
  assert_null(resource.data);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

static void a_missing_file_is_told_and_nothing_is_written(void** state) {
  size_t blocks = lb_liveBlocks();
  char error[1000] = "";
  mjVFS vfs;
  putScene(&vfs);
  mjModel* m;
  mjSpec* spec = parsed("home/scene.xml", &vfs, &m);
  mj_deleteFileVFS(&vfs, "pictures/wood.png");
  assert_int_equal(mj_encode(spec, m, "unwritten.mjz", NULL, &vfs, error, sizeof error), -1);
  assert_string_equal(error, "Error opening file 'pictures/wood.png'");
  assert_null(fopen("unwritten.mjz", "rb"));
  assert_int_equal(mj_encode(NULL, m, "unwritten.mjz", NULL, &vfs, error, sizeof error), -1);
  assert_string_equal(error, "an archive needs a spec");
  assert_int_equal(mj_encode(spec, m, "nowhere/x.mjz", NULL, &vfs, error, sizeof error), -1);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_comes_back_with_all_its_files),
      cmocka_unit_test(files_lie_below_the_folders_of_the_model),
      cmocka_unit_test(a_missing_file_is_told_and_nothing_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
