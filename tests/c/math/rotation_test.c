// Quaternions, poses, spatial vectors, Euler angles and their derivatives.

#include "check.h"
#include "random.h"

#include "api/limber.h"
#include "math/inline.h"

enum { trials = 200 };

static void rotating_by_quaternion_equals_multiplying_by_its_matrix(void** state) {
  Random random = {1};
  for (int t = 0; t < trials; t++) {
    mjtNum quat[4], mat[9], vec[3], byQuat[3], byMat[3];
    randomUnit(&random, quat, 4);
    randomVector(&random, vec, 3);
    mju_quat2Mat(mat, quat);
    mju_rotVecQuat(byQuat, vec, quat);
    mju_mulMatVec3(byMat, mat, vec);
    assertClose(byQuat, byMat, 3, 1e-14);

    // the transpose rotates back
    mju_mulMatTVec3(byMat, mat, byQuat);
    assertClose(byMat, vec, 3, 1e-14);
  }
}

static void quaternion_product_is_composition_of_rotations(void** state) {
  Random random = {2};
  for (int t = 0; t < trials; t++) {
    mjtNum a[4], b[4], ab[4], matA[9], matB[9], product[9], matAB[9], inverse[4], unit[4];
    randomUnit(&random, a, 4);
    randomUnit(&random, b, 4);
    mju_mulQuat(ab, a, b);
    mju_quat2Mat(matA, a);
    mju_quat2Mat(matB, b);
    mju_quat2Mat(matAB, ab);
    lb_mulMatMat3(product, matA, matB);
    assertClose(product, matAB, 9, 1e-14);

    mju_negQuat(inverse, a);
    mju_mulQuat(unit, a, inverse);
    assertClose(unit, (mjtNum[]){1, 0, 0, 0}, 4, 1e-15);
  }
}

static void multiplying_by_an_axis_equals_multiplying_by_a_pure_quaternion(void** state) {
  Random random = {3};
  mjtNum quat[4], axis[4] = {0}, byAxis[4], byQuat[4];
  randomUnit(&random, quat, 4);
  randomVector(&random, axis + 1, 3);
  mju_mulQuatAxis(byAxis, quat, axis + 1);
  mju_mulQuat(byQuat, quat, axis);
  assertClose(byAxis, byQuat, 4, 1e-15);
}

static void matrix_and_quaternion_convert_into_each_other(void** state) {
  Random random = {4};
  for (int t = 0; t < trials; t++) {
    mjtNum quat[4], mat[9], back[4], again[9];
    randomUnit(&random, quat, 4);

    // half turns and nearly half turns take the other branches
    if (t % 3 == 0) {
      quat[0] = 1e-9 * (t % 2);
      lb_normalize4(quat);
    }
    mju_quat2Mat(mat, quat);
    mju_mat2Quat(back, mat);
    mju_quat2Mat(again, back);
    assertClose(mat, again, 9, 1e-14);
    assert_true(fabs(lb_dot4(back, back) - 1) < 1e-14);
  }
}

static void matrix_products_of_three_agree_with_transposition(void** state) {
  Random random = {5};
  mjtNum a[9], b[9], at[9], bt[9], expected[9], result[9];
  randomVector(&random, a, 9);
  randomVector(&random, b, 9);
  lb_transpose3(at, a);
  lb_transpose3(bt, b);
  lb_mulMatMat3(expected, a, bt);
  lb_mulMatMatT3(result, a, b);
  assertClose(expected, result, 9, 1e-15);
  lb_mulMatMat3(expected, at, b);
  lb_mulMatTMat3(result, a, b);
  assertClose(expected, result, 9, 1e-15);

  // outputs may be inputs
  lb_mulMatMat3(expected, a, b);
  lb_mulMatMat3(a, a, b);
  assertClose(expected, a, 9, 0);
}

static void velocity_of_a_difference_integrates_back(void** state) {
  Random random = {6};
  for (int t = 0; t < trials; t++) {
    mjtNum qa[4], qb[4], difference[3];
    randomUnit(&random, qa, 4);
    randomUnit(&random, qb, 4);
    mju_subQuat(difference, qa, qb);
    assert_true(mju_norm3(difference) <= mjPI + 1e-12);
    mju_quatIntegrate(qb, difference, 1);
    mjtNum sign = lb_dot4(qa, qb) < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
      qb[i] *= sign;
    }
    assertClose(qa, qb, 4, 1e-14);
  }
}

