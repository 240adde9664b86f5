// Colours that tell islands apart.

#pragma once

#include "api/visual.h"

// Colour of the island that moves a body; grey where there is none.
void lb_setIslandColor(const mjModel* m, const mjData* d, int bodyId, mjvGeom* geom);

// The same for a tendon: the island of its first tree.
void lb_setTendonIslandColor(const mjModel* m, const mjData* d, int tendonId, mjvGeom* geom);

// Island of a body, -1 for none.
int lb_bodyIsland(const mjModel* m, const mjData* d, int bodyId);
