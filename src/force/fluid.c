// Fluid forces, stateless: they depend on the present motion only.
//
// Inertia model, per body: the body is taken as the box that has its mass and inertia; drag is
// quadratic per axis (density), resistance linear as for the sphere of equal mean radius
// (viscosity). Ellipsoid model, per geom, for bodies with a geom that asks for it: added mass,
// Magnus and Kutta lift, viscous drag and resistance of the ellipsoid with the geom's semi-axes.
// See Andersen et al., "Unsteady aerodynamics of fluttering and tumbling plates", 2005, and the
// manual's section on fluid forces. Accelerations are left out of the added-mass force.

#include "force/fluid.h"

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "data/awake.h"
#include "data/stack.h"
#include "force/fluid_model.h"
#include "kinematics/jacobian.h"
#include "math/inline.h"

void lb_fluidVelocity(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                      const mjtNum frame[9], mjtNum local[6]) {
  // velocity of the body at the point
  const mjtNum* velocity = d->cvel + 6 * body;
  mjtNum offset[3], linear[3];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_cross(linear, velocity, offset);
  lb_addTo3(linear, velocity + 3);

  // relative to the medium, in the local frame
  lb_subFrom3(linear, m->opt.wind);
  lb_mulMatTVec3(local, frame, velocity);
  lb_mulMatTVec3(local + 3, frame, linear);
}

void lb_inertiaBox(const mjModel* m, int body, mjtNum box[3]) {
  const mjtNum* inertia = m->body_inertia + 3 * body;
  mjtNum scale = 6 / m->body_mass[body];
  for (int i = 0; i < 3; i++) {
    mjtNum sum = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    box[i] = sqrt(lb_max(mjMINVAL, sum) * scale);
  }
}

bool lb_usesEllipsoids(const mjModel* m, int body) {
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  for (int geom = first; geom < end; geom++) {
    if (m->geom_fluid[mjNFLUID * geom] > 0) {
      return true;
    }
  }
  return false;
}

// Wrench (torque, force) of the inertia model in the body's inertial frame.
static void inertiaWrench(const mjModel* m, int body, const mjtNum v[6], mjtNum wrench[6]) {
  mjtNum box[3];
  lb_inertiaBox(m, body, box);
  lb_zero6(wrench);

  mjtNum viscosity = m->opt.viscosity;
  if (viscosity > 0) {
    mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
    lb_scl3(wrench, v, -mjPI * diameter * diameter * diameter * viscosity);
    lb_scl3(wrench + 3, v + 3, -3 * mjPI * diameter * viscosity);
  }

  mjtNum density = m->opt.density;
  if (density > 0) {
    for (int i = 0; i < 3; i++) {
      mjtNum b = box[(i + 1) % 3], c = box[(i + 2) % 3];
      mjtNum b4 = b * b * b * b, c4 = c * c * c * c;
      wrench[i] -= density * box[i] * (b4 + c4) * fabs(v[i]) * v[i] / 64;
      wrench[3 + i] -= 0.5 * density * b * c * fabs(v[3 + i]) * v[3 + i];
    }
  }
}

void lb_geomSemiaxes(const mjModel* m, int geom, mjtNum semiaxes[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE:
      lb_set3(semiaxes, size[0], size[0], size[0]);
      break;
    case mjGEOM_CAPSULE:
      lb_set3(semiaxes, size[0], size[0], size[1] + size[0]);
      break;
    case mjGEOM_CYLINDER:
      lb_set3(semiaxes, size[0], size[0], size[1]);
      break;
    default:
      lb_copy3(semiaxes, size);
  }
}

lbEllipsoid lb_describeEllipsoid(const mjModel* m, int geom) {
  lbEllipsoid e;
  const mjtNum* fluid = m->geom_fluid + mjNFLUID * geom;
  mjtNum r[3];
  lb_geomSemiaxes(m, geom, r);
  lb_copy3(e.semiaxes, r);
  e.bluntDrag = fluid[1];
  e.slenderDrag = fluid[2];
  e.angularDrag = fluid[3];
  e.kutta = fluid[4];
  e.magnus = fluid[5];
  lb_copy3(e.virtualMass, fluid + 6);
  lb_copy3(e.virtualInertia, fluid + 9);
  e.volume = 4.0 / 3.0 * mjPI * r[0] * r[1] * r[2];

  // largest cross-section, and moments of area swept when turning about each axis
  mjtNum largest = lb_max(r[0], lb_max(r[1], r[2])), smallest = lb_min(r[0], lb_min(r[1], r[2]));
  mjtNum middle = r[0] + r[1] + r[2] - largest - smallest;
  e.largestArea = mjPI * largest * middle;
  e.largestSwept = 0;
  for (int i = 0; i < 3; i++) {
    mjtNum radius = lb_max(r[(i + 1) % 3], r[(i + 2) % 3]);
    e.swept[i] = 8.0 / 15.0 * mjPI * r[i] * radius * radius * radius * radius;
    e.largestSwept = lb_max(e.largestSwept, e.swept[i]);
  }
  return e;
}

