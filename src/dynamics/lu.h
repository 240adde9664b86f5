// Unsymmetric factorization in the full tree pattern D_rownnz/D_rowadr/D_diag/D_colind.
//
// Row i holds the ancestors and the descendants of dof i. Eliminating from the leaves up, A = U L
// with U unit upper triangular, L lower triangular, causes no fill-in.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "data/awake.h"

// Factors the rows of the dofs of a list of mat[nD] in place; it has whole trees, ascending.
void lb_factorFull(const mjModel* m, mjtNum* mat, lbIndexList dofs);

// Replaces these entries of x[nv] by the solution of U L x = old x.
void lb_solveFull(const mjModel* m, mjtNum* x, const mjtNum* factor, lbIndexList dofs);
