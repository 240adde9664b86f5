// Meshes: from files and numbers into the model.

#include "compile/compile_support.h"

static const char tetrahedron[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void parts_of_meshes_follow_each_other(void** state) {
  mjModel* m = compiledWith(
      "<asset><mesh file='t.obj'/><mesh name='u' vertex='0 0 0 2 0 0 0 2 0 0 0 2 "
      "2 2 2'/></asset><worldbody><geom type='mesh' mesh='u'/></worldbody>",
      (const char* const[]){"t.obj", tetrahedron, NULL});
  assert_int_equal(m->mesh_vertnum[0], 4);
  assert_int_equal(m->mesh_vertadr[1], 4);
  assert_int_equal(m->mesh_faceadr[1], 4);
  assert_int_equal(m->nmeshvert, 9);
  // only what collides has a hull
  assert_int_equal(m->mesh_graphadr[0], -1);
  assert_int_equal(m->mesh_graphadr[1], 0);
  // addresses of polygons count from the start of the model
  for (int k = 0; k < m->mesh_polynum[1]; k++) {
    int adr = m->mesh_polyvertadr[m->mesh_polyadr[1] + k];
    assert_true(adr >= 0 && adr < m->nmeshpolyvert);
  }
  mj_deleteModel(m);
}

static void explicit_pairs_make_a_mesh_collide(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='u' vertex='0 0 0 2 0 0 0 2 0 0 0 2'/></asset><worldbody>"
      "<geom name='a' type='mesh' mesh='u' contype='0' conaffinity='0'/><geom name='b' "
      "size='1'/></worldbody><contact><pair geom1='a' geom2='b'/></contact>");
  assert_true(m->mesh_graphadr[0] >= 0);
  mj_deleteModel(m);
}

static void a_mesh_comes_from_one_place(void** state) {
  assertRefused("<asset><mesh name='m' file='t.obj' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>",
                "repeated vertex specification");
  assertRefused("<asset><mesh name='m' maxhullvert='2' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>",
                "maxhullvert must be larger than 3");
  assertRefused("<asset><mesh name='m' file='none.obj'/></asset>", "none.obj");
}

// MESH-FORMAT: the ending decides, whatever the content type says ...
static void the_ending_of_a_file_decides_what_it_is(void** state) {
  mjModel* m = compiledWith("<asset><mesh name='m' file='t.OBJ' content_type='model/stl'/></asset>",
                            (const char* const[]){"t.OBJ", tetrahedron, NULL});
  assert_int_equal(m->mesh_vertnum[0], 4);
  mj_deleteModel(m);
}

// ... and a type that is not known makes MSH of a file only when it is well formed.
static void an_unknown_content_type_changes_nothing_for_other_files(void** state) {
  mjModel* m =
      compiledWith("<asset><mesh name='m' file='t.obj' content_type='model/other'/></asset>",
                   (const char* const[]){"t.obj", tetrahedron, NULL});
  assert_int_equal(m->mesh_vertnum[0], 4);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_of_meshes_follow_each_other),
      cmocka_unit_test(explicit_pairs_make_a_mesh_collide),
      cmocka_unit_test(a_mesh_comes_from_one_place),
      cmocka_unit_test(the_ending_of_a_file_decides_what_it_is),
      cmocka_unit_test(an_unknown_content_type_changes_nothing_for_other_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
