// MJB, the binary model file.
//
// Layout: five header words (magic, bytes per number, number of sizes, interface version, number of
// arrays), the sizes as 64-bit integers, mjOption, mjVisual and mjStatistic as they lie in memory,
// two flags, then the arrays in table order without padding. The peer writes the same layout, so
// files of one interface version are exchangeable; only a model with a mesh among its sites has
// site_dataid behind that, which no other version knows. The name map, the tables of the matrices
// and the summary flags are rebuilt rather than trusted.

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/vfs.h"
#include "model/fields.h"
#include "model/matrices.h"
#include "model/mesh_hull.h"
#include "model/model.h"
#include "model/validate.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC = 54321, HEADER_WORDS = 5 };

typedef struct {
  const char* bytes;
  size_t count;
  size_t position;
} Reader;

typedef struct {
  char* bytes;  // NULL: only count
  size_t capacity;
  size_t position;
} Writer;

static void expectedHeader(int header[HEADER_WORDS]) {
  const int words[HEADER_WORDS] = {MAGIC, sizeof(mjtNum), LB_SIZE_COUNT, mjVERSION_HEADER,
                                   lb_publishedFieldCount};
  memcpy(header, words, sizeof words);
}

static void put(Writer* writer, const void* source, size_t bytes) {
  if (bytes && writer->bytes && writer->position + bytes <= writer->capacity) {
    memcpy(writer->bytes + writer->position, source, bytes);
  }
  writer->position += bytes;
}

static void get(Reader* reader, void* target, size_t bytes) {
  if (bytes > reader->count - reader->position) {
    lb_error("Invalid MJB: the file ends too early (%zu bytes)", reader->count);
  }
  if (bytes) {
    memcpy(target, reader->bytes + reader->position, bytes);
  }
  reader->position += bytes;
}

static bool hasMeshSite(const mjModel* m) {
  for (mjtSize i = 0; i < m->nsite; i++) {
    if (m->site_type[i] == mjGEOM_MESH) {
      return true;
    }
  }
  return false;
}

static void putModel(Writer* writer, const mjModel* m) {
  int header[HEADER_WORDS];
  expectedHeader(header);
  put(writer, header, sizeof header);
  put(writer, m, LB_SIZE_BYTES);
  put(writer, &m->opt, sizeof m->opt);
  put(writer, &m->vis, sizeof m->vis);
  put(writer, &m->stat, sizeof m->stat);
  put(writer, &m->flg_gravcomp, sizeof m->flg_gravcomp);
  put(writer, &m->flg_surfacevel, sizeof m->flg_surfacevel);
  for (int i = 0; i < lb_publishedFieldCount; i++) {
    const lbArrayField* field = &lb_modelFields[i];
    put(writer, *lb_fieldPointer(field, m), lb_fieldBytes(field, m, NULL));
  }
  if (hasMeshSite(m)) {
    put(writer, m->site_dataid, (size_t)m->nsite * sizeof *m->site_dataid);
  }
}

static void getSizes(Reader* reader, mjModel* sizes) {
  int header[HEADER_WORDS], expected[HEADER_WORDS];
  expectedHeader(expected);
  get(reader, header, sizeof header);
  if (header[0] != MAGIC) {
    lb_error("Invalid MJB: missing header");
  }
  for (int i = 1; i < HEADER_WORDS; i++) {
    if (header[i] != expected[i]) {
      lb_error("Invalid MJB: made by another version (header word %d is %d, expected %d)", i,
               header[i], expected[i]);
    }
  }
  // small enough for products of sizes not to overflow; -1 stands for no limit of rows or contacts
  static const mjtSize largest = (mjtSize)1 << 40;
  bool sound = true;
  get(reader, sizes, LB_SIZE_BYTES);
  for (int i = 0; i < LB_SIZE_COUNT; i++) {
    mjtSize size = lb_modelSizes(sizes)[i];
    sound &= size >= -1 && size <= largest;
  }
  if (!sound) {
    lb_error("Invalid MJB: a size is out of range");
  }

  // a damaged size cannot ask for more memory than the file accounts for
  size_t padding = 64 * (size_t)lb_modelFieldCount;
  if (lb_bufferBytes(lb_modelFields, lb_publishedFieldCount, sizes) > reader->count + padding ||
      sizes->nnames_map != lb_nameMapSize(sizes)) {
    lb_error("Invalid MJB: sizes do not agree with the length of the file");
  }
}

static void getContent(Reader* reader, mjModel* m) {
  get(reader, &m->opt, sizeof m->opt);
  get(reader, &m->vis, sizeof m->vis);
  get(reader, &m->stat, sizeof m->stat);
  get(reader, &m->flg_gravcomp, sizeof m->flg_gravcomp);
  get(reader, &m->flg_surfacevel, sizeof m->flg_surfacevel);
  for (int i = 0; i < lb_publishedFieldCount; i++) {
    const lbArrayField* field = &lb_modelFields[i];
    size_t bytes = lb_fieldBytes(field, m, NULL);
    mjtByte* items = *lb_fieldPointer(field, m);
    get(reader, items, bytes);
    for (size_t k = 0; field->isTruth && k < bytes; k++) {
      items[k] = items[k] != 0;
    }
  }
  if (hasMeshSite(m)) {
    get(reader, m->site_dataid, (size_t)m->nsite * sizeof *m->site_dataid);
  }
}

