// Softness of constraint rows: stiffness, damping, impedance and regularizer.
//
// d(r) rises from d0 to dwidth as |r| goes from 0 to width; k and b follow from solref; the
// regularizer is R = (1 - d)/d * Ahat, with Ahat an estimate of the diagonal of J inv(M) J'.
// Friction rows of an elliptic cone get R from the normal row, so that the cone can be solved in
// closed form: R_1 = R_0 / impratio, R_j = R_1 mu_1^2 / mu_j^2. All edges of a pyramid share
// 2 mu^2 R_0 with mu = mu_1 sqrt(R_1 / R_0). Requirements PAR-01..PAR-35.

#include <limits.h>
#include <stddef.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/contact_side.h"
#include "constraint/project.h"
#include "constraint/rows.h"
#include "data/threadpool.h"
#include "math/inline.h"
#include "model/options.h"

// Parameters of a row and their origin.
typedef struct SolverParameters_ {
  mjtNum solref[mjNREF];
  mjtNum solreffriction[mjNREF];  // zero: the same as solref
  mjtNum solimp[mjNIMP];
} SolverParameters;

// Where a contact has them, one after the other.
#define FIRST_GIVEN offsetof(mjContact, solref)
enum { GIVEN = 2 * mjNREF + mjNIMP };
_Static_assert(offsetof(mjContact, adhesion) == FIRST_GIVEN + GIVEN * sizeof(mjtNum),
               "in this order");

// One number of a standard reference, one of a direct one.
static bool isMixed(const mjtNum solref[mjNREF]) {
  return (solref[0] > 0) != (solref[1] > 0);
}

// Replaces mixed signs by the default and keeps standard references slow enough for the timestep.
static void sanitizeReference(const mjModel* m, mjtNum solref[mjNREF]) {
  if (isMixed(solref)) {
    lb_warning("mixed solref format, replacing with default");
    mj_defaultSolRefImp(solref, NULL);
  }
  bool discrete = m->opt.integrator == mjINT_DISCRETE;
  if (!discrete && !lb_disabled(m, mjDSBL_REFSAFE) && solref[0] > 0) {
    solref[0] = lb_max(solref[0], 2 * m->opt.timestep);
  }
}

static void copyParameters(SolverParameters* p, const mjtNum* solref, const mjtNum* solimp) {
  for (int i = 0; i < mjNREF; i++) {
    p->solref[i] = solref[i];
    p->solreffriction[i] = 0;
  }
  for (int i = 0; i < mjNIMP; i++) {
    p->solimp[i] = solimp[i];
  }
}

static void rowParameters(const mjModel* m, const mjData* d, int row, SolverParameters* p) {
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_EQUALITY:
      copyParameters(p, m->eq_solref + mjNREF * id, m->eq_solimp + mjNIMP * id);
      break;
    case mjCNSTR_FRICTION_DOF:
      copyParameters(p, m->dof_solref + mjNREF * id, m->dof_solimp + mjNIMP * id);
      break;
    case mjCNSTR_FRICTION_TENDON:
      copyParameters(p, m->tendon_solref_fri + mjNREF * id, m->tendon_solimp_fri + mjNIMP * id);
      break;
    case mjCNSTR_LIMIT_JOINT:
      copyParameters(p, m->jnt_solref + mjNREF * id, m->jnt_solimp + mjNIMP * id);
      break;
    case mjCNSTR_LIMIT_TENDON:
      copyParameters(p, m->tendon_solref_lim + mjNREF * id, m->tendon_solimp_lim + mjNIMP * id);
      break;
    default:
      copyParameters(p, d->contact[id].solref, d->contact[id].solimp);
      p->solreffriction[0] = d->contact[id].solreffriction[0];
      p->solreffriction[1] = d->contact[id].solreffriction[1];
      break;
  }

  p->solimp[0] = lb_clip(p->solimp[0], mjMINIMP, mjMAXIMP);
  p->solimp[1] = lb_clip(p->solimp[1], mjMINIMP, mjMAXIMP);
  p->solimp[2] = lb_max(0, p->solimp[2]);
  p->solimp[3] = lb_clip(p->solimp[3], mjMINIMP, mjMAXIMP);
  p->solimp[4] = lb_max(1, p->solimp[4]);
  sanitizeReference(m, p->solref);
  if (isMixed(p->solreffriction)) {
    // COMPAT: MIXED-FRICTION: friction has the reference of the contact, not the default
    lb_warning("mixed solreffriction format, replacing with solref");
    p->solreffriction[0] = p->solreffriction[1] = 0;
  }
  if (p->solreffriction[0] || p->solreffriction[1]) {
    sanitizeReference(m, p->solreffriction);
  }
}

