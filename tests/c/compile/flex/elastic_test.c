// Elastic coefficients of elements and hinges.

#include "compile/compile_support.h"

// Coefficients of one element held in one body.
static mjModel* element(const char* dim, const char* vertices, const char* elements,
                        const char* elastic) {
  char text[1024];
  snprintf(text, sizeof text,
           "<worldbody><body name='w'/></worldbody><deformable><flex name='f' dim='%s' body='w' "
           "vertex='%s' element='%s'><elasticity young='10' poisson='.3' %s/></flex></deformable>",
           dim, vertices, elements, elastic);
  return compiled(text);
}

// d' K d for the changes d of squared edge lengths under a strain E, from the upper triangle of K.
static mjtNum energy(const mjModel* m, const mjtNum E[9]) {
  mjtNum d[6];
  int n = m->nflexedge == 3 ? 3 : 6;
  const mjtNum* K = m->flex_stiffness;
  for (int e = 0; e < n; e++) {
    const int* ends = m->flex_edge + 2 * m->flex_elemedge[e];
    mjtNum side[3], turned[3];
    mju_sub3(side, m->flex_vert + 3 * ends[1], m->flex_vert + 3 * ends[0]);
    mju_mulMatVec3(turned, E, side);
    d[e] = 2 * mju_dot3(side, turned);
  }
  mjtNum sum = 0;
  for (int a = 0; a < n; a++) {
    for (int b = a; b < n; b++) {
      sum += (a == b ? 1 : 2) * d[a] * d[b] * *K++;
    }
  }
  return sum;
}

static const mjtNum lambda = 10 * 0.3 / (1.3 * 0.4), mu = 10 / 2.6;

// FLEX-ELASTIC-WEIGHT: V w (lambda tr(E)^2 + mu E:E) with weight 1 for sheets ...
static void a_sheet_has_the_moduli_of_a_solid(void** state) {
  mjModel* m = element("2", "0 0 0 2 0 0 .5 1 0", "0 1 2", "thickness='.1' elastic2d='stretch'");
  const mjtNum area = 1, stretch[9] = {.01, 0, 0, 0, .02}, shear[9] = {0, .01, 0, .01, 0};
  ASSERT_NEAR(energy(m, stretch), area * 0.1 * (lambda * 9e-4 + mu * 5e-4), 1e-15);
  ASSERT_NEAR(energy(m, shear), area * 0.1 * mu * 2e-4, 1e-15);
  mj_deleteModel(m);
}

// ... and 4 for solids.
static void a_solid_counts_four_times(void** state) {
  mjModel* m = element("3", "0 0 0 1 0 0 .2 2 0 .1 .3 3", "0 1 2 3", "");
  const mjtNum stretch[9] = {.01, 0, 0, 0, .02, 0, 0, 0, .03};
  ASSERT_NEAR(energy(m, stretch), 1 * 4 * (lambda * 36e-4 + mu * 14e-4), 1e-14);
  mj_deleteModel(m);
}

static void an_element_without_volume_is_refused(void** state) {
  assertRefused(
      "<worldbody><body name='w'/></worldbody><deformable><flex name='f' dim='3' body='w' "
      "vertex='0 0 0 1 0 0 0 1 0 1 1 0' element='0 1 2 3'><elasticity young='1'/></flex>"
      "</deformable>",
      "has no volume");
}

#define PAIR "0 0 0 1 0 0 .3 1 0 1.5 1.2 .4"

static void a_flat_hinge_resists_by_the_squares_of_its_cotangents(void** state) {
  // two right triangles over the unit square: cotangents at the diagonal are 1 and 1
  mjModel* m =
      element("2", "0 0 0 1 0 0 0 1 0 1 1 0", "0 1 2 2 1 3", "thickness='.1' elastic2d='bend'");
  int edge = 0;
  while (m->flex_edgeflap[2 * edge + 1] < 0) {
    edge++;
  }
  const mjtNum* B = m->flex_bending + 17 * edge;
  mjtNum scale = mu * 0.001 / 8;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 4; k++) {
      ASSERT_NEAR(B[4 * i + k], (i < 2) == (k < 2) ? 4 * scale : -4 * scale, 1e-17);
    }
  }
  ASSERT_NEAR(B[16], 0, 1e-17);
  mj_deleteModel(m);
}

// FLEX-HINGE-DIRECTION: the edge is taken in the direction in which the first element runs along
// it.
static void a_hinge_runs_as_its_first_element_does(void** state) {
  const char* bend = "thickness='.1' elastic2d='bend'";
  mjModel* forth = element("2", PAIR, "0 1 2 2 1 3", bend);
  mjModel* back = element("2", PAIR, "0 2 1 2 1 3", bend);
  int edge[2] = {0, 0};
  while (forth->flex_edgeflap[2 * edge[0] + 1] < 0) {
    edge[0]++;
  }
  while (back->flex_edgeflap[2 * edge[1] + 1] < 0) {
    edge[1]++;
  }
  const mjtNum *a = forth->flex_bending + 17 * edge[0], *b = back->flex_bending + 17 * edge[1];
  assert_true(fabs(a[0] - a[5]) > 1e-6);
  ASSERT_NEAR(a[0], b[5], 1e-15);
  ASSERT_NEAR(a[5], b[0], 1e-15);
  mj_deleteModel(forth);
  mj_deleteModel(back);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sheet_has_the_moduli_of_a_solid),
      cmocka_unit_test(a_solid_counts_four_times),
      cmocka_unit_test(an_element_without_volume_is_refused),
      cmocka_unit_test(a_flat_hinge_resists_by_the_squares_of_its_cotangents),
      cmocka_unit_test(a_hinge_runs_as_its_first_element_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
