// The plugin instances of an mjData: made with it, reset and copied with it, destroyed with it; and
// how stages call them.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"
#include "api/plugin.h"

// Makes all instances. Returns false when a plugin refuses: none is left then, and lb_lastError
// says why.
bool lb_initPlugins(const mjModel* m, mjData* d);
void lb_resetPlugins(const mjModel* m, mjData* d);
void lb_copyPlugins(mjData* dest, const mjModel* m, const mjData* src);

// Destroys the first `count` instances.
void lb_destroyPlugins(mjData* d, int count);

// The plugin of an instance. Error when nothing is registered in its slot; stage names the caller.
const mjpPlugin* lb_requirePlugin(const mjModel* m, int instance, const char* stage);

// Lets an instance compute, when its plugin has the capability (mjPLUGIN_...). Error when nothing
// is registered in its slot, or the plugin has no compute function.
void lb_computePlugin(const mjModel* m, mjData* d, int instance, int capability, const char* stage);
