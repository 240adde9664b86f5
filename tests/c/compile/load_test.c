// mj_loadXML and the spec that it keeps.

#include "compile/compile_support.h"

#include <unistd.h>

static const char* const file = "load_test.xml";

static mjModel* load(const char* text, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, file, text, (int)strlen(text));
  mjModel* m = mj_loadXML(file, &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

static void nothing_is_saved_before_anything_was_loaded(void** state) {
  char error[100] = "";
  mj_freeLastXML();
  assert_int_equal(mj_saveLastXML("unwritten.xml", NULL, error, sizeof error), 0);
  assert_string_equal(error, "No XML model loaded");
}

static void what_was_loaded_can_be_saved_with_changes(void** state) {
  char error[1000] = "";
  mjModel* m = load("<mujoco><worldbody><geom name='ball' size='2'/></worldbody></mujoco>", error,
                    sizeof error);
  assert_non_null(m);
  m->geom_size[0] = 3;
  assert_int_equal(mj_saveLastXML("load_test_saved.xml", m, error, sizeof error), 1);
  mjModel* again = mj_loadXML("load_test_saved.xml", NULL, error, sizeof error);
  remove("load_test_saved.xml");
  assert_non_null(again);
  ASSERT_NEAR(again->geom_size[0], 3, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_freeLastXML();
}

// Links with fixed joints are fused in every robot.
static void a_robot_is_saved_with_changes(void** state) {
  char error[1000] = "";
  mjModel* m = load(
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='2'/>"
      "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
      "<limit lower='-1' upper='1' effort='3'/></joint></robot>",
      error, sizeof error);
  assert_non_null(m);
  assert_int_equal(m->nbody, 2);
  m->dof_damping[0] = 5;
  m->jnt_range[0] = -0.5;
  m->opt.timestep = 0.25;
  assert_int_equal(mj_saveLastXML("load_test_saved.xml", m, error, sizeof error), 1);
  mjModel* again = mj_loadXML("load_test_saved.xml", NULL, error, sizeof error);
  remove("load_test_saved.xml");
  assert_non_null(again);
  ASSERT_NEAR(again->dof_damping[0], 5, 0);
  ASSERT_NEAR(again->jnt_range[0], -0.5, 0);
  ASSERT_NEAR(again->opt.timestep, 0.25, 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_freeLastXML();
}

static void without_a_name_the_last_model_is_printed(void** state) {
  char error[1000] = "";
  mjModel* m = load("<mujoco><worldbody><geom name='printed' size='2'/></worldbody></mujoco>",
                    error, sizeof error);
  fflush(stdout);
  int kept = dup(1);
  FILE* file = fopen("load_test_printed.xml", "w");
  dup2(fileno(file), 1);
  int done = mj_saveLastXML(NULL, m, error, sizeof error);
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  fclose(file);
  assert_int_equal(done, 1);
  mjModel* again = mj_loadXML("load_test_printed.xml", NULL, error, sizeof error);
  remove("load_test_printed.xml");
  assert_non_null(again);
  assert_int_equal(mj_name2id(again, mjOBJ_GEOM, "printed"), 0);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_freeLastXML();
}

static void a_model_that_does_not_compile_leaves_its_message_and_the_spec_before_it(void** state) {
  char error[1000] = "";
  mjModel* m = load("<mujoco><worldbody><geom name='kept' size='2'/></worldbody></mujoco>", error,
                    sizeof error);
  assert_null(
      load("<mujoco><worldbody><geom size='0'/></worldbody></mujoco>", error, sizeof error));
  assert_non_null(strstr(error, "size 0 must be positive"));
  assert_null(load("<mujoco><nothing/></mujoco>", error, sizeof error));
  assert_int_equal(mj_saveLastXML("load_test_saved.xml", m, error, sizeof error), 1);
  mj_deleteModel(m);
  m = mj_loadXML("load_test_saved.xml", NULL, error, sizeof error);
  remove("load_test_saved.xml");
  assert_int_equal(mj_name2id(m, mjOBJ_GEOM, "kept"), 0);
  mj_deleteModel(m);
  mj_freeLastXML();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_saved_before_anything_was_loaded),
      cmocka_unit_test(what_was_loaded_can_be_saved_with_changes),
      cmocka_unit_test(a_robot_is_saved_with_changes),
      cmocka_unit_test(without_a_name_the_last_model_is_printed),
      cmocka_unit_test(a_model_that_does_not_compile_leaves_its_message_and_the_spec_before_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
