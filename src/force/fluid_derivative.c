// Velocity derivatives of fluid forces.
//
// Each model's wrench is differentiated in its local frame as a 6 x 6 matrix B, wrench (torque,
// force) by velocity (angular, linear), and carried to the tree's centre of mass as X' B X, where X
// takes velocity there to local velocity. Letters as in fluid.c.

#include "force/fluid_derivative.h"

#include <math.h>
#include <string.h>

#include "force/body_matrix.h"
#include "force/fluid.h"
#include "force/fluid_model.h"
#include "math/inline.h"
#include "model/lone_body.h"

// block -= [a]x diag(b)
static void subtractSkewDiagonal(mjtNum* block, const mjtNum a[3], const mjtNum b[3]) {
  block[1] += a[2] * b[1];
  block[2] -= a[1] * b[2];
  block[6] -= a[2] * b[0];
  block[8] += a[0] * b[2];
  block[12] += a[1] * b[0];
  block[13] -= a[0] * b[1];
}

static void inertiaMatrix(const mjModel* m, int body, const mjtNum v[6], mjtNum B[36]) {
  mjtNum box[3];
  lb_inertiaBox(m, body, box);
  mjtNum viscosity = m->opt.viscosity;
  if (viscosity > 0) {
    mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
    lb_addDiagonal(B + lbTORQUE_BY_ANGULAR, -mjPI * diameter * diameter * diameter * viscosity);
    lb_addDiagonal(B + lbFORCE_BY_LINEAR, -3 * mjPI * diameter * viscosity);
  }
  mjtNum density = m->opt.density;
  if (density > 0) {
    for (int i = 0; i < 3; i++) {
      mjtNum b = box[(i + 1) % 3], c = box[(i + 2) % 3];
      mjtNum b4 = b * b * b * b, c4 = c * c * c * c;
      B[lbTORQUE_BY_ANGULAR + 7 * i] -= density * box[i] * (b4 + c4) * fabs(v[i]) / 32;
      B[lbFORCE_BY_LINEAR + 7 * i] -= density * b * c * fabs(v[3 + i]);
    }
  }
}

// n = s^2 v with s_i = pi^-1 of the cross-section along axis i, P = n.v, Q = n.n, half the gradient
// of Q: the projected area is pi sqrt(Q / P).
typedef struct Shadow_ {
  mjtNum s2[3], n[3], halfGradQ[3];
  mjtNum P, Q, speed2;
} Shadow;

static Shadow findShadow(const lbEllipsoid* e, const mjtNum v[3]) {
  const mjtNum* r = e->semiaxes;
  mjtNum s[3] = {r[1] * r[2], r[2] * r[0], r[0] * r[1]};
  Shadow shadow = {.speed2 = lb_dot3(v, v)};
  for (int i = 0; i < 3; i++) {
    shadow.s2[i] = s[i] * s[i];
    shadow.n[i] = shadow.s2[i] * v[i];
    shadow.halfGradQ[i] = shadow.s2[i] * shadow.n[i];
  }
  shadow.P = lb_dot3(shadow.n, v);
  shadow.Q = lb_dot3(shadow.n, shadow.n);
  return shadow;
}

// Drag by linear velocity: -density speed (slender largest + (blunt - slender) area) v.
static void dragBlock(const lbEllipsoid* e, mjtNum density, const mjtNum v[3], mjtNum* block) {
  Shadow shadow = findShadow(e, v);
  mjtNum P = shadow.P, Q = shadow.Q, speed = sqrt(shadow.speed2);
  mjtNum area = mjPI * sqrt(Q / lb_max(mjMINVAL, P)), gradArea[3];
  // COMPAT: FLU-38: this guard takes the gradient away from ellipsoids of millimetre size
  mjtNum areaScale = mjPI / lb_max(mjMINVAL, sqrt(Q * P * P * P));
  for (int i = 0; i < 3; i++) {
    gradArea[i] = areaScale * (shadow.halfGradQ[i] * P - shadow.n[i] * Q);
  }
  mjtNum contrast = e->bluntDrag - e->slenderDrag;
  mjtNum shape = e->slenderDrag * e->largestArea + contrast * area;
  mjtNum gradDrag[3];
  lb_scl3(gradDrag, v, shape / sqrt(lb_max(mjMINVAL, shadow.speed2)));
  lb_addToScl3(gradDrag, gradArea, speed * contrast);
  lb_addDiagonal(block, -density * speed * shape);
  lb_addOuter(block, v, gradDrag, -density);
}

