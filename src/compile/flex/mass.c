// Pattern of the factored effective mass of bending sheets (constants/flex_mass.h).
//
// Elimination runs from the last vertex to the first; fill follows the elimination tree: the
// columns of a row join those of its parent, the largest column before the diagonal.

#include "base/compiler.h"
#include "compile/constants/flex_mass.h"
#include "compile/flex/passes.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"

#include <stdlib.h>
#include <string.h>

struct lbFlexMass_ {
  int count;    // vertices that take part
  int* vertex;  // their numbers in the flex
  int* index;   // flex vertex -> position here, -1: none
  int* rowAdr;  // (count + 1)
  int* column;  // ascending, diagonal last
};

static int compareInts(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

// Sorts and drops repetitions; returns the new count.
static int sortUnique(int* items, int count) {
  int kept = 0;
  if (count > 1) {
    qsort(items, (size_t)count, sizeof(int), compareInts);
  }
  for (int i = 0; i < count; i++) {
    if (!kept || items[i] != items[kept - 1]) {
      items[kept++] = items[i];
    }
  }
  return kept;
}

static bool isPointMass(const mjModel* m, int body) {
  return m->body_dofnum[body] == 3 && m->body_jntnum[body] == 3;
}

// Vertices that share a hinge.
static int hingeVertices(const lbWorkFlex* f, int edge, int vertex[4]) {
  vertex[0] = f->edge[2 * edge];
  vertex[1] = f->edge[2 * edge + 1];
  vertex[2] = f->edgeFlap[2 * edge];
  vertex[3] = f->edgeFlap[2 * edge + 1];
  return vertex[2] >= 0 && vertex[3] >= 0;
}

typedef struct Row_ {
  int* items;
  int count, capacity;
} Row;

static void pushColumn(lbCompiler* c, Row* row, int column) {
  if (row->count == row->capacity) {
    int capacity = row->capacity ? 2 * row->capacity : 16;
    int* moved = LB_WORK_ARRAY(c, int, capacity);
    if (row->count) {
      memcpy(moved, row->items, (size_t)row->count * sizeof(int));
    }
    row->items = moved;
    row->capacity = capacity;
  }
  row->items[row->count++] = column;
}

// The pattern of the factor.
LB_APART static void findPattern(lbCompiler* c, const lbWorkFlex* f, lbFlexMass* mass) {
  Row* rows = LB_WORK_ARRAY(c, Row, mass->count);
  for (int e = 0; e < f->edgeCount; e++) {
    int vertex[4];
    for (int k = 0; hingeVertices(f, e, vertex) && k < 16; k++) {
      int i = mass->index[vertex[k / 4]], j = mass->index[vertex[k % 4]];
      if (i > j && j >= 0) {
        pushColumn(c, &rows[i], j);
      }
    }
  }
  mass->rowAdr = LB_WORK_ARRAY(c, int, mass->count + 1);
  for (int i = mass->count - 1; i >= 0; i--) {
    rows[i].count = sortUnique(rows[i].items, rows[i].count);
    if (rows[i].count) {
      Row* parent = &rows[rows[i].items[rows[i].count - 1]];
      for (int k = 0; k + 1 < rows[i].count; k++) {
        pushColumn(c, parent, rows[i].items[k]);
      }
    }
  }
  for (int i = 0; i < mass->count; i++) {
    mass->rowAdr[i + 1] =
        lb_sizeAsInt((mjtSize)mass->rowAdr[i] + rows[i].count + 1, "entries of the mass of a flex");
  }
  mass->column = LB_WORK_ARRAY(c, int, mass->rowAdr[mass->count]);
  for (int i = 0; i < mass->count; i++) {
    int* target = mass->column + mass->rowAdr[i];
    if (rows[i].count) {
      memcpy(target, rows[i].items, (size_t)rows[i].count * sizeof(int));
    }
    target[rows[i].count] = i;
  }
}

void lb_countFlexMass(lbCompiler* c, mjModel* sizes) {
  const mjModel* m = c->m;
  sizes->nefm0dof = sizes->nefm0L = 0;
  for (int i = 0; i < m->nflex; i++) {
    lbWorkFlex* f = &c->flexes[i];
    if (!f->bending || f->interpolated || f->rigid) {
      continue;
    }
    lbFlexMass* mass = lb_regionAlloc(&c->region, sizeof *mass);
    mass->vertex = LB_WORK_ARRAY(c, int, f->vertexCount);
    mass->index = LB_WORK_ARRAY(c, int, f->vertexCount);
    for (int v = 0; v < f->vertexCount; v++) {
      bool takesPart = isPointMass(m, f->vertexBody[v]);
      mass->index[v] = takesPart ? mass->count : -1;
      if (takesPart) {
        mass->vertex[mass->count++] = v;
      }
    }
    findPattern(c, f, mass);
    f->mass = mass;
    sizes->nefm0dof += 3 * mass->count;
    sizes->nefm0L += 3 * (mjtSize)mass->rowAdr[mass->count];
  }
}

void lb_fillFlexMass(lbCompiler* c) {
  mjModel* m = c->m;
  int dof = 0, adr = 0;
  for (int i = 0; i < m->nflex; i++) {
    lbWorkFlex* f = &c->flexes[i];
    lbFlexMass* mass = f->mass;
    int first = dof;
    for (int v = 0; mass && v < mass->count; v++) {
      for (int axis = 0; axis < 3; axis++, dof++) {
        int count = mass->rowAdr[v + 1] - mass->rowAdr[v];
        m->efm0_dofid[dof] = m->body_dofadr[f->vertexBody[mass->vertex[v]]] + axis;
        m->efm0_L_rowadr[dof] = adr;
        m->efm0_L_rownnz[dof] = count;
        for (int k = 0; k < count; k++, adr++) {
          m->efm0_L_colind[adr] = first + 3 * mass->column[mass->rowAdr[v] + k] + axis;
        }
      }
    }
  }
  lb_setFlexMass(m);
}
