// Index tables of the sparse matrices that depend on the tree alone.
//
// M: lower triangle of the inertia matrix by rows, columns ascending, diagonal last; a simple dof
//    has only its diagonal. The older layout of qM lists for every dof the diagonal and then its
//    ancestors upwards, from dof_Madr; mapM2M leads from M to it.
// D: square matrix coupling each dof with its ancestors and descendants.
// B: for each body the dofs that move it and those of its subtree.
// Cost is linear in the number of entries.

#include "model/matrices.h"
#include "base/compiler.h"

// Counts of ancestors (with itself) and of descendants (with itself) per dof, over the tree of
// dofs.
typedef struct DofTree_ {
  int* ancestors;
  int* descendants;
} DofTree;

static DofTree measureDofs(lbRegion* region, const mjModel* m, const int* parentId) {
  size_t bytes = lb_checkedSize((size_t)m->nv, sizeof(int));
  DofTree tree = {.ancestors = lb_regionAlloc(region, bytes),
                  .descendants = lb_regionAlloc(region, bytes)};
  for (int i = 0; i < m->nv; i++) {
    tree.ancestors[i] = 1 + (parentId[i] < 0 ? 0 : tree.ancestors[parentId[i]]);
  }
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    tree.descendants[i]++;
    if (parentId[i] >= 0) {
      tree.descendants[parentId[i]] += tree.descendants[i];
    }
  }
  return tree;
}

int lb_lastDofOf(const mjModel* m, int body) {
  while (body > 0 && !m->body_dofnum[body]) {
    body = m->body_parentid[body];
  }
  return body > 0 ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

// Dofs of the subtree of a body are consecutive: the first one and their number.
static void subtreeDofs(lbRegion* region, const mjModel* m, int** first, int** count) {
  *first = lb_regionAlloc(region, lb_checkedSize(m->nbody, sizeof(int)));
  *count = lb_regionAlloc(region, lb_checkedSize(m->nbody, sizeof(int)));
  for (int i = (int)m->nbody - 1; i >= 0; i--) {
    (*count)[i] += m->body_dofnum[i];
    if (m->body_dofnum[i]) {
      (*first)[i] = m->body_dofadr[i];
    }
    if (i > 0 && (*count)[i]) {
      int parent = m->body_parentid[i];
      (*count)[parent] += (*count)[i];
      (*first)[parent] = (*first)[i];
    }
  }
}

void lb_countMatrices(lbRegion* region, const mjModel* m, mjModel* sizes) {
  DofTree tree = measureDofs(region, m, m->dof_parentid);
  sizes->nM = sizes->nC = sizes->nD = sizes->nB = 0;
  for (int i = 0; i < m->nv; i++) {
    sizes->nM += tree.ancestors[i];
    sizes->nC += m->dof_simplenum[i] ? 1 : tree.ancestors[i];
    sizes->nD += tree.ancestors[i] + tree.descendants[i] - 1;
  }

  // body rows: dofs of the ancestors without the body, and of the subtree
  int *first, *below;
  subtreeDofs(region, m, &first, &below);
  int* above = lb_regionAlloc(region, lb_checkedSize(m->nbody, sizeof(int)));
  for (int i = 0; i < m->nbody; i++) {
    int parent = m->body_parentid[i];
    above[i] = i ? above[parent] + m->body_dofnum[parent] : 0;
    sizes->nB += above[i] + below[i];
  }
}

static void fillM(mjModel* m, const DofTree* tree) {
  int adr = 0, legacy = 0;
  for (int i = 0; i < m->nv; i++) {
    m->dof_Madr[i] = legacy;
    legacy += tree->ancestors[i];
    int count = m->dof_simplenum[i] ? 1 : tree->ancestors[i];
    m->M_rownnz[i] = count;
    m->M_rowadr[i] = adr;
    for (int k = count - 1, j = i; k >= 0; k--, j = m->dof_parentid[j]) {
      m->M_colind[adr + k] = j;
      m->mapM2M[adr + k] = m->dof_Madr[i] + (count - 1 - k);
    }
    adr += count;
  }
}

static void fillD(mjModel* m, const DofTree* tree) {
  int adr = 0;
  for (int i = 0; i < m->nv; i++) {
    int above = tree->ancestors[i] - 1;
    m->D_rowadr[i] = adr;
    m->D_rownnz[i] = above + tree->descendants[i];
    m->D_diag[i] = above;
    for (int k = above - 1, j = m->dof_parentid[i]; k >= 0; k--, j = m->dof_parentid[j]) {
      m->D_colind[adr + k] = j;
    }
    // descendants of a dof are consecutive
    for (int k = 0; k < tree->descendants[i]; k++) {
      m->D_colind[adr + above + k] = i + k;
    }
    adr += m->D_rownnz[i];
  }
}

// Entry of row i of M at column j <= i, -1 when M does not hold it.
static int findInM(const mjModel* m, int i, int j) {
  int low = m->M_rowadr[i], high = low + m->M_rownnz[i] - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (m->M_colind[middle] == j) {
      return middle;
    }
    if (m->M_colind[middle] < j) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

static void mapMD(mjModel* m) {
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      int j = m->D_colind[k];
      int entry = j <= i ? findInM(m, i, j) : findInM(m, j, i);
      m->mapM2D[k] = entry;
      if (entry >= 0 && j <= i) {
        m->mapD2M[entry] = k;
      }
    }
  }
}

static void fillB(mjModel* m, lbRegion* region) {
  int *first, *count, adr = 0;
  subtreeDofs(region, m, &first, &count);
  int* chain = lb_regionAlloc(region, lb_checkedSize(m->nv + 1, sizeof(int)));
  for (int b = 0; b < m->nbody; b++) {
    int above = 0;
    for (int j = b ? lb_lastDofOf(m, m->body_parentid[b]) : -1; j >= 0; j = m->dof_parentid[j]) {
      chain[above++] = j;
    }
    m->B_rowadr[b] = adr;
    m->B_rownnz[b] = above + count[b];
    for (int k = 0; k < above; k++) {
      m->B_colind[adr++] = chain[above - 1 - k];
    }
    for (int k = 0; k < count[b]; k++) {
      m->B_colind[adr++] = first[b] + k;
    }
  }
}

LB_APART void lb_fillMatrices(lbRegion* region, mjModel* m) {
  DofTree tree = measureDofs(region, m, m->dof_parentid);
  fillM(m, &tree);
  fillD(m, &tree);
  mapMD(m);
  fillB(m, region);
}
