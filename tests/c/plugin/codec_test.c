// Decoders and encoders: which one a file gets.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stated_type_decides_otherwise_the_decoder_that_accepts_the_file),
      cmocka_unit_test(a_decoder_without_functions_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
