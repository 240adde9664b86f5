// Assembly of a flexcomp: points, pins, the flex and its constraints.

#include "mjcf/flexcomp_build.h"

#include "base/compiler.h"
#include "math/inline.h"
#include "mjcf/flex_mesh.h"
#include "spec/internal.h"

#include "api/mjs_functions.h"

#include <stdio.h>
#include <string.h>

enum {
  MAX_FLEX_POINTS = 2000000,
};

void lb_refuseFlex(const lbFlexBuild* build, const char* text) {
  if (build->node) {
    lb_xmlError(build->node, "%s", text);
  }
  lb_error("Error: %s", text);
}

LB_APART static void checkSizes(const lbFlexBuild* build) {
  const lbFlexcomp* comp = &build->comp;
  if (lb_isEmpty(&build->body->head.name)) {
    lb_refuseFlex(build, "Parent body must have name");
  }
  if (comp->dim < 1 || comp->dim > 3) {
    lb_refuseFlex(build, "Invalid dim, must be between 1 and 3");
  }
  double total = 1;
  double nodes = 1;
  for (int i = 0; i < 3; i++) {
    if (comp->count[i] < 1 || comp->cellcount[i] < 0) {
      lb_refuseFlex(build, "Count too small");
    }
    if (!(comp->scale[i] >= mjMINVAL)) {
      lb_refuseFlex(build, "Scale must be larger than mjMINVAL");
    }
    total *= comp->count[i];
    nodes *= 2.0 * comp->cellcount[i] + 1;
  }
  if (total > MAX_FLEX_POINTS || nodes > lbMAX_FLEX_BODIES) {
    lb_refuseFlex(build, "Count too large");
  }
  if (!(comp->mass >= mjMINVAL) || !(comp->inertiabox >= mjMINVAL)) {
    lb_refuseFlex(build, "Mass and inertiabox must be larger than mjMINVAL");
  }
  bool spaced = comp->type != LB_FLEXCOMP_MESH && comp->type != LB_FLEXCOMP_GMSH &&
                comp->type != LB_FLEXCOMP_DIRECT;
  for (int i = 0; spaced && i < 3; i++) {
    double size = 2 * comp->radius + build->flex->s.margin;
    if (comp->spacing[i] < lb_max(size, mjMINVAL)) {
      lb_refuseFlex(build, "Spacing must be larger than geometry size");
    }
  }
}

static void loadFile(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  if (!comp->file || !*comp->file) {
    lb_refuseFlex(build, "File is required");
  }
  const char* text = lb_loadFlexFile(comp, build->body->head.spec, build->vfs);
  if (*text) {
    lb_refuseFlex(build, text);
  }
}

// A solid from a surface mesh: tetrahedra with the origin as common corner.
// COMPAT: FLEXCOMP-ORIGIN: triangles that turn away from the origin, or hold it, give none.
LB_APART static void fillSurface(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  int count = comp->points.count, kept = 0;
  int* solid = lb_alloc(lb_checkedSize(comp->elements.count / 3, 4 * sizeof(int)) + 1);
  for (int t = 0; t < comp->elements.count; t += 3) {
    double edge[3][3], normal[3];
    solid[kept] = 0;
    for (int k = 0; k < 3; k++) {
      int point = comp->elements.items[t + k];
      solid[kept + 1 + k] = point + 1;
      lb_sub3(edge[k], comp->points.items + 3 * point, comp->origin);
    }
    lb_cross(normal, edge[1], edge[2]);
    kept += lb_dot3(edge[0], normal) >= mjMINVAL ? 4 : 0;
  }
  lb_free(comp->elements.items);
  comp->elements.items = solid;
  comp->elements.count = comp->elements.capacity = kept;
  comp->elemTexcoord.count = comp->elemTexcoord.count < kept ? comp->elemTexcoord.count : kept;
  if (!kept) {
    lb_refuseFlex(build, "Point and element required");
  }
  for (int k = 0; k < 3; k++) {
    LB_PUSH(&comp->points, 0.0);
  }
  memmove(comp->points.items + 3, comp->points.items, (size_t)count * sizeof(double));
  memcpy(comp->points.items, comp->origin, sizeof comp->origin);
}

