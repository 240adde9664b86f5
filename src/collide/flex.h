// Collisions of deformable bodies.

#pragma once

#include "api/limber.h"

// Contacts between two ids of the broad phase of which at least one is a flex.
void lb_collideBodyFlex(const mjModel* m, mjData* d, int id1, int id2);

// Contacts of flexes with themselves.
void lb_collideFlexInternal(const mjModel* m, mjData* d);
