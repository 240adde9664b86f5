// Rows of contacts, and the force that their solution means.
//
// S (dim x nv) is the velocity of side 2 minus that of side 1 at the contact point, in the contact
// frame: normal and two tangents, then rotation about the same axes. Frictionless and elliptic
// contacts use S itself; a pyramid has the edge rows S_0 +/- mu_j S_j, j = 1 .. dim-1.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/contact_side.h"
#include "constraint/rows.h"
#include "data/contact_check.h"
#include "data/contact_exclude.h"
#include "data/stack.h"
#include "data/threadpool.h"
#include "kinematics/chain.h"
#include "math/inline.h"
#include "model/options.h"

#include <string.h>

static bool isGeomPair(const mjContact* con) {
  return con->geom[0] >= 0 && con->geom[1] >= 0;
}

// Bodies of the last contact; -1 for a flex.
typedef struct BodyPair_ {
  int body1, body2;
} BodyPair;

// Whether a contact is between the bodies of the last one, which it then becomes.
static bool isSamePair(const mjModel* m, const mjContact* con, BodyPair* last) {
  BodyPair pair = {-1, -1};
  if (isGeomPair(con)) {
    pair = (BodyPair){m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]]};
  }
  bool same = pair.body1 >= 0 && pair.body1 == last->body1 && pair.body2 == last->body2;
  *last = pair;
  return same;
}

// Dofs that can separate the two sides.
static int contactChain(const mjModel* m, mjData* d, const mjContact* con, int* dofs, int* side) {
  if (isGeomPair(con)) {
    return lb_pairChain(m, m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]], false, dofs,
                        side);
  }
  return lb_contactSideChain(m, d, con, dofs);
}

static int contactChainLength(const mjModel* m, mjData* d, const mjContact* con) {
  if (isGeomPair(con)) {
    return lb_pairChainLength(m, m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]], false);
  }
  return lb_contactSideChain(m, d, con, NULL);
}

// Whether a contact that no dof opens is between bodies of one tree.
static bool isInTree(const mjModel* m, const mjContact* con) {
  return isGeomPair(con) && m->body_treeid[m->geom_bodyid[con->geom[0]]] >= 0;
}

// Whether a contact that no dof opens has rows all the same. COMPAT: CONTACT-UNMOVED: one that
// nothing moves, as of a pinned vertex, has no row where Jacobians are sparse, unless it is within
// one simple body; and static bodies have no island.
static bool hasUnmovedRows(const mjModel* m, const mjContact* con) {
  if (mj_isSparse(m)) {
    int body = isInTree(m, con) ? m->geom_bodyid[con->geom[0]] : 0;
    return body && body == m->geom_bodyid[con->geom[1]] && m->body_simple[body];
  }
  return lb_disabled(m, mjDSBL_ISLAND) || isInTree(m, con);
}

// Rows of the contacts first ... end-1.
static void countRange(const mjModel* m, mjData* d, int first, int end, lbRowCount* count) {
  BodyPair last = {-1, -1};
  for (int i = first, length = 0; i < end; i++) {
    mjContact* con = d->contact + i;
    if (!con->exclude) {
      // contacts of one pair of bodies follow each other
      if (!isSamePair(m, con, &last)) {
        lb_checkContact(m, con, "mj_makeConstraint");
        length = contactChainLength(m, d, con);
      }
      if (!length && !hasUnmovedRows(m, con)) {
        con->exclude = lbEXCLUDE_FIXED;
        continue;
      }
      int rows = lb_contactRows(m, con);
      count->contact += rows;
      count->nnz += rows * length;
    }
  }
}

void lb_countContactRows(const mjModel* m, mjData* d, int first, int end, int sums[2]) {
  lbRowCount count = {0};
  countRange(m, d, first, end, &count);
  sums[0] = count.contact;
  sums[1] = count.nnz;
}

enum { FEWEST_CONTACTS = 32 };

static void countShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  lbShares* shares = context;
  lb_countContactRows(m, own, first, end, shares->sums[lb_shareAt(shares, first)]);
}

// Puts a share of the contacts into the list.
static void copyFound(mjData* d, const lbShares* shares, int k) {
  int first = shares->start[k], count = shares->start[k + 1] - first;
  memcpy(d->contact + first, shares->found[k], (size_t)count * sizeof(mjContact));
}

static int bodyOfContact(const mjModel* m, const mjData* d, const void* context, int item) {
  const mjContact* con = d->contact + item;
  return isGeomPair(con) ? lb_maxInt(m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]])
                         : 0;
}

bool lb_mayCountShares(const mjModel* m) {
  return mj_isSparse(m) && !m->nflex;
}

void lb_copyFound(mjData* d) {
  if (lb_hasThreads(d) && lb_ahead(d)->found) {
    const lbShares* shares = lb_contactShares(d);
    for (int k = 0; k < shares->count; k++) {
      copyFound(d, shares, k);
    }
    lb_ahead(d)->found = false;
  }
}

