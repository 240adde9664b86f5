// <flexcomp> and mjs_makeFlex: from points and elements to bodies, joints, a flex and constraints.
//
// Every free point becomes a body with sliding joints; pinned points belong to the parent body. An
// interpolated flex (trilinear, quadratic) has bodies at the nodes of a lattice around the points
// instead, and its points belong to the parent.

#include "mjcf/flexcomp.h"

#include "math/inline.h"
#include "mjcf/flex_mesh.h"
#include "mjcf/text.h"
#include "spec/internal.h"

#include "api/mjs_functions.h"

#include <stdio.h>
#include <string.h>

enum {
  MAX_FLEX_POINTS = 2000000,
  MAX_FLEX_BODIES = 200000,
};

void lb_freeFlexcomp(lbFlexcomp* comp) {
  LB_ARRAY_FREE(&comp->points);
  LB_ARRAY_FREE(&comp->elements);
  LB_ARRAY_FREE(&comp->texcoord);
  LB_ARRAY_FREE(&comp->elemTexcoord);
  LB_ARRAY_FREE(&comp->pins);
  LB_ARRAY_FREE(&comp->gridPins);
  lb_free(comp->pinned);
  comp->pinned = NULL;
}

// A flexcomp being built, for lb_protect: its arrays are freed on every path.
typedef struct Build_ {
  lbFlexcomp comp;
  lbReader* reader;
  const lbXml* node;  // NULL: mjs_makeFlex
  lbBody* body;
  lbFlex* flex;
  lbEquality* edgeEquality;  // numbers for generated constraints, NULL: defaults
  const lbDefault* def;
  const mjVFS* vfs;
} Build;

LB_NORETURN static void refuse(const Build* build, const char* text) {
  if (build->node) {
    lb_xmlError(build->node, "%s", text);
  }
  lb_error("Error: %s", text);
}

static bool isInterpolated(const lbFlexcomp* comp) {
  return comp->dof == LB_FLEXDOF_TRILINEAR || comp->dof == LB_FLEXDOF_QUADRATIC;
}

// Nodes along an axis of the lattice.
static int nodeCount(const lbFlexcomp* comp, int axis) {
  return comp->cellcount[axis] * (comp->dof == LB_FLEXDOF_QUADRATIC ? 2 : 1) + 1;
}

static void checkSizes(const Build* build) {
  const lbFlexcomp* comp = &build->comp;
  if (lb_isEmpty(&build->body->head.name)) {
    refuse(build, "Parent body must have name");
  }
  if (comp->dim < 1 || comp->dim > 3) {
    refuse(build, "Invalid dim, must be between 1 and 3");
  }
  double total = 1;
  double nodes = 1;
  for (int i = 0; i < 3; i++) {
    if (comp->count[i] < 1 || comp->cellcount[i] < 0) {
      refuse(build, "Count too small");
    }
    if (!(comp->scale[i] >= mjMINVAL)) {
      refuse(build, "Scale must be larger than mjMINVAL");
    }
    total *= comp->count[i];
    nodes *= 2.0 * comp->cellcount[i] + 1;
  }
  if (total > MAX_FLEX_POINTS || nodes > MAX_FLEX_BODIES) {
    refuse(build, "Count too large");
  }
  if (!(comp->mass >= mjMINVAL) || !(comp->inertiabox >= mjMINVAL)) {
    refuse(build, "Mass and inertiabox must be larger than mjMINVAL");
  }
  bool spaced = comp->type != LB_FLEXCOMP_MESH && comp->type != LB_FLEXCOMP_GMSH &&
                comp->type != LB_FLEXCOMP_DIRECT;
  for (int i = 0; spaced && i < 3; i++) {
    double size = lb_max(2 * comp->radius, 2 * build->flex->s.margin);
    if (comp->spacing[i] < lb_max(size, mjMINVAL)) {
      refuse(build, "Spacing must be larger than geometry size");
    }
  }
}

static void loadFile(Build* build) {
  lbFlexcomp* comp = &build->comp;
  if (!comp->file || !*comp->file) {
    refuse(build, "File is required");
  }
  const char* text = lb_loadFlexFile(comp, build->body->head.spec, build->vfs);
  if (*text) {
    refuse(build, text);
  }
}

