// Writing models to files by an encoder.

#pragma once

#include "api/plugin.h"

// Runs an encoder, and writes what it made to a file: by the provider of its name, else to disk.
// Returns the number of bytes; -1 on failure, with the message in error (error_sz bytes, may be
// NULL).
mjtSize lb_encodeTo(const mjpEncoder* encoder, const mjSpec* s, const mjModel* m,
                    const char* filename, const mjVFS* vfs, char* error, int error_sz);

// mj_saveXMLString, also of a spec that was never compiled: for JavaScript, whose specs have always
// been written so.
int lb_saveDraft(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);

// An mjfEncode: the spec as MJCF. lb_closeEncoded releases it.
mjtSize lb_encodeText(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* resource);
