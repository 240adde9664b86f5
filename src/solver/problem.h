// One constraint problem to be solved: an island, or everything when islands are off.
//
// Dofs and rows have local indices. Dofs of one tree are consecutive in both numberings. Rows with
// equal patterns that follow each other form a group, whose values are a small dense matrix:
// products gather once per group and run over contiguous memory.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "dynamics/factor.h"
#include "solver/update.h"

typedef struct lbRowGroup_ {
  int row, count;   // first local row, number of rows
  int nnz;          // columns
  bool contiguous;  // columns are consecutive
  const int* cols;  // local dofs, ascending (nnz)
  const mjtNum* J;  // values (count x nnz)
} lbRowGroup;

// Consecutive dofs in both numberings: of one tree, or any that have diagonal inertia.
typedef struct lbDofRun_ {
  int local, dof, count;
  bool simple;
} lbDofRun;

// The inertia matrix of the problem: kinematic trees, whose blocks in mjData are used in place; or
// the metric of the discrete integrator. Couplings between trees make one problem of everything.
typedef struct lbProblemInertia_ {
  int treeCount;
  const int* trees;    // ids, ascending (treeCount)
  const int* treeAdr;  // first local dof of each (treeCount)
  lbDofRun* runs;      // all dofs, by lb_problemRuns (runCount)
  int runCount;
  const mjtNum* value;          // the matrix in M's layout (nC)
  lbTreeFactor factor;          // of value
  const lbRowGroup* couplings;  // rows that add their squares, one each (couplingCount)
  int couplingCount;
} lbProblemInertia;

// J by columns, for products with its transpose; see lb_problemTranspose.
typedef struct lbColumns_ {
  const int* adr;       // first entry of a column (nv + 1); NULL: J is not listed by columns
  const int* row;       // rows of the entries (nnz)
  const mjtNum* value;  // (nnz)
  const bool* triple;   // this and the next two columns have the same rows, listed once (nv)
} lbColumns;

// The constraint Jacobian of the problem, (nefc x nv).
typedef struct lbProblemJacobian_ {
  lbRowGroup* groups;  // (groupCount)
  int groupCount;
  int maxNnz;       // columns of the widest group
  mjtNum* scratch;  // (2 x maxNnz)
  lbColumns columns;
} lbProblemJacobian;

// What would be without constraints.
typedef struct lbSmooth_ {
  const mjtNum* qfrc;  // (nv)
  const mjtNum* qacc;  // (nv)
} lbSmooth;

// Where a solver starts: an acceleration, and what belongs to it.
typedef struct lbStart_ {
  const mjtNum* qacc;  // (nv)
  const mjtNum* jar;   // J qacc - aref; primal solvers only (nefc)
  const mjtNum* Ma;    // M qacc; primal solvers only (nv)
  bool warm;           // dual solvers start from the forces at qacc, not from none
} lbStart;

// What a solver finds.
typedef struct lbResult_ {
  mjtNum* qacc;            // in: where to start (nv)
  mjtNum* qfrcConstraint;  // J' force (nv)
  mjtNum* force;           // (nefc)
  int* state;              // mjtConstraintState (nefc)
} lbResult;

typedef struct lbProblem_ {
  const mjModel* m;
  mjData* d;
  int island;  // index for statistics
  int nv;      // local dofs
  lbProblemInertia M;
  lbProblemJacobian J;
  lbRowSet rows;       // local rows; rows.nefc is nefc in the shapes here
  const int* rowMap;   // row of mjData of a local row (nefc), NULL when equal
  const mjtNum* aref;  // (nefc)
  lbSmooth smooth;
  lbStart start;
  lbResult result;
  mjtNum scale;      // unit of improvements and gradients: 1 / trace(M)
  mjtNum dualScale;  // the same for sweeps. COMPAT: ALG-28: of the whole model
} lbProblem;

// Row of mjData of a local row.
static inline int lb_globalRow(const lbProblem* p, int row) {
  return p->rowMap ? p->rowMap[row] : row;
}

// How many of n rows changed their state.
static inline int lb_countChanges(const int* before, const int* after, int n) {
  int changes = 0;
  for (int i = 0; i < n; i++) {
    changes += before[i] != after[i];
  }
  return changes;
}

// How many of n rows came to be quadratic or no longer are, or are of contacts on the cone.
static inline int lb_countUpdates(const int* before, const int* after, int n) {
  int updates = 0;
  for (int i = 0; i < n; i++) {
    updates += (before[i] == mjCNSTRSTATE_QUADRATIC) != (after[i] == mjCNSTRSTATE_QUADRATIC);
    updates += after[i] == mjCNSTRSTATE_CONE;
  }
  return updates;
}

// How many of n rows act.
static inline int lb_countActive(const int* state, int n) {
  int active = 0;
  for (int i = 0; i < n; i++) {
    active += state[i] != mjCNSTRSTATE_SATISFIED;
  }
  return active;
}

// All rows and dofs as one problem, except for where it starts. qfrcSmooth (nv) is the force that
// qacc_smooth balances. Memory is on the stack.
void lb_wholeProblem(const mjModel* m, mjData* d, const mjtNum* qfrcSmooth, lbProblem* p);

// The same for one island.
void lb_islandProblem(const mjModel* m, mjData* d, int island, lbProblem* p);

// Cuts the dofs into runs, on the stack; needs the trees.
void lb_problemRuns(lbProblem* p);

// Lists J by columns on the stack. COMPAT: ALG-06-ORDER: from here on products sum in the order of
// sparse dot products, which decides where hundreds of flex edges are after many conjugate
// gradients.
void lb_problemTranspose(lbProblem* p);

// res = J x, one number per row.
void lb_problemMulJ(const lbProblem* p, mjtNum* res, const mjtNum* x);

// res = J' f.
void lb_problemMulJT(const lbProblem* p, mjtNum* res, const mjtNum* f);

// res = M x, M with the stiffness of implicit flexes.
void lb_problemMulM(const lbProblem* p, mjtNum* res, const mjtNum* x);

// x = inv(M) x with the factor in mjData.
void lb_problemSolveM(const lbProblem* p, mjtNum* x);

// x = an approximation of inv(M) r, M as in lb_problemMulM; x is not r.
void lb_problemPrecondition(const lbProblem* p, mjtNum* x, const mjtNum* r);

// Records one iteration.
void lb_problemRecord(const lbProblem* p, int iteration, mjSolverStat stat);

// Records how many numbers the solver's matrix has.
void lb_problemRecordSize(const lbProblem* p, int nonzeros);
