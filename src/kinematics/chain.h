// Chains of dofs that move a body, and Jacobian columns of points fixed to bodies.
//
// A chain lists dofs in ascending order. The chain of a pair lists the dofs that move either body;
// `side` tells which: 1 first body, 2 second body, 3 both.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "math/inline.h"

enum { lbSIDE_FIRST = 1, lbSIDE_SECOND = 2, lbSIDE_BOTH = 3 };

// Last dof on the path from body to the world; -1 when the body cannot move.
static inline int lb_lastDof(const mjModel* m, int body) {
  body = m->body_weldid[body];
  while (body > 0 && m->body_dofnum[body] == 0) {
    body = m->body_weldid[m->body_parentid[body]];
  }
  return body > 0 ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

// Dofs that move body1 or body2; writes at most nv entries to dofs and side, returns their number.
// keepCommon: also list the dofs that move both.
int lb_pairChain(const mjModel* m, int body1, int body2, bool keepCommon, int* dofs, int* side);

// Length of the list lb_pairChain would make.
int lb_pairChainLength(const mjModel* m, int body1, int body2, bool keepCommon);

// Adds the dofs that move body to an ascending list of count dofs, made by such calls alone;
// returns its new length.
int lb_extendChain(const mjModel* m, int body, int* dofs, int count);

// Column of one dof in the Jacobian of a point: rotation column is cdof[0..2], translation column
// is written to column. offset: point minus subtree_com of the body's tree, global frame.
static inline void lb_pointColumn(mjtNum column[3], const mjtNum cdof[6], const mjtNum offset[3]) {
  lb_cross(column, cdof, offset);
  lb_addTo3(column, cdof + 3);
}

// Jacobian difference (body1 minus body2) of two points over a pair chain: jacp and jacr are
// (3 x count) with the given row stride; jacr may be NULL.
void lb_pairJacobian(const mjModel* m, const mjData* d, int count, const int* dofs, const int* side,
                     int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                     mjtNum* jacp, mjtNum* jacr, int stride);

// Velocity-product acceleration of a point fixed to a body: its acceleration for qacc = 0 without
// gravity. angular may be NULL. Global frame.
void lb_biasAcceleration(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                         mjtNum linear[3], mjtNum angular[3]);
