// A scene with model, data, options and camera, for the tests of what is drawn.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/mjv_functions.h"
#include "constraint/scenes_support.h"

typedef struct Picture_ {
  Scene s;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
} Picture;

// A floor without end, a ball that floats, and a box that hangs on it by a hinge.
extern const char* const twoBodies;

// Compiles MJCF, does forward dynamics and makes a scene of at most maxgeom geoms.
void openPicture(Picture* p, const char* xml, int maxgeom);
void updatePicture(Picture* p);
void closePicture(Picture* p);

// The n-th geom of the scene (from 0) that stands for an object; NULL when there are not so many.
const mjvGeom* findGeom(const Picture* p, int objtype, int objid, int n);

// The n-th geom of a type.
const mjvGeom* findType(const Picture* p, int type, int n);

// Fails unless a float vector is what it should be, up to 1e-6.
void assertNear(const float* found, const mjtNum* wanted, int n);
