// Constraint space seen through the inverse inertia: A = J inv(M) J' = Y Y',
// Y = J inv(L) inv(sqrt(D)) with the factors M = L' D L in mjData, or those of a matrix in M's
// place.
//
// A row of Y is nonzero where the row of J is, and at the ancestors of those dofs. Dense Jacobians
// give dense Y and AR, sparse ones CSR. Requirements SOL-40..SOL-42.

#include "constraint/project.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/simd.h"

// Dofs of a row of Y, ascending: columns of the row of J and all their ancestors. mark: (nv) zeros,
// zeros again on return. dofs may be NULL to count only.
static int projectedPattern(const mjModel* m, const mjData* d, int row, char* mark, int* dofs) {
  const int* cols = d->efc_J_colind + d->efc_J_rowadr[row];
  int count = 0;

  // from the last dof down every ancestor is met before it is left
  for (int k = d->efc_J_rownnz[row] - 1; k >= 0; k--) {
    for (int i = cols[k]; i >= 0 && !mark[i]; i = m->dof_parentid[i]) {
      mark[i] = 1;
      count++;
    }
  }
  for (int k = 0, at = 0; k < d->efc_J_rownnz[row]; k++) {
    // trees are consecutive ranges of dofs: collect from the root of this one up to this column
    int tree = m->dof_treeid[cols[k]];
    bool lastOfTree = k + 1 == d->efc_J_rownnz[row] || m->dof_treeid[cols[k + 1]] != tree;
    for (int i = m->tree_dofadr[tree]; lastOfTree && i <= cols[k]; i++) {
      if (mark[i] && dofs) {
        dofs[at++] = i;
      }
      mark[i] = 0;
    }
  }
  return count;
}

// y over full width: in the row of J, out the row of Y. dofs: its pattern.
static void projectRow(const mjModel* m, lbTreeFactor factor, const int* dofs, int count,
                       mjtNum* y) {
  for (int k = count - 1; k >= 0; k--) {
    int i = dofs[k], adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    mjtNum yi = y[i];
    for (int n = 0; yi != 0 && n < last; n++) {
      y[m->M_colind[adr + n]] -= factor.L[adr + n] * yi;
    }
    y[i] = yi * sqrt(factor.diagInv[i]);
  }
}

// y = row of J at full width; only entries of the pattern are written.
static void expandRow(const mjModel* m, const mjData* d, int row, const int* dofs, int count,
                      mjtNum* y) {
  int adr = d->efc_J_rowadr[row], nnz = d->efc_J_rownnz[row];
  const int* cols = d->efc_J_colind + adr;
  const mjtNum* full = d->efc_J + (size_t)row * m->nv;
  bool sparse = mj_isSparse(m);
  for (int k = 0; k < count; k++) {
    y[dofs[k]] = 0;
  }
  for (int k = 0; k < nnz; k++) {
    y[cols[k]] = sparse ? d->efc_J[adr + k] : full[cols[k]];
  }
}

void lb_exactDiagonal(const mjModel* m, mjData* d, lbTreeFactor factor, mjtNum* diagonal) {
  mj_markStack(d);
  char* mark = LB_STACK(d, char, m->nv);
  int* dofs = lb_stackInt(d, m->nv);
  mjtNum* y = lb_stackNum(d, m->nv);
  memset(mark, 0, m->nv);
  int count = 0;
  for (int r = 0; r < d->nefc; r++) {
    if (!r || !d->efc_J_rowsuper[r - 1]) {
      count = projectedPattern(m, d, r, mark, dofs);
    }
    expandRow(m, d, r, dofs, count, y);
    projectRow(m, factor, dofs, count, y);
    mjtNum sum = 0;
    for (int k = 0; k < count; k++) {
      sum += y[dofs[k]] * y[dofs[k]];
    }
    diagonal[r] = sum < mjMINVAL ? mjMINVAL : sum;
  }
  mj_freeStack(d);
}

// --------------------------------------------------------------------------------------- dense

// The array that is there, or a new one.
static void* takeArray(mjData* d, void* array, size_t bytes, int alignment) {
  return array ? array : lb_arenaAlloc(d, bytes, (size_t)alignment);
}

