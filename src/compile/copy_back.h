// What mj_copyBack and mj_recompile need to know of the compilation before them.

#pragma once

#include "compile/context.h"

// Notes what a compilation found, so that mj_copyBack can tell what was changed since
// and mj_recompile which element was which.
void lb_keepCompiled(lbCompiler* c);
