// Patterns of sparse Jacobians: which degrees of freedom (dofs) each row depends on.
//
// The rows are found once, when the model's sizes are counted, and copied into its arrays when
// these exist.

#pragma once

#include "compile/context.h"

// The dofs of one row.
typedef struct lbDofSet_ {
  int* items;  // (count)
  int count;
  int* stamps;  // (nv) the last row that holds each dof
  int stamp;    // of this row
} lbDofSet;

lbDofSet lb_makeDofSet(lbCompiler* c, const mjModel* m);
void lb_clearDofs(lbDofSet* set);
void lb_addDof(lbDofSet* set, int dof);

// Adds the dofs that move a body: its own and those of its ancestors.
void lb_addBodyDofs(lbDofSet* set, const mjModel* m, int body);

// Appends a row with the dofs of the set, in ascending order.
void lb_appendRow(lbCompiler* c, lbSparseRows* rows, lbDofSet* set);

// Number of entries of a row.
int lb_rowLength(const lbSparseRows* rows, int row);

// Writes one row, whose entries start at adr; returns the address behind it.
int lb_writeRow(const lbSparseRows* rows, int row, int adr, int* rowadr, int* rownnz, int* colind);