// A solid from a surface mesh: tetrahedra with the origin as common corner.
static void fillSurface(Build* build) {
  lbFlexcomp* comp = &build->comp;
  int triangles = comp->elements.count / 3;
  int count = comp->points.count;
  int* solid = lb_alloc((size_t)triangles * 4 * sizeof(int) + 1);
  for (int t = 0; t < triangles; t++) {
    solid[4 * t] = 0;
    for (int k = 0; k < 3; k++) {
      solid[4 * t + 1 + k] = comp->elements.items[3 * t + k] + 1;
    }
  }
  lb_free(comp->elements.items);
  comp->elements.items = solid;
  comp->elements.count = comp->elements.capacity = 4 * triangles;
  for (int k = 0; k < 3; k++) {
    LB_PUSH(&comp->points, 0.0);
  }
  memmove(comp->points.items + 3, comp->points.items, (size_t)count * sizeof(double));
  memcpy(comp->points.items, comp->origin, sizeof comp->origin);
}

// Points that no element uses are dropped, with their texture coordinates.
static void dropUnusedPoints(lbFlexcomp* comp) {
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
  comp->texcoord.count = perPoint ? 2 * kept : comp->texcoord.count;
  for (int i = 0; i < comp->elements.count; i++) {
    comp->elements.items[i] = renumbered[comp->elements.items[i]];
  }
  lb_free(renumbered);
}

