// Kinematics of flexes: vertices, element boxes, edge lengths and their Jacobians.
//
// The vertices of a plain flex are fixed to bodies. Those of an interpolated flex follow a lattice
// of nodes, which are bodies: each cell of the lattice deforms as a trilinear (order 1) or
// triquadratic (order 2) map of the unit cube, in which flex_vert0 gives the vertex.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/flex_lattice.h"
#include "data/stack.h"
#include "kinematics/flex_kinematics.h"
#include "kinematics/segment.h"
#include "math/blas.h"
#include "math/inline.h"
#include "math/simd.h"
#include "model/flex_layout.h"

// Global position of a point fixed to a body.
static inline void bodyPoint(const mjData* d, int bodyId, const mjtNum local[3], mjtNum point[3]) {
  lb_mulMatVec3(point, d->xmat + 9 * bodyId, local);
  lb_addTo3(point, d->xpos + 3 * bodyId);
}

static void plainVertices(const mjModel* m, mjData* d, int flexId) {
  int first = m->flex_vertadr[flexId], end = first + m->flex_vertnum[flexId];
  for (int v = first; v < end; v++) {
    int bodyId = m->flex_vertbodyid[v];
    if (m->flex_centered[flexId]) {
      lb_copy3(d->flexvert_xpos + 3 * v, d->xpos + 3 * bodyId);
    } else {
      bodyPoint(d, bodyId, m->flex_vert + 3 * v, d->flexvert_xpos + 3 * v);
    }
  }
}

// Mean of the nodes of a cell (corner: its first one; strides in numbers) by their weights along
// the axes.
static inline void cellPoint(int order, const mjtNum* corner, int strideX, int strideY,
                             mjtNum weight[3][lbMAX_ORDER + 1], mjtNum point[3]) {
  lbV2 sum = {0, 0};
  mjtNum last = 0;
  for (int x = 0; x <= order; x++) {
    for (int y = 0; y <= order; y++) {
      const mjtNum* node = corner + x * strideX + y * strideY;
      mjtNum column = weight[0][x] * weight[1][y];
      for (int z = 0; z <= order; z++, node += 3) {
        mjtNum share = column * weight[2][z];
        sum += lb_load2(node) * share;
        last += node[2] * share;
      }
    }
  }
  lb_store2(point, sum);
  point[2] = last;
}

static void interpolatedVertices(const mjModel* m, mjData* d, int flexId) {
  lbLattice lattice = lb_flexLattice(m, flexId);
  int order = lattice.order;
  int strideY = 3 * lattice.count[2], strideX = strideY * lattice.count[1];
  const int* cells = m->flex_cellnum + 3 * flexId;
  int first = m->flex_vertadr[flexId], end = first + m->flex_vertnum[flexId];

  mj_markStack(d);
  mjtNum* node = lb_stackNum(d, 3 * m->flex_nodenum[flexId]);
  lb_flexNodes(m, d, flexId, node);
  for (int v = first; v < end; v++) {
    // cell and coordinates in it
    mjtNum weight[3][lbMAX_ORDER + 1];
    int start[3];
    for (int k = 0; k < 3; k++) {
      mjtNum inCell;
      start[k] = order * lb_latticeCell(m->flex_vert0[3 * v + k], cells[k], &inCell);
      lb_nodeWeights(order, inCell, weight[k]);
    }
    const mjtNum* corner = node + start[0] * strideX + start[1] * strideY + 3 * start[2];
    mjtNum* point = d->flexvert_xpos + 3 * v;
    if (order == 1) {
      cellPoint(1, corner, strideX, strideY, weight, point);
    } else {
      cellPoint(order, corner, strideX, strideY, weight, point);
    }
  }
  mj_freeStack(d);
}

// A box, two axes at a time: the last lanes hold the third axis twice.
typedef struct Extent_ {
  lbV2 low[2], high[2];
} Extent;

