// Resource providers: which names are schemes, and who provides a file.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"

static int openNothing(mjResource* resource) {
  return 0;
}

static int readNothing(mjResource* resource, const void** buffer) {
  return 0;
}

static int readOther(mjResource* resource, const void** buffer) {
  return 1;
}

static void closeNothing(mjResource* resource) {
}

static mjpResourceProvider named(const char* prefix) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = prefix;
  provider.open = openNothing;
  provider.read = readNothing;
  provider.close = closeNothing;
  return provider;
}

static void providers_are_chosen_by_scheme(void** state) {
  mjpResourceProvider provider = named("test-scheme");
  int slot = mjp_registerResourceProvider(&provider);
  assert_true(slot > 0);
  assert_ptr_equal(mjp_getResourceProvider("TEST-scheme:some/file.xml"),
                   mjp_getResourceProviderAtSlot(slot));
  assert_null(mjp_getResourceProvider("test:file"));
  assert_null(mjp_getResourceProvider("plain/file.xml"));
}

static void the_same_provider_may_come_twice_but_no_other_under_its_scheme(void** state) {
  mjpResourceProvider provider = named("twice");
  int slot = mjp_registerResourceProvider(&provider), count = mjp_resourceProviderCount();
  assert_int_equal(mjp_registerResourceProvider(&provider), slot);
  provider.read = readOther;
  assert_int_equal(mjp_registerResourceProvider(&provider), -1);
  assert_int_equal(mjp_resourceProviderCount(), count);
}

static void names_that_are_no_scheme_are_refused(void** state) {
  static const char* const wrong[] = {NULL, "", "1st", "a b", "a_b", "a/b"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    mjpResourceProvider provider = named(wrong[i]);
    assert_int_equal(mjp_registerResourceProvider(&provider), -1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(providers_are_chosen_by_scheme),
      cmocka_unit_test(the_same_provider_may_come_twice_but_no_other_under_its_scheme),
      cmocka_unit_test(names_that_are_no_scheme_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
