// Passes over the elements outside the tree, in the order in which they fill the model: each may
// look at what those before it filled.

#pragma once

#include "compile/context.h"

// Contact pairs and exclusions are numbered by their bodies, so that they can be searched.
void lb_orderContact(lbCompiler* c);
void lb_fillContact(lbCompiler* c);

void lb_fillEquality(lbCompiler* c);
void lb_fillTendons(lbCompiler* c);
void lb_fillSensors(lbCompiler* c);
// Where the numbers and samples of sensors are, once plugins have said how many theirs are.
void lb_placeSensors(lbCompiler* c);

// Custom numbers, texts and tuples; keyframes.
void lb_countCustom(lbCompiler* c);
void lb_fillCustom(lbCompiler* c);
void lb_fillKeys(lbCompiler* c);

// Pattern of the Jacobian of tendon lengths: found while counting (c->tendonRows), then written.
void lb_countTendonJacobian(lbCompiler* c, mjModel* sizes);
void lb_fillTendonJacobian(lbCompiler* c);
