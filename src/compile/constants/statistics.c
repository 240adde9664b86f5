// Statistics of a model at qpos0: its centre and extent, mean mass, size and inertia, and the
// length that makes rotations of a dof comparable with translations.

#include "compile/constants/statistics.h"

#include "base/compiler.h"
#include "data/stack.h"
#include "math/inline.h"

#include <string.h>

static void grow(mjtNum box[6], const mjtNum point[3], mjtNum radius) {
  for (int k = 0; k < 3; k++) {
    box[k] = lb_min(box[k], point[k] - radius);
    box[3 + k] = lb_max(box[3 + k], point[k] + radius);
  }
}

// How far a geom reaches, for the overall extent.
static mjtNum reachOf(const mjModel* m, int geom) {
  if (m->geom_rbound[geom] > 0) {
    return m->geom_rbound[geom];
  }
  if (m->geom_type[geom] != mjGEOM_PLANE) {
    return 0;
  }
  mjtNum size = lb_max(m->geom_size[3 * geom], m->geom_size[3 * geom + 1]);
  return size > 0 ? 0.1 * size : 0.01;
}

// COMPAT: STAT-LATTICE: the body of a node of a lattice reaches to the furthest body of the same
// lattice.
static void measureNodes(const mjModel* m, const mjData* d, int flex, mjtNum* length) {
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  for (int i = 0; i < m->flex_nodenum[flex]; i++) {
    for (int k = 0; k < i; k++) {
      mjtNum distance = lb_dist3(d->xpos + 3 * body[i], d->xpos + 3 * body[k]);
      length[body[i]] = lb_max(length[body[i]], distance);
      length[body[k]] = lb_max(length[body[k]], distance);
    }
  }
}

// Length of every body: distance from its mass centre to its joints and to the far side of its
// geoms.
static void measureBodies(const mjModel* m, const mjData* d, mjtNum* length) {
  memset(length, 0, (size_t)m->nbody * sizeof(mjtNum));
  for (int i = 0; i < m->njnt; i++) {
    // a joint lies in its own body and in the parent
    int body = m->jnt_bodyid[i], parent = m->body_parentid[body];
    mjtNum distance = lb_dist3(d->xipos + 3 * body, d->xanchor + 3 * i);
    length[body] = lb_max(length[body], distance);
    if (parent > 0) {
      distance = lb_dist3(d->xipos + 3 * parent, d->xanchor + 3 * i);
      length[parent] = lb_max(length[parent], distance);
    }
  }
  for (int i = 0; i < m->ngeom; i++) {
    int body = m->geom_bodyid[i];
    if (m->geom_rbound[i] > 0) {
      mjtNum distance = lb_dist3(d->xipos + 3 * body, d->geom_xpos + 3 * i) + m->geom_rbound[i];
      length[body] = lb_max(length[body], distance);
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f]) {
      measureNodes(m, d, f, length);
    }
    // a vertex reaches along its edges
    const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      for (int k = 0; k < 2; k++) {
        int owner = body[m->flex_edge[2 * e + k]];
        if (owner > 0) {
          length[owner] = lb_max(length[owner], m->flexedge_length0[e]);
        }
      }
    }
  }
  for (int i = 0; i < m->nbody; i++) {
    length[i] = lb_max(length[i], 1e-5);
  }
}

LB_APART void lb_setStatistics(mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* length = lb_stackNum(d, (size_t)m->nbody);
  measureBodies(m, d, length);
  mjtNum box[6] = {1e10, 1e10, 1e10, -1e10, -1e10, -1e10};
  mjtNum sumMass = 0, sumLength = 0, sumInertia = 0;
  for (int i = 1; i < m->nbody; i++) {
    grow(box, d->xpos + 3 * i, 0);
    grow(box, d->xipos + 3 * i, 0);
    sumMass += m->body_mass[i];
    sumLength += length[i];
  }
  for (int i = 0; i < m->njnt; i++) {
    grow(box, d->xanchor + 3 * i, 0);
  }
  // COMPAT: STAT-FLEX: vertices of flexes count by their bodies alone
  for (int i = 0; i < m->nsite; i++) {
    grow(box, d->site_xpos + 3 * i, 0);
  }
  for (int i = 0; i < m->ngeom; i++) {
    grow(box, d->geom_xpos + 3 * i, reachOf(m, i));
  }
  for (int i = 0; i < m->nv; i++) {
    sumInertia += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  }
  mjStatistic* s = &m->stat;
  s->meaninertia = m->nv ? lb_max(mjMINVAL, sumInertia / (mjtNum)m->nv) : 1;
  s->meanmass = m->nbody > 1 ? sumMass / (mjtNum)(m->nbody - 1) : 1;
  s->meansize = m->nbody > 1 ? sumLength / (mjtNum)(m->nbody - 1) : 0.2;

  bool empty = box[0] > box[3];
  for (int k = 0; k < 3; k++) {
    s->center[k] = empty ? 0 : 0.5 * (box[k] + box[3 + k]);
  }
  // COMPAT: STAT-FLAT: a scene without width along x counts as 2 wide, whatever its other sides
  mjtNum widest = 2;
  if (box[3] > box[0]) {
    widest = lb_max(box[3] - box[0], lb_max(box[4] - box[1], box[5] - box[2]));
  }
  s->extent = lb_max(lb_max(1e-5, widest), 2 * s->meansize);

  // rotations are measured by the length of their body, translations by the unit
  for (int i = 0; i < m->nv; i++) {
    int joint = m->dof_jntid[i];
    bool slides = m->jnt_type[joint] == mjJNT_SLIDE ||
                  (m->jnt_type[joint] == mjJNT_FREE && i < m->jnt_dofadr[joint] + 3);
    m->dof_length[i] = slides ? 1 : length[m->dof_bodyid[i]];
  }
  mj_freeStack(d);
}
