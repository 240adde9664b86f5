// Flexes: topology from elements (edges, shell, collision pairs, layers), bodies of vertices, rest
// positions, Jacobian patterns.
//
// A fragment is what two elements may share: a vertex, an edge or a triangle. Sorting all fragments
// by their vertices puts the two sides of an interior one next to each other; those that stand
// alone are the shell. Everything is linear but for that sorting.

#include "compile/flex.h"
#include "math/inline.h"

#include <stdlib.h>
#include <string.h>

const int lb_flexEdgeEnds[3][6][2] = {
    {{0, 1}}, {{1, 2}, {2, 0}, {0, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

// --- bodies and positions

// World poses of the bodies at qpos0 (13 numbers: position, quaternion).
static double (*placeBodies(lbCompiler* c))[7] {
  double(*pose)[7] = lb_regionAlloc(&c->region, (size_t)c->bodyCount * sizeof *pose);
  for (int b = 0; b < c->bodyCount; b++) {
    const lbWorkBody* body = c->bodies[b];
    if (!body->parent) {
      lb_unit4(pose[b] + 3);
      continue;
    }
    const double* parent = pose[body->parent->id];
    lb_mulPose(pose[b], pose[b] + 3, parent, parent + 3, body->s.pos, body->s.quat);
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
                           double (*pose)[7]) {
  double* position = LB_WORK_ARRAY(c, double, 3 * count);
  for (int i = 0; i < count; i++) {
    static const double world[7] = {0, 0, 0, 1, 0, 0, 0};
    const double* p = bodies[i] >= 0 ? pose[bodies[i]] : world;
    double point[3] = {0, 0, 0};
    if (local->count) {
      lb_rotVecQuat(point, local->items + 3 * i, p + 3);
    }
    lb_add3(position + 3 * i, point, p);
  }
  return position;
}

// The degree of a lattice is said, and its nodes are as many as its cells need.
static void checkLattice(lbCompiler* c, const mjsFlex* s) {
  int nodes = s->nodebody->count;
  double expected = 1;
  if (s->order < 1) {
    if (nodes) {
      lb_compileError(c, "dof must be trilinear or quadratic for nodes in flex");
    }
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (s->cellcount[k] < 1) {
      lb_compileError(c, "cellcount must be positive for a lattice in flex");
    }
    expected *= (double)s->order * s->cellcount[k] + 1;
  }
  if (nodes != expected) {
    lb_compileError(c, "number of nodes (%d) does not match cellcount and dof, expected %g", nodes,
                    expected);
  }
}

static void placeVertices(lbCompiler* c, lbWorkFlex* f, double (*pose)[7]) {
  const mjsFlex* s = &f->source->s;
  checkLattice(c, s);
  f->interpolated = s->nodebody->count > 0;
  if (s->vert->count % 3 || s->node->count % 3) {
    lb_compileError(c, "vertex data must be multiple of 3 in flex");
  }
  f->vertexCount = s->vert->count ? s->vert->count / 3 : s->vertbody->count;
  if (f->vertexCount < 2) {
    lb_compileError(c, "too few vertices in flex");
  }
  if (f->interpolated) {
    f->nodeCount = s->nodebody->count;
    if (s->node->count && s->node->count != 3 * f->nodeCount) {
      lb_compileError(c, "node data size does not match the number of node bodies in flex");
    }
    f->nodeBody = findBodies(c, s->nodebody, f->nodeCount, "node");
    f->nodePosition = placePoints(c, s->node, f->nodeBody, f->nodeCount, pose);
    f->vertexBody = LB_WORK_ARRAY(c, int, f->vertexCount);
    memset(f->vertexBody, 0xff, (size_t)f->vertexCount * sizeof(int));
  } else {
    if (s->vertbody->count != 1 && s->vertbody->count != f->vertexCount) {
      lb_compileError(c, "number of bodies does not match the number of vertices in flex");
    }
    f->vertexBody = findBodies(c, s->vertbody, f->vertexCount, "vertex");
  }
  f->position = placePoints(c, s->vert, f->vertexBody, f->vertexCount, pose);
  f->rigid = !f->interpolated;
  for (int i = 1; i < f->vertexCount && f->rigid; i++) {
    f->rigid = f->vertexBody[i] == f->vertexBody[0];
  }
  // of a lattice the nodes decide
  const mjDoubleVec* local = f->interpolated ? s->node : s->vert;
  f->centered = true;
  for (int i = 0; i < local->count; i++) {
    f->centered = f->centered && local->items[i] == 0;
  }
}

// --- topology

static void checkElements(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  int corners = f->dim + 1;
  if (s->elem->count == 0 || s->elem->count % corners) {
    lb_compileError(c, "element data must be multiple of (dim+1) in flex");
  }
  int* element = LB_WORK_ARRAY(c, int, s->elem->count);
  memcpy(element, s->elem->items, (size_t)s->elem->count * sizeof(int));
  f->element = element;
  f->elementCount = s->elem->count / corners;
  for (int i = 0; i < s->elem->count; i++) {
    if (f->element[i] < 0 || f->element[i] >= f->vertexCount) {
      lb_compileError(c, "element vertex id out of bounds in flex");
    }
  }
  for (int e = 0; e < f->elementCount; e++) {
    for (int a = 0; a < corners; a++) {
      for (int b = a + 1; b < corners; b++) {
        if (f->element[e * corners + a] == f->element[e * corners + b]) {
          lb_compileError(c, "repeated vertex in element %d of flex", e);
        }
      }
    }
  }
}

// Turns tetrahedra so that all have the same orientation.
static void orientSolids(lbWorkFlex* f) {
  for (int e = 0; f->dim == 3 && e < f->elementCount; e++) {
    int* v = (int*)f->element + 4 * e;
    double side[3][3], cross[3];
    for (int k = 0; k < 3; k++) {
      lb_sub3(side[k], f->position + 3 * v[k + 1], f->position + 3 * v[0]);
    }
    lb_cross(cross, side[0], side[1]);
    if (lb_dot3(cross, side[2]) > 0) {
      int swapped = v[1];
      v[1] = v[2];
      v[2] = swapped;
    }
  }
}

// Numbers the edges in the order elements name them; with the vertex across from each side.
static void findEdges(lbCompiler* c, lbWorkFlex* f) {
  int perElement = lb_edgesPerElement(f->dim), corners = f->dim + 1;
  size_t most = (size_t)f->elementCount * perElement;
  f->edge = LB_WORK_ARRAY(c, int, 2 * most);
  f->edgeFlap = LB_WORK_ARRAY(c, int, 2 * most);
  f->elementEdge = LB_WORK_ARRAY(c, int, most);
  f->edgeTurned = LB_WORK_ARRAY(c, bool, most);
  memset(f->edgeFlap, 0xff, 2 * most * sizeof(int));

  // edges of a lower vertex are chained
  int* first = LB_WORK_ARRAY(c, int, f->vertexCount);
  int* next = LB_WORK_ARRAY(c, int, most);
  memset(first, 0xff, (size_t)f->vertexCount * sizeof(int));
  for (int e = 0; e < f->elementCount; e++) {
    const int* element = f->element + e * corners;
    for (int k = 0; k < perElement; k++) {
      const int* ends = lb_flexEdgeEnds[f->dim - 1][k];
      int low = lb_minInt(element[ends[0]], element[ends[1]]);
      int high = lb_maxInt(element[ends[0]], element[ends[1]]);
      int found = first[low];
      while (found >= 0 && f->edge[2 * found + 1] != high) {
        found = next[found];
      }
      if (found < 0) {
        found = f->edgeCount++;
        f->edge[2 * found] = low;
        f->edge[2 * found + 1] = high;
        f->edgeTurned[found] = element[ends[0]] == high;
        next[found] = first[low];
        first[low] = found;
      }
      f->elementEdge[e * perElement + k] = found;
      if (f->dim == 2) {
        int* flap = f->edgeFlap + 2 * found;
        flap[flap[0] >= 0] = element[k];
      }
    }
  }
}

typedef struct Fragment_ {
  int key[3];     // vertices, ascending
  int vertex[3];  // as the element turns them
  int element;
  int opposite;  // the element's vertex that is not part of it
} Fragment;

static int compareFragments(const void* a, const void* b) {
  const Fragment *x = a, *y = b;
  for (int k = 0; k < 3; k++) {
    if (x->key[k] != y->key[k]) {
      return x->key[k] < y->key[k] ? -1 : 1;
    }
  }
  return x->element - y->element;
}

static bool sameFragment(const Fragment* a, const Fragment* b) {
  return a->key[0] == b->key[0] && a->key[1] == b->key[1] && a->key[2] == b->key[2];
}

static Fragment* listFragments(lbCompiler* c, const lbWorkFlex* f) {
  static const int corner[3][4][4] = {{{0, -1, -1, 1}, {1, -1, -1, 0}},
                                      {{0, 1, -1, 2}, {1, 2, -1, 0}, {2, 0, -1, 1}},
                                      {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}}};
  int corners = f->dim + 1;
  Fragment* fragments = LB_WORK_ARRAY(c, Fragment, (size_t)f->elementCount * corners);
  for (int e = 0; e < f->elementCount; e++) {
    const int* element = f->element + e * corners;
    for (int k = 0; k < corners; k++) {
      Fragment* part = &fragments[e * corners + k];
      part->element = e;
      part->opposite = element[corner[f->dim - 1][k][3]];
      for (int i = 0; i < 3; i++) {
        part->vertex[i] = part->key[i] = i < f->dim ? element[corner[f->dim - 1][k][i]] : -1;
      }
      for (int i = 0; i < f->dim; i++) {
        for (int j = i + 1; j < f->dim; j++) {
          if (part->key[j] < part->key[i]) {
            int swapped = part->key[i];
            part->key[i] = part->key[j];
            part->key[j] = swapped;
          }
        }
      }
    }
  }
  qsort(fragments, (size_t)f->elementCount * corners, sizeof *fragments, compareFragments);
  return fragments;
}

// Distance of every element from the shell, in elements.
static void findLayers(lbCompiler* c, lbWorkFlex* f, const Fragment* fragments, int count) {
  int corners = f->dim + 1;
  int* neighbor = LB_WORK_ARRAY(c, int, (size_t)f->elementCount* corners);
  int* neighborCount = LB_WORK_ARRAY(c, int, f->elementCount);
  int* queue = LB_WORK_ARRAY(c, int, f->elementCount);
  int head = 0, tail = 0;
  f->layer = LB_WORK_ARRAY(c, int, f->elementCount);
  memset(f->layer, 0xff, (size_t)f->elementCount * sizeof(int));
  for (int i = 0; i < count; i++) {
    bool shared = i + 1 < count && sameFragment(&fragments[i], &fragments[i + 1]);
    bool again = i > 0 && sameFragment(&fragments[i], &fragments[i - 1]);
    int a = fragments[i].element;
    if (shared) {
      int b = fragments[i + 1].element;
      if (neighborCount[a] < corners && neighborCount[b] < corners) {
        neighbor[a * corners + neighborCount[a]++] = b;
        neighbor[b * corners + neighborCount[b]++] = a;
      }
    } else if (!again && f->layer[a] < 0) {
      f->layer[a] = 0;
      queue[tail++] = a;
    }
  }
  while (head < tail) {
    int e = queue[head++];
    for (int k = 0; k < neighborCount[e]; k++) {
      int other = neighbor[e * corners + k];
      if (f->layer[other] < 0) {
        f->layer[other] = f->layer[e] + 1;
        queue[tail++] = other;
      }
    }
  }
  for (int e = 0; e < f->elementCount; e++) {
    f->layer[e] = f->dim == 3 && f->layer[e] >= 0 ? f->layer[e] : 0;
  }
}

static void findShell(lbCompiler* c, lbWorkFlex* f) {
  int count = f->elementCount * (f->dim + 1);
  const Fragment* fragments = listFragments(c, f);
  bool* outside = LB_WORK_ARRAY(c, bool, f->elementCount);
  f->shell = LB_WORK_ARRAY(c, int, (size_t)count * f->dim);
  f->pair = LB_WORK_ARRAY(c, int, (size_t)count * 2);
  for (int i = 0; i < count; i++) {
    bool shared = i + 1 < count && sameFragment(&fragments[i], &fragments[i + 1]);
    bool again = i > 0 && sameFragment(&fragments[i], &fragments[i - 1]);
    if (!shared && !again) {
      memcpy(f->shell + f->dim * f->shellCount++, fragments[i].vertex,
             (size_t)f->dim * sizeof(int));
      outside[fragments[i].element] = true;
    }
  }
  for (int i = 0; i + 1 < count && f->dim < 3; i++) {
    // an element against the far vertex of its neighbour, when one of them is at the border
    int a = fragments[i].element, b = fragments[i + 1].element;
    if (sameFragment(&fragments[i], &fragments[i + 1]) && (outside[a] || outside[b])) {
      int* pair = f->pair + 2 * f->pairCount;
      pair[0] = fragments[i + 1].element;
      pair[1] = fragments[i].opposite;
      pair[2] = fragments[i].element;
      pair[3] = fragments[i + 1].opposite;
      f->pairCount += 2;
    }
  }
  findLayers(c, f, fragments, count);
}

// The equality constraint that acts on a flex decides how its edges are treated.
static int equalityOf(lbCompiler* c, const lbWorkFlex* f) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_EQUALITY); i++) {
    const mjsEquality* s = &LB_SPEC_ITEM(c->spec, lbEquality, mjOBJ_EQUALITY, i)->s;
    int kind = s->type == mjEQ_FLEX         ? 1
               : s->type == mjEQ_FLEXVERT   ? 2
               : s->type == mjEQ_FLEXSTRAIN ? 3
                                            : 0;
    if (kind && !strcmp(lb_text(s->name1), lb_text(&f->source->head.name))) {
      return kind;
    }
  }
  return 0;
}

