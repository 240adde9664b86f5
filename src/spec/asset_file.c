// Files that assets of a spec name; see asset_file.h.

#include "spec/asset_file.h"

const char* lb_assetFolderOf(lbRegion* region, const lbElement* element, const mjString* setting) {
  char* made = lb_assetFolder(lb_elementFolder(element), lb_text(setting));
  return lb_regionTake(region, made);
}

const char* lb_strippedPath(const lbElement* element, const char* name) {
  return lb_assetName(name, element->origin->s.strippath);
}

bool lb_openAsset(lbFile* file, lbRegion* region, const lbElement* element, const mjString* setting,
                  const char* name, const mjVFS* vfs) {
  const char* folder = lb_assetFolderOf(region, element, setting);
  const char* stripped = lb_strippedPath(element, name);
  return lb_openFileIn(file, element->origin->archive, folder, stripped, vfs);
}
