// Primitive shapes: what follows from type and size alone.

#pragma once

#include "compile/context.h"

// COMPAT: MODEL-SMALLEST-MASS: geoms of no more volume (m^3) or mass (kg) than this weigh nothing.
#define LB_SMALLEST_MASS 1e-14

// --- sizes (shape.c)

// Raises an error when a number of size[] that counts is not positive.
void lb_checkSizes(lbCompiler* c, int type, const double size[3]);

// Pose and length of a shape that reaches from one point to another (fromto: both of them).
void lb_shapeFromTo(lbCompiler* c, int type, const double fromto[6], double pos[3], double quat[4],
                    double size[3]);

// Bounding box and bounding radius of a geom with a primitive shape.
void lb_boundShape(lbWorkGeom* geom);

// --- mass (shape_mass.c)

// Volume (area when shell) of a shape.
double lb_geomVolume(int type, const double size[3], bool shell);

// Inertia about the axes of the shape's frame, for a mass.
void lb_geomInertia(double inertia[3], int type, double mass, const double size[3], bool shell);

// --- fluid (shape_fluid.c)

// Coefficients of the ellipsoidal fluid model (mjModel.geom_fluid); zero when the geom does not use
// it.
void lb_geomFluid(const mjsGeom* geom, mjtNum fluid[mjNFLUID]);
