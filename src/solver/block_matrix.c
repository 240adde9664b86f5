// Sparse symmetric positive definite matrices in blocks over segments of kinematic trees.
//
// Symbolic: the neighbours of a segment, met from the last one down, are its tree ancestors, the
// other segments of constraint groups that end in it, and what is left of the neighbours of the
// segments whose nearest neighbour it is (elimination tree). Davis, Direct Methods for Sparse
// Linear Systems, chapter 4, mirrored.

#include "solver/block_matrix.h"

#include <string.h>

#include "data/stack.h"
#include "math/blas.h"
#include "math/ldl.h"
#include "solver/block_order.h"

enum { maxSegment = 24 };

// A factorisation of more multiplications than this pays for a better order.
static const double expensive = 3e5;

static int placeOf(const lbBlockMatrix* B, int dof) {
  return B->place ? B->place[dof] : dof;
}

// Segment of the column that goes first of all columns of a group.
static int lastSegment(const lbBlockMatrix* B, const int* cols, int nnz) {
  if (!B->place) {
    return B->segment[cols[nnz - 1]];
  }
  int last = 0;
  for (int k = 0; k < nnz; k++) {
    int s = B->segment[B->place[cols[k]]];
    last = s > last ? s : last;
  }
  return last;
}

// Cuts trees into segments: a dof stays with its predecessor when that is its parent and has no
// other child.
static void findSegments(lbBlockMatrix* B) {
  const lbProblem* p = B->p;
  const mjModel* m = p->m;
  int* children = lb_stackInt(p->d, B->n);
  memset(children, 0, B->n * sizeof(int));
  B->count = 0;
  for (int t = 0; t < p->M.treeCount; t++) {
    int first = m->tree_dofadr[p->M.trees[t]], dofs = m->tree_dofnum[p->M.trees[t]];
    int shift = p->M.treeAdr[t] - first;
    for (int i = first; i < first + dofs; i++) {
      if (m->dof_parentid[i] >= 0) {
        children[m->dof_parentid[i] + shift]++;
      }
    }
    for (int i = first; i < first + dofs; i++) {
      int local = i + shift, parent = m->dof_parentid[i];
      bool joins = i > first && parent == i - 1 && children[local - 1] == 1 &&
                   local - B->adr[B->count - 1] < maxSegment;
      if (!joins) {
        B->adr[B->count++] = local;
      }
      B->segment[local] = B->count - 1;
    }
  }
  B->adr[B->count] = B->n;
}

// Lists under construction: neighbours of the segment being met.
typedef struct Collector_ {
  int* mark;   // last segment that listed this one (count)
  int* found;  // (count)
  int number;
} Collector;

static void collect(Collector* c, int segment, int neighbour) {
  if (neighbour != segment && c->mark[neighbour] != segment) {
    c->mark[neighbour] = segment;
    c->found[c->number++] = neighbour;
  }
}

static void sortAscending(int* list, int count) {
  for (int i = 1; i < count; i++) {
    int value = list[i], k = i;
    for (; k > 0 && list[k - 1] > value; k--) {
      list[k] = list[k - 1];
    }
    list[k] = value;
  }
}

// Segment of the nearest tree ancestor outside the segment, -1 for a root.
static int parentSegment(const lbBlockMatrix* B, const int* parentDof, int segment) {
  int parent = parentDof[B->adr[segment]];
  return parent < 0 ? -1 : B->segment[parent];
}

// Groups of rows, then couplings.
static int groupCount(const lbProblem* p) {
  return p->J.groupCount + p->M.couplingCount;
}

static const lbRowGroup* groupAt(const lbProblem* p, int g) {
  return g < p->J.groupCount ? p->J.groups + g : p->M.couplings + (g - p->J.groupCount);
}