static bool projectDense(const mjModel* m, mjData* d, lbTreeFactor factor) {
  int nefc = d->nefc, nv = (int)m->nv;
  d->nY = nefc * nv;
  d->nA = nefc * nefc;
  d->efc_Y = takeArray(d, d->efc_Y, d->nY * sizeof(mjtNum), 16);
  d->efc_AR = takeArray(d, d->efc_AR, (size_t)nefc * nefc * sizeof(mjtNum), 16);
  if (!d->efc_Y || !d->efc_AR) {
    return false;
  }
  int* dofs = lb_stackInt(d, nv);
  for (int i = 0; i < nv; i++) {
    dofs[i] = i;
  }
  memcpy(d->efc_Y, d->efc_J, d->nY * sizeof(mjtNum));
  for (int r = 0; r < nefc; r++) {
    mjtNum* y = d->efc_Y + (size_t)r * nv;
    projectRow(m, factor, dofs, nv, y);
    for (int c = 0; c <= r; c++) {
      mjtNum value = lb_dot(y, d->efc_Y + (size_t)c * nv, nv);
      d->efc_AR[(size_t)r * nefc + c] = d->efc_AR[(size_t)c * nefc + r] = value;
    }
    d->efc_AR[(size_t)r * (nefc + 1)] += d->efc_R[r];
  }
  return true;
}

// -------------------------------------------------------------------------------------- sparse

static bool makeY(const mjModel* m, mjData* d, lbTreeFactor factor) {
  int nefc = d->nefc;
  char* mark = LB_STACK(d, char, m->nv);
  mjtNum* y = lb_stackNum(d, m->nv);
  memset(mark, 0, m->nv);
  d->efc_Y_rownnz = takeArray(d, d->efc_Y_rownnz, nefc * sizeof(int), 4);
  d->efc_Y_rowadr = takeArray(d, d->efc_Y_rowadr, nefc * sizeof(int), 4);
  if (!d->efc_Y_rownnz || !d->efc_Y_rowadr) {
    return false;
  }
  d->nY = 0;
  for (int r = 0; r < nefc; r++) {
    bool repeated = r && d->efc_J_rowsuper[r - 1];
    d->efc_Y_rownnz[r] = repeated ? d->efc_Y_rownnz[r - 1] : projectedPattern(m, d, r, mark, NULL);
    d->efc_Y_rowadr[r] = d->nY;
    d->nY += d->efc_Y_rownnz[r];
  }
  d->efc_Y_colind = takeArray(d, d->efc_Y_colind, d->nY * sizeof(int), 4);
  d->efc_Y = takeArray(d, d->efc_Y, d->nY * sizeof(mjtNum), 16);
  if (!d->efc_Y_colind || !d->efc_Y) {
    return false;
  }
  for (int r = 0; r < nefc; r++) {
    int adr = d->efc_Y_rowadr[r], nnz = d->efc_Y_rownnz[r], *dofs = d->efc_Y_colind + adr;
    if (r && d->efc_J_rowsuper[r - 1]) {
      memcpy(dofs, dofs - nnz, nnz * sizeof(int));
    } else if (nnz == d->efc_J_rownnz[r]) {
      memcpy(dofs, d->efc_J_colind + d->efc_J_rowadr[r], nnz * sizeof(int));
    } else {
      projectedPattern(m, d, r, mark, dofs);
    }
    expandRow(m, d, r, dofs, nnz, y);
    projectRow(m, factor, dofs, nnz, y);
    for (int k = 0; k < nnz; k++) {
      d->efc_Y[adr + k] = y[dofs[k]];
    }
  }
  return true;
}

// Rows of Y by dof: the transposed pattern and values.
typedef struct Transposed_ {
  int *adr, *row;
  mjtNum* value;
} Transposed;

