// Procedural meshes.

#include "spec/spec_support.h"

static void procedural_meshes_are_closed_surfaces(void** state) {
  static const struct {
    mjtMeshBuiltin builtin;
    double params[5];
    int count;
    int euler;  // vertices - edges + faces
  } cases[] = {{mjMESH_BUILTIN_SPHERE, {2}, 1, 2},
               {mjMESH_BUILTIN_HEMISPHERE, {3}, 1, 2},
               {mjMESH_BUILTIN_SUPERSPHERE, {8, 0.5, 2}, 3, 2},
               {mjMESH_BUILTIN_SUPERTORUS, {6, 0.3, 1, 1}, 4, 0}};
  mjSpec* spec = mj_makeSpec();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mjsMesh* mesh = mjs_addMesh(spec, NULL);
    double params[5];
    memcpy(params, cases[i].params, sizeof params);
    assert_int_equal(mjs_makeMesh(mesh, cases[i].builtin, params, cases[i].count), 0);
    int faces = mesh->userface->count / 3;
    assert_int_equal(mesh->uservert->count / 3 - 3 * faces / 2 + faces, cases[i].euler);
  }
  mj_deleteSpec(spec);
}

static void all_vertices_of_a_sphere_are_at_its_radius(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  for (int level = 0; level <= 3; level++) {
    double params[1] = {level};
    assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, params, 1), 0);
    int faces = 20 << (2 * level);
    assert_int_equal(mesh->userface->count, 3 * faces);
    assert_int_equal(mesh->uservert->count, 3 * (faces / 2 + 2));
    for (int i = 0; i < mesh->uservert->count; i += 3) {
      const float* v = mesh->uservert->items + i;
      ASSERT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], 1, 1e-6);
    }
  }
  mj_deleteSpec(spec);
}

static void a_supersphere_of_unit_exponents_is_a_sphere_and_a_cone_may_have_a_tip(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  double super[3] = {8, 1, 1}, cone[2] = {5, 0}, stump[2] = {5, .5};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SUPERSPHERE, super, 3), 0);
  for (int i = 0; i < mesh->uservert->count; i += 3) {
    const float* v = mesh->uservert->items + i;
    ASSERT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], 1, 1e-6);
  }
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_CONE, cone, 2), 0);
  assert_int_equal(mesh->uservert->count, 3 * 6);
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_CONE, stump, 2), 0);
  assert_int_equal(mesh->uservert->count, 3 * 10);
  mj_deleteSpec(spec);
}

// Normal and two tangents of each vertex are orthonormal.
static void a_wedge_is_seen_from_the_middle_of_a_sphere(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  double params[5] = {3, 2, 90, 45, .5};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_WEDGE, params, 5), 0);
  assert_int_equal(mesh->uservert->count, 3 * 6);
  for (int i = 0; i < 6; i++) {
    const float* n = mesh->usernormal->items + 9 * i;
    assert_memory_equal(n, mesh->uservert->items + 3 * i, 3 * sizeof(float));
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        float dot = n[3 * a] * n[3 * b] + n[3 * a + 1] * n[3 * b + 1] + n[3 * a + 2] * n[3 * b + 2];
        ASSERT_NEAR(dot, a == b, 1e-6);
      }
    }
  }
  mj_deleteSpec(spec);
}

static void parameters_out_of_range_are_refused(void** state) {
  static const struct {
    mjtMeshBuiltin builtin;
    double params[5];
    int count;
    const char* reason;
  } cases[] = {
      {mjMESH_BUILTIN_SPHERE, {0}, 2, "phere"},
      {mjMESH_BUILTIN_HEMISPHERE, {11}, 1, "resolution cannot be greater than 10"},
      {mjMESH_BUILTIN_CONE, {0, 0}, 2, "Cone number of edges is out of range"},
      {mjMESH_BUILTIN_SUPERSPHERE, {2, 1, 1}, 3, "resolution must be greater than 2"},
      {mjMESH_BUILTIN_SUPERSPHERE, {8, -1, 1}, 3, "'e' cannot be negative"},
      {mjMESH_BUILTIN_SUPERTORUS, {8, 2, 1, 1}, 4, "radius must be in (0, 1]"},
      {mjMESH_BUILTIN_WEDGE, {3, 3, 200, 45, 0}, 5, "fov[0] must be a float between (0, 180]"},
      {mjMESH_BUILTIN_WEDGE, {3, 3, 90, 95, 0}, 5, "fov[1]` must be a float between (0, 90]"},
      {mjMESH_BUILTIN_WEDGE, {3, NAN, 90, 45, 0}, 5, "resolutions must be positive"},
      {mjMESH_BUILTIN_PLATE, {3}, 1, "requires 2 parameters"},
      {(mjtMeshBuiltin)99, {0}, 0, "Unsupported mesh type"}};
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double params[5];
    memcpy(params, cases[i].params, sizeof params);
    assert_int_equal(mjs_makeMesh(mesh, cases[i].builtin, params, cases[i].count), -1);
    ASSERT_SAYS(mjs_getError(spec), cases[i].reason);
    assert_int_equal(mesh->uservert->count, 0);
  }
  mj_deleteSpec(spec);
}

static void a_refused_mesh_leaves_the_one_that_was_there(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, NULL);
  double params[9] = {1};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, params, 1), 0);
  int vertices = mesh->uservert->count, faces = mesh->userface->count;
  for (int builtin = 0; builtin < 9; builtin++) {
    assert_int_equal(mjs_makeMesh(mesh, (mjtMeshBuiltin)builtin, params, 9), -1);
    assert_int_equal(mesh->uservert->count, vertices);
    assert_int_equal(mesh->userface->count, faces);
  }
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, params, 1), 0);
  assert_int_equal(mesh->uservert->count, vertices);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(procedural_meshes_are_closed_surfaces),
      cmocka_unit_test(all_vertices_of_a_sphere_are_at_its_radius),
      cmocka_unit_test(a_supersphere_of_unit_exponents_is_a_sphere_and_a_cone_may_have_a_tip),
      cmocka_unit_test(a_wedge_is_seen_from_the_middle_of_a_sphere),
      cmocka_unit_test(parameters_out_of_range_are_refused),
      cmocka_unit_test(a_refused_mesh_leaves_the_one_that_was_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
