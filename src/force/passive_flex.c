// Flex elasticity.
//
// Edges: linear spring-dampers. Elements (triangles, tetrahedra): Saint Venant-Kirchhoff membrane
// or solid in terms of squared edge lengths (Weiler, Koschier, Bender, "Projective fluids" give the
// discrete form used here: energy is a quadratic form of the elongations l^2 - l0^2, with the
// matrix of each element in flex_stiffness). Bending: quadratic energy of the four vertices around
// an edge (Wardetzky et al., "Discrete quadratic curvature energies", 2007), matrix in
// flex_bending.

#include "force/passive_flex.h"

#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "constraint/contact_spring.h"
#include "data/stack.h"
#include "kinematics/jacobian.h"
#include "math/inline.h"
#include "model/flex_layout.h"

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

// Elongation of each edge, l^2 - l0^2, and what the present velocity adds to it.
static void elongations(const mjModel* m, const mjData* d, int flex, bool springs, mjtNum rate,
                        mjtNum* elongation) {
  int first = m->flex_edgeadr[flex], count = m->flex_edgenum[flex];
  const mjtNum *length = d->flexedge_length + first, *rest = m->flexedge_length0 + first;
  for (int e = 0; e < count; e++) {
    elongation[e] = springs ? length[e] * length[e] - rest[e] * rest[e] : 0;
  }
  for (int e = 0; e < count && rate != 0; e++) {
    mjtNum before = length[e] - d->flexedge_velocity[first + e] * m->opt.timestep;
    elongation[e] += rate * (length[e] * length[e] - before * before);
  }
}

// tension += K elongation over the edges of every element; K is its stored upper triangle.
static void tensions(const mjModel* m, int flex, int edgeCount, const mjtNum* elongation,
                     mjtNum* tension) {
  int elemCount = m->flex_elemnum[flex];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex];
  const mjtNum* stiffness = m->flex_stiffness + m->flex_stiffnessadr[flex];
  for (int element = 0; element < elemCount; element++, edge += edgeCount) {
    const mjtNum* k = stiffness + lbSTIFFNESS_STRIDE * element;
    if (k[0] == 0) {
      continue;
    }
    mjtNum local[6], sum[6] = {0, 0, 0, 0, 0, 0};
    for (int a = 0; a < edgeCount; a++) {
      local[a] = elongation[edge[a]];
    }
    for (int a = 0; a < edgeCount; a++) {
      sum[a] += *k++ * local[a];
      for (int b = a + 1; b < edgeCount; b++, k++) {
        sum[a] += *k * local[b];
        sum[b] += *k * local[a];
      }
    }
    for (int a = 0; a < edgeCount; a++) {
      tension[edge[a]] += sum[a];
    }
  }
}

// Membrane or solid: force[3 * vertex] += elastic forces of all elements.
static void stretch(const mjModel* m, mjData* d, int flex, bool springs, bool dampers,
                    mjtNum* force) {
  int edgeAdr = m->flex_edgeadr[flex], edgeCount = m->flex_edgenum[flex];
  mjtNum timestep = m->opt.timestep;
  mjtNum rate = dampers && timestep > 0 ? m->flex_damping[flex] / timestep : 0;

  mj_markStack(d);
  mjtNum* elongation = lb_stackNum(d, (size_t)edgeCount);
  mjtNum* tension = lb_stackNum(d, (size_t)edgeCount);
  memset(tension, 0, (size_t)edgeCount * sizeof(mjtNum));
  elongations(m, d, flex, springs, rate, elongation);
  tensions(m, flex, m->flex_dim[flex] == 2 ? 3 : 6, elongation, tension);

  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  for (int e = 0; e < edgeCount; e++) {
    const int* ends = m->flex_edge + 2 * (edgeAdr + e);
    mjtNum side[3];
    lb_sub3(side, xpos + 3 * ends[0], xpos + 3 * ends[1]);
    lb_addToScl3(force + 3 * ends[0], side, -tension[e]);
    lb_addToScl3(force + 3 * ends[1], side, tension[e]);
  }
  mj_freeStack(d);
}

// The four vertices around an edge: its ends and the tips of its two triangles.
static bool flapVertices(const mjModel* m, int edge, int vertex[4]) {
  vertex[0] = m->flex_edge[2 * edge];
  vertex[1] = m->flex_edge[2 * edge + 1];
  vertex[2] = m->flex_edgeflap[2 * edge];
  vertex[3] = m->flex_edgeflap[2 * edge + 1];
  return vertex[2] >= 0 && vertex[3] >= 0;
}

// Velocities of the vertices of a flex.
static void vertexVelocities(const mjModel* m, const mjData* d, int flex, mjtNum* velocity) {
  int first = m->flex_vertadr[flex], count = m->flex_vertnum[flex];
  for (int i = 0; i < count; i++) {
    int body = m->flex_vertbodyid[first + i];
    const mjtNum* twist = d->cvel + 6 * body;
    mjtNum offset[3];
    lb_sub3(offset, d->flexvert_xpos + 3 * (first + i), d->subtree_com + 3 * m->body_rootid[body]);
    lb_copy3(velocity + 3 * i, twist + 3);
    lb_addToCross(velocity + 3 * i, twist, offset);
  }
}

