// mj_setConst: everything in the model that follows from the reference configuration.
//
// At qpos0: inertia diagonal, inverse inertias seen by dofs, bodies, tendons and actuators,
// lengths, camera and light reference poses, equality data left open, statistics. At qpos_spring:
// rest lengths of tendon springs that were left open. Then the gains that depend on inertia:
// springs and dampers from springdamper, servo damping from dampratio.

#include "compile/set_const.h"

#include "api/limber.h"
#include "base/error.h"
#include "constraint/sleep.h"
#include "data/awake.h"
#include "data/data.h"
#include "data/stack.h"
#include "dynamics/factor.h"
#include "dynamics/segment.h"
#include "math/inline.h"
#include "math/libm.h"

#include <string.h>

// --- configuration

// Position-dependent quantities at a configuration.
static void placeAt(const mjModel* m, mjData* d, const mjtNum* qpos) {
  if (m->nq) {
    memcpy(d->qpos, qpos, (size_t)m->nq * sizeof(mjtNum));
  }
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
}

static void sumSubtrees(mjModel* m) {
  memcpy(m->body_subtreemass, m->body_mass, (size_t)m->nbody * sizeof(mjtNum));
  for (int i = (int)m->nbody - 1; i > 0; i--) {
    m->body_subtreemass[m->body_parentid[i]] += m->body_subtreemass[i];
  }
}

static void countGravcomp(mjModel* m) {
  m->ngravcomp = 0;
  for (int i = 0; i < m->nbody; i++) {
    m->ngravcomp += m->body_gravcomp[i] > 0;
  }
}

// --- inertia

// Diagonal of the inertia matrix without tendons. mj_makeM takes it for simple dofs, so it comes
// first.
static void setDiagonal(mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* composite = mj_stackAllocNum(d, 10 * (size_t)m->nbody);
  memcpy(composite, d->cinert, 10 * (size_t)m->nbody * sizeof(mjtNum));
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    for (int k = 0; m->body_parentid[b] > 0 && k < 10; k++) {
      composite[10 * m->body_parentid[b] + k] += composite[10 * b + k];
    }
  }
  for (int i = 0; i < m->nv; i++) {
    mjtNum momentum[6];
    lb_mulInertVec(momentum, composite + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    m->dof_M0[i] = lb_dot6(d->cdof + 6 * i, momentum) + m->dof_armature[i];
  }
  mj_freeStack(d);

  // rotors of actuators, seen through the gear
  static const int dofCount[] = {6, 3, 1, 1};
  for (int i = 0; i < m->nactuator; i++) {
    int type = m->actuator_trntype[i];
    if (m->actuator_armature[i] == 0 || (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT)) {
      continue;
    }
    int joint = m->actuator_trnid[2 * i];
    mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
    for (int k = 0; k < dofCount[m->jnt_type[joint]]; k++) {
      m->dof_M0[m->jnt_dofadr[joint] + k] += gear * gear * m->actuator_armature[i];
    }
  }
}

// --- inverse inertia

// Kinematic trees respond independently: vectors are solved for in the dofs of the trees that they
// touch, so that many small trees cost as much as they do one by one.
typedef struct Response_ {
  mjtNum *given, *solved;  // (6 x nv)
  int* dof;                // dofs of the trees in question, room for nv
  int *stamp, round;       // per tree: the last round that chose it
  lbIndexList dofs;
} Response;

static Response makeResponse(const mjModel* m, mjData* d) {
  Response r = {.given = mj_stackAllocNum(d, 6 * (size_t)m->nv),
                .solved = mj_stackAllocNum(d, 6 * (size_t)m->nv),
                .dof = mj_stackAllocInt(d, (size_t)m->nv),
                .stamp = mj_stackAllocInt(d, (size_t)m->ntree)};
  for (int i = 0; i < m->ntree; i++) {
    r.stamp[i] = 0;
  }
  return r;
}

