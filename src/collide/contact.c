// The contact list of mjData: parameters mixed from two geoms, frame completion, appending.
//
// The list is the first thing in the arena and grows one contact at a time; everything else in the
// arena depends on the contacts and is discarded when one is added.

#include "collide/contact.h"

#include "base/error.h"
#include "data/contact_check.h"
#include "data/contact_exclude.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"

#include <string.h>

// The properties of one side, geom or flex, that mixing looks at.
typedef struct Side_ {
  int priority;
  int condim;
  mjtNum solmix;
  mjtNum margin;
  mjtNum gap;
  mjtNum adhesion;
  const mjtNum* solref;
  const mjtNum* solimp;
  const mjtNum* friction;
} Side;

static Side geomSide(const mjModel* m, int g) {
  return (Side){m->geom_priority[g],    m->geom_condim[g],      m->geom_solmix[g],
                m->geom_margin[g],      m->geom_gap[g],         m->geom_adhesion[g],
                m->geom_solref + 2 * g, m->geom_solimp + 5 * g, m->geom_friction + 3 * g};
}

static Side flexSide(const mjModel* m, int f) {
  return (Side){m->flex_priority[f],    m->flex_condim[f],      m->flex_solmix[f],
                m->flex_margin[f],      m->flex_gap[f],         0,
                m->flex_solref + 2 * f, m->flex_solimp + 5 * f, m->flex_friction + 3 * f};
}

// Weight of the first side in a mixture.
static mjtNum mixWeight(mjtNum solmix1, mjtNum solmix2) {
  if (solmix1 >= mjMINVAL && solmix2 >= mjMINVAL) {
    return solmix1 / (solmix1 + solmix2);
  }
  if (solmix1 < mjMINVAL && solmix2 < mjMINVAL) {
    return 0.5;
  }
  return solmix1 < mjMINVAL ? 0 : 1;
}

static void mixSides(const Side* a, const Side* b, lbContactParam* param, mjtNum friction[3]) {
  param->condim = lb_maxInt(a->condim, b->condim);
  mjtNum mix = mixWeight(a->solmix, b->solmix);

  // a direct reference (stiffness, damping: not positive) cannot be averaged with a standard one
  bool standard = a->solref[0] > 0 && b->solref[0] > 0;
  for (int i = 0; i < mjNREF; i++) {
    param->solref[i] = standard ? mix * a->solref[i] + (1 - mix) * b->solref[i]
                                : lb_min(a->solref[i], b->solref[i]);
  }
  for (int i = 0; i < mjNIMP; i++) {
    param->solimp[i] = mix * a->solimp[i] + (1 - mix) * b->solimp[i];
  }
  for (int i = 0; i < 3; i++) {
    friction[i] = lb_max(a->friction[i], b->friction[i]);
  }
}

static void takeSide(const Side* side, lbContactParam* param, mjtNum friction[3]) {
  param->condim = side->condim;
  for (int i = 0; i < mjNREF; i++) {
    param->solref[i] = side->solref[i];
  }
  for (int i = 0; i < mjNIMP; i++) {
    param->solimp[i] = side->solimp[i];
  }
  lb_copy3(friction, side->friction);
  param->adhesion = side->adhesion;
}

// Global override of contact parameters; gaps have none.
static void finishParam(const mjModel* m, lbContactParam* param) {
  if (lb_enabled(m, mjENBL_OVERRIDE)) {
    param->margin = m->opt.o_margin;
    for (int i = 0; i < mjNREF; i++) {
      param->solref[i] = param->solreffriction[i] = m->opt.o_solref[i];
    }
    for (int i = 0; i < mjNIMP; i++) {
      param->solimp[i] = m->opt.o_solimp[i];
    }
    for (int i = 0; i < 5; i++) {
      param->friction[i] = m->opt.o_friction[i];
    }
  }
  for (int i = 0; i < 5; i++) {
    param->friction[i] = lb_max(mjMINMU, param->friction[i]);
  }
}

void lb_contactParam(const mjModel* m, int g1, int g2, int flex1, int flex2,
                     lbContactParam* param) {
  Side a = flex1 >= 0 ? flexSide(m, flex1) : geomSide(m, g1);
  Side b = flex2 >= 0 ? flexSide(m, flex2) : geomSide(m, g2);

  mjtNum friction[3];
  if (a.priority == b.priority) {
    mixSides(&a, &b, param, friction);
    param->adhesion = a.adhesion + b.adhesion;
  } else {
    takeSide(a.priority > b.priority ? &a : &b, param, friction);
  }
  param->margin = a.margin + b.margin;
  param->gap = a.gap + b.gap;
  param->solreffriction[0] = param->solreffriction[1] = 0;

  // sliding, torsional, rolling: two directions of the first and the last
  param->friction[0] = param->friction[1] = friction[0];
  param->friction[2] = friction[1];
  param->friction[3] = param->friction[4] = friction[2];
  finishParam(m, param);
}