static bool anyNonzero(const mjtNum* values, mjtSize count) {
  for (mjtSize i = 0; i < count; i++) {
    if (values[i] != 0) {
      return true;
    }
  }
  return false;
}

void lb_deriveFlags(mjModel* m) {
  m->flg_gravcomp = m->ngravcomp > 0;
  m->flg_surfacevel = anyNonzero(m->geom_surfacevel, 6 * m->ngeom);
  m->flg_adhesion =
      anyNonzero(m->geom_adhesion, m->ngeom) || anyNonzero(m->pair_adhesion, m->npair);
}

// Fixed tendons that name a joint twice have its column once.
// COMPAT: MJB-TENDON-COLUMNS: some writers repeat it.
static void mergeTendonColumns(mjModel* m) {
  if (!lb_rangesInside(m->ten_J_rowadr, m->ten_J_rownnz, m->ntendon, m->nJten)) {
    return;
  }
  for (mjtSize i = 0; i < m->ntendon; i++) {
    int* row = m->ten_J_colind + m->ten_J_rowadr[i];
    int kept = 0;
    for (int k = 0; k < m->ten_J_rownnz[i]; k++) {
      if (!k || row[k] != row[kept - 1]) {
        row[kept++] = row[k];
      }
    }
    m->ten_J_rownnz[i] = kept;
  }
}

typedef struct {
  Reader reader;
  lbRegion region;
  mjModel* model;  // NULL until allocated
} LoadTask;

static void load(void* context) {
  LoadTask* task = context;
  mjModel sizes = {0};
  getSizes(&task->reader, &sizes);
  task->model = lb_makeModel(&sizes);
  getContent(&task->reader, task->model);
  if (task->reader.position != task->reader.count) {
    lb_error("Invalid MJB: the file is too long (%zu bytes)", task->reader.count);
  }
  mergeTendonColumns(task->model);
  const char* invalid = lb_validateModel(task->model);
  if (invalid) {
    lb_error("Invalid MJB: field '%s' is out of range", invalid);
  }
  mjModel matrices = sizes;
  lb_countMatrices(&task->region, task->model, &matrices);
  if (memcmp(&matrices, &sizes, sizeof sizes)) {
    lb_error("Invalid MJB: a matrix does not fit the tree");
  }
  lb_fillMatrices(&task->region, task->model);
  lb_buildNameMap(task->model);
  lb_deriveFlags(task->model);
  lb_findHullStarts(task->model);
  lb_signModel(task->model);
}

mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  LoadTask task = {.reader = {.bytes = buffer, .count = buffer_sz < 0 ? 0 : (size_t)buffer_sz}};
  if (!buffer) {
    lb_warning("mj_loadModelBuffer: buffer is NULL");
    return NULL;
  }
  bool loaded = lb_protect(load, &task);
  lb_regionFree(&task.region);
  if (!loaded) {
    mj_deleteModel(task.model);
    lb_warning("%s", lb_lastError());
    return NULL;
  }
  return task.model;
}

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  LB_REQUIRE(filename);
  lbFile file = {0};
  if (!lb_openFile(&file, NULL, filename, vfs)) {
    lb_warning("mj_loadModel: could not open file '%s'", filename);
    return NULL;
  }
  bool fits = file.count <= INT_MAX;
  if (!fits) {
    lb_warning("mj_loadModel: file '%s' is larger than 2 GB", filename);
  }
  mjModel* m = fits ? mj_loadModelBuffer(file.bytes, (int)file.count) : NULL;
  lb_closeFile(&file);
  return m;
}

mjtSize mj_sizeModel(const mjModel* m) {
  LB_REQUIRE(m);
  Writer writer = {0};
  putModel(&writer, m);
  return (mjtSize)writer.position;
}

static void saveFile(const mjModel* m, const char* filename) {
  size_t bytes = (size_t)mj_sizeModel(m);
  Writer writer = {.bytes = lb_alloc(bytes), .capacity = bytes};
  putModel(&writer, m);
  if (!lb_writeFile(filename, writer.bytes, bytes, NULL)) {
    lb_warning("mj_saveModel: could not write file '%s'", filename);
  }
  lb_free(writer.bytes);
}

void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  LB_REQUIRE(m && (buffer || filename));
  if (!buffer) {
    saveFile(m, filename);
    return;
  }
  Writer writer = {.bytes = buffer, .capacity = buffer_sz < 0 ? 0 : (size_t)buffer_sz};
  putModel(&writer, m);
  if (writer.position > writer.capacity) {
    lb_warning("mj_saveModel: buffer of %d bytes is too small, %zu are needed", buffer_sz,
               writer.position);
  }
}
