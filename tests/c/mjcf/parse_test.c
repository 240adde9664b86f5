// Reading models by content type, and by decoders that a program registers.

#include "mjcf/parse_support.h"

#include "base/error.h"

// "3" is a model of three balls, each a body.
static int acceptsCounts(const mjResource* resource) {
  return strstr(resource->name, ".count") != NULL;
}

static mjSpec* decodeCount(mjResource* resource, const mjVFS* vfs) {
  const void* bytes;
  if (mju_readResource(resource, &bytes) < 1) {
    return NULL;
  }
  mjSpec* spec = mj_makeSpec();
  for (int i = 0; i < *(const char*)bytes - '0'; i++) {
    mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
    char name[] = "ball0";
    name[4] = (char)('0' + i);
    mjs_setName(body->element, name);
    mjs_addGeom(body, NULL)->size[0] = 1;
  }
  return spec;
}

static void a_decoder_reads_models_and_parts_of_models(void** state) {
  char error[1000] = "";
  mjpDecoder decoder;
  mjp_defaultDecoder(&decoder);
  decoder.content_type = "model/count";
  decoder.extension = ".count";
  decoder.can_decode = acceptsCounts;
  decoder.decode = decodeCount;
  mjp_registerDecoder(&decoder);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "balls.count", "3", 1);
  mj_addBufferVFS(&vfs, "balls.dat", "2", 1);
  mj_addBufferVFS(&vfs, "none.count", "", 0);
  static const char scene[] =
      "<mujoco><asset><model name='a' file='balls.count'/>"
      "<model name='b' file='balls.dat' content_type='model/count'/></asset><worldbody>"
      "<attach model='a' body='ball2' prefix='a'/><attach model='b' body='ball1' prefix='b'/>"
      "</worldbody></mujoco>";
  mj_addBufferVFS(&vfs, "scene.xml", scene, sizeof scene - 1);

  static const char* const names[] = {"balls.count", "balls.dat", "scene.xml"};
  static const int bodies[] = {4, 3, 3};
  for (int i = 0; i < 3; i++) {
    mjSpec* spec = mj_parse(names[i], i == 1 ? "model/count" : NULL, &vfs, error, sizeof error);
    if (!spec) {
      fail_msg("%s: %s", names[i], error);
    }
    mjModel* m = mj_compile(spec, &vfs);
    assert_int_equal(m->nbody, bodies[i]);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
  assert_null(mj_parse("none.count", NULL, &vfs, error, sizeof error));
  assert_non_null(strstr(error, "file 'none.count' could not be read by the decoder of"));
  assert_null(mj_parse("balls.dat", "model/unknown", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "no decoder found for file 'balls.dat' of content type"));
  mj_deleteVFS(&vfs);
}

static void a_resource_is_decoded_by_its_type(void** state) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* files[] = {"model.xml", "<mujoco model='inside'/>", NULL};
  addArchive(&vfs, "a.mjz", files);
  mjResource* resource = mju_openResource(NULL, "a.mjz", &vfs, NULL, 0);
  mjSpec* spec = mju_decodeResource(resource, NULL, &vfs);
  assert_non_null(spec);
  assert_string_equal(mjs_getString(spec->modelname), "inside");
  mj_deleteSpec(spec);
  mju_closeResource(resource);
  mj_deleteVFS(&vfs);
}

static void xml_is_read_whatever_it_is_called(void** state) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "model.txt", "<mujoco/>", 9);
  static const char* const types[] = {NULL, "", "text/xml", "application/xml"};
  for (int i = 0; i < 4; i++) {
    mjSpec* spec = mj_parse("model.txt", types[i], &vfs, error, sizeof error);
    assert_non_null(spec);
    mj_deleteSpec(spec);
  }
  assert_null(mj_parse(NULL, NULL, &vfs, error, sizeof error));
  assert_non_null(strstr(error, "empty file"));
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decoder_reads_models_and_parts_of_models),
      cmocka_unit_test(a_resource_is_decoded_by_its_type),
      cmocka_unit_test(xml_is_read_whatever_it_is_called),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
