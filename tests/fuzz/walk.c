// Every model given is loaded, stepped, used in every way, saved, loaded again and copied, under
// the sanitizers of the preset `fuzz`: they end the program where something is wrong.
//
//   walk STEPS MODEL.xml...

#include "api/limber.h"
#include "base/memory.h"

#include "../c/use_model.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_TEXT = 1 << 26 };

static void ignore(const char* message) {
  (void)message;
}

static void simulate(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < steps; i++) {
    for (int k = 0; k < m->nu; k++) {
      d->ctrl[k] = 0.1 * (i % 7);
    }
    mj_step(m, d);
  }
  mj_deleteData(d);
}

// Saved as MJCF, and read again from there.
static void saveSpec(mjSpec* spec) {
  char* text = malloc(MAX_TEXT);
  if (!mj_saveXMLString(spec, text, MAX_TEXT, NULL, 0)) {
    mj_deleteSpec(mj_parseXMLString(text, NULL, NULL, 0));
  }
  free(text);
  mjSpec* copy = mj_copySpec(spec);
  mj_deleteModel(mj_compile(copy, NULL));
  mj_deleteSpec(copy);
}

static void saveModel(const mjModel* m) {
  int size = (int)mj_sizeModel(m);
  char* bytes = malloc((size_t)size);
  mj_saveModel(m, NULL, bytes, size);
  mj_deleteModel(mj_loadModelBuffer(bytes, size));
  free(bytes);
}

static void walk(const char* path, int steps) {
  char error[1000] = "";
  mjSpec* spec = mj_parse(path, NULL, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  printf("%s%s%s\n", path, m ? "" : ": ", m ? "" : spec ? mjs_getError(spec) : error);
  fflush(stdout);
  if (m) {
    simulate(m, steps);
    saveModel(m);
    useModel(m);
    mj_deleteModel(m);
  }
  if (spec) {
    saveSpec(spec);
  }
  mj_deleteSpec(spec);
  mj_freeLastXML();
}

int main(int argc, char** argv) {
  mju_user_warning = ignore;
  for (int i = 2; i < argc; i++) {
    walk(argv[i], atoi(argv[1]));
  }
  mj_clearCache(mj_getCache());
  size_t left = lb_liveBlocks();
  if (left) {
    fprintf(stderr, "%zu blocks were left over\n", left);
  }
  return left != 0;
}
