// <include>: the element is replaced by the children of the included file's root, whatever that
// is called. A file can be included once, which also rules out cycles. Names are relative to the
// main model's folder, then to the including file's: parts in several folders may have one name.

#include "mjcf/read.h"

#include "base/compiler.h"
#include "base/vfs.h"

#include <string.h>

typedef struct Included_ {
  const char* key;     // where it is included from: beside the including file, or the main one
  const char* name;    // as errors tell it
  const char* folder;  // where it was found, NULL: not found yet
  struct Included_* next;
} Included;

// The folder of the included file that a node is in, NULL: it is in the main file.
static const char* folderOf(const Included* seen, const lbXml* node) {
  for (; node->file && seen; seen = seen->next) {
    if (seen->folder && strcmp(seen->name, node->file) == 0) {
      return seen->folder;
    }
  }
  return NULL;
}

// Opens a file from the main file's folder, else from `around`, and notes where it was.
static bool openIncluded(lbReader* reader, const char* around, Included* entry, lbFile* file) {
  lbArchive* archive = reader->spec->archive;
  const char* name = entry->name;

  // a whole name in an archive goes before one that agrees in its last part only
  bool isAround = archive && around && !lb_archiveHas(archive, reader->folder, name) &&
                  lb_archiveHas(archive, around, name);
  const char* folders[] = {isAround ? around : reader->folder, around};
  for (int i = 0; i < 2 && (i == 0 || folders[i]); i++) {
    if (lb_openFileIn(file, archive, folders[i], name, reader->vfs)) {
      char* path = lb_joinPath(folders[i], name);
      int length = (int)lb_directoryLength(path);
      entry->folder = lb_regionPrintf(reader->region, "%.*s", length, path);
      if (i) {
        entry->name = entry->key;
      }
      lb_free(path);
      return true;
    }
  }
  return false;
}

typedef struct Parse_ {
  lbReader* reader;
  const lbFile* file;
  const char* name;
  lbXml* root;
} Parse;

static void parse(void* context) {
  Parse* p = context;
  p->root = lb_parseXml(p->reader->region, p->file->bytes, p->file->count, p->name);
}

// Root of the included document; NULL when the file is missing, which is noted.
LB_APART static lbXml* readIncluded(lbReader* reader, const lbXml* node, const char* around,
                                    Included* entry) {
  lbFile file;
  if (!openIncluded(reader, around, entry, &file)) {
    lb_xmlProblem(node, &(lbFault){.attribute = "file", .missing = entry->name},
                  "Error opening file '%s'", entry->name);
    return NULL;
  }
  const char* name = entry->name;
  if (!file.count) {
    lb_closeFile(&file);
    lb_xmlFault(node, &(lbFault){.attribute = "file"}, "Empty file '%s'", name);
  }
  Parse p = {.reader = reader, .file = &file, .name = lb_specFile(reader->spec, name)};
  bool done = lb_protect(parse, &p);
  lb_closeFile(&file);
  if (!done) {
    lb_xmlFault(node, &(lbFault){.quotesLast = true}, "Include error: '%s'", lb_lastError());
  }
  if (!p.root->child) {
    lb_xmlFault(node, &(lbFault){.attribute = "file"}, "Empty include file '%s'", name);
  }
  return p.root;
}

// A path without detours.
static const char* pathOf(lbReader* reader, const char* folder, const char* name) {
  char* path = lb_joinPath(folder, name);
  const char* kept = lb_regionPrintf(reader->region, "%s", path);
  lb_free(path);
  return kept;
}

static void expand(lbReader* reader, lbXml* parent, Included** seen) {
  lbXml** link = &parent->child;
  while (*link) {
    lbXml* node = *link;
    if (strcmp(node->name, "include") != 0) {
      expand(reader, node, seen);
      link = &node->next;
      continue;
    }
    if (!node->isBare) {
      lb_xmlError(node, "Include element cannot have children");
    }
    const char* around = folderOf(*seen, node);
    const char* given = lb_requiredText(node, "file");
    const char* name = pathOf(reader, NULL, given);
    const char* key = around ? pathOf(reader, around, given) : name;
    for (const Included* i = *seen; i; i = i->next) {
      if (strcmp(i->key, name) == 0 || strcmp(i->key, key) == 0) {
        lb_xmlFault(node, &(lbFault){.attribute = "file"}, "File '%s' already included", name);
      }
    }
    Included* entry = lb_regionAlloc(reader->region, sizeof *entry);
    *entry = (Included){.key = key, .name = name, .next = *seen};
    *seen = entry;

    // splice the children in; they are looked at next, so nested includes are found
    lbXml* root = readIncluded(reader, node, around, entry);
    if (!root) {
      *link = node->next;
      continue;
    }
    lbXml* last = root->child;
    for (lbXml* child = root->child; child; child = child->next) {
      child->parent = parent;
      last = child;
    }
    last->next = node->next;
    *link = root->child;
  }
}

void lb_expandIncludes(lbReader* reader, lbXml* root) {
  // (a text has no name)
  const char* file = root->file;
  const char* name = file ? file + lb_directoryLength(file) : NULL;
  Included* seen = file ? &(Included){.key = name, .name = name} : NULL;
  lb_forgetProblems();
  expand(reader, root, &seen);
}
