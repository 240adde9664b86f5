// Attributes that elements of several kinds share.

#include "compile/attributes.h"

#include <string.h>

bool lb_resolveLimited(lbCompiler* c, mjtLimited limited, const double range[2], const char* what,
                       const char* attribute) {
  bool given = range[0] != 0 || range[1] != 0;
  if (limited == mjLIMITED_AUTO && given && !lb_settings(c->current)->autolimits) {
    lb_compileError(c,
                    "%s has `%srange` but not `%slimited`. set the autolimits=\"true\" compiler "
                    "option, specify `%slimited` explicitly (\"true\" or \"false\"), or remove the "
                    "`%srange` attribute.",
                    what, attribute, attribute, attribute, attribute);
  }
  return lb_isLimited(limited, range);
}

void lb_checkHistory(lbCompiler* c, double delay, int nsample, const char* what) {
  if (delay > 0 && nsample <= 0) {
    lb_compileError(c, "setting delay > 0 without a history buffer");
  }
  if (nsample > 1 << 24) {
    lb_compileError(c, "at most 2^24 samples in %shistory buffer, got %d", what, nsample);
  }
}

void lb_checkUser(lbCompiler* c, const mjDoubleVec* user, int size, const char* kind) {
  if (user && user->count > size) {
    const char* field = !strcmp(kind, "joint") ? "jnt" : !strcmp(kind, "camera") ? "cam" : kind;
    lb_compileError(c, "user has more values than nuser_%s in %s '%s' (id = %d)", field, kind,
                    lb_text(&c->current->name), c->current->id);
  }
}