static inline Extent pointExtent(const mjtNum point[3]) {
  lbV2 first = lb_load2(point), last = lb_splat2(point[2]);
  return (Extent){{first, last}, {first, last}};
}

static inline Extent boxExtent(const mjtNum box[6]) {
  lbV2 first = lb_load2(box), last = lb_splat2(box[2]);
  lbV2 half = lb_load2(box + 3), halfLast = lb_splat2(box[5]);
  return (Extent){{first - half, last - halfLast}, {first + half, last + halfLast}};
}

static inline Extent jointExtent(Extent a, Extent b) {
  for (int i = 0; i < 2; i++) {
    a.low[i] = lb_min2(a.low[i], b.low[i]);
    a.high[i] = lb_max2(a.high[i], b.high[i]);
  }
  return a;
}

// Centre and half sizes, to which radius is added.
static inline void writeBox(Extent extent, mjtNum radius, mjtNum box[6]) {
  lb_store2(box, 0.5 * (extent.low[0] + extent.high[0]));
  box[2] = 0.5 * (extent.low[1][0] + extent.high[1][0]);
  lb_store2(box + 3, 0.5 * (extent.high[0] - extent.low[0]) + radius);
  box[5] = 0.5 * (extent.high[1][0] - extent.low[1][0]) + radius;
}

// In the pieces in which boxes are read: what was written in others would have to arrive first.
static inline void copyBox(mjtNum res[6], const mjtNum box[6]) {
  lb_store2(res, lb_load2(box));
  res[2] = box[2];
  lb_store2(res + 3, lb_load2(box + 3));
  res[5] = box[5];
}

// Boxes around the elements, radius included: centre and half sizes.
static void elementBoxes(const mjModel* m, mjData* d, int flexId) {
  int corners = m->flex_dim[flexId] + 1;
  mjtNum radius = m->flex_radius[flexId];
  const mjtNum* vertex = d->flexvert_xpos + 3 * m->flex_vertadr[flexId];
  const int* element = m->flex_elem + m->flex_elemdataadr[flexId];
  mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flexId];

  for (int e = 0; e < m->flex_elemnum[flexId]; e++, element += corners, box += 6) {
    Extent extent = pointExtent(vertex + 3 * element[0]);
    for (int i = 1; i < corners; i++) {
      extent = jointExtent(extent, pointExtent(vertex + 3 * element[i]));
    }
    writeBox(extent, radius, box);
  }
}

// Boxes of the tree from those of the elements; children come after their parents.
static void treeBoxes(const mjModel* m, mjData* d, int flexId) {
  int adr = m->flex_bvhadr[flexId];
  if (adr < 0) {
    return;
  }
  const mjtNum* leaf = d->flexelem_aabb + 6 * m->flex_elemadr[flexId];
  mjtNum* nodes = d->bvh_aabb_dyn + 6 * (adr - m->nbvhstatic);
  for (int i = m->flex_bvhnum[flexId] - 1; i >= 0; i--) {
    int element = m->bvh_nodeid[adr + i];
    const int* child = m->bvh_child + 2 * (adr + i);
    if (element >= 0) {
      copyBox(nodes + 6 * i, leaf + 6 * element);
    } else {
      Extent extent = jointExtent(boxExtent(nodes + 6 * child[0]), boxExtent(nodes + 6 * child[1]));
      writeBox(extent, 0, nodes + 6 * i);
    }
  }
}

// First dof of a body that three slides move, their axes fixed in the world; -1 for others.
static int slideDof(const mjModel* m, int bodyId) {
  return m->body_simple[bodyId] == 2 && m->body_dofnum[bodyId] == 3 ? m->body_dofadr[bodyId] : -1;
}

