// Scenes with an effective mass, for the tests of its parts.

#pragma once

#include "constraint/scenes_support.h"
#include "solver/effective_parts.h"

// A stretched and crumpled sheet of twelve vertices; elastic: the attribute elastic2d and others.
Scene elasticSheet(const char* elastic);

// A number in [-1, 1] that looks random.
mjtNum rough(int i);

// A triangle a little inside a fixed ball, whose contacts are passive; more: attributes of them.
Scene passiveScene(const char* more);