// d(r) and its slope.
static void impedance(const mjtNum solimp[mjNIMP], mjtNum r, mjtNum* value, mjtNum* slope) {
  mjtNum d0 = solimp[0], dwidth = solimp[1], width = solimp[2], mid = solimp[3], p = solimp[4];
  *slope = 0;

  // flat curve
  if (d0 == dwidth || width <= mjMINVAL) {
    *value = 0.5 * (d0 + dwidth);
    return;
  }
  mjtNum sign = r < 0 ? -1 : 1, x = sign * r / width, y, dy;
  if (x <= 0 || x >= 1) {
    *value = x >= 1 ? dwidth : d0;
    return;
  }

  // two power curves joined at mid; z counts from the nearer end, which is `reach` away from mid
  if (p == 1) {
    y = x;
    dy = 1;
  } else {
    bool lower = x <= mid;
    mjtNum z = lower ? x : 1 - x, reach = lower ? mid : 1 - mid;
    mjtNum ratio = p == 2 ? z / reach : lb_pow(z / reach, p - 1);
    y = lower ? z * ratio : 1 - z * ratio;
    dy = p * ratio;
  }
  *value = d0 + y * (dwidth - d0);
  *slope = sign * dy * (dwidth - d0) / width;
}

// k and b of a reference.
static void springDamper(const mjtNum solref[mjNREF], mjtNum dwidth, mjtNum* k, mjtNum* b) {
  if (solref[0] > 0) {
    mjtNum product = dwidth * solref[0] * solref[1];
    *k = 1 / lb_max(mjMINVAL, product * product);
    *b = 2 / lb_max(mjMINVAL, dwidth * solref[0]);
  } else {
    *k = -solref[0] / lb_max(mjMINVAL, dwidth * dwidth);
    *b = -solref[1] / lb_max(mjMINVAL, dwidth);
  }
}

// The discrete integrator's k and b of a safe reference: the stiffest limit or contact is the one
// that is at its end after a step, h^2 k d = 1; stiffer ones would bounce.
// COMPAT: DISCRETE-REFSAFE: equality and friction stay as they are.
LB_APART static void discreteSpring(const mjModel* m, int type, mjtNum imp,
                                    const SolverParameters* p, mjtNum* k, mjtNum* b) {
  mjtNum dwidth = p->solimp[1], solref[mjNREF] = {p->solref[0], p->solref[1]};
  bool bounces =
      type != mjCNSTR_EQUALITY && type != mjCNSTR_FRICTION_DOF && type != mjCNSTR_FRICTION_TENDON;
  if (bounces && !lb_disabled(m, mjDSBL_REFSAFE) && solref[0] > 0) {
    mjtNum shortest = m->opt.timestep * sqrt(imp) / lb_max(mjMINVAL, dwidth * solref[1]);
    solref[0] = lb_max(solref[0], shortest);
  }
  springDamper(solref, dwidth, k, b);
}

// Rows that share one impedance, and the residual it is evaluated at.
static int impedanceGroup(const mjModel* m, const mjData* d, int row, mjtNum* residual) {
  int type = d->efc_type[row], id = d->efc_id[row], rows = 1;
  *residual = d->efc_pos[row] - d->efc_margin[row];
  if (type == mjCNSTR_EQUALITY) {
    rows = m->eq_type[id] == mjEQ_CONNECT ? 3 : m->eq_type[id] == mjEQ_WELD ? 6 : 1;
    if (rows > 1) {
      mjtNum squares = 0;
      for (int i = 0; i < rows; i++) {
        squares += d->efc_pos[row + i] * d->efc_pos[row + i];
      }
      *residual = sqrt(squares);
    }
  } else if (type >= mjCNSTR_CONTACT_FRICTIONLESS) {
    rows = lb_madeRows(type, d->contact + id);
  }
  return rows;
}

// Estimates of the diagonal of A of an equality's rows from inverse weights at qpos0; rows of
// flexes bring their own.
LB_APART static void equalityDiagonal(const mjModel* m, int id, int rows, mjtNum* diag) {
  int type = m->eq_type[id], id1 = m->eq_obj1id[id], id2 = m->eq_obj2id[id];
  const mjtNum* weight = NULL;
  switch (type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (m->eq_objtype[id] == mjOBJ_SITE) {
        id1 = m->site_bodyid[id1];
        id2 = m->site_bodyid[id2];
      }
      weight = m->body_invweight0;
      for (int i = 0; i < rows; i++) {
        diag[i] = weight[2 * id1 + (i > 2)] + weight[2 * id2 + (i > 2)];
      }
      break;
    case mjEQ_JOINT:
      diag[0] = m->dof_invweight0[m->jnt_dofadr[id1]];
      diag[0] += id2 >= 0 ? m->dof_invweight0[m->jnt_dofadr[id2]] : 0;
      break;
    case mjEQ_TENDON:
      diag[0] = m->tendon_invweight0[id1];
      diag[0] += id2 >= 0 ? m->tendon_invweight0[id2] : 0;
      break;
    default:
      break;
  }
}

