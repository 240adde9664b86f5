// Flex elasticity.

#include "dynamics/passive_flex.h"

#include "base/error.h"

// qfrc += J' force for an edge.
static void pullEdge(const mjModel* m, const mjData* d, int edge, mjtNum force, mjtNum* qfrc) {
  int first = m->flexedge_J_rowadr[edge], end = first + m->flexedge_J_rownnz[edge];
  for (int k = first; k < end; k++) {
    qfrc[m->flexedge_J_colind[k]] += d->flexedge_J[k] * force;
  }
}

// Linear spring-damper in every edge that can change its length.
static void edges(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  mjtNum stiffness = springs ? m->flex_edgestiffness[flex] : 0;
  mjtNum damping = dampers ? m->flex_edgedamping[flex] : 0;
  if (m->flex_rigid[flex] || (stiffness == 0 && damping == 0)) {
    return;
  }
  int first = m->flex_edgeadr[flex], end = first + m->flex_edgenum[flex];
  for (int e = first; e < end; e++) {
    if (m->flexedge_rigid[e]) {
      continue;
    }
    if (stiffness != 0) {
      pullEdge(m, d, e, stiffness * (m->flexedge_length0[e] - d->flexedge_length[e]),
               d->qfrc_spring);
    }
    if (damping != 0) {
      pullEdge(m, d, e, -damping * d->flexedge_velocity[e], d->qfrc_damper);
    }
  }
}

void lb_flexForces(const mjModel* m, mjData* d, bool springs, bool dampers) {
  int flexCount = (int)m->nflex;
  for (int i = 0; i < flexCount; i++) {
    edges(m, d, i, springs, dampers);
    if (springs && m->nflexstiffness && m->flex_stiffnessadr[i] >= 0 && !m->flex_rigid[i]) {
      lb_error("mj_passive: elasticity of flex %d is not implemented yet", i);
    }
  }
}