static void makePoints(Build* build) {
  lbFlexcomp* comp = &build->comp;
  bool fromFile = comp->type == LB_FLEXCOMP_MESH || comp->type == LB_FLEXCOMP_GMSH;
  if (fromFile) {
    loadFile(build);
  } else if (comp->type == LB_FLEXCOMP_DIRECT) {
    if (!comp->points.count || !comp->elements.count) {
      refuse(build, "Point and element required");
    }
  } else {
    const char* text = lb_makeFlexShape(comp);
    if (*text) {
      refuse(build, text);
    }
  }

  if (comp->points.count % 3) {
    refuse(build, "Point size must be a multiple of 3");
  }
  if (comp->type == LB_FLEXCOMP_MESH && comp->dim == 3) {
    if (build->node && !comp->hasOrigin) {
      refuse(build, "origin must be specified for mesh flexcomps if dim=3");
    }
    fillSurface(build);
  }
  if (comp->elements.count % (comp->dim + 1)) {
    refuse(build, "Element size must be a multiple of dim+1");
  }
  int points = comp->points.count / 3;
  for (int i = 0; i < comp->elements.count; i++) {
    int id = comp->elements.items[i];
    if (id < 0 || id >= points) {
      char text[128];
      snprintf(text, sizeof text, "element %d has point id %d, number of points is %d", i, id,
               points);
      refuse(build, text);
    }
  }

  dropUnusedPoints(comp);
  points = comp->points.count / 3;

  // pose; only files and direct points are scaled. COMPAT: so is what a long quaternion turns
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

// COMPAT: on a lattice the pins are numbered as the points, whose grid they are said in.
static void pinGrid(Build* build, const double* box) {
  lbFlexcomp* comp = &build->comp;
  if (!isInterpolated(comp) && comp->type != LB_FLEXCOMP_GRID) {
    refuse(build, "Pin grid(range) can only be used with grid or interpolated");
  }
  int size[3] = {1, 1, 1};
  int low[3] = {0, 0, 0};
  int high[3] = {0, 0, 0};
  for (int i = 0; i < comp->dim; i++) {
    size[i] = comp->count[i];
    if (!(box[i] >= 0 && box[i] < size[i] && box[comp->dim + i] >= 0 &&
          box[comp->dim + i] < size[i])) {
      refuse(build, "pingrid out of range");
    }
    low[i] = (int)box[i];
    high[i] = (int)box[comp->dim + i];
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
static bool applyPins(Build* build, int nodes) {
  lbFlexcomp* comp = &build->comp;
  int points = comp->points.count / 3, room = lb_maxInt(points, nodes);
  if (comp->gridPins.count) {
    room = lb_maxInt(room, comp->count[0] * comp->count[1] * comp->count[2]);
  }
  comp->pinned = lb_allocZero((size_t)room * sizeof(bool) + 1);
  for (int i = 0; i + 1 < comp->pins.count; i += 2) {
    double first = comp->pins.items[i];
    double last = comp->pins.items[i + 1];
    if (!(first >= 0 && first < points && last >= 0 && last < points)) {
      refuse(build, "pinid out of range");
    }
    for (int k = (int)first; k <= (int)last; k++) {
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

// --- bodies --------------------------------------------------------------------------------------

static void addSlide(const Build* build, lbBody* body, double x, double y, double z) {
  lbJoint* joint = (lbJoint*)lb_addElement(body->head.spec, mjOBJ_JOINT, body, build->def);
  joint->s.type = mjJNT_SLIDE;
  lb_set3(joint->s.pos, 0, 0, 0);
  lb_set3(joint->s.axis, x, y, z);
}

static void addMassPoint(const Build* build, const char* name, const double pos[3], double mass) {
  const lbFlexcomp* comp = &build->comp;
  lbSpec* spec = build->body->head.spec;
  lbBody* body = (lbBody*)lb_addElement(spec, mjOBJ_BODY, build->body, build->def);
  lb_setText(body->s.childclass, lb_text(&build->def->head.name));
  if (build->node) {
    lb_readPlace(build->node, &body->head);
  }
  if (mjs_setName(&body->head.handle, name) != 0) {
    refuse(build, mjs_getError(&spec->s));
  }
  lb_copy3(body->s.pos, pos);
  body->s.mass = mass;
  lb_set3(body->s.ipos, 0, 0, 0);
  double inertia = mass * 2 * comp->inertiabox * comp->inertiabox / 3;
  lb_set3(body->s.inertia, inertia, inertia, inertia);
  body->s.explicitinertial = true;
  if (comp->dof == LB_FLEXDOF_RADIAL) {
    double axis[3] = {pos[0], pos[1], pos[2]};
    double norm = lb_norm3(axis);
    for (int k = 0; norm >= mjMINVAL && k < 3; k++) {
      axis[k] /= norm;
    }
    addSlide(build, body, axis[0], axis[1], axis[2]);
  } else {
    addSlide(build, body, 1, 0, 0);
    addSlide(build, body, 0, 1, 0);
    if (comp->dof != LB_FLEXDOF_2D) {
      addSlide(build, body, 0, 0, 1);
    }
  }
  if (comp->plugin) {
    body->s.plugin.active = true;
    lb_setText(body->s.plugin.name, comp->plugin);
    lb_setText(body->s.plugin.plugin_name, comp->pluginName);
  }
}

// Owner of each point or node, and the coordinates of pinned ones in the parent.
static void addOwner(mjStringVec* owners, mjDoubleVec* places, bool pinned, bool anyPinned,
                     const char* parent, const char* own, const double pos[3]) {
  lb_pushText(owners, pinned ? parent : own);
  for (int k = 0; anyPinned && k < 3; k++) {
    LB_PUSH(places, pinned ? pos[k] : 0.0);
  }
}

static void makePointBodies(Build* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  int points = comp->points.count / 3;
  const char* parent = lb_text(&build->body->head.name);
  int pinned = 0;
  for (int i = 0; i < points; i++) {
    pinned += comp->pinned[i];
  }
  if (!comp->rigid && points - pinned > MAX_FLEX_BODIES) {
    refuse(build, "Count too large");
  }
  // rigid: all points in the parent
  if (comp->rigid || pinned == points) {
    lb_pushText(flex->vertbody, parent);
    mjs_setDouble(flex->vert, comp->points.items, comp->points.count);
    return;
  }
  for (int i = 0; i < points; i++) {
    char name[256];
    snprintf(name, sizeof name, "%s_%d", comp->name, i);
    const double* pos = comp->points.items + 3 * i;
    addOwner(flex->vertbody, flex->vert, comp->pinned[i], pinned > 0, parent, name, pos);
    if (!comp->pinned[i]) {
      addMassPoint(build, name, pos, comp->mass / points);
    }
  }
}

static void boundingBox(const double* points, int count, double low[3], double high[3]) {
  lb_copy3(low, points);
  lb_copy3(high, points);
  for (int i = 3; i < 3 * count; i++) {
    low[i % 3] = lb_min(low[i % 3], points[i]);
    high[i % 3] = lb_max(high[i % 3], points[i]);
  }
}

void lb_markOccupied(const double* points, int pointCount, const int* elements, int elementCount,
                     int corners, const int cells[3], bool* occupied) {
  double low[3], high[3];
  boundingBox(points, pointCount, low, high);
  for (int e = 0; e < elementCount; e++, elements += corners) {
    int first[3], last[3];
    for (int k = 0; k < 3; k++) {
      double near = high[k], far = low[k], width = lb_max(mjMINVAL, high[k] - low[k]);
      for (int i = 0; i < corners; i++) {
        near = lb_min(near, points[3 * elements[i] + k]);
        far = lb_max(far, points[3 * elements[i] + k]);
      }
      first[k] = (int)lb_clip(floor((near - low[k]) / width * cells[k]), 0, cells[k] - 1);
      last[k] = (int)lb_clip(floor((far - low[k]) / width * cells[k]), 0, cells[k] - 1);
    }
    for (int x = first[0]; x <= last[0]; x++) {
      for (int y = first[1]; y <= last[1]; y++) {
        for (int z = first[2]; z <= last[2]; z++) {
          occupied[(x * cells[1] + y) * cells[2] + z] = true;
        }
      }
    }
  }
}

// Weight of a node in Simpson's rule: 1 4 1 per axis for quadratic cells, 1 for trilinear ones.
static double nodeWeight(const lbFlexcomp* comp, int x, int y, int z) {
  if (comp->dof == LB_FLEXDOF_TRILINEAR) {
    return 1;
  }
  const int index[3] = {x, y, z};
  double weight = 1;
  for (int i = 0; i < 3; i++) {
    bool end = index[i] == 0 || index[i] == nodeCount(comp, i) - 1;
    weight *= index[i] % 2 ? 4 : end ? 1 : 2;
  }
  return weight;
}

// Which cells of the lattice the elements reach.
static bool* occupiedCells(const lbFlexcomp* comp) {
  const int* cells = comp->cellcount;
  int corners = comp->dim + 1;
  bool* occupied = lb_allocZero((size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2]);
  lb_markOccupied(comp->points.items, comp->points.count / 3, comp->elements.items,
                  comp->elements.count / corners, corners, cells, occupied);
  return occupied;
}

// Cells along one axis that touch a node: first and last.
static void cellsAtNode(const lbFlexcomp* comp, int axis, int node, int* first, int* last) {
  int steps = comp->dof == LB_FLEXDOF_QUADRATIC ? 2 : 1;
  *first = lb_maxInt((node + steps - 1) / steps - 1, 0);
  *last = lb_minInt(node / steps, comp->cellcount[axis] - 1);
}

// Nodes without stiffness are pinned: inside a shell, or with nothing but empty cells around.
static void pinIdleNodes(Build* build) {
  lbFlexcomp* comp = &build->comp;
  const int* cells = comp->cellcount;
  bool shell = build->flex->s.elastic2d != 0;
  if (!shell && cells[0] * cells[1] * cells[2] == 1) {
    return;
  }
  bool* occupied = occupiedCells(comp);
  const int n[3] = {nodeCount(comp, 0), nodeCount(comp, 1), nodeCount(comp, 2)};
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    const int index[3] = {i / (n[1] * n[2]), i / n[2] % n[1], i % n[2]};
    int first[3];
    int last[3];
    for (int k = 0; k < 3; k++) {
      cellsAtNode(comp, k, index[k], &first[k], &last[k]);
    }
    bool used = false;
    for (int k = 0; shell && k < 3; k++) {
      used = used || index[k] == 0 || index[k] == n[k] - 1;
    }
    for (int x = first[0]; !shell && x <= last[0]; x++) {
      for (int y = first[1]; y <= last[1]; y++) {
        for (int z = first[2]; z <= last[2]; z++) {
          used = used || occupied[(x * cells[1] + y) * cells[2] + z];
        }
      }
    }
    comp->pinned[i] = comp->pinned[i] || !used;
  }
  lb_free(occupied);
}

static void makeLattice(Build* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  const int n[3] = {nodeCount(comp, 0), nodeCount(comp, 1), nodeCount(comp, 2)};
  const char* parent = lb_text(&build->body->head.name);
  double low[3];
  double high[3];
  boundingBox(comp->points.items, comp->points.count / 3, low, high);
  pinIdleNodes(build);

  // free nodes share the mass
  double total = 0;
  bool anyPinned = false;
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    anyPinned |= comp->pinned[i];
    if (!comp->pinned[i]) {
      total += nodeWeight(comp, i / (n[1] * n[2]), i / n[2] % n[1], i % n[2]);
    }
  }
  for (int x = 0, i = 0; x < n[0]; x++) {
    for (int y = 0; y < n[1]; y++) {
      for (int z = 0; z < n[2]; z++, i++) {
        const int index[3] = {x, y, z};
        double pos[3];
        for (int k = 0; k < 3; k++) {
          pos[k] = low[k] + (high[k] - low[k]) * index[k] / (n[k] - 1);
        }
        char name[256];
        snprintf(name, sizeof name, "%s_%d_%d_%d", comp->name, x, y, z);
        addOwner(flex->nodebody, flex->node, comp->pinned[i], anyPinned, parent, name, pos);
        if (!comp->pinned[i]) {
          addMassPoint(build, name, pos, comp->mass * nodeWeight(comp, x, y, z) / total);
        }
      }
    }
  }
  for (int i = 0; i < comp->points.count / 3; i++) {
    lb_pushText(flex->vertbody, parent);
  }
  mjs_setDouble(flex->vert, comp->points.items, comp->points.count);
  flex->order = comp->dof == LB_FLEXDOF_QUADRATIC ? 2 : 1;
  memcpy(flex->cellcount, comp->cellcount, sizeof flex->cellcount);
}

// --- flex and constraints ------------------------------------------------------------------------

static void addEquality(Build* build, mjtEq type, const int cell[3]) {
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

static void addEqualities(Build* build) {
  const int* cells = build->comp.cellcount;
  bool shell = build->flex->s.elastic2d != 0;
  if (build->comp.equality == 1) {
    addEquality(build, mjEQ_FLEX, NULL);
  } else if (build->comp.equality == 2) {
    addEquality(build, mjEQ_FLEXVERT, NULL);
  } else if (build->comp.equality == 3 && isInterpolated(&build->comp) && shell) {
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

static void assemble(Build* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  // COMPAT: cells belong to lattices, and none are named by a negative first number
  if (!isInterpolated(comp) || comp->cellcount[0] < 0) {
    comp->cellcount[0] = comp->cellcount[1] = comp->cellcount[2] = 1;
  }
  checkSizes(build);
  // bending stiffness is the one kind of elasticity that constraints do not replace
  if (comp->equality && flex->young > 0 && flex->elastic2d != 1) {
    refuse(build, "flex constraints and elasticity (young) cannot both be present");
  }
  makePoints(build);
  int nodes = isInterpolated(comp) ? nodeCount(comp, 0) * nodeCount(comp, 1) * nodeCount(comp, 2) : 0;
  // what cannot move at all needs no lattice
  bool still = applyPins(build, nodes) || comp->rigid;
  if (isInterpolated(comp) && !still) {
    for (int i = 0; i < 3; i++) {
      if (!comp->cellcount[i]) {
        refuse(build, "cellcount must be positive for lattices");
      }
    }
    makeLattice(build);
  } else {
    makePointBodies(build);
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

// --- reading -------------------------------------------------------------------------------------

static void initialComp(lbFlexcomp* comp) {
  comp->type = LB_FLEXCOMP_GRID;
  comp->dim = 2;
  comp->radius = 0.005;
  comp->mass = 1;
  comp->inertiabox = 0.005;
  comp->quat[0] = 1;
  for (int i = 0; i < 3; i++) {
    comp->count[i] = 10;
    comp->cellcount[i] = 1;
    comp->spacing[i] = 0.02;
    comp->scale[i] = 1;
  }
}

static void readNumbers(const lbXml* node, lbFlexcomp* comp) {
  bool rigid = false;
  lb_readKeyword(node, "type", LB_KEYWORDS(fcomp), &comp->type);
  lb_readKeyword(node, "dof", LB_KEYWORDS(fdof), &comp->dof);
  lb_readInt(node, "dim", &comp->dim);
  lb_readInts(node, "count", comp->count, 3, 3);
  lb_readInts(node, "cellcount", comp->cellcount, 3, 3);
  lb_readDoubles(node, "spacing", comp->spacing, 3, 3);
  lb_readDoubles(node, "scale", comp->scale, 3, 3);
  lb_readDouble(node, "radius", &comp->radius);
  lb_readDouble(node, "mass", &comp->mass);
  lb_readDouble(node, "inertiabox", &comp->inertiabox);
  lb_readDoubles(node, "pos", comp->pos, 3, 3);
  comp->hasOrigin = lb_readDoubles(node, "origin", comp->origin, 3, 3) > 0;
  lb_readBool(node, "rigid", &rigid);
  comp->rigid = rigid;
  comp->file = lb_xmlValue(node, "file");
  comp->textured = lb_xmlValue(node, "material") != NULL;
}

static void readPose(Build* build) {
  mjsOrientation alt = {.type = mjORIENTATION_QUAT};
  const mjsCompiler* compiler = &build->reader->spec->s.compiler;
  lb_readOrientation(build->node, build->comp.quat, &alt);
  const char* text =
      mjs_resolveOrientation(build->comp.quat, compiler->degree, compiler->eulerseq, &alt);
  if (*text) {
    refuse(build, text);
  }
}

static void readArrays(Build* build) {
  lbFlexcomp* comp = &build->comp;
  const lbXml* node = build->node;
  double* values;
  int count = lb_readDoubleArray(build->reader, node, "point", &values);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->points, values[i]);
  }
  count = lb_readDoubleArray(build->reader, node, "element", &values);
  for (int i = 0; i < count; i++) {
    int id = fabs(values[i]) < 2e9 ? (int)values[i] : -1;
    LB_PUSH(&comp->elements, id);
  }
  float* coordinates;
  count = lb_readFloatArray(build->reader, node, "texcoord", &coordinates);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->texcoord, coordinates[i]);
    comp->textured = false;
  }
}

static void readPin(Build* build, const lbXml* node) {
  lbFlexcomp* comp = &build->comp;
  double* values;
  int count = lb_readDoubleArray(build->reader, node, "id", &values);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->pins, values[i]);
    LB_PUSH(&comp->pins, values[i]);
  }
  count = lb_readDoubleArray(build->reader, node, "range", &values);
  if (count % 2) {
    refuse(build, "Pin range number must be multiple of 2");
  }
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->pins, values[i]);
  }
  if (comp->dim == 1 && (lb_xmlValue(node, "grid") || lb_xmlValue(node, "gridrange"))) {
    refuse(build, "Pin grid(range) cannot be used with dim=1");
  }
  int axes = comp->dim;
  count = lb_readDoubleArray(build->reader, node, "grid", &values);
  if (axes < 1 || axes > 3 || count % axes) {
    refuse(build, "Pin grid number must be multiple of dim");
  }
  for (int i = 0; i < count; i += axes) {
    for (int k = 0; k < 2 * axes; k++) {
      LB_PUSH(&comp->gridPins, values[i + k % axes]);
    }
  }
  count = lb_readDoubleArray(build->reader, node, "gridrange", &values);
  if (count % (2 * axes)) {
    refuse(build, "Pin gridrange number must be multiple of 2*dim");
  }
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->gridPins, values[i]);
  }
}

