// Quantities about the centre of mass of each kinematic tree, in world axes: the c-frame.
//
// Spatial vectors are (rotation; translation) about subtree_com of the tree's root body, which
// keeps offsets short and floating-point errors small. mj_comPos gives subtree_com, cinert, cdof;
// mj_comVel gives cvel, cdof_dot.

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/tree_share.h"
#include "kinematics/tree_stages.h"
#include "math/blas.h"
#include "math/inline.h"

// Trees that sleep on static bodies of a share keep their centre of mass and still weigh in theirs.
LB_APART static void addSleepers(const mjModel* m, mjData* d, lbIndexList bodies) {
  for (int t = 0; t < m->ntree; t++) {
    int bodyId = m->tree_bodyadr[t], parentId = m->body_parentid[bodyId];
    if (lb_isAsleep(d, t) && parentId >= lb_at(bodies, bodies.first) &&
        parentId <= lb_at(bodies, bodies.count - 1)) {
      lb_addToScl3(d->subtree_com + 3 * parentId, d->subtree_com + 3 * bodyId,
                   m->body_subtreemass[bodyId]);
    }
  }
}

// Mass-weighted sums of positions over subtrees; without the world's unless it is asked for.
LB_TREE_STAGE sumShare(const mjModel* m, mjData* d, void* world, const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;
#pragma clang loop vectorize(disable)
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    lb_scl3(d->subtree_com + 3 * bodyId, d->xipos + 3 * bodyId, m->body_mass[bodyId]);
  }
  if (bodies.item && bodies.first < bodies.count && lb_sleepMemory(d)->nested) {
    addSleepers(m, d, bodies);
  }
  for (int k = bodies.count - 1; k >= bodies.first; k--) {
    int bodyId = lb_at(bodies, k), parentId = m->body_parentid[bodyId];
    if (parentId || world) {
      lb_addTo3(d->subtree_com + 3 * parentId, d->subtree_com + 3 * bodyId);
    }
  }
}

// From the sum over a subtree to its centre of mass; that of the body alone where there is no mass.
static inline void divideByMass(const mjModel* m, mjData* d, int bodyId) {
  mjtNum* com = d->subtree_com + 3 * bodyId;
  mjtNum mass = m->body_subtreemass[bodyId];
  if (mass < mjMINVAL) {
    lb_copy3(com, d->xipos + 3 * bodyId);
  } else {
    lb_scl3(com, com, 1 / mass);
  }
}

void lb_centerWorld(const mjModel* m, mjData* d, const mjtNum* sums) {
  lbIndexList bodies = lb_awakeBodies(m, d);
  mjtNum sum[3];
  lb_scl3(sum, d->xipos, m->body_mass[0]);
  for (int k = bodies.count - 1; k > 0; k--) {
    int bodyId = lb_at(bodies, k);
    if (!m->body_parentid[bodyId]) {
      lb_addTo3(sum, sums + 3 * bodyId);
    }
  }

  // trees that sleep keep their centre of mass and still weigh in the world's, which stays as it is
  // when the others stay, too
  if (bodies.item) {
    lbSleepMemory* memory = lb_sleepMemory(d);
    if (!memory->unsettled && !lb_anyBitDiffers(sum, memory->worldSum, 3)) {
      return;
    }
    lb_copy3(memory->worldSum, sum);
  }
  for (int t = 0; bodies.item && t < m->ntree; t++) {
    int bodyId = m->tree_bodyadr[t];
    if (m->body_parentid[bodyId] == 0 && lb_isAsleep(d, t)) {
      lb_addToScl3(sum, d->subtree_com + 3 * bodyId, m->body_subtreemass[bodyId]);
    }
  }
  lb_copy3(d->subtree_com, sum);
  divideByMass(m, d, 0);
}

LB_APART static void sumTrees(const mjModel* m, mjData* d) {
  lb_stageTrees(m, d, sumShare, NULL);
  lb_centerWorld(m, d, d->subtree_com);
}

// Motion axes of the dofs of one joint that is no hinge.
LB_APART static void jointAxes(const mjModel* m, mjData* d, int jointId, const mjtNum com[3]) {
  mjtNum* cdof = d->cdof + 6 * m->jnt_dofadr[jointId];
  const mjtNum* axis = d->xaxis + 3 * jointId;
  mjtNum offset[3];
  lb_sub3(offset, com, d->xanchor + 3 * jointId);

  switch (m->jnt_type[jointId]) {
    case mjJNT_FREE:
      // three world translations, then three rotations about the body's axes
      for (int i = 0; i < 18; i++) {
        cdof[i] = 0;
      }
      cdof[3] = cdof[10] = cdof[17] = 1;
      cdof += 18;
      // fall through
    case mjJNT_BALL: {
      const mjtNum* R = d->xmat + 9 * m->jnt_bodyid[jointId];
      for (int i = 0; i < 3; i++) {
        mjtNum column[3] = {R[i], R[3 + i], R[6 + i]};
        lb_dofCom(cdof + 6 * i, column, offset);
      }
      break;
    }
    default:
      lb_dofCom(cdof, axis, NULL);
      break;
  }
}

