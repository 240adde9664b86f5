// Bounding volume hierarchies of the model: over the geoms of each body, the faces of each mesh and
// the elements of each flex, one after another in that order.

#include "compile/bvh.h"

#include "base/compiler.h"
#include "collide/bvh_build.h"
#include "compile/assets.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"

#include <string.h>

static int nodeCount(int items) {
  return items > 0 ? lb_bvhNodeCount(items) : 0;
}

// COMPAT: BVH-COLLIDES: the tree of a body has only geoms that collide with others by their masks;
// pairs that are listed do not count.
static bool collides(int contype, int conaffinity) {
  return contype || conaffinity;
}

static int collidingGeoms(const lbWorkBody* body) {
  int count = 0;
  for (const lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    count += collides(g->s.contype, g->s.conaffinity);
  }
  return count;
}

// Elements that collide.
static int activeElements(const lbWorkFlex* f) {
  int count = 0;
  for (int e = 0; e < f->elementCount; e++) {
    count += lb_inActiveLayer(f, e);
  }
  return count;
}

void lb_countBvh(lbCompiler* c, mjModel* sizes) {
  sizes->nbvhstatic = 0;
  for (int b = 0; b < c->bodyCount; b++) {
    sizes->nbvhstatic += nodeCount(collidingGeoms(c->bodies[b]));
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MESH); i++) {
    if (c->ids[mjOBJ_MESH][i] >= 0) {
      sizes->nbvhstatic += nodeCount(c->meshes[i].shape.faceCount);
    }
  }
  sizes->nbvhdynamic = 0;
  for (int i = 0; i < sizes->nflex; i++) {
    sizes->nbvhdynamic += nodeCount(activeElements(&c->flexes[i]));
  }
  sizes->nbvh = sizes->nbvhstatic + sizes->nbvhdynamic;
}

// Writes one tree at adr; returns the number of its nodes.
static int build(mjModel* m, lbBvhItem* items, const mjtNum* center, int count, int adr,
                 bool isStatic) {
  if (!count) {
    return 0;
  }
  return lb_bvhBuild(items, center, count, m->bvh_child + 2 * adr, m->bvh_nodeid + adr,
                     m->bvh_depth + adr, isStatic ? m->bvh_aabb + 6 * adr : NULL);
}

// COMPAT: BVH-GEOMS: geoms are sorted by where they are, which for meshes is not the centre of
// their boxes.
static int buildBody(lbCompiler* c, int body, int adr) {
  mjModel* m = c->m;
  int count = 0, first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  lbBvhItem* items = LB_WORK_ARRAY(c, lbBvhItem, m->body_geomnum[body]);
  mjtNum* center = LB_WORK_ARRAY(c, mjtNum, 3 * m->body_geomnum[body]);
  mjtNum back[4], backPos[3];
  lb_negPose(backPos, back, m->body_ipos + 3 * body, m->body_iquat + 4 * body);
  for (int g = first; g < end; g++) {
    if (!collides(m->geom_contype[g], m->geom_conaffinity[g])) {
      continue;
    }
    mjtNum *pos = center + 3 * count, quat[4], mat[9];
    lb_mulPose(pos, quat, backPos, back, m->geom_pos + 3 * g, m->geom_quat + 4 * g);
    lb_quat2Mat(mat, quat);
    items[count].id = g;
    lb_bvhPlaceBox(items[count++].box, m->geom_aabb + 6 * g, pos, mat);
  }
  return build(m, items, center, count, adr, true);
}

// The tree over the faces of a mesh comes with its shape.
static int copyTree(lbCompiler* c, int mesh, int adr) {
  mjModel* m = c->m;
  const lbMeshTree* tree = &c->meshes[mesh].shape.tree;
  size_t count = (size_t)tree->count;
  if (count) {
    memcpy(m->bvh_child + 2 * adr, tree->child, 2 * count * sizeof(int));
    memcpy(m->bvh_nodeid + adr, tree->face, count * sizeof(int));
    memcpy(m->bvh_depth + adr, tree->depth, count * sizeof(int));
    memcpy(m->bvh_aabb + 6 * adr, tree->box, 6 * count * sizeof(mjtNum));
  }
  return tree->count;
}

// COMPAT: COL-54: elements below the active layers have no place in the tree, and the radius plays
// no part in its shape.
LB_APART static int buildFlex(lbCompiler* c, int flex, int adr) {
  mjModel* m = c->m;
  int count = 0, corners = m->flex_dim[flex] + 1;
  lbBvhItem* items = LB_WORK_ARRAY(c, lbBvhItem, m->flex_elemnum[flex]);
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    if (!lb_inActiveLayer(&c->flexes[flex], e)) {
      continue;
    }
    const int* element = m->flex_elem + m->flex_elemdataadr[flex] + e * corners;
    mjtNum points[4][3];
    for (int k = 0; k < corners; k++) {
      lb_copy3(points[k], c->flexes[flex].position + 3 * element[k]);
    }
    items[count].id = e;
    lb_bvhBoxPoints(items[count++].box, (const mjtNum(*)[3])points, corners);
  }
  return build(m, items, NULL, count, adr, false);
}

LB_APART void lb_fillBvh(lbCompiler* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int b = 0; b < m->nbody; b++) {
    m->body_bvhnum[b] = buildBody(c, b, adr);
    m->body_bvhadr[b] = m->body_bvhnum[b] ? adr : -1;
    adr += m->body_bvhnum[b];
  }
  for (int k = 0; k < lb_specCount(c->spec, mjOBJ_MESH); k++) {
    int i = c->ids[mjOBJ_MESH][k];
    if (i >= 0) {
      m->mesh_bvhnum[i] = copyTree(c, k, adr);
      m->mesh_bvhadr[i] = m->mesh_bvhnum[i] ? adr : -1;
      adr += m->mesh_bvhnum[i];
    }
  }
  for (int i = 0; i < m->nflex; i++) {
    m->flex_bvhnum[i] = buildFlex(c, i, adr);
    m->flex_bvhadr[i] = m->flex_bvhnum[i] ? adr : -1;
    adr += m->flex_bvhnum[i];
  }
}
