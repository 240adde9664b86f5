// Deformable objects from one element: <flexcomp>, mjs_makeFlex.

#pragma once

#include "mjcf/read.h"

typedef enum lbFlexcompType_ {
  LB_FLEXCOMP_GRID,
  LB_FLEXCOMP_BOX,
  LB_FLEXCOMP_CYLINDER,
  LB_FLEXCOMP_ELLIPSOID,
  LB_FLEXCOMP_SQUARE,
  LB_FLEXCOMP_DISC,
  LB_FLEXCOMP_CIRCLE,
  LB_FLEXCOMP_MESH,
  LB_FLEXCOMP_GMSH,
  LB_FLEXCOMP_DIRECT,
} lbFlexcompType;

typedef enum lbFlexcompDof_ {
  LB_FLEXDOF_FULL,
  LB_FLEXDOF_RADIAL,
  LB_FLEXDOF_TRILINEAR,
  LB_FLEXDOF_QUADRATIC,
  LB_FLEXDOF_2D,
} lbFlexcompDof;

// Adds the bodies, flex and constraints of <flexcomp> to a body.
void lb_readFlexcomp(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                     const lbDefault* def);
