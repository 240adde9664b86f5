// Velocity derivatives of fluid forces, against finite differences.

#include "force/fluid_derivative.h"
#include "bodies_support.h"
#include "check.h"

// The wrench on body 1 about the centre of mass of its tree as a matrix by its velocity there, from
// differences of qfrc_fluid = J' wrench. The body has a free joint, so that J is invertible.
static void differences(Scene s, mjtNum product[36]) {
  const mjtNum eps = 1e-6;
  for (int k = 0; k < 6; k++) {
    mjtNum force[2][6], saved = s.d->qvel[k];
    for (int side = 0; side < 2; side++) {
      s.d->qvel[k] = saved + (side ? eps : -eps);
      mj_comVel(s.m, s.d);
      mj_passive(s.m, s.d);
      mju_copy(force[side], s.d->qfrc_fluid, 6);
    }
    s.d->qvel[k] = saved;
    mj_comVel(s.m, s.d);
    for (int i = 0; i < 6; i++) {
      product[6 * i + k] = (force[1][i] - force[0][i]) / (2 * eps);
    }
  }
}

// J' B J for the Jacobian J of the body at the centre of mass of its tree.
static void sandwich(Scene s, const mjtNum B[36], mjtNum product[36]) {
  mjtNum J[36], BJ[36];
  mj_jac(s.m, s.d, J + 18, J, s.d->subtree_com + 3, 1);
  mju_mulMatMat(BJ, B, J, 6, 6, 6);
  mju_mulMatTMat(product, J, BJ, 6, 6, 6);
}

static Scene drifting(const char* geom) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option density='10' viscosity='.3' wind='.1 .2 -.3' gravity='0 0 0'/>"
           "<worldbody><body euler='10 20 30'><freejoint/><geom pos='.1 .2 .3' euler='40 0 20' %s/>"
           "</body></worldbody></mujoco>",
           geom);
  Scene s = loadScene(xml);
  for (int i = 0; i < 6; i++) {
    s.d->qvel[i] = noise(i);
  }
  mj_forward(s.m, s.d);
  return s;
}

static void each_part_of_the_force_has_its_derivative(void** state) {
  static const char* const geoms[] = {
      "type='box' size='.1 .2 .3'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='0 0 0 0 0'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='1 0 0 0 0'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='0 1 0 0 0'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='0 0 1 0 0'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='0 0 0 1 0'",
      "type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' fluidcoef='0 0 0 0 1'",
      "type='capsule' size='.1 .2' fluidshape='ellipsoid'"};
  for (size_t i = 0; i < sizeof geoms / sizeof *geoms; i++) {
    Scene s = drifting(geoms[i]);
    mjtNum matrix[72] = {0}, expected[36], product[36];
    lb_fluidDerivative(s.m, s.d, lb_awakeBodies(s.m, s.d), lbFLUID_ALL, matrix);
    sandwich(s, matrix + 36, product);
    differences(s, expected);
    if (farthest(expected, product, 36) > 1e-6) {
      fail_msg("%s: %g", geoms[i], farthest(expected, product, 36));
    }
    freeScene(s);
  }
}

static void the_symmetric_part_is_taken_unless_a_free_body_stands_alone(void** state) {
  static const char* const joints[] = {"<freejoint/>", "<joint/><joint axis='1 0 0'/>"};
  for (int k = 0; k < 2; k++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><option density='10'/><worldbody><body>%s<geom type='ellipsoid' "
             "size='.1 .2 .3' fluidshape='ellipsoid' pos='.1 .2 .3'/></body></worldbody></mujoco>",
             joints[k]);
    Scene s = loadScene(xml);
    for (int i = 0; i < s.m->nv; i++) {
      s.d->qvel[i] = noise(i);
    }
    mj_forward(s.m, s.d);
    mjtNum full[72] = {0}, symmetric[72] = {0};
    lb_fluidDerivative(s.m, s.d, lb_awakeBodies(s.m, s.d), lbFLUID_ALL, full);
    lb_fluidDerivative(s.m, s.d, lb_awakeBodies(s.m, s.d), lbFLUID_SYMMETRIC, symmetric);
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        mjtNum a = full[36 + 6 * i + j], b = full[36 + 6 * j + i];
        ASSERT_NEAR(symmetric[36 + 6 * i + j], k ? (a + b) / 2 : a, 1e-12);
      }
    }
    freeScene(s);
  }
}

static void dragOf(const char* coefficients, const char* option, mjtNum matrix[36]) {
  char xml[600];
  snprintf(xml, sizeof xml,
           "<mujoco><option %s wind='.1 .2 -.3'/><worldbody><body><freejoint/><geom "
           "type='ellipsoid' size='.1 .2 .3' pos='.1 .2 .3' fluidshape='ellipsoid' "
           "fluidcoef='%s'/></body></worldbody></mujoco>",
           option, coefficients);
  Scene s = loadScene(xml);
  for (int i = 0; i < s.m->nv; i++) {
    s.d->qvel[i] = noise(i);
  }
  mj_forward(s.m, s.d);
  mjtNum matrices[72] = {0};
  lb_fluidDerivative(s.m, s.d, lb_awakeBodies(s.m, s.d), lbFLUID_DRAG, matrices);
  mju_copy(matrix, matrices + 36, 36);
  freeScene(s);
}

// COMPAT: DISCRETE-DRAG: neither added mass, nor lift of Kutta and Magnus.
static void drag_is_without_added_mass_and_lift(void** state) {
  mjtNum none[36], drag[36], all[36], viscous[36];
  dragOf("0 0 0 0 0", "density='10'", none);
  dragOf(".5 .25 1.5 0 0", "density='10'", drag);
  dragOf(".5 .25 1.5 1 1", "density='10'", all);
  dragOf("0 0 0 1 1", "viscosity='1'", viscous);
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      ASSERT_NEAR(none[6 * i + j], 0, 0);
      ASSERT_NEAR(drag[6 * i + j], drag[6 * j + i], 1e-12);
      ASSERT_NEAR(all[6 * i + j], drag[6 * i + j], 0);
    }
    assert_true(drag[7 * i] < 0 && viscous[7 * i] < 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_part_of_the_force_has_its_derivative),
      cmocka_unit_test(the_symmetric_part_is_taken_unless_a_free_body_stands_alone),
      cmocka_unit_test(drag_is_without_added_mass_and_lift),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
