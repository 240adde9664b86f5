// Scenes for the tests of constraints.

#pragma once

#include "api/limber.h"

typedef struct Scene_ {
  mjModel* m;
  mjData* d;
} Scene;

// Compiles MJCF; an error fails the test.
Scene loadScene(const char* xml);
void freeScene(Scene scene);

// Every kind of row: all equalities, friction loss, limits (ball included), contacts of dimension
// 1, 3, 4, 6 in several islands. In motion, with qacc_warmstart at zero.
Scene mixedScene(void);

// A wall of boxes in one island with more than a hundred dofs.
Scene wallScene(void);

// Largest |a_i - b_i| / (1 + max |a|).
mjtNum farthest(const mjtNum* a, const mjtNum* b, int n);
