// Counter-based random numbers: Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011). Each number is a function of its place, so that
// results do not depend on who asks for it, or in which order.

#include "batch/noise.h"

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/libm.h"

enum { ROUNDS = 10 };

void lb_philox(uint32_t word[4], const uint32_t key[2]) {
  uint32_t key0 = key[0], key1 = key[1];
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t first = (uint64_t)0xD2511F53u * word[0];
    uint64_t second = (uint64_t)0xCD9E8D57u * word[2];
    uint32_t next0 = (uint32_t)(second >> 32) ^ word[1] ^ key0;
    uint32_t next2 = (uint32_t)(first >> 32) ^ word[3] ^ key1;
    word[1] = (uint32_t)second;
    word[3] = (uint32_t)first;
    word[0] = next0;
    word[2] = next2;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
}

// A number between 0 and 1, both left out, from 53 of 64 bits.
static mjtNum unit(uint32_t high, uint32_t low) {
  uint64_t bits = ((uint64_t)high << 32 | low) >> 12;
  return ((mjtNum)bits + 0.5) * 0x1p-52;
}

mjtNum lb_nextNoise(lbNoise* noise) {
  if (noise->spare == 0) {
    uint32_t word[4] = {noise->block++, 0, noise->stream[0], noise->stream[1]};
    lb_philox(word, noise->seed);
    mjtNum first = unit(word[0], word[1]), second = unit(word[2], word[3]);
    if (noise->uniform) {
      noise->number[1] = 2 * first - 1;
      noise->number[0] = 2 * second - 1;
    } else {
      // Box and Muller (1958)
      mjtNum radius = sqrt(-2 * lb_log(first)), angle = 2 * mjPI * second;
      noise->number[1] = radius * lb_cos(angle);
      noise->number[0] = radius * lb_sin(angle);
    }
    noise->spare = 2;
  }
  return noise->number[--noise->spare];
}

void lb_addNoise(const mjModel* m, mjData* d, lbNoise* noise, mjtNum qpos, mjtNum qvel) {
  if (qpos != 0) {
    mj_markStack(d);
    mjtNum* move = lb_stackNum(d, (size_t)m->nv);
    for (int i = 0; i < m->nv; i++) {
      move[i] = qpos * lb_nextNoise(noise);
    }
    mj_integratePos(m, d->qpos, move, 1);
    mj_freeStack(d);
  }
  if (qvel != 0) {
    for (int i = 0; i < m->nv; i++) {
      d->qvel[i] += qvel * lb_nextNoise(noise);
    }
  }
}
