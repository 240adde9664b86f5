// Writing a model in the format that a content type or file name asks for: a registered encoder,
// an archive, MJCF text, or MJB.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "mjcf/encode_archive.h"
#include "mjcf/save.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool endsWith(const char* name, const char* ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static mjtSize fail(char* error, int error_sz, const char* what, const char* filename) {
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s '%s'", what, filename);
  }
  return -1;
}

static mjtSize encodeModel(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                           mjResource* resource) {
  (void)s;
  (void)vfs;
  mjtSize size = mj_sizeModel(m);
  if (size > INT_MAX) {
    lb_error("model of %lld bytes is too large for one file", (long long)size);
  }
  resource->data = lb_alloc((size_t)size);
  mj_saveModel(m, NULL, resource->data, (int)size);
  return size;
}

static const mjpEncoder textEncoder = {.encode = lb_encodeText, .close_resource = lb_closeEncoded};
static const mjpEncoder modelEncoder = {.encode = encodeModel, .close_resource = lb_closeEncoded};

// The encoder of a content type, or without one of a name. NULL: none.
static const mjpEncoder* findEncoder(const char* filename, const char* type) {
  const mjpEncoder* encoder = mjp_findEncoder(filename, type);
  if (encoder) {
    return encoder;
  }
  if (strcmp(type, "text/xml") == 0 || (!*type && endsWith(filename, ".xml"))) {
    return &textEncoder;
  }
  bool isModel = strcmp(type, "application/mjb") == 0 || (!*type && endsWith(filename, ".mjb"));
  return isModel ? &modelEncoder : NULL;
}

mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename, const char* content_type,
                  const mjVFS* vfs, char* error, int error_sz) {
  lb_report(error, error_sz, "");
  if (!filename || !*filename) {
    return fail(error, error_sz, "a model is written to a file, got the name", "");
  }
  const mjpEncoder* encoder = findEncoder(filename, content_type ? content_type : "");
  if (!encoder || (encoder == &modelEncoder && !m)) {
    return fail(error, error_sz, "no encoder found for file", filename);
  }
  if (encoder == &textEncoder && !s) {
    return fail(error, error_sz, "MJCF needs a spec: file", filename);
  }
  return lb_encodeTo(encoder, s, m, filename, vfs, error, error_sz);
}
