// mj_copyBack and mj_recompile: from an edited or running model back to its spec, and on.

#include "compile/compile.h"

int mj_copyBack(mjSpec* s, const mjModel* m) {
  lb_error("mj_copyBack is not implemented yet");
}

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  lb_error("mj_recompile is not implemented yet");
}