// Counts the rows of each share. False: one thread has to.
static bool spreadCount(const mjModel* m, mjData* d, lbRowCount* count) {
  if (!lb_hasThreads(d)) {
    return false;
  }
  lbShares* shares = lb_contactShares(d);
  bool spread = lb_ahead(d)->found || (lb_mayCountShares(m) && d->ncon >= FEWEST_CONTACTS &&
                                       lb_cutShares(m, d, shares, d->ncon, bodyOfContact, NULL) &&
                                       lb_spreadShares(m, d, shares, countShare, shares));
  if (!spread) {
    shares->count = 0;
  }
  for (int k = 0; k < shares->count; k++) {
    count->contact += shares->sums[k][0];
    count->nnz += shares->sums[k][1];
  }
  return spread;
}

void lb_countContacts(const mjModel* m, mjData* d, lbRowCount* count) {
  if (!lb_disabled(m, mjDSBL_CONTACT) && !spreadCount(m, d, count)) {
    countRange(m, d, 0, d->ncon, count);
  }
}

// Direction r > 0 of a contact in one column of its rows: its own row, or two edges of the pyramid.
static inline void addDirection(mjtNum* J, int nnz, int r, bool pyramid, mjtNum mu, mjtNum along,
                                mjtNum across) {
  if (pyramid) {
    J[(2 * r - 2) * nnz] = along + mu * across;
    J[(2 * r - 1) * nnz] = along - mu * across;
  } else {
    J[r * nnz] = across;
  }
}

// Rows of a contact between two geoms over its chain: (rows x nnz), row major.
static void geomJacobian(const lbRowBuilder* b, const mjContact* con, int nnz, bool pyramid,
                         mjtNum* J) {
  const mjModel* m = b->m;
  const mjtNum *f = con->frame, *mu = con->friction;
  const int dim = con->dim;
  mjtNum offset[2][3];
  for (int s = 0; s < 2; s++) {
    int root = m->body_rootid[m->geom_bodyid[con->geom[s]]];
    lb_sub3(offset[s], con->pos, b->d->subtree_com + 3 * root);
  }

  for (int k = 0; k < nnz; k++, J++) {
    bool second = b->side[k] == lbSIDE_SECOND;
    const mjtNum* cdof = b->d->cdof + 6 * b->dofs[k];
    mjtNum sign = second ? 1 : -1, column[3];
    lb_pointColumn(column, cdof, offset[second]);
    mjtNum along = sign * lb_dot3(f, column);
    J[0] = along;
    if (dim > 1) {
      addDirection(J, nnz, 1, pyramid, mu[0], along, sign * lb_dot3(f + 3, column));
    }
    if (dim > 2) {
      addDirection(J, nnz, 2, pyramid, mu[1], along, sign * lb_dot3(f + 6, column));
    }
    for (int r = 3; r < dim; r++) {
      addDirection(J, nnz, r, pyramid, mu[r - 1], along, sign * lb_dot3(f + 3 * (r - 3), cdof));
    }
  }
}

// The same of a contact with a flex.
static void sideJacobian(const lbRowBuilder* b, const mjContact* con, int nnz, bool pyramid,
                         mjtNum* J) {
  mjtNum* S = pyramid ? b->jacobian : J;
  lb_contactSideJacobian(b->m, b->d, con, nnz, b->dofs, S);

  // edges of the pyramid
  for (int j = 1; pyramid && j < con->dim; j++) {
    const mjtNum* tangent = S + j * nnz;
    mjtNum mu = con->friction[j - 1];
    mjtNum *plus = J + (2 * j - 2) * nnz, *minus = plus + nnz;
    for (int k = 0; k < nnz; k++) {
      plus[k] = S[k] + mu * tangent[k];
      minus[k] = S[k] - mu * tangent[k];
    }
  }
}

// nnz: columns of the chain in b->dofs and b->side.
static void addContact(lbRowBuilder* b, int id, int nnz) {
  const mjModel* m = b->m;
  mjContact* con = b->d->contact + id;
  int dim = con->dim, rows = lb_contactRows(m, con);
  bool pyramid = rows != dim;
  mjtNum* J = lb_openRows(b, rows, nnz, b->dofs);
  if (isGeomPair(con)) {
    geomJacobian(b, con, nnz, pyramid, J);
  } else if (nnz) {
    sideJacobian(b, con, nnz, pyramid, J);
  }

  // every pyramid row carries the distance, an elliptic cone only its normal row
  mjtNum pos[lbMAX_BLOCK_ROWS];
  for (int r = 0; r < rows; r++) {
    pos[r] = pyramid || !r ? con->dist : 0;
  }
  int type = dim == 1  ? mjCNSTR_CONTACT_FRICTIONLESS
             : pyramid ? mjCNSTR_CONTACT_PYRAMIDAL
                       : mjCNSTR_CONTACT_ELLIPTIC;
  con->efc_address = lb_closeRows(b, type, id, pos, con->includemargin, 0);
  for (int r = 1; !pyramid && r < rows; r++) {
    b->d->efc_margin[con->efc_address + r] = 0;
  }
}