// Points that no element uses are dropped, with their texture coordinates.
LB_APART static void dropUnusedPoints(lbFlexcomp* comp) {
  int points = comp->points.count / 3;
  int* renumbered = lb_alloc(((size_t)points + 1) * sizeof(int));
  bool perPoint = comp->texcoord.count >= 2 * points && !comp->elemTexcoord.count;
  for (int i = 0; i < points; i++) {
    renumbered[i] = -1;
  }
  for (int i = 0; i < comp->elements.count; i++) {
    renumbered[comp->elements.items[i]] = 0;
  }
  int kept = 0;
  for (int i = 0; i < points; i++) {
    if (renumbered[i] < 0) {
      continue;
    }
    memmove(comp->points.items + 3 * kept, comp->points.items + 3 * i, 3 * sizeof(double));
    if (perPoint) {
      memmove(comp->texcoord.items + 2 * kept, comp->texcoord.items + 2 * i, 2 * sizeof(float));
    }
    renumbered[i] = kept++;
  }
  comp->points.count = 3 * kept;
  comp->texcoord.count = perPoint && kept < points ? 2 * kept : comp->texcoord.count;
  for (int i = 0; i < comp->elements.count; i++) {
    comp->elements.items[i] = renumbered[comp->elements.items[i]];
  }
  lb_free(renumbered);
}

LB_APART static void makePoints(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  bool fromFile = comp->type == LB_FLEXCOMP_MESH || comp->type == LB_FLEXCOMP_GMSH;
  if (fromFile) {
    loadFile(build);
  } else if (comp->type == LB_FLEXCOMP_DIRECT) {
    if (!comp->points.count || !comp->elements.count) {
      lb_refuseFlex(build, "Point and element required");
    }
  } else {
    const char* text = lb_makeFlexShape(comp);
    if (*text) {
      lb_refuseFlex(build, text);
    }
  }

  if (comp->points.count % 3) {
    lb_refuseFlex(build, "Point size must be a multiple of 3");
  }
  if (comp->type == LB_FLEXCOMP_MESH && comp->dim == 3) {
    fillSurface(build);
  }
  if (comp->elements.count % (comp->dim + 1)) {
    lb_refuseFlex(build, "Element size must be a multiple of dim+1");
  }
  int points = comp->points.count / 3;
  for (int i = 0; i < comp->elements.count; i++) {
    int id = comp->elements.items[i];
    if (id < 0 || id >= points) {
      char text[128];
      snprintf(text, sizeof text, "element %d has point id %d, number of points is %d", i, id,
               points);
      lb_refuseFlex(build, text);
    }
  }

  dropUnusedPoints(comp);
  points = comp->points.count / 3;

  // pose; only files and direct points are scaled by attributes
  // COMPAT: FLEXCOMP-QUAT: a quaternion that is not normalised scales, too
  bool scaled = fromFile || comp->type == LB_FLEXCOMP_DIRECT;
  for (int i = 0; i < points; i++) {
    double* p = comp->points.items + 3 * i;
    double turned[3];
    for (int k = 0; scaled && k < 3; k++) {
      p[k] *= comp->scale[k];
    }
    lb_rotVecQuat(turned, p, comp->quat);
    lb_add3(p, turned, comp->pos);
  }
}

// --- pins --------------------------------------------------------------------------------------

// COMPAT: FLEXCOMP-PIN: on a lattice, grid and range of pins are those of the points, not of the
// nodes, and so are their numbers.
static void pinGrid(lbFlexBuild* build, const int* box) {
  lbFlexcomp* comp = &build->comp;
  if (!lb_isInterpolated(comp) && comp->type != LB_FLEXCOMP_GRID) {
    lb_refuseFlex(build, "Pin grid(range) can only be used with grid or interpolated");
  }
  int size[3] = {1, 1, 1};
  int low[3] = {0, 0, 0};
  int high[3] = {0, 0, 0};
  for (int i = 0; i < comp->dim; i++) {
    size[i] = comp->count[i];
    if (!(box[i] >= 0 && box[i] < size[i] && box[comp->dim + i] >= 0 &&
          box[comp->dim + i] < size[i])) {
      bool isPoint = memcmp(box, box + comp->dim, (size_t)comp->dim * sizeof(int)) == 0;
      lb_refuseFlex(build, isPoint ? "pingrid out of range" : "pingridrange out of range");
    }
    low[i] = box[i];
    high[i] = box[comp->dim + i];
  }
  for (int x = low[0]; x <= high[0]; x++) {
    for (int y = low[1]; y <= high[1]; y++) {
      for (int z = low[2]; z <= high[2]; z++) {
        comp->pinned[(x * size[1] + y) * size[2] + z] = true;
      }
    }
  }
}

