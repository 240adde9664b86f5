// A model that came from outside, used in every way that follows its ids.

#pragma once

#include "api/limber.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum { USE_RAYS = 3, USE_DOFS = 16 };

typedef struct Use_ {
  const mjModel* model;
  mjModel* copy;  // for what changes a model
  mjData* data;
  mjvScene scene;
  mjtNum* numbers;
  mjtNum* state;
} Use;

// Iterations that a model asks for, up to INT32_MAX of them, are cut to what takes no time.
static inline void useFewIterations(mjModel* m) {
  enum { MANY = 200 };
  int* counts[] = {&m->opt.iterations,     &m->opt.ls_iterations,  &m->opt.noslip_iterations,
                   &m->opt.ccd_iterations, &m->opt.sdf_iterations, &m->opt.sdf_initpoints};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    *counts[i] = *counts[i] < MANY ? *counts[i] : MANY;
  }
}

static inline void useSteps(Use* u) {
  mj_forward(u->model, u->data);
  mj_step(u->model, u->data);
  mj_step(u->model, u->data);
}

// the same model under each integrator, with a dense and a sparse Jacobian, and both cones
static inline void useOtherSettings(Use* u) {
  mjOption* o = &u->copy->opt;
  for (int i = mjINT_EULER; i <= mjINT_IMPLICITFAST; i++) {
    o->integrator = i;
    o->cone = i & 1;
    o->jacobian = i & 1;
    o->solver = i % 3;
    o->noslip_iterations = i == 2;
    o->enableflags ^= mjENBL_SLEEP | mjENBL_ENERGY;
    mj_step(u->copy, u->data);
  }
}

static inline void useInverse(Use* u) {
  mj_inverse(u->model, u->data);
}

static inline void useEnergy(Use* u) {
  mj_energyPos(u->model, u->data);
  mj_energyVel(u->model, u->data);
  mj_subtreeVel(u->model, u->data);
  mj_rnePostConstraint(u->model, u->data);
}

static inline void useDerivatives(Use* u) {
  const mjModel* m = u->model;
  size_t n = (size_t)(2 * m->nv + m->na), sensors = (size_t)m->nsensordata, inputs = (size_t)m->nu;
  if (m->nv > USE_DOFS || m->nhistory || n + sensors + inputs > 1000) {
    return;
  }
  size_t room = (n + sensors + 1) * (n + inputs + (size_t)m->nC + 1);
  u->numbers = calloc(room, sizeof(mjtNum));
  mjtNum *a = u->numbers, *b = a + n * n, *c = b + n * inputs, *d = c + n * sensors;
  mjd_transitionFD(m, u->data, 1e-6, 0, a, b, c, d);
  mjd_inverseFD(m, u->data, 1e-6, 1, a, NULL, NULL, NULL, NULL, NULL, NULL);
}

static inline void useRays(Use* u) {
  const mjModel* m = u->model;
  mjtNum from[3] = {0.05, 0.03, 2}, dist[USE_RAYS], normal[3 * USE_RAYS];
  mjtNum rays[3 * USE_RAYS] = {0, 0, -1, 0.1, 0.05, -1, 1, 0, 0};
  int geom[USE_RAYS], vertex;
  mj_ray(m, u->data, from, rays, NULL, 1, -1, geom, normal);
  mj_multiRay(m, u->data, from, rays, NULL, 1, -1, geom, dist, normal, USE_RAYS, 10);
  for (int i = 0; i < m->nflex && i < 4; i++) {
    mj_rayFlex(m, u->data, 0, 1, 1, 1, 1, i, from, rays, &vertex, normal);
  }
}

