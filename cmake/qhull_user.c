// What qhull leaves to its user: memory, messages, and the way out after an error.
//
// Memory is the engine's (counted, failures can be injected). Of the messages only the code of the
// first error is kept: it chooses the text of lb_error. The caller runs qh_new_qhull in lb_protect
// and, when that returns false, releases qhull's memory (qh_freeqhull, qh_memfreeshort).

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static int firstError = 0;

static const char* describe(int exitCode, int code) {
  switch (code) {
    case 6214:
      return "fewer than four points";
    case 6154:
      return "the points lie in a plane, or nearly so";
    case 6013:
      return "the points lie in a plane";
    default:
      break;
  }
  switch (exitCode) {
    case qh_ERRinput:
      return "input not usable";
    case qh_ERRsingular:
      return "the points lie in a plane, or nearly so";
    case qh_ERRprec:
    case qh_ERRwide:
    case qh_ERRtopology:
      return "precision of the points too low";
    case qh_ERRmem:
      return "out of memory";
    default:
      return "internal error";
  }
}

void lb_qhullMessage(qhT* qh, int code) {
  if (firstError == 0) {
    firstError = code;
  }
  if (qh) {
    qh->last_errcode = code;
  }
}

void lb_qhullFailed(int exitCode) {
  int code = firstError;
  firstError = 0;
  lb_error("convex hull: %s (qhull error %d, code %d)", describe(exitCode, code), exitCode, code);
}

void qh_exit(int exitCode) {
  lb_qhullFailed(exitCode);
}

void* qh_malloc(size_t size) {
  return lb_tryAlloc(size);
}

void* lb_qhullCalloc(size_t count, size_t size) {
  size_t bytes = lb_checkedSize(count, size);
  void* block = lb_tryAlloc(bytes);
  if (block) {
    memset(block, 0, bytes);
  }
  return block;
}

void qh_free(void* block) {
  lb_free(block);
}