// An edge between two vertices that slides move: each column is an axis along the edge.
static bool addSlidingEdge(const mjModel* m, const mjData* d, lbPath* path, const int body[2],
                           const mjtNum* start, const mjtNum* end) {
  int dofA = slideDof(m, body[0]), dofB = slideDof(m, body[1]), first = lb_minInt(dofA, dofB);
  const int* column = path->column;
  if (first < 0 || path->columnCount != 6 || column[0] != first ||
      column[3] + first != dofA + dofB) {
    return false;
  }
  mjtNum direction[3];
  lb_sub3(direction, end, start);
  path->length = lb_normalize3(direction);
  mjtNum sign = dofA < dofB ? -1 : 1;
  for (int k = 0; k < 6; k++) {
    path->J[k] = (k < 3 ? sign : -sign) * lb_dot3(direction, d->cdof + 6 * column[k] + 3);
  }
  return true;
}

// Lengths of the edges and, where some force needs them, their Jacobian rows.
static void edges(const mjModel* m, mjData* d, int flexId) {
  int vertAdr = m->flex_vertadr[flexId];
  int first = m->flex_edgeadr[flexId], stop = first + m->flex_edgenum[flexId];
  bool moves = lb_flexEdgesMatter(m, flexId);
  for (int e = first; e < stop; e++) {
    int adr = m->flexedge_J_rowadr[e];
    lbPath path = {m->flexedge_J_colind + adr, d->flexedge_J + adr, m->flexedge_J_rownnz[e], 1, 0};
    int a = vertAdr + m->flex_edge[2 * e], b = vertAdr + m->flex_edge[2 * e + 1];
    int body[2] = {m->flex_vertbodyid[a], m->flex_vertbodyid[b]};
    const mjtNum *start = d->flexvert_xpos + 3 * a, *end = d->flexvert_xpos + 3 * b;
    if (!moves || !addSlidingEdge(m, d, &path, body, start, end)) {
      lb_zero(path.J, path.columnCount);
      if (moves) {
        lb_addSegment(m, d, &path, start, body[0], end, body[1]);
      } else {
        path.length = lb_dist3(start, end);
      }
    }
    d->flexedge_length[e] = path.length;
  }
}

// Deformation around one vertex of a flat flex, from the edges that meet there.
typedef struct VertexStrain_ {
  mjtNum F[3][2];  // deformation gradient: reference plane to space
  mjtNum C[2][2];  // F' F
  mjtNum G[2][2];  // inverse of the sum over edges of m dX dX', m the mass at the far end
} VertexStrain;

// The other end of edge number k around vertex v.
static int neighbour(const mjModel* m, int flexId, int v, int k) {
  int vertAdr = m->flex_vertadr[flexId];
  const int* edge =
      m->flex_edge + 2 * (m->flex_edgeadr[flexId] + m->flex_vertedge[m->flex_vertedgeadr[v] + k]);
  return vertAdr + (vertAdr + edge[0] == v ? edge[1] : edge[0]);
}

// F = (sum m dx dX') G: the best linear map of the reference edges to the current ones.
static VertexStrain vertexStrain(const mjModel* m, const mjData* d, int flexId, int v) {
  VertexStrain strain = {{{0}}, {{0}}, {{0}}};
  for (int i = 0; i < 4; i++) {
    strain.G[i / 2][i % 2] = m->flex_vertmetric[4 * v + i];
  }
  mjtNum sum[3][2] = {{0}};
  for (int k = 0; k < m->flex_vertedgenum[v]; k++) {
    int w = neighbour(m, flexId, v, k);
    mjtNum dX[2], mass = m->body_mass[m->flex_vertbodyid[w]];
    lb_referenceEdge(m, flexId, v, w, dX);
    for (int i = 0; i < 3; i++) {
      mjtNum dx = mass * (d->flexvert_xpos[3 * w + i] - d->flexvert_xpos[3 * v + i]);
      sum[i][0] += dx * dX[0];
      sum[i][1] += dx * dX[1];
    }
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      strain.F[i][j] = sum[i][0] * strain.G[0][j] + sum[i][1] * strain.G[1][j];
    }
  }
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      for (int k = 0; k < 3; k++) {
        strain.C[i][j] += strain.F[k][i] * strain.F[k][j];
      }
    }
  }
  return strain;
}

