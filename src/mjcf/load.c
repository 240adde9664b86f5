// mj_parseXML and its kin: text or file -> spec.

#include "base/vfs.h"
#include "mjcf/read.h"
#include "spec/internal.h"

#include "api/mj_functions.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct Job_ {
  const char* filename;  // NULL: text
  const char* folder;
  const char* text;
  size_t length;
  const mjVFS* vfs;
  int depth;
  lbRegion region;
  lbFile file;
  lbSpec* spec;
  lbReader reader;
} Job;

// Of lbReader: a model inside of a model is a job of its own.
static lbSpec* readModelAsset(const lbReader* reader, const lbXml* node, const char* file);

// Reads the document into job->spec.
static void readDocument(Job* job) {
  lbSpec* spec = job->spec;
  const char* file = lb_specFile(spec, job->filename);
  lbXml* root = lb_parseXml(&job->region, job->text, job->length, file);
  size_t length = job->filename ? lb_directoryLength(job->filename) : 0;
  char* folder = lb_regionAlloc(&job->region, length + 1);
  if (length) {
    memcpy(folder, job->filename, length);
  }
  lb_setText(spec->s.modelfiledir, folder);
  job->reader = (lbReader){.spec = spec,
                           .region = &job->region,
                           .vfs = job->vfs,
                           .folder = folder,
                           .depth = job->depth,
                           .readModel = readModelAsset};
  if (strcmp(root->name, "mujoco") == 0) {
    lb_readMjcf(&job->reader, root);
  } else if (strcasecmp(root->name, "robot") == 0) {
    lb_readUrdf(&job->reader, root);
  } else {
    lb_xmlFault(root, &(lbFault){.expected = "'mujoco' or 'robot'"},
                "Unrecognized XML model type: '%s'", root->name);
  }
  lb_orderTree(spec);
  spec->isOrdered = false;  // numbers are given when something asks for them
}

static void run(void* context) {
  Job* job = context;
  if (job->filename) {
    char* path = lb_joinPath(job->folder, job->filename);
    char* name = lb_regionStrdup(&job->region, path);
    lb_free(path);
    if (!lb_openFile(&job->file, NULL, name, job->vfs)) {
      lb_raiseFault(&(lbFault){.missing = name}, "ParseXML: Error opening file '%s'", name);
    }
    job->filename = name;
    job->text = job->file.bytes;
    job->length = job->file.count;
  }
  if (job->length == 0) {
    lb_raiseFault(&(lbFault){.file = job->filename}, "ParseXML: empty file '%s'",
                  job->filename ? job->filename : "model.xml");
  }
  job->spec = lb_newSpec();
  readDocument(job);
}

// Frees what a job used; the spec too when it failed.
static bool finish(Job* job) {
  bool done = lb_protect(run, job);
  lb_closeFile(&job->file);
  lb_regionFree(&job->region);
  if (!done) {
    lb_freeSpec(job->spec);
    job->spec = NULL;
  }
  return done;
}

static mjSpec* parse(Job* job, char* error, int error_sz) {
  if (error && error_sz > 0) {
    error[0] = 0;
  }
  if (finish(job)) {
    return &job->spec->s;
  }
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s", lb_lastError());
  }
  return NULL;
}

static lbSpec* readModelAsset(const lbReader* reader, const lbXml* node, const char* file) {
  Job job = {
      .filename = file, .folder = reader->folder, .vfs = reader->vfs, .depth = reader->depth + 1};
  if (!finish(&job)) {
    lb_xmlFault(node, &(lbFault){.attribute = "file", .quotesLast = true},
                "could not parse model file with error: %s", lb_lastError());
  }
  return job.spec;
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  Job job = {.filename = filename, .vfs = vfs};
  return parse(&job, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  Job job = {.text = xml, .length = xml ? strlen(xml) : 0, .vfs = vfs};
  return parse(&job, error, error_sz);
}

// XML only; other content types need a decoder that was registered for them.
mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  if (content_type && *content_type && !strstr(content_type, "xml")) {
    if (error && error_sz > 0) {
      snprintf(error, (size_t)error_sz, "mj_parse: no decoder for content type '%s'", content_type);
    }
    return NULL;
  }
  return mj_parseXML(filename, vfs, error, error_sz);
}
