// Making, copying and signing models.

#include "model/model.h"
#include "base/memory.h"
#include "check.h"
#include "constraint/scenes_support.h"

static void a_new_model_has_its_sizes_and_zeros(void** state) {
  mjModel sizes = {.nq = 3, .nbody = 2, .nnames = 1};
  mjModel* m = lb_makeModel(&sizes);
  assert_int_equal(m->nq, 3);
  assert_int_equal(m->nbuffer, lb_modelBufferBytes(&sizes));
  for (mjtSize i = 0; i < m->nbuffer; i++) {
    assert_int_equal(((char*)m->buffer)[i], 0);
  }
  mj_deleteModel(m);
  mj_deleteModel(NULL);
}

static void make(void* sizes) {
  lb_makeModel(sizes);
}

static void exhausted_memory_is_an_error_that_leaves_nothing(void** state) {
  mjModel sizes = {.nq = 1000};
  size_t blocks = lb_liveBlocks();
  for (int allowed = 0; allowed < 2; allowed++) {
    lb_failAllocationAfter(allowed);
    ASSERT_SAYS(errorOf(make, &sizes), "Could not allocate memory for the model");
    lb_failAllocationAfter(-1);
    assert_int_equal(lb_liveBlocks(), blocks);
  }
}

static const char ballXml[] =
    "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>";

static void a_copy_is_equal_and_independent(void** state) {
  Scene s = loadScene(ballXml);
  mjModel* copy = mj_copyModel(NULL, s.m);
  assert_memory_equal(copy->buffer, s.m->buffer, (size_t)s.m->nbuffer);
  copy->geom_size[0] = 3;
  assert_true(s.m->geom_size[0] == .1);
  mj_copyModel(copy, s.m);
  assert_true(copy->geom_size[0] == .1);
  assert_ptr_not_equal(copy->buffer, s.m->buffer);
  mj_deleteModel(copy);
  freeScene(s);
}

typedef struct {
  mjModel* dest;
  const mjModel* src;
} CopyJob;

static void copy(void* context) {
  CopyJob* job = context;
  mj_copyModel(job->dest, job->src);
}

static void a_model_of_other_sizes_is_no_destination(void** state) {
  Scene s = loadScene(ballXml), empty = loadScene("<mujoco/>");
  ASSERT_SAYS(errorOf(copy, &(CopyJob){empty.m, s.m}), "different sizes");
  freeScene(s);
  freeScene(empty);
}

static void the_signature_tells_structure_and_names_apart_but_not_numbers(void** state) {
  Scene s = loadScene(ballXml);
  uint64_t signature = s.m->signature;
  s.m->geom_size[0] = 3;
  lb_signModel(s.m);
  assert_true(s.m->signature == signature);
  char* name = s.m->names + s.m->name_bodyadr[1];
  assert_string_equal(name, "b");
  *name = 'c';
  lb_signModel(s.m);
  assert_true(s.m->signature != signature);
  *name = 'b';
  s.m->nuserdata++;
  lb_signModel(s.m);
  assert_true(s.m->signature != signature);
  s.m->nuserdata--;
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_model_has_its_sizes_and_zeros),
      cmocka_unit_test(exhausted_memory_is_an_error_that_leaves_nothing),
      cmocka_unit_test(a_copy_is_equal_and_independent),
      cmocka_unit_test(a_model_of_other_sizes_is_no_destination),
      cmocka_unit_test(the_signature_tells_structure_and_names_apart_but_not_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
