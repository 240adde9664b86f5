// Jacobians against finite differences of what they differentiate.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "bodies_support.h"

enum { MAX_DOFS = 40 };

// A point and an axis fixed to a body.
typedef struct Marker_ {
  int bodyId;
  mjtNum local[3];
  mjtNum axis[3];
} Marker;

static void placeMarker(Scene s, Marker marker, mjtNum point[3], mjtNum axis[3]) {
  mjtNum quat[4] = {1, 0, 0, 0}, mat[9];
  mj_local2Global(s.d, point, mat, marker.local, quat, marker.bodyId, mjSAMEFRAME_NONE);
  mju_mulMatVec3(axis, s.d->xmat + 9 * marker.bodyId, marker.axis);
}

static Marker footMarker(Scene s) {
  return (Marker){mj_name2id(s.m, mjOBJ_BODY, "foot"), {.3, -.2, .1}, {.6, 0, .8}};
}

static void columns_are_rates_of_the_point_and_axis(void** state) {
  Scene s = movingScene();
  Marker marker = footMarker(s);
  mjtNum point[3], axis[3], jacp[3 * MAX_DOFS], jacr[3 * MAX_DOFS], jacAxis[3 * MAX_DOFS];
  placeMarker(s, marker, point, axis);
  mj_jac(s.m, s.d, jacp, jacr, point, marker.bodyId);
  mj_jacPointAxis(s.m, s.d, NULL, jacAxis, point, axis, marker.bodyId);
  mjtNum* qpos = malloc(s.m->nq * sizeof(mjtNum));
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));

  const mjtNum eps = 1e-6;
  for (int i = 0; i < s.m->nv; i++) {
    mjtNum high[6], low[6], rate[6], column[6], turn[3], jr[3];
    nudge(s, i, eps);
    placeMarker(s, marker, high, high + 3);
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    nudge(s, i, -eps);
    placeMarker(s, marker, low, low + 3);
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    for (int k = 0; k < 6; k++) {
      rate[k] = (high[k] - low[k]) / (2 * eps);
      column[k] = (k < 3 ? jacp : jacAxis)[(k % 3) * s.m->nv + i];
      jr[k % 3] = jacr[(k % 3) * s.m->nv + i];
    }
    assert_near(rate, column, 6, 1e-8);
    mju_cross(turn, jr, axis);
    assert_near(turn, column + 3, 3, 1e-12);
  }
  free(qpos);
  freeScene(s);
}

static void time_derivative_is_that_of_the_jacobian(void** state) {
  Scene s = movingScene();
  Marker marker = footMarker(s);
  const mjtNum eps = 1e-6;
  int n = 3 * (int)s.m->nv;
  mjtNum point[3], axis[3], dotp[3 * MAX_DOFS], dotr[3 * MAX_DOFS], jac[2][2][3 * MAX_DOFS];
  placeMarker(s, marker, point, axis);
  mj_jacDot(s.m, s.d, dotp, dotr, point, marker.bodyId);
  mjtNum* qpos = malloc(s.m->nq * sizeof(mjtNum));
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  for (int side = 0; side < 2; side++) {
    memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    mj_integratePos(s.m, s.d->qpos, s.d->qvel, side ? eps : -eps);
    mj_fwdPosition(s.m, s.d);
    placeMarker(s, marker, point, axis);
    mj_jac(s.m, s.d, jac[0][side], jac[1][side], point, marker.bodyId);
  }
  for (int k = 0; k < 2; k++) {
    mju_subFrom(jac[k][1], jac[k][0], n);
    mju_scl(jac[k][1], jac[k][1], 1 / (2 * eps), n);
    assert_near(jac[k][1], k ? dotr : dotp, n, 1e-7);
  }
  free(qpos);
  freeScene(s);
}

static void subtree_matrices_give_its_velocity_and_angular_momentum(void** state) {
  Scene s = movingScene();
  mj_subtreeVel(s.m, s.d);
  for (int body = 0; body < s.m->nbody; body++) {
    mjtNum jac[3 * MAX_DOFS], res[3];
    mj_jacSubtreeCom(s.m, s.d, jac, body);
    mju_mulMatVec(res, jac, s.d->qvel, 3, (int)s.m->nv);
    assert_near(res, s.d->subtree_linvel + 3 * body, 3, 1e-12);
    mj_angmomMat(s.m, s.d, jac, body);
    mju_mulMatVec(res, jac, s.d->qvel, 3, (int)s.m->nv);
    assert_near(res, s.d->subtree_angmom + 3 * body, 3, 1e-12);
  }
  freeScene(s);
}

// MOMENTUM-FRAMES: twice the mass is twice the momentum, before positions are computed again.
static void subtree_matrices_have_the_masses_of_the_model(void** state) {
  Scene s = movingScene();
  int n = 3 * (int)s.m->nv;
  mjtNum before[2][3 * MAX_DOFS], after[2][3 * MAX_DOFS];
  mj_jacSubtreeCom(s.m, s.d, before[0], 0);
  mj_angmomMat(s.m, s.d, before[1], 0);
  for (int body = 1; body < s.m->nbody; body++) {
    s.m->body_mass[body] *= 2;
    mju_scl3(s.m->body_inertia + 3 * body, s.m->body_inertia + 3 * body, 2);
    s.m->body_ipos[3 * body] += 1;
  }
  mj_jacSubtreeCom(s.m, s.d, after[0], 0);
  mj_angmomMat(s.m, s.d, after[1], 0);
  for (int k = 0; k < 2; k++) {
    assert_true(mju_norm(before[k], n) > .1);
    mju_scl(before[k], before[k], 2, n);
    assert_near(after[k], before[k], n, 1e-12);
  }
  freeScene(s);
}

static void cartesian_force_is_the_transposed_jacobian_times_force(void** state) {
  Scene s = movingScene();
  Marker marker = footMarker(s);
  mjtNum point[3], axis[3], jacp[3 * MAX_DOFS], jacr[3 * MAX_DOFS];
  mjtNum force[3] = {1, 2, 3}, torque[3] = {-1, .5, 2};
  mjtNum qfrc[MAX_DOFS] = {0}, expected[MAX_DOFS], part[MAX_DOFS];
  placeMarker(s, marker, point, axis);
  mj_jac(s.m, s.d, jacp, jacr, point, marker.bodyId);
  mju_mulMatTVec(expected, jacp, force, 3, (int)s.m->nv);
  mju_mulMatTVec(part, jacr, torque, 3, (int)s.m->nv);
  mju_addTo(expected, part, (int)s.m->nv);
  mj_applyFT(s.m, s.d, force, torque, point, marker.bodyId, qfrc);
  assert_near(expected, qfrc, (int)s.m->nv, 1e-12);
  freeScene(s);
}

static void jacobianOfMissingBody(void* context) {
  Scene* s = context;
  mjtNum jac[3 * MAX_DOFS];
  mj_jacBody(s->m, s->d, jac, NULL, (int)s->m->nbody);
}

static void a_wrong_body_is_an_error(void** state) {
  Scene s = movingScene();
  assert_false(lb_protect(jacobianOfMissingBody, &s));
  assert_non_null(strstr(lb_lastError(), "mj_jacBody: invalid body"));
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_rates_of_the_point_and_axis),
      cmocka_unit_test(time_derivative_is_that_of_the_jacobian),
      cmocka_unit_test(subtree_matrices_give_its_velocity_and_angular_momentum),
      cmocka_unit_test(subtree_matrices_have_the_masses_of_the_model),
      cmocka_unit_test(cartesian_force_is_the_transposed_jacobian_times_force),
      cmocka_unit_test(a_wrong_body_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
