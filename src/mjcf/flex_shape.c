// Points and elements of flexcomp shapes: grids, shells of boxes, cylinders and ellipsoids, discs,
// circles.

#include "math/inline.h"
#include "math/libm.h"
#include "mjcf/flexcomp.h"

#include <string.h>

static void addPoint(lbFlexcomp* comp, double x, double y, double z) {
  LB_PUSH(&comp->points, x);
  LB_PUSH(&comp->points, y);
  LB_PUSH(&comp->points, z);
}

static void addElement(lbFlexcomp* comp, int a, int b, int c, int d) {
  // COMPAT: FLEXCOMP-SHELL: of dimension 1, a box has the triangles of a closed surface, and two
  // numbers in a row are an element
  bool shell = comp->type == LB_FLEXCOMP_BOX || comp->type == LB_FLEXCOMP_CYLINDER ||
               comp->type == LB_FLEXCOMP_ELLIPSOID;
  const int ids[4] = {a, b, c, d};
  for (int i = 0; i <= (shell ? lb_maxInt(comp->dim, 2) : comp->dim); i++) {
    LB_PUSH(&comp->elements, ids[i]);
  }
}

static void addTexcoord(lbFlexcomp* comp, double u, double v) {
  LB_PUSH(&comp->texcoord, (float)u);
  LB_PUSH(&comp->texcoord, (float)v);
}

// Position along one side of the object: evenly spaced, centred.
static double gridCoordinate(const lbFlexcomp* comp, int axis, int index) {
  return comp->spacing[axis] * (index - 0.5 * (comp->count[axis] - 1));
}

static double largest(const double* values, int count) {
  double result = 0;
  for (int i = 0; i < count; i++) {
    result = lb_max(result, fabs(values[i]));
  }
  return result;
}

// --- grid, square, disc ------------------------------------------------------------------------

// Pulls a square onto a disc: direction kept, distance = half side of the square through the point.
// COMPAT: FLEXCOMP-DISC: times the half side of the whole square, in metres.
static void toDisc(const lbFlexcomp* comp, double p[3]) {
  double norm = sqrt(p[0] * p[0] + p[1] * p[1]);
  if (norm < mjMINVAL) {
    return;
  }
  double side = largest(p, 2);
  for (int i = 0; i < 2; i++) {
    p[i] = p[i] / norm * side * 0.5 * comp->spacing[i] * (comp->count[i] - 1);
  }
}

static void addGridCell2(lbFlexcomp* comp, int ix, int iy) {
  int ny = comp->count[1];
  int a = ix * ny + iy;
  int b = a + ny;
  int c = b + 1;
  int d = a + 1;
  // diagonals of a disc point away from its centre
  bool flip =
      comp->type == LB_FLEXCOMP_DISC && (ix < comp->count[0] / 2) != (iy < comp->count[1] / 2);
  if (flip) {
    addElement(comp, a, b, d, 0);
    addElement(comp, b, c, d, 0);
  } else {
    addElement(comp, a, b, c, 0);
    addElement(comp, a, c, d, 0);
  }
}

// A hexahedron becomes six tetrahedra around one diagonal. Corner bits: 4 x, 2 y, 1 z.
static void addGridCell3(lbFlexcomp* comp, int ix, int iy, int iz) {
  static const unsigned char tets[6][4] = {{0, 2, 4, 3}, {0, 4, 1, 3}, {4, 2, 6, 3},
                                           {4, 6, 7, 3}, {4, 5, 1, 3}, {4, 7, 5, 3}};
  int corner[8];
  for (int k = 0; k < 8; k++) {
    corner[k] =
        ((ix + (k >> 2)) * comp->count[1] + iy + (k >> 1 & 1)) * comp->count[2] + iz + (k & 1);
  }
  for (int t = 0; t < 6; t++) {
    addElement(comp, corner[tets[t][0]], corner[tets[t][1]], corner[tets[t][2]],
               corner[tets[t][3]]);
  }
}

