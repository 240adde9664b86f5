// The two ways to store a Hessian: what hessian.c asks of hessian_dense.c and hessian_sparse.c.
// H is h->base or h->factor; groups have columns.

#pragma once

#include "solver/hessian.h"

// What else it needs, on the stack; returns how many numbers H takes.
size_t lb_denseInit(lbHessian* h);
size_t lb_sparseInit(lbHessian* h);

// base = M.
void lb_denseSetInertia(lbHessian* h);
void lb_sparseSetInertia(lbHessian* h);

// H += J' diag(weight) J over the columns of a group; J (count x nnz), weight NULL: ones.
void lb_denseAddRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J, int count,
                     const mjtNum* weight);
void lb_sparseAddRows(lbHessian* h, mjtNum* H, const lbRowGroup* group, const mjtNum* J, int count,
                      const mjtNum* weight);

// factor = base, to be added to and then factored in place.
void lb_denseCopyBase(lbHessian* h);
void lb_sparseCopyBase(lbHessian* h);
void lb_denseFactor(lbHessian* h);
void lb_sparseFactor(lbHessian* h);

// Are rank one updates by all rows with a weight (changes of them) cheaper than a new factor?
bool lb_denseUpdatesPay(const lbHessian* h, int changes);
bool lb_sparseUpdatesPay(const lbHessian* h);

// Factor of H + weight J' J for one row of a group (nnz). False when the result is not positive
// definite: the factor is then useless.
bool lb_denseUpdate(lbHessian* h, const lbRowGroup* group, const mjtNum* J, mjtNum weight);
bool lb_sparseUpdate(lbHessian* h, const lbRowGroup* group, const mjtNum* J, mjtNum weight);
