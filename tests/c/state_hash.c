// Prints a hash of the state after steps of a model, for comparison of builds.
//
//   state_hash STEPS MODEL.xml...
//
// One line per model: name and the 64-bit FNV-1a hash of mjSTATE_INTEGRATION and sensordata.
// Controls are set to 0.3 sin(step / 7 + actuator).

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "math/libm.h"

static uint64_t addBytes(uint64_t hash, const void* data, size_t size) {
  const unsigned char* bytes = data;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ bytes[i]) * 0x100000001b3u;
  }
  return hash;
}

static uint64_t simulate(const mjModel* m, mjData* d, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < m->nu; i++) {
      d->ctrl[i] = 0.3 * lb_sin(s / 7.0 + i);
    }
    mj_step(m, d);
  }
  int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc(size * sizeof(mjtNum));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  uint64_t hash = addBytes(0xcbf29ce484222325u, state, size * sizeof(mjtNum));
  free(state);
  return addBytes(hash, d->sensordata, (size_t)m->nsensordata * sizeof(mjtNum));
}

int main(int argc, char** argv) {
  for (int i = 2; i < argc; i++) {
    char error[1000] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof(error));
    if (!m) {
      fprintf(stderr, "%s: %s\n", argv[i], error);
      return 1;
    }
    mjData* d = mj_makeData(m);
    const char* slash = strrchr(argv[i], '/');
    uint64_t hash = simulate(m, d, atoi(argv[1]));
    printf("%s %016" PRIx64 "\n", slash ? slash + 1 : argv[i], hash);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
