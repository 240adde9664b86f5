// Pieces of the check of a model that came from outside; see model/validate.c.

#pragma once

#include <stdbool.h>

#include "api/model.h"

// Returns the name of the field from its function when the condition does not hold.
#define CHECK(field, condition) \
  if (!(condition)) {           \
    return #field;              \
  }

// All ids in [lowest, size).
bool lb_idsInside(const int* ids, mjtSize count, mjtSize lowest, mjtSize size);

// All of [address, address + number) inside [0, size), one after the other; empty ones
// anywhere in it or at -1.
bool lb_rangesInside(const int* address, const int* number, mjtSize count, mjtSize size);

// Compressed rows: counts and addresses inside the matrix, columns inside and ascending.
bool lb_sparseInside(const int* number, const int* address, const int* column, mjtSize rows,
                     mjtSize nonzeros, mjtSize columns);

// A hierarchy of bounding volumes: children after their parents, so that no walk is endless; leaves
// with an item in [0, items). An empty one is at -1.
bool lb_boundsInside(const mjModel* m, int address, int number, mjtSize items);

// Meshes, height fields, textures, materials, skins and flexes; NULL, or the field that is wrong.
const char* lb_validateAssets(const mjModel* m);

// Bodies, joints, dofs, trees and the geoms of bodies; NULL, or the field that is wrong.
const char* lb_validateTree(const mjModel* m);

// Cells of the control lattice of a flex, or quads of its surface when it is hollow, and numbers of
// stiffness for each.
mjtSize lb_latticeCells(const mjModel* m, mjtSize flex);
mjtSize lb_cellStiffness(const mjModel* m, mjtSize flex);