static void quaternion_derivative_matches_a_small_rotation_in_the_world(void** state) {
  Random random = {7};
  const mjtNum eps = 1e-6;
  mjtNum quat[4], velocity[3], derivative[4], plus[4], minus[4];
  randomUnit(&random, quat, 4);
  randomVector(&random, velocity, 3);
  mju_derivQuat(derivative, quat, velocity);

  // exp(velocity eps) quat, with the turn on the left
  mjtNum turn[4] = {1, 0, 0, 0};
  mju_quatIntegrate(turn, velocity, eps);
  mju_mulQuat(plus, turn, quat);
  mju_negQuat(turn, turn);
  mju_mulQuat(minus, turn, quat);
  for (int i = 0; i < 4; i++) {
    plus[i] = (plus[i] - minus[i]) / (2 * eps);
  }
  assertClose(plus, derivative, 4, 1e-9);
}

// Central difference of subQuat with a small local rotation of one quaternion.
static void differenceSubQuat(mjtNum res[9], const mjtNum qa[4], const mjtNum qb[4], bool first) {
  const mjtNum eps = 1e-6;
  for (int j = 0; j < 3; j++) {
    mjtNum axis[3] = {0}, value[2][3];
    axis[j] = 1;
    for (int side = 0; side < 2; side++) {
      mjtNum a[4], b[4];
      lb_copy4(a, qa);
      lb_copy4(b, qb);
      mju_quatIntegrate(first ? a : b, axis, side ? eps : -eps);
      mju_subQuat(value[side], a, b);
    }
    for (int i = 0; i < 3; i++) {
      res[3 * i + j] = (value[1][i] - value[0][i]) / (2 * eps);
    }
  }
}

static void derivatives_of_subQuat_match_finite_differences(void** state) {
  Random random = {8};
  for (int t = 0; t < trials; t++) {
    mjtNum qa[4], qb[4], Da[9], Db[9], numeric[9];
    randomUnit(&random, qa, 4);
    randomUnit(&random, qb, 4);
    if (t % 4 == 0) {
      lb_copy4(qb, qa);
      mju_quatIntegrate(qb, (mjtNum[]){1, -2, 3}, 1e-4 * t);
    }

    // the rotation vector jumps at pi: stay away
    mjtNum difference[3];
    mju_subQuat(difference, qa, qb);
    if (mju_norm3(difference) > 3) {
      continue;
    }
    mjd_subQuat(qa, qb, Da, Db);
    differenceSubQuat(numeric, qa, qb, true);
    assertClose(numeric, Da, 9, 1e-7);
    differenceSubQuat(numeric, qa, qb, false);
    assertClose(numeric, Db, 9, 1e-7);
  }
  mjd_subQuat((mjtNum[]){1, 0, 0, 0}, (mjtNum[]){1, 0, 0, 0}, NULL, NULL);
}

static void derivatives_of_quatIntegrate_match_finite_differences(void** state) {
  Random random = {9};
  const mjtNum eps = 1e-6;
  for (int t = 0; t < trials; t++) {
    mjtNum quat[4], velocity[3], Dquat[9], Dvel[9], Dscale[3], result[4];
    mjtNum scale = t % 5 ? nextRandom(&random) : 1e-4;
    randomUnit(&random, quat, 4);
    randomVector(&random, velocity, 3);
    mjd_quatIntegrate(velocity, scale, Dquat, Dvel, Dscale);
    lb_copy4(result, quat);
    mju_quatIntegrate(result, velocity, scale);

    for (int j = 0; j < 3; j++) {
      mjtNum axis[3] = {0}, moved[4], difference[3], shifted[3];
      axis[j] = 1;
      lb_copy4(moved, quat);
      mju_quatIntegrate(moved, axis, eps);
      mju_quatIntegrate(moved, velocity, scale);
      mju_subQuat(difference, moved, result);
      for (int i = 0; i < 3; i++) {
        assert_true(fabs(difference[i] / eps - Dquat[3 * i + j]) < 1e-5);
      }

      // with respect to vel scale
      mju_scl3(shifted, velocity, scale);
      shifted[j] += eps;
      lb_copy4(moved, quat);
      mju_quatIntegrate(moved, shifted, 1);
      mju_subQuat(difference, moved, result);
      for (int i = 0; i < 3; i++) {
        assert_true(fabs(difference[i] / eps - Dvel[3 * i + j]) < 1e-5);
      }
    }

    mjtNum moved[4], difference[3];
    lb_copy4(moved, quat);
    mju_quatIntegrate(moved, velocity, scale + eps);
    mju_subQuat(difference, moved, result);
    for (int i = 0; i < 3; i++) {
      assert_true(fabs(difference[i] / eps - Dscale[i]) < 1e-5);
    }
  }
}