// Bending: force[3 * vertex] -= scale * B x over the four vertices of each interior edge; x are
// positions for elasticity, velocities for damping.
static void bend(const mjModel* m, int flex, mjtNum scale, const mjtNum* x, mjtNum* force) {
  int edgeAdr = m->flex_edgeadr[flex], edgeCount = m->flex_edgenum[flex];
  const mjtNum* B = m->flex_bending + m->flex_bendingadr[flex];
  for (int e = 0; e < edgeCount; e++, B += lbBENDING_STRIDE) {
    int vertex[4];
    if (!flapVertices(m, edgeAdr + e, vertex)) {
      continue;
    }
    for (int i = 0; i < 4; i++) {
      mjtNum sum[3] = {0, 0, 0};
      for (int k = 0; k < 4; k++) {
        lb_addToScl3(sum, x + 3 * vertex[k], B[4 * i + k]);
      }
      lb_addToScl3(force + 3 * vertex[i], sum, -scale);
    }
  }
}

// The part of bending that a curved rest shape adds: proportional to the gradient of the volume
// spanned by the four vertices around an edge (Garg et al., "Cubic shells", 2007).
static void bendCurved(const mjModel* m, int flex, const mjtNum* x, mjtNum* force) {
  int edgeAdr = m->flex_edgeadr[flex], edgeCount = m->flex_edgenum[flex];
  const mjtNum* curvature = m->flex_bending + m->flex_bendingadr[flex] + lbREST_CURVATURE;
  for (int e = 0; e < edgeCount; e++, curvature += lbBENDING_STRIDE) {
    int vertex[4];
    if (*curvature == 0 || !flapVertices(m, edgeAdr + e, vertex)) {
      continue;
    }
    mjtNum side[3][3], gradient[3];
    for (int i = 0; i < 3; i++) {
      lb_sub3(side[i], x + 3 * vertex[i + 1], x + 3 * vertex[0]);
    }
    for (int i = 0; i < 3; i++) {
      lb_cross(gradient, side[(i + 1) % 3], side[(i + 2) % 3]);
      lb_addToScl3(force + 3 * vertex[i + 1], gradient, -*curvature);
      lb_addToScl3(force + 3 * vertex[0], gradient, *curvature);
    }
  }
}

// Adds forces on vertices to the wrenches of their bodies.
static void gather(const mjModel* m, const mjData* d, int flex, const mjtNum* force,
                   mjtNum* wrench) {
  int first = m->flex_vertadr[flex], count = m->flex_vertnum[flex];
  for (int i = 0; i < count; i++) {
    int body = m->flex_vertbodyid[first + i];
    mjtNum offset[3];
    lb_sub3(offset, d->flexvert_xpos + 3 * (first + i), d->subtree_com + 3 * m->body_rootid[body]);
    lb_addToCross(wrench + 6 * body, offset, force + 3 * i);
    lb_addTo3(wrench + 6 * body + 3, force + 3 * i);
  }
}

// qfrc += J' force for forces on the vertices of a flex.
static void project(const mjModel* m, mjData* d, int flex, const mjtNum* force, mjtNum* qfrc) {
  mj_markStack(d);
  size_t bytes = 6 * (size_t)m->nbody * sizeof(mjtNum);
  mjtNum* wrench = lb_stackNum(d, 6 * (size_t)m->nbody);
  memset(wrench, 0, bytes);
  gather(m, d, flex, force, wrench);
  lb_addBodyWrenches(m, d, wrench, qfrc);
  mj_freeStack(d);
}

// Elements and bending of one flex.
static void elements(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  mj_markStack(d);
  size_t count = 3 * (size_t)m->flex_vertnum[flex];
  mjtNum* force = lb_stackNum(d, count);
  memset(force, 0, count * sizeof(mjtNum));
  bool bends = m->flex_bendingadr[flex] >= 0;
  if (bends && springs) {
    const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
    bend(m, flex, 1, xpos, force);
    bendCurved(m, flex, xpos, force);
  }
  if (m->flex_stiffnessadr[flex] >= 0) {
    stretch(m, d, flex, springs, dampers, force);
  }
  project(m, d, flex, force, d->qfrc_spring);

  if (bends && dampers && m->flex_damping[flex] != 0) {
    mjtNum* velocity = lb_stackNum(d, count);
    vertexVelocities(m, d, flex, velocity);
    memset(force, 0, count * sizeof(mjtNum));
    bend(m, flex, m->flex_damping[flex], velocity, force);
    project(m, d, flex, force, d->qfrc_damper);
  }
  mj_freeStack(d);
}

// qfrc_spring -= k dist J' for a passive contact.
static void pushApart(void* context, const lbContactSpring* spring) {
  mjData* d = context;
  for (int k = 0; k < spring->count; k++) {
    d->qfrc_spring[spring->dof[k]] -= spring->stiffness * spring->dist * spring->J[k];
  }
}

LB_APART void lb_flexForces(const mjModel* m, mjData* d, bool springs, bool dampers) {
  int flexCount = (int)m->nflex;
  for (int i = 0; i < flexCount; i++) {
    bool elastic = m->flex_stiffnessadr[i] >= 0 || m->flex_bendingadr[i] >= 0;
    bool asConstraint = m->flex_edgeequality[i] == lbFLEX_STRAIN_HELD && m->flex_interp[i] > 0;
    if (m->flex_rigid[i] || !elastic || asConstraint) {
      // nothing but edges
    } else if (m->flex_interp[i]) {
      lb_latticeForces(m, d, i, springs, dampers);
    } else {
      elements(m, d, i, springs, dampers);
    }
    edges(m, d, i, springs, dampers);
  }
  // COMPAT: PAS-44: the springs of contacts ignore the flag of springs
  lb_visitContactSprings(m, d, pushApart, d);
}
