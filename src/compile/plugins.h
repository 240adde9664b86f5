// Plugin instances and the elements that use them.

#pragma once

#include "asset/mesh.h"
#include "compile/context.h"

// Configurations of the instances, and the instances that bodies and geoms use.
void lb_countPlugins(lbCompiler* c);
void lb_fillPlugins(lbCompiler* c);

// Model id of the instance that an element uses, -1: none; raises when it lacks the capability.
int lb_actuatorPlugin(lbCompiler* c, const mjsActuator* s);
int lb_sensorPlugin(lbCompiler* c, const mjsSensor* s);

// The surface of the signed distance field of a plugin, for a mesh.
lbMeshSource lb_pluginSurface(lbCompiler* c, const mjsPlugin* use);

// State and sensor sizes of plugins, which they derive from the finished model.
void lb_countPluginStates(lbCompiler* c);