static const char* makeGrid(lbFlexcomp* comp) {
  const int* n = comp->count;
  if ((comp->dim < 3 && n[2] != 1 && comp->dim == 2) || (comp->dim == 1 && n[0] < 2)) {
    return comp->dim == 2 ? "count[2] must be 1 in a 2D grid" : "No elements were created in grid";
  }
  int ny = comp->dim > 1 ? n[1] : 1;
  int nz = comp->dim > 2 ? n[2] : 1;
  for (int ix = 0; ix < n[0]; ix++) {
    for (int iy = 0; iy < ny; iy++) {
      for (int iz = 0; iz < nz; iz++) {
        double p[3] = {gridCoordinate(comp, 0, ix), comp->dim > 1 ? gridCoordinate(comp, 1, iy) : 0,
                       comp->dim > 2 ? gridCoordinate(comp, 2, iz) : 0};
        if (comp->type == LB_FLEXCOMP_DISC) {
          toDisc(comp, p);
        }
        addPoint(comp, p[0], p[1], p[2]);
        if (comp->textured && comp->dim > 1) {
          addTexcoord(comp, (double)ix / lb_maxInt(n[0] - 1, 1), (double)iy / lb_maxInt(ny - 1, 1));
        }
        if (comp->dim == 1 && ix + 1 < n[0]) {
          addElement(comp, ix, ix + 1, 0, 0);
        } else if (comp->dim == 2 && ix + 1 < n[0] && iy + 1 < ny) {
          addGridCell2(comp, ix, iy);
        } else if (comp->dim == 3 && ix + 1 < n[0] && iy + 1 < ny && iz + 1 < nz) {
          addGridCell3(comp, ix, iy, iz);
        }
      }
    }
  }
  comp->flatSkin = comp->dim == 3 && comp->type == LB_FLEXCOMP_GRID;
  return comp->elements.count ? "" : "No elements were created in grid";
}

static const char* makeCircle(lbFlexcomp* comp) {
  int n = comp->count[0] - 1;
  if (n < 2) {
    return "Count too small";
  }
  double radius = comp->spacing[0] / 2 / lb_sin(mjPI / n), step = 2 * mjPI / n;
  for (int i = 0; i < n; i++) {
    double angle = i * step;
    addPoint(comp, radius * lb_cos(angle), radius * lb_sin(angle), 0);
    addElement(comp, i, (i + 1) % n, 0, 0);
  }
  return "";
}

// --- box, cylinder, ellipsoid --------------------------------------------------------------------

// A point on the surface of the box, from grid indices, bent to the shape. Texture coordinates run
// along the axes u and v.
static void shellPoint(lbFlexcomp* comp, int ix, int iy, int iz, int u, int v) {
  const int index[3] = {ix, iy, iz};
  double p[3];
  double half[3];
  for (int i = 0; i < 3; i++) {
    p[i] = 2.0 * index[i] / (comp->count[i] - 1) - 1;
    half[i] = 0.5 * comp->spacing[i] * (comp->count[i] - 1);
  }
  if (comp->textured) {
    addTexcoord(comp, (p[u] + 1) / 2, (p[v] + 1) / 2);
  }
  int bent = comp->type == LB_FLEXCOMP_CYLINDER ? 2 : comp->type == LB_FLEXCOMP_ELLIPSOID ? 3 : 0;
  double squared = 0;
  for (int i = 0; i < bent; i++) {
    squared += p[i] * p[i];
  }
  double side = largest(p, bent), length = squared > 0 ? sqrt(squared) : 1;
  for (int i = 0; i < 3; i++) {
    p[i] = i < bent ? p[i] / length * (side * half[i]) : p[i] * half[i];
  }
  addPoint(comp, p[0], p[1], p[2]);
}

// Numbers of surface points by grid index.
typedef struct Shell_ {
  lbFlexcomp* comp;
  int* ids;
} Shell;

static int* shellId(const Shell* shell, int ix, int iy, int iz) {
  const int* n = shell->comp->count;
  return &shell->ids[(ix * n[1] + iy) * n[2] + iz];
}

static void addShellPoint(Shell* shell, int ix, int iy, int iz, int u, int v) {
  *shellId(shell, ix, iy, iz) = shell->comp->points.count / 3;
  shellPoint(shell->comp, ix, iy, iz, u, v);
}

