// Quadratic programs with an ellipsoidal constraint against their optimality conditions.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/qcqp.h"

static double noise(int i) {
  double x = sin(12.9898 * i + 1) * 43758.5453;
  return 2 * (x - floor(x)) - 1;
}

static void solutions_satisfy_the_optimality_conditions(void** state) {
  int active = 0, inactive = 0, seed = 0;
  for (int trial = 0; trial < 300; trial++) {
    int n = 1 + trial % 5;
    mjtNum A[25] = {0}, b[5], scale[5], x[5], B[25];
    for (int i = 0; i < n * n; i++) {
      B[i] = noise(seed++);
    }
    for (int i = 0; i < n; i++) {
      b[i] = 3 * noise(seed++);
      scale[i] = 0.2 + fabs(noise(seed++));
      for (int j = 0; j < n; j++) {
        A[i * n + j] = i == j ? 0.3 : 0;
        for (int k = 0; k < n; k++) {
          A[i * n + j] += B[i * n + k] * B[j * n + k];
        }
      }
    }
    mjtNum radius = 0.1 + 5 * fabs(noise(seed++)), square = 0, lambda = 0, weight = 0;
    bool isActive = lb_qcqp(x, A, b, scale, radius, n);

    // gradient = -lambda * gradient of the constraint, lambda >= 0, zero unless on the boundary
    mjtNum gradient[5];
    for (int i = 0; i < n; i++) {
      gradient[i] = b[i];
      for (int j = 0; j < n; j++) {
        gradient[i] += A[i * n + j] * x[j];
      }
      mjtNum normal = x[i] / (scale[i] * scale[i]);
      square += x[i] * normal;
      lambda -= gradient[i] * normal;
      weight += normal * normal;
    }
    lambda = isActive ? lambda / weight : 0;
    assert_true(lambda >= 0);
    assert_true(isActive ? fabs(sqrt(square) - radius) < 1e-4 : sqrt(square) <= radius + 1e-6);
    for (int i = 0; i < n; i++) {
      assert_true(fabs(gradient[i] + lambda * x[i] / (scale[i] * scale[i])) < 1e-6);
    }
    active += isActive;
    inactive += !isActive;
  }
  assert_true(active > 30 && inactive > 30);
}

// Solves a problem of the first n of `rows` unknowns; returns how large the scaled solution is.
static mjtNum solvedSize(mjtNum* x, const mjtNum* A, int rows, const mjtNum* b, const mjtNum* scale,
                         mjtNum radius, int n) {
  mjtNum part[25], square = 0;
  for (int i = 0; i < n * n; i++) {
    part[i] = A[i / n * rows + i % n];
  }
  assert_true(lb_qcqp(x, part, b, scale, radius, n));
  for (int i = 0; i < n; i++) {
    square += x[i] * x[i] / (scale[i] * scale[i]);
  }
  return sqrt(square);
}

// The least friction makes matrix and multiplier small, not the force large.
static void least_friction_bounds_the_solution(void** state) {
  const mjtNum A[9] = {1.5, 0.1, 0, 0.1, 1.5, 0.1, 0, 0.1, 1.5}, b[3] = {-1.5, 0.6, 0.2};
  const mjtNum scale[3] = {1e-5, 1e-5, 1e-5};
  for (int n = 1; n <= 3; n++) {
    mjtNum x[3];
    assert_true(solvedSize(x, A, 3, b, scale, 160, n) < 1.01 * 160);
    for (int i = 0; i < n; i++) {
      assert_true(x[i] * b[i] < 0);
    }
  }
}

// One friction that is the least beside others that are not: its force is bounded, too.
static void least_friction_beside_others_bounds_the_solution(void** state) {
  const mjtNum A[25] = {9,  .1, .2, 0,  0,  .1, 9,  .1, .2, 0,  .2, .1, 9,
                        .1, .2, 0,  .2, .1, 9,  .1, 0,  0,  .2, .1, 9};
  const mjtNum b[5] = {-7, 3, 90, 20, -30}, scale[5] = {1, .5, 1e-5, .1, 1e-5};
  for (int n = 3; n <= 5; n++) {
    mjtNum x[5];
    assert_float_equal(solvedSize(x, A, 5, b, scale, 60, n), 60, 60e-5);
    assert_float_equal(x[0], 7.0 / 9, .05);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_satisfy_the_optimality_conditions),
      cmocka_unit_test(least_friction_bounds_the_solution),
      cmocka_unit_test(least_friction_beside_others_bounds_the_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