static void findNeighbours(lbBlockMatrix* B, const int* parentDof) {
  const lbProblem* p = B->p;
  mjData* d = p->d;
  int count = B->count;

  // groups by the segment of their last column, children by nearest neighbour: linked lists
  int* firstGroup = lb_stackInt(d, count);
  int* nextGroup = lb_stackInt(d, groupCount(p));
  int* firstChild = lb_stackInt(d, count);
  int* nextChild = lb_stackInt(d, count);
  Collector c = {lb_stackInt(d, count), lb_stackInt(d, count), 0};
  int** lists = LB_STACK(d, int*, count);
  int* lengths = lb_stackInt(d, count);
  for (int s = 0; s < count; s++) {
    firstGroup[s] = firstChild[s] = c.mark[s] = -1;
  }
  for (int g = 0; g < groupCount(p); g++) {
    const lbRowGroup* group = groupAt(p, g);
    if (group->nnz) {
      int last = lastSegment(B, group->cols, group->nnz);
      nextGroup[g] = firstGroup[last];
      firstGroup[last] = g;
    }
  }

  int total = 0;
  for (int s = count - 1; s >= 0; s--) {
    c.number = 0;
    for (int a = parentSegment(B, parentDof, s); a >= 0; a = parentSegment(B, parentDof, a)) {
      collect(&c, s, a);
    }
    for (int g = firstGroup[s]; g >= 0; g = nextGroup[g]) {
      const lbRowGroup* group = groupAt(p, g);
      for (int k = 0; k < group->nnz; k++) {
        collect(&c, s, B->segment[placeOf(B, group->cols[k])]);
      }
    }
    for (int child = firstChild[s]; child >= 0; child = nextChild[child]) {
      for (int k = 0; k < lengths[child]; k++) {
        collect(&c, s, lists[child][k]);
      }
    }
    sortAscending(c.found, c.number);
    lists[s] = lb_stackInt(d, c.number);
    lb_copyInt(lists[s], c.found, c.number);
    lengths[s] = c.number;
    total += c.number;
    if (c.number) {
      int nearest = c.found[c.number - 1];
      nextChild[s] = firstChild[nearest];
      firstChild[nearest] = s;
    }
  }

  // packed, with column offsets
  B->list = lb_stackInt(d, total);
  B->offset = lb_stackInt(d, total);
  B->size = 0;
  B->cost = 0;
  for (int s = 0, at = 0; s < count; s++) {
    int width = 0, rows = B->adr[s + 1] - B->adr[s];
    B->listAdr[s] = at;
    for (int k = 0; k < lengths[s]; k++, at++) {
      int t = lists[s][k];
      B->list[at] = t;
      B->offset[at] = width;
      width += B->adr[t + 1] - B->adr[t];
    }
    B->listAdr[s + 1] = at;
    B->width[s] = width + rows;
    B->panelAdr[s] = B->size;
    B->size += (size_t)rows * (size_t)B->width[s];
    B->size += B->size & 1;
    B->cost += 0.5 * rows * (double)B->width[s] * B->width[s];
  }
}

// Parents of places, -1 for none.
static void findParents(const lbBlockMatrix* B, int* parentDof) {
  const lbProblem* p = B->p;
  const mjModel* m = p->m;
  for (int t = 0; t < p->M.treeCount; t++) {
    int first = m->tree_dofadr[p->M.trees[t]], shift = p->M.treeAdr[t] - first;
    for (int i = first; i < first + m->tree_dofnum[p->M.trees[t]]; i++) {
      int parent = m->dof_parentid[i];
      parentDof[placeOf(B, i + shift)] = parent < 0 ? -1 : placeOf(B, parent + shift);
    }
  }
}

// Minimum degree on the graph of segments: ancestors, and the segments of each group.
static void findOrder(const lbBlockMatrix* B, const int* parentDof, int* order) {
  const lbProblem* p = B->p;
  mjData* d = p->d;
  int count = B->count;
  size_t words = (size_t)count * (size_t)lb_graphWords(count);
  mj_markStack(d);
  uint64_t* graph = LB_STACK(d, uint64_t, words);
  int* parent = lb_stackInt(d, count);
  int* list = lb_stackInt(d, count);
  memset(graph, 0, words * sizeof(uint64_t));
  for (int s = 0; s < count; s++) {
    parent[s] = parentSegment(B, parentDof, s);
    for (int a = parent[s]; a >= 0; a = parentSegment(B, parentDof, a)) {
      lb_graphLink(graph, count, s, a);
    }
  }
  for (int g = 0; g < groupCount(p); g++) {
    const lbRowGroup* group = groupAt(p, g);
    int number = 0;
    for (int k = 0; k < group->nnz; k++) {
      int s = B->segment[group->cols[k]];
      if (!number || list[number - 1] != s) {
        for (int i = 0; i < number; i++) {
          lb_graphLink(graph, count, s, list[i]);
        }
        list[number++] = s;
      }
    }
  }
  lb_minimumDegree(d, count, graph, parent, order);
  mj_freeStack(d);
}

