// Binary models: they come back as they were, and what is damaged is refused with a reason.

#include "bodies_support.h"
#include "check.h"
#include "model/model.h"

static char warned[1000];

static void noteWarning(const char* message) {
  snprintf(warned, sizeof warned, "%s", message);
}

// The bytes of a model; free them.
static char* bytesOf(const mjModel* m, int* size) {
  *size = (int)mj_sizeModel(m);
  char* bytes = malloc((size_t)*size);
  mj_saveModel(m, NULL, bytes, *size);
  return bytes;
}

// Why bytes are refused.
static const char* refusalOf(const char* bytes, int size) {
  warned[0] = 0;
  mju_user_warning = noteWarning;
  mjModel* m = mj_loadModelBuffer(bytes, size);
  mju_user_warning = NULL;
  if (m) {
    fail_msg("accepted");
  }
  return warned;
}

static void a_model_comes_back_as_it_was(void** state) {
  Scene s = mixedScene();
  int size;
  char* bytes = bytesOf(s.m, &size);
  mjModel* m = mj_loadModelBuffer(bytes, size);
  assert_non_null(m);
  assert_int_equal(m->nbuffer, s.m->nbuffer);
  assert_memory_equal(m->buffer, s.m->buffer, (size_t)m->nbuffer);
  assert_memory_equal(&m->opt, &s.m->opt, sizeof m->opt);
  assert_true(m->signature == s.m->signature);
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "tag"), mj_name2id(s.m, mjOBJ_BODY, "tag"));
  mj_deleteModel(m);
  free(bytes);
  freeScene(s);
}

static void every_shorter_file_ends_too_early(void** state) {
  Scene s = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  int size;
  char* bytes = bytesOf(s.m, &size);
  ASSERT_SAYS(refusalOf(bytes, 3), "the file ends too early (3 bytes)");
  ASSERT_SAYS(refusalOf(bytes, size - 1), "Invalid MJB");
  ASSERT_SAYS(refusalOf(bytes, size / 2), "Invalid MJB");
  free(bytes);
  freeScene(s);
}

static void a_wrong_header_and_wrong_sizes_are_told(void** state) {
  Scene s = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  int size;
  char* bytes = bytesOf(s.m, &size);
  int* header = (int*)bytes;
  header[0]++;
  ASSERT_SAYS(refusalOf(bytes, size), "missing header");
  header[0]--;
  header[3] += 7;
  ASSERT_SAYS(refusalOf(bytes, size), "made by another version (header word 3 is");
  header[3] -= 7;

  // sizes follow the header: nq is the first
  mjtSize nq = 1 << 30;
  memcpy(bytes + 5 * sizeof(int), &nq, sizeof nq);
  ASSERT_SAYS(refusalOf(bytes, size), "sizes do not agree with the length of the file");
  nq = -5;
  memcpy(bytes + 5 * sizeof(int), &nq, sizeof nq);
  ASSERT_SAYS(refusalOf(bytes, size), "a size is out of range");
  free(bytes);
  freeScene(s);
}

static void an_id_out_of_range_is_named_by_its_field(void** state) {
  Scene s = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  s.m->geom_type[0] = 99;
  int size;
  char* bytes = bytesOf(s.m, &size);
  ASSERT_SAYS(refusalOf(bytes, size), "field 'geom_type' is out of range");
  free(bytes);
  freeScene(s);
}

// MJB-TENDON-COLUMNS: a fixed tendon that names a joint twice, as some write it.
static void a_column_that_a_tendon_repeats_is_merged(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='a'/><joint name='b' axis='1 0 0'/><geom size='.1'/>"
      "</body></worldbody><tendon><fixed><joint joint='a' coef='1'/><joint joint='b' coef='1'/>"
      "</fixed><fixed><joint joint='b' coef='1'/></fixed></tendon></mujoco>");
  assert_int_equal(s.m->nJten, 3);
  s.m->ten_J_colind[1] = 0;
  int size;
  char* bytes = bytesOf(s.m, &size);
  mjModel* m = mj_loadModelBuffer(bytes, size);
  assert_non_null(m);
  assert_int_equal(m->ten_J_rownnz[0], 1);
  assert_int_equal(m->ten_J_colind[m->ten_J_rowadr[0]], 0);
  assert_int_equal(m->ten_J_rownnz[1], 1);
  assert_int_equal(m->ten_J_colind[m->ten_J_rowadr[1]], 1);
  mj_deleteModel(m);
  free(bytes);
  freeScene(s);
}

static void flags_follow_from_what_they_sum_up(void** state) {
  Scene s = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  lb_deriveFlags(s.m);
  assert_false(s.m->flg_surfacevel || s.m->flg_adhesion || s.m->flg_gravcomp);
  s.m->geom_surfacevel[4] = 1;
  s.m->geom_adhesion[0] = 2;
  s.m->ngravcomp = 1;
  lb_deriveFlags(s.m);
  assert_true(s.m->flg_surfacevel && s.m->flg_adhesion && s.m->flg_gravcomp);
  freeScene(s);
}

static void too_small_a_buffer_and_a_missing_file_are_warnings(void** state) {
  Scene s = loadScene("<mujoco/>");
  char bytes[16];
  mju_user_warning = noteWarning;
  mj_saveModel(s.m, NULL, bytes, sizeof bytes);
  ASSERT_SAYS(warned, "buffer of 16 bytes is too small");
  assert_null(mj_loadModel("build/no_such_file.mjb", NULL));
  ASSERT_SAYS(warned, "could not open file 'build/no_such_file.mjb'");
  mju_user_warning = NULL;
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_comes_back_as_it_was),
      cmocka_unit_test(every_shorter_file_ends_too_early),
      cmocka_unit_test(a_wrong_header_and_wrong_sizes_are_told),
      cmocka_unit_test(an_id_out_of_range_is_named_by_its_field),
      cmocka_unit_test(a_column_that_a_tendon_repeats_is_merged),
      cmocka_unit_test(flags_follow_from_what_they_sum_up),
      cmocka_unit_test(too_small_a_buffer_and_a_missing_file_are_warnings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
