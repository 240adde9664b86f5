// Constants of the finished model.

#pragma once

#include "compile/context.h"

// Derives what follows from the finished model by simulating it, and takes a trial step: whatever
// would fail at run time fails here.
void lb_simulateModel(lbCompiler* c);
