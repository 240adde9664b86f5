// The engine's own plugins, and how they read their configuration.

#pragma once

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mju_functions.h"
#include "api/mjv_functions.h"

// All of them, in the order of their slots, closed by NULL.
extern const mjpPlugin* const lb_builtinPlugins[];

extern const mjpPlugin lb_pidPlugin;
extern const mjpPlugin lb_cablePlugin;
extern const mjpPlugin lb_touchGridPlugin;
extern const mjpPlugin lb_torusPlugin, lb_bowlPlugin, lb_boltPlugin, lb_nutPlugin, lb_gearPlugin;
extern const mjpPlugin lb_meshFieldPlugin;

// The numbers of a text, separated by blanks: at most `count` go to values. Returns their number,
// -1 when the text holds anything else or more numbers.
int lb_configNumbers(const char* text, mjtNum* values, int count);

// One number of an instance's configuration; `fallback` when it is not given. Error: not a number.
mjtNum lb_configNumber(const mjModel* m, int instance, const char* attribute, mjtNum fallback);

// Exactly `count` numbers; false when the attribute is not given. Error: malformed.
bool lb_configVector(const mjModel* m, int instance, const char* attribute, mjtNum* values,
                     int count);

// true/false; `fallback` when it is not given. Error: something else.
bool lb_configFlag(const mjModel* m, int instance, const char* attribute, bool fallback);

// An nstate function for plugins without state.
int lb_noPluginState(const mjModel* m, int instance);

// A colour from blue (0) over green to red (1), for quantities drawn on a scale.
void lb_heatColor(float rgba[4], mjtNum value);