// Chooses the trees of some dofs, and clears what is given there.
static void chooseTrees(const mjModel* m, Response* r, const int* dof, int count, int rows) {
  int used = 0;
  r->round++;
  for (int k = 0; k < count; k++) {
    int tree = m->dof_treeid[dof[k]];
    for (int i = 0; r->stamp[tree] < r->round && i < m->tree_dofnum[tree]; i++) {
      r->dof[used++] = m->tree_dofadr[tree] + i;
    }
    r->stamp[tree] = r->round;
  }
  r->dofs = (lbIndexList){.item = r->dof, .count = used};
  for (int row = 0; row < rows; row++) {
    for (int k = 0; k < used; k++) {
      r->given[row * m->nv + r->dof[k]] = 0;
    }
  }
}

static void respond(const mjModel* m, const mjData* d, Response* r, int rows) {
  for (int row = 0; row < rows; row++) {
    for (int k = 0; k < r->dofs.count; k++) {
      r->solved[row * m->nv + r->dof[k]] = r->given[row * m->nv + r->dof[k]];
    }
  }
  lb_solveTree(m, r->solved, rows, d->qLD, d->qLDiagInv, r->dofs);
}

// Row of J in, J M^-1 J' out; M^-1 J' stays in r.
static mjtNum respondToRow(const mjModel* m, const mjData* d, Response* r, const int* column,
                           const mjtNum* row, int count) {
  chooseTrees(m, r, column, count, 1);
  for (int k = 0; k < count; k++) {
    r->given[column[k]] = row[k];
  }
  respond(m, d, r, 1);
  mjtNum sum = 0;
  for (int k = 0; k < count; k++) {
    sum += row[k] * r->solved[column[k]];
  }
  return sum;
}

static void setDofWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nv; i++) {
    // a body that only slides responds by its mass alone, armature left out (COMPAT: the peer)
    int body = m->dof_bodyid[i];
    if (m->body_simple[body] == 2) {
      m->dof_invweight0[i] = 1 / lb_max(mjMINVAL, m->body_mass[body]);
      continue;
    }
    mjtNum one = 1;
    m->dof_invweight0[i] = respondToRow(m, d, &r, &i, &one, 1);
  }

  // the three translations and the three rotations of a joint share their mean
  for (int j = 0; j < m->njnt; j++) {
    int groups = m->jnt_type[j] == mjJNT_FREE ? 2 : m->jnt_type[j] == mjJNT_BALL ? 1 : 0;
    for (int k = 0; k < groups; k++) {
      mjtNum* w = m->dof_invweight0 + m->jnt_dofadr[j] + 3 * k;
      w[0] = w[1] = w[2] = (w[0] + w[1] + w[2]) / 3;
    }
  }
  mj_freeStack(d);
}

// How a body's centre moves and how the body turns (6 x nv), in the dofs of its tree.
static void giveBodyJacobian(const mjModel* m, const mjData* d, Response* r, int body) {
  int last = lb_lastDof(m, body);
  mjtNum offset[3];
  lb_sub3(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  chooseTrees(m, r, &last, last >= 0, 6);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* cdof = d->cdof + 6 * i;
    mjtNum column[3];
    lb_cross(column, cdof, offset);
    for (int k = 0; k < 3; k++) {
      r->given[k * m->nv + i] = column[k] + cdof[3 + k];
      r->given[(3 + k) * m->nv + i] = cdof[k];
    }
  }
}

// Mean of the diagonal of J M^-1 J' over three rows of what was given.
static mjtNum meanInverse(const mjModel* m, const Response* r, int row) {
  mjtNum sum = 0;
  for (int i = row; i < row + 3; i++) {
    for (int k = 0; k < r->dofs.count; k++) {
      sum += r->given[i * m->nv + r->dof[k]] * r->solved[i * m->nv + r->dof[k]];
    }
  }
  return sum / 3;
}

