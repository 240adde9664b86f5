// Work copies of flexes, and what the files of this folder offer each other.

#pragma once

#include "compile/context.h"
#include "model/flex_layout.h"

typedef struct lbFlexMass_ lbFlexMass;

// Where the parts of a flex start in the arrays of the model.
typedef struct lbFlexAddress_ {
  int node, vert, edge, elem, elemData, elemEdge, shellData, evPair, texcoord, stiffness, bending;
} lbFlexAddress;

struct lbWorkFlex_ {
  const lbFlex* source;
  int id;
  lbFlexAddress at;
  int dim, vertexCount, nodeCount, elementCount, edgeCount, shellCount, pairCount;
  const int* element;  // (elementCount x (dim + 1)), solids turned alike
  int* vertexBody;     // -1: interpolated
  int* nodeBody;
  double* position;         // vertices at qpos0, world frame; of a lattice: frames of their bodies
  double* latticePosition;  // vertices of a lattice at qpos0, in the frame of nodePosition
  double* nodePosition;     // at qpos0, world frame, then turned into the axes of the lattice
  int* edge;                // (edgeCount x 2)
  int* edgeFlap;            // (edgeCount x 2), -1: none
  bool* edgeTurned;         // whether the first element runs along the edge backwards
  int* elementEdge;         // (elementCount x edges per element)
  int* shell;               // (shellCount x dim)
  int* pair;                // (pairCount x 2) element and vertex
  int* layer;               // per element
  lbFlexEquality equality;
  bool rigid, centered, interpolated;
  double* stiffness;  // NULL: none
  int stiffnessCount;
  double* bending;  // NULL: none
  int bendingCount;
  lbFlexMass* mass;                   // effective mass with bending, NULL: none
  lbSparseRows edgeRows, vertexRows;  // of the Jacobians; vertexRows only with lbFLEX_VERTICES_HELD
};

// Edges per element of a dimension.
static inline int lb_edgesPerElement(int dim) {
  return dim == 1 ? 1 : dim == 2 ? 3 : 6;
}

// Whether an element collides. Those of flat flexes are all in layer 0, yet always do.
static inline bool lb_inActiveLayer(const lbWorkFlex* f, int element) {
  return f->dim < 3 || f->layer[element] < f->source->s.activelayers;
}

// The two local vertices of each edge of an element.
extern const int lb_flexEdgeEnds[3][6][2];

typedef struct lbLame_ {
  double lambda, mu;
} lbLame;

static inline lbLame lb_lame(double young, double poisson) {
  return (lbLame){.lambda = young * poisson / (1 + poisson) / (1 - 2 * poisson),
                  .mu = young / (2 * (1 + poisson))};
}

// Poses of the bodies at qpos0, by model id.
lbPose* lb_placeBodies(lbCompiler* c);

// Bodies and world positions of vertices and nodes.
void lb_placeFlex(lbCompiler* c, lbWorkFlex* flex, const lbPose* pose);

// Refuses elements that name vertices wrongly, then edges, shell, collision pairs and layers.
void lb_checkFlexElements(lbCompiler* c, lbWorkFlex* flex);
void lb_findTopology(lbCompiler* c, lbWorkFlex* flex);

// Elastic coefficients of elements, control cells and hinges.
void lb_flexElasticity(lbCompiler* c, lbWorkFlex* flex);

// The same for an interpolated flex: its cells, or the quads and edges of its surface.
void lb_latticeElasticity(lbCompiler* c, lbWorkFlex* flex);

// Order of the shape functions of a lattice, 0 when the flex has none.
static inline int lb_latticeOrder(const lbWorkFlex* flex) {
  return !flex->interpolated ? 0 : flex->source->s.order > 1 ? 2 : 1;
}

// Whether only the surface of the lattice is elastic.
static inline bool lb_isHollow(const lbWorkFlex* flex) {
  return flex->interpolated && flex->source->s.elastic2d != 0;
}
