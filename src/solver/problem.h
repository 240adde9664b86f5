// One constraint problem to be solved: an island, or everything when islands are off.
//
// Dofs and rows have local indices. Dofs of one tree are consecutive in both numberings. Rows with
// equal patterns that follow each other form a group, whose values are a small dense matrix:
// products gather once per group and run over contiguous memory.

#pragma once

#include "api/data.h"
#include "api/model.h"
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

typedef struct lbProblem_ {
  const mjModel* m;
  mjData* d;
  int island;          // index for statistics
  int nv;              // local dofs
  lbRowSet rows;       // local rows
  int* row;            // local row -> row of mjData (nefc), NULL when equal
  int treeCount;       // trees of the problem
  const int* trees;    // their ids, ascending (treeCount)
  const int* treeAdr;  // first local dof of each (treeCount)
  lbDofRun* runs;      // all dofs, by lb_problemRuns
  int runCount;
  lbRowGroup* groups;
  int groupCount;
  int maxNnz;                // widest group
  const mjtNum* aref;        // (nefc)
  const mjtNum* qfrcSmooth;  // (nv)
  const mjtNum* qaccSmooth;  // (nv)
  mjtNum* qacc;              // in: where to start, out: solution (nv)
  const mjtNum* startJar;    // J qacc - aref at the start; primal solvers only (nefc)
  const mjtNum* startMa;     // M qacc at the start; primal solvers only (nv)
  bool warm;                 // sweeps start from the forces at the start
  mjtNum* force;             // (nefc)
  int* state;                // (nefc)
  mjtNum* qfrcConstraint;    // (nv)
  mjtNum* scratch;           // (2 * maxNnz)
  const int* columnAdr;      // J by columns, see lb_problemTranspose; NULL without (nv + 1)
  const int* columnRow;      // (nnz)
  const bool* triple;        // three columns from here have the same rows, listed once (nv)
  const mjtNum* column;      // (nnz)
  mjtNum scale;              // unit of improvements and gradients: 1 / trace(M)
  mjtNum dualScale;          // the same for sweeps. COMPAT: ALG-28, of the whole model
} lbProblem;

// Cuts the dofs into runs, on the stack; needs the trees.
void lb_problemRuns(lbProblem* p);

// Lists J by columns on the stack. COMPAT: from here on products sum in the order of sparse dot
// products, which decides where hundreds of flex edges are after many conjugate gradients.
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
