// Primal solvers: Newton and nonlinear conjugate gradient.

#pragma once

#include "solver/problem.h"

// Minimises the primal cost over qacc starting from p->result.qacc; fills qacc, force, state,
// qfrcConstraint. Returns the number of iterations.
int lb_solveNewton(lbProblem* p);
int lb_solveCG(lbProblem* p);
