// A scene with everything in it, for the tests of the pipeline.

#pragma once

#include "bodies_support.h"
#include "check.h"

// Room for the dofs of busyScene and movingScene.
enum { MAX_DOFS = 80 };

// Constraints of every kind, with actuators and applied forces.
Scene busyScene(void);

// The applied forces of a scene after mj_forward, which inverse dynamics must recover.
void appliedForces(Scene s, mjtNum* qfrc);
