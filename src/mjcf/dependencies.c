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

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  lbNameSet known = {0};
  char* path = lb_joinPath(NULL, filename);
  lbSearch* search = lb_startSearch(path);
  lb_free(path);
  lb_clearTextVec(dependencies);
  const lbWanted* wanted;
  while ((wanted = lb_nextWanted(search))) {
    const char* name = wanted->isText ? readText(search, wanted) : wanted->path;
    if (!lb_nameSetHas(&known, mjOBJ_TEXT, name)) {
      lb_nameSetAdd(&known, mjOBJ_TEXT, name);
      lb_pushText(dependencies, name);
    }
  }
  lb_nameSetFree(&known);
  lb_endSearch(search);
}