void lb_pairParam(const mjModel* m, int pair, lbContactParam* param) {
  param->condim = m->pair_dim[pair];
  param->margin = m->pair_margin[pair];
  param->gap = m->pair_gap[pair];
  param->adhesion = m->pair_adhesion[pair];
  for (int i = 0; i < mjNREF; i++) {
    param->solref[i] = m->pair_solref[mjNREF * pair + i];
    param->solreffriction[i] = m->pair_solreffriction[mjNREF * pair + i];
  }
  for (int i = 0; i < mjNIMP; i++) {
    param->solimp[i] = m->pair_solimp[mjNIMP * pair + i];
  }
  for (int i = 0; i < 5; i++) {
    param->friction[i] = m->pair_friction[5 * pair + i];
  }
  finishParam(m, param);
}

void lb_makeFrame(mjtNum frame[9]) {
  mjtNum *x = frame, *y = frame + 3, *z = frame + 6;
  if (lb_normalize3(x) < 0.5) {
    lb_error("mju_makeFrame: xaxis of contact frame undefined");
  }
  // without a hint: the y axis, or the z axis when the normal is close to y
  if (lb_dot3(y, y) < 0.25) {
    bool nearY = x[1] >= 0.5 || x[1] <= -0.5;
    lb_set3(y, 0, nearY ? 0 : 1, nearY ? 1 : 0);
  }
  lb_addToScl3(y, x, -lb_dot3(x, y));
  lb_normalize3(y);
  lb_cross(z, x, y);
}

// Room for one more contact, which counts once it is filled, or NULL after a warning. The id of the
// warning carries the count.
static mjContact* newContact(mjData* d) {
  mjContact* con = lb_arenaAlloc(d, sizeof(mjContact), _Alignof(mjContact));
  if (!con) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  }
  return con;
}

bool lb_appendContact(mjData* d, const mjPreContact* pre, const lbContactParam* param,
                      const int geom[2], const int flex[2], const int elem[2], const int vert[2]) {
  mjContact* con = newContact(d);
  if (!con) {
    return false;
  }
  con->dist = pre->dist;
  lb_copy3(con->pos, pre->pos);
  lb_copy3(con->frame, pre->normal);
  lb_copy3(con->frame + 3, pre->tangent);
  lb_makeFrame(con->frame);

  con->includemargin = param->margin;
  con->adhesion = param->adhesion;
  con->dim = param->condim;
  con->exclude = con->dist >= con->includemargin ? lbEXCLUDE_GAP : lbEXCLUDE_NOT;
  if (con->exclude && con->adhesion != 0) {
    // adhesion acts through the gap, without friction
    con->exclude = lbEXCLUDE_NOT;
    con->dim = 1;
  }
  for (int i = 0; i < 5; i++) {
    con->friction[i] = param->friction[i];
    con->solimp[i] = param->solimp[i];
  }
  for (int i = 0; i < 2; i++) {
    con->solref[i] = param->solref[i];
    con->solreffriction[i] = param->solreffriction[i];
    con->geom[i] = geom[i];
    con->flex[i] = flex[i];
    con->elem[i] = elem[i];
    con->vert[i] = vert[i];
  }
  con->geom1 = geom[0];
  con->geom2 = geom[1];
  con->mu = 0;
  memset(con->H, 0, sizeof(con->H));
  con->efc_address = -1;
  d->ncon++;
  return true;
}

int mj_addContact(const mjModel* m, mjData* d, const mjContact* con) {
  LB_REQUIRE(m && d && con);
  lb_checkContact(m, con, "mj_addContact");
  // whatever lies behind the contacts in the arena was computed without this one
  int ncon = d->ncon;
  mjContact* first = d->contact;
  if (d->nefc || d->nisland || d->parena != (size_t)ncon * sizeof(mjContact)) {
    lb_clearArena(d);
    d->contact = first;
    d->ncon = ncon;
    d->parena = (size_t)ncon * sizeof(mjContact);
  }
  mjContact* room = newContact(d);
  if (!room) {
    return 1;
  }
  *room = *con;
  if (!room->dim) {
    room->exclude = lbEXCLUDE_FIXED;  // no rows
  }
  d->ncon++;
  for (int i = 0; i < d->ncon; i++) {
    d->contact[i].efc_address = -1;
  }
  return 0;
}
