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

// Whether a tree is one free body, which the implicitfast integrator solves exactly.
// COMPAT: FREE-BODY-ALONE: all of its mass is that of its first body, whose fixed children have
// none.
static inline bool lb_standsAlone(const mjModel* m, int treeId) {
  int body = m->tree_bodyadr[treeId];
  return m->tree_dofnum[treeId] == 6 && m->jnt_type[m->body_jntadr[body]] == mjJNT_FREE &&
         m->body_mass[body] == m->body_subtreemass[body];
}

// For the listed bodies: matrix[36 * body] += derivative of the fluid wrench on the body (torque,
// force) with respect to its velocity (angular, linear), both taken about the centre of mass of the
// body's tree, global frame, row-major.
void lb_fluidDerivative(const mjModel* m, const mjData* d, lbIndexList bodies, lbFluidTerms terms,
                        mjtNum* matrix);
