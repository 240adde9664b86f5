// Quadratic program with bounds: minimise x' H x / 2 + x' g, lower <= x <= upper.
//
// Projected Newton method (Tassa, Mansard, Todorov: Control-limited differential dynamic
// programming, 2014): clamp the coordinates at a bound whose gradient points outward, take a Newton
// step in the others, backtrack along the projected line. Converges in a few iterations because
// the factor is renewed only when the clamped set changes.

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/solve.h"

// R holds the factor (nfree x nfree) first; the scratch vectors stand behind an n x n block.
enum { SCRATCH_VECTORS = 7 };

typedef struct {
  int n;
  const mjtNum *H, *g, *lower, *upper;  // bounds may be NULL
} Problem;

// res = H x, from the lower triangle.
static void mulHessian(const Problem* p, mjtNum* res, const mjtNum* x) {
  for (int i = 0; i < p->n; i++) {
    const mjtNum* row = p->H + (size_t)i * p->n;
    res[i] = lb_dot(row, x, i + 1);
    lb_addToScl(res, row, x[i], i);
  }
}

static void clampToBounds(const Problem* p, mjtNum* x) {
  for (int i = 0; i < p->n; i++) {
    if (p->lower && x[i] < p->lower[i]) {
      x[i] = p->lower[i];
    }
    if (p->upper && x[i] > p->upper[i]) {
      x[i] = p->upper[i];
    }
  }
}

// Value at x; also the gradient H x + g when it is wanted.
static mjtNum evaluate(const Problem* p, const mjtNum* x, mjtNum* gradient) {
  mulHessian(p, gradient, x);
  mjtNum value = 0.5 * lb_dot(x, gradient, p->n) + lb_dot(x, p->g, p->n);
  lb_addTo(gradient, p->g, p->n);
  return value;
}

// Lists the coordinates that may move; returns true when the list differs from the old one.
static bool findFree(const Problem* p, const mjtNum* x, const mjtNum* gradient, int* index,
                     int* nfree) {
  int count = 0;
  bool changed = false;
  for (int i = 0; i < p->n; i++) {
    bool atLower = p->lower && x[i] == p->lower[i] && gradient[i] > 0;
    bool atUpper = p->upper && x[i] == p->upper[i] && gradient[i] < 0;
    if (!atLower && !atUpper) {
      changed |= count >= *nfree || index[count] != i;
      index[count++] = i;
    }
  }
  changed |= count != *nfree;
  *nfree = count;
  return changed;
}

// Factor of the free block of H.
static bool factorFree(const Problem* p, mjtNum* R, const int* index, int nfree) {
  for (int i = 0; i < nfree; i++) {
    for (int j = 0; j <= i; j++) {
      R[(size_t)i * nfree + j] = p->H[(size_t)index[i] * p->n + index[j]];
    }
  }
  return lb_cholFactor(R, nfree, mjMINVAL) == nfree;
}

int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
              const mjtNum* lower, const mjtNum* upper) {
  enum { maxIterations = 100 };
  const mjtNum minSquare = 1e-16, backtrack = 0.5, minStep = 1e-22, armijo = 0.1;

  Problem problem = {n, H, g, lower, upper};
  if (lower && upper) {
    for (int i = 0; i < n; i++) {
      if (lower[i] >= upper[i]) {
        lb_complain(
            "mju_boxQP: upper bounds must be strictly larger than lower bounds: lower[%d] = %g, "
            "upper[%d] = %g",
            i, lower[i], i, upper[i]);
        return -1;
      }
    }
  }

  // scratch; the index list lives in the last vector when the caller gives none
  mjtNum *gradient = R + (size_t)n * n, *candidate = gradient + n, *direction = candidate + n;
  mjtNum *trialGradient = direction + n, *freeVector = trialGradient + n;
  int* freeIndex = index ? index : (int*)(freeVector + n);

  clampToBounds(&problem, res);
  mjtNum value = evaluate(&problem, res, gradient);
  int nfree = -1;
  for (int iteration = 0; iteration < maxIterations; iteration++) {
    if (findFree(&problem, res, gradient, freeIndex, &nfree) &&
        !factorFree(&problem, R, freeIndex, nfree)) {
      return -1;
    }

    // converged: nothing free, or no gradient left in the free coordinates
    mjtNum square = 0;
    for (int i = 0; i < nfree; i++) {
      freeVector[i] = -gradient[freeIndex[i]];
      square += freeVector[i] * freeVector[i];
    }
    if (square < minSquare || nfree == 0) {
      return nfree;
    }

    // Newton direction and the slope along it
    lb_cholSolve(freeVector, R, freeVector, nfree);
    lb_zero(direction, n);
    for (int i = 0; i < nfree; i++) {
      direction[freeIndex[i]] = freeVector[i];
    }
    mjtNum slope = lb_dot(direction, gradient, n);
    if (slope >= 0) {
      return nfree;
    }

    // projected line search
    mjtNum step = 1, trial;
    for (;;) {
      lb_addScl(candidate, res, direction, step, n);
      clampToBounds(&problem, candidate);
      trial = evaluate(&problem, candidate, trialGradient);
      if (trial - value <= armijo * step * slope) {
        break;
      }
      step *= backtrack;
      if (step < minStep) {
        return nfree;
      }
    }

    // no further progress in the value: the last point stands
    mjtNum gain = value - trial;
    lb_copy(res, candidate, n);
    lb_copy(gradient, trialGradient, n);
    value = trial;
    if (gain <= 1e-16 * fabs(value)) {
      findFree(&problem, res, gradient, freeIndex, &nfree);
      return factorFree(&problem, R, freeIndex, nfree) ? nfree : -1;
    }
  }
  return nfree;
}

void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                     mjtNum** lower, mjtNum** upper) {
  size_t count = lb_checkedSize((size_t)n, sizeof(mjtNum));
  mjtNum** vectors[] = {res, g, lower, upper};
  for (int i = 0; i < 4; i++) {
    if (vectors[i]) {
      *vectors[i] = mju_malloc(count);
    }
  }
  *R = mju_malloc(lb_checkedSize(count, (size_t)n + SCRATCH_VECTORS));
  *H = mju_malloc(lb_checkedSize(count, (size_t)n));
  if (index) {
    *index = mju_malloc((size_t)n * sizeof(int));
  }
}
