// Scalar functions: rounding, muscle curves, pyramids, spring-damper, sequences, sorting.

#include "random.h"

#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

static void rounding_and_clamping_handle_every_number(void** state) {
  assert_int_equal(mju_round(2.5), 3);
  assert_int_equal(mju_round(-0.5), -1);
  assert_int_equal(mju_round(1e12), INT32_MAX);
  assert_int_equal(mju_round(-INFINITY), INT32_MIN);
  assert_int_equal(mju_round(NAN), 0);
  assert_true(mju_clip(5, 0, 1) == 1 && mju_clip(-5, 0, 1) == 0 && mju_clip(0.5, 0, 1) == 0.5);
  assert_true(mju_min(2, 3) == 2 && mju_max(2, 3) == 3);
  assert_true(mju_sign(-2) == -1 && mju_sign(0) == 0 && mju_sign(7) == 1);
  assert_true(mju_isBad(NAN) && mju_isBad(1.1e10) && mju_isBad(-INFINITY) && !mju_isBad(1e10));
  assert_true(mju_isZero((mjtNum[]){0, -0.0}, 2) && !mju_isZero((mjtNum[]){0, 1e-300}, 2));
}

static void sigmoid_is_smooth_and_symmetric(void** state) {
  for (mjtNum x = -0.5; x <= 1.5; x += 0.01) {
    assert_true(fabs(mju_sigmoid(x) + mju_sigmoid(1 - x) - 1) < 1e-14);
    mjtNum slope = (mju_sigmoid(x + 1e-5) - mju_sigmoid(x - 1e-5)) / 2e-5;
    mjtNum expected = x > 0 && x < 1 ? 30 * x * x * (1 - x) * (1 - x) : 0;
    assert_true(fabs(slope - expected) < 1e-8);
  }
}

static const mjtNum muscle[9] = {0.75, 1.05, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2};

static const mjtNum lengthRange[2] = {0.2, 0.5};

// Actuator length of a normalized fibre length: optimal length 1, tendon -0.55.
static mjtNum lengthOf(mjtNum normalized) {
  return normalized - 0.55;
}

static void muscle_pulls_with_its_peak_force_at_optimal_length(void** state) {
  assert_true(fabs(mju_muscleGain(lengthOf(1), 0, lengthRange, 1, muscle) + 100) < 1e-12);
  assert_true(mju_muscleGain(lengthOf(0.5), 0, lengthRange, 1, muscle) > -1e-12);
  assert_true(mju_muscleGain(lengthOf(1), -1.5, lengthRange, 1, muscle) > -1e-12);
  assert_true(fabs(mju_muscleGain(lengthOf(1), 1.5, lengthRange, 1, muscle) + 120) < 1e-10);
  assert_true(mju_muscleGain(NAN, 0, lengthRange, 1, muscle) == 0);

  // automatic peak force: scale / acc0
  mjtNum automatic[9];
  memcpy(automatic, muscle, sizeof muscle);
  automatic[2] = -1;
  assert_true(fabs(mju_muscleGain(lengthOf(1), 0, lengthRange, 4, automatic) + 50) < 1e-12);
}

static void muscle_curves_have_no_jumps(void** state) {
  const mjtNum step = 1e-6;
  for (mjtNum x = 0.3; x < 2; x += 1e-3) {
    mjtNum rise = mju_muscleGain(lengthOf(x + step), 0.1, lengthRange, 1, muscle) -
                  mju_muscleGain(lengthOf(x), 0.1, lengthRange, 1, muscle);
    assert_true(fabs(rise) < 1e-3);
    rise = mju_muscleBias(lengthOf(x + step), lengthRange, 1, muscle) -
           mju_muscleBias(lengthOf(x), lengthRange, 1, muscle);
    assert_true(rise <= 0 && rise > -1e-3);
    rise = mju_muscleGain(lengthOf(1), x - 1 + step, lengthRange, 1, muscle) -
           mju_muscleGain(lengthOf(1), x - 1, lengthRange, 1, muscle);
    assert_true(rise <= 0 && rise > -1e-3);
  }
}

static void activation_rises_faster_than_it_falls(void** state) {
  const mjtNum prm[3] = {0.01, 0.04, 0}, smooth[3] = {0.01, 0.04, 0.5};
  assert_true(fabs(mju_muscleDynamics(1, 0, prm) - 200) < 1e-10);
  assert_true(fabs(mju_muscleDynamics(0, 1, prm) + 50) < 1e-10);
  assert_true(mju_muscleDynamics(7, 0, prm) == mju_muscleDynamics(1, 0, prm));
  assert_true(mju_muscleDynamics(0.4, 0.4, prm) == 0);

  // outside the transition the smooth one is the hard one
  assert_true(fabs(mju_muscleDynamics(1, 0.1, smooth) - mju_muscleDynamics(1, 0.1, prm)) < 1e-10);
  assert_true(mju_muscleDynamics(0.45, 0.4, smooth) < mju_muscleDynamics(0.45, 0.4, prm));
}

