// Parts of the compiler that are not written yet: each raises an error when a model needs it.

#include "compile/compile.h"

static void refuse(lbCompiler* c, mjtObj type, const char* what) {
  if (lb_specCount(c->spec, type)) {
    c->current = c->spec->lists[type].items[0];
    lb_compileError(c, "%s is not implemented yet", what);
  }
}

void lb_compileOthers(lbCompiler* c) {
  refuse(c, mjOBJ_SKIN, "skin");
  refuse(c, mjOBJ_PLUGIN, "plugin");
}

void lb_countPlugins(lbCompiler* c) {
}

mjtSize lb_countPaths(lbCompiler* c) {
  return 1;
}

void lb_fillPlugins(lbCompiler* c) {
}
