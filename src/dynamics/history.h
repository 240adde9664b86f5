// History buffers: delayed controls, delayed and periodically sampled sensors.
//
// The functions live in data/history.h, where resets and sensors reach them.

#pragma once

#include "data/history.h"
