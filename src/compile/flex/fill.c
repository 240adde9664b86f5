// Flexes in the model: parameters, vertices and nodes, topology, elastic coefficients.

#include "base/compiler.h"
#include "compile/flex/passes.h"
#include "compile/flex/work_flex.h"
#include "compile/model_fields.h"
#include "math/inline.h"

#include <string.h>

static void fillParameters(lbCompiler* c, const lbWorkFlex* f) {
  mjModel* m = c->m;
  const mjsFlex* s = &f->source->s;
  int i = f->id;
  lb_fillFlexFields(m, i, s);
  m->flex_dim[i] = f->dim;
  m->flex_matid[i] = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(s->material), "flex", i);
  m->flex_interp[i] = lb_latticeOrder(f) * (lb_isHollow(f) ? -1 : 1);
  m->flex_edgeequality[i] = f->equality;
  m->flex_rigid[i] = f->rigid;
  m->flex_centered[i] = f->centered;
}

// Widens a box by a point.
static void include(double low[3], double high[3], const double point[3]) {
  for (int k = 0; k < 3; k++) {
    low[k] = lb_min(low[k], point[k]);
    high[k] = lb_max(high[k], point[k]);
  }
}

// The box around the nodes of a lattice, or around the active elements. False: there are none.
static bool boxAround(const lbWorkFlex* f, double low[3], double high[3]) {
  bool any = f->interpolated;
  int corners = f->dim + 1;
  for (int i = 0; i < f->nodeCount; i++) {
    include(low, high, f->nodePosition + 3 * i);
  }
  for (int i = 0; !f->interpolated && i < f->elementCount * corners; i++) {
    if (lb_inActiveLayer(f, i / corners)) {
      include(low, high, f->position + 3 * f->element[i]);
      any = true;
    }
  }
  return any;
}

// Positions in units of that box; a flat direction gives one half.
// COMPAT: FLEX-SIZE-INACTIVE: without active elements the half sides are minus the radius.
static void fillNormalized(mjModel* m, const lbWorkFlex* f) {
  double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
  const double* points = f->interpolated ? f->latticePosition : f->position;
  bool any = boxAround(f, low, high);
  double radius = f->source->s.radius;
  for (int k = 0; k < 3; k++) {
    // COMPAT: FLEX-HINGE-ORDER: the radius goes in and out as in the reference, for the last bit
    double top = high[k] + radius, bottom = low[k] - radius;
    double half = any ? 0.5 * (top - bottom) - radius : -radius, middle = 0.5 * (top + bottom);
    m->flex_size[3 * f->id + k] = half;
    for (int i = 0; i < f->vertexCount; i++) {
      m->flex_vert0[3 * (f->at.vert + i) + k] =
          2 * half > mjMINVAL ? (points[3 * i + k] - middle) / (2 * half) + 0.5 : 0.5;
    }
  }
}

static void copyInts(int* target, const int* source, int count) {
  if (count) {
    memcpy(target, source, (size_t)count * sizeof(int));
  }
}

static void copyNumbers(mjtNum* target, const double* source, int count) {
  if (count) {
    memcpy(target, source, (size_t)count * sizeof(mjtNum));
  }
}

// Counts and addresses; -1 for what the flex has none of.
static void fillAddresses(mjModel* m, const lbWorkFlex* f) {
  const lbFlexAddress* at = &f->at;
  int i = f->id;
  m->flex_nodeadr[i] = at->node;
  m->flex_nodenum[i] = f->nodeCount;
  m->flex_vertadr[i] = at->vert;
  m->flex_vertnum[i] = f->vertexCount;
  m->flex_edgeadr[i] = at->edge;
  m->flex_edgenum[i] = f->edgeCount;
  m->flex_elemadr[i] = at->elem;
  m->flex_elemnum[i] = f->elementCount;
  m->flex_elemdataadr[i] = at->elemData;
  m->flex_elemedgeadr[i] = at->elemEdge;
  m->flex_stiffnessadr[i] = f->stiffness ? at->stiffness : -1;
  m->flex_bendingadr[i] = f->bending ? at->bending : -1;
  m->flex_shellnum[i] = f->shellCount;
  m->flex_shelldataadr[i] = f->shellCount ? at->shellData : -1;
  m->flex_evpairadr[i] = f->pairCount ? at->evPair : -1;
  m->flex_evpairnum[i] = f->pairCount;
  m->flex_texcoordadr[i] = f->source->s.texcoord->count ? at->texcoord : -1;
}

