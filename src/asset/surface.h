// The surface of a signed distance field as triangles.

#pragma once

#include "asset/mesh.h"

// A field: negative inside.
typedef struct lbSurfaceField_ {
  mjtNum (*distance)(const mjtNum point[3], const mjtNum* attributes);
  const mjtNum* attributes;
  mjtNum aabb[6];  // centre and half sizes of a box around the surface
} lbSurfaceField;

// A closed surface near the field's zeros; `cells` grid cells along the longest side of the box.
// Arrays live in the region. No surface inside the box: error.
lbMeshSource lb_surfaceMesh(lbRegion* region, const lbSurfaceField* field, int cells);
