// mjData as an object: what making, resetting and copying it need from other folders.

#pragma once

#include "api/data.h"
#include "api/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Raises an error when d was made from another model than m.
void lb_checkPair(const mjModel* m, const mjData* d, const char* function);

// Puts the history buffers of delayed actuators and sensors into their initial state
// (data/history.c).
void lb_resetHistory(const mjModel* m, mjData* d);

// Plugin instances of a data (data/plugins.c). Initialising raises an error, after freeing d, when
// a plugin refuses.
void lb_initPlugins(const mjModel* m, mjData* d);
void lb_resetPlugins(const mjModel* m, mjData* d);
void lb_copyPlugins(mjData* dest, const mjModel* m, const mjData* src);

// Destroys the first `count` instances.
void lb_destroyPlugins(mjData* d, int count);

#ifdef __cplusplus
}
#endif
