// mjModel: the compiled model, constant while simulating. One block of memory behind `buffer`.

#pragma once

#include "model_enums.h"
#include "model_fields.h"
#include "option.h"
#include "types.h"

// A compiled model. Units are those of the model: m, kg, s, rad and N for models that keep to SI.
typedef struct mjModel_ {
#define X(name, meaning) mjtSize name;
  LB_MODEL_SIZES(X)
#undef X

  mjtBool flg_gravcomp;    // whether a body compensates gravity
  mjtBool flg_surfacevel;  // whether a geom has a surface velocity
  mjtBool flg_adhesion;    // whether a contact can adhere
  mjOption opt;            // options of the simulation
  mjVisual vis;            // options of the picture
  mjStatistic stat;        // figures of the model, which scale the picture
  void* buffer;            // all arrays, as bytes

#define X(type, name, rows, cols, meaning) type* name;
#define XV(type, name, rows, colsSize, times, meaning) type* name;
  LB_MODEL_ARRAYS(X, XV)

  uint64_t signature;  // hash of the structure, to compare

  LB_MODEL_NEWER_ARRAYS(X, XV)
#undef X
#undef XV
} mjModel;
