// Random numbers that depend on a counter alone; see noise.c.

#pragma once

#include "api/data.h"
#include "api/model.h"

#include <stdint.h>

// A sequence of random numbers: the same for the same seed and stream, wherever it is asked for.
typedef struct lbNoise_ {
  uint32_t seed[2];
  uint32_t stream[2];
  int uniform;     // 1: uniform in -1..1, 0: normal with deviation 1
  uint32_t block;  // number of the next block of random bits
  int spare;       // numbers of the last block that were not taken yet
  mjtNum number[2];
} lbNoise;

// Four words of random bits from a counter (4) and a key (2).
void lb_philox(uint32_t word[4], const uint32_t key[2]);

// The next number.
mjtNum lb_nextNoise(lbNoise* noise);

// Adds noise to positions (along the directions of velocities, so that quaternions stay unit) and
// to velocities; a scale of 0 leaves them alone.
void lb_addNoise(const mjModel* m, mjData* d, lbNoise* noise, mjtNum qpos, mjtNum qvel);
