// The list of the engine's own plugins.

#include "plugin/builtin.h"

const mjpPlugin* const lb_builtinPlugins[] = {
    &lb_pidPlugin,  &lb_cablePlugin, &lb_touchGridPlugin, &lb_bowlPlugin,      &lb_boltPlugin,
    &lb_gearPlugin, &lb_nutPlugin,   &lb_torusPlugin,     &lb_meshFieldPlugin, NULL,
};
