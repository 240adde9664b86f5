// Feasible lengths of actuators.

#pragma once

#include "api/mj_functions.h"
