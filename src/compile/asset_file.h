// Files that assets name.

#pragma once

#include "compile/context.h"

typedef struct lbAssetFile_ {
  const char* name;   // as looked up, without directory
  const char* path;   // with directory
  const void* bytes;  // stay as long as the compilation
  size_t size;
} lbAssetFile;

// A file's name as the model of the element looks for it: without folders where the compiler's
// strippath says so. Part of `name`.
const char* lb_strippedPath(const lbElement* element, const char* name);

// The content of a file an element names, in `folder` (meshdir or texturedir) below the folder of
// the element's model; raises an error when it cannot be opened.
lbAssetFile lb_readAsset(lbCompiler* c, const lbElement* element, const mjString* folder,
                         const char* name);
