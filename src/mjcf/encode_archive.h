// Writing models as archives.

#pragma once

#include "api/plugin.h"

// The encoder of archives: sets resource->data to a zip file that holds the spec as MJCF, under the
// name model.xml, and every file that it names, found in vfs (may be NULL) or on disk. Returns its
// size; -1 when a file is missing: lb_lastError tells which. m is not used.
mjtSize lb_encodeArchive(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* resource);

// Releases resource->data.
void lb_closeEncoded(mjResource* resource);