static void readEdge(Build* build, const lbXml* node) {
  mjsFlex* flex = &build->flex->s;
  mjsEquality* e = &build->edgeEquality->s;
  lb_readKeyword(node, "equality", LB_KEYWORDS(flexeq), &build->comp.equality);
  lb_readDoubles(node, "solref", e->solref, 1, 2);
  lb_readDoubles(node, "solimp", e->solimp, 1, 5);
  lb_readDouble(node, "stiffness", &flex->edgestiffness);
  lb_readDouble(node, "damping", &flex->edgedamping);
}

// One named instance, shared by all bodies.
static void readFlexPlugin(Build* build, const lbXml* node) {
  lbFlexcomp* comp = &build->comp;
  comp->pluginName = lb_xmlValue(node, "plugin");
  comp->plugin = lb_xmlValue(node, "instance");
  if (!comp->plugin) {
    lbPlugin* own = lb_addPluginInstance(build->reader, node);
    comp->plugin = lb_regionPrintf(build->reader->region, "flexcomp_%s", comp->name);
    lb_setText(own->s.name, comp->plugin);
    lb_rename(&own->head, comp->plugin);
  }
}

static void readChildren(Build* build) {
  for (const lbXml* child = build->node->child; child; child = child->next) {
    switch (child->kind) {
      case LB_ELEM_FLEXCOMP_EDGE:
        readEdge(build, child);
        break;
      case LB_ELEM_PIN:
        readPin(build, child);
        break;
      case LB_ELEM_PLUGIN:
        readFlexPlugin(build, child);
        break;
      default:
        lb_readAttributes(build->reader, child, &build->flex->s);
    }
  }
}

