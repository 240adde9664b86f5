// Flexcomps from files of meshes.

#include "spec/spec_support.h"

#include "compile/compile_support.h"

#define FLEX(attributes)                                                       \
  "<mujoco><worldbody>\n<flexcomp name='f' radius='.001' mass='1' " attributes \
  "/>"                                                                         \
  "</worldbody></mujoco>"

static const mjsFlex* flexOf(mjSpec* spec) {
  return mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
}

static void faces_of_a_mesh_are_elements_of_a_surface(void** state) {
  static const char* const files[] = {
      "m.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", NULL};
  mjSpec* spec = parseWith(FLEX("type='mesh' file='m.obj' dim='2'"), files);
  const mjsFlex* flex = flexOf(spec);
  assert_int_equal(flex->elem->count, 6);
  ASSERT_NUMBERS(flex->elem->items, 0, 0, 1, 2, 0, 2, 3);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 4);
  mj_deleteSpec(spec);
}

static void points_at_one_place_are_one(void** state) {
  static const char* const files[] = {
      "m.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv -0 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 4 5 6\n", NULL};
  mjSpec* spec = parseWith(FLEX("type='mesh' file='m.obj' dim='2'"), files);
  ASSERT_NUMBERS(flexOf(spec)->elem->items, 0, 0, 1, 2, 0, 2, 3);
  mj_deleteSpec(spec);
}

// COMPAT: FLEXCOMP-FILE-FIRST
static void a_file_takes_the_place_of_points_and_elements(void** state) {
  static const char* const files[] = {"m.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", NULL};
  mjSpec* spec =
      parseWith(FLEX("type='mesh' file='m.obj' dim='2' point='5 5 5 6' element='0 2 1 0'"), files);
  assert_int_equal(flexOf(spec)->elem->count, 3);
  ASSERT_NUMBERS(flexOf(spec)->elem->items, 0, 0, 1, 2);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 3);
  mj_deleteSpec(spec);
}

// FLEXCOMP-LINE: the first edge of each face.
static void of_dimension_one_an_edge_of_each_face_is_an_element(void** state) {
  static const char* const files[] = {
      "m.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 3 4 1\n", NULL};
  mjSpec* spec = parseWith(FLEX("type='mesh' file='m.obj' dim='1'"), files);
  ASSERT_NUMBERS(flexOf(spec)->elem->items, 0, 0, 1, 2, 3);
  mj_deleteSpec(spec);
}

static void a_solid_has_the_origin_as_common_corner(void** state) {
  static const char* const files[] = {
      "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", NULL};
  mjSpec* spec = parseWith(FLEX("type='mesh' file='m.obj' dim='3' origin='.2 .2 .2'"), files);
  assert_int_equal(flexOf(spec)->elem->count, 4 * 4);
  for (int i = 0; i < 16; i += 4) {
    assert_int_equal(flexOf(spec)->elem->items[i], 0);
  }
  ASSERT_NUMBERS(mjs_findBody(spec, "f_0")->pos, 1e-12, .2, .2, .2);
  mj_deleteSpec(spec);
}

// FLEXCOMP-ORIGIN
static void triangles_that_do_not_face_the_origin_give_no_tetrahedra(void** state) {
#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
  static const char* const files[] = {"m.obj", CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
                                      "in.obj", CORNERS "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n",
                                      NULL};
  // all but one hold the corner
  mjSpec* spec = parseWith(FLEX("type='mesh' file='m.obj' dim='3' origin='0 0 0'"), files);
  assert_int_equal(flexOf(spec)->elem->count, 4);
  ASSERT_NUMBERS(flexOf(spec)->elem->items, 0, 0, 1, 2, 3);
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 4);
  mj_deleteSpec(spec);

  // seen from outside, all but the far one turn their front
  spec = parseWith(FLEX("type='mesh' file='m.obj' dim='3' origin='2 0 0'"), files);
  assert_int_equal(flexOf(spec)->elem->count, 4);
  ASSERT_NUMBERS(mjs_findBody(spec, "f_0")->pos, 1e-12, 2, 0, 0);
  mj_deleteSpec(spec);

  ASSERT_SAYS(refusalWith(FLEX("type='mesh' file='in.obj' dim='3' origin='.2 .2 .2'"), files),
              "Point and element required");
}

