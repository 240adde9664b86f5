// Sizes of the model.

#pragma once

#include "compile/context.h"

// Counts what the spec and the work copies give: the sizes of the draft (c->sizes).
void lb_countSizes(lbCompiler* c);

// Replaces the filled draft by the model with its final sizes; what follows needs them.
void lb_finalModel(lbCompiler* c);