static void an_angle_that_is_no_number_leaves_no_derivative(void** state) {
  const mjtNum velocity[3] = {1, 2, 3}, bad[] = {NAN, INFINITY};
  for (int i = 0; i < 2; i++) {
    mjtNum Dscale[3] = {0};
    mjd_quatIntegrate(velocity, bad[i], NULL, NULL, Dscale);
    assert_true(isnan(Dscale[0]) && isnan(Dscale[1]) && isnan(Dscale[2]));
  }
}

static void turning_z_into_a_direction_reaches_it(void** state) {
  Random random = {10};
  for (int t = 0; t < trials; t++) {
    mjtNum vec[3], quat[4], turned[3];
    randomUnit(&random, vec, 3);
    if (t == 0) {
      lb_set3(vec, 0, 0, -1);
    }
    mju_quatZ2Vec(quat, vec);
    mju_rotVecQuat(turned, (mjtNum[]){0, 0, 1}, quat);
    assertClose(turned, vec, 3, 1e-14);
  }
  mjtNum quat[4];
  mju_quatZ2Vec(quat, (mjtNum[]){0, 0, 0});
  assertClose(quat, (mjtNum[]){1, 0, 0, 0}, 4, 0);
}

static void rotational_part_of_a_stretched_rotation_is_the_rotation(void** state) {
  Random random = {11};
  for (int t = 0; t < trials; t++) {
    mjtNum quat[4], rot[9], stretch[9], mat[9], found[4] = {1, 0, 0, 0}, result[9];
    randomUnit(&random, quat, 4);
    mju_quat2Mat(rot, quat);
    randomPositive(&random, stretch, 3, 0.5);
    lb_mulMatMat3(mat, rot, stretch);
    assert_true(mju_mat2Rot(found, mat) < 500);
    mju_quat2Mat(result, found);
    assertClose(result, rot, 9, 1e-6);
  }
}

static void fixed_axes_in_reverse_order_are_turning_axes(void** state) {
  mjtNum turning[4], fixed[4];
  mju_euler2Quat(turning, (mjtNum[]){0.3, -0.7, 1.1}, "xzy");
  mju_euler2Quat(fixed, (mjtNum[]){1.1, -0.7, 0.3}, "YZX");
  assertClose(turning, fixed, 4, 1e-15);
}

static void composing_a_pose_with_its_inverse_is_the_identity(void** state) {
  Random random = {12};
  for (int t = 0; t < trials; t++) {
    mjtNum pos[3], quat[4], inversePos[3], inverseQuat[4], point[3], there[3], back[3];
    randomVector(&random, pos, 3);
    randomUnit(&random, quat, 4);
    randomVector(&random, point, 3);
    mju_negPose(inversePos, inverseQuat, pos, quat);
    mju_trnVecPose(there, pos, quat, point);
    mju_trnVecPose(back, inversePos, inverseQuat, there);
    assertClose(point, back, 3, 1e-14);

    // in place
    mju_mulPose(pos, quat, pos, quat, inversePos, inverseQuat);
    assertClose(pos, (mjtNum[]){0, 0, 0}, 3, 1e-14);
    assertClose(quat, (mjtNum[]){1, 0, 0, 0}, 4, 1e-14);
  }
}

static void power_does_not_depend_on_the_reference_point_of_spatial_vectors(void** state) {
  Random random = {13};
  for (int t = 0; t < trials; t++) {
    mjtNum motion[6], force[6], newpos[3], oldpos[3], quat[4], rot[9], motion2[6], force2[6];
    randomVector(&random, motion, 6);
    randomVector(&random, force, 6);
    randomVector(&random, newpos, 3);
    randomVector(&random, oldpos, 3);
    randomUnit(&random, quat, 4);
    mju_quat2Mat(rot, quat);
    mju_transformSpatial(motion2, motion, 0, newpos, oldpos, rot);
    mju_transformSpatial(force2, force, 1, newpos, oldpos, rot);
    assert_true(fabs(lb_dot6(motion, force) - lb_dot6(motion2, force2)) < 1e-13);
  }
}

