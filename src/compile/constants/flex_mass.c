// Effective mass of bending sheets; see flex_mass.h.
//
// The three axes do not mix and are alike: rows of the first one are computed, the others copied.

#include "compile/constants/flex_mass.h"

#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/inline.h"
#include "model/flex_layout.h"

// Where a row has a column, NULL: nowhere.
static mjtNum* findEntry(const mjModel* m, int row, int column) {
  int low = m->efm0_L_rowadr[row], high = low + m->efm0_L_rownnz[row] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (m->efm0_L_colind[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == high && m->efm0_L_colind[low] == column ? m->efm0_L + low : NULL;
}

// Row of a vertex, -1: it takes no part. rows: those of all dofs (nv).
static int vertexRow(const mjModel* m, const int* rows, int flex, int vertex) {
  int dof = vertex < 0 ? -1 : m->body_dofadr[m->flex_vertbodyid[m->flex_vertadr[flex] + vertex]];
  return dof < 0 ? -1 : rows[dof];
}

// The lower triangle of (h^2 + h d) K; notes the entries that are not fill.
LB_APART static void addBending(mjModel* m, const int* rows, bool* given, int flex) {
  mjtNum h = m->opt.timestep, scale = h * h + h * m->flex_damping[flex];
  const mjtNum* bending = m->flex_bending + m->flex_bendingadr[flex];
  for (int e = 0; e < m->flex_edgenum[flex]; e++, bending += lbBENDING_STRIDE) {
    int edge = m->flex_edgeadr[flex] + e, row[4];
    const int *ends = m->flex_edge + 2 * edge, *tips = m->flex_edgeflap + 2 * edge;
    for (int k = 0; k < 4; k++) {
      row[k] = vertexRow(m, rows, flex, k < 2 ? ends[k] : tips[k - 2]);
    }
    for (int k = 0; k < 16 && tips[0] >= 0 && tips[1] >= 0; k++) {
      int i = row[k / 4], j = row[k % 4];
      mjtNum* entry = i >= j && j >= 0 ? findEntry(m, i, j) : NULL;
      if (entry) {
        *entry += scale * bending[k];
        given[entry - m->efm0_L] = true;
      }
    }
  }
}

// row to -= L(from, to) times row from, up to the diagonal. Both lists ascend.
static void subtractRow(mjModel* m, int to, int from) {
  const int* column = m->efm0_L_colind;
  const mjtNum* stop = findEntry(m, from, to);
  int at = m->efm0_L_rowadr[to], end = at + m->efm0_L_rownnz[to];
  for (mjtNum* value = m->efm0_L + m->efm0_L_rowadr[from]; stop && value <= stop; value++) {
    while (at < end && column[at] < column[value - m->efm0_L]) {
      at++;
    }
    if (at < end) {
      m->efm0_L[at] -= *stop * *value;
    }
  }
}

// The row next up the elimination tree, -1: none.
static int parentRow(const mjModel* m, int row) {
  int nnz = m->efm0_L_rownnz[row];
  return nnz < 2 ? -1 : lb_minInt(row - 1, m->efm0_L_colind[m->efm0_L_rowadr[row] + nnz - 2]);
}

// Rows with a given entry below the diagonal, by its column: those of column i are from adr[i] on,
// before adr[i + 1] (rows of all dofs).
static void listGiven(const mjModel* m, int n, const bool* given, int* list, int* adr) {
  memset(adr, 0, (size_t)(n + 2) * sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < n; i += 3) {
      int first = m->efm0_L_rowadr[i], last = first + m->efm0_L_rownnz[i] - 1;
      for (int k = first; k < last; k++) {
        if (given[k] && pass) {
          list[adr[m->efm0_L_colind[k] + 1]++] = i;
        } else if (given[k]) {
          adr[m->efm0_L_colind[k] + 2]++;
        }
      }
    }
    for (int i = 0; i <= n && !pass; i++) {
      adr[i + 1] += adr[i];
    }
  }
}

// A = L' L in place, row by row from the last. COMPAT: FLEX-HINGE-ORDER: what later rows take from
// a row comes in the order in which the reference finds them: from each entry of A below the
// diagonal up the elimination tree.
// list: (nefm0L); adr: (n + 2); seen: (n).
LB_APART static void factor(mjModel* m, int n, const bool* given, int* list, int* adr, int* seen) {
  listGiven(m, n, given, list, adr);
  memset(seen, -1, (size_t)n * sizeof(int));
  for (int k = n - 3; k >= 0; k -= 3) {
    int first = m->efm0_L_rowadr[k], last = first + m->efm0_L_rownnz[k] - 1;
    for (int a = adr[k]; a < adr[k + 1]; a++) {
      for (int i = list[a]; i > k && seen[i] != k; i = parentRow(m, i)) {
        seen[i] = k;
        subtractRow(m, k, i);
      }
    }
    mjtNum pivot = sqrt(lb_max(mjMINVAL, m->efm0_L[last])), inverse = 1 / pivot;
    m->efm0_L[last] = pivot;
    for (int a = first; a < last; a++) {
      m->efm0_L[a] *= inverse;
    }
  }
}

void lb_setFlexMass(mjModel* m) {
  int n = (int)m->nefm0dof / 3 * 3;
  for (int i = 0; i < n; i += 3) {
    if (m->efm0_L_rownnz[i] < 1) {
      lb_error("efm0_L has a row without a diagonal");
    }
  }
  if (!n) {
    return;
  }
  // not on the stack: a model's memory may be less than its sheets have entries
  size_t entries = (size_t)m->nefm0L, dofs = (size_t)m->nv;
  int* rows = lb_alloc((dofs + 2 * (size_t)n + 2 + entries) * sizeof(int) + entries);
  int *adr = rows + dofs, *seen = adr + n + 2, *list = seen + n;
  bool* given = (bool*)(list + entries);
  memset(rows, -1, dofs * sizeof(int));
  memset(given, 0, entries);
  memset(m->efm0_L, 0, entries * sizeof(mjtNum));
  for (int i = 0; i < n; i += 3) {
    rows[m->efm0_dofid[i]] = i;
  }
  for (int i = 0; i < m->nflex; i++) {
    if (m->flex_bendingadr[i] >= 0 && !m->flex_interp[i]) {
      addBending(m, rows, given, i);
    }
  }
  // COMPAT: FLEX-POINT-MASS: whatever else the dof moves does not count
  for (int i = 0; i < n; i += 3) {
    int dof = m->efm0_dofid[i];
    m->efm0_L[m->efm0_L_rowadr[i] + m->efm0_L_rownnz[i] - 1] +=
        m->body_mass[m->dof_bodyid[dof]] + m->dof_armature[dof];
  }
  factor(m, n, given, list, adr, seen);
  for (int i = 0; i < n; i++) {
    int model = i - i % 3, count = lb_minInt(m->efm0_L_rownnz[i], m->efm0_L_rownnz[model]);
    memmove(m->efm0_L + m->efm0_L_rowadr[i], m->efm0_L + m->efm0_L_rowadr[model],
            (size_t)count * sizeof(mjtNum));
  }
  lb_free(rows);
}
