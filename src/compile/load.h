// The spec of the last model that was loaded from XML.

#pragma once

#include "api/spec.h"

// Keeps a spec for mj_saveLastXML in place of the one kept before, which is freed; NULL keeps none.
// The JavaScript side calls it too, for models that it parses and compiles itself.
void lb_keepLastSpec(mjSpec* spec);