static void compileFlex(lbCompiler* c, const lbFlex* source, lbWorkFlex* f, double (*pose)[7]) {
  const mjsFlex* s = &source->s;
  f->source = source;
  f->dim = s->dim;
  if (f->dim < 1 || f->dim > 3) {
    lb_compileError(c, "dim must be 1, 2 or 3 in flex");
  }
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    lb_compileError(c, "invalid condim in flex");
  }
  if (s->edgestiffness > 0 && f->dim > 1) {
    lb_compileError(c, "edge stiffness only available for dim=1, please use elasticity plugins");
  }
  placeVertices(c, f, pose);
  checkElements(c, f);
  if (f->interpolated && s->selfcollide != mjFLEXSELF_NONE) {
    lb_compileError(c, "trilinear interpolation cannot do self-collision");
  }
  if (f->interpolated && s->internal) {
    lb_compileError(c, "trilinear interpolation cannot do internal collisions");
  }
  int texcoords = s->texcoord->count / 2;
  for (int i = 0; texcoords && i < s->elemtexcoord->count; i++) {
    if (s->elemtexcoord->items[i] < 0 || s->elemtexcoord->items[i] >= texcoords) {
      lb_compileError(c, "element texcoord id out of bounds in flex");
    }
  }
  if (texcoords && !s->elemtexcoord->count && texcoords != f->vertexCount) {
    lb_compileError(c, "two texture coordinates per vertex expected in flex");
  }
  orientSolids(f);
  findEdges(c, f);
  findShell(c, f);
  f->equality = equalityOf(c, f);
  bool sheet = f->equality == 2 && f->dim == 2 && !f->interpolated;
  for (int i = 1; sheet && i < f->vertexCount; i++) {
    if (fabs(f->position[3 * i + 2] - f->position[2]) > mjMINVAL) {
      lb_compileError(c, "flex vertices are not in the same plane");
    }
  }
  lb_flexElasticity(c, f);
}

