// A model that came from outside, used in every way that follows its ids.

#pragma once

#include "api/limber.h"
#include "base/error.h"

#include <string.h>

typedef struct Use_ {
  const mjModel* model;
  mjData* data;
  mjvScene scene;
} Use;

static inline void stepAndDraw(void* context) {
  Use* u = context;
  const mjModel* m = u->model;
  u->data = mj_makeData(m);
  if (!u->data) {
    return;
  }
  mj_forward(m, u->data);
  mj_step(m, u->data);
  mj_step(m, u->data);
  mj_inverse(m, u->data);
  mjvCamera camera;
  mjvOption option;
  mjv_defaultCamera(&camera);
  mjv_defaultOption(&option);
  memset(option.flags, 1, sizeof option.flags);
  mjv_makeScene(m, &u->scene, 200);
  mjv_updateScene(m, u->data, &option, NULL, &camera, mjCAT_ALL, &u->scene);
  mj_resetDataKeyframe(m, u->data, 0);
  mj_forward(m, u->data);
}

// True when steps, inverse dynamics and a picture raise no error.
static inline bool useModel(const mjModel* m) {
  Use u = {.model = m};
  mjv_defaultScene(&u.scene);
  bool done = lb_protect(stepAndDraw, &u);
  mjv_freeScene(&u.scene);
  mj_deleteData(u.data);
  return done;
}
