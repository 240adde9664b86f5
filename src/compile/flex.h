// Flexes while they are compiled.

#pragma once

#include "compile/compile.h"

typedef struct lbFlexMass_ lbFlexMass;

struct lbWorkFlex_ {
  const lbFlex* source;
  int id;
  int dim, vertexCount, nodeCount, elementCount, edgeCount, shellCount, pairCount;
  const int* element;  // (elementCount x (dim + 1)), solids turned alike
  int* vertexBody;     // -1: interpolated
  int* nodeBody;
  double* position;      // vertices at qpos0, world frame
  double* nodePosition;
  int* edge;           // (edgeCount x 2)
  int* edgeFlap;       // (edgeCount x 2), -1: none
  bool* edgeTurned;    // whether the first element runs along the edge backwards
  int* elementEdge;    // (elementCount x edges per element)
  int* shell;          // (shellCount x dim)
  int* pair;           // (pairCount x 2) element and vertex
  int* layer;          // per element
  int equality;        // 0: none, 1: edges, 2: vertices, 3: strain
  bool rigid, centered, interpolated;
  double* stiffness;   // NULL: none
  int stiffnessCount;
  double* bending;     // NULL: none
  lbFlexMass* mass;    // effective mass with bending, NULL: none
};

// Edges per element of a dimension.
static inline int lb_edgesPerElement(int dim) {
  return dim == 1 ? 1 : dim == 2 ? 3 : 6;
}

// The two local vertices of each edge of an element.
extern const int lb_flexEdgeEnds[3][6][2];

// Elastic coefficients of elements, control cells and hinges.
void lb_flexElasticity(lbCompiler* c, lbWorkFlex* flex);
