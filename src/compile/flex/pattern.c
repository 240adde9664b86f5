// Patterns of the flex Jacobians: dofs behind every edge, and behind every vertex's surroundings
// when a vertex strain constraint acts on the flex.

#include "compile/flex/passes.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"

#include <stdlib.h>
#include <string.h>

// A set of dofs, in ascending order once sorted.
typedef struct DofSet_ {
  int* items;
  int count;
  int* mark;  // per dof, the stamp of the last set that holds it
  int stamp;
} DofSet;

static DofSet makeSet(lbCompiler* c, const mjModel* m) {
  return (DofSet){.items = LB_WORK_ARRAY(c, int, m->nv + 1),
                  .mark = LB_WORK_ARRAY(c, int, m->nv + 1)};
}

static void addBody(DofSet* set, const mjModel* m, int body) {
  while (body > 0 && !m->body_dofnum[body]) {
    body = m->body_parentid[body];
  }
  int dof = body > 0 ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
  for (; dof >= 0 && set->mark[dof] != set->stamp; dof = m->dof_parentid[dof]) {
    set->mark[dof] = set->stamp;
    set->items[set->count++] = dof;
  }
}

static int compareInts(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

static void startSet(DofSet* set) {
  set->count = 0;
  set->stamp++;
}

static const DofSet* edgeDofs(DofSet* set, const mjModel* m, const lbWorkFlex* f, int edge) {
  int b1 = f->vertexBody[f->edge[2 * edge]], b2 = f->vertexBody[f->edge[2 * edge + 1]];
  startSet(set);
  if (b1 >= 0 && b2 >= 0 && !f->rigid && m->body_weldid[b1] != m->body_weldid[b2]) {
    addBody(set, m, b1);
    addBody(set, m, b2);
  }
  return set;
}

// Edges at each vertex: addresses, counts and the list.
static void listVertexEdges(const lbWorkFlex* f, int* adr, int* num, int* list) {
  for (int k = 0; k < 2 * f->edgeCount; k++) {
    num[f->edge[k]]++;
  }
  int total = 0;
  for (int v = 0; v < f->vertexCount; v++) {
    adr[v] = total;
    total += num[v];
    num[v] = 0;
  }
  for (int k = 0; k < 2 * f->edgeCount; k++) {
    int v = f->edge[k];
    list[adr[v] + num[v]++] = k / 2;
  }
}

static const DofSet* vertexDofs(DofSet* set, const mjModel* m, const lbWorkFlex* f, int vertex,
                                const int* list, int count) {
  startSet(set);
  addBody(set, m, f->vertexBody[vertex]);
  for (int k = 0; k < count; k++) {
    addBody(set, m, f->vertexBody[f->edge[2 * list[k]]]);
    addBody(set, m, f->vertexBody[f->edge[2 * list[k] + 1]]);
  }
  return set;
}

void lb_countFlexJacobians(lbCompiler* c, mjModel* sizes) {
  const mjModel* m = c->m;
  DofSet set = makeSet(c, m);
  sizes->nJfe = sizes->nJfv = 0;
  for (int i = 0; i < m->nflex; i++) {
    const lbWorkFlex* f = &c->flexes[i];
    for (int e = 0; e < f->edgeCount; e++) {
      sizes->nJfe += edgeDofs(&set, m, f, e)->count;
    }
    if (f->equality != 2) {
      continue;
    }
    int* adr = LB_WORK_ARRAY(c, int, f->vertexCount);
    int* num = LB_WORK_ARRAY(c, int, f->vertexCount);
    int* list = LB_WORK_ARRAY(c, int, 2 * f->edgeCount);
    listVertexEdges(f, adr, num, list);
    for (int v = 0; v < f->vertexCount; v++) {
      sizes->nJfv += vertexDofs(&set, m, f, v, list + adr[v], num[v])->count;
    }
  }
}

// Inverse of the sum of m e e' over the edges at a vertex, in the plane of x and y, m being the
// mass at the other end.
static void fillMetric(const mjModel* m, const lbWorkFlex* f, int vertex, const int* list,
                       int count, mjtNum metric[4]) {
  double xx = 0, xy = 0, yy = 0;
  for (int k = 0; k < count; k++) {
    const int* ends = f->edge + 2 * list[k];
    double mass = m->body_mass[f->vertexBody[ends[0] == vertex ? ends[1] : ends[0]]], side[3];
    lb_sub3(side, f->position + 3 * ends[0], f->position + 3 * ends[1]);
    xx += mass * side[0] * side[0];
    xy += mass * side[0] * side[1];
    yy += mass * side[1] * side[1];
  }
  double det = lb_max(mjMINVAL, xx * yy - xy * xy);
  metric[0] = yy / det;
  metric[1] = metric[2] = -xy / det;
  metric[3] = xx / det;
}

static int copySorted(DofSet* set, int* target) {
  qsort(set->items, (size_t)set->count, sizeof(int), compareInts);
  if (set->count) {
    memcpy(target, set->items, (size_t)set->count * sizeof(int));
  }
  return set->count;
}

static void fillVertexRows(lbCompiler* c, const lbWorkFlex* f, DofSet* set, int* adr) {
  mjModel* m = c->m;
  int vert = m->flex_vertadr[f->id];
  int* listAdr = m->flex_vertedgeadr + vert;
  int* listNum = m->flex_vertedgenum + vert;
  int* list = m->flex_vertedge + 2 * m->flex_edgeadr[f->id];
  listVertexEdges(f, listAdr, listNum, list);
  for (int v = 0; v < f->vertexCount; v++) {
    fillMetric(m, f, v, list + listAdr[v], listNum[v], m->flex_vertmetric + 4 * (vert + v));
    vertexDofs(set, m, f, v, list + listAdr[v], listNum[v]);
    for (int row = 0; row < 2; row++) {
      m->flexvert_J_rowadr[2 * (vert + v) + row] = *adr;
      m->flexvert_J_rownnz[2 * (vert + v) + row] = copySorted(set, m->flexvert_J_colind + *adr);
      *adr += set->count;
    }
  }
}

void lb_fillFlexJacobians(lbCompiler* c) {
  mjModel* m = c->m;
  DofSet set = makeSet(c, m);
  int adr = 0, vertexAdr = 0;
  for (int i = 0; i < m->nflex; i++) {
    const lbWorkFlex* f = &c->flexes[i];
    for (int e = 0; e < f->edgeCount; e++) {
      int row = m->flex_edgeadr[i] + e;
      edgeDofs(&set, m, f, e);
      m->flexedge_J_rowadr[row] = adr;
      m->flexedge_J_rownnz[row] = copySorted(&set, m->flexedge_J_colind + adr);
      adr += set.count;
    }
    // COMPAT: vertex constraints act on sheets only, but count the rows of others
    if (f->equality == 2 && f->dim == 2) {
      fillVertexRows(c, f, &set, &vertexAdr);
    }
  }
}
