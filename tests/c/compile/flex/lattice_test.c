// Elastic coefficients of interpolated flexes.

#include "compile/compile_support.h"

// The inside of a model with one lattice of a unit cube.
#define LATTICE(dof, count, spacing, inside)                                                  \
  "<worldbody><flexcomp name='f' type='grid' count='" count "' spacing='" spacing             \
  "' dim='3' "                                                                                \
  "dof='" dof "' mass='1' radius='.01'><contact selfcollide='none' internal='false'/>" inside \
  "</flexcomp></worldbody>"
#define ELASTIC "<elasticity young='10' poisson='.3'/>"

static const mjtNum lambda = 10 * 0.3 / (1.3 * 0.4), mu = 10 / 2.6;

// u' K u for displacements of the nodes along x by f(position); stored matrices are negative.
static mjtNum energy(const mjModel* m, mjtNum (*f)(const mjtNum[3])) {
  int n = 3 * m->nflexnode;
  mjtNum sum = 0;
  for (int i = 0; i < n; i += 3) {
    for (int k = 0; k < n; k += 3) {
      sum -= f(m->flex_node0 + i) * m->flex_stiffness[i * n + k] * f(m->flex_node0 + k);
    }
  }
  return sum;
}

static mjtNum shifted(const mjtNum p[3]) {
  return 1;
}

static mjtNum stretched(const mjtNum p[3]) {
  return 0.1 * p[0];
}

static mjtNum sheared(const mjtNum p[3]) {
  return 0.1 * p[1];
}

static mjtNum squared(const mjtNum p[3]) {
  return p[0] * p[0];
}

static void a_shift_costs_nothing(void** state) {
  mjModel* m = compiled(LATTICE("trilinear", "2 2 2", "1 1 1", ELASTIC));
  ASSERT_NEAR(energy(m, shifted), 0, 1e-12);
  mj_deleteModel(m);
}

// FLEX-LATTICE-SHEAR: lambda tr(E)^2 + mu E:E, where linear elasticity has 2 mu.
static void a_cell_has_half_the_shear_modulus(void** state) {
  mjModel* m = compiled(LATTICE("trilinear", "2 2 2", "1 1 1", ELASTIC));
  ASSERT_NEAR(energy(m, stretched), (lambda + mu) * 0.01, 1e-13);
  ASSERT_NEAR(energy(m, sheared), mu * 0.01 / 2, 1e-13);
  mj_deleteModel(m);
}

// FLEX-QUADRATIC-POINTS: points at 1/2 -+ sqrt(5/3)/2 have a second moment of 5/9 * 5/12, where the
// cube has 1/12. With u = x^2 from the centre the strain is 2 x.
static void a_quadratic_cell_resists_bending_too_much(void** state) {
  mjModel* m = compiled(LATTICE("quadratic", "3 3 3", ".5 .5 .5", ELASTIC));
  assert_int_equal(m->nflexnode, 27);
  ASSERT_NEAR(energy(m, stretched), (lambda + mu) * 0.01, 1e-12);
  ASSERT_NEAR(energy(m, squared), (lambda + mu) * 4 * 25.0 / 108, 1e-12);
  mj_deleteModel(m);
}

// FLEX-MODES: 24 - 6 modes, in the order and with the signs of cyclic Jacobi rotations, as measured
// on the peer.
static void modes_of_a_strain_constraint_are_those_of_jacobi_rotations(void** state) {
  mjModel* m = compiled(LATTICE("trilinear", "2 2 2", "1 1 1", "<edge equality='strain'/>"));
  static const mjtNum square[18] = {10.576923076923, 2.884615384615, 0.747863247863, 0.747863247863,
                                    0.320512820513,  2.884615384615, 2.884615384615, 1.923076923077,
                                    1.923076923077,  1.923076923077, 1.923076923077, 0.961538461538,
                                    0.961538461538,  1.923076923077, 0.747863247863, 1.282051282051,
                                    0.961538461538,  0.320512820513};
  static const int sign[6] = {1, 1, 1, 1, 1, -1};
  ASSERT_NEAR(m->flex_stiffness[0], 18, 0);
  for (int i = 0; i < 18; i++) {
    const mjtNum* mode = m->flex_stiffness + 1 + 24 * i;
    ASSERT_NEAR(mju_dot(mode, mode, 24), square[i], 1e-11);
  }
  for (int k = 0; k < 6; k++) {
    ASSERT_NEAR(m->flex_stiffness[1 + k], sign[k] * 0.663856255679744, 1e-12);
  }
  mj_deleteModel(m);
}

static void modes_make_up_the_stiffness(void** state) {
  mjModel* m = compiled(LATTICE("trilinear", "2 2 2", "1 1 1", "<edge equality='strain'/>"));
  mjtNum sum = 0;
  for (int i = 0; i < 18; i++) {
    mjtNum part = 0;
    for (int k = 0; k < 8; k++) {
      part += m->flex_stiffness[1 + 24 * i + 3 * k] * stretched(m->flex_node0 + 3 * k);
    }
    sum += part * part;
  }
  ASSERT_NEAR(sum, (lambda + mu) * 0.01, 1e-12);
  mj_deleteModel(m);
}

#define HOLLOW(kind)                     \
  LATTICE("trilinear", "2 2 2", "1 1 1", \
          "<elasticity young='10' poisson='.3' thickness='.1' elastic2d='" kind "'/>")

// FLEX-QUAD-STRETCH: what would stretch the quads of a hollow lattice is in the model, although no
// force follows from it.
static void quads_have_a_stiffness_that_makes_no_force(void** state) {
  mjModel* m = compiled(HOLLOW("stretch"));
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nflexstiffness, 6 * 9 * 16);
  assert_true(mju_norm(m->flex_stiffness, (int)m->nflexstiffness) > 0.1);
  m->opt.disableflags |= mjDSBL_GRAVITY;
  d->qpos[0] += 0.1;
  mj_forward(m, d);
  ASSERT_NEAR(mju_norm(d->qfrc_passive, (int)m->nv), 0, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void bending_quads_are_joined_along_their_edges(void** state) {
  mjModel* m = compiled(HOLLOW("bend"));
  // a cube has twelve edges; both normals there are at right angles
  ASSERT_NEAR(m->flex_bending[0], 12, 0);
  for (int i = 0; i < 12; i++) {
    const mjtNum* record = m->flex_bending + 1 + 10 * i;
    ASSERT_NEAR(record[6], 10 * 0.001 / (12 * 0.91), 1e-15);
    ASSERT_NEAR(mju_norm3(record + 7), sqrt(2), 1e-15);
  }
  mj_deleteModel(m);
}

static void a_hollow_lattice_needs_a_thickness(void** state) {
  assertRefused(LATTICE("trilinear", "2 2 2", "1 1 1", "<elasticity young='10' elastic2d='both'/>"),
                "2d elasticity requires positive thickness");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_shift_costs_nothing),
      cmocka_unit_test(a_cell_has_half_the_shear_modulus),
      cmocka_unit_test(a_quadratic_cell_resists_bending_too_much),
      cmocka_unit_test(modes_of_a_strain_constraint_are_those_of_jacobi_rotations),
      cmocka_unit_test(modes_make_up_the_stiffness),
      cmocka_unit_test(quads_have_a_stiffness_that_makes_no_force),
      cmocka_unit_test(bending_quads_are_joined_along_their_edges),
      cmocka_unit_test(a_hollow_lattice_needs_a_thickness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
