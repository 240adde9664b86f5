// Velocity derivatives of fluid forces.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "data/awake.h"

// What is wanted of a derivative.
typedef enum lbFluidTerms_ {
  lbFLUID_ALL,
  lbFLUID_SYMMETRIC,  // only the symmetric part of each matrix, but for free bodies that stand
                      // alone
  lbFLUID_DRAG,       // the symmetric part of what resists: drag and viscosity, without lift and
                      // added mass
} lbFluidTerms;

// For the listed bodies: matrix[36 * body] += derivative of the fluid wrench on the body (torque,
// force) with respect to its velocity (angular, linear), both taken about the centre of mass of the
// body's tree, global frame, row-major.
void lb_fluidDerivative(const mjModel* m, const mjData* d, lbIndexList bodies, lbFluidTerms terms,
                        mjtNum* matrix);
