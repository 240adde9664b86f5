// Patterns of sparse Jacobians, row by row.

#include "compile/sparse_rows.h"

#include <stdlib.h>
#include <string.h>

lbDofSet lb_makeDofSet(lbCompiler* c, const mjModel* m) {
  return (lbDofSet){.items = LB_WORK_ARRAY(c, int, m->nv + 1),
                    .stamps = LB_WORK_ARRAY(c, int, m->nv + 1),
                    .stamp = 1};
}

void lb_clearDofs(lbDofSet* set) {
  set->count = 0;
  set->stamp++;
}

void lb_addDof(lbDofSet* set, int dof) {
  if (set->stamps[dof] != set->stamp) {
    set->stamps[dof] = set->stamp;
    set->items[set->count++] = dof;
  }
}

void lb_addBodyDofs(lbDofSet* set, const mjModel* m, int body) {
  while (body > 0 && !m->body_dofnum[body]) {
    body = m->body_parentid[body];
  }
  // from the last dof up; a dof that is in the set has brought its ancestors
  int dof = body > 0 ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
  for (; dof >= 0 && set->stamps[dof] != set->stamp; dof = m->dof_parentid[dof]) {
    lb_addDof(set, dof);
  }
}

static int compareInts(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

// An array with room for `more` items behind its first `count`.
static int* grow(lbCompiler* c, int* items, int count, int* capacity, int more) {
  int64_t needed = (int64_t)count + more;
  if (needed <= *capacity) {
    return items;
  }
  *capacity = lb_sizeAsInt(2 * needed, "entries of a sparse matrix");
  int* grown = LB_WORK_ARRAY(c, int, *capacity);
  if (count) {
    memcpy(grown, items, (size_t)count * sizeof(int));
  }
  return grown;
}

void lb_appendRow(lbCompiler* c, lbSparseRows* rows, lbDofSet* set) {
  rows->adr = grow(c, rows->adr, rows->count, &rows->capacity, 2);
  rows->column = grow(c, rows->column, rows->entries, &rows->columnCapacity, set->count);
  if (set->count) {
    qsort(set->items, (size_t)set->count, sizeof(int), compareInts);
    memcpy(rows->column + rows->entries, set->items, (size_t)set->count * sizeof(int));
  }
  rows->adr[rows->count++] = rows->entries;
  rows->entries += set->count;
  rows->adr[rows->count] = rows->entries;
}

int lb_rowLength(const lbSparseRows* rows, int row) {
  return rows->adr[row + 1] - rows->adr[row];
}

int lb_writeRow(const lbSparseRows* rows, int row, int adr, int* rowadr, int* rownnz, int* colind) {
  int length = lb_rowLength(rows, row);
  *rowadr = adr;
  *rownnz = length;
  if (length) {
    memcpy(colind + adr, rows->column + rows->adr[row], (size_t)length * sizeof(int));
  }
  return adr + length;
}
