// Narrow-phase interface: what the pair functions share.
//
// A pair function finds the contacts of two geoms. It has the type mjfCollision, so that it can sit
// in the table mjCOLLISIONFUNC: it writes at most mjMAXCONPAIR entries of `con` and returns their
// number. The type of g1 is never greater than the type of g2. A contact is reported when the
// signed distance is at most `margin`; its normal points from g1 to g2, its position is halfway
// between the two surfaces. A zero tangent leaves the choice to the contact frame completion.

#pragma once

#include "api/limber.h"

#define LB_PAIR_FUNCTION(name) \
  int name(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin)

// plane.c: a half space against everything convex
LB_PAIR_FUNCTION(lb_collidePlaneSphere);
LB_PAIR_FUNCTION(lb_collidePlaneCapsule);
LB_PAIR_FUNCTION(lb_collidePlaneEllipsoid);
LB_PAIR_FUNCTION(lb_collidePlaneCylinder);
LB_PAIR_FUNCTION(lb_collidePlaneBox);
LB_PAIR_FUNCTION(lb_collidePlaneMesh);

// round.c: spheres and capsules against primitives
LB_PAIR_FUNCTION(lb_collideSphereSphere);
LB_PAIR_FUNCTION(lb_collideSphereCapsule);
LB_PAIR_FUNCTION(lb_collideSphereCylinder);
LB_PAIR_FUNCTION(lb_collideSphereBox);
LB_PAIR_FUNCTION(lb_collideCapsuleCapsule);

// capsule_box.c, box_box.c
LB_PAIR_FUNCTION(lb_collideCapsuleBox);
LB_PAIR_FUNCTION(lb_collideBoxBox);

// convex.c: every other pair of convex geoms; hfield.c, sdf.c: the shapes that are not convex
LB_PAIR_FUNCTION(lb_collideConvex);
LB_PAIR_FUNCTION(lb_collideHfield);
LB_PAIR_FUNCTION(lb_collideSdf);
LB_PAIR_FUNCTION(lb_collideMeshSdf);

// distance.c: whether the distance of two geoms is found by GJK and EPA.
bool lb_hasConvexDistance(const mjModel* m, int g1, int g2);

// The hull of at most four points, in world coordinates, rounded by a radius, against height field
// g1. center: of their box in the world.
int lb_collideHfieldPoints(const mjModel* m, mjData* d, mjPreContact* con, int g1,
                           const mjtNum* points, int count, const mjtNum center[3], mjtNum radius,
                           mjtNum margin);

// A sphere above a plane through planePos with normal n, which is that of the contact.
int lb_planeSphere(mjPreContact* con, const mjtNum n[3], const mjtNum planePos[3],
                   const mjtNum center[3], mjtNum radius, mjtNum margin);

// The distance, position and normal of two spheres; con is written when they are within margin.
int lb_spheres(mjPreContact* con, const mjtNum pos1[3], mjtNum radius1, const mjtNum mat1[9],
               const mjtNum pos2[3], mjtNum radius2, const mjtNum mat2[9], mjtNum margin);

// The deepest point of a triangle (world coordinates) in the field of a geom; 0 or 1
// contacts.
int lb_collideSdfTriangle(const mjModel* m, const mjData* d, mjPreContact* con, int geom,
                          const mjtNum* points);

// A sphere against a box given by pose and half sizes; returns 0 or 1.
int lb_sphereBox(mjPreContact* con, const mjtNum pos1[3], mjtNum radius, const mjtNum pos2[3],
                 const mjtNum mat2[9], const mjtNum size2[3], mjtNum margin);

// The same for shapes given by pose and size (radius, half length; half sizes).
int lb_sphereCapsule(mjPreContact* con, const mjtNum pos1[3], mjtNum radius, const mjtNum mat1[9],
                     const mjtNum pos2[3], const mjtNum mat2[9], const mjtNum size2[3],
                     mjtNum margin);
int lb_capsules(mjPreContact* con, const mjtNum pos1[3], const mjtNum mat1[9],
                const mjtNum size1[3], const mjtNum pos2[3], const mjtNum mat2[9],
                const mjtNum size2[3], mjtNum margin);
int lb_capsuleBox(mjPreContact* con, const mjtNum pos1[3], const mjtNum mat1[9],
                  const mjtNum size1[3], const mjtNum pos2[3], const mjtNum mat2[9],
                  const mjtNum size2[3], mjtNum margin);
