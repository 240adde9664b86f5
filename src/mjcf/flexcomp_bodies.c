// Bodies of a flexcomp, with their joints.
//
// Every free point becomes a body with sliding joints; pinned points belong to the parent body. An
// interpolated flex (trilinear, quadratic) has bodies at the nodes of a lattice around the points
// instead, and its points belong to the parent.

#include "mjcf/flexcomp_build.h"

#include "base/compiler.h"
#include "math/inline.h"
#include "mjcf/text.h"
#include "spec/internal.h"

#include "api/mjs_functions.h"

#include <stdio.h>
#include <string.h>

static void addSlide(const lbFlexBuild* build, lbBody* body, double x, double y, double z) {
  lbJoint* joint = (lbJoint*)lb_addElement(body->head.spec, mjOBJ_JOINT, body, build->def);
  joint->s.type = mjJNT_SLIDE;
  lb_set3(joint->s.pos, 0, 0, 0);
  lb_set3(joint->s.axis, x, y, z);
}

static void addMassPoint(const lbFlexBuild* build, const char* name, const double pos[3],
                         double mass) {
  const lbFlexcomp* comp = &build->comp;
  lbSpec* spec = build->body->head.spec;
  lbBody* body = (lbBody*)lb_addElement(spec, mjOBJ_BODY, build->body, build->def);
  lb_setText(body->s.childclass, lb_text(&build->def->head.name));
  if (build->node) {
    lb_readPlace(build->node, &body->head);
  }
  if (mjs_setName(&body->head.handle, name) != 0) {
    lb_refuseFlex(build, mjs_getError(&spec->s));
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

LB_APART void lb_makePointBodies(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  int points = comp->points.count / 3;
  const char* parent = lb_text(&build->body->head.name);
  int pinned = 0;
  for (int i = 0; i < points; i++) {
    pinned += comp->pinned[i];
  }
  if (!comp->rigid && points - pinned > lbMAX_FLEX_BODIES) {
    lb_refuseFlex(build, "Count too large");
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

// Empty cells that cannot be reached from outside through faces of empty cells.
// COMPAT: FLEXCOMP-INSIDE: what triangles enclose is full; a hollow of tetrahedra stays empty
static void fillEnclosed(const int cells[3], bool* occupied, int* work) {
  const int strides[3] = {cells[1] * cells[2], cells[2], 1};
  int total = cells[0] * strides[0];
  int* stack = work;
  int* outside = work + total;
  int depth = 0;
  for (int i = 0; i < total; i++) {
    bool border = false;
    for (int k = 0; k < 3; k++) {
      int at = i / strides[k] % cells[k];
      border = border || at == 0 || at == cells[k] - 1;
    }
    outside[i] = border && !occupied[i];
    if (outside[i]) {
      stack[depth++] = i;
    }
  }
  while (depth) {
    int i = stack[--depth];
    for (int side = 0; side < 6; side++) {
      int k = side / 2, step = side % 2 ? 1 : -1, at = i / strides[k] % cells[k] + step;
      int next = i + step * strides[k];
      if (at >= 0 && at < cells[k] && !occupied[next] && !outside[next]) {
        outside[next] = true;
        stack[depth++] = next;
      }
    }
  }
  for (int i = 0; i < total; i++) {
    occupied[i] = !outside[i];
  }
}

void lb_markOccupied(const double* points, int pointCount, const int* elements, int elementCount,
                     int corners, const int cells[3], bool* occupied, int* work) {
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
  if (corners == 3) {
    fillEnclosed(cells, occupied, work);
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
    bool end = index[i] == 0 || index[i] == lb_latticeNodes(comp, i) - 1;
    weight *= index[i] % 2 ? 4 : end ? 1 : 2;
  }
  return weight;
}

// Which cells of the lattice the elements reach.
static const bool* occupiedCells(lbFlexcomp* comp) {
  const int* cells = comp->cellcount;
  int corners = comp->dim + 1;
  size_t total = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
  comp->occupied = lb_allocZero(total);
  comp->work = lb_allocZero(lb_checkedSize(2 * total, sizeof(int)));
  lb_markOccupied(comp->points.items, comp->points.count / 3, comp->elements.items,
                  comp->elements.count / corners, corners, cells, comp->occupied, comp->work);
  return comp->occupied;
}

// Cells along one axis that touch a node: first and last.
static void cellsAtNode(const lbFlexcomp* comp, int axis, int node, int* first, int* last) {
  int steps = comp->dof == LB_FLEXDOF_QUADRATIC ? 2 : 1;
  *first = lb_maxInt((node + steps - 1) / steps - 1, 0);
  *last = lb_minInt(node / steps, comp->cellcount[axis] - 1);
}

// Nodes without stiffness are pinned: inside a shell, or with nothing but empty cells around.
static void pinIdleNodes(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  const int* cells = comp->cellcount;
  bool shell = build->flex->s.elastic2d != 0;
  if (!shell && cells[0] * cells[1] * cells[2] == 1) {
    return;
  }
  const bool* occupied = occupiedCells(comp);
  const int n[3] = {lb_latticeNodes(comp, 0), lb_latticeNodes(comp, 1), lb_latticeNodes(comp, 2)};
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
}

LB_APART void lb_makeLatticeBodies(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  mjsFlex* flex = &build->flex->s;
  const int n[3] = {lb_latticeNodes(comp, 0), lb_latticeNodes(comp, 1), lb_latticeNodes(comp, 2)};
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
