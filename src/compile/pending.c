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
  refuse(c, mjOBJ_FLEX, "flex");
  refuse(c, mjOBJ_PLUGIN, "plugin");
}

void lb_countPlugins(lbCompiler* c) {
}

void lb_countFlexes(lbCompiler* c) {
}

mjtSize lb_countPaths(lbCompiler* c) {
  return 1;
}

int lb_flexEqualityRows(const lbCompiler* c, int type, int flex) {
  return 0;
}

int lb_flexElementCount(lbCompiler* c, int flex) {
  return 0;
}

void lb_fillFlexes(lbCompiler* c) {
}

void lb_fillPlugins(lbCompiler* c) {
}
