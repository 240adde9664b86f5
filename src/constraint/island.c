// Constraint islands: connected components of the graph whose nodes are kinematic trees and whose
// edges are constraint rows. Trees without rows are in no island.
//
// Local numbering keeps dofs and rows of an island together, each in ascending global order;
// unconstrained dofs and trees follow at the end. Requirements ISL-01..ISL-06.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/stack.h"
#include "model/options.h"

#include <string.h>

// Root of a tree in the union-find forest, halving the path.
static int findRoot(int* parent, int tree) {
  while (parent[tree] != tree) {
    parent[tree] = parent[parent[tree]];
    tree = parent[tree];
  }
  return tree;
}

// Joint equalities, tendons and flexes list every dof that could matter.
// COMPAT: ISLAND-ROW-VALUE: a dense Jacobian tells which do.
static bool joinsByValue(const mjModel* m, const mjData* d, int row) {
  int type = d->efc_type[row];
  int equality = type == mjCNSTR_EQUALITY ? m->eq_type[d->efc_id[row]] : -1;
  bool listed = type == mjCNSTR_FRICTION_TENDON || type == mjCNSTR_LIMIT_TENDON ||
                equality == mjEQ_TENDON || equality == mjEQ_JOINT || lb_isFlexEquality(equality);
  return listed && !mj_isSparse(m);
}

// Joins two components, either may be empty (-1); returns the root.
static int joinRoots(int* parent, int root, int other) {
  if (root < 0 || root == other) {
    return other;
  }
  int low = root < other ? root : other, high = root < other ? other : root;
  parent[high] = low;
  return low;
}

// An elastic flex is one component, rows or not: its elements tie its bodies together.
LB_APART static void joinFlexes(const mjModel* m, int* parent) {
  for (int f = 0; f < m->nflex; f++) {
    bool nodes = m->flex_interp[f] != 0;
    // COMPAT: ISLAND-FLEX: one whose first stiffness is zero counts as not elastic
    int adr = m->flex_stiffnessadr[f];
    bool tied = (adr >= 0 && m->flex_stiffness[adr] != 0) || m->flex_bendingadr[f] >= 0;
    const int* body =
        nodes ? m->flex_nodebodyid + m->flex_nodeadr[f] : m->flex_vertbodyid + m->flex_vertadr[f];
    int count = nodes ? m->flex_nodenum[f] : m->flex_vertnum[f], root = -1;
    for (int i = 0; i < count && tied && !m->flex_rigid[f]; i++) {
      int tree = m->body_treeid[body[i]];
      if (tree >= 0) {
        if (parent[tree] < 0) {
          parent[tree] = tree;
        }
        root = joinRoots(parent, root, findRoot(parent, tree));
      }
    }
  }
}

// Tree of a row that moves no dof: that of the bodies of a contact, -1 for others.
// COMPAT: ISLAND-SAME-BODY: a contact between geoms of one body, or of welded ones, is in their
// island.
static int unmovedTree(const mjModel* m, const mjData* d, int row) {
  const mjContact* con = d->contact + d->efc_id[row];
  bool between = d->efc_type[row] >= mjCNSTR_CONTACT_FRICTIONLESS && con->geom[0] >= 0;
  return between ? m->body_treeid[m->geom_bodyid[con->geom[0]]] : -1;
}

// Rows from `first` on that are in one island whatever their values: they move the same dofs.
static int groupRows(const mjModel* m, const mjData* d, int first) {
  int last = first, *rowsuper = d->efc_J_rowsuper;
  if (!d->efc_J_rownnz[first]) {
    // those of one contact
    while (last + 1 < d->nefc && d->efc_type[last + 1] == d->efc_type[first] &&
           d->efc_id[last + 1] == d->efc_id[first]) {
      last++;
    }
    return last + 1 - first;
  }
  if (mj_isSparse(m)) {
    return rowsuper[first] + 1;
  }
  while (rowsuper[last] && !joinsByValue(m, d, first) && !joinsByValue(m, d, last + 1)) {
    last++;
  }
  return last + 1 - first;
}