// Rows of the contacts first ... end-1.
static void addRange(lbRowBuilder* b, int first, int end) {
  mjData* d = b->d;
  bool disabled = lb_disabled(b->m, mjDSBL_CONTACT);
  BodyPair last = {-1, -1};
  for (int i = first, nnz = 0; i < end; i++) {
    mjContact* con = d->contact + i;
    if (!disabled && !con->exclude) {
      if (!isSamePair(b->m, con, &last)) {
        nnz = contactChain(b->m, d, con, b->dofs, b->side);
      }
      addContact(b, i, nnz);
    }
  }
}

// What shares of contacts need to be made rows.
typedef struct SharedRows_ {
  const lbRowBuilder* builder;
  const lbShares* shares;  // with the first row and entry of each
} SharedRows;

static void addShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  const SharedRows* shared = context;
  int share = lb_shareAt(shared->shares, first);
  const int* sums = shared->shares->sums[share];
  if (lb_ahead(own)->found) {
    copyFound(own, shared->shares, share);
  }
  lbRowBuilder b = *shared->builder;
  size_t nv = (size_t)m->nv;
  mj_markStack(own);
  b.d = own;
  b.dofs = lb_stackInt(own, nv);
  b.side = lb_stackInt(own, nv);
  b.jacobian = lb_stackNum(own, 6 * nv);
  own->nefc = sums[0];
  b.nnz = sums[1];
  addRange(&b, first, end);
  lb_findSupernodes(own, sums[0], own->nefc);
  if (!lb_enabled(m, mjENBL_DIAGEXACT)) {
    lb_softenContacts(m, own, sums[0], own->nefc);
    if (lb_ahead(own)->wanted) {
      lb_referenceRows(m, own, sums[0], own->nefc);
    }
  }
  mj_freeStack(own);
}

// Cuts the rows as the contacts are; of those before them each thread has as many.
static void cutRows(const mjData* d, const lbShares* contacts, int rows) {
  lbShares* shares = lb_rowShares(d);
  shares->count = 0;
  if (d->nefc) {
    lb_addEvenShares(d, shares, d->nefc, lb_minInt(lb_threadCount(d), lbMOST_SHARES / 4));
  }
  for (int k = 0; k < contacts->count; k++) {
    int end = k + 1 < contacts->count ? contacts->sums[k + 1][0] : rows;
    if (!lb_addShare(shares, end, contacts->home[k])) {
      shares->count = 0;
      return;
    }
  }
}

// False: one thread has to add the rows.
static bool spreadContacts(lbRowBuilder* b) {
  const mjModel* m = b->m;
  mjData* d = b->d;
  lbShares* shares = lb_hasThreads(d) ? lb_contactShares(d) : NULL;
  if (!shares || !shares->count || !d->ncon || lb_disabled(m, mjDSBL_CONTACT)) {
    return false;
  }
  int rows = d->nefc, nnz = b->nnz;
  for (int k = 0; k < shares->count; k++) {
    int *sums = shares->sums[k], moreRows = sums[0], moreNnz = sums[1];
    sums[0] = rows;
    sums[1] = nnz;
    rows += moreRows;
    nnz += moreNnz;
  }
  SharedRows shared = {b, shares};
  mjtSize stackBefore = d->maxuse_stack, arenaBefore = d->maxuse_arena;
  bool done = lb_spreadShares(m, d, shares, addShare, &shared);
  d->maxuse_stack = stackBefore;
  d->maxuse_arena = arenaBefore;
  if (done) {
    cutRows(d, shares, rows);
    lb_ahead(d)->found = false;
    b->settled = d->nefc;
    lb_ahead(d)->firstRow = lb_enabled(m, mjENBL_DIAGEXACT) ? rows : d->nefc;
    d->nefc = rows;
    b->nnz = nnz;
    for (int k = shares->count - 1; k > 0; k--) {
      lb_joinSupernodes(d, shares->sums[k - 1][0], shares->sums[k][0]);
    }
  }
  return done;
}

LB_APART void lb_addContacts(lbRowBuilder* b) {
  if (!spreadContacts(b)) {
    lb_copyFound(b->d);
    addRange(b, 0, b->d->ncon);
  }
}

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) {
  LB_REQUIRE(m && d && result);
  for (int i = 0; i < 6; i++) {
    result[i] = 0;
  }
  // the rows may be gone, and the contact still here
  if (id < 0 || id >= d->ncon || (unsigned)d->contact[id].efc_address >= (unsigned)d->nefc) {
    return;
  }
  const mjContact* con = d->contact + id;
  const mjtNum* force = d->efc_force + con->efc_address;
  if (d->efc_type[con->efc_address] != mjCNSTR_CONTACT_PYRAMIDAL) {
    for (int i = 0; i < con->dim; i++) {
      result[i] = force[i];
    }
    result[0] -= con->adhesion;
    return;
  }

  // pyramid: normal is the sum of the edges, friction their weighted differences
  for (int j = 1; j < con->dim; j++) {
    mjtNum plus = force[2 * j - 2], minus = force[2 * j - 1];
    result[0] += plus + minus;
    result[j] = (plus - minus) * con->friction[j - 1];
  }
  result[0] -= con->adhesion;
}
