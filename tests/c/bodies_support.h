// Scenes and small helpers for the tests of dynamics.

#pragma once

#include "constraint/scenes_support.h"

// Two trees with every joint type, joints off centre, several joints on a body, welded and static
// bodies, armature, sites; no contacts. In motion, all stages computed by mj_forward.
Scene movingScene(void);

// Sets qpos to a random rotation and displacement of qpos0, qvel, and qacc.
void shake(Scene scene, int seed, mjtNum amount);

// A number in [-1, 1] that looks random.
mjtNum noise(int i);

// Moves qpos along one dof and computes what depends on position (velocities stay).
void nudge(Scene scene, int dof, mjtNum amount);

// Compares n numbers with a tolerance relative to the largest; failing reports the caller's line.
#define assert_near(a, b, n, tolerance) assert_true(farthest((a), (b), (n)) < (tolerance))
