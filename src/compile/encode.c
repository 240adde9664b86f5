// Writing a model in the format that a content type or file name asks for: a registered encoder,
// an archive, MJCF text, or MJB.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mjs_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/memory.h"
#include "mjcf/encode_archive.h"
#include "mjcf/write.h"
#include "spec/element.h"

#include <limits.h>
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

// --- the formats that are no archives: MJCF and MJB

static void writeText(void* writer) {
  lb_writeSpec(writer);
}

static mjtSize encodeText(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                          mjResource* resource) {
  (void)m;
  (void)vfs;
  lbWriter writer = {.spec = lb_spec(s)};
  mjtSize size = ENCODE_FAILED;
  if (lb_protect(writeText, &writer)) {
    resource->data = writer.emit.text.items;
    size = writer.emit.text.count - 1;
    writer.emit.text.items = NULL;
  }
  lb_endWriter(&writer);
  return size;
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

static const mjpEncoder textEncoder = {.encode = encodeText, .close_resource = lb_closeEncoded};
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

// --- writing

// Makes the bytes, and writes them.
static mjtSize encodeTo(Encode* e, char* error, int error_sz) {
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
  if (!filename || !*filename) {
    return fail(error, error_sz, "a model is written to a file, got the name", "");
  }
  const mjpEncoder* encoder = findEncoder(filename, type);
  if (!encoder || (encoder == &modelEncoder && !m)) {
    return fail(error, error_sz, "no encoder found for file", filename);
  }
  if (encoder == &textEncoder && !s) {
    return fail(error, error_sz, "MJCF needs a spec: file", filename);
  }
  Encode e = {encoder, s, m, vfs, {.name = (char*)filename, .vfs = vfs}, ENCODE_FAILED};
  return encodeTo(&e, error, error_sz);
}
