// Why a contact makes no constraint rows: the values of mjContact.exclude.

#pragma once

typedef enum lbExclude_ {
  lbEXCLUDE_NOT = 0,     // it does, as far as constraints and contacts are switched on
  lbEXCLUDE_GAP = 1,     // the distance is beyond includemargin: detected inside the gap only
  lbEXCLUDE_FUSED = 2,   // both sides belong to one constraint already; the engine never sets it
  lbEXCLUDE_FIXED = 3,   // no dof moves one side against the other
  lbEXCLUDE_SPRING = 4,  // a spring of a passive flex takes its place (constraint/contact_spring.h)
} lbExclude;