static void cross_products_of_motion_and_force_are_dual(void** state) {
  Random random = {14};
  mjtNum v[6], m[6], f[6], vm[6], vf[6];
  randomVector(&random, v, 6);
  randomVector(&random, m, 6);
  randomVector(&random, f, 6);
  lb_crossMotion(vm, v, m);
  lb_crossForce(vf, v, f);
  assert_true(fabs(lb_dot6(vm, f) + lb_dot6(m, vf)) < 1e-14);
  lb_crossMotion(vm, v, v);
  assertClose(vm, (mjtNum[6]){0}, 6, 1e-15);
}

static void momentum_of_a_spatial_inertia_is_that_of_the_rigid_body(void** state) {
  Random random = {15};
  mjtNum moments[3] = {0.3, 0.5, 0.6}, quat[4], rot[9], offset[3], inertia[10], v[6], momentum[6];
  const mjtNum mass = 2.5;
  randomUnit(&random, quat, 4);
  randomVector(&random, offset, 3);
  randomVector(&random, v, 6);
  mju_quat2Mat(rot, quat);
  lb_inertCom(inertia, moments, rot, offset, mass);
  lb_mulInertVec(momentum, inertia, v);

  // linear momentum m (v + w x c), angular R I R' w + c x p
  mjtNum linear[3], angular[3], local[3];
  lb_cross(linear, v, offset);
  lb_addTo3(linear, v + 3);
  lb_scl3(linear, linear, mass);
  mju_mulMatTVec3(local, rot, v);
  for (int i = 0; i < 3; i++) {
    local[i] *= moments[i];
  }
  mju_mulMatVec3(angular, rot, local);
  lb_addToCross(angular, offset, linear);
  assertClose(momentum, angular, 3, 1e-14);
  assertClose(momentum + 3, linear, 3, 1e-14);
}

static void subtractNothing(void* context) {
  mjtNum D[9];
  mjd_subQuat(context, NULL, D, NULL);
}

static void integrateNothing(void* context) {
  mjtNum D[9];
  mjd_quatIntegrate(NULL, 1, D, NULL, NULL);
}

static void derivatives_of_nothing_are_errors(void** state) {
  mjtNum unit[4] = {1, 0, 0, 0};
  ASSERT_SAYS(errorOf(subtractNothing, unit), "mjd_subQuat: NULL argument, needs qa && qb");
  ASSERT_SAYS(errorOf(integrateNothing, NULL), "mjd_quatIntegrate: NULL argument, needs vel");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotating_by_quaternion_equals_multiplying_by_its_matrix),
      cmocka_unit_test(quaternion_product_is_composition_of_rotations),
      cmocka_unit_test(multiplying_by_an_axis_equals_multiplying_by_a_pure_quaternion),
      cmocka_unit_test(matrix_and_quaternion_convert_into_each_other),
      cmocka_unit_test(matrix_products_of_three_agree_with_transposition),
      cmocka_unit_test(velocity_of_a_difference_integrates_back),
      cmocka_unit_test(quaternion_derivative_matches_a_small_rotation_in_the_world),
      cmocka_unit_test(derivatives_of_subQuat_match_finite_differences),
      cmocka_unit_test(derivatives_of_nothing_are_errors),
      cmocka_unit_test(derivatives_of_quatIntegrate_match_finite_differences),
      cmocka_unit_test(an_angle_that_is_no_number_leaves_no_derivative),
      cmocka_unit_test(turning_z_into_a_direction_reaches_it),
      cmocka_unit_test(rotational_part_of_a_stretched_rotation_is_the_rotation),
      cmocka_unit_test(fixed_axes_in_reverse_order_are_turning_axes),
      cmocka_unit_test(composing_a_pose_with_its_inverse_is_the_identity),
      cmocka_unit_test(power_does_not_depend_on_the_reference_point_of_spatial_vectors),
      cmocka_unit_test(cross_products_of_motion_and_force_are_dual),
      cmocka_unit_test(momentum_of_a_spatial_inertia_is_that_of_the_rigid_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