static void setBodyWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nbody; i++) {
    mjtNum* weight = m->body_invweight0 + 2 * i;
    weight[0] = weight[1] = 0;
    if (m->body_weldid[i] == 0 || !m->nv) {
      continue;
    }
    // a body that only slides responds by its mass alone, whatever its axes
    if (m->body_simple[i] == 2) {
      weight[0] = 1 / lb_max(mjMINVAL, m->body_mass[i]);
      continue;
    }
    giveBodyJacobian(m, d, &r, i);
    respond(m, d, &r, 6);
    weight[0] = meanInverse(m, &r, 0);
    weight[1] = meanInverse(m, &r, 3);
  }
  mj_freeStack(d);
}

static void setTendonWeights(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->ntendon; i++) {
    int adr = m->ten_J_rowadr[i];
    m->tendon_length0[i] = d->ten_length[i];
    m->tendon_invweight0[i] =
        respondToRow(m, d, &r, m->ten_J_colind + adr, d->ten_J + adr, m->ten_J_rownnz[i]);
  }
  mj_freeStack(d);
}

static void setActuators(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int i = 0; i < m->nout; i++) {
    int adr = d->moment_rowadr[i];
    respondToRow(m, d, &r, d->moment_colind + adr, d->actuator_moment + adr, d->moment_rownnz[i]);
    mjtNum square = 0;
    for (int k = 0; k < r.dofs.count; k++) {
      square += r.solved[r.dof[k]] * r.solved[r.dof[k]];
    }
    m->actuator_length0[i] = d->actuator_length[i];
    m->actuator_acc0[i] = sqrt(square);
  }
  mj_freeStack(d);
}

// --- flexes

static mjtNum edgeInverse(const mjModel* m, const mjData* d, Response* r, int edge) {
  int adr = m->flexedge_J_rowadr[edge];
  return respondToRow(m, d, r, m->flexedge_J_colind + adr, d->flexedge_J + adr,
                      m->flexedge_J_rownnz[edge]);
}

// True for a body whose inverse weight is that of a point mass, or that cannot move.
static bool isPointMass(const mjModel* m, int body) {
  return m->body_simple[body] == 2 || m->body_weldid[body] == 0;
}

// Inverse weights of edges. COMPAT: between point masses it is the mean of the two; one that cannot
// move is left out, or makes the edge weightless when vertices are constrained.
static void setFlexEdges(mjModel* m, mjData* d) {
  mj_markStack(d);
  Response r = makeResponse(m, d);
  for (int f = 0; f < m->nflex; f++) {
    const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
    bool constrained = m->flex_edgeequality[f] == 1;
    int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f]; e < end; e++) {
      if (!m->flex_rigid[f] && !m->flex_interp[f]) {
        m->flexedge_length0[e] = d->flexedge_length[e];
      }
      m->flexedge_invweight0[e] = 0;
      if (m->flexedge_rigid[e] || m->flex_interp[f]) {
        continue;
      }
      int b1 = body[m->flex_edge[2 * e]], b2 = body[m->flex_edge[2 * e + 1]];
      mjtNum w1 = m->body_invweight0[2 * b1], w2 = m->body_invweight0[2 * b2];
      if (!isPointMass(m, b1) || !isPointMass(m, b2)) {
        m->flexedge_invweight0[e] = constrained ? edgeInverse(m, d, &r, e) : 0;
      } else if (w1 == 0 || w2 == 0) {
        m->flexedge_invweight0[e] = m->flex_edgeequality[f] == 2 ? 0 : w1 + w2;
      } else {
        m->flexedge_invweight0[e] = 0.5 * (w1 + w2);
      }
    }
  }
  mj_freeStack(d);
}

// --- cameras, lights, equalities

