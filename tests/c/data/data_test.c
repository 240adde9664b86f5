// Memory of mjData: making, copying, clearing.

#include "data/data.h"
#include "api/field_macros.h"
#include "bodies_support.h"
#include "check.h"
#include "data/stack.h"

static void a_copy_goes_on_as_the_original_does(void** state) {
  Scene s = mixedScene();
  mj_step(s.m, s.d);
  mj_forward(s.m, s.d);
  assert_true(s.d->nefc > 0);
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  assert_memory_equal(copy->efc_force, s.d->efc_force, (size_t)s.d->nefc * sizeof(mjtNum));
  assert_memory_equal(copy->contact, s.d->contact, (size_t)s.d->ncon * sizeof(mjContact));

  // its arrays are its own
  assert_true((char*)copy->efc_force >= (char*)copy->arena &&
              (char*)copy->efc_force < (char*)copy->arena + copy->narena);
  for (int i = 0; i < 5; i++) {
    mj_step(s.m, s.d);
  }
  for (int i = 0; i < 5; i++) {
    mj_step(s.m, copy);
  }
  assert_memory_equal(copy->qpos, s.d->qpos, (size_t)s.m->nq * sizeof(mjtNum));
  mj_deleteData(copy);
  freeScene(s);
}

typedef struct {
  mjData* dest;
  Scene scene;
} CopyJob;

static void copyData(void* context) {
  CopyJob* job = context;
  mj_copyData(job->dest, job->scene.m, job->scene.d);
}

static void data_of_another_model_is_refused(void** state) {
  Scene s = loadScene("<mujoco/>"), other = loadScene("<mujoco model='other'/>");
  ASSERT_SAYS(errorOf(copyData, &(CopyJob){other.d, s}), "made from another mjModel");
  freeScene(s);
  freeScene(other);
}

// Copying, and making data without a state, asks for the sizes of a model only.
static void sizes_of_a_model_are_enough_to_copy_data(void** state) {
  Scene s = mixedScene();
  mj_step(s.m, s.d);
  mjModel sizes = {0};
#define X(name) sizes.name = s.m->name;
  MJMODEL_INTS
#undef X
  mjData* copy = mj_copyData(NULL, &sizes, s.d);
  mjData* made = mj_makeData(&sizes);
  assert_true(s.m->nq && made->qpos[s.m->nq - 1] == 0);
  mj_copyData(made, s.m, s.d);
  mj_step(s.m, s.d);
  mj_step(s.m, copy);
  mj_step(s.m, made);
  assert_memory_equal(copy->qpos, s.d->qpos, (size_t)s.m->nq * sizeof(mjtNum));
  assert_memory_equal(made->qpos, s.d->qpos, (size_t)s.m->nq * sizeof(mjtNum));
  mj_deleteData(copy);
  mj_deleteData(made);
  sizes.nq++;
  ASSERT_SAYS(errorOf(copyData, &(CopyJob){NULL, {&sizes, s.d}}), "made from another mjModel");
  freeScene(s);
}

static void data_is_not_copied_in_the_middle_of_a_computation(void** state) {
  Scene s = loadScene("<mujoco/>");
  mj_markStack(s.d);
  ASSERT_SAYS(errorOf(copyData, &(CopyJob){NULL, s}), "stack of the source is in use");
  mj_freeStack(s.d);
  freeScene(s);
}

static void the_initial_state_is_that_of_the_model(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='a'><joint type='slide' ref='.5'/><geom size='.1'/></body>"
      "<body mocap='true' pos='1 2 3' quat='0 0 0 2'/></worldbody>"
      "<equality><weld body1='a' active='false'/></equality></mujoco>");
  s.d->qpos[0] = 7;
  s.d->time = 3;
  s.d->eq_active[0] = 1;
  s.d->mocap_pos[0] = 9;
  mju_zero4(s.d->mocap_quat);
  lb_clearData(s.m, s.d, 0);
  ASSERT_NEAR(s.d->qpos[0], .5, 0);
  ASSERT_NEAR(s.d->time, 0, 0);
  assert_false(s.d->eq_active[0]);
  ASSERT_NUMBERS(s.d->mocap_pos, 0, 1, 2, 3);
  ASSERT_NUMBERS(s.d->mocap_quat, 1e-15, 0, 0, 0, 1);
  freeScene(s);
}

static void results_are_filled_with_the_byte_that_is_asked_for(void** state) {
  Scene s = movingScene();
  lb_clearData(s.m, s.d, 0x55);
  const unsigned char* byte = (const unsigned char*)s.d->xpos;
  for (size_t i = 0; i < 3 * sizeof(mjtNum); i++) {
    assert_int_equal(byte[i], 0x55);
  }
  ASSERT_NEAR(s.d->qvel[0], 0, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_goes_on_as_the_original_does),
      cmocka_unit_test(data_of_another_model_is_refused),
      cmocka_unit_test(sizes_of_a_model_are_enough_to_copy_data),
      cmocka_unit_test(data_is_not_copied_in_the_middle_of_a_computation),
      cmocka_unit_test(the_initial_state_is_that_of_the_model),
      cmocka_unit_test(results_are_filled_with_the_byte_that_is_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
