// Poses of elements in the frame of their body.

#pragma once

#include "compile/context.h"

// quat from the orientation alternatives of an element (euler, axisangle, xyaxes, zaxis), else as
// it is; normalised. what and id name the element in messages.
void lb_resolveQuat(lbCompiler* c, double quat[4], const mjsOrientation* alt, const char* what,
                    int id);

// Changes a pose given inside a frame, and all frames around that one, to a pose in the body. frame
// may be NULL.
void lb_applyFrames(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]);