static void setCamerasAndLights(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->ncam; i++) {
    int body = m->cam_bodyid[i], target = m->cam_targetbodyid[i];
    const mjtNum* com = d->subtree_com + 3 * (target >= 0 ? target : body);
    lb_sub3(m->cam_poscom0 + 3 * i, d->cam_xpos + 3 * i, com);
    lb_sub3(m->cam_pos0 + 3 * i, d->cam_xpos + 3 * i, d->xpos + 3 * body);
    lb_copy9(m->cam_mat0 + 9 * i, d->cam_xmat + 9 * i);
  }
  for (int i = 0; i < m->nlight; i++) {
    int body = m->light_bodyid[i], target = m->light_targetbodyid[i];
    const mjtNum* com = d->subtree_com + 3 * (target >= 0 ? target : body);
    lb_sub3(m->light_poscom0 + 3 * i, d->light_xpos + 3 * i, com);
    lb_sub3(m->light_pos0 + 3 * i, d->light_xpos + 3 * i, d->xpos + 3 * body);
    lb_copy3(m->light_dir0 + 3 * i, d->light_xdir + 3 * i);
  }
}

// Cameras and lights at their fixed poses, whatever their mode.
static void placeFixed(mjModel* m, mjData* d, int* modes) {
  for (int i = 0; i < m->ncam; i++) {
    modes[i] = m->cam_mode[i];
    m->cam_mode[i] = mjCAMLIGHT_FIXED;
  }
  for (int i = 0; i < m->nlight; i++) {
    modes[m->ncam + i] = m->light_mode[i];
    m->light_mode[i] = mjCAMLIGHT_FIXED;
  }
  mj_camlight(m, d);
  for (int i = 0; i < m->ncam; i++) {
    m->cam_mode[i] = modes[i];
  }
  for (int i = 0; i < m->nlight; i++) {
    m->light_mode[i] = modes[m->ncam + i];
  }
}

static void setEqualities(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq; i++) {
    bool bodies = m->eq_objtype[i] == mjOBJ_BODY;
    int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
    mjtNum* data = m->eq_data + mjNEQDATA * i;
    mjtNum point[3];
    if (!bodies) {
      continue;
    }
    if (m->eq_type[i] == mjEQ_CONNECT) {
      // the anchor, given in the first body, seen from the second
      lb_mulMatVec3(point, d->xmat + 9 * b1, data);
      lb_addTo3(point, d->xpos + 3 * b1);
      lb_subFrom3(point, d->xpos + 3 * b2);
      lb_mulMatTVec3(data + 3, d->xmat + 9 * b2, point);
    } else if (m->eq_type[i] == mjEQ_WELD) {
      if (data[6] != 0 || data[7] != 0 || data[8] != 0 || data[9] != 0) {
        lb_normalize4(data + 6);
        continue;
      }
      // relative pose, with the anchor given in the second body
      mjtNum back[4];
      lb_mulMatVec3(point, d->xmat + 9 * b2, data);
      lb_addTo3(point, d->xpos + 3 * b2);
      lb_subFrom3(point, d->xpos + 3 * b1);
      lb_mulMatTVec3(data + 3, d->xmat + 9 * b1, point);
      lb_negQuat(back, d->xquat + 4 * b1);
      lb_mulQuat(data + 6, back, d->xquat + 4 * b2);
    }
  }
}

// --- statistics

static void grow(mjtNum box[6], const mjtNum point[3], mjtNum radius) {
  for (int k = 0; k < 3; k++) {
    box[k] = lb_min(box[k], point[k] - radius);
    box[3 + k] = lb_max(box[3 + k], point[k] + radius);
  }
}

// How far a geom reaches, for the overall extent.
static mjtNum reachOf(const mjModel* m, int geom) {
  if (m->geom_rbound[geom] > 0) {
    return m->geom_rbound[geom];
  }
  if (m->geom_type[geom] != mjGEOM_PLANE) {
    return 0;
  }
  mjtNum size = lb_max(m->geom_size[3 * geom], m->geom_size[3 * geom + 1]);
  return size > 0 ? 0.1 * size : 0.01;
}

