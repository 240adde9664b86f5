// Whether the numbers of a contact that programs may write fit the model.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Raises an error, with the name of the caller, for ids beyond the model's and impossible
// dimensions.
void lb_checkContact(const mjModel* m, const mjContact* con, const char* caller);
