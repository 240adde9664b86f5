// Steps a model, for counting instructions and for measuring CPU time natively.
//
//   steps count WARM STEPS MODEL.xml        STEPS steps inside counted(), which callgrind is told
//   to
//                                           count, after WARM others
//   steps time LIBRARY STEPS MODEL.xml...   microseconds of CPU time a step, the best of several
//                                           rounds; LIBRARY is another libmujoco.so, or - for
//                                           limber
//
// Models start from their first keyframe. Only published functions are called, by name: the layouts
// of another library's structs are not known here.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/limber.h"

typedef struct Engine_ {
  mjModel* (*load)(const char*, const mjVFS*, char*, int);
  mjData* (*makeData)(const mjModel*);
  void (*reset)(const mjModel*, mjData*, int);
  void (*step)(const mjModel*, mjData*);
} Engine;

static const Engine limber = {mj_loadXML, mj_makeData, mj_resetDataKeyframe, mj_step};

static void* need(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (!address) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return address;
}

static Engine openEngine(const char* path) {
  if (!strcmp(path, "-")) {
    return limber;
  }
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  Engine engine;
  *(void**)&engine.load = need(library, "mj_loadXML");
  *(void**)&engine.makeData = need(library, "mj_makeData");
  *(void**)&engine.reset = need(library, "mj_resetDataKeyframe");
  *(void**)&engine.step = need(library, "mj_step");
  return engine;
}

static mjModel* loadModel(const Engine* engine, const char* path) {
  char error[1000] = "";
  mjModel* m = engine->load(path, NULL, error, sizeof(error));
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    exit(1);
  }
  return m;
}

__attribute__((noinline)) void counted(const mjModel* m, mjData* d, int steps) {
  for (int i = 0; i < steps; i++) {
    mj_step(m, d);
  }
  __asm__ volatile("" ::: "memory");
}

static double cpuTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

// The best of rounds, each from the start of the model.
static double bestTime(const Engine* engine, const char* path, int steps) {
  enum { ROUNDS = 7 };
  mjModel* m = loadModel(engine, path);
  mjData* d = engine->makeData(m);
  double best = 1e30;
  for (int round = 0; round < ROUNDS; round++) {
    engine->reset(m, d, 0);
    double start = cpuTime();
    for (int i = 0; i < steps; i++) {
      engine->step(m, d);
    }
    double time = (cpuTime() - start) / steps;
    best = time < best ? time : best;
  }
  return best;
}

int main(int argc, char** argv) {
  if (argc == 5 && !strcmp(argv[1], "count")) {
    mjModel* m = loadModel(&limber, argv[4]);
    mjData* d = mj_makeData(m);
    mj_resetDataKeyframe(m, d, 0);
    for (int i = 0; i < atoi(argv[2]); i++) {
      mj_step(m, d);
    }
    counted(m, d, atoi(argv[3]));
    return 0;
  }
  if (argc >= 5 && !strcmp(argv[1], "time")) {
    Engine engine = openEngine(argv[2]);
    for (int i = 4; i < argc; i++) {
      printf("%s %.4f\n", argv[i], bestTime(&engine, argv[i], atoi(argv[3])));
    }
    return 0;
  }
  fprintf(stderr, "usage: steps count WARM STEPS MODEL, or steps time LIBRARY STEPS MODEL...\n");
  return 1;
}