static void files_that_cannot_be_used_are_refused_by_name(void** state) {
  static const char* const files[] = {
      "m.txt", "v 0 0 0", "empty.obj", "v 0 0 0", "bad.obj", "v 0 0 0\nf 1 1 9\n", NULL};
  static const char* const cases[][2] = {
      {FLEX("type='mesh' file='none.obj' dim='2'"), "Error opening file 'none.obj'"},
      {FLEX("type='mesh' file='m.txt' dim='2'"),
       "no decoder found for mesh file, expected .obj, .stl or"},
      {FLEX("type='mesh' file='empty.obj' dim='2'"), "Vertex and face data required"},
      {FLEX("type='mesh' file='bad.obj' dim='2'"), "vertex index 8 does not exist"},
      {FLEX("type='mesh' dim='2'"), "File is required"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalWith(cases[i][0], files);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, "Element 'flexcomp', line 2");
  }
}

#define POINTS "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\n"
#define FLEX_FILE(dim)                                                                          \
  "<worldbody><body name='b'><flexcomp name='f' type='mesh' file='a.obj' mass='1' radius='.01'" \
  " dim='" dim "'/></body></worldbody>"

static void assertLines(const char* text, int vertices, int elements, const int* ends) {
  const char* files[] = {"a.obj", text, NULL};
  mjModel* m = compiledWith(FLEX_FILE("1"), files);
  assert_int_equal(m->flex_dim[0], 1);
  assert_int_equal(m->nflexvert, vertices);
  assert_int_equal(m->nflexelem, elements);
  assert_memory_equal(m->flex_elem, ends, 2 * (size_t)elements * sizeof(int));
  mj_deleteModel(m);
}

static void lines_of_an_obj_file_are_elements(void** state) {
  const int chain[6] = {0, 1, 1, 2, 2, 3};
  assertLines(POINTS "l 1 2\nl 2 3\nl 3 4\n", 4, 3, chain);
  assertLines(POINTS "l 1 2 3 4\n", 4, 3, chain);
  assertLines(POINTS "l -4 -3 -2 -1\n", 4, 3, chain);
  assertLines(POINTS "vt 0 0\nl 1/1 2/1 3/1 4/1\n", 4, 3, chain);
  assertLines("v 0 0 0\nv 1 0 0\nv 1 0 0\nv 2 0 0\nl 1 2\nl 3 4\n", 3, 2, chain);
  // faces come first
  assertLines(POINTS "f 1 2 4\nl 3 4\n", 2, 1, chain);
}

static void lines_make_no_sheet_and_end_at_points(void** state) {
  const struct {
    const char *scene, *text, *reason;
  } cases[] = {
      {FLEX_FILE("2"), POINTS "l 1 2\n", "repeated vertex in element"},
      {FLEX_FILE("1"), POINTS "l 1 7\n", "element 0 has point id 6, number of points is 4"},
      {FLEX_FILE("1"), POINTS "l 1 0\n", "could not parse OBJ file"}};
  for (int i = 0; i < 3; i++) {
    char error[500] = "", xml[500];
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", cases[i].scene);
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "a.obj", cases[i].text, (int)strlen(cases[i].text));
    mjSpec* spec = mj_parseXMLString(xml, &vfs, error, sizeof error);
    mj_deleteVFS(&vfs);
    if (spec || !strstr(error, cases[i].reason)) {
      fail_msg("%s: '%s' does not say '%s'", cases[i].text, error, cases[i].reason);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(faces_of_a_mesh_are_elements_of_a_surface),
      cmocka_unit_test(points_at_one_place_are_one),
      cmocka_unit_test(a_file_takes_the_place_of_points_and_elements),
      cmocka_unit_test(of_dimension_one_an_edge_of_each_face_is_an_element),
      cmocka_unit_test(a_solid_has_the_origin_as_common_corner),
      cmocka_unit_test(triangles_that_do_not_face_the_origin_give_no_tetrahedra),
      cmocka_unit_test(files_that_cannot_be_used_are_refused_by_name),
      cmocka_unit_test(lines_of_an_obj_file_are_elements),
      cmocka_unit_test(lines_make_no_sheet_and_end_at_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
