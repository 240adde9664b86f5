// Adhesive contacts.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Pull of adhesive contacts along their normals: fills qfrc_adhesion. Needs the rows of
// mj_makeConstraint. The rows resist it: their references are raised by R times the adhesion, so
// that friction is bounded by mu (N + adhesion) and the rest position stays.
void lb_adhesionForce(const mjModel* m, mjData* d);
