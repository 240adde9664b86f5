// Attributes that elements of several kinds share.

#pragma once

#include "compile/context.h"

// True or false from a tri-state `limited` attribute: auto follows from the range, and raises when
// a range is given where the compiler setting autolimits is off. what and attribute make the
// message: "joint", "actfrc" for actuatorfrclimited of a joint.
bool lb_resolveLimited(lbCompiler* c, mjtLimited limited, const double range[2], const char* what,
                       const char* attribute);

// Raises an error unless a buffer of nsample items allows the delay; what: "" or "sensor ".
void lb_checkHistory(lbCompiler* c, double delay, int nsample, const char* what);

// Raises an error when a user array is longer than size; user may be NULL.
void lb_checkUser(lbCompiler* c, const mjDoubleVec* user, int size, const char* kind);
