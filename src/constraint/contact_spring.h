// Passive contacts of flexes: springs along the normal in place of constraint rows.
//
// COMPAT: PAS-44: collision detection marks the contacts of passive flexes with each other, with
// themselves and with geoms fixed to the world (lbEXCLUDE_SPRING). The force -k dist acts both
// ways, on the smooth side of the dynamics and without friction; k is fixed by the lightest vertex,
// not by solref and solimp. Such a stiffness needs implicit integration: see effective_mass.h.

#pragma once

#include "api/data.h"
#include "api/model.h"

// A spring: force along J' and its stiffness.
typedef struct lbContactSpring_ {
  int count;        // dofs that move the contact
  const int* dof;   // ascending (count)
  const mjtNum* J;  // velocity of the second side against the first, along the normal (count)
  mjtNum stiffness;
  mjtNum dist;
} lbContactSpring;

// Calls visit for the spring of each passive contact; those without a vertex of their own dofs
// have none. The spring is gone after the call; memory is on the stack of mjData.
typedef void (*lbSpringVisitor)(void* context, const lbContactSpring* spring);
void lb_visitContactSprings(const mjModel* m, mjData* d, lbSpringVisitor visit, void* context);
