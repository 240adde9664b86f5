// Which trees may fall asleep on their own.

#pragma once

#include "api/model.h"

// m->tree_sleep_policy of trees whose root body leaves it to the engine: those that actuators,
// springs or flexes may set in motion at any time stay awake.
void lb_setSleepPolicies(mjModel* m);
