// Checks of the tree of a model that came from outside.

#include "bodies_support.h"
#include "check.h"
#include "model/validate.h"

static const char* foundWith(const mjModel* m, int* number, int value) {
  int before = *number;
  *number = value;
  const char* field = lb_validateTree(m);
  *number = before;
  return field ? field : "nothing";
}

static void the_tree_of_a_compiled_model_is_sound(void** state) {
  Scene s = movingScene();
  assert_null(lb_validateTree(s.m));
  freeScene(s);
}

static void bodies_come_depth_first(void** state) {
  Scene s = loadScene("<mujoco><worldbody><body><body/></body><body/></worldbody></mujoco>");
  mjModel* m = s.m;
  assert_null(lb_validateTree(m));
  assert_string_equal(foundWith(m, m->body_parentid + 3, 3), "body_parentid");
  assert_string_equal(foundWith(m, m->body_parentid + 1, 2), "body_parentid");
  assert_string_equal(foundWith(m, m->body_parentid, 1), "body_parentid");

  // a sibling of body 1 below body 2: then its root would be another
  assert_string_equal(foundWith(m, m->body_parentid + 3, 2), "body_rootid");
  freeScene(s);
}

static void everything_follows_from_parents_and_types_of_joints(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><body><joint/><geom size='.1'/></body>"
      "</body><body><joint type='ball'/><geom size='.1'/></body></worldbody></mujoco>");
  mjModel* m = s.m;
  assert_null(lb_validateTree(m));
  const struct {
    int* number;
    int value;
    const char* field;
  } cases[] = {
      {m->jnt_type + 1, mjJNT_BALL, "dof_bodyid"}, {m->jnt_type, 4, "jnt_type"},
      {m->jnt_qposadr + 1, 6, "jnt_qposadr"},      {m->jnt_bodyid + 1, 1, "jnt_bodyid"},
      {m->dof_parentid + 6, -1, "dof_parentid"},   {m->dof_jntid + 6, 0, "dof_jntid"},
      {m->dof_treeid + 6, 1, "dof_treeid"},        {m->body_weldid + 2, 1, "body_weldid"},
      {m->body_treeid + 3, 0, "body_treeid"},      {m->body_dofnum + 2, 2, "body_dofnum"},
      {m->body_jntadr + 3, 1, "body_jntadr"},      {m->geom_bodyid + 1, 1, "geom_bodyid"},
      {m->tree_bodynum, 1, "tree_bodynum"},        {m->tree_dofadr + 1, 6, "tree_dofadr"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(foundWith(m, cases[i].number, cases[i].value), cases[i].field);
  }
  m->nq++;
  assert_string_equal(lb_validateTree(m), "nq");
  m->nq--;
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_tree_of_a_compiled_model_is_sound),
      cmocka_unit_test(bodies_come_depth_first),
      cmocka_unit_test(everything_follows_from_parents_and_types_of_joints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
