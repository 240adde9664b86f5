// Reverse LDL' factorization on dense storage.
//
// Rows are eliminated four at a time (math/panel.h). Rank-one updates are method C1 of Gill, Golub,
// Murray and Saunders (Methods for modifying matrix factorizations, 1974), with the reciprocal of
// their scale alpha carried along: it grows by a sum, so that divisions stay out of the chain from
// row to row.

#include "math/ldl.h"

#include <math.h>

#include "math/blas.h"
#include "math/panel.h"

mjtNum lb_ldlPivot(mjtNum pivot, mjtNum* row, int n) {
  if (fabs(pivot) > mjMINVAL) {
    return fabs(pivot);
  }
  lb_zero(row, n);
  return mjMINVAL;
}

bool lb_ldlFactor(mjtNum* H, int stride, mjtNum* diagInv, int n) {
  bool positive = true;
  for (int end = n; end > 0;) {
    int count = end < PANEL ? end : PANEL, first = end - count;

    // inside the panel row by row
    for (int i = end - 1; i >= first; i--) {
      mjtNum *row = H + (size_t)i * stride, pivot = row[i];
      if (!(pivot > mjMINVAL)) {
        pivot = lb_ldlPivot(pivot, row, i);
        positive = false;
      }
      row[i] = pivot;
      diagInv[i] = 1 / pivot;
      lb_scl(row, row, diagInv[i], i);
      for (int j = i - 1; j >= first; j--) {
        if (row[j] != 0) {
          lb_addToScl(H + (size_t)j * stride, row, -row[j] * pivot, j + 1);
        }
      }
    }

    // the rows above
    if (first > 0) {
      Panel panel;
      mjtNum factor[PANEL];
      for (int r = 0; r < PANEL; r++) {
        const mjtNum* row = H + (size_t)(first + r) * stride;
        panel.row[r] = row;
        factor[r] = row[first + r];
      }
      addOuterPanel(H, stride, &panel, factor, -1, first);
    }
    end = first;
  }
  return positive;
}

void lb_ldlSolve(const mjtNum* L, int stride, const mjtNum* diagInv, mjtNum* x, int n) {
  // L' y = x from the last row upwards; rows with y = 0 have nothing to say
  int i = n;
  for (; i >= PANEL; i -= PANEL) {
    Panel panel;
    bool any = false;
    for (int r = PANEL - 1; r >= 0; r--) {
      int index = i - PANEL + r;
      const mjtNum* row = L + (size_t)index * stride;
      mjtNum value = x[index];
      panel.row[r] = row;
      panel.scale[r] = value;
      any |= value != 0;
      for (int k = i - PANEL; k < index; k++) {
        x[k] -= row[k] * value;
      }
    }
    if (any) {
      addPanel(x, &panel, -1, i - PANEL);
    }
  }
  for (i--; i > 0; i--) {
    lb_addToScl(x, L + (size_t)i * stride, -x[i], i);
  }

  // D, then L from the first row downwards, four rows sharing the loads of x
  for (i = 0; i < n; i++) {
    x[i] *= diagInv[i];
  }
  for (i = 1; i < n % PANEL; i++) {
    x[i] -= lb_dot(L + (size_t)i * stride, x, i);
  }
  for (i = n % PANEL; i < n; i += PANEL) {
    const mjtNum* rows = L + (size_t)i * stride;
    mjtNum dot[PANEL];
    lb_mulMatVecStride(dot, rows, stride, x, PANEL, i);
    for (int r = 0; r < PANEL; r++) {
      const mjtNum* row = rows + (size_t)r * stride;
      mjtNum value = x[i + r] - dot[r];
      for (int k = 0; k < r; k++) {
        value -= row[i + k] * x[i + k];
      }
      x[i + r] = value;
    }
  }
}

// One step of an update: x_i = p meets pivot d. gamma = 1 / alpha becomes gamma + p^2 / d, the
// pivot d gamma' / gamma; the row takes beta x after x lost p times the row.
typedef struct {
  mjtNum p, beta;
} Step;

static inline bool takeStep(Step* step, mjtNum p, mjtNum* pivot, mjtNum* pivotInv, mjtNum* gamma) {
  mjtNum q = p * *pivotInv, next = *gamma + p * q, inverse = 1 / next;
  mjtNum growth = next / *gamma;
  step->p = p;
  step->beta = q * inverse;
  *pivotInv *= *gamma * inverse;
  *pivot *= growth;
  *gamma = next;
  return growth > 0 && *pivot > mjMINVAL;
}

static inline void updateRow(mjtNum* restrict row, mjtNum* restrict x, Step step, int n) {
  lbV2 p = lb_splat2(step.p), beta = lb_splat2(step.beta);
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 v = lb_load2(row + k), rest = lb_load2(x + k) - v * p;
    lb_store2(x + k, rest);
    lb_store2(row + k, v + rest * beta);
  }
  if (k < n) {
    x[k] -= row[k] * step.p;
    row[k] += x[k] * step.beta;
  }
}

bool lb_ldlUpdate(mjtNum* L, int stride, mjtNum* diagInv, mjtNum* x, int last, mjtNum weight) {
  mjtNum gamma = 1 / weight;
  for (int i = last; i >= 0; i--) {
    if (x[i] == 0) {
      continue;
    }
    mjtNum* row = L + (size_t)i * stride;
    Step step;
    if (!takeStep(&step, x[i], row + i, diagInv + i, &gamma)) {
      return false;
    }
    updateRow(row, x, step, i);
  }
  return true;
}

void lb_ldlAddRows(mjtNum* H, int stride, const int* cols, int nnz, const mjtNum* J, int count,
                   const mjtNum* weight, mjtNum* block) {
  if (!cols) {
    lb_addSqrMatTDLower(H, stride, J, nnz, weight, count, nnz);
    return;
  }

  // products in the compact block, then scattered once
  for (int j = 0; j < nnz; j++) {
    lb_zero(block + (size_t)j * nnz, j + 1);
  }
  lb_addSqrMatTDLower(block, nnz, J, nnz, weight, count, nnz);
  for (int a = 0; a < nnz; a++) {
    mjtNum* row = H + (size_t)cols[a] * stride;
    const mjtNum* from = block + (size_t)a * nnz;
    for (int k = 0; k <= a; k++) {
      row[cols[k]] += from[k];
    }
  }
}
