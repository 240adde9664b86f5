// Reading models by decoders.

#pragma once

#include "api/plugin.h"

// The decoder of archives: the model in a zip file; NULL, with a warning, when there is none.
mjSpec* lb_decodeArchive(mjResource* resource, const mjVFS* vfs);