// COMPAT: the body of a node of a lattice reaches to the furthest body of the same lattice.
static void measureNodes(const mjModel* m, const mjData* d, int flex, mjtNum* length) {
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  for (int i = 0; i < m->flex_nodenum[flex]; i++) {
    for (int k = 0; k < i; k++) {
      mjtNum distance = lb_dist3(d->xpos + 3 * body[i], d->xpos + 3 * body[k]);
      length[body[i]] = lb_max(length[body[i]], distance);
      length[body[k]] = lb_max(length[body[k]], distance);
    }
  }
}

// Length of every body: distance from its mass centre to its joints and to the far side of its
// geoms.
static void measureBodies(const mjModel* m, const mjData* d, mjtNum* length) {
  memset(length, 0, (size_t)m->nbody * sizeof(mjtNum));
  for (int i = 0; i < m->njnt; i++) {
    // a joint lies in its own body and in the parent
    int body = m->jnt_bodyid[i], parent = m->body_parentid[body];
    mjtNum distance = lb_dist3(d->xipos + 3 * body, d->xanchor + 3 * i);
    length[body] = lb_max(length[body], distance);
    if (parent > 0) {
      distance = lb_dist3(d->xipos + 3 * parent, d->xanchor + 3 * i);
      length[parent] = lb_max(length[parent], distance);
    }
  }
  for (int i = 0; i < m->ngeom; i++) {
    int body = m->geom_bodyid[i];
    if (m->geom_rbound[i] > 0) {
      mjtNum distance = lb_dist3(d->xipos + 3 * body, d->geom_xpos + 3 * i) + m->geom_rbound[i];
      length[body] = lb_max(length[body], distance);
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f]) {
      measureNodes(m, d, f, length);
    }
    // a vertex reaches along its edges
    const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      for (int k = 0; k < 2; k++) {
        int owner = body[m->flex_edge[2 * e + k]];
        if (owner > 0) {
          length[owner] = lb_max(length[owner], m->flexedge_length0[e]);
        }
      }
    }
  }
  for (int i = 0; i < m->nbody; i++) {
    length[i] = lb_max(length[i], 1e-5);
  }
}

static void setStatistics(mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* length = mj_stackAllocNum(d, (size_t)m->nbody);
  measureBodies(m, d, length);
  mjtNum box[6] = {1e10, 1e10, 1e10, -1e10, -1e10, -1e10};
  mjtNum sumMass = 0, sumLength = 0, sumInertia = 0;
  for (int i = 1; i < m->nbody; i++) {
    grow(box, d->xpos + 3 * i, 0);
    grow(box, d->xipos + 3 * i, 0);
    sumMass += m->body_mass[i];
    sumLength += length[i];
  }
  for (int i = 0; i < m->njnt; i++) {
    grow(box, d->xanchor + 3 * i, 0);
  }
  for (int i = 0; i < m->nsite; i++) {
    grow(box, d->site_xpos + 3 * i, 0);
  }
  for (int i = 0; i < m->nflexvert; i++) {
    grow(box, d->flexvert_xpos + 3 * i, 0);
  }
  for (int i = 0; i < m->ngeom; i++) {
    grow(box, d->geom_xpos + 3 * i, reachOf(m, i));
  }
  for (int i = 0; i < m->nv; i++) {
    sumInertia += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  }
  mjStatistic* s = &m->stat;
  s->meaninertia = m->nv ? lb_max(mjMINVAL, sumInertia / (mjtNum)m->nv) : 1;
  s->meanmass = m->nbody > 1 ? sumMass / (mjtNum)(m->nbody - 1) : 1;
  s->meansize = m->nbody > 1 ? sumLength / (mjtNum)(m->nbody - 1) : 0.2;

  bool empty = box[0] > box[3];
  for (int k = 0; k < 3; k++) {
    s->center[k] = empty ? 0 : 0.5 * (box[k] + box[3 + k]);
  }
  // COMPAT: a scene without width along x counts as 2 wide, whatever its other sides
  mjtNum widest = 2;
  if (box[3] > box[0]) {
    widest = lb_max(box[3] - box[0], lb_max(box[4] - box[1], box[5] - box[2]));
  }
  s->extent = lb_max(lb_max(1e-5, widest), 2 * s->meansize);

  // rotations are measured by the length of their body, translations by the unit
  for (int i = 0; i < m->nv; i++) {
    int joint = m->dof_jntid[i];
    bool slides = m->jnt_type[joint] == mjJNT_SLIDE ||
                  (m->jnt_type[joint] == mjJNT_FREE && i < m->jnt_dofadr[joint] + 3);
    m->dof_length[i] = slides ? 1 : length[m->dof_bodyid[i]];
  }
  mj_freeStack(d);
}