// Gradients of trace(C) = 2 F and of det(C) = 2 F adj(C), both times G and without the 2: their
// products with m dX are those for the far end of an edge.
static void strainGradients(const VertexStrain* strain, mjtNum gradient[2][3][2]) {
  const mjtNum(*C)[2] = strain->C, (*G)[2] = strain->G;
  for (int i = 0; i < 3; i++) {
    const mjtNum* F = strain->F[i];
    mjtNum side[2][2] = {{F[0], F[1]},
                         {F[0] * C[1][1] - F[1] * C[1][0], F[1] * C[0][0] - F[0] * C[0][1]}};
    for (int r = 0; r < 2; r++) {
      for (int j = 0; j < 2; j++) {
        gradient[r][i][j] = side[r][0] * G[0][j] + side[r][1] * G[1][j];
      }
    }
  }
}

// Two invariants of the strain at each vertex, trace(C) - 2 and det(C) - 1, scaled by the root of
// the mass there. Source: Chen, Kry, Vouga, Locking-free simulation of isometric thin
// plates (2019).
static void vertexStrains(const mjModel* m, mjData* d, int flexId) {
  int first = m->flex_vertadr[flexId], end = first + m->flex_vertnum[flexId];
  for (int v = first; v < end; v++) {
    VertexStrain strain = vertexStrain(m, d, flexId, v);
    mjtNum mass = m->body_mass[m->flex_vertbodyid[v]], scale = mass > 0 ? sqrt(mass) : 1;
    mjtNum det = strain.C[0][0] * strain.C[1][1] - strain.C[0][1] * strain.C[1][0];
    d->flexvert_length[2 * v] = scale * (strain.C[0][0] + strain.C[1][1] - 2);
    d->flexvert_length[2 * v + 1] = scale * (det - 1);

    lbPath row[2];
    mjtNum own[2][3] = {{0}}, gradient[2][3][2];
    strainGradients(&strain, gradient);
    for (int r = 0; r < 2; r++) {
      int adr = m->flexvert_J_rowadr[2 * v + r];
      row[r] = (lbPath){m->flexvert_J_colind + adr, d->flexvert_J + adr,
                        m->flexvert_J_rownnz[2 * v + r], 1, 0};
      memset(row[r].J, 0, (size_t)row[r].columnCount * sizeof(mjtNum));
    }
    for (int k = 0; k < m->flex_vertedgenum[v]; k++) {
      int w = neighbour(m, flexId, v, k);
      mjtNum dX[2], mass2 = 2 * m->body_mass[m->flex_vertbodyid[w]];
      lb_referenceEdge(m, flexId, v, w, dX);
      for (int r = 0; r < 2; r++) {
        mjtNum far[3];
        for (int i = 0; i < 3; i++) {
          const mjtNum* side = gradient[r][i];
          far[i] = mass2 * (side[0] * dX[0] + side[1] * dX[1]);
        }
        lb_subFrom3(own[r], far);
        lb_scl3(far, far, scale);
        lb_addPoint(m, d, row + r, m->flex_vertbodyid[w], d->flexvert_xpos + 3 * w, far);
      }
    }
    for (int r = 0; r < 2; r++) {
      lb_scl3(own[r], own[r], scale);
      lb_addPoint(m, d, row + r, m->flex_vertbodyid[v], d->flexvert_xpos + 3 * v, own[r]);
    }
  }
}

void mj_flex(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  for (int i = 0; i < m->nflex; i++) {
    if (m->flex_interp[i]) {
      interpolatedVertices(m, d, i);
    } else {
      plainVertices(m, d, i);
    }
    elementBoxes(m, d, i);
    treeBoxes(m, d, i);
    if (!m->flex_interp[i] && !m->flex_rigid[i]) {
      edges(m, d, i);
      if (m->flex_edgeequality[i] == lbFLEX_VERTICES_HELD && m->flex_dim[i] == 2) {
        vertexStrains(m, d, i);
      }
    }
  }
}
