// Names of elements.

#pragma once

#include "compile/context.h"

// Refuses assets without a name, and names that two elements of a kind share.
void lb_checkNames(lbCompiler* c);

// Whether there is what geoms, skins and pairs name: told before any problem of an asset.
void lb_checkReferences(lbCompiler* c);

// The model's table of names and the map that finds them.
void lb_countNames(lbCompiler* c);
void lb_fillNames(lbCompiler* c);
