// Poses as they are computed while a model loads: to the last bit by division and by matrices.

#include "random.h"

#include <string.h>

#include "api/limber.h"
#include "math/inline.h"
#include "math/pose.h"

// COMPAT: MODEL-POSE-BITS: components are divided by the length, not multiplied by its inverse.
static void unit_vectors_are_quotients(void** state) {
  Random random = {1};
  int differing = 0;
  for (int t = 0; t < 200; t++) {
    mjtNum v[3], quotient[3], product[3];
    randomVector(&random, v, 3);
    mjtNum length = lb_norm3(v);
    for (int i = 0; i < 3; i++) {
      quotient[i] = v[i] / length;
      product[i] = v[i] * (1 / length);
    }
    assert_true(lb_unitLength(v, 3) == length);
    assert_memory_equal(v, quotient, sizeof v);
    differing += memcmp(v, product, sizeof v) != 0;
  }
  assert_true(differing > 0);
}

// COMPAT: MODEL-POSE-BITS: it is the square that is compared with 1e-14.
static void what_is_shorter_than_a_ten_millionth_stays(void** state) {
  mjtNum shorter[4] = {0, 0.9e-7, 0, 0}, longer[4] = {0, 1.1e-7, 0, 0};
  assert_true(lb_unitLength(shorter, 4) == 0 && shorter[1] == 0.9e-7);
  assert_true(lb_unitLength(longer, 4) == 1.1e-7 && longer[1] == 1);
}

static void unit_vectors_keep_their_bits(void** state) {
  mjtNum v[3] = {1 + 5e-15, 0, 0};
  assert_true(lb_unitLength(v, 3) == 1 + 5e-15);
  assert_true(v[0] == 1 + 5e-15);
}

// Normals of faces may be tiny, but not without length.
static void normals_have_length_one_however_short_they_were(void** state) {
  mjtNum normal[3] = {0, 0, 1e-12}, none[3] = {0, 0, 0};
  lb_unitNormal(normal);
  lb_unitNormal(none);
  assertClose(normal, (mjtNum[]){0, 0, 1}, 3, 0);
  assertClose(none, (mjtNum[]){1, 0, 0}, 3, 0);
}

static void leaving_a_frame_composes_the_poses(void** state) {
  Random random = {2};
  for (int t = 0; t < 100; t++) {
    mjtNum pos[3], quat[4], outerPos[3], outerQuat[4], wantedPos[3], wantedQuat[4];
    randomVector(&random, pos, 3);
    randomVector(&random, outerPos, 3);
    randomUnit(&random, quat, 4);
    randomUnit(&random, outerQuat, 4);
    mju_mulPose(wantedPos, wantedQuat, outerPos, outerQuat, pos, quat);
    lb_leaveFrame(pos, quat, outerPos, outerQuat);
    assertClose(pos, wantedPos, 3, 1e-14);
    assertClose(quat, wantedQuat, 4, 1e-14);
  }
}

// Each of the four components can be the largest.
static void axes_give_the_quaternion_back(void** state) {
  Random random = {3};
  for (int t = 0; t < 400; t++) {
    mjtNum quat[4], rot[9], found[4];
    randomUnit(&random, quat, 4);
    quat[t % 4] += quat[t % 4] < 0 ? -2 : 2;
    mju_normalize4(quat);
    mju_quat2Mat(rot, quat);
    const mjtNum x[3] = {rot[0], rot[3], rot[6]}, y[3] = {rot[1], rot[4], rot[7]};
    const mjtNum z[3] = {rot[2], rot[5], rot[8]};
    lb_axes2Quat(found, x, y, z);
    mju_scl(quat, quat, quat[t % 4] < 0 ? -1 : 1, 4);
    assertClose(found, quat, 4, 1e-14);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unit_vectors_are_quotients),
      cmocka_unit_test(what_is_shorter_than_a_ten_millionth_stays),
      cmocka_unit_test(unit_vectors_keep_their_bits),
      cmocka_unit_test(normals_have_length_one_however_short_they_were),
      cmocka_unit_test(leaving_a_frame_composes_the_poses),
      cmocka_unit_test(axes_give_the_quaternion_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