// --- gains

static void setSpringDampers(mjModel* m, const mjtNum* springdamper) {
  static const int dofCount[] = {6, 3, 1, 1};
  for (int j = 0; j < m->njnt; j++) {
    mjtNum timeconst = springdamper[2 * j], ratio = springdamper[2 * j + 1];
    if (!(timeconst > 0 && ratio > 0)) {
      continue;
    }
    int adr = m->jnt_dofadr[j], count = dofCount[m->jnt_type[j]];
    mjtNum weight = 0;
    for (int k = 0; k < count; k++) {
      weight += m->dof_invweight0[adr + k];
    }
    mjtNum inertia = count / lb_max(mjMINVAL, weight);
    m->jnt_stiffness[j] = inertia / lb_max(mjMINVAL, timeconst * timeconst * ratio * ratio);
    for (int k = 0; k < count; k++) {
      m->dof_damping[adr + k] = 2 * inertia / lb_max(mjMINVAL, timeconst);
    }
  }
}

// True when sign conventions mark bias[2] as a damping ratio, whatever bias it is used in.
static bool hasDampingRatio(const mjModel* m, int i) {
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * i;
  bool pid = m->actuator_gaintype[i] == mjGAIN_PID;
  return prm[2] > 0 && (pid || m->actuator_gainprm[mjNGAIN * i] == -prm[1]);
}

// A servo whose damping is given as a ratio (a positive velocity coefficient): critical damping for
// the inertia that it drives, as if every dof were on its own.
static void setDampingRatios(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    if (!hasDampingRatio(m, i)) {
      continue;
    }
    mjtNum stiffness = -bias[1];
    int out = m->actuator_outadr[i];
    mjtNum mass = 0;
    for (int k = 0; k < d->moment_rownnz[out]; k++) {
      mjtNum moment = fabs(d->actuator_moment[d->moment_rowadr[out] + k]);
      if (moment > mjMINVAL) {
        mass += m->dof_M0[d->moment_colind[d->moment_rowadr[out] + k]] / (moment * moment);
      }
    }
    bias[2] *= -2 * sqrt(stiffness * mass);
  }
}

// --- sleeping

// Sets a tree's policy to never, unless its root body says otherwise.
static void keepAwake(mjModel* m, int tree) {
  if (tree >= 0 && m->tree_sleep_policy[tree] == mjSLEEP_AUTO_ALLOWED) {
    m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
  }
}

static void keepTendonAwake(mjModel* m, int tendon, const char* problem) {
  for (int k = 0; k < m->ten_J_rownnz[tendon]; k++) {
    int tree = m->dof_treeid[m->ten_J_colind[m->ten_J_rowadr[tendon] + k]];
    int policy = m->tree_sleep_policy[tree];
    if (problem && (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT)) {
      lb_error("engine error: tree %d connected to tendon %d %s, sleeping not allowed", tree,
               tendon, problem);
    }
    keepAwake(m, tree);
  }
}

