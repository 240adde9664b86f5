// mj_makeConstraint: counts the rows, takes arena space, fills them.
//
// Row order: equality, friction loss, limits, contacts; inside a kind by element id.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/rows.h"
#include "data/stack.h"
#include "data/threadpool.h"
#include "math/inline.h"
#include "model/options.h"

#include <limits.h>
#include <string.h>

// Whether threads have contacts that are not in the list yet.
static inline bool hasFound(const mjData* d) {
  return lb_hasThreads(d) && lb_ahead(d)->found;
}

// Contacts stay in the arena, without rows.
LB_APART static void leaveContacts(mjData* d) {
  // those that threads have just found have none
  for (int i = 0; i < d->ncon && !hasFound(d); i++) {
    d->contact[i].efc_address = -1;
  }
  d->parena = (size_t)((char*)(d->contact + d->ncon) - (char*)d->arena);
}

static void forgetRows(mjData* d) {
  lb_emptyArena(d);
  if (d->ncon) {
    leaveContacts(d);
  }
}

void lb_clearRows(mjData* d) {
  // all rows are in the arena
  if (d->parena) {
    forgetRows(d);
  }
}

// Places the arrays of the rows; false when the arena is full.
static bool allocateRows(const mjModel* m, mjData* d, uint64_t nefc, int patternSize,
                         int64_t valueCount) {
  uint64_t end = lb_arenaEnd(d);
  LB_PLACE(d, end, efc_J, valueCount);
  LB_PLACE(d, end, efc_pos, nefc);
  LB_PLACE(d, end, efc_margin, nefc);
  LB_PLACE(d, end, efc_frictionloss, nefc);
  LB_PLACE(d, end, efc_diagA, nefc);
  LB_PLACE(d, end, efc_KBIP, 4 * nefc);
  LB_PLACE(d, end, efc_D, nefc);
  LB_PLACE(d, end, efc_R, nefc);
  LB_PLACE(d, end, efc_vel, nefc);
  LB_PLACE(d, end, efc_aref, nefc);
  LB_PLACE(d, end, efc_b, nefc);
  LB_PLACE(d, end, efc_force, nefc);
  LB_PLACE(d, end, efc_state, nefc);
  LB_PLACE(d, end, efc_type, nefc);
  LB_PLACE(d, end, efc_id, nefc);
  LB_PLACE(d, end, efc_J_rownnz, nefc);
  LB_PLACE(d, end, efc_J_rowadr, nefc);
  LB_PLACE(d, end, efc_J_rowsuper, nefc);
  LB_PLACE(d, end, efc_J_colind, patternSize);
  LB_PLACE(d, end, tendon_efcadr, m->ntendon);
  return lb_takePlaced(d, end);
}

// Returns how many rows still lack supernodes and softness.
static int fillRows(const mjModel* m, mjData* d, const lbRowCount* count) {
  bool sparse = mj_isSparse(m);
  lb_markStack(d);
  int* dofs = lb_stackInt(d, 2 * m->nv);
  mjtNum* jacobian = lb_stackNum(d, (sparse ? 6 : 6 + lbMAX_BLOCK_ROWS) * m->nv);
  lbRowBuilder b = {
      .m = m,
      .d = d,
      .sparse = sparse,
      .dofs = dofs,
      .side = dofs + m->nv,
      .jacobian = jacobian,
      .blockJ = sparse ? NULL : jacobian + 6 * m->nv,
      .settled = INT_MAX,
  };

  if (count->equality) {
    lb_addEquality(&b);
  }
  d->ne = d->nefc;
  if (count->friction) {
    lb_addFriction(&b);
  }
  d->nf = d->nefc - d->ne;
  if (count->limit) {
    lb_addLimits(&b);
  }
  d->nl = d->nefc - d->ne - d->nf;
  if (d->ncon) {
    lb_addContacts(&b);
  }
  d->nJ = sparse ? b.nnz : d->nefc * (int)m->nv;
  lb_freeStack(d);
  return b.settled < d->nefc ? b.settled : d->nefc;
}

LB_APART static void makeRows(const mjModel* m, mjData* d, int rows, const lbRowCount* count) {
  // a dense Jacobian needs the larger matrix; its pattern never needs more than that
  int64_t values = mj_isSparse(m) ? count->nnz : (int64_t)rows * m->nv;
  if (!allocateRows(m, d, rows, count->nnz, values)) {
    mj_warning(d, mjWARN_CNSTRFULL, d->narena > INT32_MAX ? INT32_MAX : (int)d->narena);
    forgetRows(d);
    lb_copyFound(d);
    return;
  }
  for (int i = 0; i < m->ntendon; i++) {
    d->tendon_efcadr[i] = -1;
  }
  if (!rows) {
    return;
  }

  int unsettled = fillRows(m, d, count);
  lb_findSupernodes(d, 0, unsettled);
  if (lb_hasThreads(d)) {
    lb_joinSupernodes(d, 0, unsettled);
  }
  lb_makeImpedance(m, d, lb_inertiaFactor(d), NULL, unsettled);
}

LB_APART static void refuseOptions(const mjModel* m) {
  lb_error("mj_makeConstraint: unknown cone %d or jacobian %d", m->opt.cone, m->opt.jacobian);
}

// Counts the rows, and makes them.
LB_APART static void countRows(const mjModel* m, mjData* d) {
  if ((unsigned)m->opt.cone > mjCONE_ELLIPTIC || (unsigned)m->opt.jacobian > mjJAC_AUTO) {
    refuseOptions(m);
  }
  lbRowCount count = {0};
  if (m->neq) {
    lb_countEquality(m, d, &count);
  }
  lb_countFriction(m, d, &count);
  lb_countLimits(m, d, &count);
  int rows = count.equality + count.friction + count.limit;
  if (d->ncon) {
    lb_countContacts(m, d, &count);
    rows += count.contact;
    if (!rows) {
      lb_copyFound(d);
    }
  }
  // COMPAT: NO-ROWS: without rows, too, tendons say that they have none
  if (rows || m->ntendon) {
    makeRows(m, d, rows, &count);
  }
  // COMPAT: MAX-USE: both are counted here, contacts too
  d->maxuse_con = lb_maxInt(d->maxuse_con, d->ncon);
  d->maxuse_efc = lb_maxInt(d->maxuse_efc, d->nefc);
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_clearRows(d);
  if (m->nv && !lb_disabled(m, mjDSBL_CONSTRAINT)) {
    countRows(m, d);
  }
}
