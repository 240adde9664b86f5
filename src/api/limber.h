// limber: the whole public C interface. Works from C and C++.

#pragma once

#include "batch.h"
#include "callbacks.h"
#include "data.h"
#include "errors.h"
#include "macros.h"
#include "mj_functions.h"
#include "mjp_functions.h"
#include "mjs_functions.h"
#include "mju_functions.h"
#include "mjv_functions.h"
#include "model.h"
#include "plugin.h"
#include "renderer.h"
#include "spec.h"
#include "types.h"
#include "visual.h"