// Closed for solids (bottom, top, sides); a 2D shell has no lid.
static void addShellPoints(Shell* shell) {
  const int* n = shell->comp->count;
  bool solid = shell->comp->dim != 2;
  int top = solid ? n[2] - 1 : n[2];  // first layer that the sides leave out
  for (int layer = 0; layer < (solid ? 2 : 1); layer++) {
    for (int ix = 0; ix < n[0]; ix++) {
      for (int iy = 0; iy < n[1]; iy++) {
        addShellPoint(shell, ix, iy, layer ? n[2] - 1 : 0, 0, 1);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    for (int ix = 0; ix < n[0]; ix++) {
      for (int iz = 1; iz < top; iz++) {
        addShellPoint(shell, ix, side ? n[1] - 1 : 0, iz, 0, 2);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    for (int iy = 1; iy < n[1] - 1; iy++) {
      for (int iz = 1; iz < top; iz++) {
        addShellPoint(shell, side ? n[0] - 1 : 0, iy, iz, 1, 2);
      }
    }
  }
}

// One quad of the surface: tetrahedra with the centre, or triangles facing outward.
static void addShellQuad(const Shell* shell, const int quad[4], bool turned, bool bottom) {
  lbFlexcomp* comp = shell->comp;
  int a = quad[0];
  int b = quad[1];
  int c = quad[2];
  int d = quad[3];
  if (comp->dim == 3) {
    addElement(comp, 0, a, b, c);
    addElement(comp, 0, a, d, c);
  } else if (bottom) {
    addElement(comp, a, c, b, 0);
    addElement(comp, a, d, c, 0);
  } else if (turned) {
    addElement(comp, b, a, d, 0);
    addElement(comp, b, d, c, 0);
  } else {
    addElement(comp, a, b, c, 0);
    addElement(comp, a, c, d, 0);
  }
}

static void addShellElements(const Shell* shell) {
  const int* n = shell->comp->count;
  bool solid = shell->comp->dim != 2;
  for (int layer = 0; layer < (solid ? 2 : 1); layer++) {
    int z = layer ? n[2] - 1 : 0;
    for (int x = 0; x + 1 < n[0]; x++) {
      for (int y = 0; y + 1 < n[1]; y++) {
        const int quad[4] = {*shellId(shell, x, y, z), *shellId(shell, x + 1, y, z),
                             *shellId(shell, x + 1, y + 1, z), *shellId(shell, x, y + 1, z)};
        addShellQuad(shell, quad, false, layer == 0);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    int y = side ? n[1] - 1 : 0;
    for (int x = 0; x + 1 < n[0]; x++) {
      for (int z = 0; z + 1 < n[2]; z++) {
        const int quad[4] = {*shellId(shell, x, y, z), *shellId(shell, x + 1, y, z),
                             *shellId(shell, x + 1, y, z + 1), *shellId(shell, x, y, z + 1)};
        addShellQuad(shell, quad, side == 1, false);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    int x = side ? n[0] - 1 : 0;
    for (int y = 0; y + 1 < n[1]; y++) {
      for (int z = 0; z + 1 < n[2]; z++) {
        const int quad[4] = {*shellId(shell, x, y, z), *shellId(shell, x, y + 1, z),
                             *shellId(shell, x, y + 1, z + 1), *shellId(shell, x, y, z + 1)};
        addShellQuad(shell, quad, side == 0, false);
      }
    }
  }
}

static const char* makeShell(lbFlexcomp* comp) {
  for (int i = 0; i < 3; i++) {
    if (comp->count[i] < 2) {
      return "Count too small";
    }
  }
  // COMPAT: FLEXCOMP-SHELL: coordinates are made for the centre too, which only solids have
  if (comp->textured && comp->dim < 3) {
    return "two texture coordinates per vertex expected";
  }
  Shell shell = {.comp = comp};
  size_t total = (size_t)comp->count[0] * (size_t)comp->count[1] * (size_t)comp->count[2];
  shell.ids = comp->shellIds = lb_allocZero(total * sizeof(int));
  if (comp->dim == 3) {
    addPoint(comp, 0, 0, 0);
    if (comp->textured) {
      addTexcoord(comp, 0, 0);
    }
  }
  addShellPoints(&shell);
  addShellElements(&shell);
  comp->flatSkin = comp->type != LB_FLEXCOMP_ELLIPSOID;
  return "";
}

const char* lb_makeFlexShape(lbFlexcomp* comp) {
  switch (comp->type) {
    case LB_FLEXCOMP_GRID:
      return makeGrid(comp);
    case LB_FLEXCOMP_SQUARE:
    case LB_FLEXCOMP_DISC:
      comp->dim = 2;
      return makeGrid(comp);
    case LB_FLEXCOMP_CIRCLE:
      return comp->dim == 1 ? makeCircle(comp) : makeGrid(comp);
    default:
      return makeShell(comp);
  }
}
