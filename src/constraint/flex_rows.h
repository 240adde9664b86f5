// Rows of equality constraints on flexes.

#pragma once

#include "constraint/rows.h"

// Size of the rows of one flex equality: number of rows, and Jacobian entries.
void lb_flexEqualitySize(const mjModel* m, mjData* d, int eq, int* rows, int* nnz);

// Appends them, with estimates of the diagonal of A in efc_diagA.
void lb_addFlexEquality(lbRowBuilder* b, int eq);
