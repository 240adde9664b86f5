// Checks of the tree of a model that came from outside. Bodies come in depth-first order, so that
// one pass over the arrays visits parents first and a subtree's bodies and dofs are consecutive;
// joints, dofs and geoms come in the order of their bodies. Everything else is told by the parents
// and the types of the joints, and has to be what they tell.

#include "model/joint_size.h"
#include "model/matrices.h"
#include "model/validate.h"

// Where the next joint, coordinate, dof, geom and tree starts.
typedef struct {
  mjtSize joint, qpos, dof, geom;
  int tree;
} Next;

// A list of `number` items that starts at the next one; its end is the next one then.
static bool takes(mjtSize* next, int address, int number, mjtSize size) {
  bool inside = number >= 0 && number <= size - *next && address == (number ? *next : -1);
  *next += inside ? number : 0;
  return inside;
}

// The body before in depth-first order is a parent or below it.
static bool inOrder(const mjModel* m, int body) {
  int parent = m->body_parentid[body], before = body - 1;
  while (parent >= 0 && before > parent) {
    before = m->body_parentid[before];
  }
  return before == parent;
}

static const char* checkJoints(const mjModel* m, int body, Next* next, mjtSize firstJoint) {
  mjtSize firstDof = next->dof;
  int last = body ? lb_lastDofOf(m, m->body_parentid[body]) : -1;
  for (mjtSize j = firstJoint; j < next->joint; j++) {
    int type = m->jnt_type[j];
    CHECK(jnt_type, type >= mjJNT_FREE && type <= mjJNT_HINGE)
    CHECK(jnt_bodyid, m->jnt_bodyid[j] == body)
    CHECK(jnt_qposadr, takes(&next->qpos, m->jnt_qposadr[j], lb_jointQposCount(type), m->nq))
    mjtSize dof = next->dof;
    CHECK(jnt_dofadr, takes(&next->dof, m->jnt_dofadr[j], lb_jointDofCount(type), m->nv))
    for (; dof < next->dof; last = (int)dof++) {
      CHECK(dof_bodyid, m->dof_bodyid[dof] == body)
      CHECK(dof_jntid, m->dof_jntid[dof] == j)
      CHECK(dof_parentid, m->dof_parentid[dof] == last)
      CHECK(dof_treeid, m->dof_treeid[dof] == m->body_treeid[body])
    }
  }
  CHECK(body_dofnum, m->body_dofnum[body] == next->dof - firstDof)
  CHECK(body_dofadr, m->body_dofadr[body] == (m->body_dofnum[body] ? firstDof : -1))
  return NULL;
}

static const char* checkBody(const mjModel* m, int body, Next* next) {
  int parent = body ? m->body_parentid[body] : 0, dofs = m->body_dofnum[body];
  bool moves = dofs || m->body_mocapid[body] >= 0;
  CHECK(body_parentid, body ? inOrder(m, body) : !m->body_parentid[0])
  int parentTree = body ? m->body_treeid[parent] : -1;
  CHECK(body_rootid, m->body_rootid[body] == (parent ? m->body_rootid[parent] : body))
  CHECK(body_weldid, m->body_weldid[body] == (body && !moves ? m->body_weldid[parent] : body))
  CHECK(body_treeid, m->body_treeid[body] == (dofs && parentTree < 0 ? next->tree++ : parentTree))
  CHECK(body_jntnum, body || !m->body_jntnum[0])
  mjtSize joint = next->joint, geom = next->geom;
  CHECK(body_jntadr, takes(&next->joint, m->body_jntadr[body], m->body_jntnum[body], m->njnt))
  CHECK(body_geomadr, takes(&next->geom, m->body_geomadr[body], m->body_geomnum[body], m->ngeom))
  for (; geom < next->geom; geom++) {
    CHECK(geom_bodyid, m->geom_bodyid[geom] == body)
  }
  return checkJoints(m, body, next, joint);
}

// Trees: their bodies and dofs are counted again.
static const char* checkTrees(const mjModel* m) {
  mjtSize body = 0, dof = 0;
  for (mjtSize tree = 0; tree < m->ntree; tree++) {
    while (body < m->nbody && m->body_treeid[body] < tree) {
      body++;
    }
    mjtSize firstBody = body, firstDof = dof;
    while (body < m->nbody && m->body_treeid[body] == tree) {
      dof += m->body_dofnum[body++];
    }
    CHECK(tree_bodyadr, m->tree_bodyadr[tree] == firstBody)
    CHECK(tree_bodynum, m->tree_bodynum[tree] == body - firstBody)
    CHECK(tree_dofadr, m->tree_dofadr[tree] == firstDof)
    CHECK(tree_dofnum, m->tree_dofnum[tree] == dof - firstDof)
  }
  return NULL;
}

const char* lb_validateTree(const mjModel* m) {
  CHECK(nbody, m->nbody >= 1)
  Next next = {0};
  for (int i = 0; i < m->nbody; i++) {
    const char* invalid = checkBody(m, i, &next);
    if (invalid) {
      return invalid;
    }
  }
  CHECK(njnt, next.joint == m->njnt)
  CHECK(nq, next.qpos == m->nq)
  CHECK(nv, next.dof == m->nv)
  CHECK(ngeom, next.geom == m->ngeom)
  CHECK(ntree, next.tree == m->ntree)
  for (mjtSize i = m->nv - 1, run = 0; i >= 0; i--) {
    run = m->dof_simplenum[i] ? run + 1 : 0;
    CHECK(dof_simplenum, m->dof_simplenum[i] == run)
  }
  return checkTrees(m);
}
