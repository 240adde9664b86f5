// Dual solvers: projected Gauss-Seidel, and the noslip pass after any solver.

#pragma once

#include "solver/problem.h"

// Minimises 1/2 f'(A+R)f + f'b over feasible forces; fills force, state, qacc, qfrcConstraint.
// p->result.qacc holds the warm-start acceleration. Returns the number of iterations.
int lb_solvePGS(lbProblem* p);

// Sweeps over friction rows only, with R = 0 there and normal forces held. iteration: iterations
// done so far, for statistics. Returns the number of iterations.
int lb_solveNoslip(lbProblem* p, int iteration);