// Numbers segments from the one that goes last, and dofs with them.
static void reorder(lbBlockMatrix* B, const int* parentDof) {
  mjData* d = B->p->d;
  B->place = lb_stackInt(d, B->n);
  B->placed = lb_stackInt(d, B->n);
  mj_markStack(d);
  int* order = lb_stackInt(d, B->count);
  int* oldAdr = lb_stackInt(d, B->count + 1);
  findOrder(B, parentDof, order);
  lb_copyInt(oldAdr, B->adr, B->count + 1);
  for (int s = 0, at = 0; s < B->count; s++) {
    int old = order[B->count - 1 - s];
    B->adr[s] = at;
    for (int i = oldAdr[old]; i < oldAdr[old + 1]; i++, at++) {
      B->place[i] = at;
      B->segment[at] = s;
    }
  }
  mj_freeStack(d);
}

void lb_blockInit(lbBlockMatrix* B, const lbProblem* p) {
  mjData* d = p->d;
  memset(B, 0, sizeof(*B));
  B->p = p;
  B->n = p->nv;
  B->adr = lb_stackInt(d, B->n + 1);
  B->segment = lb_stackInt(d, B->n);
  B->diagInv = lb_stackNum(d, B->n);
  B->work = lb_stackNum(d, B->n);
  findSegments(B);

  B->listAdr = lb_stackInt(d, B->count + 1);
  B->width = lb_stackInt(d, B->count);
  B->panelAdr = LB_STACK(d, size_t, B->count);
  B->update = lb_stackNum(d, B->n);
  B->run = LB_STACK(d, lbBlockRun, B->count);
  int* parentDof = lb_stackInt(d, B->n);
  findParents(B, parentDof);
  findNeighbours(B, parentDof);
  if (B->cost > expensive && B->count <= lbMAX_ORDERED) {
    reorder(B, parentDof);
    findParents(B, parentDof);
    findNeighbours(B, parentDof);
  }
}

int lb_blockSize(const lbBlockMatrix* B) {
  return (int)B->size;
}

// First column of segment t in the panel of s; t is s or a neighbour.
static int columnOf(const lbBlockMatrix* B, int s, int t) {
  if (t == s) {
    return B->width[s] - (B->adr[s + 1] - B->adr[s]);
  }
  int low = B->listAdr[s], high = B->listAdr[s + 1] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (B->list[middle] < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return B->offset[low];
}

void lb_blockSetInertia(const lbBlockMatrix* B, mjtNum* H) {
  const lbProblem* p = B->p;
  const mjModel* m = p->m;
  memset(H, 0, B->size * sizeof(mjtNum));
  for (int t = 0; t < p->M.treeCount; t++) {
    int first = m->tree_dofadr[p->M.trees[t]], shift = p->M.treeAdr[t] - first;
    for (int i = first; i < first + m->tree_dofnum[p->M.trees[t]]; i++) {
      int place = placeOf(B, i + shift), s = B->segment[place], last = -1, column = 0;
      mjtNum* row = H + B->panelAdr[s] + (size_t)(place - B->adr[s]) * B->width[s];
      for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
        int j = placeOf(B, m->M_colind[k] + shift), segment = B->segment[j];
        if (segment != last) {
          column = columnOf(B, s, segment) - B->adr[segment];
          last = segment;
        }
        row[column + j] = p->M.value[k];
      }
    }
  }
}

// Adds the transpose of rows a .. end-1 and columns b .. stop-1 of a block, which belong to an
// earlier and to a later segment.
static void addTransposed(const lbBlockMatrix* B, mjtNum* H, const int* cols, int nnz,
                          const mjtNum* block, int a, int end, int b, int stop) {
  int s = B->segment[cols[b]], t = B->segment[cols[a]];
  int column = columnOf(B, s, t) - B->adr[t];
  for (int k = b; k < stop; k++) {
    mjtNum* row = H + B->panelAdr[s] + (size_t)(cols[k] - B->adr[s]) * B->width[s] + column;
    for (int r = a; r < end; r++) {
      row[cols[r]] += block[(size_t)r * nnz + k];
    }
  }
}

