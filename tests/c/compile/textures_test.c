// Textures.

#include "compile/compile_support.h"

static void textures_follow_each_other_with_their_bytes(void** state) {
  mjModel* m = compiled(
      "<asset><texture name='a' type='2d' builtin='flat' rgb1='1 0 0' width='4' "
      "height='2'/><texture name='b' type='cube' builtin='flat' width='2' height='12'/>"
      "</asset>");
  assert_int_equal(m->tex_adr[1], 4 * 2 * 3);
  assert_int_equal(m->ntexdata, 4 * 2 * 3 + 2 * 12 * 3);
  assert_int_equal(m->tex_data[0], 255);
  assert_int_equal(m->tex_data[1], 0);
  mj_deleteModel(m);
}

static void discarding_visuals_reads_no_file(void** state) {
  mjModel* m = compiled(
      "<compiler discardvisual='true'/><asset><texture name='a' type='2d' "
      "file='missing.png'/></asset>");
  assert_int_equal(m->ntex, 0);
  mj_deleteModel(m);
  assertRefused("<asset><texture name='a' type='2d' file='missing.png'/></asset>", "missing.png");
}

static void a_texture_comes_from_somewhere(void** state) {
  assertRefused("<asset><texture name='a' type='2d'/></asset>", "texture");
}

// measured on the peer: cubes are turned as the one picture that the buffer holds
static void textures_of_a_buffer_are_mirrored(void** state) {
  static const mjtByte expected[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  for (int i = 0; i < 4; i++) {
    mjSpec* spec = mj_makeSpec();
    mjsTexture* texture = mjs_addTexture(spec);
    mjs_setName(texture->element, "t");
    texture->type = mjTEXTURE_2D;
    texture->width = texture->height = 2;
    texture->nchannel = 1;
    texture->hflip = i & 1;
    texture->vflip = i >> 1;
    mjs_setBuffer(texture->data, expected[0], 4);
    mjModel* m = mj_compile(spec, NULL);
    assert_non_null(m);
    assert_memory_equal(m->tex_data, expected[i], 4);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

// Pictures are PNG or KTX, whatever they are called.
static void other_content_types_are_refused(void** state) {
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.png", "1", 1);
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><asset><texture name='t' type='2d' file='a.png' content_type='image/jpeg'/>"
      "</asset></mujoco>",
      &vfs, error, sizeof error);
  assert_null(mj_compile(spec, &vfs));
  ASSERT_SAYS(mjs_getError(spec), "unsupported content type: 'image/jpeg'");
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(textures_follow_each_other_with_their_bytes),
      cmocka_unit_test(discarding_visuals_reads_no_file),
      cmocka_unit_test(a_texture_comes_from_somewhere),
      cmocka_unit_test(textures_of_a_buffer_are_mirrored),
      cmocka_unit_test(other_content_types_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