// Kutta lift: h (n x v) x v = h (P v - speed^2 n), h = kutta density area P / (speed Q).
static void liftBlock(const lbEllipsoid* e, mjtNum density, const mjtNum v[3], mjtNum* block) {
  Shadow shadow = findShadow(e, v);
  const mjtNum *n = shadow.n, P = shadow.P, Q = shadow.Q, speed2 = shadow.speed2;
  mjtNum h = e->kutta * density * mjPI * P / lb_max(mjMINVAL, sqrt(P * Q * speed2));
  if (h == 0) {
    return;
  }
  mjtNum guardP = lb_max(mjMINVAL, P), guardQ = lb_max(mjMINVAL, Q);
  mjtNum guardSpeed2 = lb_max(mjMINVAL, speed2), gradH[3], lift[3];
  for (int i = 0; i < 3; i++) {
    gradH[i] = h * (n[i] / guardP - shadow.halfGradQ[i] / guardQ - v[i] / guardSpeed2);
    lift[i] = P * v[i] - speed2 * n[i];
  }
  lb_addOuter(block, lift, gradH, 1);
  lb_addOuter(block, v, n, 2 * h);
  lb_addOuter(block, n, v, -2 * h);
  lb_addDiagonal(block, h * P);
  for (int i = 0; i < 3; i++) {
    block[7 * i] -= h * speed2 * shadow.s2[i];
  }
}

// Added mass: force p x w, torque p x v + s x w.
static void addedMassMatrix(const lbEllipsoid* e, mjtNum density, const mjtNum* w, const mjtNum* v,
                            mjtNum B[36]) {
  mjtNum mass[3], inertia[3], p[3], s[3];
  lb_scl3(mass, e->virtualMass, density);
  lb_scl3(inertia, e->virtualInertia, density);
  for (int i = 0; i < 3; i++) {
    p[i] = mass[i] * v[i];
    s[i] = inertia[i] * w[i];
  }
  lb_addSkew(B + lbFORCE_BY_ANGULAR, p, 1);
  subtractSkewDiagonal(B + lbFORCE_BY_LINEAR, w, mass);
  lb_addSkew(B + lbTORQUE_BY_LINEAR, p, 1);
  subtractSkewDiagonal(B + lbTORQUE_BY_LINEAR, v, mass);
  lb_addSkew(B + lbTORQUE_BY_ANGULAR, s, 1);
  subtractSkewDiagonal(B + lbTORQUE_BY_ANGULAR, w, inertia);
}

// Magnus lift: k w x v.
static void magnusMatrix(const lbEllipsoid* e, mjtNum density, const mjtNum* w, const mjtNum* v,
                         mjtNum B[36]) {
  mjtNum k = e->magnus * density * e->volume;
  lb_addSkew(B + lbFORCE_BY_ANGULAR, v, -k);
  lb_addSkew(B + lbFORCE_BY_LINEAR, w, k);
}

static void ellipsoidMatrix(const mjModel* m, const lbEllipsoid* e, const mjtNum velocity[6],
                            lbFluidTerms terms, mjtNum B[36]) {
  const mjtNum *w = velocity, *v = velocity + 3, *r = e->semiaxes;
  mjtNum density = m->opt.density, viscosity = m->opt.viscosity;
  if (viscosity > 0) {
    mjtNum radius = (r[0] + r[1] + r[2]) / 3;
    lb_addDiagonal(B + lbTORQUE_BY_ANGULAR, -8 * mjPI * radius * radius * radius * viscosity);
    lb_addDiagonal(B + lbFORCE_BY_LINEAR, -6 * mjPI * radius * viscosity);
  }
  if (density <= 0) {
    return;
  }

  if (terms != lbFLUID_DRAG) {
    addedMassMatrix(e, density, w, v, B);
    magnusMatrix(e, density, w, v, B);
  }

  // angular drag: -density |a w| w, a diagonal
  mjtNum a[3], aw[3], gradNorm[3];
  for (int i = 0; i < 3; i++) {
    a[i] = e->angularDrag * e->swept[i] + e->slenderDrag * (e->largestSwept - e->swept[i]);
    aw[i] = a[i] * w[i];
  }
  mjtNum norm = lb_norm3(aw);
  for (int i = 0; i < 3; i++) {
    gradNorm[i] = a[i] * aw[i] / lb_max(mjMINVAL, norm);
  }
  lb_addDiagonal(B + lbTORQUE_BY_ANGULAR, -density * norm);
  lb_addOuter(B + lbTORQUE_BY_ANGULAR, w, gradNorm, -density);

  dragBlock(e, density, v, B + lbFORCE_BY_LINEAR);
  if (terms != lbFLUID_DRAG) {
    liftBlock(e, density, v, B + lbFORCE_BY_LINEAR);
  }
}

