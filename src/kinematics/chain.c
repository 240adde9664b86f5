// Chains of dofs and point Jacobians over them.

#include "kinematics/chain.h"

#include <string.h>

static void reverse(int* list, int count) {
  for (int i = 0, j = count - 1; i < j; i++, j--) {
    int swap = list[i];
    list[i] = list[j];
    list[j] = swap;
  }
}

int lb_pairChain(const mjModel* m, int body1, int body2, bool keepCommon, int* dofs, int* side) {
  int dof1 = lb_lastDof(m, body1), dof2 = lb_lastDof(m, body2), count = 0;

  // walk both paths to the root, always stepping from the larger dof; they merge and stay merged
  while (dof1 != dof2) {
    if (dof1 > dof2) {
      dofs[count] = dof1;
      side[count++] = lbSIDE_FIRST;
      dof1 = m->dof_parentid[dof1];
    } else {
      dofs[count] = dof2;
      side[count++] = lbSIDE_SECOND;
      dof2 = m->dof_parentid[dof2];
    }
  }
  for (; keepCommon && dof1 >= 0; dof1 = m->dof_parentid[dof1]) {
    dofs[count] = dof1;
    side[count++] = lbSIDE_BOTH;
  }

  reverse(dofs, count);
  reverse(side, count);
  return count;
}

int lb_pairChainLength(const mjModel* m, int body1, int body2, bool keepCommon) {
  int dof1 = lb_lastDof(m, body1), dof2 = lb_lastDof(m, body2), count = 0;
  while (dof1 != dof2) {
    if (dof1 > dof2) {
      dof1 = m->dof_parentid[dof1];
    } else {
      dof2 = m->dof_parentid[dof2];
    }
    count++;
  }
  for (; keepCommon && dof1 >= 0; dof1 = m->dof_parentid[dof1]) {
    count++;
  }
  return count;
}

// Inserts a dof; false where it is already. Most of those that come are higher than those there.
static bool insertDof(int* dofs, int count, int dof) {
  int place = count;
  while (place > 0 && dofs[place - 1] > dof) {
    place--;
  }
  if (place > 0 && dofs[place - 1] == dof) {
    return false;
  }
  memmove(dofs + place + 1, dofs + place, sizeof(int) * (size_t)(count - place));
  dofs[place] = dof;
  return true;
}

int lb_extendChain(const mjModel* m, int body, int* dofs, int count) {
  // what is above a dof that is there is there, too
  for (int k = lb_lastDof(m, body); k >= 0 && insertDof(dofs, count, k); k = m->dof_parentid[k]) {
    count++;
  }
  return count;
}

void lb_pairJacobian(const mjModel* m, const mjData* d, int count, const int* dofs, const int* side,
                     int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                     mjtNum* jacp, mjtNum* jacr, int stride) {
  mjtNum offset1[3], offset2[3];
  lb_sub3(offset1, point1, d->subtree_com + 3 * m->body_rootid[body1]);
  lb_sub3(offset2, point2, d->subtree_com + 3 * m->body_rootid[body2]);

  for (int k = 0; k < count; k++) {
    const mjtNum* cdof = d->cdof + 6 * dofs[k];
    mjtNum linear[3] = {0, 0, 0}, angular[3] = {0, 0, 0}, column[3];
    if (side[k] & lbSIDE_FIRST) {
      lb_pointColumn(linear, cdof, offset1);
      lb_copy3(angular, cdof);
    }
    if (side[k] & lbSIDE_SECOND) {
      lb_pointColumn(column, cdof, offset2);
      lb_subFrom3(linear, column);
      lb_subFrom3(angular, cdof);
    }
    for (int r = 0; r < 3; r++) {
      jacp[r * stride + k] = linear[r];
      if (jacr) {
        jacr[r * stride + k] = angular[r];
      }
    }
  }
}

void lb_biasAcceleration(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                         mjtNum linear[3], mjtNum angular[3]) {
  // spatial acceleration at the tree's centre of mass: sum of cdof_dot * qvel along the chain
  mjtNum acc[6] = {0};
  for (int i = lb_lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    lb_addToScl6(acc, d->cdof_dot + 6 * i, d->qvel[i]);
  }

  // move to the point and add the rotation of the velocity: a + alpha x r + omega x v
  const mjtNum* cvel = d->cvel + 6 * body;
  mjtNum offset[3], velocity[3];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_pointColumn(velocity, cvel, offset);
  lb_pointColumn(linear, acc, offset);
  lb_addToCross(linear, cvel, velocity);
  if (angular) {
    lb_copy3(angular, acc);
  }
}