LB_LONG_TREE_STAGE inertiaShare(const mjModel* m, mjData* d, void* context,
                                const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;
  for (int k = bodies.first; k < bodies.count; k++) {
    divideByMass(m, d, lb_at(bodies, k));
  }
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    const mjtNum* com = d->subtree_com + 3 * m->body_rootid[bodyId];

    // spatial inertia
    mjtNum offset[3];
    lb_sub3(offset, d->xipos + 3 * bodyId, com);
    lb_inertCom(d->cinert + 10 * bodyId, m->body_inertia + 3 * bodyId, d->ximat + 9 * bodyId,
                offset, m->body_mass[bodyId]);

    // motion axes
    for (int j = m->body_jntadr[bodyId], end = j + m->body_jntnum[bodyId]; j < end; j++) {
      if (m->jnt_type[j] == mjJNT_HINGE) {
        mjtNum arm[3];
        lb_sub3(arm, com, d->xanchor + 3 * j);
        lb_dofCom(d->cdof + 6 * m->jnt_dofadr[j], d->xaxis + 3 * j, arm);
      } else {
        jointAxes(m, d, j, com);
      }
    }
  }
}

void lb_centerTrees(const mjModel* m, mjData* d, const lbTreeShare* share, mjtNum* sums) {
  sumShare(m, d, NULL, share);
  for (int i = share->bodies.first; i < share->bodies.count; i++) {
    if (!m->body_parentid[i]) {
      lb_copy3(sums + 3 * i, d->subtree_com + 3 * i);
    }
  }
  inertiaShare(m, d, NULL, share);
}

LB_APART static void placeComs(const mjModel* m, mjData* d) {
  if (lb_hasThreads(d) || lb_sleepFilter(m, d)) {
    sumTrees(m, d);
  } else {
    bool world = true;
    lbTreeShare all = lb_allTrees(m);
    lb_scl3(d->subtree_com, d->xipos, m->body_mass[0]);
    sumShare(m, d, &world, &all);
    divideByMass(m, d, 0);
  }
  lb_forTrees(m, d, inertiaShare, NULL);
}

void mj_comPos(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  for (int i = 0; i < 10; i++) {
    d->cinert[i] = 0;
  }
  if (m->nbody > 1) {
    placeComs(m, d);
  } else {
    lb_zero3(d->subtree_com);
  }
}

// Adds the velocity of a free or ball joint to cvel and writes the rate of its axes. The three
// rotations of a ball move together: their axes turn with the velocity before any of them.
LB_APART static void turnVelocity(const mjModel* m, mjData* d, int jointId, mjtNum cvel[6]) {
  int dofAdr = m->jnt_dofadr[jointId];
  const mjtNum* cdof = d->cdof + 6 * dofAdr;
  const mjtNum* qvel = d->qvel + dofAdr;
  mjtNum* cdofDot = d->cdof_dot + 6 * dofAdr;

  if (m->jnt_type[jointId] == mjJNT_FREE) {
    for (int i = 0; i < 18; i++) {
      cdofDot[i] = 0;
    }
    lb_addTo3(cvel + 3, qvel);
    cdof += 18;
    cdofDot += 18;
    qvel += 3;
  }
  for (int i = 0; i < 3; i++) {
    lb_crossMotion(cdofDot + 6 * i, cvel, cdof + 6 * i);
  }
  lb_addMotion(cvel, cdof, qvel, 3);
}

LB_LONG_TREE_STAGE velocityShare(const mjModel* m, mjData* d, void* context,
                                 const lbTreeShare* share) {
  lbIndexList bodies = share->bodies;
  for (int k = bodies.first; k < bodies.count; k++) {
    int bodyId = lb_at(bodies, k);
    mjtNum cvel[6];
    lb_copy6(cvel, d->cvel + 6 * m->body_parentid[bodyId]);
    for (int j = m->body_jntadr[bodyId], end = j + m->body_jntnum[bodyId]; j < end; j++) {
      if (m->jnt_type[j] == mjJNT_FREE || m->jnt_type[j] == mjJNT_BALL) {
        mjtNum* turning = d->cvel + 6 * bodyId;
        lb_copy6(turning, cvel);
        turnVelocity(m, d, j, turning);
        lb_copy6(cvel, turning);
      } else {
        const mjtNum* cdof = d->cdof + 6 * m->jnt_dofadr[j];
        lb_crossMotion(d->cdof_dot + 6 * m->jnt_dofadr[j], cvel, cdof);
        lb_addToScl6(cvel, cdof, d->qvel[m->jnt_dofadr[j]]);
      }
    }
    lb_copy6(d->cvel + 6 * bodyId, cvel);
  }
}

void lb_velocityOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share) {
  velocityShare(m, d, NULL, share);
}

LB_APART static void treeVelocities(const mjModel* m, mjData* d) {
  lb_forTrees(m, d, velocityShare, NULL);
}

void mj_comVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_zero6(d->cvel);
  if (m->nbody > 1) {
    treeVelocities(m, d);
  }
}
