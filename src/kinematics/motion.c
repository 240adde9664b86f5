// Motion of objects and of whole subtrees, from the quantities of the c-frame.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "math/inline.h"

// Where an object is: its body, position and orientation.
typedef struct Placement_ {
  int bodyId;
  const mjtNum* pos;
  const mjtNum* mat;
} Placement;

// Number of objects of a type that has a frame, or -1.
static mjtSize objectCount(const mjModel* m, int objectType) {
  switch (objectType) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return m->nbody;
    case mjOBJ_GEOM:
      return m->ngeom;
    case mjOBJ_SITE:
      return m->nsite;
    case mjOBJ_CAMERA:
      return m->ncam;
    default:
      return -1;
  }
}

static Placement placement(const mjModel* m, const mjData* d, int objectType, int id,
                           const char* function) {
  mjtSize count = objectCount(m, objectType);
  if (count < 0) {
    lb_error("%s: invalid object type %d", function, objectType);
  }
  if (id < 0 || id >= count) {
    lb_error("%s: invalid object id %d", function, id);
  }
  switch (objectType) {
    case mjOBJ_BODY:
      return (Placement){id, d->xipos + 3 * id, d->ximat + 9 * id};
    case mjOBJ_XBODY:
      return (Placement){id, d->xpos + 3 * id, d->xmat + 9 * id};
    case mjOBJ_GEOM:
      return (Placement){m->geom_bodyid[id], d->geom_xpos + 3 * id, d->geom_xmat + 9 * id};
    case mjOBJ_SITE:
      return (Placement){m->site_bodyid[id], d->site_xpos + 3 * id, d->site_xmat + 9 * id};
    default:
      return (Placement){m->cam_bodyid[id], d->cam_xpos + 3 * id, d->cam_xmat + 9 * id};
  }
}

// The spatial vector `spatial` of the object's body, moved to the object.
static void atObject(const mjModel* m, const mjData* d, Placement object, const mjtNum* spatial,
                     bool isLocal, mjtNum res[6]) {
  lb_transformSpatial(res, spatial + 6 * object.bodyId, 0, object.pos,
                      d->subtree_com + 3 * m->body_rootid[object.bodyId],
                      isLocal ? object.mat : NULL);
}

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                       int flg_local) {
  LB_REQUIRE(m && d && res);
  atObject(m, d, placement(m, d, objtype, objid, "mj_objectVelocity"), d->cvel, flg_local, res);
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                           int flg_local) {
  LB_REQUIRE(m && d && res);
  Placement object = placement(m, d, objtype, objid, "mj_objectAcceleration");
  mjtNum velocity[6];

  // static objects, and those fixed to mocap bodies, do not accelerate, although cacc of the world
  // holds minus gravity
  if (m->body_dofnum[m->body_weldid[object.bodyId]] == 0) {
    lb_zero6(res);
    return;
  }
  atObject(m, d, object, d->cvel, flg_local, velocity);
  atObject(m, d, object, d->cacc, flg_local, res);

  // spatial acceleration is at a fixed place; that of the moving point has a centripetal part
  lb_addToCross(res + 3, velocity, velocity + 3);
}

void mj_subtreeVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum* linear = d->subtree_linvel;
  mjtNum* angular = d->subtree_angmom;
  lb_zero3(linear);
  lb_zero3(angular);

  // momentum of each body about the centre of mass of its tree
  for (int b = 1; b < m->nbody; b++) {
    mjtNum momentum[6];
    lb_mulInertVec(momentum, d->cinert + 10 * b, d->cvel + 6 * b);
    lb_copy3(angular + 3 * b, momentum);
    lb_copy3(linear + 3 * b, momentum + 3);
  }

  // sums over subtrees; trees join in the world about the origin
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    int parentId = m->body_parentid[b];
    lb_addTo3(linear + 3 * parentId, linear + 3 * b);
    lb_addTo3(angular + 3 * parentId, angular + 3 * b);
    if (parentId == 0) {
      lb_addToCross(angular, d->subtree_com + 3 * b, linear + 3 * b);
    }
  }

  // about the subtree's own centre of mass; momentum to velocity
  for (int b = 0; b < m->nbody; b++) {
    mjtNum arm[3], shift[3];
    lb_copy3(arm, d->subtree_com + 3 * b);
    if (b > 0) {
      lb_subFrom3(arm, d->subtree_com + 3 * m->body_rootid[b]);
    }
    lb_cross(shift, arm, linear + 3 * b);
    lb_subFrom3(angular + 3 * b, shift);
    lb_scl3(linear + 3 * b, linear + 3 * b, 1 / lb_max(mjMINVAL, m->body_subtreemass[b]));
  }
  d->flg_subtreevel = true;
}
