// Simulation options, visual options and model statistics: the plain structs at the head of
// mjModel.

#pragma once

#include "option_fields.h"
#include "types.h"

// Options of the simulation.
typedef struct mjOption_ {
  LB_OPTION_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjOption;

// Options of the picture.
typedef struct mjVisual_ {
  struct {
    LB_VISUAL_GLOBAL_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } global;  // camera to start with and pictures
  struct {
    LB_VISUAL_QUALITY_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } quality;  // quality of pictures
  struct {
    LB_VISUAL_HEADLIGHT_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } headlight;  // light at the camera
  struct {
    LB_VISUAL_MAP_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } map;  // how quantities become sizes
  struct {
    LB_VISUAL_SCALE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } scale;  // sizes of decorations, in mean sizes
  struct {
    LB_VISUAL_RGBA_FIELDS(LB_DECLARE, LB_DECLARE_PART)
  } rgba;  // colours of decorations
} mjVisual;

// Figures of the model that scale the picture; NAN before compilation: the compiler finds them.
typedef struct mjStatistic_ {
  LB_STATISTIC_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjStatistic;

// How length ranges of actuators are found.
typedef struct mjLROpt_ {
  LB_LENGTHRANGE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjLROpt;
