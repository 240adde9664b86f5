// mjModel: the compiled model, constant while simulating. One block of memory behind `buffer`.

#pragma once

#include "model_enums.h"
#include "model_fields.h"
#include "option.h"
#include "types.h"

typedef struct mjModel_ {
#define X(name, meaning) mjtSize name;
  LB_MODEL_SIZES(X)
#undef X

  mjtBool flg_gravcomp;
  mjtBool flg_surfacevel;
  mjtBool flg_adhesion;
  mjOption opt;
  mjVisual vis;
  mjStatistic stat;
  void* buffer;
  uint64_t signature;

#define X(type, name, rows, cols, meaning) type* name;
#define XV(type, name, rows, colsSize, times, meaning) type* name;
  LB_MODEL_ARRAYS(X, XV)
#undef X
#undef XV

} mjModel;
