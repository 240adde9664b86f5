// Files that assets name.

#include "compile/asset_file.h"

#include <string.h>

// The folder that an asset's files are looked for in, with its slash.
static const char* assetDirectory(lbCompiler* c, const lbElement* element, const mjString* folder) {
  char* made = lb_assetFolder(lb_elementFolder(element), lb_text(folder));
  const char* directory = lb_regionStrdup(&c->region, made);
  lb_free(made);
  return directory;
}

const char* lb_strippedPath(const lbElement* element, const char* name) {
  return lb_assetName(name, element->origin->s.strippath);
}

lbAssetFile lb_readAsset(lbCompiler* c, const lbElement* element, const mjString* folder,
                         const char* name) {
  const char* stripped = lb_strippedPath(element, name);
  const char* directory = assetDirectory(c, element, folder);
  lbFile file = {0};
  if (!lb_openFile(&file, directory, stripped, c->vfs)) {
    const char* path = lb_regionPrintf(&c->region, "%s%s", directory, stripped);
    lb_compileFault(c, &(lbFault){.missing = path}, "Error opening file '%s'", path);
  }

  // the copy lives in the region, so that no error path has to close the file
  lbAssetFile asset = {.name = stripped, .size = file.count};
  void* copy = NULL;
  if (file.owned) {
    copy = lb_regionAlloc(&c->region, file.count + 1);
    memcpy(copy, file.bytes, file.count);
    lb_closeFile(&file);
    asset.bytes = copy;
  } else {
    asset.bytes = file.bytes;
  }
  asset.path = c->file = lb_regionPrintf(&c->region, "%s%s", directory, stripped);
  return asset;
}
