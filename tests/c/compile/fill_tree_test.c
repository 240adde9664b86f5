// The kinematic tree in the model.

#include "compile/compile_support.h"

static void trees_welds_and_roots_follow_the_joints(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><body><joint/><geom size='1'/><body><geom size='1'/></body>"
      "</body><body><joint/><geom size='1'/></body></body></worldbody>");
  static const int tree[] = {-1, -1, 0, 0, 1}, weld[] = {0, 0, 2, 2, 4}, root[] = {0, 1, 1, 1, 1};
  assert_int_equal(m->ntree, 2);
  assert_memory_equal(m->body_treeid, tree, sizeof tree);
  assert_memory_equal(m->body_weldid, weld, sizeof weld);
  assert_memory_equal(m->body_rootid, root, sizeof root);
  assert_int_equal(m->tree_bodynum[0], 2);
  mj_deleteModel(m);
}

static void dofs_know_the_dof_before_them(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><joint axis='1 0 0'/><geom size='1'/><body><joint/>"
      "<geom size='1'/></body><body><joint/><geom size='1'/></body></body></worldbody>");
  static const int parent[] = {-1, 0, 1, 1};
  assert_memory_equal(m->dof_parentid, parent, sizeof parent);
  mj_deleteModel(m);
}

static void runs_of_simple_dofs_are_counted_to_their_end(void** state) {
  // a body that slides along its axes is simple, one that hangs on it is not, a free ball is
  mjModel* m = compiled(
      "<worldbody><body><joint type='slide' axis='1 0 0'/><joint type='slide' "
      "axis='0 1 0'/><geom size='1'/></body><body><joint/><geom size='1'/>"
      "<body><joint/><geom size='1' pos='1 0 0'/></body></body><body><freejoint/>"
      "<geom size='1'/></body></worldbody>");
  static const int simple[] = {2, 1, 0, 0, 6, 5, 4, 3, 2, 1};
  assert_memory_equal(m->dof_simplenum, simple, sizeof simple);
  assert_int_equal(m->body_simple[1], 2);
  assert_int_equal(m->body_simple[4], 1);
  mj_deleteModel(m);
}

static void the_world_is_simple_while_its_mass_lies_in_its_frame(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* world = mjs_findBody(spec, "world");
  mjModel* m = mj_compile(spec, NULL);
  assert_int_equal(m->body_simple[0], 1);
  world->explicitinertial = 1;
  world->mass = 1;
  world->ipos[0] = 1;
  mjModel* apart = mj_compile(spec, NULL);
  assert_int_equal(apart->body_simple[0], 0);
  mj_deleteModel(apart);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void a_body_collides_as_any_of_its_geoms_does(void** state) {
  mjModel* m = compiled(
      "<worldbody><geom size='1' contype='1' conaffinity='4' margin='.1'/>"
      "<geom size='1' contype='2' conaffinity='8' margin='.3' gap='.1'/></worldbody>");
  assert_int_equal(m->body_contype[0], 3);
  assert_int_equal(m->body_conaffinity[0], 12);
  ASSERT_NEAR(m->body_margin[0], 0.4, 1e-15);
  mj_deleteModel(m);
}

static void a_policy_of_sleep_is_for_root_bodies_that_move(void** state) {
  mjModel* m = compiled(
      "<worldbody><body sleep='never'><freejoint/><geom size='1'/></body><body>"
      "<freejoint/><geom size='1'/></body></worldbody>");
  assert_int_equal(m->tree_sleep_policy[0], mjSLEEP_NEVER);
  assert_int_equal(m->tree_sleep_policy[1], mjSLEEP_AUTO_ALLOWED);
  mj_deleteModel(m);

  // on a static body, too
  m = compiled(
      "<worldbody><body><geom size='1'/><body sleep='never'><joint/><geom size='1'/></body></body>"
      "</worldbody>");
  assert_int_equal(m->tree_sleep_policy[0], mjSLEEP_NEVER);
  mj_deleteModel(m);
  assertRefused("<worldbody><body sleep='never'><geom size='1'/></body></worldbody>",
                "sleep policy only allowed for movable root bodies");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_welds_and_roots_follow_the_joints),
      cmocka_unit_test(dofs_know_the_dof_before_them),
      cmocka_unit_test(runs_of_simple_dofs_are_counted_to_their_end),
      cmocka_unit_test(the_world_is_simple_while_its_mass_lies_in_its_frame),
      cmocka_unit_test(a_body_collides_as_any_of_its_geoms_does),
      cmocka_unit_test(a_policy_of_sleep_is_for_root_bodies_that_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
