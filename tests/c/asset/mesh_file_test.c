// Binary mesh files: STL, and the engine's own MSH.

#include "asset/mesh_support.h"

enum { STL_HEADER = 84, STL_FACE = 50 };

// A binary STL file of triangles, nine coordinates each; returns its size.
static size_t makeStl(unsigned char* file, const float (*corners)[9], int faceCount) {
  size_t size = STL_HEADER + (size_t)faceCount * STL_FACE;
  memset(file, 0, size);
  memcpy(file + 80, &faceCount, sizeof faceCount);
  for (int f = 0; f < faceCount; f++) {
    memcpy(file + STL_HEADER + STL_FACE * f + 12, corners[f], sizeof corners[f]);
  }
  return size;
}

static lbMeshSource readStl(lbRegion* region, const void* bytes, size_t size) {
  return lb_readStl(region, "a.stl", bytes, size);
}

static lbMeshSource readMsh(lbRegion* region, const void* bytes, size_t size) {
  return lb_readMsh(region, "a.msh", bytes, size);
}

static void stl_corners_at_one_place_become_one_vertex(void** state) {
  static const float corners[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {1, 0, 0, 0, 1, 0, -0.0f, 0, 1}};
  unsigned char file[STL_HEADER + 2 * STL_FACE];
  MeshJob job = {.bytes = file, .size = makeStl(file, corners, 2), .read = readStl};
  readMesh(&job);
  static const int faces[] = {0, 1, 2, 1, 2, 3};
  assert_int_equal(job.mesh.vertexCount, 4);
  assert_memory_equal(job.mesh.face, faces, sizeof faces);
  lb_regionFree(&job.region);
}

static void stl_files_of_the_wrong_size_or_with_wild_numbers_are_refused(void** state) {
  static const float corners[1][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}};
  static const float wild[2][1][9] = {{{0, 0, INFINITY}}, {{2e9f, 0, 0}}};
  unsigned char file[STL_HEADER + STL_FACE];
  size_t size = makeStl(file, corners, 1);
  MeshJob job = {.bytes = file, .size = 0, .read = readStl};
  ASSERT_SAYS(refusalOfMesh(job),
              "decoder failed for mesh file 'a.stl'\nstl_decoder: STL file 'a.stl' is empty");
  job.size = 10;
  ASSERT_SAYS(refusalOfMesh(job), "stl_decoder: invalid header in STL file 'a.stl'");
  job.size = size - 1;
  ASSERT_SAYS(refusalOfMesh(job),
              "STL file 'a.stl' has wrong size; perhaps this is an ASCII file?");
  file[82] = 200;
  job.size = size;
  ASSERT_SAYS(refusalOfMesh(job),
              "between 1 and 200000 in STL file 'a.stl'; perhaps this is an ASCII file?");
  for (int i = 0; i < 2; i++) {
    makeStl(file, wild[i], 1);
    ASSERT_SAYS(refusalOfMesh(job), "vertex in STL file 'a.stl' exceeds maximum bounds");
  }
}

// Four vertices with normals, texture coordinates and one face.
static const struct {
  int32_t count[4];
  float vertex[12], normal[12], texcoord[8];
  int32_t face[3];
} msh = {{4, 4, 4, 1},
         {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
         {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0},
         {0, 0, .5f, .25f, 1, 0, 0, 1},
         {0, 2, 1}};

static void an_msh_file_has_its_arrays_one_after_the_other(void** state) {
  MeshJob job = {.bytes = &msh, .size = sizeof msh, .read = readMsh};
  assert_true(lb_isMsh(&msh, sizeof msh));
  readMesh(&job);
  assert_int_equal(job.mesh.vertexCount, 4);
  assert_memory_equal(job.mesh.vertex, msh.vertex, sizeof msh.vertex);
  assert_memory_equal(job.mesh.normal, msh.normal, sizeof msh.normal);
  assert_memory_equal(job.mesh.texcoord, msh.texcoord, sizeof msh.texcoord);
  assert_memory_equal(job.mesh.face, msh.face, sizeof msh.face);

  // one list of indices serves all three
  assert_ptr_equal(job.mesh.faceNormal, job.mesh.face);
  assert_ptr_equal(job.mesh.faceTexcoord, job.mesh.face);
  lb_regionFree(&job.region);
}

static void msh_counts_must_fit_the_file(void** state) {
  static const int32_t heads[][5] = {
      {3, 0, 0, 0}, {4, 3, 0, 0}, {4, 0, 5, 0}, {4, 0, 0, -1}, {1 << 30, 0, 0, 1 << 30}};
  for (int i = 0; i < 5; i++) {
    MeshJob job = {.bytes = heads[i], .size = sizeof heads[i], .read = readMsh};
    assert_false(lb_isMsh(heads[i], sizeof heads[i]));
    ASSERT_SAYS(refusalOfMesh(job), i < 4 ? "invalid sizes in MSH file 'a.msh'"
                                          : "unexpected file size in MSH file 'a.msh'");
  }
  MeshJob job = {.bytes = &msh, .size = 0, .read = readMsh};
  ASSERT_SAYS(refusalOfMesh(job), "MSH file 'a.msh' is empty");
  job.size = 8;
  ASSERT_SAYS(refusalOfMesh(job), "missing header in MSH file 'a.msh'");
  assert_false(lb_isMsh(&msh, sizeof msh - 4));
  assert_false(lb_isMsh(&msh, 8));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stl_corners_at_one_place_become_one_vertex),
      cmocka_unit_test(stl_files_of_the_wrong_size_or_with_wild_numbers_are_refused),
      cmocka_unit_test(an_msh_file_has_its_arrays_one_after_the_other),
      cmocka_unit_test(msh_counts_must_fit_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
