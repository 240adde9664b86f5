// Trees of one free body.

#pragma once

#include "api/model.h"

// Whether a tree is one free body, which the implicitfast integrator solves exactly.
// COMPAT: FREE-BODY-ALONE: all of its mass is that of its first body, whose fixed children have
// none.
static inline bool lb_standsAlone(const mjModel* m, int treeId) {
  int body = m->tree_bodyadr[treeId];
  return m->tree_dofnum[treeId] == 6 && m->jnt_type[m->body_jntadr[body]] == mjJNT_FREE &&
         m->body_mass[body] == m->body_subtreemass[body];
}
