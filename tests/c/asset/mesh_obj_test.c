// Wavefront OBJ files.

#include "asset/mesh_support.h"

static MeshJob textJob(const char* text) {
  return (MeshJob){.bytes = text, .size = strlen(text), .read = lb_readObj};
}

static void obj_faces_become_triangles_with_their_indices(void** state) {
  MeshJob job = textJob(
      "# comment\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1e0 0\nvt .25 .75\nvn 0 0 1\n"
      "f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4//1 -2//1 -1//1\no second\nf 1 2 4\n");
  readMesh(&job);
  static const int faces[] = {0, 1, 2, 0, 2, 3, 0, 2, 3};
  assert_int_equal(job.mesh.vertexCount, 4);
  assert_int_equal(job.mesh.faceCount, 3);
  assert_memory_equal(job.mesh.face, faces, sizeof faces);
  assert_int_equal(job.mesh.faceTexcoord[8], -1);

  // v grows upwards in files, downwards in pictures
  assert_true(job.mesh.texcoord[0] == .25f && job.mesh.texcoord[1] == .25f);
  lb_regionFree(&job.region);
}

static void lines_that_say_nothing_are_skipped(void** state) {
  MeshJob job = textJob(
      "mtllib a.mtl\n\nvp 1 2\nv\t1 2 3 # three\r\n  v 4 5\nv 7,5 x8 9x\ns off\nf 1 2\nusemtl x\n"
      "f 1 2 3");
  readMesh(&job);
  const float points[] = {1, 2, 3, 4, 5, 0, 7, 0, 9};
  assert_int_equal(job.mesh.vertexCount, 3);
  assert_memory_equal(job.mesh.vertex, points, sizeof points);
  assert_int_equal(job.mesh.faceCount, 1);  // two corners make no face
  assert_null(job.mesh.faceNormal);
  assert_null(job.mesh.faceTexcoord);
  lb_regionFree(&job.region);
}

// OBJ-SHAPE: the vertices behind it are read all the same.
static void the_first_object_with_faces_is_the_mesh(void** state) {
  MeshJob job = textJob("o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng b\nf 1 2 3\ng c\nv 0 0 1\nf 1 2 4\n");
  readMesh(&job);
  assert_int_equal(job.mesh.faceCount, 1);
  assert_int_equal(job.mesh.vertexCount, 4);
  lb_regionFree(&job.region);
}

static void vertices_that_are_not_there_are_errors(void** state) {
  ASSERT_SAYS(refusalOfMesh(textJob("v 0 0 0\nf 1 2 0\n")), "could not parse OBJ file");
  ASSERT_SAYS(refusalOfMesh(textJob("v 0 0 0\nf 1 1 -2\n")), "could not parse OBJ file");
  ASSERT_SAYS(refusalOfMesh(textJob("v 0 0 0\nf x 1 1\n")), "could not parse OBJ file");
  ASSERT_SAYS(refusalOfMesh(textJob("v 0 0 0\nf 1 1 1 9\n")),
              "in face 0, vertex index 8 does not exist");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(obj_faces_become_triangles_with_their_indices),
      cmocka_unit_test(lines_that_say_nothing_are_skipped),
      cmocka_unit_test(the_first_object_with_faces_is_the_mesh),
      cmocka_unit_test(vertices_that_are_not_there_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
