// Passes over the parts of the kinematic tree; compile/tree.c calls them in this order.

#pragma once

#include "compile/context.h"

// Resolve and check one element.
void lb_compileGeom(lbCompiler* c, lbWorkGeom* geom);
void lb_compileJoint(lbCompiler* c, lbWorkJoint* joint);
void lb_compileSite(lbCompiler* c, lbWorkSite* site);
void lb_compileCamera(lbCompiler* c, lbWorkCamera* camera);
void lb_compileLight(lbCompiler* c, lbWorkLight* light);

// Shape, inertia and bounds of a geom that uses a mesh or a height field; its pose moves to the
// frame of the asset.
void lb_meshGeom(lbCompiler* c, lbWorkGeom* geom);
void lb_hfieldGeom(lbCompiler* c, lbWorkGeom* geom);

// Whether geoms of a group count for the mass of their body.
bool lb_isInertiaGroup(const lbWorkBody* body, int group);

// Mass, inertial frame and principal inertia of a body whose geoms are resolved.
void lb_compileInertia(lbCompiler* c, lbWorkBody* body);

// Reductions, for who finds that the compiler settings ask for them.
void lb_discardVisual(lbCompiler* c);
void lb_fuseStatic(lbCompiler* c);
