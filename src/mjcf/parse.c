// mj_parseXML and its kin: text, file or resource -> spec.
//
// Files that a decoder of the program accepts go to it, also where a model names them; archives and
// XML are read here (mjcf/load.c).

#include "mjcf/parse.h"

#include "base/error.h"
#include "base/zip.h"
#include "mjcf/load.h"

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mju_functions.h"

#include <string.h>

// An lbDecodeFile.
static lbSpec* decodeFile(const char* path, lbFile* file, const char* type, const mjVFS* vfs) {
  mjResource resource = {.name = (char*)path, .data = file, .vfs = vfs};
  const mjpDecoder* decoder = mjp_findDecoder(&resource, type);
  bool isArchive = decoder && decoder->decode == lb_decodeArchive;
  if (*type && !decoder) {
    lb_error("no decoder found for file '%s' of content type '%s'", path, type);
  }
  if (*type && isArchive && !lb_isZip(file->bytes, file->count)) {
    lb_error("'%s' is not a readable zip archive", path);
  }
  if (!decoder || isArchive) {
    return NULL;
  }
  mjSpec* spec = decoder->decode(&resource, vfs);
  if (!spec) {
    lb_error("file '%s' could not be read by the decoder of '%s'", path,
             decoder->content_type ? decoder->content_type : decoder->extension);
  }
  return lb_spec(spec);
}

typedef struct Parse_ {
  lbModelSource source;
  lbSpec* spec;
} Parse;

static void load(void* context) {
  Parse* parse = context;
  parse->source.decode = decodeFile;
  parse->spec = lb_loadModel(&parse->source);
}

static mjSpec* parseSource(const lbModelSource* source, char* error, int error_sz) {
  Parse parse = {.source = *source};
  lb_report(error, error_sz, "");
  if (lb_protect(load, &parse)) {
    return &parse.spec->s;
  }
  lb_report(error, error_sz, lb_lastError());
  return NULL;
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return parseSource(&(lbModelSource){.path = filename, .vfs = vfs}, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  lbModelSource source = {.bytes = xml, .size = xml ? strlen(xml) : 0, .vfs = vfs};
  return parseSource(&source, error, error_sz);
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  lbModelSource source = {.path = filename, .type = content_type, .vfs = vfs};
  return parseSource(&source, error, error_sz);
}

mjSpec* lb_decodeArchive(mjResource* resource, const mjVFS* vfs) {
  const void* bytes = NULL;
  int size = mju_readResource(resource, &bytes);
  if (size < 0) {
    return NULL;
  }
  lbModelSource source = {
      .path = resource->name, .bytes = bytes ? bytes : "", .size = (size_t)size, .vfs = vfs};
  mjSpec* spec = parseSource(&source, NULL, 0);
  if (!spec) {
    lb_warning("%s", lb_lastError());
  }
  return spec;
}
