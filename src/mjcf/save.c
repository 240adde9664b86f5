// mj_saveXML, mj_saveXMLString: a spec as MJCF, or as an archive where the file is called so.

#include "mjcf/save.h"

#include "base/error.h"
#include "base/fault.h"
#include "base/vfs.h"
#include "mjcf/write.h"
#include "spec/element.h"

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mju_functions.h"

#include <stdio.h>
#include <string.h>

static void writeSpec(void* context) {
  lbWriter* writer = context;
  if (!writer->spec) {
    lb_error("a model is written from a spec, got NULL");
  }
  lb_writeSpec(writer);
}

mjtSize lb_encodeText(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* resource) {
  (void)m;
  (void)vfs;
  lbWriter writer = {.spec = lb_spec(s)};
  mjtSize size = -1;
  if (lb_protect(writeSpec, &writer)) {
    resource->data = writer.emit.text.items;
    size = writer.emit.text.count - 1;
    writer.emit.text.items = NULL;
  }
  lb_endWriter(&writer);
  return size;
}

static int saveString(lbWriter* writer, char* xml, int xml_sz, char* error, int error_sz) {
  lb_report(error, error_sz, "");
  int result = -1;
  if (!lb_protect(writeSpec, writer)) {
    lb_report(error, error_sz, lb_lastError());
  } else if (writer->emit.text.count > xml_sz) {
    result = writer->emit.text.count - 1;
    char text[80];
    snprintf(text, sizeof text, "Output string too short, should be at least %d", result + 1);
    lb_report(error, error_sz, text);
  } else {
    memcpy(xml, writer->emit.text.items, (size_t)writer->emit.text.count);
    result = 0;
  }
  lb_endWriter(writer);
  return result;
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  lbWriter writer = {.spec = lb_spec(s)};
  return saveString(&writer, xml, xml_sz, error, error_sz);
}

int lb_saveDraft(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  lbWriter writer = {.spec = lb_spec(s), .isDraft = true};
  return saveString(&writer, xml, xml_sz, error, error_sz);
}

// --- files

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

mjtSize lb_encodeTo(const mjpEncoder* encoder, const mjSpec* s, const mjModel* m,
                    const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  Encode e = {encoder, s, m, vfs, {.name = (char*)filename, .vfs = vfs}, -1};
  lb_setLastFault(&(lbFault){.file = filename}, "file '%s' could not be encoded", filename);
  mjtSize written = -1;
  if (!lb_protect(encode, &e) || e.size < 0) {
    lb_report(error, error_sz, lb_lastError());
  } else {
    written = mju_writeResource(filename, e.resource.data, e.size, vfs, error,
                                error && error_sz > 0 ? (size_t)error_sz : 0);
  }
  encoder->close_resource(&e.resource);
  return written;
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  lb_report(error, error_sz, "");
  if (!filename || !*filename) {
    lb_report(error, error_sz, "a model is written to a file, got no name");
    return -1;
  }
  const mjpEncoder* encoder = mjp_findEncoder(filename, NULL);
  if (encoder) {
    return lb_encodeTo(encoder, s, NULL, filename, NULL, error, error_sz) < 0 ? -1 : 0;
  }
  lbWriter writer = {.spec = lb_spec(s)};
  int result = -1;
  if (!lb_protect(writeSpec, &writer)) {
    lb_report(error, error_sz, lb_lastError());
  } else if (!lb_writeFile(filename, writer.emit.text.items, (size_t)writer.emit.text.count - 1,
                           NULL)) {
    lb_setLastFault(&(lbFault){.file = filename}, "File not found: could not write '%s'", filename);
    lb_report(error, error_sz, lb_lastError());
  } else {
    result = 0;
  }
  lb_endWriter(&writer);
  return result;
}
