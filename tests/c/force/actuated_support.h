// A scene for the tests of actuators.

#pragma once

#include "check.h"
#include "constraint/scenes_support.h"

// A hinge "h" with these attributes, a slide "s", a ball joint "b" and a tendon "t" = h + 2 s whose
// actuators pull with at most 4, with the given actuators. No gravity, steps of .01.
Scene actuated(const char* attributes, const char* actuators);
