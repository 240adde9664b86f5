// Statistics of models.

#include "compile/compile_support.h"

static void a_single_ball_is_its_own_statistics(void** state) {
  mjModel* m = compiled(
      "<worldbody><body pos='1 2 3'><freejoint/><geom size='.5' mass='4'/></body>"
      "</worldbody>");
  mjtNum inertia = 0.4 * 4 * 0.25;
  ASSERT_NUMBERS(m->stat.center, 1e-15, 1, 2, 3);
  ASSERT_NEAR(m->stat.extent, 1, 1e-15);
  ASSERT_NEAR(m->stat.meansize, 0.5, 1e-15);
  ASSERT_NEAR(m->stat.meanmass, 4, 1e-15);
  ASSERT_NEAR(m->stat.meaninertia, (3 * 4 + 3 * inertia) / 6, 1e-14);
  mj_deleteModel(m);
}

static void rotations_are_measured_by_the_reach_of_their_body(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint pos='-3 0 0'/><joint type='slide'/>"
      "<geom size='.5'/></body></worldbody>");
  ASSERT_NUMBERS(m->dof_length, 1e-15, 3, 1);
  mj_deleteModel(m);
}

static void what_the_model_says_wins(void** state) {
  mjModel* m = compiled(
      "<statistic extent='7' center='1 1 1' meanmass='3'/><worldbody><body>"
      "<freejoint/><geom size='1'/></body></worldbody>");
  ASSERT_NEAR(m->stat.extent, 7, 0);
  ASSERT_NEAR(m->stat.meanmass, 3, 0);
  ASSERT_NUMBERS(m->stat.center, 0, 1, 1, 1);
  mj_deleteModel(m);
}

// STAT-FLAT: a scene without width along x counts as 2 wide, whatever its other sides.
static void a_scene_without_width_is_two_wide(void** state) {
  mjModel* flat = compiled("<worldbody><site pos='0 -30 0'/><site pos='0 30 0'/></worldbody>");
  mjModel* thin = compiled("<worldbody><site pos='0 -30 0'/><site pos='.001 30 0'/></worldbody>");
  ASSERT_NEAR(flat->stat.extent, 2, 0);
  ASSERT_NEAR(thin->stat.extent, 60, 1e-12);
  mj_deleteModel(flat);
  mj_deleteModel(thin);
}

// STAT-FLEX: vertices of flexes count by their bodies alone.
static void vertices_do_not_widen_the_scene(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><freejoint/><geom size='.5'/></body></worldbody>"
      "<deformable><flex name='f' dim='1' body='a' vertex='50 0 0 51 0 0' "
      "element='0 1'/></deformable>");
  // the edge of length 1 is the reach of the body
  ASSERT_NEAR(m->stat.center[0], 0, 0);
  ASSERT_NEAR(m->stat.extent, 2, 1e-15);
  mj_deleteModel(m);
}

// STAT-LATTICE: the body of a node of a lattice reaches to the furthest body of the same lattice.
static void a_node_reaches_across_its_lattice(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='2 2 2' spacing='1 2 2' dim='3' "
      "dof='trilinear' mass='1' radius='.01'><contact selfcollide='none' "
      "internal='false'/></flexcomp></worldbody>");
  mjtNum sum = 0;
  for (int i = 0; i < 8; i++) {
    assert_true(m->flex_nodebodyid[i] > 0);
    sum += 3;
  }
  ASSERT_NEAR(m->stat.meansize * (mjtNum)(m->nbody - 1), sum, 1e-4);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_single_ball_is_its_own_statistics),
      cmocka_unit_test(rotations_are_measured_by_the_reach_of_their_body),
      cmocka_unit_test(what_the_model_says_wins),
      cmocka_unit_test(a_scene_without_width_is_two_wide),
      cmocka_unit_test(vertices_do_not_widen_the_scene),
      cmocka_unit_test(a_node_reaches_across_its_lattice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
