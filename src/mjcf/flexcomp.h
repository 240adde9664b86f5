// Deformable objects from one element: <flexcomp>, mjs_makeFlex.
//
// flexcomp.c reads, flex_shape.c makes points and elements, gmsh.c reads GMSH files,
// flexcomp_build.c assembles the flex and its constraints, flexcomp_bodies.c its bodies.

#pragma once

#include "base/vfs.h"
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

// What a flexcomp is made from. The arrays are owned; lb_freeFlexcomp frees them.
typedef struct lbFlexcomp_ {
  const char* name;
  int type;  // lbFlexcompType
  int dof;   // lbFlexcompDof
  int dim;
  int count[3];
  int cellcount[3];
  double spacing[3];
  double scale[3];
  double radius;
  double mass;
  double inertiabox;
  int equality;  // 0 none, 1 edges, 2 vertices, 3 strain
  bool rigid;
  double pos[3];
  double quat[4];
  double origin[3];
  const char* file;
  const char* plugin;  // name of a plugin instance for every body, NULL: none
  const char* pluginName;
  bool flatSkin;  // the shape asks for flat shading
  bool textured;
  LB_ARRAY(double) points;   // 3 per point
  LB_ARRAY(int) elements;    // dim + 1 per element
  LB_ARRAY(float) texcoord;  // 2 per point, or as elemTexcoord says
  LB_ARRAY(int) elemTexcoord;
  int* shellIds;           // of the points of a shell by their place in the box, NULL: none
  bool* occupied;          // per cell of the lattice, NULL: not needed
  int* work;               // two numbers per cell
  bool* pinned;            // per point, or per node of an interpolated flex
  LB_ARRAY(int) pins;      // pairs of first and last id
  LB_ARRAY(int) gridPins;  // boxes of grid coordinates: dim lows, dim highs
} lbFlexcomp;

void lb_freeFlexcomp(lbFlexcomp* comp);

// Points, elements and texture coordinates of the built-in shapes. Returns "" or a refusal.
const char* lb_makeFlexShape(lbFlexcomp* comp);

// Adds points and elements of a GMSH file, text or binary, version 2.2 or 4.1.
const char* lb_readGmsh(lbFlexcomp* comp, const char* bytes, size_t count);

// Adds the bodies, flex and constraints of <flexcomp> to a body.
void lb_readFlexcomp(lbReader* reader, const lbXml* node, lbBody* body);

// Marks the cells of a lattice around points (3 per point) that the boxes of elements reach, and
// those that triangles enclose, the last axis fastest. occupied: all false at first; work: room for
// two numbers per cell.
void lb_markOccupied(const double* points, int pointCount, const int* elements, int elementCount,
                     int corners, const int cells[3], bool* occupied, int* work);