// Trees that something may set in motion at any time do not fall asleep on their own.
static void setSleepPolicies(mjModel* m) {
  for (int i = 0; i < m->ntree; i++) {
    if (m->tree_sleep_policy[i] < mjSLEEP_NEVER) {
      m->tree_sleep_policy[i] = mjSLEEP_AUTO_ALLOWED;
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    int id = m->actuator_trnid[2 * i];
    switch (m->actuator_trntype[i]) {
      case mjTRN_TENDON:
        keepTendonAwake(m, id, NULL);
        break;
      case mjTRN_SITE:
      case mjTRN_SLIDERCRANK:
        keepAwake(m, m->body_treeid[m->site_bodyid[id]]);
        break;
      case mjTRN_BODY:
        keepAwake(m, m->body_treeid[id]);
        break;
      case mjTRN_SO3:
        keepAwake(m, m->body_treeid[m->actuator_trnid[2 * i + 1] >= 0 ? m->site_bodyid[id]
                                                                      : m->jnt_bodyid[id]]);
        break;
      default:
        keepAwake(m, m->body_treeid[m->jnt_bodyid[id]]);
        break;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    bool elastic = m->tendon_stiffness[i] != 0 || m->tendon_damping[i] != 0;
    for (int k = 0; k < mjNPOLY; k++) {
      elastic |= m->tendon_stiffnesspoly[mjNPOLY * i + k] != 0;
      elastic |= m->tendon_dampingpoly[mjNPOLY * i + k] != 0;
    }
    if (m->tendon_treenum[i] > 2) {
      keepTendonAwake(m, i, "which spans more than 2 trees");
    } else if (m->tendon_treenum[i] == 2 && elastic) {
      keepTendonAwake(m, i, "with non-zero stiffness or damping");
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    for (int i = m->flex_vertadr[f]; i < m->flex_vertadr[f] + m->flex_vertnum[f]; i++) {
      if (!m->flex_edgeequality[f] && m->flex_vertbodyid[i] > 0) {
        keepAwake(m, m->body_treeid[m->flex_vertbodyid[i]]);
      }
    }
    for (int i = m->flex_nodeadr[f]; i < m->flex_nodeadr[f] + m->flex_nodenum[f]; i++) {
      if (!m->flex_edgeequality[f] && m->flex_nodebodyid[i] > 0) {
        keepAwake(m, m->body_treeid[m->flex_nodebodyid[i]]);
      }
    }
  }
}

void lb_setConst(mjModel* m, mjData* d, const mjtNum* springdamper) {
  // nothing sleeps in the reference configuration
  int enableflags = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  lb_updateAwake(m, d);

  sumSubtrees(m);
  countGravcomp(m);
  setSleepPolicies(m);

  // rest lengths of springs
  if (m->ntendon) {
    placeAt(m, d, m->qpos_spring);
    for (int i = 0; i < m->ntendon; i++) {
      mjtNum* rest = m->tendon_lengthspring + 2 * i;
      if (rest[0] == -1 && rest[1] == -1) {
        rest[0] = rest[1] = d->ten_length[i];
      }
    }
  }

  // reference configuration
  placeAt(m, d, m->qpos0);
  setDiagonal(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_transmission(m, d);
  mj_markStack(d);
  int* modes = mj_stackAllocInt(d, (size_t)(m->ncam + m->nlight + 1));
  placeFixed(m, d, modes);
  mj_freeStack(d);
  setDofWeights(m, d);
  setBodyWeights(m, d);
  setTendonWeights(m, d);
  setActuators(m, d);
  setFlexEdges(m, d);
  setCamerasAndLights(m, d);
  setEqualities(m, d);
  setStatistics(m, d);
  if (springdamper) {
    setSpringDampers(m, springdamper);
  }
  setDampingRatios(m, d);
  m->opt.enableflags = enableflags;
  lb_updateAwake(m, d);
}

void mj_setConst(mjModel* m, mjData* d) {
  // the state in d is the caller's
  mj_markStack(d);
  mjtNum* qpos = mj_stackAllocNum(d, (size_t)m->nq);
  mju_copy(qpos, d->qpos, (int)m->nq);
  lb_setConst(m, d, NULL);
  mju_copy(d->qpos, qpos, (int)m->nq);
  mj_freeStack(d);
}
