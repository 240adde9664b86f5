// Small quadratic programs with one ellipsoidal constraint, by Newton on the multiplier.
//
// With y = x / scale the constraint is a ball: y(lambda) = -inv(A' + lambda I) b', and
// phi(lambda) = y'y - radius^2 falls and is convex for lambda >= 0, so Newton from 0 climbs to the
// root without overshoot. Requirements ALG-17, ALG-18.

#include "solver/qcqp.h"

#include "math/inline.h"

// Newton steps, those to a root that is magnitudes away, and the value of phi taken for zero.
enum { maxIterations = 20, farIterations = 60 };
static const mjtNum phiTolerance = 1e-10;

// In-place A = LDL' of a small matrix: L below the diagonal, 1 / D on it; false when it is
// singular. COMPAT: NOSLIP-PLANE: a single small pivot does not make two rows singular.
static inline __attribute__((always_inline)) bool factor(mjtNum* A, int n) {
  mjtNum least = 1, det = 1;
  for (int i = 0; i < n; i++) {
    mjtNum *row = A + i * n, pivot = row[i];
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) {
        row[j] -= row[k] * A[j * n + k];
      }
    }
    for (int j = 0; j < i; j++) {
      mjtNum unscaled = row[j];
      row[j] *= A[j * n + j];
      pivot -= row[j] * unscaled;
    }
    least = lb_min(least, pivot);
    det *= pivot;
    if (least < 1e-10 && (n != 2 || (i && det < mjMINVAL))) {
      return false;
    }
    row[i] = 1 / pivot;
  }
  return true;
}

// x = inv(L) x
static inline __attribute__((always_inline)) void solveL(const mjtNum* L, mjtNum* x, int n) {
  for (int i = 1; i < n; i++) {
    for (int k = 0; k < i; k++) {
      x[i] -= L[i * n + k] * x[k];
    }
  }
}

// x = inv(DL') x
static inline __attribute__((always_inline)) void solveDLT(const mjtNum* L, mjtNum* x, int n) {
  for (int i = n - 1; i >= 0; i--) {
    x[i] *= L[i * n + i];
    for (int k = i + 1; k < n; k++) {
      x[i] -= L[k * n + i] * x[k];
    }
  }
}

static inline __attribute__((always_inline)) bool minimize(mjtNum* x, const mjtNum* A,
                                                           const mjtNum* b, const mjtNum* scale,
                                                           mjtNum radius, int n) {
  mjtNum scaled[lbQCQP_MAX * lbQCQP_MAX], L[lbQCQP_MAX * lbQCQP_MAX], y[lbQCQP_MAX] = {0};
  mjtNum lambda = 0, trace = 0;
  bool isLeast = false;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      scaled[i * n + j] = A[i * n + j] * scale[i] * scale[j];
    }
    trace += scaled[i * n + i];
    isLeast |= scale[i] <= mjMINMU;
  }
  // the multiplier is as small as the matrix, which is 1e-10 with the least friction
  mjtNum leastStep = lb_min(phiTolerance, 1e-6 * trace);

  for (int iteration = 0; iteration < (isLeast ? farIterations : maxIterations); iteration++) {
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
    solveL(L, y, n);
    solveDLT(L, y, n);
    for (int i = 0; i < n; i++) {
      square += y[i] * y[i];
      z[i] = y[i];
    }
    mjtNum phi = square - radius * radius;
    if (phi < phiTolerance) {
      break;
    }

    // phi' = -2 y' inv(A' + lambda I) y
    solveL(L, z, n);
    for (int i = 0; i < n; i++) {
      slope -= 2 * z[i] * z[i] * L[i * n + i];
    }
    // with the least friction beside others the first steps are small, and there are many
    mjtNum step = -phi / slope;
    if (step < leastStep && (!isLeast || phi < 1e-5 * radius * radius)) {
      break;
    }
    lambda += step;
  }
  for (int i = 0; i < n; i++) {
    x[i] = y[i] * scale[i];
  }
  return lambda != 0;
}

bool lb_qcqp(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* scale, mjtNum radius,
             int n) {
  // contacts of condim 3, 4 and 6 have loops of their own
  return n == 2   ? minimize(x, A, b, scale, radius, 2)
         : n == 3 ? minimize(x, A, b, scale, radius, 3)
         : n == 5 ? minimize(x, A, b, scale, radius, 5)
                  : minimize(x, A, b, scale, radius, n);
}
