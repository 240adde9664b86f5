// Appending constraint rows to mjData.
//
// Rows come in blocks that share one list of dofs. The pattern arrays efc_J_rownnz, efc_J_rowadr,
// efc_J_colind and efc_J_rowsuper are filled for dense Jacobians as well: there efc_J is a full
// (nefc x nv) matrix, and the pattern tells which entries of a row may be nonzero.

#pragma once

#include "api/data.h"
#include "api/model.h"
#include "base/compiler.h"
#include "dynamics/factor.h"

enum { lbMAX_BLOCK_ROWS = 10 };

// Constraints of flexes (mjtEq): edges, vertices, strain.
static inline bool lb_isFlexEquality(int type) {
  return type == mjEQ_FLEX || type == mjEQ_FLEXVERT || type == mjEQ_FLEXSTRAIN;
}

typedef struct lbRowBuilder_ {
  const mjModel* m;
  mjData* d;
  bool sparse;
  int nnz;           // pattern entries used so far
  int* dofs;         // scratch (nv)
  int* side;         // scratch (nv)
  mjtNum* jacobian;  // scratch (6 x nv)
  mjtNum* blockJ;    // dense mode: room for the values of a block (lbMAX_BLOCK_ROWS x nv)
  mjtNum* values;    // those of the open block
  int blockNnz;      // columns of the open block
  int blockRows;     // rows of the open block
  int settled;       // rows from here on have their supernodes and their softness
} lbRowBuilder;

// Opens a block of rows with the given dofs (ascending). Returns its values, (rows x nnz) row
// major, for the caller to fill.
mjtNum* lb_openRows(lbRowBuilder* b, int rows, int nnz, const int* dofs);

// Closes the open block. pos is per row, or NULL for zero. margin and frictionloss hold for all
// rows. Returns the index of its first row.
int lb_closeRows(lbRowBuilder* b, int type, int id, const mjtNum* pos, mjtNum margin,
                 mjtNum frictionloss);

// The same for a block whose values may vanish. COMPAT: ROW-ZEROS: with a dense Jacobian a block of
// zeros is left out, and the result is -1; a sparse one keeps it.
int lb_closeNonzeroRows(lbRowBuilder* b, int type, int id, const mjtNum* pos, mjtNum margin,
                        mjtNum frictionloss);

// Forgets all rows and islands; contacts stay.
void lb_clearRows(mjData* d);

// Sizes of the rows to come.
typedef struct lbRowCount_ {
  int equality, friction, limit, contact;  // rows
  int nnz;                                 // Jacobian entries
} lbRowCount;

// Each pair counts the rows of one kind, then appends them where there are any.
void lb_countEquality(const mjModel* m, mjData* d, lbRowCount* count);
void lb_addEquality(lbRowBuilder* b);
void lb_countFriction(const mjModel* m, const mjData* d, lbRowCount* count);
void lb_addFriction(lbRowBuilder* b);
void lb_countLimits(const mjModel* m, const mjData* d, lbRowCount* count);
void lb_addLimits(lbRowBuilder* b);
void lb_countContacts(const mjModel* m, mjData* d, lbRowCount* count);
void lb_addContacts(lbRowBuilder* b);

// Rows and their entries of the contacts first ... end-1. Whether shares of the contacts may be
// counted: those of flexes need room that shares do not count. And copies contacts that threads
// have found into the list, if that is still to be done (lbAhead).
void lb_countContactRows(const mjModel* m, mjData* d, int first, int end, int sums[2]);
bool lb_mayCountShares(const mjModel* m);
void lb_copyFound(mjData* d);

// Raises an error of `caller` when opt.jacobian asks for another form than the rows have: it was
// changed since mj_makeConstraint, and their numbers would be read as something else.
void lb_checkRows(const mjModel* m, const mjData* d, const char* caller);

// res = J vec of the rows first ... end-1.
void lb_mulRows(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec, int first,
                int end);

// J qacc - efc_aref by the threads of d, for one acceleration or two (otherJar NULL: one).
void lb_residuals(const mjModel* m, mjData* d, mjtNum* jar, const mjtNum* qacc, mjtNum* otherJar,
                  const mjtNum* otherQacc);

// Fills efc_diagA, efc_KBIP, efc_R, efc_D and contact.mu from the solver parameters of each row.
// Of the first `count` rows, or of all with exact diagonals.
// scale: what the discrete integrator's metric makes of estimated diagonals of A (nefc), NULL
// without one; factor: that of the inertia matrix or the metric, for exact ones.
void lb_makeImpedance(const mjModel* m, mjData* d, lbTreeFactor factor, const mjtNum* scale,
                      int count);

// The same with estimated diagonals for the rows first ... end-1, which begin with a contact.
void lb_softenContacts(const mjModel* m, mjData* d, int first, int end);

// efc_vel and efc_aref of the rows first ... end-1, but for what connect, weld, the discrete
// integrator, adhesion and moving surfaces add (constraint/reference.c); the whole, where rows from
// `count` on have that.
void lb_referenceRows(const mjModel* m, mjData* d, int first, int end);
void lb_finishReference(const mjModel* m, mjData* d, int count);

// Velocity that moves a geom's surface at a point, relative to the geom: (linear, angular), global.
void lb_surfaceVelocity(const mjModel* m, const mjData* d, int geom, const mjtNum point[3],
                        mjtNum velocity[6]);

// Whether a row has the pattern of the next one; efc_J_rowsuper of the rows first ... end-1, as if
// there were none behind them; lets the supernode before `border` go on behind it, as far back as
// `first`.
bool lb_isContinued(const mjData* d, int row);
void lb_findSupernodes(mjData* d, int first, int end);
void lb_joinSupernodes(mjData* d, int first, int border);

// What the end of a step of length h adds to a row: the reference acceleration there,
// -b (v + h a) - k d (r + h v + h^2 a), is that of the start times 1 / (1 + h b + h^2 k d), with
// b + h k d for b; R is divided by the same.
static inline mjtNum lb_stepFactor(const mjModel* m, const mjtNum KBIP[4]) {
  mjtNum h = m->opt.timestep;
  return 1 + h * KBIP[1] + h * h * KBIP[0] * KBIP[2];
}

// Rows of an elliptic or frictionless contact: dim; of a pyramid: 2 (dim - 1).
static inline int lb_contactRows(const mjModel* m, const mjContact* con) {
  return con->dim == 1 || m->opt.cone == mjCONE_ELLIPTIC ? con->dim : 2 * (con->dim - 1);
}

// The same once they are made: of these types, whatever the cone of the options is by now.
static inline int lb_madeRows(int type, const mjContact* con) {
  return type == mjCNSTR_CONTACT_PYRAMIDAL ? 2 * (con->dim - 1) : con->dim;
}