static void pyramid_edges_decode_into_the_force_they_encode(void** state) {
  const mjtNum force[4] = {3, 0.2, -0.1, 0.05}, mu[3] = {0.7, 0.5, 0.1};
  mjtNum edges[6], back[4];
  mju_encodePyramid(edges, force, mu, 4);
  for (int i = 0; i < 6; i++) {
    assert_true(edges[i] >= 0);
  }
  mju_decodePyramid(back, edges, mu, 4);
  assertClose(force, back, 4, 1e-15);
  mju_decodePyramid(back, edges, mu, 1);
  assert_true(back[0] == edges[0]);
}

// Runge-Kutta with small steps as oracle.
static mjtNum integrateSpring(mjtNum x, mjtNum v, mjtNum Kp, mjtNum Kv, mjtNum dt) {
  enum { steps = 2000 };
  mjtNum h = dt / steps;
  for (int i = 0; i < steps; i++) {
    mjtNum a1 = -Kp * x - Kv * v, v1 = v;
    mjtNum v2 = v + h / 2 * a1, a2 = -Kp * (x + h / 2 * v1) - Kv * v2;
    mjtNum v3 = v + h / 2 * a2, a3 = -Kp * (x + h / 2 * v2) - Kv * v3;
    mjtNum v4 = v + h * a3, a4 = -Kp * (x + h * v3) - Kv * v4;
    x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return x;
}

static void spring_damper_follows_its_equation_in_every_regime(void** state) {
  const mjtNum gains[][2] = {{10, 0.1}, {1, 10}, {4, 4},  {4, 4 + 1e-7}, {4, 4 - 1e-7},
                             {0, 0},    {0, 3},  {-4, 1}, {25, 0},       {2, -1}};
  for (size_t i = 0; i < sizeof gains / sizeof gains[0]; i++) {
    mjtNum expected = integrateSpring(1, -0.3, gains[i][0], gains[i][1], 0.7);
    mjtNum result = mju_springDamper(1, -0.3, gains[i][0], gains[i][1], 0.7);
    assert_true(fabs(expected - result) < 1e-10);
  }

  // heavy damping neither overflows nor loses the position
  assert_true(fabs(mju_springDamper(1, 0, 1, 1e5, 1) - exp(-1e-5)) < 1e-9);
}

static void halton_numbers_are_the_mirrored_digits(void** state) {
  assert_true(mju_Halton(0, 2) == 0);
  assert_true(mju_Halton(1, 2) == 0.5 && mju_Halton(2, 2) == 0.25 && mju_Halton(3, 2) == 0.75);
  assert_true(fabs(mju_Halton(5, 3) - 7. / 9) < 1e-15);
}

static void haltonOfBaseOne(void* context) {
  mju_Halton(3, 1);
}

static void halton_of_an_impossible_base_raises_an_error(void** state) {
  assert_false(lb_protect(haltonOfBaseOne, NULL));
  assert_non_null(strstr(lb_lastError(), "base"));
}

static void normal_numbers_have_mean_zero_and_variance_one(void** state) {
  enum { count = 20000 };
  mjtNum sum = 0, square = 0, product = 0;
  for (int i = 0; i < count; i++) {
    mjtNum second, first = mju_standardNormal(&second);
    sum += first + second;
    square += first * first + second * second;
    product += first * second;
  }
  assert_true(fabs(sum / (2 * count)) < 0.02);
  assert_true(fabs(square / (2 * count) - 1) < 0.03);
  assert_true(fabs(product / count) < 0.03);
  mju_standardNormal(NULL);
}

static void insertion_sort_sorts(void** state) {
  Random random = {3};
  mjtNum list[31];
  int integers[31];
  randomVector(&random, list, 31);
  for (int i = 0; i < 31; i++) {
    integers[i] = (int)(10 * list[i]);
  }
  mju_insertionSort(list, 31);
  mju_insertionSortInt(integers, 31);
  for (int i = 1; i < 31; i++) {
    assert_true(list[i - 1] <= list[i]);
    assert_true(integers[i - 1] <= integers[i]);
  }
}

static void conversions_to_float_and_back_keep_floats(void** state) {
  const float values[3] = {0.1f, -3e30f, 7};
  mjtNum numbers[3];
  float back[3];
  mju_f2n(numbers, values, 3);
  mju_n2f(back, numbers, 3);
  assert_memory_equal(values, back, sizeof values);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounding_and_clamping_handle_every_number),
      cmocka_unit_test(sigmoid_is_smooth_and_symmetric),
      cmocka_unit_test(muscle_pulls_with_its_peak_force_at_optimal_length),
      cmocka_unit_test(muscle_curves_have_no_jumps),
      cmocka_unit_test(activation_rises_faster_than_it_falls),
      cmocka_unit_test(pyramid_edges_decode_into_the_force_they_encode),
      cmocka_unit_test(spring_damper_follows_its_equation_in_every_regime),
      cmocka_unit_test(halton_numbers_are_the_mirrored_digits),
      cmocka_unit_test(halton_of_an_impossible_base_raises_an_error),
      cmocka_unit_test(normal_numbers_have_mean_zero_and_variance_one),
      cmocka_unit_test(insertion_sort_sorts),
      cmocka_unit_test(conversions_to_float_and_back_keep_floats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
