// Steps a model for a profile of the native build (scripts/profile.mjs).
//
//   profile STEPS MODEL
//
// Only steps are counted: what loading counted is forgotten before the first of them.

#include <stdio.h>
#include <stdlib.h>

#include "api/limber.h"

void __llvm_profile_reset_counters(void);
int __llvm_profile_write_file(void);

// controls go up and down between -0.3 and 0.3, each actuator at another phase
static mjtNum control(int step, int actuator) {
  return 0.3 * (abs((step + 11 * actuator) % 88 - 44) / 22.0 - 1);
}

static void ignore(const char* message) {
  (void)message;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: profile STEPS MODEL\n");
    return 2;
  }
  char error[1000] = "";
  mju_user_warning = ignore;
  mjModel* m = mj_loadXML(argv[2], NULL, error, sizeof(error));
  if (!m) {
    fprintf(stderr, "%s: %s\n", argv[2], error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  __llvm_profile_reset_counters();
  for (int s = 0; s < atoi(argv[1]); s++) {
    for (int i = 0; i < m->nu; i++) {
      d->ctrl[i] = control(s, i);
    }
    mj_step(m, d);
  }
  return __llvm_profile_write_file();
}
