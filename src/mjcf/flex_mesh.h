// Points and elements of a flexcomp from a mesh or GMSH file.

#pragma once

#include "mjcf/flexcomp.h"

// Loads comp->file, looked up like a mesh of the spec. Returns "" or what is wrong.
const char* lb_loadFlexFile(lbFlexcomp* comp, lbSpec* spec, const mjVFS* vfs);
