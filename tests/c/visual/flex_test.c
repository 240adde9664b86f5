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

// COMPAT: VIS-FLEX-OFF
static void without_flags_the_scene_keeps_its_flexes(void** state) {
  Picture p;
  openPicture(&p, sheet, 10);
  updatePicture(&p);
  int used = p.scn.flexfaceused[0];
  p.opt.flags[mjVIS_FLEXVERT] = p.opt.flags[mjVIS_FLEXEDGE] = 0;
  p.opt.flags[mjVIS_FLEXFACE] = p.opt.flags[mjVIS_FLEXSKIN] = 0;
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_FLEX, 0));
  assert_int_equal(p.scn.flexskinopt, 1);
  assert_int_equal(p.scn.flexfaceused[0], used);
  p.opt.flags[mjVIS_FLEXVERT] = 1;
  updatePicture(&p);
  assert_int_equal(p.scn.flexskinopt, 0);
  assert_int_equal(p.scn.flexvertopt, 1);
  assert_int_equal(p.scn.flexfaceused[0], 0);
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

// On the rim of a bent sheet the normals are across the edge and the normal of one of its ends.
static void the_rim_of_a_bent_sheet_is_upright_on_it(void** state) {
  Picture p;
  openPicture(&p, sheet, 10);
  p.s.d->qpos[2] += 0.05;
  mj_kinematics(p.s.m, p.s.d);
  mj_flex(p.s.m, p.s.d);
  updatePicture(&p);
  const float *face = p.scn.flexface, *normal = p.scn.flexnormal;
  const mjtNum* vert = p.s.d->flexvert_xpos;
  for (int t = 4; t < p.scn.flexfaceused[0]; t++) {
    const int* edge = p.s.m->flex_shell + 2 * ((t - 4) / 2);
    mjtNum e[3], n[3];
    for (int k = 0; k < 3; k++) {
      e[k] = vert[3 * edge[1] + k] - vert[3 * edge[0] + k];
      n[k] = normal[9 * t + k];
    }
    assert_true(fabs(mju_dot3(e, n)) < 1e-6);
    assert_true(fabs(mju_norm3(n) - 1) < 1e-6);
    // the two corners of one vertex are apart along its normal
    int first = 1, second = 2;
    mjtNum along[3];
    for (int k = 0; k < 3; k++) {
      along[k] = face[9 * t + 3 * second + k] - face[9 * t + 3 * first + k];
    }
    assert_true(fabs(mju_dot3(along, n)) < 1e-6);
  }
  closePicture(&p);
}

// COMPAT: VIS-FLEX-NORMALS: the front of a sheet, and every other triangle of its rim.
static void a_sheet_without_radius_is_lit_from_behind(void** state) {
  Picture p;
  openPicture(&p, sheet, 10);
  updatePicture(&p);
  float before[9 * 12];
  memcpy(before, p.scn.flexnormal, sizeof before);
  p.s.m->flex_radius[0] = 0;
  updatePicture(&p);
  assert_int_equal(p.scn.flexfaceused[0], 12);
  for (int t = 0; t < 12; t++) {
    // faces come as front and back
    bool turned = t < 4 ? t % 2 == 0 : t % 2 == 1;
    for (int k = 0; k < 9; k++) {
      assert_true(fabs(p.scn.flexnormal[9 * t + k] - (turned ? -1 : 1) * before[9 * t + k]) < 1e-6);
    }
  }
  // faces of elements are no skin
  p.opt.flags[mjVIS_FLEXSKIN] = 0;
  p.opt.flags[mjVIS_FLEXFACE] = 1;
  updatePicture(&p);
  assert_true(fabs(p.scn.flexnormal[2] - before[2]) < 1e-6);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sheet_has_two_sides_and_a_rim),
      cmocka_unit_test(without_flags_the_scene_keeps_its_flexes),
      cmocka_unit_test(normals_of_a_solid_point_inwards_without_a_radius),
      cmocka_unit_test(the_rim_of_a_bent_sheet_is_upright_on_it),
      cmocka_unit_test(a_sheet_without_radius_is_lit_from_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