// Joins the trees of every row; parent[t] = -1 for trees without rows. Smaller ids become roots.
static void joinTrees(const mjModel* m, const mjData* d, int* parent) {
  for (int t = 0; t < m->ntree; t++) {
    parent[t] = -1;
  }
  for (int r = 0; r < d->nefc; r += groupRows(m, d, r)) {
    bool byValue = joinsByValue(m, d, r);
    const int* cols = d->efc_J_colind + d->efc_J_rowadr[r];
    const mjtNum* full = d->efc_J + (size_t)r * m->nv;
    int root = -1, last = -1, unmoved = d->efc_J_rownnz[r] ? -1 : unmovedTree(m, d, r);
    if (unmoved >= 0 && parent[unmoved] < 0) {
      parent[unmoved] = unmoved;
    }
    for (int k = 0; k < d->efc_J_rownnz[r]; k++) {
      int tree = m->dof_treeid[cols[k]];
      if (tree == last || (byValue && full[cols[k]] == 0)) {
        continue;
      }
      last = tree;
      // a tree that is here as a whole is passed at once
      int dofs = m->tree_dofnum[tree];
      if (k + dofs <= d->efc_J_rownnz[r] && cols[k + dofs - 1] == m->tree_dofadr[tree] + dofs - 1) {
        k += byValue ? 0 : dofs - 1;
      }
      if (parent[tree] < 0) {
        parent[tree] = tree;
      }
      root = joinRoots(parent, root, findRoot(parent, tree));
    }
  }
  joinFlexes(m, parent);
}

// What mjData has of islands, and how many.
#define ISLAND_ARRAYS(X)         \
  X(ifrc_smooth, d->nidof)       \
  X(iacc_smooth, d->nidof)       \
  X(iacc, d->nidof)              \
  X(ifrc_constraint, d->nidof)   \
  X(iefc_frictionloss, d->nefc)  \
  X(iefc_D, d->nefc)             \
  X(iefc_R, d->nefc)             \
  X(iefc_aref, d->nefc)          \
  X(iefc_force, d->nefc)         \
  X(iefc_state, d->nefc)         \
  X(iefc_type, d->nefc)          \
  X(iefc_id, d->nefc)            \
  X(efc_island, d->nefc)         \
  X(map_efc2iefc, d->nefc)       \
  X(map_iefc2efc, d->nefc)       \
  X(tree_island, m->ntree)       \
  X(map_itree2tree, m->ntree)    \
  X(dof_island, m->nv)           \
  X(map_dof2idof, m->nv)         \
  X(map_idof2dof, m->nv)         \
  X(island_ntree, d->nisland)    \
  X(island_itreeadr, d->nisland) \
  X(island_nv, d->nisland)       \
  X(island_idofadr, d->nisland)  \
  X(island_dofadr, d->nisland)   \
  X(island_ne, d->nisland)       \
  X(island_nf, d->nisland)       \
  X(island_nefc, d->nisland)     \
  X(island_iefcadr, d->nisland)

// Places them; false when the arena is full.
static bool allocateIslands(const mjModel* m, mjData* d) {
  uint64_t end = lb_arenaEnd(d);
#define X(field, count) LB_PLACE(d, end, field, count);
  ISLAND_ARRAYS(X)
#undef X
  return lb_takePlaced(d, end);
}

static void forgetIslands(mjData* d) {
#define X(field, count) d->field = NULL;
  ISLAND_ARRAYS(X)
#undef X
  d->nisland = d->nidof = 0;
}

// Offsets of consecutive blocks with the given sizes.
static void accumulate(int* adr, const int* size, int count) {
  for (int i = 0, sum = 0; i < count; i++) {
    adr[i] = sum;
    sum += size[i];
  }
}

static void placeTrees(const mjModel* m, mjData* d, const int* island) {
  int nisland = d->nisland, free = 0;
  memset(d->island_ntree, 0, nisland * sizeof(int));
  memset(d->island_nv, 0, nisland * sizeof(int));
  for (int t = 0; t < m->ntree; t++) {
    d->tree_island[t] = island[t];
    if (island[t] >= 0) {
      d->island_ntree[island[t]]++;
      d->island_nv[island[t]] += m->tree_dofnum[t];
      free++;
    }
  }
  accumulate(d->island_itreeadr, d->island_ntree, nisland);
  accumulate(d->island_idofadr, d->island_nv, nisland);

  // fill in ascending order; the counters are rebuilt on the way
  int freeDof = d->nidof;
  memset(d->island_ntree, 0, nisland * sizeof(int));
  memset(d->island_nv, 0, nisland * sizeof(int));
  for (int t = 0; t < m->ntree; t++) {
    int k = island[t], first = m->tree_dofadr[t], count = m->tree_dofnum[t];
    int* nextDof = k >= 0 ? d->island_nv + k : &freeDof;
    int base = k >= 0 ? d->island_idofadr[k] : 0;
    if (k >= 0 && !d->island_ntree[k]) {
      d->island_dofadr[k] = first;
    }
    d->map_itree2tree[k >= 0 ? d->island_itreeadr[k] + d->island_ntree[k]++ : free++] = t;
    for (int i = first; i < first + count; i++) {
      int local = base + (*nextDof)++;
      d->dof_island[i] = k;
      d->map_dof2idof[i] = local;
      d->map_idof2dof[local] = i;
    }
  }
}

