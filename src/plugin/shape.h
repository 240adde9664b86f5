// What the signed distance plugins share: their numbers live in plugin_data, the field is the
// static distance with these numbers, its gradient is taken by differences.

#pragma once

#include "plugin/builtin.h"

enum { LB_SHAPE_ATTRIBUTES = 8 };  // at most so many

// Reads `count` numbers of plugin mujoco.sdf.`shape` from text, with fallbacks for those not given.
// Error: not a number.
void lb_shapeAttributes(const char* shape, mjtNum* attribute, const char* name[],
                        const char* value[], int count, const mjtNum* fallback);

// The members of mjpPlugin.
int lb_shapeInit(const mjModel* m, mjData* d, int instance);
void lb_shapeDestroy(mjData* d, int instance);
mjtNum lb_shapeDistance(const mjtNum point[3], const mjData* d, int instance);
void lb_shapeGradient(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);

// The rest of a plugin whose file defines attributes, distance, readAttributes and bound.
#define LB_SHAPE_PLUGIN(shapeName, names, count, distanceFunction, readFunction, boundFunction) \
  {                                                                                             \
      .name = shapeName,                                                                        \
      .nattribute = count,                                                                      \
      .attributes = names,                                                                      \
      .capabilityflags = mjPLUGIN_SDF,                                                          \
      .nstate = lb_noPluginState,                                                               \
      .init = lb_shapeInit,                                                                     \
      .destroy = lb_shapeDestroy,                                                               \
      .sdf_distance = lb_shapeDistance,                                                         \
      .sdf_gradient = lb_shapeGradient,                                                         \
      .sdf_staticdistance = distanceFunction,                                                   \
      .sdf_attribute = readFunction,                                                            \
      .sdf_aabb = boundFunction,                                                                \
  }
