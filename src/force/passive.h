// Passive forces: what their velocity derivatives share with them.

#pragma once

#include "api/data.h"
#include "api/model.h"

// Coefficients of the polynomial a v + b v|v| + c v^3.
typedef struct lbPolynomial_ {
  mjtNum a, b, c;
} lbPolynomial;

// Damping of a dof: its own and that of the actuators on its joint, seen through their gear.
lbPolynomial lb_dofDamping(const mjModel* m, int dof);

// Damping of a tendon: its own and that of the actuators that pull it, seen through their gear.
lbPolynomial lb_tendonDamping(const mjModel* m, int tendonId);

lbPolynomial lb_jointStiffness(const mjModel* m, int jointId);
lbPolynomial lb_tendonStiffness(const mjModel* m, int tendonId);

// How far a tendon is beyond the dead band of its spring, negative below it.
mjtNum lb_tendonStretch(const mjModel* m, const mjData* d, int tendonId);

// Rotation from the rest orientation of a spring to the present one, for the ball joint or the
// rotation of the free joint whose quaternion is at address qposAdr.
void lb_ballStretch(const mjModel* m, const mjData* d, int qposAdr, mjtNum rotation[3]);

static inline bool lb_isZeroPolynomial(lbPolynomial p) {
  return p.a == 0 && p.b == 0 && p.c == 0;
}

// Restoring force at displacement x: -(a x + b x^2 + c x^3).
static inline mjtNum lb_springForce(lbPolynomial p, mjtNum x) {
  return -x * (p.a + x * (p.b + x * p.c));
}

// Minus its derivative with respect to x.
static inline mjtNum lb_springSlope(lbPolynomial p, mjtNum x) {
  return p.a + x * (2 * p.b + 3 * x * p.c);
}

// Resisting force at velocity v: -(a v + b v|v| + c v^3).
static inline mjtNum lb_damperForce(lbPolynomial p, mjtNum v) {
  mjtNum speed = v < 0 ? -v : v;
  return -v * (p.a + speed * (p.b + speed * p.c));
}

// Derivative of lb_damperForce with respect to v.
static inline mjtNum lb_damperSlope(lbPolynomial p, mjtNum v) {
  mjtNum speed = v < 0 ? -v : v;
  return -(p.a + speed * (2 * p.b + 3 * speed * p.c));
}
