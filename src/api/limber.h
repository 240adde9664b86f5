// limber: the whole public C interface. Works from C and C++.

#pragma once

#include "api/callbacks.h"
#include "api/data.h"
#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mjs_functions.h"
#include "api/mju_functions.h"
#include "api/mjv_functions.h"
#include "api/model.h"
#include "api/plugin.h"
#include "api/spec.h"
#include "api/types.h"
#include "api/visual.h"
