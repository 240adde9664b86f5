// The configuration space: vectors like qpos and qvel, and the whole model's mass.
//
// Quaternions make qpos a manifold: free and ball joints have one number more in qpos than in qvel.
// Every function here goes joint by joint and treats the rest as plain numbers.

#include "kinematics/configuration.h"

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "math/inline.h"

void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                         const mjtNum* qpos2) {
  LB_REQUIRE(m && ((qvel && qpos1 && qpos2) || !m->nv));
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum* from = qpos1 + m->jnt_qposadr[j];
    const mjtNum* to = qpos2 + m->jnt_qposadr[j];
    mjtNum* vel = qvel + m->jnt_dofadr[j];
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        lb_sub3(vel, to, from);
        lb_scl3(vel, vel, 1 / dt);
        lb_subQuat(vel + 3, to + 3, from + 3);
        lb_scl3(vel + 3, vel + 3, 1 / dt);
        break;
      case mjJNT_BALL:
        lb_subQuat(vel, to, from);
        lb_scl3(vel, vel, 1 / dt);
        break;
      default:
        vel[0] = (to[0] - from[0]) / dt;
        break;
    }
  }
}

void lb_integrateJoint(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt, int joint) {
  mjtNum* pos = qpos + m->jnt_qposadr[joint];
  const mjtNum* vel = qvel + m->jnt_dofadr[joint];
  switch (m->jnt_type[joint]) {
    case mjJNT_FREE:
      lb_addToScl3(pos, vel, dt);
      lb_quatIntegrate(pos + 3, vel + 3, dt);
      break;
    case mjJNT_BALL:
      lb_quatIntegrate(pos, vel, dt);
      break;
    default:
      pos[0] += dt * vel[0];
      break;
  }
}

LB_APART static void integrateFrom(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt,
                                   int joint) {
  for (; joint < m->njnt; joint++) {
    lb_integrateJoint(m, qpos, qvel, dt, joint);
  }
}

void lb_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  const int* type = m->jnt_type;
  int count = (int)m->njnt;
  for (int j = 0; j < count; j++) {
    if (type[j] == mjJNT_FREE || type[j] == mjJNT_BALL) {
      integrateFrom(m, qpos, qvel, dt, j);
      return;
    }
    qpos[m->jnt_qposadr[j]] += dt * qvel[m->jnt_dofadr[j]];
  }
}

void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  LB_REQUIRE(m && ((qpos && qvel) || !m->nv));
  lb_integratePos(m, qpos, qvel, dt);
}

void mj_normalizeQuat(const mjModel* m, mjtNum* qpos) {
  LB_REQUIRE(m && (qpos || !m->nq));
  for (int j = 0; j < m->njnt; j++) {
    if (m->jnt_type[j] == mjJNT_FREE) {
      lb_normalize4(qpos + m->jnt_qposadr[j] + 3);
    } else if (m->jnt_type[j] == mjJNT_BALL) {
      lb_normalize4(qpos + m->jnt_qposadr[j]);
    }
  }
}

mjtNum mj_getTotalmass(const mjModel* m) {
  LB_REQUIRE(m);
  mjtNum mass = 0;
  for (int b = 0; b < m->nbody; b++) {
    mass += m->body_mass[b];
  }
  return mass;
}

void mj_setTotalmass(mjModel* m, mjtNum newmass) {
  LB_REQUIRE(m);
  mjtNum scale = lb_max(mjMINVAL, newmass / lb_max(mjMINVAL, mj_getTotalmass(m)));
  for (int b = 0; b < m->nbody; b++) {
    m->body_mass[b] *= scale;
    lb_scl3(m->body_inertia + 3 * b, m->body_inertia + 3 * b, scale);
  }
}
