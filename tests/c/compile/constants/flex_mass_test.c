// Values of the effective mass of bending sheets.

#include "compile/compile_support.h"

// FLEX-EFM0: L' L is M + (h^2 + h d) K over the dofs of vertices that move as points.
static void assertFactor(const mjModel* m, mjtNum timestep, mjtNum damping) {
  enum { N = 27 };
  assert_int_equal(m->nefm0dof, N);
  mjtNum product[N * N] = {0}, expected[N * N] = {0};
  for (int k = 0; k < N; k++) {
    int adr = m->efm0_L_rowadr[k], count = m->efm0_L_rownnz[k];
    for (int a = adr; a < adr + count; a++) {
      for (int b = adr; b < adr + count; b++) {
        product[m->efm0_L_colind[a] * N + m->efm0_L_colind[b]] += m->efm0_L[a] * m->efm0_L[b];
      }
    }
  }
  mjtNum scale = timestep * timestep + timestep * damping;
  for (int i = 0; i < N; i++) {
    expected[i * N + i] = m->dof_M0[m->efm0_dofid[i]];
  }
  for (int e = 0; e < m->nflexedge; e++) {
    int vertex[4] = {m->flex_edge[2 * e], m->flex_edge[2 * e + 1], m->flex_edgeflap[2 * e],
                     m->flex_edgeflap[2 * e + 1]};
    for (int k = 0; vertex[3] >= 0 && k < 16; k++) {
      for (int axis = 0; axis < 3; axis++) {
        expected[(3 * vertex[k / 4] + axis) * N + 3 * vertex[k % 4] + axis] +=
            scale * m->flex_bending[17 * e + k];
      }
    }
  }
  ASSERT_NEAR(distance(product, expected, N * N), 0, 1e-12);
  assert_true(mju_norm(expected, N * N) > 1.01 * mju_norm(m->dof_M0, N));
}

static void the_factor_makes_up_mass_and_bending(void** state) {
  mjModel* m = compiled(
      "<option timestep='.01'/><worldbody><flexcomp name='f' type='grid' count='3 3 1' "
      "spacing='.1 .1 .1' mass='1' dim='2' radius='.01'><edge damping='0'/><elasticity "
      "young='1e5' poisson='.2' thickness='.01' damping='.3' elastic2d='bend'/>"
      "</flexcomp></worldbody>");
  assertFactor(m, .01, .3);

  // and is made anew
  mjData* d = mj_makeData(m);
  m->opt.timestep = .02;
  m->flex_damping[0] = .1;
  m->body_mass[1] *= 2;
  mj_setConst(m, d);
  assertFactor(m, .02, .1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_factor_makes_up_mass_and_bending),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
