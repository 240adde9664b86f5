// Writing models as archives.
//
// The model is written first, and every file that it names is noted with the name that it gets:
// its own below meshdir or texturedir. Files from elsewhere (absolute names, names that go up,
// those of attached models) come to lie there too; a name that is taken gets a number.

#include "mjcf/encode_archive.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/zip.h"
#include "mjcf/write.h"
#include "spec/asset_file.h"

#include <string.h>

#define MAIN_NAME "model.xml"

// A file of the archive: where it comes from, and what it is called.
typedef struct Taken_ {
  const char* key;    // name in the archive, or that name, a line feed and where it comes from
  const char* name;   // in the archive
  const char* inner;  // as the model writes it
  const lbElement* element;
  const mjString* folder;
  const char* file;  // as the element writes it
  struct Taken_* next;
} Taken;

typedef struct Encode_ {
  lbAssetSink sink;  // first: what the writer knows
  lbWriter writer;
  const mjVFS* vfs;
  lbRegion region;
  lbMap map;     // of Taken, by key
  Taken* first;  // in the order of the model
  Taken** last;
  int numbers;  // given to names so far
  lbZipWriter zip;
  lbFile file;  // being added
} Encode;

static Taken* find(const Encode* e, const char* key, uint32_t* slot) {
  Taken* taken = lb_mapFirst(&e->map, lb_hashText(key), slot);
  while (taken && strcmp(taken->key, key) != 0) {
    taken = lb_mapNext(&e->map, slot);
  }
  return taken;
}

static Taken* add(Encode* e, const char* key) {
  uint32_t slot;
  find(e, key, &slot);
  Taken* taken = lb_regionAlloc(&e->region, sizeof *taken);
  taken->key = key;
  e->map.slots[slot] = taken;
  return taken;
}

static const char* join(Encode* e, const char* folder, const char* name) {
  char* path = lb_joinPath(folder, name);
  const char* kept = lb_regionStrdup(&e->region, path);
  lb_free(path);
  return kept;
}

// The name that the model shall write for a file, before it is known to be free.
static const char* wish(Encode* e, const lbElement* element, const mjString* folder,
                        const char* file) {
  const lbSpec* spec = e->writer.spec;
  const char* stripped = lb_strippedPath(element, file);
  const char* own = element->origin == spec ? "" : lb_text(folder);
  const char* name = join(e, own, stripped);
  bool isBare = spec->s.strippath || lb_leadsOutside(name);
  return isBare ? name + lb_directoryLength(name) : name;
}

// A name with a number before its ending.
static const char* numbered(Encode* e, const char* name) {
  const char* last = name + lb_directoryLength(name);
  const char* dot = strrchr(last, '.');
  int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
  return lb_regionPrintf(&e->region, "%.*s_%d%s", stem, name, ++e->numbers, dot ? dot : "");
}

// An lbAssetSink.
static const char* take(lbAssetSink* sink, const lbElement* element, const mjString* folder,
                        const char* file) {
  Encode* e = (Encode*)sink;
  const mjsCompiler* settings = &e->writer.spec->s.compiler;
  bool isTexture = element->handle.elemtype == mjOBJ_TEXTURE;
  const char* below = lb_sinkFolder(isTexture ? settings->texturedir : settings->meshdir);
  const char* inner = wish(e, element, folder, file);
  const char* name = join(e, below, inner);

  // the same file under the same wish is one
  const char* from =
      join(e, lb_assetFolderOf(&e->region, element, folder), lb_strippedPath(element, file));
  const char* both = lb_regionPrintf(&e->region, "%s\n%s", name, from);
  uint32_t slot;
  const Taken* known = find(e, both, &slot);
  if (known) {
    return known->inner;
  }
  const char* wished = inner;
  while (find(e, name, &slot)) {
    inner = numbered(e, wished);
    name = join(e, below, inner);
  }
  add(e, name);
  Taken* taken = add(e, both);
  taken->name = name;
  taken->inner = inner;
  taken->element = element;
  taken->folder = folder;
  taken->file = file;
  *e->last = taken;
  e->last = &taken->next;
  return inner;
}

static void addFile(Encode* e, const Taken* taken) {
  const char* folder = lb_assetFolderOf(&e->region, taken->element, taken->folder);
  const char* path = join(e, folder, lb_strippedPath(taken->element, taken->file));
  if (!lb_openAsset(&e->file, &e->region, taken->element, taken->folder, taken->file, e->vfs)) {
    lb_raiseFault(&(lbFault){.missing = path}, "Error opening file '%s'", path);
  }
  lb_zipAdd(&e->zip, taken->name, e->file.bytes, e->file.count);
  lb_closeFile(&e->file);
}

static void encode(void* context) {
  Encode* e = context;
  lbSpec* spec = e->writer.spec;
  size_t files = (size_t)lb_specCount(spec, mjOBJ_MESH) + (size_t)lb_specCount(spec, mjOBJ_HFIELD) +
                 (size_t)lb_specCount(spec, mjOBJ_SKIN) +
                 7 * (size_t)lb_specCount(spec, mjOBJ_TEXTURE);
  e->map = lb_regionMap(&e->region, 2 * files + 1);
  e->last = &e->first;
  add(e, MAIN_NAME);
  lb_writeSpec(&e->writer);
  lb_zipAdd(&e->zip, MAIN_NAME, e->writer.emit.text.items, (size_t)e->writer.emit.text.count - 1);
  for (const Taken* taken = e->first; taken; taken = taken->next) {
    addFile(e, taken);
  }
  lb_zipEnd(&e->zip);
}

mjtSize lb_encodeArchive(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                         mjResource* resource) {
  (void)m;
  if (!s) {
    lb_setLastError("an archive needs a spec", NULL);
    return -1;
  }
  Encode e = {.sink = {take}, .writer = {.spec = lb_spec(s)}, .vfs = vfs};
  e.writer.sink = &e.sink;
  mjtSize size = -1;
  if (lb_protect(encode, &e)) {
    resource->data = e.zip.bytes.items;
    size = (mjtSize)e.zip.bytes.count;
    e.zip.bytes = (lbZipBytes){0};
  }
  lb_zipFree(&e.zip);
  lb_closeFile(&e.file);
  lb_endWriter(&e.writer);
  lb_regionFree(&e.region);
  return size;
}

void lb_closeEncoded(mjResource* resource) {
  lb_free(resource->data);
  resource->data = NULL;
}
