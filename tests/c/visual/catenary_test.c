// The hanging string: its ends, its length, its symmetry, and strings that hang nearly straight.

#include "visual/catenary.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math/inline.h"

static const mjtNum down[3] = {0, 0, -9.81};

static mjtNum lengthOf(const lbCatenary* curve) {
  mjtNum last[3], next[3], between[3], length = 0;
  lb_copy3(last, curve->from);
  for (int i = 1; i <= curve->pieces; i++) {
    lb_catenaryPoint(curve, i, next);
    lb_sub3(between, next, last);
    length += lb_norm3(between);
    lb_copy3(last, next);
  }
  return length;
}

static void a_string_of_many_pieces_has_its_length(void** state) {
  (void)state;
  const mjtNum from[3] = {0.1, 0.2, 1}, to[3] = {0.9, -0.3, 1.4};
  lbCatenary curve;
  lb_makeCatenary(&curve, from, to, down, 2, 4000);
  assert_true(fabs(lengthOf(&curve) - 2) < 1e-5);
  mjtNum end[3];
  lb_catenaryPoint(&curve, curve.pieces, end);
  for (int i = 0; i < 3; i++) {
    assert_true(end[i] == to[i]);
  }
}

static void ends_at_one_height_make_it_symmetric(void** state) {
  (void)state;
  const mjtNum from[3] = {0, 0, 0}, to[3] = {1, 0, 0};
  lbCatenary curve;
  lb_makeCatenary(&curve, from, to, down, 1.3, 20);
  mjtNum left[3], right[3];
  lb_catenaryPoint(&curve, 5, left);
  lb_catenaryPoint(&curve, 16, right);
  assert_true(fabs(left[2] - right[2]) < 1e-12);
  assert_true(left[2] < 0);
}

static void a_narrow_string_turns_once(void** state) {
  (void)state;
  const mjtNum from[3] = {0, 0, 1}, to[3] = {0.005, 0, 2};
  lbCatenary curve;
  lb_makeCatenary(&curve, from, to, down, 3, 20);
  assert_int_equal(curve.pieces, 2);
  assert_true(fabs(lengthOf(&curve) - 3) < 1e-9);
}

static void a_taut_string_is_straight(void** state) {
  (void)state;
  const mjtNum from[3] = {0, 0, 1}, to[3] = {1, 0, 2};
  lbCatenary curve;
  lb_makeCatenary(&curve, from, to, down, 1.4, 20);
  assert_int_equal(curve.pieces, 1);
  assert_true(fabs(lengthOf(&curve) - sqrt(2)) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_string_of_many_pieces_has_its_length),
      cmocka_unit_test(ends_at_one_height_make_it_symmetric),
      cmocka_unit_test(a_narrow_string_turns_once),
      cmocka_unit_test(a_taut_string_is_straight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