void lb_blockAdd(const lbBlockMatrix* B, mjtNum* H, const int* cols, int nnz, const mjtNum* block) {
  if (B->place) {
    for (int k = 0; k < nnz; k++) {
      B->placed[k] = B->place[cols[k]];
    }
    cols = B->placed;
  }
  // stretches of columns in one segment, with the columns they have in the panel of the row
  for (int a = 0; a < nnz;) {
    int s = B->segment[cols[a]], end = a + 1;
    while (end < nnz && B->segment[cols[end]] == s) {
      end++;
    }
    for (int b = 0; b < end;) {
      int t = B->segment[cols[b]], stop = b + 1;
      while (stop < nnz && B->segment[cols[stop]] == t) {
        stop++;
      }
      if (s < t) {
        addTransposed(B, H, cols, nnz, block, a, end, b, stop);
      } else {
        int first = B->adr[s], width = B->width[s];
        mjtNum* panel = H + B->panelAdr[s] + columnOf(B, s, t) - B->adr[t];
        const mjtNum* from = block + (size_t)a * nnz;
        for (int r = a; r < end; r++, from += nnz) {
          mjtNum* row = panel + (size_t)(cols[r] - first) * width;
          for (int k = b, limit = s == t ? r + 1 : stop; k < limit; k++) {
            row[cols[k]] += from[k];
          }
        }
      }
      b = stop;
    }
    a = end;
  }
}

// ----------------------------------------------------------------------------------------- factor

// target[0 .. n-1] -= sum_i scale[i] source[i][0 .. n-1], rows of source stride apart.
static inline void subtractRows(mjtNum* target, const mjtNum* source, int stride,
                                const mjtNum* scale, int rows, int n) {
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    lbV2 low = lb_load2(target + k), high = lb_load2(target + k + 2);
    const mjtNum* from = source + k;
    for (int i = 0; i < rows; i++, from += stride) {
      lbV2 c = lb_splat2(scale[i]);
      low -= lb_load2(from) * c;
      high -= lb_load2(from + 2) * c;
    }
    lb_store2(target + k, low);
    lb_store2(target + k + 2, high);
  }
  for (; k < n; k++) {
    mjtNum sum = target[k];
    for (int i = 0; i < rows; i++) {
      sum -= source[(size_t)i * stride + k] * scale[i];
    }
    target[k] = sum;
  }
}

// The same for three targets, three rows and scales of each: most of what is read is shared.
static void subtractThree(mjtNum* target, int targetStride, const mjtNum* source, int stride,
                          const mjtNum* scale, int n) {
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 a = lb_load2(source + k), b = lb_load2(source + stride + k);
    lbV2 c = lb_load2(source + 2 * stride + k);
    for (int q = 0; q < 3; q++) {
      mjtNum* at = target + (size_t)q * targetStride + k;
      const mjtNum* s = scale + 3 * q;
      lb_store2(at, lb_load2(at) - a * s[0] - b * s[1] - c * s[2]);
    }
  }
  for (int q = 0; k < n && q < 3; q++) {
    mjtNum* at = target + (size_t)q * targetStride + k;
    const mjtNum *from = source + k, *s = scale + 3 * q;
    *at = *at - from[0] * s[0] - from[stride] * s[1] - from[2 * stride] * s[2];
  }
}

// Own block of a segment: rows become rows of L, the diagonal D.
static void factorPanel(const lbBlockMatrix* B, mjtNum* panel, int s) {
  int rows = B->adr[s + 1] - B->adr[s], width = B->width[s], own = width - rows;
  for (int i = rows - 1; i >= 0; i--) {
    mjtNum* row = panel + (size_t)i * width;
    mjtNum pivot = row[own + i];
    if (!(pivot > mjMINVAL)) {
      pivot = row[own + i] = lb_ldlPivot(pivot, row, own + i);
    }
    mjtNum inverse = B->diagInv[B->adr[s] + i] = 1 / pivot;
    for (int j = i - 1; j >= 0; j--) {
      mjtNum factor = row[own + j] * inverse;
      if (factor != 0) {
        lb_addToScl(panel + (size_t)j * width, row, -factor, own + j + 1);
      }
    }
    lb_scl(row, row, inverse, own + i);
  }
}

