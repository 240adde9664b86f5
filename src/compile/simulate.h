// Constants of the finished model.

#pragma once

#include "compile/context.h"

// Refuses moving bodies without mass, and free joints below other bodies.
void lb_checkMasses(lbCompiler* c);

// Derives what follows from the finished model by simulating it, and takes a trial step: whatever
// would fail at run time fails here.
void lb_simulateModel(lbCompiler* c);
