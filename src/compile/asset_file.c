// Files that assets name.

#include "compile/asset_file.h"

#include <string.h>

lbAssetFile lb_readAsset(lbCompiler* c, const lbElement* element, const mjString* folder,
                         const char* name) {
  const char* stripped = lb_strippedPath(element, name);
  const char* directory = lb_assetFolderOf(&c->region, element, folder);
  const char* path = lb_regionPrintf(&c->region, "%s%s", directory, stripped);
  lbFile file = {0};
  if (!lb_openAsset(&file, &c->region, element, folder, name, c->vfs)) {
    lb_compileFault(c, &(lbFault){.missing = path}, "Error opening file '%s'", path);
  }

  // the copy lives in the region, so that no error path has to close the file
  lbAssetFile asset = {.name = stripped, .size = file.count, .stamp = file.stamp};
  void* copy = NULL;
  if (file.owned) {
    c->open = file;
    copy = lb_regionAlloc(&c->region, file.count + 1);
    memcpy(copy, file.bytes, file.count);
    lb_closeFile(&c->open);
    asset.bytes = copy;
  } else {
    asset.bytes = file.bytes;
  }
  asset.path = c->file = path;
  return asset;
}
