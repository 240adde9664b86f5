// Normals of curved geoms at a contact.

#pragma once

#include "api/limber.h"

// Replaces the normal of a contact, which is only as good as the tolerance of the search, by the
// normal of the curved geom (or both geoms) at the contact. Geoms may be -1.
void lb_sharpenNormal(const mjModel* m, const mjData* d, int g1, int g2, mjPreContact* con);
