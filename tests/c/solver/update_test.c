// Cost, force and state of single rows in closed form, and the force as minus the slope of the
// cost.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/update.h"

static mjContact contact;

static lbRowSet rowsOf(int ne, int nf, int nefc, const int* type, const mjtNum* D, const mjtNum* R,
                       const mjtNum* loss) {
  static const int id[6] = {0};
  return (lbRowSet){.ne = ne,
                    .nf = nf,
                    .nefc = nefc,
                    .type = type,
                    .id = id,
                    .frictionloss = loss,
                    .D = D,
                    .R = R,
                    .contact = &contact};
}

static void each_kind_of_row_has_its_cost(void** state) {
  const int type[4] = {mjCNSTR_EQUALITY, mjCNSTR_FRICTION_DOF, mjCNSTR_FRICTION_DOF,
                       mjCNSTR_LIMIT_JOINT};
  const mjtNum D[4] = {2, 2, 2, 2}, R[4] = {.5, .5, .5, .5}, loss[4] = {0, 3, 3, 0};
  lbRowSet rows = rowsOf(1, 2, 4, type, D, R, loss);
  mjtNum force[4];
  int states[4];
  // equality at 1, friction inside and beyond R loss = 1.5, limit kept
  mjtNum cost = lb_updateRows(&rows, (mjtNum[]){1, -1, 4, 2}, force, states, false);
  assert_true(fabs(cost - (1 + 1 + 3 * (4 - .75))) < 1e-12);
  assert_true(force[0] == -2 && force[1] == 2 && force[2] == -3 && force[3] == 0);
  assert_int_equal(states[0], mjCNSTRSTATE_QUADRATIC);
  assert_int_equal(states[1], mjCNSTRSTATE_QUADRATIC);
  assert_int_equal(states[2], mjCNSTRSTATE_LINEARPOS);
  assert_int_equal(states[3], mjCNSTRSTATE_SATISFIED);
  cost = lb_updateRows(&rows, (mjtNum[]){0, 0, -4, -2}, force, states, false);
  assert_true(fabs(cost - (3 * (4 - .75) + 4)) < 1e-12);
  assert_true(force[2] == 3 && force[3] == 4);
  assert_int_equal(states[2], mjCNSTRSTATE_LINEARNEG);
  assert_int_equal(states[3], mjCNSTRSTATE_QUADRATIC);
}

// An elliptic contact in its three zones: force and Hessian by differences.
static void cones_are_smooth_from_zone_to_zone(void** state) {
  const int type[3] = {mjCNSTR_CONTACT_ELLIPTIC, mjCNSTR_CONTACT_ELLIPTIC,
                       mjCNSTR_CONTACT_ELLIPTIC};
  const mjtNum mu = .7, friction[2] = {.7, .35}, D0 = 3;
  mjtNum D[3] = {D0, D0 * friction[0] * friction[0] / (mu * mu),
                 D0 * friction[1] * friction[1] / (mu * mu)};
  const mjtNum R[3] = {1 / D[0], 1 / D[1], 1 / D[2]}, none[3] = {0};
  memset(&contact, 0, sizeof(contact));
  contact.dim = 3;
  contact.mu = mu;
  contact.friction[0] = friction[0];
  contact.friction[1] = friction[1];
  lbRowSet rows = rowsOf(0, 0, 3, type, D, R, none);
  const mjtNum points[3][3] = {{2, .1, .2}, {.1, .9, -.8}, {-2, .1, .1}};
  const int zones[3] = {mjCNSTRSTATE_SATISFIED, mjCNSTRSTATE_CONE, mjCNSTRSTATE_QUADRATIC};
  for (int p = 0; p < 3; p++) {
    mjtNum force[3], other[3], jar[3], H[9];
    int states[3];
    memcpy(jar, points[p], sizeof(jar));
    lb_updateRows(&rows, jar, force, states, true);
    memcpy(H, contact.H, sizeof(H));
    assert_int_equal(states[0], zones[p]);
    for (int i = 0; i < 3; i++) {
      const mjtNum eps = 1e-6;
      jar[i] += eps;
      mjtNum high = lb_updateRows(&rows, jar, other, states, false), up[3];
      memcpy(up, other, sizeof(up));
      jar[i] -= 2 * eps;
      mjtNum low = lb_updateRows(&rows, jar, other, states, false);
      jar[i] += eps;
      assert_true(fabs((high - low) / (2 * eps) + force[i]) < 1e-6);
      for (int k = 0; p == 1 && k < 3; k++) {
        assert_true(fabs((up[k] - other[k]) / (2 * eps) + H[3 * i + k]) < 1e-5);
      }
    }
  }
}

// However small the friction is, down to the tip of the cone.
static void hessians_of_cones_are_exact_for_tiny_friction(void** state) {
  const int type[3] = {mjCNSTR_CONTACT_ELLIPTIC, mjCNSTR_CONTACT_ELLIPTIC,
                       mjCNSTR_CONTACT_ELLIPTIC};
  const mjtNum mu = 1e-5, D[3] = {2, 2, 2}, R[3] = {.5, .5, .5}, loss[3] = {0};
  contact = (mjContact){.dim = 3, .mu = mu, .friction = {mu, mu}};
  lbRowSet rows = rowsOf(0, 0, 3, type, D, R, loss);
  mjtNum jar[3] = {-1e-6, 3e-3, 4e-3}, force[3];
  int states[3];
  lb_updateRows(&rows, jar, force, states, true);
  assert_int_equal(states[0], mjCNSTRSTATE_CONE);
  for (int k = 0; k < 3; k++) {
    mjtNum near[2][3], step = 1e-9, at = jar[k];
    for (int side = 0; side < 2; side++) {
      jar[k] = at + (side ? step : -step);
      lb_updateRows(&rows, jar, near[side], states, false);
    }
    jar[k] = at;
    for (int i = 0; i < 3; i++) {
      mjtNum slope = (near[0][i] - near[1][i]) / (2 * step);
      assert_true(fabs(contact.H[3 * i + k] - slope) < 1e-5 * 2);
      assert_true(i != k || !i || fabs(contact.H[3 * i + k] / slope - 1) < 1e-3);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_kind_of_row_has_its_cost),
      cmocka_unit_test(cones_are_smooth_from_zone_to_zone),
      cmocka_unit_test(hessians_of_cones_are_exact_for_tiny_friction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