static inline void useObjects(Use* u) {
  const mjModel* m = u->model;
  mjtNum values[6];
  for (int i = 0; i < u->data->ncon; i++) {
    mj_contactForce(m, u->data, i, values);
  }
  for (int i = 0; i + 1 < m->ngeom && i < 6; i++) {
    mj_geomDistance(m, u->data, i, i + 1, 10, values);
    mj_maxContact(m, i, i + 1, 1);
  }
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int i = 0; i < 4; i++) {
      mj_name2id(m, type, mj_id2name(m, type, i));
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    mj_readCtrl(m, u->data, i, 0, 2);
    for (int k = 0; k < m->actuator_ctrlnum[i]; k++) {
      mj_actuatorInputName(m, i, k);
    }
  }
  for (int i = 0; i < m->nplugin; i++) {
    mj_getPluginConfig(m, i, "a");
  }
}

static inline void useState(Use* u) {
  const mjModel* m = u->model;
  u->state = calloc((size_t)mj_stateSize(m, mjSTATE_INTEGRATION) + 1, sizeof(mjtNum));
  mj_getState(m, u->data, u->state, mjSTATE_INTEGRATION);
  mj_setState(m, u->data, u->state, mjSTATE_INTEGRATION);
  mjData* other = mj_copyData(NULL, m, u->data);
  mj_deleteData(other);
}

static inline void usePicture(Use* u) {
  const mjModel* m = u->model;
  mjvCamera camera;
  mjvOption option;
  mjvPerturb pert;
  mjv_defaultFreeCamera(m, &camera);
  mjv_defaultOption(&option);
  mjv_defaultPerturb(&pert);
  memset(option.flags, 1, sizeof option.flags);
  memset(option.geomgroup, 1, sizeof option.geomgroup);
  mjv_makeScene(m, &u->scene, 200);
  for (int i = 0; i < 4; i++) {
    static const int labels[4] = {mjLABEL_NONE, mjLABEL_CONSTRAINT, mjLABEL_ACTUATOR,
                                  mjLABEL_CONTACTFORCE};
    option.label = labels[i];
    option.frame = 1 + 2 * i;
    option.bvh_depth = i;
    option.flags[mjVIS_CONVEXHULL] = i & 1;
    pert.select = i;
    camera.type = i == 2 && m->ncam ? mjCAMERA_FIXED : mjCAMERA_FREE;
    camera.fixedcamid = 0;
    mjv_updateScene(m, u->data, &option, &pert, &camera, mjCAT_ALL, &u->scene);
  }
  mjtNum point[3];
  int geom, flex, skin;
  mjv_select(m, u->data, &option, 1, 0.5, 0.5, &u->scene, point, &geom, &flex, &skin);
}

static inline void useKeyframes(Use* u) {
  mj_resetDataKeyframe(u->model, u->data, 0);
  mj_forward(u->model, u->data);
  if (u->copy->nkey) {
    mj_setKeyframe(u->copy, u->data, 0);
  }
}

static inline void useConstants(Use* u) {
  mj_setConst(u->copy, u->data);
}

static inline void makeData(Use* u) {
  u->data = mj_makeData(u->model);
}

typedef struct Call_ {
  void (*function)(Use*);
  Use* use;
} Call;

static inline void runCall(void* context) {
  Call* call = context;
  call->function(call->use);
}

static inline bool calledWell(void (*function)(Use*), Use* u) {
  Call call = {function, u};
  return lb_protect(runCall, &call);
}

// True when steps, inverse dynamics, pictures and questions raise no error; one that does keeps the
// others from nothing.
static inline bool useModel(const mjModel* m) {
  static void (*const calls[])(Use*) = {useSteps,     useInverse,       useEnergy,   useRays,
                                        useObjects,   usePicture,       useState,    useDerivatives,
                                        useKeyframes, useOtherSettings, useConstants};
  Use u = {.model = m, .copy = mj_copyModel(NULL, m)};
  mjv_defaultScene(&u.scene);
  bool done = calledWell(makeData, &u);
  for (size_t i = 0; i < sizeof calls / sizeof *calls && u.data; i++) {
    done = calledWell(calls[i], &u) && done;
  }
  free(u.numbers);
  free(u.state);
  mjv_freeScene(&u.scene);
  mj_deleteData(u.data);
  mj_deleteModel(u.copy);
  return done;
}
