// mju_getXMLDependencies: every file a model needs, without reading any but XML.

#include "base/vfs.h"
#include "base/zip.h"
#include "mjcf/references.h"
#include "spec/name_set.h"
#include "spec/vec.h"

#include "base/error.h"

#include "api/mju_functions.h"

#include <string.h>

// Opens the first place that there is; its index, -1: none.
static int openFirst(lbFile* file, const lbWanted* wanted) {
  for (int i = 0; i < wanted->placeCount; i++) {
    if (lb_openFile(file, NULL, wanted->places[i], NULL)) {
      return i;
    }
  }
  lb_warning("mju_getXMLDependencies: cannot open '%s'", wanted->path);
  return -1;
}

static const char* readText(lbSearch* search, const lbWanted* wanted) {
  lbFile file = {0};
  int place = openFirst(&file, wanted);
  // an archive holds its files itself
  bool isArchive = lb_isZip(file.bytes, file.count);
  if (!lb_giveFile(search, wanted, isArchive ? -1 : place, file.bytes, (int)file.count)) {
    lb_warning("mju_getXMLDependencies: %s", lb_lastError());
  }
  lb_closeFile(&file);
  return place < 0 ? wanted->path : wanted->places[place];
}

typedef struct List_ {
  const char* filename;
  mjStringVec* dependencies;
  lbRegion region;
  lbSearch* search;
  lbNameSet known;
} List;

static void listAll(void* context) {
  List* list = context;
  list->search = lb_startSearch(lb_regionTake(&list->region, lb_joinPath(NULL, list->filename)));
  const lbWanted* wanted;
  while ((wanted = lb_nextWanted(list->search))) {
    const char* name = wanted->isText ? readText(list->search, wanted) : wanted->path;
    if (!lb_nameSetHas(&list->known, mjOBJ_TEXT, name)) {
      lb_nameSetAdd(&list->known, mjOBJ_TEXT, name);
      lb_pushText(list->dependencies, name);
    }
  }
}

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  List list = {.filename = filename, .dependencies = dependencies};
  lb_clearTextVec(dependencies);
  bool done = lb_protect(listAll, &list);
  lb_nameSetFree(&list.known);
  if (list.search) {
    lb_endSearch(list.search);
  }
  lb_regionFree(&list.region);
  if (!done) {
    lb_raiseAgain();
  }
}
