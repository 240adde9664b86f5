// The kinematic tree in the model.

#pragma once

#include "compile/context.h"

// Bodies, joints, degrees of freedom, geoms, sites, cameras and lights.
void lb_fillTree(lbCompiler* c);

// Runs of dofs whose row of the inertia matrix is diagonal (dof_simplenum). After tendons, which
// may couple bodies that were simple.
void lb_countSimpleDofs(mjModel* m);

// Sleep policies that root bodies ask for.
void lb_fillSleep(lbCompiler* c);