// The same of any rows; of a contact's the first, on which the others hang.
static void estimateDiagonal(const mjModel* m, mjData* d, int row, int rows, mjtNum* diag) {
  int type = d->efc_type[row], id = d->efc_id[row];
  switch (type) {
    case mjCNSTR_EQUALITY:
      equalityDiagonal(m, id, rows, diag);
      return;
    case mjCNSTR_FRICTION_DOF:
      diag[0] = m->dof_invweight0[id];
      return;
    case mjCNSTR_LIMIT_JOINT:
      diag[0] = m->dof_invweight0[m->jnt_dofadr[id]];
      return;
    case mjCNSTR_FRICTION_TENDON:
    case mjCNSTR_LIMIT_TENDON:
      diag[0] = m->tendon_invweight0[id];
      return;
    default: {
      const mjContact* con = d->contact + id;
      mjtNum weight[2], mu = con->friction[0];
      lb_contactInvWeight(m, d, con, weight);
      diag[0] = weight[0];
      if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
        diag[0] += mu * mu * weight[0];
      }
      return;
    }
  }
}

// Couples R of contact rows with the normal row.
static void coupleContact(const mjModel* m, mjData* d, int row, int rows) {
  mjContact* con = d->contact + d->efc_id[row];
  mjtNum* R = d->efc_R + row;
  mjtNum tangentR = R[0] / lb_max(mjMINVAL, m->opt.impratio);
  con->mu = con->friction[0] * sqrt(tangentR / R[0]);
  if (d->efc_type[row] == mjCNSTR_CONTACT_ELLIPTIC) {
    R[1] = tangentR;
    for (int j = 2; j < rows; j++) {
      mjtNum ratio = con->friction[0] / con->friction[j - 1];
      R[j] = R[1] * ratio * ratio;
    }
  } else {
    mjtNum edgeR = 2 * con->mu * con->mu * R[0];
    for (int j = 0; j < rows; j++) {
      R[j] = edgeR;
    }
  }
}

static bool isFlexRow(const mjModel* m, const mjData* d, int row) {
  return d->efc_type[row] == mjCNSTR_EQUALITY && lb_isFlexEquality(m->eq_type[d->efc_id[row]]);
}

// All rows of one equality of a flex, hundreds with the same parameters; returns the row after
// them. Their diagonals are there.
LB_APART static int flexRows(const mjModel* m, mjData* d, const mjtNum* scale, int row) {
  SolverParameters p;
  mjtNum k, b;
  rowParameters(m, d, row, &p);
  springDamper(p.solref, p.solimp[1], &k, &b);
  for (int id = d->efc_id[row]; row < d->ne && d->efc_id[row] == id; row++) {
    mjtNum* KBIP = d->efc_KBIP + 4 * row;
    KBIP[0] = k;
    KBIP[1] = b;
    impedance(p.solimp, d->efc_pos[row] - d->efc_margin[row], KBIP + 2, KBIP + 3);
    if (scale) {
      d->efc_diagA[row] *= scale[row] / lb_stepFactor(m, KBIP);
    }
    mjtNum imp = KBIP[2], R = lb_max(mjMINVAL, (1 - imp) * d->efc_diagA[row] / imp);
    d->efc_R[row] = R;
    d->efc_D[row] = 1 / R;
    d->efc_diagA[row] = R * imp / (1 - imp);
  }
  return row;
}

// What the shares of the rows have in common.
typedef struct Softness_ {
  const mjtNum* scale;  // of the diagonal (nefc); NULL: none
  bool exact;           // the diagonal is there
} Softness;

// Parameters of the last rows with their stiffness and damping: most contacts have those of the one
// before.
typedef struct Recent_ {
  bool known;  // of a contact, whose own numbers are in `given`
  mjtNum given[GIVEN];
  SolverParameters p;
  mjtNum k, b;
} Recent;

static void findParameters(const mjModel* m, const mjData* d, int row, Recent* recent) {
  const mjtNum* given = NULL;
  if (d->efc_type[row] >= mjCNSTR_CONTACT_FRICTIONLESS) {
    given = (const mjtNum*)((const char*)(d->contact + d->efc_id[row]) + FIRST_GIVEN);
    bool same = recent->known;
    for (int i = 0; same && i < GIVEN; i++) {
      same = given[i] == recent->given[i];
    }
    if (same) {
      return;
    }
  }
  rowParameters(m, d, row, &recent->p);
  springDamper(recent->p.solref, recent->p.solimp[1], &recent->k, &recent->b);
  // mixed ones are told of for each contact
  recent->known = given && !isMixed(given) && !isMixed(given + mjNREF);
  for (int i = 0; recent->known && i < GIVEN; i++) {
    recent->given[i] = given[i];
  }
}

