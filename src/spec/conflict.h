// Settings of an attached model that differ from the parent's.

#pragma once

#include "spec/internal.h"

// Applies the parent's conflict policy. Returns false, with the parent's error set, when the
// policy refuses the attachment.
bool lb_resolveConflicts(lbSpec* parentSpec, const lbSpec* childSpec);
