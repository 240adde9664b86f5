// Motion of objects and of whole subtrees, from the quantities of the c-frame.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "data/stack.h"
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

// Adds to a sum the moment of momentum of a mass that is at arm and moves with velocity.
static void addMoment(mjtNum sum[3], const mjtNum arm[3], mjtNum mass, const mjtNum velocity[3]) {
  mjtNum momentum[3];
  lb_scl3(momentum, velocity, mass);
  lb_addToCross(sum, arm, momentum);
}

// Angular momentum of a body about its own centre of mass, and the velocity of that.
static void bodyMotion(const mjModel* m, const mjData* d, int b, mjtNum spin[3],
                       mjtNum velocity[3]) {
  const mjtNum *cvel = d->cvel + 6 * b, *frame = d->ximat + 9 * b;
  mjtNum arm[3], local[3];
  lb_mulMatTVec3(local, frame, cvel);
  for (int k = 0; k < 3; k++) {
    local[k] *= m->body_inertia[3 * b + k];
  }
  lb_mulMatVec3(spin, frame, local);
  lb_sub3(arm, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
  lb_copy3(velocity, cvel + 3);
  lb_addToCross(velocity, cvel, arm);
}

// COMPAT: SUBTREE-MASSES: masses and inertias are the model's as they are now, also where nobody
// computed cinert since they were changed
void mj_subtreeVel(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  mjtNum* linear = d->subtree_linvel;
  mjtNum* angular = d->subtree_angmom;
  int bodies = (int)m->nbody;
  mj_markStack(d);
  mjtNum* velocity = lb_stackNum(d, 3 * (size_t)bodies);

  // momenta of bodies, then of subtrees, then velocities
  lb_zero3(linear);
  lb_zero3(angular);
  for (int b = 1; b < bodies; b++) {
    bodyMotion(m, d, b, angular + 3 * b, velocity + 3 * b);
    lb_scl3(linear + 3 * b, velocity + 3 * b, m->body_mass[b]);
  }
  for (int b = bodies - 1; b > 0; b--) {
    lb_addTo3(linear + 3 * m->body_parentid[b], linear + 3 * b);
  }
  for (int b = 0; b < bodies; b++) {
    lb_scl3(linear + 3 * b, linear + 3 * b, 1 / lb_max(mjMINVAL, m->body_subtreemass[b]));
  }

  // about the centre of mass of each subtree
  for (int b = bodies - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    mjtNum arm[3], relative[3];
    lb_sub3(arm, d->xipos + 3 * b, d->subtree_com + 3 * b);
    lb_sub3(relative, velocity + 3 * b, linear + 3 * b);
    addMoment(angular + 3 * b, arm, m->body_mass[b], relative);
    lb_addTo3(angular + 3 * parent, angular + 3 * b);
    lb_sub3(arm, d->subtree_com + 3 * b, d->subtree_com + 3 * parent);
    lb_sub3(relative, linear + 3 * b, linear + 3 * parent);
    addMoment(angular + 3 * parent, arm, m->body_subtreemass[b], relative);
  }
  mj_freeStack(d);
  d->flg_subtreevel = true;
}
