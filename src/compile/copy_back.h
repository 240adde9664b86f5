// What mj_copyBack needs to know of the compilation before it.

#pragma once

#include "api/model.h"
#include "spec/element.h"

// Notes what a compilation found, so that mj_copyBack can tell what was changed since.
void lb_keepCompiled(lbSpec* spec, const mjModel* m);
