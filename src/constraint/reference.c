// Velocity stage of constraints: efc_vel = J v and the reference acceleration
// aref = -b (J v) - k d(r) r - Jdot v, the last term for connect and weld only.
//
// Contacts: geoms with a surface velocity move their surface through the contact without moving
// themselves, which adds to efc_vel; adhesion raises aref by R times its share of the pull.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "constraint/equality.h"
#include "constraint/rows.h"
#include "data/threadpool.h"
#include "kinematics/chain.h"
#include "math/inline.h"

LB_APART void lb_equalityBias(const mjModel* m, const mjData* d, int eq, mjtNum bias[6]) {
  lbEqualityFrame f;
  lb_equalityFrame(m, d, eq, &f);
  mjtNum linear2[3], angular1[3], angular2[3];
  lb_biasAcceleration(m, d, f.body1, f.pos1, bias, angular1);
  lb_biasAcceleration(m, d, f.body2, f.pos2, linear2, angular2);
  lb_subFrom3(bias, linear2);
  if (m->eq_type[eq] != mjEQ_WELD) {
    return;
  }

  // d/dt of s/2 vec(conj(q2) w q1), w = w1 - w2, with q' = (0, w_q) q / 2:
  // s/2 vec(conj(q2) (alpha + (w w1 - w2 w) / 2) q1), products of pure quaternions
  const mjtNum *w1 = d->cvel + 6 * f.body1, *w2 = d->cvel + 6 * f.body2;
  mjtNum w[3], middle[4], left[4], conj2[4], whole[4];
  lb_sub3(w, w1, w2);
  mjtNum cross1[3], cross2[3];
  lb_cross(cross1, w, w1);
  lb_cross(cross2, w2, w);
  middle[0] = 0.5 * (lb_dot3(w2, w) - lb_dot3(w, w1));
  for (int i = 0; i < 3; i++) {
    middle[1 + i] = angular1[i] - angular2[i] + 0.5 * (cross1[i] - cross2[i]);
  }
  lb_negQuat(conj2, f.quat2);
  lb_mulQuat(left, conj2, middle);
  lb_mulQuat(whole, left, f.quat1);
  lb_scl3(bias + 3, whole + 1, 0.5 * f.torquescale);
}

void lb_surfaceVelocity(const mjModel* m, const mjData* d, int geom, const mjtNum point[3],
                        mjtNum velocity[6]) {
  const mjtNum *local = m->geom_surfacevel + 6 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum offset[3];
  lb_sub3(offset, point, d->geom_xpos + 3 * geom);
  lb_mulMatVec3(velocity, mat, local);
  lb_mulMatVec3(velocity + 3, mat, local + 3);
  lb_addToCross(velocity, velocity + 3, offset);
}

LB_APART static void addSurfaceVelocity(const mjModel* m, mjData* d, const mjContact* con) {
  // relative velocity of the surfaces, second minus first, in the contact frame
  mjtNum relative[6] = {0}, frame[6];
  for (int s = 0; s < 2; s++) {
    mjtNum velocity[6];
    if (con->geom[s] >= 0) {
      lb_surfaceVelocity(m, d, con->geom[s], con->pos, velocity);
      lb_addToScl6(relative, velocity, s ? 1 : -1);
    }
  }
  lb_mulMatVec3(frame, con->frame, relative);
  lb_mulMatVec3(frame + 3, con->frame, relative + 3);

  // the surface stays where it is: it only slides and spins in the tangent plane
  frame[0] = frame[4] = frame[5] = 0;

  mjtNum* vel = d->efc_vel + con->efc_address;
  int type = d->efc_type[con->efc_address], rows = lb_madeRows(type, con);
  for (int r = 0; r < rows; r++) {
    if (type != mjCNSTR_CONTACT_PYRAMIDAL) {
      vel[r] += frame[r];
    } else {
      mjtNum mu = con->friction[r / 2];
      vel[r] += (r % 2 ? -mu : mu) * frame[1 + r / 2];
    }
  }
}

// How far ahead rows look: the discrete integrator, at the end of the step.
static mjtNum timeAhead(const mjModel* m) {
  return m->opt.integrator == mjINT_DISCRETE ? m->opt.timestep : 0;
}

// The velocities of rows, unless surfaces move them and they are known, and what they are to be.
void lb_referenceRows(const mjModel* m, mjData* d, int first, int end) {
  if (!m->flg_surfacevel) {
    lb_mulRows(m, d, d->efc_vel, d->qvel, first, end);
  }
  mjtNum h = timeAhead(m);
  for (int i = first; i < end; i++) {
    const mjtNum* KBIP = d->efc_KBIP + 4 * i;
    mjtNum residual = d->efc_pos[i] - d->efc_margin[i];
    if (h > 0) {
      residual += h * d->efc_vel[i];
    }
    d->efc_aref[i] = -KBIP[1] * d->efc_vel[i] - KBIP[0] * KBIP[2] * residual;
  }
}

static void referenceShare(const mjModel* m, mjData* d, void* context, int first, int end) {
  lb_referenceRows(m, d, first, end);
}

enum { FEWEST_ROWS = 64 };

LB_APART void lb_finishReference(const mjModel* m, mjData* d, int count) {
  lb_checkRows(m, d, "mj_mulJacVec");
  if (m->flg_surfacevel) {
    lb_mulRows(m, d, d->efc_vel, d->qvel, 0, d->nefc);
    for (int i = 0; i < d->ncon; i++) {
      if ((unsigned)d->contact[i].efc_address < (unsigned)d->nefc) {
        addSurfaceVelocity(m, d, d->contact + i);
      }
    }
  }
  if (count == d->nefc) {
    lb_forRows(m, d, FEWEST_ROWS, referenceShare, NULL);
  } else {
    lb_referenceRows(m, d, 0, count);
  }

  // connect and weld: their Jacobian turns with the bodies
  for (int i = 0; i < d->ne;) {
    int eq = d->efc_id[i], rows = 1;
    if (m->eq_type[eq] == mjEQ_CONNECT || m->eq_type[eq] == mjEQ_WELD) {
      mjtNum bias[6];
      rows = m->eq_type[eq] == mjEQ_WELD ? 6 : 3;
      lb_equalityBias(m, d, eq, bias);
      for (int r = 0; r < rows; r++) {
        d->efc_aref[i + r] -= bias[r];
      }
    }
    i += rows;
  }
  for (int i = 0; timeAhead(m) > 0 && i < d->nefc; i++) {
    d->efc_aref[i] /= lb_stepFactor(m, d->efc_KBIP + 4 * i);
  }

  for (int i = 0; m->flg_adhesion && i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->adhesion != 0 && (unsigned)con->efc_address < (unsigned)d->nefc) {
      int first = con->efc_address, type = d->efc_type[first];
      int shares = type == mjCNSTR_CONTACT_PYRAMIDAL ? lb_madeRows(type, con) : 1;
      for (int r = first; r < first + shares; r++) {
        d->efc_aref[r] += d->efc_R[r] * con->adhesion / shares;
      }
    }
  }
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_finishReference(m, d, d->nefc);
}