static void readBuild(void* context) {
  Build* build = context;
  const lbXml* node = build->node;
  lbSpec* spec = build->reader->spec;
  initialComp(&build->comp);
  build->flex = (lbFlex*)lb_addElement(spec, mjOBJ_FLEX, NULL, NULL);
  lb_readHead(build->reader, node, &build->flex->head);
  build->comp.name = lb_xmlValue(node, "name");
  lb_readAttributes(build->reader, node, &build->flex->s);
  readNumbers(node, &build->comp);
  readPose(build);
  readArrays(build);
  build->edgeEquality = (lbEquality*)lb_newElement(spec, mjOBJ_EQUALITY);
  lb_copyContent(&build->edgeEquality->head, &spec->mainClass->equality->head);
  readChildren(build);
  assemble(build);
}

// Runs a build and frees what it holds, whether it succeeds or not.
static bool run(Build* build, void (*body)(void* context)) {
  bool done = lb_protect(body, build);
  lb_freeFlexcomp(&build->comp);
  if (build->edgeEquality) {
    lb_freeElement(&build->edgeEquality->head);
  }
  return done;
}

static const lbDefault* classOf(const lbBody* body) {
  const lbDefault* def = lb_findDefault(body->head.spec, lb_text(body->s.childclass));
  return def ? def : body->head.spec->mainClass;
}

