// Jacobians of points, axes and centres of mass, and joint forces of Cartesian ones.
//
// All are dense, 3 x nv, row-major, in world axes. Column i of a body's Jacobian is nonzero only
// for the dofs on the body's chain, walked from its last dof to the root by dof_parentid.

#include "kinematics/jacobian.h"

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "kinematics/segment.h"
#include "math/inline.h"

static inline void setColumn(mjtNum* jac, mjtSize nv, int i, const mjtNum column[3]) {
  jac[i] = column[0];
  jac[nv + i] = column[1];
  jac[2 * nv + i] = column[2];
}

static void clearJacobian(const mjModel* m, mjtNum* jac) {
  if (jac) {
    memset(jac, 0, (size_t)(3 * m->nv) * sizeof(mjtNum));
  }
}

// Vector from the centre of mass of the body's tree to a point.
static inline void fromCom(const mjModel* m, const mjData* d, int bodyId, const mjtNum point[3],
                           mjtNum offset[3]) {
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[bodyId]);
}

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
            int body) {
  LB_REQUIRE(m && d && point);
  lb_checkId(m->nbody, body, "body", "mj_jac");
  clearJacobian(m, jacp);
  clearJacobian(m, jacr);
  mjtNum offset[3];
  fromCom(m, d, body, point, offset);
  for (int i = lb_lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* cdof = d->cdof + 6 * i;
    if (jacr) {
      setColumn(jacr, m->nv, i, cdof);
    }
    if (jacp) {
      mjtNum column[3];
      lb_cross(column, cdof, offset);
      lb_addTo3(column, cdof + 3);
      setColumn(jacp, m->nv, i, column);
    }
  }
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  LB_REQUIRE(m && d);
  lb_checkId(m->nbody, body, "body", "mj_jacBody");
  mj_jac(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  LB_REQUIRE(m && d);
  lb_checkId(m->nbody, body, "body", "mj_jacBodyCom");
  mj_jac(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  LB_REQUIRE(m && d);
  lb_checkId(m->ngeom, geom, "geom", "mj_jacGeom");
  mj_jac(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  LB_REQUIRE(m && d);
  lb_checkId(m->nsite, site, "site", "mj_jacSite");
  mj_jac(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                     const mjtNum point[3], const mjtNum axis[3], int body) {
  LB_REQUIRE(m && d && point && axis);
  lb_checkId(m->nbody, body, "body", "mj_jacPointAxis");
  mj_jac(m, d, jacPoint, NULL, point, body);
  clearJacobian(m, jacAxis);
  for (int i = lb_lastDof(m, body); jacAxis && i >= 0; i = m->dof_parentid[i]) {
    mjtNum column[3];
    lb_cross(column, d->cdof + 6 * i, axis);
    setColumn(jacAxis, m->nv, i, column);
  }
}

// Rate of a motion axis. The axes of a ball turn with the body itself; cdof_dot lacks the part that
// cancels in the sum over the three.
static void axisRate(const mjModel* m, const mjData* d, int dofId, mjtNum rate[6]) {
  int jointId = m->dof_jntid[dofId];
  int type = m->jnt_type[jointId];
  bool rotates = type == mjJNT_BALL || (type == mjJNT_FREE && dofId >= m->jnt_dofadr[jointId] + 3);
  if (rotates) {
    lb_crossMotion(rate, d->cvel + 6 * m->dof_bodyid[dofId], d->cdof + 6 * dofId);
  } else {
    lb_copy6(rate, d->cdof_dot + 6 * dofId);
  }
}

void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
               int body) {
  LB_REQUIRE(m && d && point);
  lb_checkId(m->nbody, body, "body", "mj_jacDot");
  clearJacobian(m, jacp);
  clearJacobian(m, jacr);

  // velocity of the point
  mjtNum offset[3], velocity[3];
  const mjtNum* cvel = d->cvel + 6 * body;
  fromCom(m, d, body, point, offset);
  lb_cross(velocity, cvel, offset);
  lb_addTo3(velocity, cvel + 3);

  for (int i = lb_lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    mjtNum rate[6];
    axisRate(m, d, i, rate);
    if (jacr) {
      setColumn(jacr, m->nv, i, rate);
    }
    if (jacp) {
      mjtNum column[3];
      lb_cross(column, rate, offset);
      lb_addTo3(column, rate + 3);
      lb_addToCross(column, d->cdof + 6 * i, velocity);
      setColumn(jacp, m->nv, i, column);
    }
  }
}

// For each body of a subtree, the momentum that it gets from unit velocity of each dof is
// added to the columns of linear (3 x nv) and angular (3 x nv, about `center`); NULL to skip.
// COMPAT: MOMENTUM-FRAMES: masses are those of the model now, at the inertial frames of the data.
static void subtreeMomentum(const mjModel* m, const mjData* d, int root, const mjtNum center[3],
                            mjtNum* linear, mjtNum* angular) {
  mjtSize nv = m->nv;
  for (int b = root; b < m->nbody && (b == root || m->body_parentid[b] >= root); b++) {
    const mjtNum *axes = d->ximat + 9 * b, *inertia = m->body_inertia + 3 * b;
    mjtNum arm[3], offset[3];
    lb_sub3(arm, d->xipos + 3 * b, center);
    fromCom(m, d, b, d->xipos + 3 * b, offset);
    for (int i = lb_lastDof(m, b); i >= 0; i = m->dof_parentid[i]) {
      const mjtNum* cdof = d->cdof + 6 * i;
      mjtNum momentum[3], spin[3], shift[3];
      lb_cross(momentum, cdof, offset);
      lb_addTo3(momentum, cdof + 3);
      lb_scl3(momentum, momentum, m->body_mass[b]);
      lb_cross(shift, arm, momentum);
      lb_mulMatTVec3(spin, axes, cdof);
      for (int k = 0; k < 3; k++) {
        spin[k] *= inertia[k];
      }
      lb_mulMatVec3(spin, axes, spin);
      for (int k = 0; k < 3; k++) {
        if (linear) {
          linear[k * nv + i] += momentum[k];
        }
        if (angular) {
          angular[k * nv + i] += spin[k] + shift[k];
        }
      }
    }
  }
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  LB_REQUIRE(m && d && (jacp || !m->nv));
  lb_checkId(m->nbody, body, "body", "mj_jacSubtreeCom");
  clearJacobian(m, jacp);
  subtreeMomentum(m, d, body, d->subtree_com + 3 * body, jacp, NULL);
  mjtNum scale = 1 / lb_max(mjMINVAL, m->body_subtreemass[body]);
  for (mjtSize i = 0; i < 3 * m->nv; i++) {
    jacp[i] *= scale;
  }
}

void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  LB_REQUIRE(m && d);
  lb_checkId(m->nbody, body, "body", "mj_angmomMat");
  clearJacobian(m, mat);
  subtreeMomentum(m, d, body, d->subtree_com + 3 * body, NULL, mat);
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                const mjtNum point[3], int body, mjtNum* qfrc_target) {
  LB_REQUIRE(m && d && point && (qfrc_target || !m->nv));
  lb_checkId(m->nbody, body, "body", "mj_applyFT");

  // as a wrench about the centre of mass of the tree
  mjtNum wrench[6] = {0, 0, 0, 0, 0, 0}, offset[3];
  if (force) {
    fromCom(m, d, body, point, offset);
    lb_cross(wrench, offset, force);
    lb_copy3(wrench + 3, force);
  }
  if (torque) {
    lb_addTo3(wrench, torque);
  }
  for (int i = lb_lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    qfrc_target[i] += lb_dot6(d->cdof + 6 * i, wrench);
  }
}

void lb_addBodyWrenches(const mjModel* m, const mjData* d, mjtNum* wrench, mjtNum* qfrc) {
  lbIndexList bodies = lb_awakeBodies(m, d);
  for (int p = bodies.count - 1; p >= 0; p--) {
    int body = lb_at(bodies, p);
    if (body == 0) {
      continue;
    }
    mjtNum* w = wrench + 6 * body;
    int first = m->body_dofadr[body], end = first + m->body_dofnum[body];
    for (int dof = first; dof < end; dof++) {
      qfrc[dof] += lb_dot6(d->cdof + 6 * dof, w);
    }
    int parent = m->body_parentid[body];
    if (parent) {
      lb_addTo6(wrench + 6 * parent, w);
    }
  }
}
