// Inverse inertias at qpos0, as dofs, bodies, tendons, actuators and edges of flexes see them:
// J M^-1 J' for the Jacobian J of each, and the lengths that belong to them. Impedances of
// constraints are scaled by these numbers.

#include "compile/constants/inverse_weight.h"

#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "dynamics/factor.h"
#include "kinematics/chain.h"
#include "kinematics/flex_kinematics.h"
#include "math/inline.h"
#include "math/libm.h"

// Work memory for J M^-1 J'. The inertia matrix M has a block for each kinematic tree: a row of J
// is solved only in the dofs of the trees that it touches, so that the cost of a tree does not
// depend on how many others there are.
typedef struct Response_ {
  mjtNum* given;      // (6 x nv) rows of J, dense; only entries of the chosen trees are valid
  mjtNum* solved;     // (nv)
  int* dof;           // (nv) dofs of the chosen trees
  int *stamp, round;  // (ntree) the last round that chose each tree
  lbIndexList dofs;   // those of dof that count
} Response;

static Response makeResponse(const mjModel* m, mjData* d) {
  Response r = {.given = lb_stackNum(d, 6 * (size_t)m->nv),
                .solved = lb_stackNum(d, (size_t)m->nv),
                .dof = lb_stackInt(d, (size_t)m->nv),
                .stamp = lb_stackInt(d, (size_t)m->ntree)};
  for (int i = 0; i < m->ntree; i++) {
    r.stamp[i] = 0;
  }
  return r;
}

// Chooses the trees that hold some dofs, and zeroes `rows` rows of J in all their dofs.
static void chooseTrees(const mjModel* m, Response* r, const int* dof, int count, int rows) {
  int used = 0;
  r->round++;
  for (int k = 0; k < count; k++) {
    int tree = m->dof_treeid[dof[k]];
    for (int i = 0; r->stamp[tree] < r->round && i < m->tree_dofnum[tree]; i++) {
      r->dof[used++] = m->tree_dofadr[tree] + i;
    }
    r->stamp[tree] = r->round;
  }
  r->dofs = (lbIndexList){.item = r->dof, .count = used};
  for (int row = 0; row < rows; row++) {
    for (int k = 0; k < used; k++) {
      r->given[row * m->nv + r->dof[k]] = 0;
    }
  }
}

// x . y in the chosen dofs. COMPAT: MATH-DOT: added up as lb_dot adds up all nv.
static mjtNum dotOf(const mjModel* m, const Response* r, const mjtNum* x, const mjtNum* y) {
  mjtNum sum[4] = {0}, tail = 0;
  int whole = (int)(m->nv & ~(mjtSize)3);
  for (int k = 0; k < r->dofs.count; k++) {
    int i = r->dof[k];
    *(i < whole ? &sum[i & 3] : &tail) += x[i] * y[i];
  }
  return ((sum[0] + sum[2]) + (sum[1] + sum[3])) + tail;
}

// solved = M^-1 x for a row x of `given`; returns that row.
static const mjtNum* solveRow(const mjModel* m, const mjData* d, const Response* r, int row) {
  const mjtNum* x = r->given + row * m->nv;
  for (int k = 0; k < r->dofs.count; k++) {
    r->solved[r->dof[k]] = x[r->dof[k]];
  }
  lb_solveTree(m, r->solved, d->qLD, d->qLDiagInv, r->dofs);
  return x;
}

// x' M^-1 x for a row x of `given`.
static mjtNum squareOf(const mjModel* m, const mjData* d, const Response* r, int row) {
  return dotOf(m, r, solveRow(m, d, r, row), r->solved);
}

// Makes a sparse row of J the first row of `given`.
static void giveRow(const mjModel* m, Response* r, const int* column, const mjtNum* row,
                    int count) {
  chooseTrees(m, r, column, count, 1);
  for (int k = 0; k < count; k++) {
    r->given[column[k]] = row[k];
  }
}

// J M^-1 J' for a sparse row J.
static mjtNum respondToRow(const mjModel* m, const mjData* d, Response* r, const int* column,
                           const mjtNum* row, int count) {
  giveRow(m, r, column, row, count);
  return squareOf(m, d, r, 0);
}

static void setDofWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nv; i++) {
    // COMPAT: INVWEIGHT-SLIDES: a body that only slides responds by its mass alone, armature left
    // out
    int body = m->dof_bodyid[i];
    if (m->body_simple[body] == 2) {
      if (m->body_mass[body] == 0) {
        lb_error("mj_setConst: moving body %d has 0 mass", body);
      }
      m->dof_invweight0[i] = 1 / lb_max(mjMINVAL, m->body_mass[body]);
      continue;
    }
    mjtNum one = 1;
    m->dof_invweight0[i] = respondToRow(m, d, &r, &i, &one, 1);
  }

  // the three translations and the three rotations of a joint share their mean
  for (int j = 0; j < m->njnt; j++) {
    int groups = m->jnt_type[j] == mjJNT_FREE ? 2 : m->jnt_type[j] == mjJNT_BALL ? 1 : 0;
    for (int k = 0; k < groups; k++) {
      mjtNum* w = m->dof_invweight0 + m->jnt_dofadr[j] + 3 * k;
      w[0] = w[1] = w[2] = (w[0] + w[1] + w[2]) / 3;
    }
  }
  mj_freeStack(d);
}

