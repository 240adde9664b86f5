// Pieces of the fluid models that forces and their derivatives share.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Constants of the ellipsoid model for one geom.
typedef struct lbEllipsoid_ {
  mjtNum semiaxes[3];
  mjtNum bluntDrag, slenderDrag, angularDrag, kutta, magnus;
  mjtNum virtualMass[3];     // per unit density
  mjtNum virtualInertia[3];  // per unit density
  mjtNum volume;
  mjtNum largestArea;   // largest cross-section
  mjtNum swept[3];      // moment of area swept when turning about each axis
  mjtNum largestSwept;  // largest of these
} lbEllipsoid;

lbEllipsoid lb_describeEllipsoid(const mjModel* m, int geom);

// Semi-axes of the ellipsoid that stands for a geom.
void lb_geomSemiaxes(const mjModel* m, int geom, mjtNum semiaxes[3]);

// Side lengths of the box with the body's mass and inertia.
void lb_inertiaBox(const mjModel* m, int body, mjtNum box[3]);

// Does the body have a geom with the ellipsoid model?
bool lb_usesEllipsoids(const mjModel* m, int body);

// Velocity (angular, linear) of a point of a body relative to the medium, in a local frame.
void lb_fluidVelocity(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                      const mjtNum frame[9], mjtNum local[6]);
