// Prints hashes of a model and of what its steps give, for comparison of builds and hosts.
//
//   state_hash STEPS EVERY MODEL        MJCF, URDF or MJB
//   state_hash --compile MODEL OUT.mjb
//
// One line each: the hash of the model's MJB, then one after every EVERY steps. The hash and what
// goes into it are those of tests/determinism/trace.mjs, where the same run is in JavaScript.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/limber.h"

// two mixed sums over words of 32 bits, which JavaScript computes fast
typedef struct Hash_ {
  uint32_t a, b;
} Hash;

static void addWord(Hash* hash, uint32_t word) {
  hash->a = (hash->a ^ word) * 0x9e3779b1u;
  hash->a ^= hash->a >> 15;
  hash->b = (hash->b ^ word) * 0x85ebca77u;
  hash->b ^= hash->b >> 13;
}

// what is left of the last word counts as zeros
static void addBytes(Hash* hash, const void* data, size_t size) {
  const unsigned char* bytes = data;
  for (size_t i = 0; i < size; i += 4) {
    uint32_t word = 0;
    memcpy(&word, bytes + i, size - i < 4 ? size - i : 4);
    addWord(hash, word);
  }
}

static void addNumbers(Hash* hash, const mjtNum* numbers, size_t count) {
  addBytes(hash, numbers, count * sizeof(mjtNum));
}

static void printHash(const Hash* hash) {
  printf("%08" PRIx32 "%08" PRIx32 "\n", hash->a, hash->b);
}

static void* allocate(size_t size) {
  void* memory = malloc(size ? size : 1);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return memory;
}

static void printModel(const mjModel* m) {
  Hash hash = {1, 2};
  int size = (int)mj_sizeModel(m);
  void* bytes = allocate((size_t)size);
  mj_saveModel(m, NULL, bytes, size);
  addBytes(&hash, bytes, (size_t)size);
  free(bytes);
  printHash(&hash);
}

// state, then what was computed from it last
static void printState(const mjModel* m, const mjData* d) {
  Hash hash = {1, 2};
  size_t size = (size_t)mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = allocate(size * sizeof(mjtNum));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  addNumbers(&hash, state, size);
  free(state);
  addNumbers(&hash, d->sensordata, (size_t)m->nsensordata);
  addNumbers(&hash, d->qacc, (size_t)m->nv);
  addNumbers(&hash, d->qfrc_constraint, (size_t)m->nv);
  addNumbers(&hash, d->efc_force, (size_t)d->nefc);
  addNumbers(&hash, d->xpos, 3 * (size_t)m->nbody);
  addNumbers(&hash, d->xquat, 4 * (size_t)m->nbody);
  addNumbers(&hash, d->flexvert_xpos, 3 * (size_t)m->nflexvert);
  addWord(&hash, (uint32_t)d->ncon);
  addWord(&hash, (uint32_t)d->nisland);
  printHash(&hash);
}

// controls go up and down between -0.3 and 0.3, each actuator at another phase
static mjtNum control(int step, int actuator) {
  return 0.3 * (abs((step + 11 * actuator) % 88 - 44) / 22.0 - 1);
}

static void simulate(const mjModel* m, mjData* d, int steps, int every) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < m->nu; i++) {
      d->ctrl[i] = control(s, i);
    }
    mj_step(m, d);
    if ((s + 1) % every == 0) {
      printState(m, d);
    }
  }
}

static mjModel* load(const char* path) {
  char error[1000] = "";
  size_t length = strlen(path);
  bool binary = length > 4 && !strcmp(path + length - 4, ".mjb");
  mjModel* m = binary ? mj_loadModel(path, NULL) : mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
  }
  return m;
}

static void ignore(const char* message) {
  (void)message;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: state_hash STEPS EVERY MODEL, state_hash --compile MODEL OUT.mjb\n");
    return 2;
  }
  mju_user_warning = ignore;
  bool compiles = !strcmp(argv[1], "--compile");
  mjModel* m = load(argv[compiles ? 2 : 3]);
  if (!m) {
    return 1;
  }
  if (compiles) {
    mj_saveModel(m, argv[3], NULL, 0);
  } else {
    printModel(m);
    mjData* d = mj_makeData(m);
    simulate(m, d, atoi(argv[1]), atoi(argv[2]));
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  return 0;
}
