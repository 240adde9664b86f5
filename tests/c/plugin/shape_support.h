// Shapes that plugins make, for tests.

#pragma once

#include "constraint/scenes_support.h"

// The model of one shape whose mesh and geom come from a plugin. config: <config> elements of the
// instance; body: attributes of the body, ended by '>', and what stands before the geom; more: what
// follows the body.
Scene shapeScene(const char* plugin, const char* config, const char* body, const char* more);