// Bodies and positions of vertices and of the nodes of a lattice.
static void fillPoints(mjModel* m, const lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  const lbFlexAddress* at = &f->at;
  copyInts(m->flex_nodebodyid + at->node, f->nodeBody, f->nodeCount);
  copyNumbers(m->flex_node0 + 3 * at->node, f->nodePosition, 3 * f->nodeCount);
  copyNumbers(m->flex_node + 3 * at->node, s->node->items, f->nodeCount ? s->node->count : 0);
  copyInts(m->flex_vertbodyid + at->vert, f->vertexBody, f->vertexCount);
  copyNumbers(m->flex_vert + 3 * at->vert, s->vert->items, s->vert->count);
  fillNormalized(m, f);
}

static void fillEdges(mjModel* m, const lbWorkFlex* f) {
  int adr = f->at.edge;
  copyInts(m->flex_edge + 2 * adr, f->edge, 2 * f->edgeCount);
  bool bends = f->bending || (!f->interpolated && (f->source->s.elastic2d & 1));
  for (int k = 0; k < 2 * f->edgeCount; k++) {
    m->flex_edgeflap[2 * adr + k] = bends ? f->edgeFlap[k] : -1;
  }
  for (int k = 0; k < f->edgeCount; k++) {
    const int* ends = f->edge + 2 * k;
    int b1 = f->vertexBody[ends[0]], b2 = f->vertexBody[ends[1]];
    if (!f->interpolated) {
      m->flexedge_length0[adr + k] = lb_dist3(f->position + 3 * ends[0], f->position + 3 * ends[1]);
    }
    m->flexedge_rigid[adr + k] =
        f->rigid || (b1 >= 0 && b2 >= 0 && m->body_weldid[b1] == m->body_weldid[b2]);
  }
}

// Texture coordinates of the corners of elements. COMPAT: FLEX-TEXCOORD: a list given by element is
// taken as it stands: what is missing at its end is 0, what is too much is left out.
static void fillTexcoords(mjModel* m, const lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  int corners = f->elementCount * (f->dim + 1);
  int named = s->texcoord->count ? lb_minInt(s->elemtexcoord->count, corners) : 0;
  const int* byCorner = named                ? s->elemtexcoord->items
                        : s->texcoord->count ? s->elem->items
                                             : f->element;
  copyInts(m->flex_elemtexcoord + f->at.elemData, byCorner, named ? named : corners);
  if (s->texcoord->count) {
    memcpy(m->flex_texcoord + 2 * f->at.texcoord, s->texcoord->items,
           (size_t)s->texcoord->count * sizeof(float));
  }
}

static void fillElements(mjModel* m, const lbWorkFlex* f) {
  const lbFlexAddress* at = &f->at;
  int count = f->elementCount;
  copyInts(m->flex_elem + at->elemData, f->element, count * (f->dim + 1));
  copyInts(m->flex_elemedge + at->elemEdge, f->elementEdge, count * lb_edgesPerElement(f->dim));
  copyInts(m->flex_elemlayer + at->elem, f->layer, count);
  copyInts(m->flex_shell + at->shellData, f->shell, f->shellCount * f->dim);
  copyInts(m->flex_evpair + 2 * at->evPair, f->pair, 2 * f->pairCount);
}

static void fillElasticity(mjModel* m, const lbWorkFlex* f) {
  if (f->stiffness) {
    copyNumbers(m->flex_stiffness + f->at.stiffness, f->stiffness, f->stiffnessCount);
  }
  if (f->bending) {
    copyNumbers(m->flex_bending + f->at.bending, f->bending, f->bendingCount);
  }
}

LB_APART static void fillFlex(lbCompiler* c, const lbWorkFlex* f) {
  mjModel* m = c->m;
  c->current = &f->source->head;
  fillParameters(c, f);
  fillAddresses(m, f);
  fillPoints(m, f);
  fillEdges(m, f);
  fillElements(m, f);
  fillTexcoords(m, f);
  fillElasticity(m, f);
}

LB_APART void lb_fillFlexes(lbCompiler* c) {
  for (int i = 0; i < c->m->nflex; i++) {
    fillFlex(c, &c->flexes[i]);
  }
  c->current = NULL;
}
