// Files that assets of a spec name: where they are, and what they hold.

#pragma once

#include "spec/element.h"

// The folder that an asset's files are looked for in, with its slash or "": `setting` (meshdir or
// texturedir) below the folder of the element's model.
const char* lb_assetFolderOf(lbRegion* region, const lbElement* element, const mjString* setting);

// A file's name as the model of the element looks for it: without folders where the compiler's
// strippath says so. Part of `name`.
const char* lb_strippedPath(const lbElement* element, const char* name);

// Opens a file that an element names: in the archive of its model, in the VFS, or on disk. The
// region is for the names on the way. Error: the file is in an archive, and damaged.
bool lb_openAsset(lbFile* file, lbRegion* region, const lbElement* element, const mjString* setting,
                  const char* name, const mjVFS* vfs);
