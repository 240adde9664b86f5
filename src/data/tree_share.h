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

typedef void (*lbTreeStage)(const mjModel* m, mjData* d, void* context, const lbTreeShare* share);

#if LB_THREADS
// Runs the stage for shares of all trees. False when that is not worth it, or when one thread has
// to do it all again (data/threadpool.h).
bool lb_spreadTrees(const mjModel* m, mjData* d, lbTreeStage stage, void* context);
#endif

// Runs the stage for everything that is awake, by one thread or several. What it writes depends on
// its own trees only; doing it twice is the same as once.
static inline void lb_forTrees(const mjModel* m, mjData* d, lbTreeStage stage, void* context) {
#if LB_THREADS
  if (lb_hasThreads(d) && lb_spreadTrees(m, d, stage, context)) {
    return;
  }
#endif
  lbTreeShare all = {lb_awakeBodies(m, d), lb_awakeDofs(m, d)};
  all.bodies.first = 1;
  stage(m, d, context, &all);
}
