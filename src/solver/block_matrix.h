// Sparse symmetric positive definite matrices in blocks over segments of kinematic trees.
//
// A segment is a stretch of dofs without a branch: a limb, or a free body. The matrix of a
// constraint problem couples a segment with its ancestors and with the segments it shares
// constraint rows with; factoring H = L' D L from the last dof upwards adds blocks that
// lb_blockInit finds beforehand. A segment keeps its rows as one dense panel: columns of the
// earlier segments it is coupled with, then its own. All loops run over contiguous stretches.
//
// Segments keep the order of dofs unless that fills in much: then they are put into an order of
// minimum degree, and dofs have other places inside than outside.

#pragma once

#include "solver/problem.h"

// Columns that are contiguous in two panels.
typedef struct lbBlockRun_ {
  int from, to, length;
} lbBlockRun;

typedef struct lbBlockMatrix_ {
  const lbProblem* p;
  int n;             // dofs
  int count;         // segments
  int* place;        // place of a dof (n), NULL when segments have the order of dofs
  int* adr;          // first place of a segment (count + 1)
  int* segment;      // segment of a place (n)
  int* listAdr;      // its earlier neighbours in list (count + 1)
  int* list;         // neighbours, ascending
  int* offset;       // their first column in the panel
  int* width;        // columns of the panel (count)
  size_t* panelAdr;  // first number of the panel (count)
  size_t size;       // numbers of the whole matrix
  double cost;       // multiplications of a factorisation
  mjtNum* diagInv;   // inverse of D (n)
  mjtNum* work;      // scratch: columns of a panel (n)
  mjtNum* update;    // scratch: vector of an update, or in order of places (n)
  int* placed;       // scratch: places of a group's dofs (n)
  lbBlockRun* run;   // scratch (count)
} lbBlockMatrix;

// Finds segments and blocks. Memory is on the stack of mjData.
void lb_blockInit(lbBlockMatrix* B, const lbProblem* p);

// Number of stored entries.
int lb_blockSize(const lbBlockMatrix* B);

// H = M.
void lb_blockSetInertia(const lbBlockMatrix* B, mjtNum* H);

// H += block on the dofs cols: (nnz x nnz), lower triangle; cols ascending.
void lb_blockAdd(const lbBlockMatrix* B, mjtNum* H, const int* cols, int nnz, const mjtNum* block);

// Factors in place.
void lb_blockFactor(lbBlockMatrix* B, mjtNum* H);

// x = inv(H) x.
void lb_blockSolve(const lbBlockMatrix* B, const mjtNum* L, mjtNum* x);

// Factor of H + weight x x', x (nnz) on the dofs cols. Returns false when the result is not
// positive definite: the factor is then useless.
bool lb_blockUpdate(lbBlockMatrix* B, mjtNum* L, const int* cols, int nnz, const mjtNum* x,
                    mjtNum weight);

// Multiplications of such an update.
double lb_blockUpdateCost(const lbBlockMatrix* B, const int* cols, int nnz);