// How a body's centre moves and how the body turns (6 x nv), in the dofs of its tree.
static void giveBodyJacobian(const mjModel* m, const mjData* d, Response* r, int body) {
  int last = lb_lastDof(m, body);
  mjtNum offset[3];
  lb_sub3(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  chooseTrees(m, r, &last, last >= 0, 6);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* cdof = d->cdof + 6 * i;
    mjtNum column[3];
    lb_cross(column, cdof, offset);
    for (int k = 0; k < 3; k++) {
      r->given[k * m->nv + i] = column[k] + cdof[3 + k];
      r->given[(3 + k) * m->nv + i] = cdof[k];
    }
  }
}

// Mean of the diagonal of J M^-1 J' over three rows of `given`.
static mjtNum meanInverse(const mjModel* m, const mjData* d, const Response* r, int row) {
  mjtNum sum = 0;
  for (int i = row; i < row + 3; i++) {
    sum += squareOf(m, d, r, i);
  }
  return sum / 3;
}

static void setBodyWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nbody; i++) {
    mjtNum* weight = m->body_invweight0 + 2 * i;
    weight[0] = weight[1] = 0;
    if (m->body_weldid[i] == 0 || !m->nv) {
      continue;
    }
    // a body that only slides responds by its mass alone, whatever its axes
    if (m->body_simple[i] == 2) {
      weight[0] = 1 / lb_max(mjMINVAL, m->body_mass[i]);
      continue;
    }
    giveBodyJacobian(m, d, &r, i);
    weight[0] = meanInverse(m, d, &r, 0);
    weight[1] = meanInverse(m, d, &r, 3);
  }
  mj_freeStack(d);
}

static void setTendonWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->ntendon; i++) {
    int adr = m->ten_J_rowadr[i];
    m->tendon_length0[i] = d->ten_length[i];
    m->tendon_invweight0[i] =
        respondToRow(m, d, &r, m->ten_J_colind + adr, d->ten_J + adr, m->ten_J_rownnz[i]);
  }
  mj_freeStack(d);
}

static void setActuators(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nout; i++) {
    int adr = d->moment_rowadr[i];
    giveRow(m, &r, d->moment_colind + adr, d->actuator_moment + adr, d->moment_rownnz[i]);
    solveRow(m, d, &r, 0);
    m->actuator_length0[i] = d->actuator_length[i];
    m->actuator_acc0[i] = sqrt(dotOf(m, &r, r.solved, r.solved));
  }
  mj_freeStack(d);
}

// --- flexes

static mjtNum edgeInverse(const mjModel* m, const mjData* d, Response* r, int edge) {
  int adr = m->flexedge_J_rowadr[edge];
  return respondToRow(m, d, r, m->flexedge_J_colind + adr, d->flexedge_J + adr,
                      m->flexedge_J_rownnz[edge]);
}

// Inverse weights of edges. COMPAT: INVWEIGHT-FLEX-EDGES: between bodies that only slide along the
// axes it is the mean of theirs; of any other edge it is 0 when nothing acts along the edges of the
// flex.
static void setFlexEdges(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int f = 0; f < m->nflex; f++) {
    const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
    bool matter = lb_flexEdgesMatter(m, f);
    int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f]; e < end; e++) {
      if (!m->flex_rigid[f] && !m->flex_interp[f]) {
        m->flexedge_length0[e] = d->flexedge_length[e];
      }
      m->flexedge_invweight0[e] = 0;
      if (m->flexedge_rigid[e] || m->flex_interp[f]) {
        continue;
      }
      int b1 = body[m->flex_edge[2 * e]], b2 = body[m->flex_edge[2 * e + 1]];
      if (m->body_simple[b1] == 2 && m->body_simple[b2] == 2) {
        m->flexedge_invweight0[e] = 0.5 * (m->body_invweight0[2 * b1] + m->body_invweight0[2 * b2]);
      } else {
        m->flexedge_invweight0[e] = matter ? edgeInverse(m, d, &r, e) : 0;
      }
    }
  }
  mj_freeStack(d);
}

LB_APART void lb_setInverseWeights(mjModel* m, mjData* d) {
  setDofWeights(m, d);
  setBodyWeights(m, d);
  setTendonWeights(m, d);
  setActuators(m, d);
  setFlexEdges(m, d);
}
