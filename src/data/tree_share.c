// Cutting the trees into shares; see data/tree_share.h.

#include "data/tree_share.h"

// Models with fewer bodies are done before another thread has noticed.
enum { FEWEST_BODIES = 40, SHARES_PER_THREAD = 3, MOST_SHARES = 64 };

typedef struct Stage_ {
  lbTreeStage run;
  void* context;
  int bodies[MOST_SHARES + 1];  // where shares begin
  int dofs[MOST_SHARES + 1];
} Stage;

// The first dof of this body or of one behind it.
static int dofBehind(const mjModel* m, int body) {
  int low = 0, high = (int)m->nv;
  while (low < high) {
    int middle = (low + high) / 2;
    if (m->dof_bodyid[middle] < body) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Cuts before children of the world, into shares of about as many bodies; returns how many.
static int cut(const mjModel* m, int wanted, Stage* stage) {
  int nbody = (int)m->nbody, count = 0;
  for (int k = 0, body = 1; k < wanted && body < nbody; k++) {
    stage->bodies[count] = body;
    stage->dofs[count++] = dofBehind(m, body);
    int next = 1 + (int)((int64_t)(nbody - 1) * (k + 1) / wanted);
    body = next > body ? next : body + 1;
    while (body < nbody && m->body_parentid[body]) {
      body++;
    }
  }
  stage->bodies[count] = nbody;
  stage->dofs[count] = (int)m->nv;
  return count;
}

static void runShares(const mjModel* m, mjData* own, void* context, int first, int end) {
  const Stage* stage = context;
  for (int k = first; k < end; k++) {
    lbTreeShare share = {{NULL, stage->bodies[k + 1], stage->bodies[k]},
                         {NULL, stage->dofs[k + 1], stage->dofs[k]}};
    stage->run(m, own, stage->context, &share);
  }
}

// Runs the stage for shares of all trees. False when that is not worth it, or when one thread has
// to do it all again (data/threadpool.h).
static bool spreadTrees(const mjModel* m, mjData* d, lbTreeStage run, void* context) {
  if (m->nbody < FEWEST_BODIES || lb_sleepFilter(m, d)) {
    return false;
  }
  int wanted = SHARES_PER_THREAD * lb_threadCount(d);
  Stage stage;
  stage.run = run;
  stage.context = context;
  int count = cut(m, wanted < MOST_SHARES ? wanted : MOST_SHARES, &stage);
  return count > 1 && lb_spread(m, d, count, 1, runShares, &stage);
}

void lb_stageTrees(const mjModel* m, mjData* d, lbTreeStage stage, void* context) {
  if (lb_hasThreads(d) && spreadTrees(m, d, stage, context)) {
    return;
  }
  lbTreeShare all = {lb_awakeBodies(m, d), lb_awakeDofs(m, d)};
  all.bodies.first = 1;
  if (all.bodies.count > 1 || all.dofs.count) {
    stage(m, d, context, &all);
  }
}
