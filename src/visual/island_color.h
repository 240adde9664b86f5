// Colours that tell islands apart.

#pragma once

#include "api/visual.h"

// Colour of the island that moves a body; where there is none, grey. With sleep enabled each tree
// has a colour: one without an island its own, one that sleeps a darker one.
void lb_setIslandColor(const mjModel* m, const mjData* d, int bodyId, mjvGeom* geom);

// Colour of the island that a row of constraints belongs to; grey without islands.
void lb_setRowIslandColor(const mjData* d, int row, mjvGeom* geom);

// The same for a tendon, by the first row of its limit, its friction or an equality; grey without
// any of them. COMPAT: VIS-ISLAND-ROW: a row that moves nothing is left out, the next one counts.
void lb_setTendonIslandColor(const mjData* d, int tendonId, mjvGeom* geom);

// Island of a body, -1 for none.
int lb_bodyIsland(const mjModel* m, const mjData* d, int bodyId);