// res += X' B X for a local frame at a point.
static void carry(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                  const mjtNum R[9], const mjtNum B[36], mjtNum* res) {
  // X = [R' 0; -R' [r]x R'], columns are the local velocities of unit velocities
  mjtNum r[3], X[36], BX[36];
  lb_sub3(r, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int k = 0; k < 3; k++) {
    mjtNum axis[3] = {k == 0, k == 1, k == 2}, arm[3], column[3];
    lb_cross(arm, axis, r);
    lb_mulMatTVec3(column, R, arm);
    for (int i = 0; i < 3; i++) {
      X[6 * i + k] = X[6 * (3 + i) + 3 + k] = R[3 * k + i];
      X[6 * i + 3 + k] = 0;
      X[6 * (3 + i) + k] = column[i];
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      mjtNum sum = 0;
      for (int j = 0; j < 6; j++) {
        sum += B[6 * i + j] * X[6 * j + k];
      }
      BX[6 * i + k] = sum;
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      mjtNum sum = 0;
      for (int j = 0; j < 6; j++) {
        sum += X[6 * j + i] * BX[6 * j + k];
      }
      res[6 * i + k] += sum;
    }
  }
}

static void symmetrize(mjtNum B[36]) {
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < i; k++) {
      B[6 * i + k] = B[6 * k + i] = (B[6 * i + k] + B[6 * k + i]) / 2;
    }
  }
}

void lb_fluidDerivative(const mjModel* m, const mjData* d, lbIndexList bodies, lbFluidTerms terms,
                        mjtNum* matrix) {
  mjtNum velocity[6], B[36];
  for (int p = 1; p < bodies.count; p++) {
    int i = lb_at(bodies, p);
    if (m->body_mass[i] < mjMINVAL || m->body_treeid[i] < 0) {
      continue;
    }
    if (!lb_usesEllipsoids(m, i)) {
      const mjtNum *point = d->xipos + 3 * i, *frame = d->ximat + 9 * i;
      lb_fluidVelocity(m, d, i, point, frame, velocity);
      memset(B, 0, sizeof(B));
      inertiaMatrix(m, i, velocity, B);
      carry(m, d, i, point, frame, B, matrix + 36 * i);
      continue;
    }
    int first = m->body_geomadr[i], end = first + m->body_geomnum[i];
    for (int geom = first; geom < end; geom++) {
      mjtNum interaction = m->geom_fluid[mjNFLUID * geom];
      if (interaction <= 0) {
        continue;
      }
      const mjtNum *point = d->geom_xpos + 3 * geom, *frame = d->geom_xmat + 9 * geom;
      lbEllipsoid ellipsoid = lb_describeEllipsoid(m, geom);
      lb_fluidVelocity(m, d, i, point, frame, velocity);
      memset(B, 0, sizeof(B));
      ellipsoidMatrix(m, &ellipsoid, velocity, terms, B);
      for (int k = 0; k < 36; k++) {
        B[k] *= interaction;
      }
      if (terms == lbFLUID_DRAG ||
          (terms == lbFLUID_SYMMETRIC && !lb_standsAlone(m, m->body_treeid[i]))) {
        symmetrize(B);
      }
      carry(m, d, i, point, frame, B, matrix + 36 * i);
    }
  }
}
