// Counter-based random numbers.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "batch/noise.h"

// Figures published with the method: keys and counters of zeros, of ones, and digits of pi.
static void blocks_are_the_published_ones(void** state) {
  const uint32_t key[3][2] = {{0, 0}, {~0u, ~0u}, {0xa4093822u, 0x299f31d0u}};
  uint32_t word[3][4] = {
      {0, 0, 0, 0}, {~0u, ~0u, ~0u, ~0u}, {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}};
  const uint32_t expected[3][4] = {{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u},
                                   {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu},
                                   {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}};
  for (int i = 0; i < 3; i++) {
    lb_philox(word[i], key[i]);
    assert_memory_equal(word[i], expected[i], sizeof word[i]);
  }
}

static void numbers_have_mean_and_deviation_of_their_distribution(void** state) {
  for (int uniform = 0; uniform < 2; uniform++) {
    lbNoise noise = {.seed = {3, 0}, .stream = {1, 2}, .uniform = uniform};
    enum { MANY = 20000 };
    mjtNum sum = 0, squares = 0, largest = 0;
    for (int i = 0; i < MANY; i++) {
      mjtNum x = lb_nextNoise(&noise);
      sum += x;
      squares += x * x;
      largest = fmax(largest, fabs(x));
    }
    assert_true(fabs(sum / MANY) < 0.03);
    assert_true(fabs(squares / MANY - (uniform ? 1.0 / 3 : 1)) < 0.03);
    assert_true(uniform ? largest < 1 : largest > 3 && largest < 9);
  }
}

static void streams_differ(void** state) {
  lbNoise one = {.seed = {1, 0}, .stream = {0, 0}}, two = {.seed = {1, 0}, .stream = {1, 0}};
  lbNoise again = {.seed = {1, 0}, .stream = {0, 0}};
  mjtNum first = lb_nextNoise(&one);
  assert_true(first != lb_nextNoise(&two));
  assert_true(first == lb_nextNoise(&again));
  assert_true(first != lb_nextNoise(&one));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_the_published_ones),
      cmocka_unit_test(numbers_have_mean_and_deviation_of_their_distribution),
      cmocka_unit_test(streams_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