// Stretches of the columns of s, up to its neighbour number `which`, that are contiguous in the
// panel of that neighbour too; its list contains them all. Returns their number.
static int findRuns(lbBlockMatrix* B, int s, int which) {
  int t = B->list[which], at = B->listAdr[t], runs = 0, end = -1;
  for (int k = B->listAdr[s]; k <= which; k++) {
    int u = B->list[k], length = B->adr[u + 1] - B->adr[u];
    while (u != t && B->list[at] < u) {
      at++;
    }
    int to = u == t ? B->width[t] - length : B->offset[at];
    if (runs && to == end) {
      B->run[runs - 1].length += length;
    } else {
      B->run[runs++] = (lbBlockRun){B->offset[k], to, length};
    }
    end = to + length;
  }
  return runs;
}

// Of segments of three dofs, as those of vertices and balls are, and pieces that all have
// something to subtract; false: of others.
static bool updateThree(const lbBlockMatrix* B, const mjtNum* panel, int width, mjtNum* target,
                        int targetWidth, int column, int runs) {
  mjtNum scale[9];
  for (int q = 0; q < 3; q++) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
      const mjtNum* row = panel + (size_t)i * width;
      scale[3 * q + i] = row[column + q] * row[width - 3 + i];
      any |= scale[3 * q + i] != 0;
    }
    if (!any) {
      return false;
    }
  }
  for (int k = 0; k < runs; k++) {
    // the last run ends behind the diagonal: nobody reads what is there
    lbBlockRun run = B->run[k];
    subtractThree(target + run.to, targetWidth, panel + run.from, width, scale, run.length);
  }
  return true;
}

// Subtracts from the panel of a neighbour what segment s explains.
static void updateNeighbour(lbBlockMatrix* B, mjtNum* H, int s, int which) {
  int rows = B->adr[s + 1] - B->adr[s], width = B->width[s], t = B->list[which];
  int targetRows = B->adr[t + 1] - B->adr[t], runs = findRuns(B, s, which);
  const mjtNum* panel = H + B->panelAdr[s];
  if (rows == 3 && targetRows == 3 &&
      updateThree(B, panel, width, H + B->panelAdr[t], B->width[t], B->offset[which], runs)) {
    return;
  }

  for (int q = 0; q < targetRows; q++) {
    mjtNum scale[maxSegment], *target = H + B->panelAdr[t] + (size_t)q * B->width[t];
    bool any = false;
    for (int i = 0; i < rows; i++) {
      const mjtNum* row = panel + (size_t)i * width;
      scale[i] = row[B->offset[which] + q] * row[width - rows + i];
      any |= scale[i] != 0;
    }
    for (int k = 0; any && k < runs; k++) {
      // the last run ends at the diagonal
      lbBlockRun run = B->run[k];
      int n = k + 1 == runs ? run.length - (targetRows - 1 - q) : run.length;
      subtractRows(target + run.to, panel + run.from, width, scale, rows, n);
    }
  }
}

void lb_blockFactor(lbBlockMatrix* B, mjtNum* H) {
  for (int s = B->count - 1; s >= 0; s--) {
    factorPanel(B, H + B->panelAdr[s], s);
    for (int k = B->listAdr[s]; k < B->listAdr[s + 1]; k++) {
      updateNeighbour(B, H, s, k);
    }
  }
}

// ------------------------------------------------------------------------------------------ solve

// work = x at the columns of the panel of s.
static void gatherColumns(const lbBlockMatrix* B, int s, const mjtNum* x) {
  mjtNum* to = B->work;
  for (int k = B->listAdr[s]; k < B->listAdr[s + 1]; k++) {
    int t = B->list[k], length = B->adr[t + 1] - B->adr[t];
    for (int i = 0; i < length; i++) {
      *to++ = x[B->adr[t] + i];
    }
  }
  for (int i = B->adr[s]; i < B->adr[s + 1]; i++) {
    *to++ = x[i];
  }
}