// Island of a row: that of the first tree it moves or belongs to.
static int rowIsland(const mjModel* m, const mjData* d, const int* island, int row) {
  bool byValue = joinsByValue(m, d, row);
  const int* cols = d->efc_J_colind + d->efc_J_rowadr[row];
  const mjtNum* full = d->efc_J + (size_t)row * m->nv;
  for (int k = 0; k < d->efc_J_rownnz[row]; k++) {
    if (!byValue || full[cols[k]] != 0) {
      return island[m->dof_treeid[cols[k]]];
    }
  }
  int tree = d->efc_J_rownnz[row] ? -1 : unmovedTree(m, d, row);
  return tree >= 0 ? island[tree] : 0;
}

// All rows are of one island: nothing moves.
static void placeAllRows(mjData* d) {
  size_t reals = d->nefc * sizeof(mjtNum), ints = d->nefc * sizeof(int);
  memset(d->efc_island, 0, ints);
  for (int r = 0; r < d->nefc; r++) {
    d->map_efc2iefc[r] = d->map_iefc2efc[r] = r;
  }
  memcpy(d->iefc_type, d->efc_type, ints);
  memcpy(d->iefc_id, d->efc_id, ints);
  memcpy(d->iefc_frictionloss, d->efc_frictionloss, reals);
  memcpy(d->iefc_D, d->efc_D, reals);
  memcpy(d->iefc_R, d->efc_R, reals);
  d->island_nefc[0] = d->nefc;
  d->island_ne[0] = d->ne;
  d->island_nf[0] = d->nf;
  d->island_iefcadr[0] = 0;
}

// Rows first ... first+count-1 become the rows local ... of their island.
static void moveRows(mjData* d, int first, int count, int local) {
  for (int i = 0; i < count; i++) {
    d->map_efc2iefc[first + i] = local + i;
    d->map_iefc2efc[local + i] = first + i;
    d->iefc_type[local + i] = d->efc_type[first + i];
    d->iefc_id[local + i] = d->efc_id[first + i];
    d->iefc_frictionloss[local + i] = d->efc_frictionloss[first + i];
    d->iefc_D[local + i] = d->efc_D[first + i];
    d->iefc_R[local + i] = d->efc_R[first + i];
  }
}

// How many of the rows first ... end-1 come before row `border`.
static int rowsBefore(int first, int end, int border) {
  int last = end < border ? end : border;
  return last > first ? last - first : 0;
}

static void placeRows(const mjModel* m, mjData* d, const int* island) {
  int nisland = d->nisland;
  if (nisland == 1) {
    placeAllRows(d);
    return;
  }
  memset(d->island_nefc, 0, nisland * sizeof(int));
  memset(d->island_ne, 0, nisland * sizeof(int));
  memset(d->island_nf, 0, nisland * sizeof(int));
  for (int r = 0, end; r < d->nefc; r = end) {
    int k = rowIsland(m, d, island, r), equalities;
    end = r + groupRows(m, d, r);
    for (int i = r; i < end; i++) {
      d->efc_island[i] = k;
    }
    equalities = rowsBefore(r, end, d->ne);
    d->island_nefc[k] += end - r;
    d->island_ne[k] += equalities;
    d->island_nf[k] += rowsBefore(r, end, d->ne + d->nf) - equalities;
  }
  accumulate(d->island_iefcadr, d->island_nefc, nisland);

  memset(d->island_nefc, 0, nisland * sizeof(int));
  for (int r = 0, end; r < d->nefc; r = end) {
    int k = d->efc_island[r];
    end = r + groupRows(m, d, r);
    moveRows(d, r, end - r, d->island_iefcadr[k] + d->island_nefc[k]);
    d->island_nefc[k] += end - r;
  }
}

void mj_island(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  d->nisland = d->nidof = 0;
  if (lb_disabled(m, mjDSBL_ISLAND) || !d->nefc) {
    return;
  }
  lb_markStack(d);
  int* island = lb_stackInt(d, m->ntree);
  joinTrees(m, d, island);

  // number the components by their first tree, which is their root
  for (int t = 0; t < m->ntree; t++) {
    if (island[t] >= 0) {
      island[t] = island[t] == t ? d->nisland++ : island[island[t]];
      d->nidof += m->tree_dofnum[t];
    }
  }
  if (d->nisland && allocateIslands(m, d)) {
    placeTrees(m, d, island);
    placeRows(m, d, island);
  } else if (d->nisland) {
    mj_warning(d, mjWARN_CNSTRFULL, d->narena > INT32_MAX ? INT32_MAX : (int)d->narena);
    forgetIslands(d);
  }
  lb_freeStack(d);
}
