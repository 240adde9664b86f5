// Writing a model in the format that a content type or file name asks for: a registered encoder,
// an archive, MJCF text, or MJB.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mjs_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/fault.h"
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

typedef struct Encode_ {
  const mjpEncoder* encoder;
  const mjSpec* s;
  const mjModel* m;
  const mjVFS* vfs;
  mjResource resource;
  mjtSize size;
} Encode;

static void encode(void* context) {
  Encode* e = context;
  e->size = e->encoder->encode(e->s, e->m, e->vfs, &e->resource);
}

// Makes the bytes, and writes them.
static mjtSize encodeBy(Encode* e, char* error, int error_sz) {
  const char* filename = e->resource.name;
  lb_setLastFault(&(lbFault){.file = filename}, "file '%s' could not be encoded", filename);
  mjtSize written = ENCODE_FAILED;
  if (!lb_protect(encode, e) || e->size < 0) {
    if (error && error_sz > 0) {
      snprintf(error, (size_t)error_sz, "%s", lb_lastError());
    }
  } else {
    written = mju_writeResource(filename, e->resource.data, e->size, e->vfs, error,
                                error && error_sz > 0 ? (size_t)error_sz : 0);
  }
  e->encoder->close_resource(&e->resource);
  return written;
}

mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename, const char* content_type,
                  const mjVFS* vfs, char* error, int error_sz) {
  const char* type = content_type ? content_type : "";
  if (error && error_sz > 0) {
    error[0] = 0;
  }
  const mjpEncoder* encoder = mjp_findEncoder(filename, content_type);
  if (encoder) {
    Encode e = {encoder, s, m, vfs, {.name = (char*)filename, .vfs = vfs}, ENCODE_FAILED};
    return encodeBy(&e, error, error_sz);
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
