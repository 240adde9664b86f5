// Faces of flexes: sheets have two sides and a rim, solids a surface.

#include "visual/picture_support.h"

static const char* const sheet =
    "<mujoco><worldbody><flexcomp name='sheet' type='grid' dim='2' count='2 2 1'"
    " spacing='.2 .2 .2' mass='1' radius='.01'/></worldbody></mujoco>";

// Two triangles, both sides, and two for each of the four open edges.
static void a_sheet_has_two_sides_and_a_rim(void** state) {
  Picture p;
  openPicture(&p, sheet, 10);
  updatePicture(&p);
  assert_int_equal(p.scn.flexfaceused[0], 2 * 2 + 4 * 2);
  // the sides lie a radius above and below the middle
  for (int corner = 0; corner < 3; corner++) {
    assert_true(fabs(fabs(p.scn.flexface[3 * corner + 2]) - 0.01) < 1e-6);
    assert_true(fabs(fabs(p.scn.flexnormal[3 * corner + 2]) - 1) < 1e-6);
  }
  closePicture(&p);
}

static const char* const solid =
    "<mujoco><worldbody><flexcomp name='solid' type='grid' dim='3' count='2 2 2'"
    " spacing='.2 .2 .2' mass='1' radius='.01'/></worldbody></mujoco>";

// The mean of n . (x - centre) over the corners of all faces: positive when normals point outwards.
static mjtNum outwards(const Picture* p) {
  mjtNum sum = 0;
  for (int i = 0; i < 9 * p->scn.flexfaceused[0]; i++) {
    sum += p->scn.flexnormal[i] * p->scn.flexface[i];
  }
  return sum;
}

// COMPAT: VIS-FLEX-NORMALS
static void normals_of_a_solid_point_inwards_without_a_radius(void** state) {
  Picture p;
  openPicture(&p, solid, 10);
  updatePicture(&p);
  assert_int_equal(p.scn.flexfaceused[0], 12);  // of a cube
  assert_true(outwards(&p) > 0);
  p.s.m->flex_radius[0] = 0;
  updatePicture(&p);
  assert_true(outwards(&p) < 0);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sheet_has_two_sides_and_a_rim),
      cmocka_unit_test(normals_of_a_solid_point_inwards_without_a_radius),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
