// <include>: the element is replaced by the children of the included file's root, whatever that
// is called. A file can be included once, which also rules out cycles. Names are relative to the
// main model's folder, then to the including file's.

#include "mjcf/read.h"

#include "base/vfs.h"

#include <string.h>

typedef struct Included_ {
  const char* name;
  struct Included_* next;
} Included;

static bool openIncluded(lbReader* reader, const lbXml* node, const char* name, lbFile* file) {
  lbArchive* archive = reader->spec->archive;
  int length = node->file ? (int)lb_directoryLength(node->file) : 0;
  const char* folder = lb_regionPrintf(reader->region, "%.*s", length, length ? node->file : "");

  // a whole name in an archive goes before one that agrees in its last part only
  if (archive && !lb_archiveHas(archive, reader->folder, name)) {
    char* below = lb_joinPath(reader->folder, folder);
    bool isBelow = lb_archiveHas(archive, below, name);
    folder = isBelow ? lb_regionStrdup(reader->region, below) : folder;
    lb_free(below);
    if (isBelow) {
      return lb_openFileIn(file, archive, folder, name, reader->vfs);
    }
  }
  return lb_openFileIn(file, archive, reader->folder, name, reader->vfs) ||
         (length && lb_openFileIn(file, archive, folder, name, reader->vfs));
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
static lbXml* readIncluded(lbReader* reader, const lbXml* node, const char* name) {
  lbFile file;
  if (!openIncluded(reader, node, name, &file)) {
    lb_xmlProblem(node, &(lbFault){.attribute = "file", .missing = name}, "Error opening file '%s'",
                  name);
    return NULL;
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

static void expand(lbReader* reader, lbXml* parent, Included** seen) {
  lbXml** link = &parent->child;
  while (*link) {
    lbXml* node = *link;
    if (strcmp(node->name, "include") != 0) {
      expand(reader, node, seen);
      link = &node->next;
      continue;
    }
    if (node->child) {
      lb_xmlError(node, "Include element cannot have children");
    }
    const char* name = lb_requiredText(node, "file");
    for (const Included* i = *seen; i; i = i->next) {
      if (strcmp(i->name, name) == 0) {
        lb_xmlFault(node, &(lbFault){.attribute = "file"}, "File '%s' already included", name);
      }
    }
    Included* entry = lb_regionAlloc(reader->region, sizeof *entry);
    *entry = (Included){.name = name, .next = *seen};
    *seen = entry;

    // splice the children in; they are looked at next, so nested includes are found
    lbXml* root = readIncluded(reader, node, name);
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
  Included* seen = NULL;
  lb_forgetProblems();
  expand(reader, root, &seen);
}
