// Writing a model in the format that a content type or file name asks for: a registered encoder,
// MJCF text, or MJB.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mjs_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/vfs.h"

#include <stdio.h>
#include <string.h>

enum { ENCODE_FAILED = -1 };

static bool endsWith(const char* name, const char* ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static mjtSize fail(char* error, int error_sz, const char* what, const char* filename) {
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s '%s'", what, filename);
  }
  return ENCODE_FAILED;
}

static mjtSize fileSize(const char* filename) {
  lbFile file;
  mjtSize size = lb_openFile(&file, NULL, filename, NULL) ? (mjtSize)file.count : ENCODE_FAILED;
  lb_closeFile(&file);
  return size;
}

mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename, const char* content_type,
                  const mjVFS* vfs, char* error, int error_sz) {
  const char* type = content_type ? content_type : "";
  const mjpEncoder* encoder = mjp_findEncoder(filename, content_type);
  if (encoder && encoder->encode) {
    return encoder->encode(s, m, filename, vfs, error, error_sz);
  }
  if (strcmp(type, "text/xml") == 0 || (!*type && endsWith(filename, ".xml"))) {
    if (!s) {
      return fail(error, error_sz, "MJCF needs a spec: file", filename);
    }
    return mj_saveXML(s, filename, error, error_sz) == 0 ? fileSize(filename) : ENCODE_FAILED;
  }
  if (m && (strcmp(type, "application/mjb") == 0 || (!*type && endsWith(filename, ".mjb")))) {
    mj_saveModel(m, filename, NULL, 0);
    return fileSize(filename);
  }
  return fail(error, error_sz, "no encoder found for file", filename);
}