static void scatterColumns(const lbBlockMatrix* B, int s, mjtNum* x) {
  const mjtNum* from = B->work;
  for (int k = B->listAdr[s]; k < B->listAdr[s + 1]; k++) {
    int t = B->list[k], length = B->adr[t + 1] - B->adr[t];
    for (int i = 0; i < length; i++) {
      x[B->adr[t] + i] = *from++;
    }
  }
  for (int i = B->adr[s]; i < B->adr[s + 1]; i++) {
    x[i] = *from++;
  }
}

static void solvePlaced(const lbBlockMatrix* B, const mjtNum* L, mjtNum* x) {
  // inv(L'), then inv(D), then inv(L)
  for (int s = B->count - 1; s >= 0; s--) {
    int rows = B->adr[s + 1] - B->adr[s], width = B->width[s], own = width - rows;
    gatherColumns(B, s, x);
    for (int i = rows - 1; i >= 0; i--) {
      if (B->work[own + i] != 0) {
        const mjtNum* row = L + B->panelAdr[s] + (size_t)i * width;
        lb_addToScl(B->work, row, -B->work[own + i], own + i);
      }
    }
    scatterColumns(B, s, x);
  }
  for (int s = 0; s < B->count; s++) {
    int rows = B->adr[s + 1] - B->adr[s], width = B->width[s], own = width - rows;
    gatherColumns(B, s, x);
    for (int i = 0; i < rows; i++) {
      const mjtNum* row = L + B->panelAdr[s] + (size_t)i * width;
      int dof = B->adr[s] + i;
      x[dof] = B->work[own + i] = x[dof] * B->diagInv[dof] - lb_dot(row, B->work, own + i);
    }
  }
}

void lb_blockSolve(const lbBlockMatrix* B, const mjtNum* L, mjtNum* x) {
  if (!B->place) {
    solvePlaced(B, L, x);
    return;
  }
  for (int i = 0; i < B->n; i++) {
    B->update[B->place[i]] = x[i];
  }
  solvePlaced(B, L, B->update);
  for (int i = 0; i < B->n; i++) {
    x[i] = B->update[B->place[i]];
  }
}

// ----------------------------------------------------------------------------------------- update

// Nearest neighbour of a segment, -1 for none: the next segment that an update reaches.
static int nextSegment(const lbBlockMatrix* B, int s) {
  return B->listAdr[s + 1] > B->listAdr[s] ? B->list[B->listAdr[s + 1] - 1] : -1;
}

// Gill, Golub, Murray, Saunders (1974), method C1, row by row from the last: with p = x_i,
// D' = D + w p^2, x -= p L_i, L_i += (w p / D') x, w' = w D / D'.
bool lb_blockUpdate(lbBlockMatrix* B, mjtNum* L, const int* cols, int nnz, const mjtNum* x,
                    mjtNum weight) {
  mjtNum* full = B->update;
  int last = lastSegment(B, cols, nnz);
  for (int s = last; s >= 0; s = nextSegment(B, s)) {
    memset(full + B->adr[s], 0, (B->adr[s + 1] - B->adr[s]) * sizeof(mjtNum));
  }
  for (int k = 0; k < nnz; k++) {
    full[placeOf(B, cols[k])] = x[k];
  }

  for (int s = last; s >= 0; s = nextSegment(B, s)) {
    int rows = B->adr[s + 1] - B->adr[s], width = B->width[s], own = width - rows;
    gatherColumns(B, s, full);
    for (int i = rows - 1; i >= 0; i--) {
      mjtNum p = B->work[own + i];
      if (p == 0) {
        continue;
      }
      mjtNum* row = L + B->panelAdr[s] + (size_t)i * width;
      mjtNum pivot = row[own + i], next = pivot + weight * p * p;
      if (!(next > mjMINVAL)) {
        return false;
      }
      lb_addToScl(B->work, row, -p, own + i);
      lb_addToScl(row, B->work, weight * p / next, own + i);
      weight *= pivot / next;
      row[own + i] = next;
      B->diagInv[B->adr[s] + i] = 1 / next;
    }
    scatterColumns(B, s, full);
  }
  return true;
}

double lb_blockUpdateCost(const lbBlockMatrix* B, const int* cols, int nnz) {
  double cost = 0;
  for (int s = lastSegment(B, cols, nnz); s >= 0; s = nextSegment(B, s)) {
    cost += 2.0 * B->width[s] * (B->adr[s + 1] - B->adr[s]);
  }
  return cost;
}
