// Decoders and encoders: which one a file gets.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "check.h"

static int acceptsNamed(const mjResource* resource) {
  return strstr(resource->name, ".thing") != NULL;
}

static mjSpec* decodeNothing(mjResource* resource, const mjVFS* vfs) {
  return NULL;
}

static void a_stated_type_decides_otherwise_the_decoder_that_accepts_the_file(void** state) {
  mjpDecoder decoder;
  mjp_defaultDecoder(&decoder);
  decoder.content_type = "model/thing";
  decoder.can_decode = acceptsNamed;
  decoder.decode = decodeNothing;
  mjp_registerDecoder(&decoder);
  mjp_registerDecoder(&decoder);
  char name[] = "a.thing", other[] = "a.xml";
  mjResource thing = {.name = name}, xml = {.name = other};
  assert_non_null(mjp_findDecoder(&thing, NULL));
  assert_non_null(mjp_findDecoder(&xml, "model/thing"));
  assert_null(mjp_findDecoder(&xml, NULL));
  assert_null(mjp_findDecoder(&thing, "model/other"));
}

static void registerDecoder(void* decoder) {
  mjp_registerDecoder(decoder);
}

static void a_decoder_without_functions_is_an_error(void** state) {
  mjpDecoder decoder;
  mjp_defaultDecoder(&decoder);
  decoder.content_type = "model/empty";
  assert_false(lb_protect(registerDecoder, &decoder));
}

static void archives_are_built_in(void** state) {
  char name[] = "Robot.MJZ";
  mjResource archive = {.name = name};
  const mjpDecoder* decoder = mjp_findDecoder(&archive, NULL);
  assert_non_null(decoder);
  assert_ptr_equal(mjp_findDecoder(NULL, "application/zip"), decoder);
  const mjpEncoder* encoder = mjp_findEncoder("a.zip", "");
  assert_non_null(encoder);
  assert_ptr_equal(mjp_findEncoder("a.txt", "application/zip"), encoder);
  assert_string_equal(encoder->content_type, "application/zip");
  mjp_registerDecoder(decoder);
  mjp_registerEncoder(encoder);
  mjpDecoder other = *decoder;
  other.decode = decodeNothing;
  assert_false(lb_protect(registerDecoder, &other));
  ASSERT_SAYS(lb_lastError(), "decoder 'application/zip' is already registered");
}

static mjtSize encodeName(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                          mjResource* resource) {
  resource->data = resource->name;
  return s ? (mjtSize)strlen(resource->name) : -1;
}

static int closed = 0;

static void closeEncoded(mjResource* resource) {
  resource->data = NULL;
  closed++;
}

static void an_encoder_gives_the_bytes_of_a_file_and_takes_them_back(void** state) {
  char error[200] = "";
  mjpEncoder encoder;
  mjp_defaultEncoder(&encoder);
  encoder.extension = ".abc|.abd";
  encoder.encode = encodeName;
  encoder.close_resource = closeEncoded;
  mjp_registerEncoder(&encoder);
  mjSpec* spec = mj_makeSpec();
  assert_int_equal(mj_encode(spec, NULL, "codec_test.ABD", NULL, NULL, error, sizeof error), 14);
  assert_int_equal(closed, 1);
  FILE* file = fopen("codec_test.ABD", "rb");
  assert_non_null(file);
  char text[20] = "";
  assert_int_equal(fread(text, 1, sizeof text, file), 14);
  assert_string_equal(text, "codec_test.ABD");
  fclose(file);
  remove("codec_test.ABD");
  assert_int_equal(mj_encode(NULL, NULL, "codec_test.abc", NULL, NULL, error, sizeof error), -1);
  assert_string_equal(error, "file 'codec_test.abc' could not be encoded");
  assert_int_equal(closed, 2);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(archives_are_built_in),
      cmocka_unit_test(an_encoder_gives_the_bytes_of_a_file_and_takes_them_back),
      cmocka_unit_test(a_stated_type_decides_otherwise_the_decoder_that_accepts_the_file),
      cmocka_unit_test(a_decoder_without_functions_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