static Transposed transposeY(const mjModel* m, mjData* d) {
  int nv = (int)m->nv;
  Transposed t = {lb_stackInt(d, nv + 1), lb_stackInt(d, d->nY), lb_stackNum(d, d->nY)};
  memset(t.adr, 0, (nv + 1) * sizeof(int));
  for (int k = 0; k < d->nY; k++) {
    t.adr[d->efc_Y_colind[k] + 1]++;
  }
  for (int i = 0; i < nv; i++) {
    t.adr[i + 1] += t.adr[i];
  }
  for (int r = 0; r < d->nefc; r++) {
    for (int k = d->efc_Y_rowadr[r]; k < d->efc_Y_rowadr[r] + d->efc_Y_rownnz[r]; k++) {
      int at = t.adr[d->efc_Y_colind[k]]++;
      t.row[at] = r;
      t.value[at] = d->efc_Y[k];
    }
  }
  for (int i = nv; i > 0; i--) {
    t.adr[i] = t.adr[i - 1];
  }
  t.adr[0] = 0;
  return t;
}

// Rows up to and including `row` that share a dof with it, listed in cols (unsorted). touched:
// (nefc) zeros, zeros again on return. Returns their number. Rows that share a dof share its
// ancestors, so the dofs without a parent tell.
static int meetRows(const mjModel* m, const mjData* d, const Transposed* t, int row, char* touched,
                    int* cols) {
  int count = 0;
  for (int k = d->efc_Y_rowadr[row]; k < d->efc_Y_rowadr[row] + d->efc_Y_rownnz[row]; k++) {
    int dof = d->efc_Y_colind[k];
    if (m->dof_parentid[dof] >= 0) {
      continue;
    }
    for (int n = t->adr[dof]; n < t->adr[dof + 1] && t->row[n] <= row; n++) {
      int other = t->row[n];
      if (!touched[other]) {
        touched[other] = 1;
        cols[count++] = other;
      }
    }
  }
  for (int k = 0; k < count; k++) {
    touched[cols[k]] = 0;
  }
  // a row without dofs meets itself
  if (!count) {
    cols[count++] = row;
  }
  return count;
}

// Puts a list of rows into ascending order. touched: as above.
static void sortRows(int* list, int count, char* touched) {
  int first = list[0], last = list[0], sorted = 1;
  for (int k = 1; k < count; k++) {
    sorted += list[k] > list[k - 1];
    first = list[k] < first ? list[k] : first;
    last = list[k] > last ? list[k] : last;
  }
  if (sorted == count) {
    return;
  }
  for (int k = 0; k < count; k++) {
    touched[list[k]] = 1;
  }
  for (int row = first, k = 0; row <= last; row++) {
    if (touched[row]) {
      list[k++] = row;
      touched[row] = 0;
    }
  }
}

// Rows of one pattern are multiplied so many at a time.
enum { lanes = 4 };

// How many rows from this one on, at most `lanes`, have one pattern.
static int rowsAlike(const mjData* d, int row) {
  int count = d->efc_J_rowsuper[row] + 1;
  return count < lanes ? count : lanes;
}

// Rows of A up to the diagonal: sums over dofs, those of row first + j in sum[lanes * column + j].
static void multiplyRows(const mjData* d, const Transposed* t, int first, int rows, mjtNum* sum) {
  int adr = d->efc_Y_rowadr[first], nnz = d->efc_Y_rownnz[first], last = first + rows - 1;
  for (int k = 0; k < nnz; k++) {
    int dof = d->efc_Y_colind[adr + k], end = t->adr[dof + 1];
    if (rows == 1) {
      mjtNum scale = d->efc_Y[adr + k];
      for (int n = t->adr[dof]; n < end && t->row[n] <= last; n++) {
        sum[lanes * t->row[n]] += scale * t->value[n];
      }
      continue;
    }
    mjtNum scale[lanes] = {0};
    for (int j = 0; j < rows; j++) {
      scale[j] = d->efc_Y[adr + j * nnz + k];
    }
    lbV2 low = lb_load2(scale), high = lb_load2(scale + 2);
    for (int n = t->adr[dof]; n < end && t->row[n] <= last; n++) {
      mjtNum *at = sum + lanes * t->row[n], value = t->value[n];
      lb_store2(at, lb_load2(at) + low * value);
      lb_store2(at + 2, lb_load2(at + 2) + high * value);
    }
  }
}

