// mj_loadXML, and the spec of the last model it loaded, which mj_saveLastXML writes.

#include "compile/load.h"

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"

#include <stdio.h>

static mjSpec* lastSpec = NULL;

void lb_keepLastSpec(mjSpec* spec) {
  lb_takeTurn();
  mjSpec* previous = lastSpec;
  lastSpec = spec;
  lb_endTurn();
  mj_deleteSpec(previous);
}

void mj_freeLastXML(void) {
  lb_keepLastSpec(NULL);
}

// The text of the last model, to the standard output; in the module, to the log.
static int printLast(char* error, int error_sz) {
  char none[1];
  int size = mj_saveXMLString(lastSpec, none, 1, error, error_sz);
  char* text = size > 0 ? lb_tryAlloc((size_t)size + 1) : NULL;
  int done = text && mj_saveXMLString(lastSpec, text, size + 1, error, error_sz) == 0;
  if (done) {
#ifdef LB_WASM
    mju_message(&(mjLogMessage){.level = mjLOG_INFO, .body = text});
#else
    fputs(text, stdout);
#endif
  }
  lb_free(text);
  return done;
}

int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  if (!lastSpec) {
    lb_report(error, error_sz, "No XML model loaded");
    return 0;
  }
  if (m && !mj_copyBack(lastSpec, m)) {
    lb_report(error, error_sz, mjs_getError(lastSpec));
    return 0;
  }
  if (!filename || !*filename) {
    return printLast(error, error_sz);
  }
  return mj_saveXML(lastSpec, filename, error, error_sz) == 0;
}

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  lb_report(error, error_sz, "");
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  if (!spec) {
    return NULL;
  }
  mjModel* m = mj_compile(spec, vfs);
  if (!m) {
    lb_report(error, error_sz, mjs_getError(spec));
    mj_deleteSpec(spec);
    return NULL;
  }
  if (mjs_numWarnings(spec)) {
    lb_report(error, error_sz, mjs_getWarning(spec, 0));
  }
  lb_keepLastSpec(spec);
  return m;
}
