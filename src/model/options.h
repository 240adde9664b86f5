// Flags of mjOption: what the user switched off (mjtDisableBit) and on (mjtEnableBit).

#pragma once

#include <stdbool.h>

#include "api/model.h"

// True when one of the bits (mjDSBL_..., or several combined) is set in opt.disableflags.
static inline bool lb_disabled(const mjModel* m, int bits) {
  return (m->opt.disableflags & bits) != 0;
}

// The same for opt.enableflags (mjENBL_...).
static inline bool lb_enabled(const mjModel* m, int bits) {
  return (m->opt.enableflags & bits) != 0;
}
