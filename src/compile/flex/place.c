// Where flexes are in the reference pose: bodies and world positions of their vertices and nodes.

#include "base/compiler.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"
#include "math/pose.h"

#include <string.h>

LB_APART lbPose* lb_placeBodies(lbCompiler* c) {
  lbPose* pose = LB_WORK_ARRAY(c, lbPose, c->bodyCount);
  for (int b = 0; b < c->bodyCount; b++) {
    const lbWorkBody* body = c->bodies[b];
    if (!body->parent) {
      lb_unit4(pose[b].quat);
      continue;
    }
    const lbPose* parent = &pose[body->parent->id];
    lb_mulPose(pose[b].pos, pose[b].quat, parent->pos, parent->quat, body->s.pos, body->s.quat);
  }
  return pose;
}

static int* findBodies(lbCompiler* c, const mjStringVec* names, int count, const char* what) {
  int* bodies = LB_WORK_ARRAY(c, int, count);
  for (int i = 0; i < count; i++) {
    const char* name = lb_text(&names->items[names->count == 1 ? 0 : i]);
    bodies[i] = lb_compileFind(c, mjOBJ_BODY, name);
    if (bodies[i] < 0) {
      lb_compileError(c, "unknown body '%s' in flex %s", name, what);
    }
  }
  return bodies;
}

// Positions in the world of points given in body frames; NULL: the bodies' origins.
static double* placePoints(lbCompiler* c, const mjDoubleVec* local, const int* bodies, int count,
                           const lbPose* pose) {
  double* position = LB_WORK_ARRAY(c, double, 3 * count);
  for (int i = 0; i < count; i++) {
    const lbPose* p = &pose[bodies[i]];
    double point[3] = {0, 0, 0};
    if (local->count) {
      lb_rotVecQuat(point, local->items + 3 * i, p->quat);
    }
    lb_add3(position + 3 * i, point, p->pos);
  }
  return position;
}

// The degree of a lattice is said, and its nodes are as many as its cells need.
static void checkLattice(lbCompiler* c, const mjsFlex* s) {
  int nodes = s->nodebody->count;
  double expected = 1;
  if (s->order < 1) {
    if (nodes) {
      lb_compileError(c, "Interpolation order must be explicitly specified (dof is missing)");
    }
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (s->cellcount[k] < 1) {
      lb_compileError(c, "cellcount cannot be 0 in any dimension when interpolation order > 0");
    }
    expected *= (double)s->order * s->cellcount[k] + 1;
  }
  if (nodes != expected) {
    lb_compileFault(c, &(lbFault){.attribute = "node"},
                    "number of nodes (%d) does not match cellcount and dof expected (%g)", nodes,
                    expected);
  }
}

LB_APART void lb_placeFlex(lbCompiler* c, lbWorkFlex* f, const lbPose* pose) {
  const mjsFlex* s = &f->source->s;
  checkLattice(c, s);
  f->interpolated = s->nodebody->count > 0;
  if (s->node->count % 3) {
    lb_compileError(c, "node size must be a multiple of 3 in flex");
  }
  f->vertexCount = s->vert->count ? s->vert->count / 3 : s->vertbody->count;
  if (f->vertexCount < 2) {
    lb_compileError(c, "not enough vertices in flex");
  }
  if (s->vertbody->count != 1 && s->vertbody->count != f->vertexCount) {
    lb_compileError(c,
                    "vertbody size must be 1 or nvert: number of bodies and of vertices in flex");
  }
  f->vertexBody = findBodies(c, s->vertbody, f->vertexCount, "vertex");
  f->position = placePoints(c, s->vert, f->vertexBody, f->vertexCount, pose);
  if (f->interpolated) {
    f->nodeCount = s->nodebody->count;
    if (s->node->count && s->node->count != 3 * f->nodeCount) {
      lb_compileError(c, "node data size does not match the number of node bodies in flex");
    }
    f->nodeBody = findBodies(c, s->nodebody, f->nodeCount, "node");
    f->nodePosition = placePoints(c, s->node, f->nodeBody, f->nodeCount, pose);

    // what moves the vertices is the lattice; its elements are seen in the frames of their bodies
    memset(f->vertexBody, 0xff, (size_t)f->vertexCount * sizeof(int));
    f->latticePosition = f->position;
    if (s->vert->count) {
      f->position = s->vert->items;
    }
  }
  f->rigid = !f->interpolated;
  for (int i = 1; i < f->vertexCount && f->rigid; i++) {
    f->rigid = f->vertexBody[i] == f->vertexBody[0];
  }
  // centred: every vertex (of a lattice: every node) is at the origin of its body
  const mjDoubleVec* local = f->interpolated ? s->node : s->vert;
  f->centered = true;
  for (int i = 0; i < local->count; i++) {
    f->centered = f->centered && local->items[i] == 0;
  }
}
