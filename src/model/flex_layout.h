// How the records of flexes lie in the arrays of mjModel, and what the codes in them mean.
//
// A flex of elements (flex_interp 0) has one record per element in flex_stiffness and one per edge
// in flex_bending. A flex whose vertices follow a lattice of nodes has one matrix per cell in
// flex_stiffness: 9 n^2 numbers for n nodes, rows by node and axis, with the opposite sign. Where
// a strain equality acts, the place of that matrix holds the number of the cell's deformation
// modes and then the modes. A hollow lattice (flex_interp < 0) has, in the place of cells, the
// quads of its surface, and in flex_bending the number of pairs of quads that share an edge, then
// one lbShellPair for each.

#pragma once

#include "api/model.h"

enum {
  // Numbers of an element in flex_stiffness: the upper triangle, row by row, of the form S between
  // the elongations l^2 - l0^2 of its edges. A tetrahedron fills it (6 edges), a triangle uses the
  // first 6 numbers (3 edges).
  lbSTIFFNESS_STRIDE = 21,
  // Numbers of an edge in flex_bending: a 4 x 4 form on the vertices around it (both ends, then the
  // tips of both triangles), the same for x, y and z, and the curvature at rest.
  lbBENDING_STRIDE = 17,
  lbREST_CURVATURE = 16,  // place of that curvature in the record
  lbSHELL_PAIR_STRIDE = 10,
};

// Two quads of a hollow lattice that share an edge.
typedef struct lbShellPair_ {
  mjtNum quad[2];       // their numbers
  mjtNum middle[2][2];  // the middle of the edge on either quad, (u, v) in [0, 1]
  mjtNum stiffness;
  mjtNum rest[3];  // difference of their normals at rest
} lbShellPair;

_Static_assert(sizeof(lbShellPair) == lbSHELL_PAIR_STRIDE * sizeof(mjtNum), "records of ten");

// flex_edgeequality: what is held by constraint rows in place of elasticity.
typedef enum lbFlexEquality_ {
  lbFLEX_NOTHING_HELD = 0,
  lbFLEX_EDGES_HELD = 1,     // lengths of edges (mjEQ_FLEX)
  lbFLEX_VERTICES_HELD = 2,  // strain at vertices (mjEQ_FLEXVERT)
  lbFLEX_STRAIN_HELD = 3,    // strain of the lattice's cells (mjEQ_FLEXSTRAIN)
} lbFlexEquality;

// First of the three translations that are all dofs of a body, or -1 when it moves otherwise or not
// at all.
static inline int lb_translationDof(const mjModel* m, int body) {
  return m->body_dofnum[body] == 3 && m->jnt_type[m->body_jntadr[body]] == mjJNT_SLIDE
             ? m->body_dofadr[body]
             : -1;
}

// The same for the body of a vertex, numbered over all flexes.
static inline int lb_vertexDof(const mjModel* m, int vertex) {
  return lb_translationDof(m, m->flex_vertbodyid[vertex]);
}

// The edge from vertex v to vertex w at rest, in the plane of the flex.
static inline void lb_referenceEdge(const mjModel* m, int flexId, int v, int w, mjtNum dX[2]) {
  for (int k = 0; k < 2; k++) {
    dX[k] =
        (m->flex_vert0[3 * w + k] - m->flex_vert0[3 * v + k]) * 2 * m->flex_size[3 * flexId + k];
  }
}
