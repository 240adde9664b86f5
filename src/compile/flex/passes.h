// Passes over flexes.

#pragma once

#include "compile/context.h"

// Resolves the flexes into work copies and counts their parts.
void lb_countFlexes(lbCompiler* c);
void lb_fillFlexes(lbCompiler* c);

// Patterns of the Jacobians of edge lengths and of vertex strain.
void lb_countFlexJacobians(lbCompiler* c, mjModel* sizes);
void lb_fillFlexJacobians(lbCompiler* c);

// Factored effective mass of bending sheets; filling comes after mj_setConst.
void lb_countFlexMass(lbCompiler* c, mjModel* sizes);
void lb_fillFlexMass(lbCompiler* c);
