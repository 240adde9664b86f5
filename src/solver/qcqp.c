// Small quadratic programs with one ellipsoidal constraint, by Newton on the multiplier.
//
// With y = x / scale the constraint is a ball: y(lambda) = -inv(A' + lambda I) b', and
// phi(lambda) = y'y - radius^2 falls and is convex for lambda >= 0, so Newton from 0 climbs to the
// root without overshoot. Requirements ALG-17, ALG-18.

#include "solver/qcqp.h"

#include <math.h>

// Newton steps and the value of phi taken for zero.
enum { maxIterations = 20 };
static const mjtNum phiTolerance = 1e-10;

// In-place Cholesky A = LL' of a small matrix; false when it is singular.
static bool factor(mjtNum* A, int n) {
  for (int j = 0; j < n; j++) {
    mjtNum pivot = A[j * n + j];
    for (int k = 0; k < j; k++) {
      pivot -= A[j * n + k] * A[j * n + k];
    }
    if (pivot < 1e-10) {
      return false;
    }
    A[j * n + j] = sqrt(pivot);
    for (int i = j + 1; i < n; i++) {
      mjtNum sum = A[i * n + j];
      for (int k = 0; k < j; k++) {
        sum -= A[i * n + k] * A[j * n + k];
      }
      A[i * n + j] = sum / A[j * n + j];
    }
  }
  return true;
}

static void solve(const mjtNum* L, mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      x[i] -= L[i * n + k] * x[k];
    }
    x[i] /= L[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) {
      x[i] -= L[k * n + i] * x[k];
    }
    x[i] /= L[i * n + i];
  }
}

bool lb_qcqp(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* scale, mjtNum radius,
             int n) {
  mjtNum scaled[lbQCQP_MAX * lbQCQP_MAX], L[lbQCQP_MAX * lbQCQP_MAX], y[lbQCQP_MAX] = {0};
  mjtNum lambda = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      scaled[i * n + j] = A[i * n + j] * scale[i] * scale[j];
    }
  }

  for (int iteration = 0; iteration < maxIterations; iteration++) {
    mjtNum square = 0, slope = 0, z[lbQCQP_MAX];
    for (int i = 0; i < n * n; i++) {
      L[i] = scaled[i] + (i % (n + 1) == 0 ? lambda : 0);
    }
    if (!factor(L, n)) {
      for (int i = 0; i < n; i++) {
        x[i] = 0;
      }
      return false;
    }
    for (int i = 0; i < n; i++) {
      y[i] = -b[i] * scale[i];
    }
    solve(L, y, n);
    for (int i = 0; i < n; i++) {
      square += y[i] * y[i];
      z[i] = y[i];
    }
    mjtNum phi = square - radius * radius;
    if (phi < phiTolerance) {
      break;
    }

    // phi' = -2 y' inv(A' + lambda I) y
    solve(L, z, n);
    for (int i = 0; i < n; i++) {
      slope -= 2 * y[i] * z[i];
    }
    mjtNum step = -phi / slope;
    if (step < phiTolerance) {
      break;
    }
    lambda += step;
  }
  for (int i = 0; i < n; i++) {
    x[i] = y[i] * scale[i];
  }
  return lambda != 0;
}