int lb_activeElementCount(const lbCompiler* c, int flex) {
  const lbWorkFlex* f = &c->flexes[flex];
  int count = 0;
  for (int e = 0; e < f->elementCount; e++) {
    count += lb_inActiveLayer(f, e);
  }
  return count;
}

void lb_countFlexes(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  int count = lb_specCount(c->spec, mjOBJ_FLEX);
  c->flexes = LB_WORK_ARRAY(c, lbWorkFlex, count);
  double(*pose)[7] = count ? placeBodies(c) : NULL;
  for (int i = 0; i < count; i++) {
    const lbFlex* source = LB_SPEC_ITEM(c->spec, lbFlex, mjOBJ_FLEX, i);
    lbWorkFlex* f = &c->flexes[i];
    c->current = &source->head;
    f->id = i;
    compileFlex(c, source, f, pose);
    sizes->nflexnode += f->nodeCount;
    sizes->nflexvert += f->vertexCount;
    sizes->nflexedge += f->edgeCount;
    sizes->nflexelem += f->elementCount;
    sizes->nflexelemdata += f->elementCount * (f->dim + 1);
    sizes->nflexelemedge += f->elementCount * lb_edgesPerElement(f->dim);
    sizes->nflexshelldata += f->shellCount * f->dim;
    sizes->nflexevpair += f->pairCount;
    sizes->nflextexcoord += source->s.texcoord->count / 2;
    sizes->nflexstiffness += f->stiffness ? f->stiffnessCount : 0;
    sizes->nflexbending += f->bending ? f->bendingCount : 0;
  }
  c->current = NULL;
}

