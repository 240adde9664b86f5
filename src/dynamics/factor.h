// Sparse factorization of matrices with the tree pattern of the inertia matrix.
//
// A symmetric matrix in M's layout (lower triangle, row i = the ancestors of dof i, ascending, and
// i itself last) is factored as L'DL from the leaves up, which causes no fill-in. L (unit diagonal)
// replaces the entries left of the diagonal, D the diagonal.
//
// Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "data/awake.h"
#include "data/tree_share.h"

// res = mat * vec for the rows and columns of the listed dofs (dynamics/inertia.c).
void lb_mulTree(const mjModel* m, mjtNum* res, const mjtNum* mat, const mjtNum* vec,
                lbIndexList dofs);

// M without the armatures of actuators and tendons, and its factor, for a share of the trees
// (kinematics/tree_stages.h); whether there are such armatures.
void lb_inertiaOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share);
void lb_factorOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share);
bool lb_hasArmature(const mjModel* m);

// A factor in M's layout.
typedef struct lbTreeFactor_ {
  const mjtNum* L;        // with D on its diagonal (nC)
  const mjtNum* diagInv;  // inverse of D (nv)
} lbTreeFactor;

static inline lbTreeFactor lb_inertiaFactor(const mjData* d) {
  return (lbTreeFactor){d->qLD, d->qLDiagInv};
}

// In the lists of what follows, positions before the first are left alone as those behind the last.

// Copies the rows of the listed dofs.
void lb_copyTree(const mjModel* m, mjtNum* res, const mjtNum* mat, lbIndexList dofs);

// Factors mat in place and writes the inverse of D to diagInv. Dofs outside the list are left
// alone; simple dofs are only inverted. A pivot below mjMINVAL is raised to it; returns the number
// of the first such dof, or -1.
int lb_factorTree(const mjModel* m, mjtNum* mat, mjtNum* diagInv, lbIndexList dofs);

// Replaces x[nv] by the solution of L'DL x = old x. Entries of dofs outside the list are left
// alone.
void lb_solveTree(const mjModel* m, mjtNum* x, const mjtNum* factor, const mjtNum* diagInv,
                  lbIndexList dofs);

// x[nv] <- L^-T x, half of a solution: x' M^-1 x is the sum of the squares of what results times
// the inverse of D. Only ancestors of dofs that are not zero take part.
void lb_solveUp(const mjModel* m, mjtNum* x, const mjtNum* factor, lbIndexList dofs);

// Solves L'DL x = old x for one kinematic tree; its dof i is x[i + shift].
void lb_solveOneTree(const mjModel* m, lbTreeFactor factor, int tree, int shift, mjtNum* x);
