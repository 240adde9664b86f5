// Sleeping trees. See sleep.h for the order of calls.

#include "constraint/sleep.h"

#include "base/error.h"

static void missing(const char* what) {
  lb_error("%s is not implemented yet", what);
}

void lb_updateAwake(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_updateAwake (sleep)");
}

void lb_sleepInitial(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_sleepInitial (sleep)");
}

int lb_wakePerturbed(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_wakePerturbed (sleep)");
  return 0;
}

int lb_wakeTree(const mjModel* m, mjData* d, int tree) {
  (void)m, (void)d, (void)tree;
  missing("lb_wakeTree (sleep)");
  return 0;
}

int lb_wakeCollided(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_wakeCollided (sleep)");
  return 0;
}

int lb_wakeTendons(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_wakeTendons (sleep)");
  return 0;
}

int lb_wakeEqualities(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_wakeEqualities (sleep)");
  return 0;
}

int lb_sleepIslands(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  missing("lb_sleepIslands (sleep)");
  return 0;
}
