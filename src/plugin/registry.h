// Registration of plugins beyond the public functions.

#pragma once

// Puts the engine's own plugins into the first slots, unless they are there. Whatever comes before
// the first use of a slot calls it: mj_makeData, and every public function that asks about plugins.
void lb_registerBuiltins(void);
