// Stages that treat one kinematic tree after the other, spread over the threads of mjData.
//
// Bodies below different children of the world have nothing to do with each other until constraints
// join them, and they are numbered one child after the other: a share of the trees is a range of
// bodies and a range of dofs.

#pragma once

#include "data/awake.h"
#include "data/threadpool.h"

// What a stage is to compute: positions bodies.first ... bodies.count-1, without the world, and the
// dofs of these bodies.
typedef struct lbTreeShare_ {
  lbIndexList bodies;
  lbIndexList dofs;
} lbTreeShare;

// All bodies and dofs in their order, asleep or not.
static inline lbTreeShare lb_allTrees(const mjModel* m) {
  return (lbTreeShare){{NULL, (int)m->nbody, 1}, {NULL, (int)m->nv, 0}};
}

typedef void (*lbTreeStage)(const mjModel* m, mjData* d, void* context, const lbTreeShare* share);

// Runs the stage where threads help or something sleeps; see lb_forTrees.
void lb_stageTrees(const mjModel* m, mjData* d, lbTreeStage stage, void* context);

// A stage that costs little: it is compiled a second time where it is called, for what nearly every
// step does, all bodies and dofs in their order.
#define LB_TREE_STAGE static inline __attribute__((always_inline)) void

// The same for a body that is long: in the module, where size counts, once.
#ifdef LB_WASM
#define LB_LONG_TREE_STAGE static __attribute__((noinline)) void
#else
#define LB_LONG_TREE_STAGE LB_TREE_STAGE
#endif

// Runs the stage for everything that is awake, by one thread or several. What it writes depends on
// its own trees only; doing it twice is the same as once.
LB_TREE_STAGE lb_forTrees(const mjModel* m, mjData* d, lbTreeStage stage, void* context) {
  if (lb_hasThreads(d) || lb_sleepFilter(m, d)) {
    lb_stageTrees(m, d, stage, context);
  } else {
    lbTreeShare all = lb_allTrees(m);
    stage(m, d, context, &all);
  }
}
