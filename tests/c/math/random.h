// Reproducible random numbers and matrices for tests, and comparison of arrays.

#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>

typedef struct Random_ {
  uint64_t state;
} Random;

// Uniform in (-1, 1).
static inline double nextRandom(Random* random) {
  random->state = random->state * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)random->state * 0x1p-63;
}

static inline void randomVector(Random* random, double* res, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = nextRandom(random);
  }
}

static inline void randomUnit(Random* random, double* res, int n) {
  double square = 0;
  randomVector(random, res, n);
  for (int i = 0; i < n; i++) {
    square += res[i] * res[i];
  }
  for (int i = 0; i < n; i++) {
    res[i] /= sqrt(square);
  }
}

// B B' + shift I
static inline void randomPositive(Random* random, double* res, int n, double shift) {
  double factor[64 * 64];
  randomVector(random, factor, n * n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = i == j ? shift : 0;
      for (int k = 0; k < n; k++) {
        sum += factor[i * n + k] * factor[j * n + k];
      }
      res[i * n + j] = sum;
    }
  }
}

// Largest difference of two arrays.
static inline double largestDifference(const double* a, const double* b, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double difference = fabs(a[i] - b[i]);
    largest = difference > largest || isnan(difference) ? difference : largest;
  }
  return largest;
}

// Fails unless |a[i] - b[i]| <= tolerance for all i.
static inline void assertClose(const double* a, const double* b, int n, double tolerance) {
  double difference = largestDifference(a, b, n);
  if (!(difference <= tolerance)) {
    fail_msg("largest difference %g exceeds %g", difference, tolerance);
  }
}

// Plain triple loops as oracle: res (r x c) = op(a) op(b).
static inline void multiplyPlainly(double* res, const double* a, bool transposeA, const double* b,
                                   bool transposeB, int r, int inner, int c) {
  for (int i = 0; i < r; i++) {
    for (int j = 0; j < c; j++) {
      double sum = 0;
      for (int k = 0; k < inner; k++) {
        sum += (transposeA ? a[k * r + i] : a[i * inner + k]) *
               (transposeB ? b[j * inner + k] : b[k * c + j]);
      }
      res[i * c + j] = sum;
    }
  }
}
