// The checksum of archives and pictures.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/crc32.h"

// "123456789" is what checksums are told apart by.
static void known_sums(void** state) {
  assert_int_equal(lb_crc32("", 0), 0);
  assert_int_equal(lb_crc32("a", 1), 0xe8b7be43);
  assert_int_equal(lb_crc32("123456789", 9), 0xcbf43926);
}

// One bit after the other, as a polynomial is divided.
static uint32_t divide(const uint8_t* bytes, size_t size) {
  uint32_t sum = ~0u;
  for (size_t i = 0; i < 8 * size; i++) {
    uint32_t bit = (bytes[i / 8] >> i % 8 ^ sum) & 1;
    sum = sum >> 1 ^ (bit ? 0xedb88320u : 0);
  }
  return ~sum;
}

static void sums_of_all_lengths(void** state) {
  uint8_t bytes[300];
  for (int i = 0; i < 300; i++) {
    bytes[i] = (uint8_t)(i * i + 7 * i);
    assert_int_equal(lb_crc32(bytes, (size_t)i), divide(bytes, (size_t)i));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_sums),
      cmocka_unit_test(sums_of_all_lengths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
