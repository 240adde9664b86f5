// Scenes of two free geoms for the tests of collisions.

#pragma once

#include "constraint/scenes_support.h"
#include "math/random.h"

enum { shapeCount = 6 };  // sphere, capsule, ellipsoid, cylinder, box, mesh

typedef struct Pose_ {
  mjtNum pos[3];
  mjtNum quat[4];
} Pose;

// Two bodies with free joints and one geom each, of the shapes with these numbers.
Scene pairScene(int shape1, int shape2, const char* option);

// A random pose no further from the origin than reach along each axis.
Pose randomPose(Random* random, mjtNum reach);

// Moves body 0 or 1 of a pair, or both, and finds the contacts.
void place(Scene scene, int body, Pose pose);
void collide(Scene scene);

// pose seen from frame.
Pose compose(Pose frame, Pose pose);

// The smallest contact distance, 0 without contacts.
mjtNum deepest(Scene scene);
