// Meshes: from files and numbers into the model.

#include "compile/compile_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

// Why a mesh of a file is refused, in the message of the compiler.
static void assertFileRefused(const char* name, const char* file, const char* attribute,
                              const char* reason) {
  mjVFS vfs;
  char xml[300], error[500] = "";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, name, file, (int)strlen(file));
  snprintf(xml, sizeof xml, "<mujoco><asset><mesh name='m' file='%s' %s/></asset></mujoco>", name,
           attribute);
  mjSpec* spec = mj_parseXMLString(xml, &vfs, error, sizeof error);
  assert_non_null(spec);
  assert_null(mj_compile(spec, &vfs));
  ASSERT_SAYS(mjs_getError(spec), reason);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

// What a file has is not given again; what it lacks may be.
static void each_part_of_a_mesh_comes_from_one_place(void** state) {
  static const char all[] = POINTS
      "vt 0 0\nvt 1 0\nvn 1 0 0\nf 1/1/1 3/2/1 2/1/1\nf 1/1/1 2/2/1 4/1/1\nf 1/1/1 4/2/1 3/1/1\n"
      "f 2/1/1 3/1/1 4/1/1\n";
  assertFileRefused("t.obj", all, "vertex='0 0 0 1 0 0 0 1 0 0 0 1'",
                    "repeated vertex specification");
  assertFileRefused("t.obj", all, "face='0 1 2'", "repeated face specification");
  assertFileRefused("t.obj", all, "normal='0 0 1'", "repeated normal specification");
  assertFileRefused("t.obj", all, "texcoord='0 0 1 0 0 1 1 1'", "repeated texcoord specification");
  assertFileRefused("t.obj", POINTS, "normal='0 0'", "normal data must be a multiple of 3");
  mjModel* m = compiledWith(
      "<asset><mesh file='t.obj' texcoord='0 0 1 0 0 1 1 1' normal='1 0 0 0 1 0 0 0 1 0 0 1' "
      "face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset>",
      (const char* const[]){"t.obj", POINTS, NULL});
  ASSERT_NUMBERS(m->mesh_texcoord, 0, 0, 0, 1, 0, 0, 1, 1, 1);
  assert_int_equal(m->mesh_normalnum[0], 4);
  assert_int_equal(m->mesh_facenum[0], 4);
  mj_deleteModel(m);
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

static void points_without_a_volume_are_told_by_their_kind(void** state) {
#define MESH(vertices)                                 \
  "<asset><mesh name='m' vertex='" vertices            \
  "'/></asset><worldbody><geom type='mesh' mesh='m'/>" \
  "</worldbody>"
  assertRefused(MESH("0 0 0 0 0 0 0 0 0 0 0 0"), "mesh 'm' has colocated vertices");
  assertRefused(MESH("1 2 3 1 2 3 1 2 3 1 2 3 1 2 3"), "mesh 'm' has colocated vertices");
  assertRefused(MESH("0 0 0 1 0 0 2 0 0 3 0 0"), "mesh 'm' has collinear vertices");
  assertRefused(MESH("0 0 0 1 0 0 0 1 0 1 1 0"), "mesh 'm' has coplanar vertices");
  assertRefused(MESH("0 0 0 1 0 0 0 1"), "vertex data must be a multiple of 3");
  assertRefused(MESH("0 0 0 1 0 0 0 1 0 0 0 1' texcoord='0 0 1"),
                "texcoord must be a multiple of 2");
}

static void patterns_that_are_none_are_refused(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsTexture* texture = mjs_addTexture(spec);
  texture->width = texture->height = 4;
  texture->type = mjTEXTURE_2D;
  mjs_setName(texture->element, "t");
  texture->builtin = (mjtBuiltin)-1;
  assert_null(mj_compile(spec, NULL));
  ASSERT_SAYS(mjs_getError(spec), "invalid builtin in texture: -1, expected 0 to 3");
  texture->builtin = mjBUILTIN_FLAT;
  texture->mark = (mjtMark)4;
  assert_null(mj_compile(spec, NULL));
  ASSERT_SAYS(mjs_getError(spec), "invalid mark in texture: 4, expected 0 to 3");
  mj_deleteSpec(spec);
}

// what users of the reference search for
static void refusals_have_the_words_of_the_reference(void** state) {
#define ASSET(content) "<asset>" content "</asset>"
  assertRefused("<worldbody><geom type='sdf'/></worldbody>", "must have valid meshid");
  assertRefused("<worldbody><light texture='z'/></worldbody>", "unknown texture in light");
  assertRefused("<worldbody><site type='hfield'/></worldbody>",
                "meshes, hfields and planes not allowed in site");
  assertRefused(
      "<worldbody><site type='mesh'/></worldbody>",
      "meshes, hfields and planes not allowed in site '' (id = 0), meshes must have valid meshid");
  assertRefused(ASSET("<texture name='t' type='2d' builtin='flat' width='0' height='1'/>"),
                "Invalid width of builtin texture");
  assertRefused(ASSET("<texture name='t' type='2d' builtin='flat' width='1' height='0'/>"),
                "Invalid height of builtin texture");
  assertRefused(ASSET("<texture name='t' type='skybox'/>"), "defined in cube or skybox texture");
  assertRefused(ASSET("<texture name='t' type='2d'/>"),
                "Cannot load 2D texture from separate files");
  assertRefused(ASSET("<skin name='k'/>"), "Missing data in skin");
}

// The shapes of meshes with distances are kept, also where no file holds them: the octree is what
// their loading takes.
static void distances_to_a_mesh_are_computed_once(void** state) {
  static const char distances[] =
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 %d' "
      "face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset><worldbody><geom type='sdf' mesh='m'/></worldbody>";
  char text[500], other[500];
  snprintf(text, sizeof(text), distances, 1);
  snprintf(other, sizeof(other), distances, 2);
  mjModel* models[2];
  compileTwice(text, models);
  const mjModel *first = models[0], *again = models[1];
  size_t kept = mj_getCacheSize(mj_getCache());
  assert_true(first->noct > 8);
  assert_int_equal(again->noct, first->noct);
  assert_memory_equal(again->oct_coeff, first->oct_coeff, (size_t)(8 * first->noct) * 8);
  assert_memory_equal(again->bvh_aabb, first->bvh_aabb, (size_t)(6 * first->nbvh) * 8);
  mjModel* differs = compiled(other);
  assert_true(mj_getCacheSize(mj_getCache()) > kept);
  mj_deleteModel(models[0]);
  mj_deleteModel(models[1]);
  mj_deleteModel(differs);
}

// Vertices that the spec gives, as well as those of a file.
static void a_given_mesh_is_built_once(void** state) {
  static const char text[] =
      "<asset><mesh name='ball' builtin='sphere' params='2'/></asset><worldbody><body><freejoint/>"
      "<geom type='mesh' mesh='ball'/></body></worldbody>";
  mjModel* models[2];
  compileTwice(text, models);
  const mjModel *first = models[0], *again = models[1];
  assert_true(first->nmeshgraph > 8);
  assert_int_equal(again->nbuffer, first->nbuffer);
  assert_memory_equal(again->buffer, first->buffer, (size_t)first->nbuffer);
  mj_deleteModel(models[0]);
  mj_deleteModel(models[1]);
}

static int acceptsPoints(const mjResource* resource) {
  return strstr(resource->name, ".points") != NULL;
}

// A tetrahedron as large as the first digit says; of none, nothing.
static mjSpec* decodePoints(mjResource* resource, const mjVFS* vfs) {
  const void* bytes;
  int count = mju_readResource(resource, &bytes);
  float size = count > 0 ? (float)(*(const char*)bytes - '0') : 0;
  if (size < 1) {
    return NULL;
  }
  const float vertices[12] = {0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size};
  mjSpec* spec = mj_makeSpec();
  mjs_setFloat(mjs_addMesh(spec, NULL)->uservert, vertices, 12);
  return spec;
}

static void a_program_teaches_the_compiler_a_format_of_meshes(void** state) {
  assertFileRefused("a.points", "0 is a number", "", "no decoder found for mesh file 'a.points'");
  mjpDecoder decoder;
  mjp_defaultDecoder(&decoder);
  decoder.content_type = "model/points";
  decoder.can_decode = acceptsPoints;
  decoder.decode = decodePoints;
  mjp_registerDecoder(&decoder);
  mjModel* m = compiledWith(
      "<asset><mesh file='a.points'/><mesh name='b' file='b.bin' content_type='model/points'"
      " scale='2 2 2'/></asset>",
      (const char* const[]){"a.points", "1", "b.bin", "3", NULL});
  assert_int_equal(m->mesh_vertnum[0], 4);
  assert_int_equal(m->mesh_vertnum[1], 4);
  ASSERT_NEAR(mju_dist3(m->mesh_pos, m->mesh_pos + 3), sqrt(3) * (6 - 1) / 4, 1e-6);
  mj_deleteModel(m);
  assertFileRefused("a.points", "0 is a number", "", "decoder failed for mesh file 'a.points'");
  assertFileRefused("a.bin", "0 is a number", "", "no decoder found for mesh file 'a.bin'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns_that_are_none_are_refused),
      cmocka_unit_test(parts_of_meshes_follow_each_other),
      cmocka_unit_test(explicit_pairs_make_a_mesh_collide),
      cmocka_unit_test(each_part_of_a_mesh_comes_from_one_place),
      cmocka_unit_test(the_ending_of_a_file_decides_what_it_is),
      cmocka_unit_test(an_unknown_content_type_changes_nothing_for_other_files),
      cmocka_unit_test(points_without_a_volume_are_told_by_their_kind),
      cmocka_unit_test(distances_to_a_mesh_are_computed_once),
      cmocka_unit_test(a_given_mesh_is_built_once),
      cmocka_unit_test(refusals_have_the_words_of_the_reference),
      cmocka_unit_test(a_program_teaches_the_compiler_a_format_of_meshes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
