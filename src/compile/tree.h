// The kinematic tree.

#pragma once

#include "compile/context.h"

// Makes the work copies of bodies, joints, geoms, sites, cameras and lights, resolves and numbers
// them. Counts them in c->sizes.
void lb_compileTree(lbCompiler* c);