// Wrench (torque, force) of the ellipsoid model in the geom frame, added to wrench.
static void ellipsoidWrench(const mjModel* m, const lbEllipsoid* e, const mjtNum v[6],
                            mjtNum wrench[6]) {
  const mjtNum *angular = v, *linear = v + 3, *r = e->semiaxes;
  mjtNum density = m->opt.density, viscosity = m->opt.viscosity;
  mjtNum *torque = wrench, *force = wrench + 3;

  if (viscosity > 0) {
    mjtNum radius = (r[0] + r[1] + r[2]) / 3;
    lb_addToScl3(torque, angular, -8 * mjPI * radius * radius * radius * viscosity);
    lb_addToScl3(force, linear, -6 * mjPI * radius * viscosity);
  }
  if (density <= 0) {
    return;
  }

  // added mass: momentum of the fluid carried along, seen from the turning frame
  mjtNum momentum[3], spin[3];
  for (int i = 0; i < 3; i++) {
    momentum[i] = density * e->virtualMass[i] * linear[i];
    spin[i] = density * e->virtualInertia[i] * angular[i];
  }
  lb_addToCross(force, momentum, angular);
  lb_addToCross(torque, momentum, linear);
  lb_addToCross(torque, spin, angular);

  // Magnus lift
  mjtNum lift[3];
  lb_cross(lift, angular, linear);
  lb_addToScl3(force, lift, e->magnus * density * e->volume);

  // projected area seen by the flow, and the component of the flow along the surface normal there
  mjtNum speed = lb_norm3(linear);
  mjtNum s0 = r[1] * r[2], s1 = r[2] * r[0], s2 = r[0] * r[1];
  mjtNum n0 = s0 * s0 * linear[0], n1 = s1 * s1 * linear[1], n2 = s2 * s2 * linear[2];
  mjtNum squareNormal = n0 * n0 + n1 * n1 + n2 * n2;
  mjtNum alongNormal = n0 * linear[0] + n1 * linear[1] + n2 * linear[2];
  mjtNum area = mjPI * sqrt(squareNormal / lb_max(mjMINVAL, alongNormal));

  // Kutta lift: circulation about the edge, perpendicular to the flow.
  // COMPAT: FLU-37: the guard on the squared normal switches lift off for slow flow around small
  // ellipsoids
  mjtNum normal[3] = {n0, n1, n2}, circulation[3];
  mjtNum scale = alongNormal / lb_max(mjMINVAL, speed * squareNormal);
  lb_cross(circulation, normal, linear);
  lb_cross(lift, circulation, linear);
  lb_addToScl3(force, lift, e->kutta * density * area * scale);

  // drag, blunt and slender
  mjtNum linearDrag =
      density * speed * (e->bluntDrag * area + e->slenderDrag * (e->largestArea - area));
  lb_addToScl3(force, linear, -linearDrag);
  mjtNum swept[3];
  for (int i = 0; i < 3; i++) {
    swept[i] = angular[i] *
               (e->angularDrag * e->swept[i] + e->slenderDrag * (e->largestSwept - e->swept[i]));
  }
  lb_addToScl3(torque, angular, -density * lb_norm3(swept));
}

// Adds a local wrench at a point to the body's wrench about the tree's centre of mass.
static void addLocalWrench(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                           const mjtNum frame[9], const mjtNum local[6], mjtNum* wrench) {
  mjtNum torque[3], force[3], offset[3];
  lb_mulMatVec3(torque, frame, local);
  lb_mulMatVec3(force, frame, local + 3);
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_addToCross(torque, offset, force);
  lb_addTo3(wrench + 6 * body, torque);
  lb_addTo3(wrench + 6 * body + 3, force);
}

LB_MODULE_APART static void addEllipsoids(const mjModel* m, const mjData* d, int body,
                                          mjtNum* wrench) {
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  for (int geom = first; geom < end; geom++) {
    mjtNum interaction = m->geom_fluid[mjNFLUID * geom];
    if (interaction <= 0) {
      continue;
    }
    const mjtNum *point = d->geom_xpos + 3 * geom, *frame = d->geom_xmat + 9 * geom;
    mjtNum velocity[6], local[6] = {0};
    lbEllipsoid ellipsoid = lb_describeEllipsoid(m, geom);
    lb_fluidVelocity(m, d, body, point, frame, velocity);
    ellipsoidWrench(m, &ellipsoid, velocity, local);
    lb_scl6(local, local, interaction);
    addLocalWrench(m, d, body, point, frame, local, wrench);
  }
}

LB_APART void lb_fluidForces(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* wrench = lb_stackNum(d, 6 * (size_t)m->nbody);
  lbIndexList bodies = lb_awakeBodies(m, d);
  for (int p = 0; p < bodies.count; p++) {
    lb_zero6(wrench + 6 * lb_at(bodies, p));
  }
  for (int p = 0; p < bodies.count; p++) {
    int i = lb_at(bodies, p);
    if (m->body_mass[i] < mjMINVAL) {
      continue;
    }
    if (lb_usesEllipsoids(m, i)) {
      addEllipsoids(m, d, i, wrench);
      continue;
    }
    const mjtNum *point = d->xipos + 3 * i, *frame = d->ximat + 9 * i;
    mjtNum velocity[6], local[6];
    lb_fluidVelocity(m, d, i, point, frame, velocity);
    inertiaWrench(m, i, velocity, local);
    addLocalWrench(m, d, i, point, frame, local, wrench);
  }
  lb_addBodyWrenches(m, d, wrench, d->qfrc_fluid);
  mj_freeStack(d);
}
