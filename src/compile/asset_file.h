// Files that assets name.

#pragma once

#include "compile/context.h"
#include "spec/asset_file.h"

typedef struct lbAssetFile_ {
  const char* name;   // as looked up, without directory
  const char* path;   // with directory
  const void* bytes;  // stay as long as the compilation
  size_t size;
  uint64_t stamp;  // as in lbFile
} lbAssetFile;

// The content of a file an element names, in `folder` (meshdir or texturedir) below the folder of
// the element's model; raises an error when it cannot be opened.
lbAssetFile lb_readAsset(lbCompiler* c, const lbElement* element, const mjString* folder,
                         const char* name);
