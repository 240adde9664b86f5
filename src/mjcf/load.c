// From files and texts to specs; see load.h.

#include "mjcf/load.h"

#include "base/path.h"
#include "base/thread.h"
#include "base/zip.h"
#include "mjcf/read.h"
#include "spec/internal.h"

#include <string.h>
#include <strings.h>

typedef struct Job_ {
  const lbModelSource* source;
  lbRegion region;
  const char* path;  // of the file being read, NULL: a text
  lbFile file;
  lbArchive* archive;  // that it is in, one reference
  lbSpec* spec;
  lbReader reader;
} Job;

// Of lbReader: a model inside of a model is a job of its own.
static lbSpec* readModelAsset(const lbReader* reader, const lbXml* node, const char* name);

// Reads the document into job->spec.
static void readDocument(Job* job) {
  lbSpec* spec = job->spec;
  const lbModelSource* source = job->source;
  const char* file = lb_specFile(spec, job->path);
  lbXml* root = lb_parseXml(&job->region, job->file.bytes, job->file.count, file);
  size_t length = job->path ? lb_directoryLength(job->path) : 0;
  char* folder = lb_regionAlloc(&job->region, length + 1);
  if (length) {
    memcpy(folder, job->path, length);
  }
  lb_setText(spec->s.modelfiledir, folder);
  spec->archive = lb_archiveShare(job->archive);
  job->reader = (lbReader){.spec = spec,
                           .region = &job->region,
                           .vfs = source->vfs,
                           .folder = folder,
                           .decode = source->decode,
                           .depth = source->depth,
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

static void openSource(Job* job) {
  const lbModelSource* source = job->source;
  job->archive = lb_archiveShare(source->archive);
  if (source->path) {
    job->path = lb_regionTake(&job->region, lb_joinPath(source->folder, source->path));
  }
  if (source->bytes || !job->path) {
    job->file = (lbFile){.bytes = source->bytes, .count = source->size};
  } else if (!lb_openFileIn(&job->file, job->archive, NULL, job->path, source->vfs)) {
    lb_raiseFault(&(lbFault){.missing = job->path}, "ParseXML: Error opening file '%s'", job->path);
  }
}

// From an archive to the model in it.
static void enterArchive(Job* job) {
  lbArchive* outer = job->archive;
  job->archive = lb_archiveOpen(job->path ? job->path : "model.mjz", &job->file, outer);
  lb_archiveRelease(outer);
  job->path = lb_archiveMain(job->archive);
  lb_openFileIn(&job->file, job->archive, NULL, job->path, NULL);
}

static bool isXmlType(const char* type) {
  return type && strstr(type, "xml");
}

// The spec that a decoder makes of the file; its files are where this one is.
static lbSpec* decode(Job* job) {
  const lbModelSource* source = job->source;
  const char* type = source->type ? source->type : "";
  bool isXml = isXmlType(type) || (!*type && job->path && lb_hasEnding(job->path, ".xml"));
  if (!source->decode || !job->path || isXml) {
    return NULL;
  }
  lbSpec* spec = source->decode(job->path, &job->file, type, source->vfs);
  if (spec && lb_isEmpty(spec->s.modelfiledir)) {
    size_t length = lb_directoryLength(job->path);
    lb_setText(spec->s.modelfiledir, lb_regionPrintf(&job->region, "%.*s", (int)length, job->path));
    spec->archive = spec->archive ? spec->archive : lb_archiveShare(job->archive);
  }
  return spec;
}

static void run(void* context) {
  Job* job = context;
  openSource(job);
  job->spec = decode(job);
  if (job->spec) {
    return;
  }
  if (lb_isZip(job->file.bytes, job->file.count)) {
    enterArchive(job);
  }
  if (job->file.count == 0 && (job->path || !job->source->bytes)) {
    lb_raiseFault(&(lbFault){.file = job->path}, "ParseXML: empty file '%s'",
                  job->path ? job->path : "model.xml");
  }
  job->spec = lb_newSpec();
  readDocument(job);
}

lbSpec* lb_loadModel(const lbModelSource* source) {
  Job job = {.source = source};
  lb_takeTurn();
  bool done = lb_protect(run, &job);
  lb_endTurn();
  lb_closeFile(&job.file);
  lb_archiveRelease(job.archive);
  lb_regionFree(&job.region);
  if (!done) {
    lb_freeSpec(job.spec);
    lb_raiseAgain();
  }
  return job.spec;
}

typedef struct Nested_ {
  lbModelSource source;
  lbSpec* spec;
} Nested;

static void loadNested(void* context) {
  Nested* nested = context;
  nested->spec = lb_loadModel(&nested->source);
}

static lbSpec* readModelAsset(const lbReader* reader, const lbXml* node, const char* name) {
  Nested nested = {.source = {.path = name,
                              .folder = reader->folder,
                              .type = lb_xmlValue(node, "content_type"),
                              .archive = reader->spec->archive,
                              .vfs = reader->vfs,
                              .decode = reader->decode,
                              .depth = reader->depth + 1}};
  if (!lb_protect(loadNested, &nested)) {
    lb_xmlFault(node, &(lbFault){.attribute = "file", .quotesLast = true},
                "could not parse model file with error: %s", lb_lastError());
  }
  return nested.spec;
}
