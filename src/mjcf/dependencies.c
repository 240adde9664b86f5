// mju_getXMLDependencies: every file a model needs, without reading any but XML.

#include "base/vfs.h"
#include "mjcf/read.h"

#include "api/mju_functions.h"

#include <string.h>

typedef struct Search_ {
  lbRegion region;
  lbFile file;
  const char* filename;
  const char* base;  // folder of the model: names of assets and includes start there
  const char* meshdir;
  const char* texturedir;
  mjStringVec* found;
} Search;

static bool known(const mjStringVec* found, const char* path) {
  for (int i = 0; i < found->count; i++) {
    if (strcmp(lb_text(&found->items[i]), path) == 0) {
      return true;
    }
  }
  return false;
}

static void search(const Search* outer, const char* path, bool isModel);

typedef enum Kind_ {
  ASSET,
  INCLUDE,
  MODEL,
} Kind;

static void addFile(Search* s, const char* folder, const char* name, Kind kind) {
  char* inner = lb_joinPath(folder, name);
  char* path = lb_joinPath(s->base, inner);
  const char* kept = lb_regionStrdup(&s->region, path);
  lb_free(inner);
  lb_free(path);
  if (!known(s->found, kept)) {
    lb_pushText(s->found, kept);
    if (kind != ASSET) {
      search(s, kept, kind == MODEL);
    }
  }
}

// Asset folders apply wherever the compiler element stands, so they are found first.
static void findFolders(Search* s, const lbXml* node) {
  if (strcmp(node->name, "compiler") == 0) {
    const char* both = lb_xmlValue(node, "assetdir");
    const char* mesh = lb_xmlValue(node, "meshdir");
    const char* texture = lb_xmlValue(node, "texturedir");
    s->meshdir = mesh ? mesh : both ? both : s->meshdir;
    s->texturedir = texture ? texture : both ? both : s->texturedir;
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    findFolders(s, child);
  }
}

static void findFiles(Search* s, const lbXml* node) {
  static const char* const attributes[] = {"file",     "fileright", "fileleft", "fileup",
                                           "filedown", "filefront", "fileback", "filename"};
  Kind kind = strcmp(node->name, "include") == 0 ? INCLUDE
              : strcmp(node->name, "model") == 0 ? MODEL
                                                 : ASSET;
  const char* folder = strcmp(node->name, "texture") == 0 ? s->texturedir : s->meshdir;
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
    const char* name = lb_xmlValue(node, attributes[i]);
    if (name && *name) {
      addFile(s, kind == ASSET ? folder : "", name, kind);
    }
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    findFiles(s, child);
  }
}

static void readDocument(void* context) {
  Search* s = context;
  lbXml* root = lb_parseXml(&s->region, s->file.bytes, s->file.count, s->filename);
  findFolders(s, root);
  findFiles(s, root);
}

// One document. An included one goes on with the folders of the including model.
static void search(const Search* outer, const char* path, bool isModel) {
  Search s = {.filename = path,
              .base = outer->base,
              .meshdir = isModel ? "" : outer->meshdir,
              .texturedir = isModel ? "" : outer->texturedir,
              .found = outer->found};
  if (isModel) {
    size_t length = lb_directoryLength(path);
    char* base = lb_regionAlloc(&s.region, length + 1);
    memcpy(base, path, length);
    s.base = base;
  }
  if (!lb_openFile(&s.file, NULL, path, NULL)) {
    lb_warning("mju_getXMLDependencies: cannot open '%s'", path);
  } else if (!lb_protect(readDocument, &s)) {
    lb_warning("mju_getXMLDependencies: %s", lb_lastError());
  }
  lb_closeFile(&s.file);
  lb_regionFree(&s.region);
}

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  Search start = {.found = dependencies};
  char* path = lb_joinPath(NULL, filename);
  lb_clearTextVec(dependencies);
  lb_pushText(dependencies, path);
  search(&start, path, true);
  lb_free(path);
}
