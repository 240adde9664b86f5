// Constraint functions still to come.

#include "api/mj_functions.h"
#include "base/error.h"
#include "constraint/solve.h"

#define LB_MISSING(name, ...)                   \
  do {                                          \
    lb_error(#name " is not implemented yet");  \
  } while (0)

void mj_makeConstraint(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(mj_makeConstraint);
}

void mj_island(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(mj_island);
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(mj_projectConstraint);
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(mj_referenceConstraint);
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                         int flg_coneHessian) {
  (void)m, (void)d, (void)jar, (void)cost, (void)flg_coneHessian;
  LB_MISSING(mj_constraintUpdate);
}

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  (void)m, (void)d, (void)res, (void)vec;
  LB_MISSING(mj_mulJacVec);
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  (void)m, (void)d, (void)res, (void)vec;
  LB_MISSING(mj_mulJacTVec);
}

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) {
  (void)m, (void)d, (void)id, (void)result;
  LB_MISSING(mj_contactForce);
}

void lb_solveConstraint(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(lb_solveConstraint);
}

void lb_inverseConstraint(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  LB_MISSING(lb_inverseConstraint);
}
