// Bounding volume hierarchies of bodies, meshes and flexes.

#pragma once

#include "compile/context.h"

void lb_countBvh(lbCompiler* c, mjModel* sizes);
void lb_fillBvh(lbCompiler* c);
