// Slopes of the muscle curves; the curves themselves are mju_muscleGain and mju_muscleBias.

#pragma once

#include "api/types.h"

// Derivatives with respect to length; arguments as for the curves.
mjtNum lb_muscleGainSlope(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                          const mjtNum prm[9]);
mjtNum lb_muscleBiasSlope(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                          const mjtNum prm[9]);