// COMPAT: neither the pose nor the class of an enclosing frame applies to a flexcomp.
void lb_readFlexcomp(lbReader* reader, const lbXml* node, lbBody* body) {
  Build build = {
      .reader = reader, .node = node, .body = body, .def = classOf(body), .vfs = reader->vfs};
  if (!run(&build, readBuild)) {
    lb_error("%s", lb_lastError());
  }
}

static void makeBuild(void* context) {
  assemble(context);
}

static bool keywordByName(const lbKeywords* keywords, const char* name, int* value) {
  for (int i = 0; name && i < keywords->count; i++) {
    if (strcmp(keywords->items[i].name, name) == 0) {
      *value = keywords->items[i].value;
      return true;
    }
  }
  return false;
}

mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim, const char* dof,
                      const int count[3], const int cellcount[3], const double spacing[3],
                      const double scale[3], double radius, double mass, double inertiabox,
                      int equality, int rigid, int flatskin, int elastic2d, const double pos[3],
                      const double quat[4], const double origin[3], const char* file,
                      const mjVFS* vfs) {
  lbBody* parent = (lbBody*)body->element;
  lbSpec* spec = parent->head.spec;
  Build build = {.body = parent, .def = classOf(parent), .vfs = vfs};
  lbFlexcomp* comp = &build.comp;
  initialComp(comp);
  comp->name = name;
  comp->dim = dim;
  comp->radius = radius;
  comp->mass = mass;
  comp->inertiabox = inertiabox;
  comp->equality = equality;
  comp->rigid = rigid != 0;
  comp->file = file;
  for (int i = 0; i < 3; i++) {
    comp->count[i] = count ? count[i] : comp->count[i];
    comp->cellcount[i] = cellcount ? cellcount[i] : 1;
    comp->spacing[i] = spacing ? spacing[i] : comp->spacing[i];
    comp->scale[i] = scale ? scale[i] : 1;
    comp->pos[i] = pos ? pos[i] : 0;
    comp->origin[i] = origin ? origin[i] : 0;
  }
  for (int i = 0; quat && i < 4; i++) {
    comp->quat[i] = quat[i];
  }
  if (!keywordByName(LB_KEYWORDS(fcomp), type, &comp->type) ||
      (dof && *dof && !keywordByName(LB_KEYWORDS(fdof), dof, &comp->dof))) {
    lb_specSetError(spec, "Error: unknown flexcomp type or dof");
    return NULL;
  }
  build.flex = (lbFlex*)lb_addElement(spec, mjOBJ_FLEX, NULL, NULL);
  build.flex->s.flatskin = flatskin != 0;
  build.flex->s.elastic2d = elastic2d;
  if (mjs_setName(&build.flex->head.handle, name) != 0 || !run(&build, makeBuild)) {
    if (!spec->error || !*spec->error) {
      lb_specSetError(spec, lb_lastError());
    }
    mjs_delete(&spec->s, &build.flex->head.handle);
    return NULL;
  }
  return &build.flex->s;
}
