// The spec of the last model loaded by mj_loadXML, kept for mj_saveLastXML.

#include "compile/compile.h"

#include <stdio.h>

static mjSpec* lastSpec = NULL;

void lb_keepLastSpec(mjSpec* spec) {
  mj_deleteSpec(lastSpec);
  lastSpec = spec;
}

void mj_freeLastXML(void) {
  lb_keepLastSpec(NULL);
}

int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  if (!lastSpec) {
    if (error && error_sz > 0) {
      snprintf(error, (size_t)error_sz, "No XML model loaded");
    }
    return 0;
  }
  // a model with less than its spec, for a reduction that the file asks for again, is not copied
  bool reduced = lastSpec->compiler.fusestatic || lastSpec->compiler.discardvisual;
  if (m && !mj_copyBack(lastSpec, m) && !reduced) {
    if (error && error_sz > 0) {
      snprintf(error, (size_t)error_sz, "%s", mjs_getError(lastSpec));
    }
    return 0;
  }
  return mj_saveXML(lastSpec, filename, error, error_sz) == 0;
}
