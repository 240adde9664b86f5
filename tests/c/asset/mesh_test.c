// What the engine derives from a mesh.

#include "asset/mesh.h"
#include "asset/mesh_support.h"
#include "compile/compile_support.h"

static void touch_patches_have_three_normals_per_vertex(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='a' builtin='wedge' params='7 5 45 45 0'/></asset>"
      "<worldbody><geom type='mesh' mesh='a'/></worldbody>");
  assert_int_equal(m->mesh_normalnum[0], 3 * m->mesh_vertnum[0]);
  for (int i = 0; i < 3 * m->mesh_facenum[0]; i++) {
    assert_int_equal(m->mesh_facenormal[i], 3 * m->mesh_face[i]);
  }
  mj_deleteModel(m);
}

// Corners of a box from (1, 2, 3) with sides 2, 4, 6; each triangle seen from outside.
static const float boxPoints[] = {1, 2, 3, 3, 2, 3, 1, 6, 3, 3, 6, 3,
                                  1, 2, 9, 3, 2, 9, 1, 6, 9, 3, 6, 9};
static const int boxFaces[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                               2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static const lbMeshSource box = {
    .vertexCount = 8, .vertex = boxPoints, .faceCount = 12, .face = boxFaces};
static const lbMeshSettings plain = {.name = "box",
                                     .refquat = {1, 0, 0, 0},
                                     .scale = {1, 1, 1},
                                     .inertia = mjMESH_INERTIA_LEGACY,
                                     .needsHull = true,
                                     .maxHullVertices = -1,
                                     .octreeDepth = -1};

static void a_box_is_centred_and_has_its_volume(void** state) {
  lbRegion region = {0};
  lbMeshShape shape = lb_buildMesh(&region, &region, &box, &plain);
  ASSERT_NEAR(shape.volume, 2 * 4 * 6, 1e-9);
  ASSERT_NUMBERS(shape.pos, 1e-9, 2, 4, 6);

  // half sizes, in the order of the principal axes
  mjtNum product = shape.boxSize[0] * shape.boxSize[1] * shape.boxSize[2];
  ASSERT_NEAR(product, 1 * 2 * 3, 1e-9);
  mjtNum center[3] = {0};
  for (int i = 0; i < 24; i++) {
    center[i % 3] += shape.vertex[i];
  }
  ASSERT_NUMBERS(center, 1e-5, 0, 0, 0);
  lb_regionFree(&region);
}

static void scale_and_reference_are_applied_to_the_points(void** state) {
  lbRegion region = {0};
  lbMeshSettings settings = plain;
  settings.scale[0] = 3;
  settings.refpos[2] = 5;
  lbMeshShape shape = lb_buildMesh(&region, &region, &box, &settings);
  ASSERT_NEAR(shape.volume, 3 * 48, 1e-9);
  ASSERT_NUMBERS(shape.pos, 1e-9, 3 * 2, 4, 6 - 5);
  lb_regionFree(&region);
}

typedef struct {
  lbRegion region;
  lbMeshSource source;
} BuildJob;

static void build(void* context) {
  BuildJob* job = context;
  lb_buildMesh(&job->region, &job->region, &job->source, &plain);
}

static void a_face_of_missing_vertices_is_an_error(void** state) {
  static const int faces[] = {0, 2, 8};
  BuildJob job = {.source = box};
  job.source.faceCount = 1;
  job.source.face = faces;
  ASSERT_SAYS(errorOf(build, &job), "in face 0, vertex index 8 does not exist");
  lb_regionFree(&job.region);
}

static void errors_of_vertices_say_what_is_wrong_with_which(void** state) {
  float texcoord[] = {0, 0};
  BuildJob job = {.source = box};
  job.source.texcoord = texcoord;
  job.source.texcoordCount = 1;
  ASSERT_SAYS(errorOf(build, &job), "texcoord indices are not provided in an OBJ file");
  float vertex[24];
  memcpy(vertex, box.vertex, sizeof vertex);
  vertex[3 * 5 + 2] = NAN;
  job.source = box;
  job.source.vertex = vertex;
  ASSERT_SAYS(errorOf(build, &job), "vertex coordinate 5 is not finite");
  lb_regionFree(&job.region);
}

static void a_scale_of_zero_makes_a_flat_mesh(void** state) {
  lbRegion region = {0};
  lbMeshSettings settings = plain;
  settings.scale[0] = 0;
  settings.inertia = mjMESH_INERTIA_SHELL;
  lbMeshShape shape = lb_buildMesh(&region, &region, &box, &settings);
  ASSERT_NUMBERS(shape.pos, 1e-9, 0, 4, 6);
  lb_regionFree(&region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(touch_patches_have_three_normals_per_vertex),
      cmocka_unit_test(a_box_is_centred_and_has_its_volume),
      cmocka_unit_test(scale_and_reference_are_applied_to_the_points),
      cmocka_unit_test(a_face_of_missing_vertices_is_an_error),
      cmocka_unit_test(errors_of_vertices_say_what_is_wrong_with_which),
      cmocka_unit_test(a_scale_of_zero_makes_a_flat_mesh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
