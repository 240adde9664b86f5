// Patterns of the flex Jacobians: dofs behind every edge, and behind every vertex's surroundings
// when a vertex strain constraint acts on the flex.

#include "base/compiler.h"
#include "compile/flex/passes.h"
#include "compile/flex/work_flex.h"
#include "compile/sparse_rows.h"
#include "math/inline.h"
#include "model/flex_layout.h"

// The dofs that move an end of an edge, also where they move both alike.
static void addEdgeDofs(lbDofSet* set, const mjModel* m, const lbWorkFlex* f, int edge) {
  int b1 = f->vertexBody[f->edge[2 * edge]], b2 = f->vertexBody[f->edge[2 * edge + 1]];
  if (b1 >= 0 && b2 >= 0 && !f->rigid) {
    lb_addBodyDofs(set, m, b1);
    lb_addBodyDofs(set, m, b2);
  }
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

// The dofs of a vertex and of the other ends of its edges.
static void addVertexDofs(lbDofSet* set, const mjModel* m, const lbWorkFlex* f, int vertex,
                          const int* list, int count) {
  lb_addBodyDofs(set, m, f->vertexBody[vertex]);
  for (int k = 0; k < count; k++) {
    lb_addBodyDofs(set, m, f->vertexBody[f->edge[2 * list[k]]]);
    lb_addBodyDofs(set, m, f->vertexBody[f->edge[2 * list[k] + 1]]);
  }
}

static void findEdgeRows(lbCompiler* c, lbWorkFlex* f, lbDofSet* set) {
  for (int e = 0; e < f->edgeCount; e++) {
    lb_clearDofs(set);
    addEdgeDofs(set, c->m, f, e);
    lb_appendRow(c, &f->edgeRows, set);
  }
}

static void findVertexRows(lbCompiler* c, lbWorkFlex* f, lbDofSet* set) {
  int* adr = LB_WORK_ARRAY(c, int, f->vertexCount);
  int* num = LB_WORK_ARRAY(c, int, f->vertexCount);
  int* list = LB_WORK_ARRAY(c, int, 2 * f->edgeCount);
  listVertexEdges(f, adr, num, list);
  for (int v = 0; v < f->vertexCount; v++) {
    lb_clearDofs(set);
    addVertexDofs(set, c->m, f, v, list + adr[v], num[v]);
    lb_appendRow(c, &f->vertexRows, set);
  }
}

void lb_countFlexJacobians(lbCompiler* c, mjModel* sizes) {
  lbDofSet set = lb_makeDofSet(c, c->m);
  sizes->nJfe = sizes->nJfv = 0;
  for (int i = 0; i < c->m->nflex; i++) {
    lbWorkFlex* f = &c->flexes[i];
    findEdgeRows(c, f, &set);
    sizes->nJfe += f->edgeRows.entries;
    if (f->equality == lbFLEX_VERTICES_HELD) {
      findVertexRows(c, f, &set);
      sizes->nJfv += f->vertexRows.entries;
    }
  }
}

// Inverse of the sum of m e e' over the edges at a vertex, in the plane of x and y, m being the
// mass at the other end. Each product by itself, as the reference multiplies.
static void fillMetric(mjModel* m, const lbWorkFlex* f, int vertex, const int* list, int count) {
  double xx = 0, xy = 0, yx = 0, yy = 0, e[2];
  int adr = m->flex_vertadr[f->id];
  for (int k = 0; k < count; k++) {
    const int* ends = f->edge + 2 * list[k];
    double mass = m->body_mass[f->vertexBody[ends[0] == vertex ? ends[1] : ends[0]]];
    lb_referenceEdge(m, f->id, adr + ends[0], adr + ends[1], e);
    xx += mass * e[0] * e[0];
    xy += mass * e[0] * e[1];
    yx += mass * e[1] * e[0];
    yy += mass * e[1] * e[1];
  }
  // COMPAT: FLEX-VERTEX-METRIC: zero where the edges that count are all parallel
  double determinant = xx * yy - xy * yx;
  double scale = determinant < mjMINVAL ? 0 : 1 / determinant;
  mjtNum* metric = m->flex_vertmetric + 4 * (adr + vertex);
  metric[0] = yy * scale;
  metric[1] = -xy * scale;
  metric[2] = -yx * scale;
  metric[3] = xx * scale;
}

// The lists of edges of all flexes follow each other, and flex_vertedgeadr counts from the first.
LB_APART static int fillVertexRows(lbCompiler* c, const lbWorkFlex* f, int adr, int* listed) {
  mjModel* m = c->m;
  int vert = m->flex_vertadr[f->id];
  int* listAdr = m->flex_vertedgeadr + vert;
  int* listNum = m->flex_vertedgenum + vert;
  int* list = m->flex_vertedge + *listed;
  listVertexEdges(f, listAdr, listNum, list);
  for (int v = 0; v < f->vertexCount; v++) {
    fillMetric(m, f, v, list + listAdr[v], listNum[v]);
    listAdr[v] += *listed;
    for (int k = 0; k < 2; k++) {
      int row = 2 * (vert + v) + k;
      adr = lb_writeRow(&f->vertexRows, v, adr, &m->flexvert_J_rowadr[row],
                        &m->flexvert_J_rownnz[row], m->flexvert_J_colind);
    }
  }
  *listed += 2 * f->edgeCount;
  return adr;
}

LB_APART void lb_fillFlexJacobians(lbCompiler* c) {
  mjModel* m = c->m;
  int adr = 0, vertexAdr = 0, listed = 0;
  for (int i = 0; i < m->nflex; i++) {
    const lbWorkFlex* f = &c->flexes[i];
    for (int e = 0; e < f->edgeCount; e++) {
      int row = m->flex_edgeadr[i] + e;
      adr = lb_writeRow(&f->edgeRows, e, adr, &m->flexedge_J_rowadr[row],
                        &m->flexedge_J_rownnz[row], m->flexedge_J_colind);
    }
    // COMPAT: FLEX-VERTEX-ROWS: vertex constraints act on sheets only, but count the rows of others
    if (f->equality == lbFLEX_VERTICES_HELD && f->dim == 2) {
      vertexAdr = fillVertexRows(c, f, vertexAdr, &listed);
    }
  }
}