int lb_flexEqualityRows(const lbCompiler* c, int type, int flex) {
  return 1;
}

// --- model

// Positions in units of the box around the active elements; a flat direction gives one half.
// COMPAT: without such elements the half sides are less than nothing, by the radius.
static void fillNormalized(mjModel* m, const lbWorkFlex* f, int vertAdr) {
  double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
  const double* points = f->position;
  bool any = false;
  int corners = f->dim + 1;
  for (int i = 0; i < f->elementCount * corners; i++) {
    for (int k = 0; lb_inActiveLayer(f, i / corners) && k < 3; k++) {
      low[k] = lb_min(low[k], points[3 * f->element[i] + k]);
      high[k] = lb_max(high[k], points[3 * f->element[i] + k]);
      any = true;
    }
  }
  for (int k = 0; k < 3; k++) {
    double width = high[k] - low[k];
    m->flex_size[3 * f->id + k] = any ? 0.5 * width : -f->source->s.radius;
    for (int i = 0; i < f->vertexCount; i++) {
      m->flex_vert0[3 * (vertAdr + i) + k] =
          width > mjMINVAL ? (points[3 * i + k] - low[k]) / width : 0.5;
    }
  }
}

static void fillParameters(lbCompiler* c, const lbWorkFlex* f) {
  mjModel* m = c->m;
  const mjsFlex* s = &f->source->s;
  int i = f->id;
  m->flex_contype[i] = s->contype;
  m->flex_conaffinity[i] = s->conaffinity;
  m->flex_condim[i] = s->condim;
  m->flex_priority[i] = s->priority;
  m->flex_solmix[i] = s->solmix;
  memcpy(m->flex_solref + mjNREF * i, s->solref, mjNREF * sizeof(mjtNum));
  memcpy(m->flex_solimp + mjNIMP * i, s->solimp, mjNIMP * sizeof(mjtNum));
  lb_copy3(m->flex_friction + 3 * i, s->friction);
  m->flex_margin[i] = s->margin;
  m->flex_gap[i] = s->gap;
  m->flex_internal[i] = s->internal;
  m->flex_selfcollide[i] = s->selfcollide;
  m->flex_activelayers[i] = s->activelayers;
  m->flex_passive[i] = s->passive;
  m->flex_dim[i] = f->dim;
  m->flex_matid[i] = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(s->material), "flex", i);
  m->flex_group[i] = s->group;
  m->flex_interp[i] = lb_latticeOrder(f) * (lb_isHollow(f) ? -1 : 1);
  for (int k = 0; k < 3; k++) {
    m->flex_cellnum[3 * i + k] = s->cellcount[k];
  }
  m->flex_radius[i] = s->radius;
  m->flex_damping[i] = s->damping;
  m->flex_edgestiffness[i] = s->edgestiffness;
  m->flex_edgedamping[i] = s->edgedamping;
  m->flex_edgeequality[i] = f->equality;
  m->flex_rigid[i] = f->rigid;
  m->flex_centered[i] = f->centered;
  m->flex_flatskin[i] = s->flatskin;
  memcpy(m->flex_rgba + 4 * i, s->rgba, 4 * sizeof(float));
}

