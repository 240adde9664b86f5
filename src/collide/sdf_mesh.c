// The faces of a mesh against a signed distance field.
//
// COMPAT: COL-48: on every face near the field's box the field is minimised from sdf_initpoints
// starts. Starts that end outside give no contact; a pair has at most sdf_initpoints contacts.

#include "collide/sdf.h"

#include <math.h>

#include "collide/collide.h"
#include "math/inline.h"

enum { STACK = 128 };  // nodes of the mesh's hierarchy that wait

static const mjtNum samePoint = 1e-9;  // m

typedef struct {
  const mjModel* m;
  const mjData* d;
  lbSingleSdf sdf;
  const float* vertices;        // of the mesh
  mjtNum pos[3], mat[9];        // of the mesh in the field's frame
  const mjtNum *center, *half;  // box of the field
  const mjtNum *worldPos, *worldMat;
} Search;

static bool nearField(const Search* s, const mjtNum* box) {
  mjtNum center[3];
  lb_mulMatVec3(center, s->mat, box);
  lb_addTo3(center, s->pos);
  for (int k = 0; k < 3; k++) {
    mjtNum reach = s->half[k];
    for (int j = 0; j < 3; j++) {
      reach += fabs(s->mat[3 * k + j]) * box[3 + j];
    }
    if (fabs(center[k] - s->center[k]) > reach) {
      return false;
    }
  }
  return true;
}

// Starts often end in the same point: takes out repeated contacts, returns the number of the rest.
static int takeOutRepeated(mjPreContact* con, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    bool known = false;
    for (int k = 0; k < kept && !known; k++) {
      known = lb_dist3(con[k].pos, con[i].pos) < samePoint;
    }
    if (!known) {
      con[kept++] = con[i];
    }
  }
  return kept;
}

// Adds the contacts of one face to the first `count`; returns the new count.
static int collideFace(const Search* s, int face, mjPreContact* con, int count) {
  mjtNum corner[3][3];
  const int* vertex = s->m->mesh_face + 3 * face;
  for (int k = 0; k < 3; k++) {
    const float* v = s->vertices + 3 * vertex[k];
    mjtNum local[3] = {v[0], v[1], v[2]};
    lb_mulMatVec3(corner[k], s->mat, local);
    lb_addTo3(corner[k], s->pos);
  }
  for (int i = 1; i <= s->m->opt.sdf_initpoints && count < mjMAXCONPAIR; i++) {
    mjtNum x[3], gradient[3];
    lb_startInTriangle(corner, i, x);
    lb_descendTriangle(s->m, s->d, &s->sdf.sdf, corner, x);
    mjtNum distance = lb_sdfField(s->m, s->d, &s->sdf.sdf, x, NULL);
    if (distance >= 0) {
      continue;
    }
    mjPreContact* c = con + count++;
    lb_sdfField(s->m, s->d, &s->sdf.sdf, x, gradient);
    lb_normalize3(gradient);
    lb_mulMatVec3(c->normal, s->worldMat, gradient);
    lb_scl3(c->normal, c->normal, -1);
    lb_mulMatVec3(c->pos, s->worldMat, x);
    lb_addTo3(c->pos, s->worldPos);
    lb_addToScl3(c->pos, c->normal, -distance / 2);
    c->dist = distance;
    lb_zero3(c->tangent);
  }
  return count;
}

LB_PAIR_FUNCTION(lb_collideMeshSdf) {
  int mesh = m->geom_dataid[g1];
  Search s = {.m = m,
              .d = d,
              .vertices = m->mesh_vert + 3 * m->mesh_vertadr[mesh],
              .center = m->geom_aabb + 6 * g2,
              .half = m->geom_aabb + 6 * g2 + 3,
              .worldPos = d->geom_xpos + 3 * g2,
              .worldMat = d->geom_xmat + 9 * g2};
  lb_singleSdf(m, g2, &s.sdf);
  mjtNum offset[3];
  lb_sub3(offset, d->geom_xpos + 3 * g1, s.worldPos);
  lb_mulMatTVec3(s.pos, s.worldMat, offset);
  lb_mulMatTMat3(s.mat, s.worldMat, d->geom_xmat + 9 * g1);

  // faces whose volumes meet the box of the field
  int count = 0;
  int adr = m->mesh_bvhadr[mesh], stack[STACK], top = 0;
  if (m->mesh_bvhnum[mesh]) {
    stack[top++] = 0;
  }
  while (top && count < mjMAXCONPAIR) {
    int node = adr + stack[--top];
    if (!nearField(&s, m->bvh_aabb + 6 * node)) {
      continue;
    }
    if (m->bvh_nodeid[node] >= 0) {
      int face = m->mesh_faceadr[mesh] + m->bvh_nodeid[node];
      count = collideFace(&s, face, con, count);
    }
    for (int k = 0; k < 2; k++) {
      if (m->bvh_child[2 * node + k] >= 0 && top < STACK) {
        stack[top++] = m->bvh_child[2 * node + k];
      }
    }
  }
  return lb_minInt(takeOutRepeated(con, count), m->opt.sdf_initpoints);
}
