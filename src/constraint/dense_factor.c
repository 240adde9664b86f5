// Reverse Cholesky on dense storage.

#include "constraint/dense_factor.h"

#include <math.h>

#include "math/blas.h"

// Rows eliminated together: their update of the rows above costs one pass instead of four.
enum { panelRows = 4 };

// target[0 .. n-1] -= sum_r scale[r] * source[r][0 .. n-1].
static inline void subtractRows(mjtNum* target, const mjtNum* const source[panelRows],
                                const mjtNum scale[panelRows], int n) {
  const mjtNum *s0 = source[0], *s1 = source[1], *s2 = source[2], *s3 = source[3];
  lbV2 c0 = lb_splat2(scale[0]), c1 = lb_splat2(scale[1]);
  lbV2 c2 = lb_splat2(scale[2]), c3 = lb_splat2(scale[3]);
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 sum = lb_load2(target + k);
    sum -= lb_load2(s0 + k) * c0 + lb_load2(s1 + k) * c1;
    sum -= lb_load2(s2 + k) * c2 + lb_load2(s3 + k) * c3;
    lb_store2(target + k, sum);
  }
  if (k < n) {
    target[k] -= (s0[k] * scale[0] + s1[k] * scale[1]) + (s2[k] * scale[2] + s3[k] * scale[3]);
  }
}

bool lb_denseFactor(mjtNum* H, int stride, mjtNum* diagInv, int n) {
  bool positive = true;
  for (int end = n; end > 0;) {
    int count = end < panelRows ? end : panelRows, first = end - count;

    // factor the panel row by row
    for (int i = end - 1; i >= first; i--) {
      mjtNum *row = H + (size_t)i * stride, pivot = row[i];
      if (!(pivot > mjMINVAL)) {
        pivot = mjMINVAL;
        positive = false;
      }
      diagInv[i] = 1 / sqrt(pivot);
      lb_scl(row, row, diagInv[i], i);
      row[i] = pivot * diagInv[i];
      for (int j = i - 1; j >= first; j--) {
        if (row[j] != 0) {
          lb_addToScl(H + (size_t)j * stride, row, -row[j], j + 1);
        }
      }
    }

    // rows above: subtract what the panel explains
    const mjtNum* source[panelRows];
    for (int r = 0; r < panelRows; r++) {
      source[r] = H + (size_t)(r < count ? first + r : first) * stride;
    }
    for (int j = first - 1; j >= 0; j--) {
      mjtNum scale[panelRows];
      bool any = false;
      for (int r = 0; r < panelRows; r++) {
        scale[r] = r < count ? source[r][j] : 0;
        any |= scale[r] != 0;
      }
      if (any) {
        subtractRows(H + (size_t)j * stride, source, scale, j + 1);
      }
    }
    end = first;
  }
  return positive;
}

void lb_denseSolve(const mjtNum* L, int stride, const mjtNum* diagInv, mjtNum* x, int n) {
  for (int i = n - 1; i >= 0; i--) {
    if (x[i] != 0) {
      x[i] *= diagInv[i];
      lb_addToScl(x, L + (size_t)i * stride, -x[i], i);
    }
  }
  for (int i = 0; i < n; i++) {
    x[i] = (x[i] - lb_dot(L + (size_t)i * stride, x, i)) * diagInv[i];
  }
}

bool lb_denseUpdate(mjtNum* L, int stride, mjtNum* diagInv, mjtNum* x, int last, bool plus) {
  for (int i = last; i >= 0; i--) {
    if (x[i] == 0) {
      continue;
    }

    // rotate (row i, x) so that x_i vanishes; hyperbolically when subtracting
    mjtNum *row = L + (size_t)i * stride, sign = plus ? 1 : -1;
    mjtNum square = row[i] * row[i] + sign * x[i] * x[i];
    if (square < mjMINVAL) {
      return false;
    }
    mjtNum diagonal = sqrt(square), c = diagonal * diagInv[i], s = x[i] * diagInv[i];
    lbV2 inverse = lb_splat2(1 / c), ss = lb_splat2(sign * s), cc = lb_splat2(c);
    lbV2 plain = lb_splat2(s);
    int k = 0;
    for (; k + 2 <= i; k += 2) {
      lbV2 xs = lb_load2(x + k), rows = (lb_load2(row + k) + xs * ss) * inverse;
      lb_store2(row + k, rows);
      lb_store2(x + k, xs * cc - rows * plain);
    }
    for (; k < i; k++) {
      row[k] = (row[k] + sign * s * x[k]) * (1 / c);
      x[k] = c * x[k] - s * row[k];
    }
    row[i] = diagonal;
    diagInv[i] = 1 / diagonal;
  }
  return true;
}

// target[0 .. n-1] += sum_r scale[r] * source[r][0 .. n-1].
static inline void addRows(mjtNum* target, const mjtNum* const source[panelRows],
                           const mjtNum scale[panelRows], int n) {
  const mjtNum *s0 = source[0], *s1 = source[1], *s2 = source[2], *s3 = source[3];
  lbV2 c0 = lb_splat2(scale[0]), c1 = lb_splat2(scale[1]);
  lbV2 c2 = lb_splat2(scale[2]), c3 = lb_splat2(scale[3]);
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 sum = lb_load2(target + k);
    sum += lb_load2(s0 + k) * c0 + lb_load2(s1 + k) * c1;
    sum += lb_load2(s2 + k) * c2 + lb_load2(s3 + k) * c3;
    lb_store2(target + k, sum);
  }
  if (k < n) {
    target[k] += (s0[k] * scale[0] + s1[k] * scale[1]) + (s2[k] * scale[2] + s3[k] * scale[3]);
  }
}

void lb_denseAddRows(mjtNum* H, int stride, const int* cols, int nnz, const mjtNum* J, int count,
                     const mjtNum* weight, mjtNum* block) {
  mjtNum* target = cols ? block : H;
  int targetStride = cols ? nnz : stride;
  bool first = cols != NULL;

  // four active rows at a time
  for (int r = 0; r < count;) {
    const mjtNum* source[panelRows];
    mjtNum active[panelRows] = {0};
    int found = 0;
    for (; r < count && found < panelRows; r++) {
      if (weight[r] != 0) {
        active[found] = weight[r];
        source[found++] = J + (size_t)r * nnz;
      }
    }
    if (!found) {
      break;
    }
    for (int k = found; k < panelRows; k++) {
      source[k] = source[0];
    }
    for (int a = 0; a < nnz; a++) {
      mjtNum scale[panelRows];
      for (int k = 0; k < panelRows; k++) {
        scale[k] = active[k] * source[k][a];
      }
      if (first) {
        lb_zero(target + (size_t)a * targetStride, a + 1);
      }
      addRows(target + (size_t)a * targetStride, source, scale, a + 1);
    }
    first = false;
  }
  if (!cols || first) {
    return;
  }

  // scatter
  for (int a = 0; a < nnz; a++) {
    mjtNum* row = H + (size_t)cols[a] * stride;
    const mjtNum* from = block + (size_t)a * nnz;
    for (int k = 0; k <= a; k++) {
      row[cols[k]] += from[k];
    }
  }
}
