// Mesh, texture and skin readers on small files, good and damaged.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "asset/mesh.h"
#include "asset/skin.h"
#include "base/error.h"

typedef struct Job_ {
  lbRegion region;
  const void* bytes;
  size_t size;
  lbMeshSource mesh;
  lbMeshSource (*read)(lbRegion*, const void*, size_t);
} Job;

static void run(void* context) {
  Job* job = context;
  job->mesh = job->read(&job->region, job->bytes, job->size);
}

static void obj_faces_become_triangles_with_their_indices(void** state) {
  static const char text[] =
      "# comment\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1e0 0\nvt .25 .75\nvn 0 0 1\n"
      "f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4//1 -2//1 -1//1\no second\nf 1 2 4\n";
  Job job = {.bytes = text, .size = sizeof text - 1, .read = lb_readObj};
  assert_true(lb_protect(run, &job));
  static const int faces[] = {0, 1, 2, 0, 2, 3, 0, 2, 3};
  assert_int_equal(job.mesh.vertexCount, 4);
  assert_int_equal(job.mesh.faceCount, 3);
  assert_memory_equal(job.mesh.face, faces, sizeof faces);
  assert_int_equal(job.mesh.faceTexcoord[8], -1);
  assert_true(job.mesh.texcoord[1] == 0.25f);
  lb_regionFree(&job.region);
}

static void stl_corners_at_one_place_become_one_vertex(void** state) {
  unsigned char file[84 + 2 * 50] = {0};
  file[80] = 2;
  static const float corners[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {1, 0, 0, 0, 1, 0, -0.0f, 0, 1}};
  for (int f = 0; f < 2; f++) {
    memcpy(file + 84 + 50 * f + 12, corners[f], sizeof corners[f]);
  }
  Job job = {.bytes = file, .size = sizeof file, .read = lb_readStl};
  assert_true(lb_protect(run, &job));
  static const int faces[] = {0, 1, 2, 1, 2, 3};
  assert_int_equal(job.mesh.vertexCount, 4);
  assert_memory_equal(job.mesh.face, faces, sizeof faces);
  lb_regionFree(&job.region);
}

static void truncated_files_are_refused(void** state) {
  unsigned char stl[84] = {0};
  stl[80] = 200;
  int32_t msh[5] = {1 << 30, 0, 0, 1 << 30, 0};
  Job jobs[] = {{.bytes = stl, .size = sizeof stl, .read = lb_readStl},
                {.bytes = stl, .size = 10, .read = lb_readStl},
                {.bytes = msh, .size = sizeof msh, .read = lb_readMsh},
                {.bytes = "f 1 2 0\n", .size = 8, .read = lb_readObj}};
  for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
    assert_false(lb_protect(run, &jobs[i]));
    lb_regionFree(&jobs[i].region);
  }
}

typedef struct SkinJob_ {
  lbRegion region;
  const void* bytes;
  size_t size;
} SkinJob;

static void runSkin(void* context) {
  SkinJob* job = context;
  lb_readSkin(&job->region, job->bytes, job->size);
}

static void skin_files_with_absurd_counts_are_refused(void** state) {
  int32_t header[4] = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
  SkinJob job = {.bytes = header, .size = sizeof header};
  assert_false(lb_protect(runSkin, &job));
  lb_regionFree(&job.region);
}

static void touch_patches_have_three_normals_per_vertex(void** state) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><asset><mesh name='a' builtin='wedge' params='7 5 45 45 0'/></asset>"
      "<worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->mesh_normalnum[0], 3 * m->mesh_vertnum[0]);
  for (int i = 0; i < 3 * m->mesh_facenum[0]; i++) {
    assert_int_equal(m->mesh_facenormal[i], 3 * m->mesh_face[i]);
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(obj_faces_become_triangles_with_their_indices),
      cmocka_unit_test(stl_corners_at_one_place_become_one_vertex),
      cmocka_unit_test(truncated_files_are_refused),
      cmocka_unit_test(touch_patches_have_three_normals_per_vertex),
      cmocka_unit_test(skin_files_with_absurd_counts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