// The rows from `row` on that share one impedance; returns how many.
static int softenGroup(const mjModel* m, mjData* d, const Softness* soft, int row, Recent* recent) {
  const mjtNum* scale = soft->scale;
  mjtNum residual, imp, slope;
  int rows = impedanceGroup(m, d, row, &residual), type = d->efc_type[row];
  findParameters(m, d, row, recent);
  const SolverParameters* p = &recent->p;
  impedance(p->solimp, residual, &imp, &slope);
  if (!soft->exact) {
    estimateDiagonal(m, d, row, rows, d->efc_diagA + row);
  }

  // stiffness and damping; friction has damping only, in cones perhaps its own
  bool elliptic = type == mjCNSTR_CONTACT_ELLIPTIC;
  bool coupled = elliptic || type == mjCNSTR_CONTACT_PYRAMIDAL;
  mjtNum k = recent->k, b = recent->b, tangentB = b;
  if (m->opt.integrator == mjINT_DISCRETE) {
    discreteSpring(m, type, imp, p, &k, &b);
  }
  if (elliptic && (p->solreffriction[0] || p->solreffriction[1])) {
    mjtNum unused;
    springDamper(p->solreffriction, p->solimp[1], &unused, &tangentB);
  }
  if (type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON) {
    k = 0;
  }
  for (int i = 0; i < rows; i++) {
    mjtNum* KBIP = d->efc_KBIP + 4 * (row + i);
    bool tangent = elliptic && i > 0;
    KBIP[0] = tangent ? 0 : k;
    KBIP[1] = tangent ? tangentB : b;
    KBIP[2] = imp;
    KBIP[3] = slope;
    if (i && coupled) {
      continue;
    }
    if (scale) {
      d->efc_diagA[row + i] *= (soft->exact ? 1 : scale[row + i]) / lb_stepFactor(m, KBIP);
    }
    d->efc_R[row + i] = lb_max(mjMINVAL, (1 - imp) * d->efc_diagA[row + i] / imp);
  }

  // with R settled, D and the diagonal follow; of edges of a pyramid they are the same
  if (coupled) {
    coupleContact(m, d, row, rows);
  }
  for (int i = row; i < row + rows; i++) {
    bool same = i > row && d->efc_R[i] == d->efc_R[i - 1];
    d->efc_D[i] = same ? d->efc_D[i - 1] : 1 / d->efc_R[i];
    d->efc_diagA[i] = same ? d->efc_diagA[i - 1] : d->efc_R[i] * imp / (1 - imp);
  }
  return rows;
}

// The first row from `row` on with which a contact or an equality begins, or a row of its own.
static int nextGroup(const mjData* d, int row) {
  while (
      row > 0 && row < d->nefc && d->efc_type[row] == d->efc_type[row - 1] &&
      d->efc_id[row] == d->efc_id[row - 1] &&
      (d->efc_type[row] == mjCNSTR_EQUALITY || d->efc_type[row] >= mjCNSTR_CONTACT_FRICTIONLESS)) {
    row++;
  }
  return row;
}

static void softenShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  const Softness* soft = context;
  Recent recent = {.known = false};
  for (int row = nextGroup(own, first); row < end;) {
    if (!soft->exact && isFlexRow(m, own, row)) {
      row = flexRows(m, own, soft->scale, row);
    } else {
      row += softenGroup(m, own, soft, row, &recent);
    }
  }
}

void lb_softenContacts(const mjModel* m, mjData* d, int first, int end) {
  const Softness soft = {NULL, false};
  Recent recent = {.known = false};
  for (int row = first; row < end;) {
    row += softenGroup(m, d, &soft, row, &recent);
  }
}

enum { FEWEST_ROWS = 64 };

void lb_makeImpedance(const mjModel* m, mjData* d, lbTreeFactor factor, const mjtNum* scale,
                      int count) {
  Softness soft = {scale, lb_enabled(m, mjENBL_DIAGEXACT)};
  if (soft.exact) {
    count = d->nefc;
    lb_exactDiagonal(m, d, factor, d->efc_diagA);
  }
  // exact diagonals and those of flexes are changed where they are, which may be done only once
  int fewest = soft.exact || m->nflex ? INT_MAX : FEWEST_ROWS;
  lb_forItems(m, d, count, fewest, softenShare, &soft);
}
