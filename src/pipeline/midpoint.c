// The midpoint rule for free bodies; see midpoint.h.

#include "pipeline/midpoint.h"

#include <float.h>
#include <math.h>

#include "kinematics/configuration.h"
#include "math/inline.h"
#include "pipeline/free_body.h"

enum { DOFS = 6, MAX_ITERATIONS = 20, MAX_HALVINGS = 10 };

// The equation of one body and step, in principal axes.
typedef struct Rotation_ {
  mjtNum inertia[3], start[3], torque[3];
  mjtNum step;
} Rotation;

// res = (2 / h) I (x - w) + x x I x - t; returns its norm.
static mjtNum residual(const Rotation* r, const mjtNum x[3], mjtNum res[3]) {
  mjtNum momentum[3];
  for (int i = 0; i < 3; i++) {
    momentum[i] = r->inertia[i] * x[i];
  }
  lb_cross(res, x, momentum);
  for (int i = 0; i < 3; i++) {
    res[i] += 2 / r->step * r->inertia[i] * (x[i] - r->start[i]) - r->torque[i];
  }
  return lb_norm3(res);
}

// Newton's step dx = - inv(J) res, J = (2 / h) I + [x]x I - [I x]x, by Cramer's rule.
static void newtonStep(const Rotation* r, const mjtNum x[3], const mjtNum res[3], mjtNum dx[3]) {
  // columns of J: (2 / h) I_k e_k + I_k x x e_k - (I x) x e_k
  mjtNum column[3][3];
  for (int k = 0; k < 3; k++) {
    mjtNum unit[3] = {0, 0, 0}, lever[3];
    unit[k] = 1;
    for (int i = 0; i < 3; i++) {
      lever[i] = (r->inertia[k] - r->inertia[i]) * x[i];
    }
    lb_cross(column[k], lever, unit);
    column[k][k] += 2 / r->step * r->inertia[k];
  }
  mjtNum cofactor[3];
  lb_cross(cofactor, column[1], column[2]);
  mjtNum determinant = lb_dot3(column[0], cofactor);
  dx[0] = -lb_dot3(res, cofactor) / determinant;
  lb_cross(cofactor, column[2], column[0]);
  dx[1] = -lb_dot3(res, cofactor) / determinant;
  lb_cross(cofactor, column[0], column[1]);
  dx[2] = -lb_dot3(res, cofactor) / determinant;
}

// The angular velocity in the middle of the step.
static void solveMiddle(const Rotation* r, mjtNum x[3]) {
  mjtNum res[3];
  lb_copy3(x, r->start);
  mjtNum norm = residual(r, x, res);

  // as small as rounding lets it be
  mjtNum scale = lb_norm3(r->torque);
  for (int i = 0; i < 3; i++) {
    scale += fabs(2 / r->step * r->inertia[i] * r->start[i]);
  }
  mjtNum enough = DBL_EPSILON * scale;
  for (int iteration = 0; iteration < MAX_ITERATIONS && norm > enough; iteration++) {
    mjtNum dx[3], next[3], nextRes[3], fraction = 1, nextNorm = norm;
    newtonStep(r, x, res, dx);
    for (int k = 0; k < MAX_HALVINGS; k++, fraction /= 2) {
      lb_addScl3(next, x, dx, fraction);
      nextNorm = residual(r, next, nextRes);
      if (nextNorm < norm) {
        break;
      }
    }
    if (!(nextNorm < norm)) {
      break;
    }
    lb_copy3(x, next);
    lb_copy3(res, nextRes);
    norm = nextNorm;
  }
}

// The acceleration of the origin with which the centre of mass c, which turns about it, keeps the
// velocity that the force gives it: v+ = v + w x c + h f / m - w+ x c, turned vectors in the world.
static void moveOrigin(const mjModel* m, const mjData* d, int bodyId, const mjtNum force[3],
                       const mjtNum next[3], mjtNum acc[3]) {
  const mjtNum* c = m->body_ipos + 3 * bodyId;
  int jointId = m->body_jntadr[bodyId];
  const mjtNum* w = d->qvel + m->jnt_dofadr[jointId] + 3;
  const mjtNum* R = d->xmat + 9 * bodyId;
  mjtNum h = m->opt.timestep, local[3], turned[3], quat[4];

  // (v+ - v) / h = f / m + w x (w x c) + (w x c - w+ x c) / h; the bias in f holds w x (w x c)
  lb_cross(local, w, c);
  lb_cross(turned, w, local);
  lb_addToScl3(turned, local, 1 / h);
  lb_mulMatVec3(acc, R, turned);
  lb_addToScl3(acc, force, 1 / m->body_mass[bodyId]);
  lb_copy4(quat, d->qpos + m->jnt_qposadr[jointId] + 3);
  lb_normalize4(quat);
  lb_quatIntegrate(quat, next, h);
  lb_cross(local, next, c);
  lb_rotVecQuat(turned, local, quat);
  lb_addToScl3(acc, turned, -1 / h);
}

// force: M acc of the implicit step.
static void moveBody(const mjModel* m, const mjData* d, int bodyId, const mjtNum force[DOFS],
                     const mjtNum acc[DOFS], mjtNum* qacc) {
  int dofAdr = m->jnt_dofadr[m->body_jntadr[bodyId]];
  const mjtNum *w = d->qvel + dofAdr + 3, *c = m->body_ipos + 3 * bodyId;

  // torque about the centre of mass, without gravity, which has none, and the body's own rotation
  mjtNum outer[DOFS], local[3], torque[3], back[4];
  for (int i = 0; i < DOFS; i++) {
    outer[i] = force[i] + d->qfrc_bias[dofAdr + i];
  }
  lb_mulMatTVec3(local, d->xmat + 9 * bodyId, outer);
  lb_cross(torque, local, c);
  lb_addTo3(torque, outer + 3);

  // to principal axes, the step, and back
  Rotation r = {.step = m->opt.timestep};
  mjtNum middle[3], next[3];
  lb_copy3(r.inertia, m->body_inertia + 3 * bodyId);
  lb_negQuat(back, m->body_iquat + 4 * bodyId);
  lb_rotVecQuat(r.start, w, back);
  lb_rotVecQuat(r.torque, torque, back);
  solveMiddle(&r, middle);
  for (int i = 0; i < 3; i++) {
    next[i] = 2 * middle[i] - r.start[i];
  }
  lb_rotVecQuat(next, next, m->body_iquat + 4 * bodyId);

  lb_copy3(qacc, acc);
  for (int i = 0; i < 3; i++) {
    qacc[3 + i] = (next[i] - w[i]) / m->opt.timestep;
  }
  if (!lb_isZero3(c)) {
    moveOrigin(m, d, bodyId, force, next, qacc);
  }
}

void lb_midpointFreeBodies(const mjModel* m, const mjData* d, const mjtNum* force, mjtNum* qacc) {
  for (int treeId = 0; treeId < m->ntree; treeId++) {
    int jointId = lb_loneFreeJoint(m, d, treeId);
    if (jointId < 0 || !lb_takesMidpoint(m, jointId)) {
      continue;
    }
    int dofAdr = m->jnt_dofadr[jointId];
    mjtNum total[DOFS], acc[DOFS];
    for (int i = 0; i < DOFS; i++) {
      total[i] = force[dofAdr + i];
    }
    if (!lb_implicitFreeBody(m, d, jointId, total, acc)) {
      lb_copy3(acc, qacc + dofAdr);
      lb_copy3(acc + 3, qacc + dofAdr + 3);
    }
    moveBody(m, d, m->jnt_bodyid[jointId], total, acc, qacc + dofAdr);
  }
}
