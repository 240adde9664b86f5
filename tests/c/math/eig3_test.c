// Eigenvalues and axes of symmetric 3 x 3 matrices.

#include "random.h"

#include "api/limber.h"
#include "math/inline.h"
#include "math/pose.h"

enum { trials = 200 };

static void eigenvectors_diagonalise_and_are_sorted(void** state) {
  Random random = {16};
  for (int t = 0; t < trials; t++) {
    mjtNum mat[9], value[3], vector[9], quat[4], scaled[9], back[9];
    randomPositive(&random, mat, 3, nextRandom(&random));
    if (t % 5 == 0) {
      mat[1] = mat[3] = mat[2] = mat[6] = mat[5] = mat[7] = 0;
    }
    mju_eig3(value, vector, quat, mat);
    assert_true(value[0] >= value[1] && value[1] >= value[2]);
    for (int i = 0; i < 9; i++) {
      scaled[i] = vector[i] * value[i % 3];
    }
    lb_mulMatMatT3(back, scaled, vector);

    // turns below sqrt(2e-12) are not made, like in the peer
    assertClose(back, mat, 9, 1.5e-6 * (value[0] - value[2]) + 1e-11);
    mju_quat2Mat(scaled, quat);
    assertClose(scaled, vector, 9, 0);
  }
}

// COMPAT: MATH-EIG3
static void turns_of_a_ten_millionth_are_not_made(void** state) {
  const mjtNum mat[9] = {3, 1e-7, 0, 1e-7, 2, 0, 0, 0, 1};
  mjtNum value[3], vector[9], quat[4];
  assert_int_equal(mju_eig3(value, vector, quat, mat), 0);
  assert_true(quat[0] == 1 && quat[3] == 0);
  assert_true(value[0] == 3 && value[1] == 2 && value[2] == 1);
}

// COMPAT: MATH-EIG3: sorting turns by a quarter, whose half angle's sine has 15 digits.
static void quarter_turns_sort_the_values(void** state) {
  const mjtNum mat[9] = {1, 0, 0, 0, 2, 0, 0, 0, 0};
  mjtNum value[3], vector[9], quat[4];
  lb_principalAxes(value, vector, quat, mat);
  assert_true(value[0] == 2 && value[1] == 1 && value[2] == 0);
  assert_true(quat[0] == 0.707106781186548 && quat[3] == 0.707106781186548);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eigenvectors_diagonalise_and_are_sorted),
      cmocka_unit_test(turns_of_a_ten_millionth_are_not_made),
      cmocka_unit_test(quarter_turns_sort_the_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
