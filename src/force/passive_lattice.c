// Elasticity of flexes that follow a lattice of nodes (trilinear and quadratic flexes).
//
// Corotational finite elements (Muller and Gross, "Interactive virtual materials", 2004): in each
// cell the rotation R is the nearest one to the deformation gradient at the centre of the cell;
// displacements are taken in the frame of R, multiplied by the constant stiffness matrix of the
// cell (stored negative definite in flex_stiffness) and turned back. Damping applies the same
// matrix to velocities.

#include "force/passive_flex.h"

#include <string.h>

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "data/flex_lattice.h"
#include "data/stack.h"
#include "kinematics/jacobian.h"
#include "math/inline.h"

// force += R K R' (x - R x0), for positions; with x0 NULL force += R K R' x.
static void cellForce(int count, const mjtNum* K, const mjtNum R[9],
                      const mjtNum x[lbMAX_CELL_NODES][3], const mjtNum x0[lbMAX_CELL_NODES][3],
                      mjtNum force[lbMAX_CELL_NODES][3]) {
  mjtNum local[3 * lbMAX_CELL_NODES];
  for (int i = 0; i < count; i++) {
    mjtNum* u = local + 3 * i;
    lb_mulMatTVec3(u, R, x[i]);
    if (x0) {
      lb_subFrom3(u, x0[i]);
    }
  }
  int size = 3 * count;
  for (int i = 0; i < count; i++) {
    mjtNum f[3];
    for (int a = 0; a < 3; a++) {
      const mjtNum* row = K + (3 * i + a) * size;
      mjtNum sum = 0;
      for (int k = 0; k < size; k++) {
        sum += row[k] * local[k];
      }
      f[a] = sum;
    }
    lb_mulMatVec3(force[i], R, f);
  }
}

// Maps a force at a node to joint space.
// COMPAT: LATTICE-PINNED: a node with a body of its own acts on the dofs of
// that body only; a pinned one, through its body's wrench, on everything that moves the body.
static void addNodeForce(const mjModel* m, const mjData* d, int node, const mjtNum point[3],
                         const mjtNum force[3], mjtNum* wrench, mjtNum* qfrc) {
  int body = m->flex_nodebodyid[node];
  mjtNum offset[3], nodeWrench[6];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_cross(nodeWrench, offset, force);
  lb_copy3(nodeWrench + 3, force);
  if (m->body_dofnum[body] == 3 && lb_isZero3(m->flex_node + 3 * node)) {
    int first = m->body_dofadr[body];
    for (int dof = first; dof < first + 3; dof++) {
      qfrc[dof] += lb_dot6(d->cdof + 6 * dof, nodeWrench);
    }
  } else {
    lb_addTo6(wrench + 6 * body, nodeWrench);
  }
}

// Position and velocity of a node.
static void nodeState(const mjModel* m, const mjData* d, int node, mjtNum position[3],
                      mjtNum velocity[3]) {
  int body = m->flex_nodebodyid[node];
  mjtNum offset[3];
  lb_mulMatVec3(position, d->xmat + 9 * body, m->flex_node + 3 * node);
  lb_addTo3(position, d->xpos + 3 * body);
  lb_sub3(offset, position, d->subtree_com + 3 * m->body_rootid[body]);
  lb_cross(velocity, d->cvel + 6 * body, offset);
  lb_addTo3(velocity, d->cvel + 6 * body + 3);
}

// Bending of a shell, whose nodes inside the lattice are unused.
static void shell(const mjModel* m, mjData* d, int flex) {
  int first = m->flex_nodeadr[flex], count = m->flex_nodenum[flex];
  size_t wrenchCount = 6 * (size_t)m->nbody;
  mj_markStack(d);
  mjtNum* position = lb_stackNum(d, 3 * (size_t)count);
  mjtNum* force = lb_stackNum(d, 3 * (size_t)count);
  mjtNum* wrench = lb_stackNum(d, wrenchCount);
  memset(force, 0, 3 * (size_t)count * sizeof(mjtNum));
  memset(wrench, 0, wrenchCount * sizeof(mjtNum));
  for (int i = 0; i < count; i++) {
    mjtNum velocity[3];
    nodeState(m, d, first + i, position + 3 * i, velocity);
  }
  lb_shellForces(m, d, flex, position, force);
  for (int i = 0; i < count; i++) {
    addNodeForce(m, d, first + i, position + 3 * i, force + 3 * i, wrench, d->qfrc_spring);
  }
  lb_addBodyWrenches(m, d, wrench, d->qfrc_spring);
  mj_freeStack(d);
}

void lb_latticeForces(const mjModel* m, mjData* d, int flex, bool springs, bool dampers) {
  int order = m->flex_interp[flex];
  if (order < 0) {
    if (springs) {
      shell(m, d, flex);
    }
    return;
  }
  const int* cellCount = m->flex_cellnum + 3 * flex;
  int nodeAdr = m->flex_nodeadr[flex];

  size_t wrenchCount = 6 * (size_t)m->nbody;
  mj_markStack(d);
  mjtNum* spring = lb_stackNum(d, wrenchCount);
  mjtNum* damper = lb_stackNum(d, wrenchCount);
  memset(spring, 0, wrenchCount * sizeof(mjtNum));
  memset(damper, 0, wrenchCount * sizeof(mjtNum));
  mjtNum damping = dampers ? m->flex_damping[flex] : 0;

  const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex];
  int cells = cellCount[0] * cellCount[1] * cellCount[2];
  for (int index = 0; index < cells; index++) {
    int node[lbMAX_CELL_NODES];
    int count = lb_cellNodes(m, flex, index, node);
    mjtNum x[lbMAX_CELL_NODES][3], v[lbMAX_CELL_NODES][3], x0[lbMAX_CELL_NODES][3];
    mjtNum force[lbMAX_CELL_NODES][3], R[9], at[lbMAX_CELL_NODES][3];
    for (int i = 0; i < count; i++) {
      nodeState(m, d, nodeAdr + node[i], at[i], v[i]);
      lb_sub3(x[i], at[i], at[0]);
      lb_sub3(x0[i], m->flex_node0 + 3 * (nodeAdr + node[i]),
              m->flex_node0 + 3 * (nodeAdr + node[0]));
    }
    lb_cellRotation(order, x, R);
    if (springs) {
      cellForce(count, K, R, x, x0, force);
      for (int i = 0; i < count; i++) {
        addNodeForce(m, d, nodeAdr + node[i], at[i], force[i], spring, d->qfrc_spring);
      }
    }
    if (damping != 0) {
      cellForce(count, K, R, v, NULL, force);
      for (int i = 0; i < count; i++) {
        lb_scl3(force[i], force[i], damping);
        addNodeForce(m, d, nodeAdr + node[i], at[i], force[i], damper, d->qfrc_damper);
      }
    }
    K += 9 * count * count;
  }
  lb_addBodyWrenches(m, d, spring, d->qfrc_spring);
  lb_addBodyWrenches(m, d, damper, d->qfrc_damper);
  mj_freeStack(d);
}