// Marks pinned points, in a list with room for the nodes too; whether all points are pinned.
LB_APART static bool applyPins(lbFlexBuild* build, int nodes) {
  lbFlexcomp* comp = &build->comp;
  int points = comp->points.count / 3, room = lb_maxInt(points, nodes);
  if (comp->gridPins.count) {
    room = lb_maxInt(room, comp->count[0] * comp->count[1] * comp->count[2]);
  }
  comp->pinned = lb_allocZero(lb_checkedSize(room, sizeof(bool)) + 1);
  for (int i = 0; i + 1 < comp->pins.count; i += 2) {
    int first = comp->pins.items[i], last = comp->pins.items[i + 1];
    if (!(first >= 0 && first < points && last >= 0 && last < points)) {
      lb_refuseFlex(build, first == last ? "pinid out of range" : "pinrange out of range");
    }
    for (int k = first; k <= last; k++) {
      comp->pinned[k] = true;
    }
  }
  for (int i = 0; i + 2 * comp->dim <= comp->gridPins.count; i += 2 * comp->dim) {
    pinGrid(build, comp->gridPins.items + i);
  }
  // radial motion is away from the first point
  if (comp->dof == LB_FLEXDOF_RADIAL && points > 0) {
    comp->pinned[0] = true;
  }
  bool all = true;
  for (int i = 0; i < points; i++) {
    all = all && comp->pinned[i];
  }
  return all;
}

// --- flex and constraints ------------------------------------------------------------------------

static void addEquality(lbFlexBuild* build, mjtEq type, const int cell[3]) {
  lbSpec* spec = build->body->head.spec;
  lbEquality* e = (lbEquality*)lb_addElement(spec, mjOBJ_EQUALITY, NULL, spec->mainClass);
  e->s.type = type;
  e->s.active = true;
  lb_setText(e->s.name1, build->comp.name);
  if (build->edgeEquality) {
    memcpy(e->s.solref, build->edgeEquality->s.solref, sizeof e->s.solref);
    memcpy(e->s.solimp, build->edgeEquality->s.solimp, sizeof e->s.solimp);
  }
  for (int k = 0; cell && k < 3; k++) {
    e->s.data[k] = cell[k];
  }
}

LB_APART static void addEqualities(lbFlexBuild* build) {
  const int* cells = build->comp.cellcount;
  bool shell = build->flex->s.elastic2d != 0;
  if (build->comp.equality == 1) {
    addEquality(build, mjEQ_FLEX, NULL);
  } else if (build->comp.equality == 2) {
    addEquality(build, mjEQ_FLEXVERT, NULL);
  } else if (build->comp.equality == 3 && lb_isInterpolated(&build->comp) && shell) {
    // one per face on the outside of the lattice
    int faces = 2 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]);
    for (int i = 0; i < faces; i++) {
      addEquality(build, mjEQ_FLEXSTRAIN, (const int[3]){i, -1, -1});
    }
  } else if (build->comp.equality == 3) {
    for (int x = 0; x < cells[0]; x++) {
      for (int y = 0; y < cells[1]; y++) {
        for (int z = 0; z < cells[2]; z++) {
          addEquality(build, mjEQ_FLEXSTRAIN, (const int[3]){x, y, z});
        }
      }
    }
  }
}

void lb_assembleFlex(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  // COMPAT: FLEXCOMP-CELLS: only lattices have cells, and a negative first number stands for one
  // cell
  if (!lb_isInterpolated(comp) || comp->cellcount[0] < 0) {
    comp->cellcount[0] = comp->cellcount[1] = comp->cellcount[2] = 1;
  }
  checkSizes(build);
  // bending stiffness is the one kind of elasticity that constraints do not replace
  if (comp->equality && flex->young > 0 && flex->elastic2d != 1) {
    lb_refuseFlex(build, "flex constraints and elasticity (young) cannot both be present");
  }
  makePoints(build);
  int nodes = lb_isInterpolated(comp)
                  ? lb_latticeNodes(comp, 0) * lb_latticeNodes(comp, 1) * lb_latticeNodes(comp, 2)
                  : 0;
  // what cannot move at all needs no lattice
  bool still = applyPins(build, nodes) || comp->rigid;
  if (lb_isInterpolated(comp) && !still) {
    for (int i = 0; i < 3; i++) {
      if (!comp->cellcount[i]) {
        lb_refuseFlex(build, "cellcount cannot be 0 in any dimension when interpolation order > 0");
      }
    }
    lb_makeLatticeBodies(build);
  } else {
    lb_makePointBodies(build);
  }
  flex->dim = comp->dim;
  flex->radius = comp->radius;
  flex->flatskin = flex->flatskin || comp->flatSkin;
  mjs_setInt(flex->elem, comp->elements.items, comp->elements.count);
  mjs_setFloat(flex->texcoord, comp->texcoord.items, comp->texcoord.count);
  mjs_setInt(flex->elemtexcoord, comp->elemTexcoord.items, comp->elemTexcoord.count);
  if (!still) {
    addEqualities(build);
  }
}
