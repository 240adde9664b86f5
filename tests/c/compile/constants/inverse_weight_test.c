// Inverse weights at the reference configuration.

#include "compile/compile_support.h"

static void a_pendulum_responds_by_its_moment_of_inertia(void** state) {
  // point mass 2 at distance 3 from a hinge
  mjModel* m = compiled(
      "<worldbody><body><joint axis='0 1 0'/><inertial pos='3 0 0' mass='2' "
      "diaginertia='1e-6 1e-6 1e-6'/></body></worldbody>");
  ASSERT_NEAR(m->dof_invweight0[0], 1 / (18 + 1e-6), 1e-15);
  // the mean over three axes of 3^2 / I and of 1 / I
  ASSERT_NEAR(m->body_invweight0[2], 9 / (18 + 1e-6) / 3, 1e-14);
  ASSERT_NEAR(m->body_invweight0[3], 1 / (18 + 1e-6) / 3, 1e-14);
  mj_deleteModel(m);
}

static void translations_and_rotations_of_a_joint_share_their_mean(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><freejoint/><inertial pos='0 0 0' mass='2' "
      "diaginertia='1 2 2.5'/></body></worldbody>");
  ASSERT_NUMBERS(m->dof_invweight0, 1e-15, .5, .5, .5, 1.9 / 3, 1.9 / 3, 1.9 / 3);
  mj_deleteModel(m);
}

static void a_fixed_tendon_responds_by_the_masses_that_it_moves(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='a' type='slide'/><geom size='1' mass='2'/></body>"
      "<body><joint name='b' type='slide'/><geom size='1' mass='5'/></body></worldbody>"
      "<tendon><fixed><joint joint='a' coef='3'/><joint joint='b' coef='-4'/></fixed>"
      "</tendon>");
  ASSERT_NEAR(m->tendon_invweight0[0], 9 / 2.0 + 16 / 5.0, 1e-14);
  mj_deleteModel(m);
}

static void acc0_is_the_acceleration_of_a_unit_force(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint name='a' type='slide'/><geom size='1' mass='2'/></body>"
      "<body><joint name='b' type='slide'/><geom size='1' mass='4'/></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='a' coef='3'/><joint joint='b' coef='8'/>"
      "</fixed></tendon><actuator><motor joint='a' gear='10'/><motor tendon='t'/>"
      "</actuator>");
  ASSERT_NUMBERS(m->actuator_acc0, 1e-14, 5, 2.5);
  mj_deleteModel(m);
}

// INVWEIGHT-SLIDES: a body that only slides responds by its mass alone, armature left out.
static void armature_of_slides_does_not_count(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint type='slide' armature='6'/><geom size='1' mass='2'/>"
      "</body><body><joint armature='6'/><inertial pos='0 0 0' mass='1' "
      "diaginertia='2 2 2'/></body></worldbody>");
  ASSERT_NUMBERS(m->dof_invweight0, 1e-15, 1 / 2.0, 1 / 8.0);
  ASSERT_NUMBERS(m->dof_M0, 1e-15, 8, 8);
  mj_deleteModel(m);
}

#define SHEET(edge)                                                                           \
  "<worldbody><flexcomp name='f' type='grid' count='2 2 1' spacing='1 1 1' mass='4' dim='2' " \
  "radius='.01'>" edge "</flexcomp></worldbody>"

// INVWEIGHT-FLEX-EDGES: between bodies that only slide, the weight is the mean of theirs, half of
// what J M^-1 J' is ...
static void an_edge_between_points_has_the_mean_of_their_weights(void** state) {
  mjModel* m = compiled(SHEET(""));
  for (int e = 0; e < m->nflexedge; e++) {
    ASSERT_NEAR(m->flexedge_invweight0[e], 1, 1e-14);
  }
  mj_deleteModel(m);
}

// ... and other edges are weightless when nothing acts along them.
static void edges_of_other_bodies_weigh_only_what_acts_on_them(void** state) {
  const char* bodies =
      "<worldbody><body name='a'><freejoint/><geom size='.1' mass='1'/></body>"
      "<body name='b' pos='1 0 0'><freejoint/><geom size='.1' mass='1'/></body>"
      "</worldbody><deformable><flex name='f' dim='1' body='a b' element='0 1'>"
      "<edge stiffness='%d'/></flex></deformable>";
  for (int stiffness = 0; stiffness < 2; stiffness++) {
    char text[512];
    snprintf(text, sizeof text, bodies, stiffness);
    mjModel* m = compiled(text);
    ASSERT_NEAR(m->flexedge_invweight0[0], stiffness ? 2 : 0, 1e-12);
    mj_deleteModel(m);
  }
}

typedef struct {
  mjModel* m;
  mjData* d;
} Pair;

static void setConstOf(void* pair) {
  mj_setConst(((Pair*)pair)->m, ((Pair*)pair)->d);
}

// COMPAT: INVWEIGHT-SLIDES: without a mass such a body has no answer.
static void a_body_that_slides_needs_a_mass(void** state) {
  Pair p = {compiled("<worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody>")};
  p.d = mj_makeData(p.m);
  p.m->body_mass[1] = 0;
  ASSERT_SAYS(errorOf(setConstOf, &p), "moving body 1 has 0 mass");
  mj_deleteData(p.d);
  mj_deleteModel(p.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pendulum_responds_by_its_moment_of_inertia),
      cmocka_unit_test(translations_and_rotations_of_a_joint_share_their_mean),
      cmocka_unit_test(a_fixed_tendon_responds_by_the_masses_that_it_moves),
      cmocka_unit_test(acc0_is_the_acceleration_of_a_unit_force),
      cmocka_unit_test(armature_of_slides_does_not_count),
      cmocka_unit_test(an_edge_between_points_has_the_mean_of_their_weights),
      cmocka_unit_test(edges_of_other_bodies_weigh_only_what_acts_on_them),
      cmocka_unit_test(a_body_that_slides_needs_a_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