// Row of A up to the diagonal from its sums, and its mirror image.
static void storeRow(mjData* d, int row, const int* cols, int count, const mjtNum* sum, int* next) {
  for (int k = 0; k < count; k++) {
    int c = cols[k];
    mjtNum value = sum[lanes * c];
    d->efc_AR_colind[next[row]] = c;
    d->efc_AR[next[row]++] = value + (c == row ? d->efc_R[row] : 0);
    if (c < row) {
      d->efc_AR_colind[next[c]] = row;
      d->efc_AR[next[c]++] = value;
    }
  }
}

// The lower triangle is computed; each number of it also goes to its mirror image, and since rows
// are visited in order, the columns of every row come out sorted.
static bool makeAR(const mjModel* m, mjData* d) {
  int nefc = d->nefc;
  Transposed t = transposeY(m, d);
  char* touched = LB_STACK(d, char, nefc);
  int *cols = lb_stackInt(d, nefc), *next = lb_stackInt(d, nefc);
  mjtNum* sum = lb_stackNum(d, lanes * (size_t)nefc);
  memset(touched, 0, nefc);
  d->efc_AR_rownnz = takeArray(d, d->efc_AR_rownnz, nefc * sizeof(int), 4);
  d->efc_AR_rowadr = takeArray(d, d->efc_AR_rowadr, nefc * sizeof(int), 4);
  if (!d->efc_AR_rownnz || !d->efc_AR_rowadr) {
    return false;
  }

  // sizes, then values in ascending order of columns; a row of the pattern of the one before meets
  // the same rows and that one
  memset(d->efc_AR_rownnz, 0, nefc * sizeof(int));
  for (int r = 0, count = 0; r < nefc; r++) {
    if (r && d->efc_J_rowsuper[r - 1]) {
      cols[count++] = r;
    } else {
      count = meetRows(m, d, &t, r, touched, cols);
    }
    d->efc_AR_rownnz[r] += count;
    for (int k = 0; k < count; k++) {
      d->efc_AR_rownnz[cols[k]] += cols[k] != r;
    }
  }
  d->nA = 0;
  for (int r = 0; r < nefc; r++) {
    next[r] = d->efc_AR_rowadr[r] = d->nA;
    d->nA += d->efc_AR_rownnz[r];
  }
  d->efc_AR_colind = takeArray(d, d->efc_AR_colind, d->nA * sizeof(int), 4);
  d->efc_AR = takeArray(d, d->efc_AR, d->nA * sizeof(mjtNum), 16);
  if (!d->efc_AR_colind || !d->efc_AR) {
    return false;
  }
  lb_zero(sum, lanes * nefc);
  for (int first = 0, rows, count = 0; first < nefc; first += rows) {
    rows = rowsAlike(d, first);
    if (first && d->efc_J_rowsuper[first - 1]) {
      cols[count++] = first;
    } else {
      count = meetRows(m, d, &t, first, touched, cols);
      sortRows(cols, count, touched);
    }
    multiplyRows(d, &t, first, rows, sum);
    for (int j = 0; j < rows; j++) {
      cols[count - 1 + j] = first + j;
      storeRow(d, first + j, cols, count + j, sum + j, next);
    }
    count += rows - 1;
    for (int k = 0; k < count; k++) {
      lb_zero(sum + lanes * cols[k], lanes);
    }
  }
  return true;
}

void lb_projectConstraint(const mjModel* m, mjData* d, lbTreeFactor factor) {
  d->nY = d->nA = 0;
  if (!d->nefc || !mj_isDual(m)) {
    return;
  }
  lb_checkRows(m, d, "mj_projectConstraint");
  mj_markStack(d);
  bool done = mj_isSparse(m) ? makeY(m, d, factor) && makeAR(m, d) : projectDense(m, d, factor);
  mj_freeStack(d);

  // no room for A: go on without constraints, as when there is no room for the rows
  if (!done) {
    mj_warning(d, mjWARN_CNSTRFULL, d->narena > INT32_MAX ? INT32_MAX : (int)d->narena);
    d->nefc = d->ne = d->nf = d->nl = d->nJ = d->nY = d->nA = d->nisland = 0;
  }
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(d);
  lb_projectConstraint(m, d, lb_inertiaFactor(d));
}
