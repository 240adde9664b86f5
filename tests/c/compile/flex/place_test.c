// Where flexes are in the reference pose.

#include "compile/compile_support.h"

static void vertices_are_placed_by_their_bodies(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a' pos='1 0 0'><joint/><geom size='1'/></body>"
      "<body name='b' pos='0 4 0' euler='0 0 90'><joint/><geom size='1'/></body>"
      "</worldbody><deformable><flex name='f' dim='1' body='a b' "
      "vertex='0 0 0 1 0 0' element='0 1'/></deformable>");
  // (1, 0, 0) and (0, 5, 0)
  ASSERT_NEAR(m->flexedge_length0[0], sqrt(26), 1e-14);
  assert_false(m->flex_rigid[0]);
  assert_false(m->flex_centered[0]);
  mj_deleteModel(m);
}

static void a_flex_of_one_body_is_rigid(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><joint/><geom size='1'/></body></worldbody>"
      "<deformable><flex name='f' dim='1' body='a' vertex='0 0 0 1 0 0' element='0 1'/>"
      "</deformable>");
  assert_true(m->flex_rigid[0]);
  assert_true(m->flexedge_rigid[0]);
  mj_deleteModel(m);
}

static void a_flex_whose_vertices_are_its_bodies_is_centred(void** state) {
  mjModel* m = compiled(
      "<worldbody><body name='a'><freejoint/><geom size='1'/></body><body name='b' "
      "pos='2 0 0'><freejoint/><geom size='1'/></body></worldbody><deformable>"
      "<flex name='f' dim='1' body='a b' element='0 1'/></deformable>");
  assert_true(m->flex_centered[0]);
  ASSERT_NEAR(m->flexedge_length0[0], 2, 0);
  mj_deleteModel(m);
}

static void bodies_and_vertices_must_fit(void** state) {
  assertRefused(
      "<worldbody/><deformable><flex name='f' dim='1' body='none' vertex='0 0 0 1 0 0' "
      "element='0 1'/></deformable>",
      "none");
  assertRefused(
      "<worldbody><body name='a'/><body name='b'/></worldbody><deformable><flex name='f' "
      "dim='1' body='a b' vertex='0 0 0 1 0 0 2 0 0' element='0 1'/></deformable>",
      "vertbody size must be 1 or nvert");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_placed_by_their_bodies),
      cmocka_unit_test(a_flex_of_one_body_is_rigid),
      cmocka_unit_test(a_flex_whose_vertices_are_its_bodies_is_centred),
      cmocka_unit_test(bodies_and_vertices_must_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