static void copyInts(int* target, const int* source, int count) {
  if (count) {
    memcpy(target, source, (size_t)count * sizeof(int));
  }
}

static void fillGeometry(lbCompiler* c, const lbWorkFlex* f, mjModel* used) {
  mjModel* m = c->m;
  const mjsFlex* s = &f->source->s;
  int i = f->id, corners = f->dim + 1, perElement = lb_edgesPerElement(f->dim);
  int vert = (int)used->nflexvert, edge = (int)used->nflexedge, elem = (int)used->nflexelem;
  int data = (int)used->nflexelemdata;
  m->flex_nodeadr[i] = (int)used->nflexnode;
  m->flex_nodenum[i] = f->nodeCount;
  m->flex_vertadr[i] = vert;
  m->flex_vertnum[i] = f->vertexCount;
  m->flex_edgeadr[i] = edge;
  m->flex_edgenum[i] = f->edgeCount;
  m->flex_elemadr[i] = elem;
  m->flex_elemnum[i] = f->elementCount;
  m->flex_elemdataadr[i] = data;
  m->flex_stiffnessadr[i] = f->stiffness ? (int)used->nflexstiffness : -1;
  m->flex_elemedgeadr[i] = (int)used->nflexelemedge;
  m->flex_bendingadr[i] = f->bending ? (int)used->nflexbending : -1;
  m->flex_shellnum[i] = f->shellCount;
  m->flex_shelldataadr[i] = f->shellCount ? (int)used->nflexshelldata : -1;
  m->flex_evpairadr[i] = f->pairCount ? (int)used->nflexevpair : -1;
  m->flex_evpairnum[i] = f->pairCount;
  m->flex_texcoordadr[i] = s->texcoord->count ? (int)used->nflextexcoord : -1;

  for (int k = 0; k < f->nodeCount; k++) {
    int node = (int)used->nflexnode + k;
    m->flex_nodebodyid[node] = f->nodeBody[k];
    lb_copy3(m->flex_node0 + 3 * node, f->nodePosition + 3 * k);
    if (s->node->count) {
      lb_copy3(m->flex_node + 3 * node, s->node->items + 3 * k);
    }
  }
  copyInts(m->flex_vertbodyid + vert, f->vertexBody, f->vertexCount);
  if (s->vert->count) {
    memcpy(m->flex_vert + 3 * vert, s->vert->items, (size_t)s->vert->count * sizeof(mjtNum));
  }
  fillNormalized(m, f, vert);
  copyInts(m->flex_edge + 2 * edge, f->edge, 2 * f->edgeCount);
  for (int k = 0; k < 2 * f->edgeCount; k++) {
    bool bends = f->bending || (!f->interpolated && (s->elastic2d & 1));
    m->flex_edgeflap[2 * edge + k] = bends ? f->edgeFlap[k] : -1;
  }
  for (int k = 0; k < f->edgeCount; k++) {
    int b1 = f->vertexBody[f->edge[2 * k]], b2 = f->vertexBody[f->edge[2 * k + 1]];
    if (!f->interpolated) {
      m->flexedge_length0[edge + k] =
          lb_dist3(f->position + 3 * f->edge[2 * k], f->position + 3 * f->edge[2 * k + 1]);
    }
    m->flexedge_rigid[edge + k] =
        f->rigid || (b1 >= 0 && b2 >= 0 && m->body_weldid[b1] == m->body_weldid[b2]);
  }
  copyInts(m->flex_elem + data, f->element, f->elementCount * corners);
  // COMPAT: coordinates by element are taken as they stand, be there fewer than corners or more
  int corner = f->elementCount * corners;
  int named = s->texcoord->count ? lb_minInt(s->elemtexcoord->count, corner) : 0;
  copyInts(m->flex_elemtexcoord + data,
           named                ? s->elemtexcoord->items
           : s->texcoord->count ? s->elem->items
                                : f->element,
           named ? named : corner);
  copyInts(m->flex_elemedge + used->nflexelemedge, f->elementEdge, f->elementCount * perElement);
  copyInts(m->flex_elemlayer + elem, f->layer, f->elementCount);
  copyInts(m->flex_shell + used->nflexshelldata, f->shell, f->shellCount * f->dim);
  copyInts(m->flex_evpair + 2 * used->nflexevpair, f->pair, 2 * f->pairCount);
  if (s->texcoord->count) {
    memcpy(m->flex_texcoord + 2 * used->nflextexcoord, s->texcoord->items,
           (size_t)s->texcoord->count * sizeof(float));
  }
  if (f->stiffness) {
    memcpy(m->flex_stiffness + used->nflexstiffness, f->stiffness,
           (size_t)f->stiffnessCount * sizeof(mjtNum));
    used->nflexstiffness += f->stiffnessCount;
  }
  if (f->bending) {
    memcpy(m->flex_bending + used->nflexbending, f->bending,
           (size_t)f->bendingCount * sizeof(mjtNum));
    used->nflexbending += f->bendingCount;
  }
  used->nflexnode += f->nodeCount;
  used->nflexvert += f->vertexCount;
  used->nflexedge += f->edgeCount;
  used->nflexelem += f->elementCount;
  used->nflexelemdata += f->elementCount * corners;
  used->nflexelemedge += f->elementCount * perElement;
  used->nflexshelldata += f->shellCount * f->dim;
  used->nflexevpair += f->pairCount;
  used->nflextexcoord += s->texcoord->count / 2;
}

void lb_fillFlexes(lbCompiler* c) {
  mjModel used = {0};
  for (int i = 0; i < c->m->nflex; i++) {
    c->current = &c->flexes[i].source->head;
    fillParameters(c, &c->flexes[i]);
    fillGeometry(c, &c->flexes[i], &used);
  }
  c->current = NULL;
  lb_fillFlexJacobians(c);
}
