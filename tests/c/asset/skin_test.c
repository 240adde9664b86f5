// Skins: reading of files, checks of indices and weights.

#include "asset/skin.h"
#include "check.h"

typedef struct {
  lbRegion region;
  const void* bytes;
  size_t size;
  lbSkinShape skin;
} Job;

static void readFile(void* context) {
  Job* job = context;
  job->skin = lb_readSkin(&job->region, "a.skn", job->bytes, job->size);
}

// Two vertices, one face, one bone.
typedef struct {
  int32_t count[4];
  float vertex[6], texcoord[2];
  int32_t face[3];
  char body[40];
  float bindpos[3], bindquat[4];
  int32_t boneVertices, id[2];
  float weight[2];
} File;

static const File file = {{2, 1, 1, 1}, {1, 2, 3, 4, 5, 6}, {.5f, .25f}, {0, 1, 1}, "arm",
                          {7, 8, 9},    {0, 2, 0, 0},       2,           {0, 1},    {3, 1}};

static void a_file_has_vertices_faces_and_bones(void** state) {
  Job job = {.bytes = &file, .size = sizeof file};
  readFile(&job);
  assert_int_equal(job.skin.vertexCount, 2);
  ASSERT_NUMBERS(job.skin.vertex, 0, 1, 2, 3, 4, 5, 6);
  ASSERT_NUMBERS(job.skin.texcoord, 0, .5, .25);
  ASSERT_NUMBERS(job.skin.face, 0, 0, 1, 1);
  const lbBoneShape* bone = job.skin.bone;
  assert_string_equal(bone->body, "arm");
  ASSERT_NUMBERS(bone->bindpos, 0, 7, 8, 9);
  ASSERT_NUMBERS(bone->bindquat, 0, 0, 2, 0, 0);
  ASSERT_NUMBERS(bone->weight, 0, 3, 1);
  lb_regionFree(&job.region);
}

static void files_that_are_too_short_too_long_or_absurd_are_refused(void** state) {
  char longer[sizeof file + 4];
  memcpy(longer, &file, sizeof file);
  const int32_t absurd[4] = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
  const int32_t negative[4] = {1, -1, 0, 0};
  const struct {
    const void* bytes;
    size_t size;
    const char* reason;
  } cases[] = {{&file, sizeof file - 1, "insufficient data in SKN file"},
               {&file, 10, "missing header in SKN file 'a.skn'"},
               {longer, sizeof longer, "unexpected buffer size in SKN file"},
               {absurd, sizeof absurd, "insufficient data in SKN file"},
               {negative, sizeof negative, "negative size in header of SKN file"}};
  for (int i = 0; i < 5; i++) {
    Job job = {.bytes = cases[i].bytes, .size = cases[i].size};
    ASSERT_SAYS(errorOf(readFile, &job), cases[i].reason);
    lb_regionFree(&job.region);
  }
}

static void finish(void* context) {
  Job* job = context;
  lb_finishSkin(&job->region, &job->skin);
}

// The skin of a file after one change of it.
static Job changed(void (*change)(File*)) {
  static File copy;
  copy = file;
  if (change) {
    change(&copy);
  }
  Job job = {.bytes = &copy, .size = sizeof copy};
  readFile(&job);
  return job;
}

static void shareVertex(File* f) {
  f->id[1] = 0;
  f->face[0] = 0;
}

static void wrongFace(File* f) {
  f->face[2] = 2;
}

static void wrongBone(File* f) {
  f->id[1] = -1;
}

static void weights_of_a_vertex_sum_to_one_and_bindings_are_rotations(void** state) {
  Job job = changed(NULL);
  finish(&job);
  ASSERT_NUMBERS(job.skin.bone->weight, 0, 1, 1);
  ASSERT_NUMBERS(job.skin.bone->bindquat, 0, 0, 1, 0, 0);
  lb_regionFree(&job.region);
}

static void wrong_indices_and_vertices_without_a_bone_are_errors(void** state) {
  static const struct {
    void (*change)(File*);
    const char* reason;
  } cases[] = {{wrongFace, "vertex index out of range in face 0 of skin"},
               {wrongBone, "vertid -1 out of range in skin, bone 0"},
               {shareVertex, "vertex 1 must have positive total weight in skin"}};
  for (int i = 0; i < 3; i++) {
    Job job = changed(cases[i].change);
    ASSERT_SAYS(errorOf(finish, &job), cases[i].reason);
    lb_regionFree(&job.region);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_has_vertices_faces_and_bones),
      cmocka_unit_test(files_that_are_too_short_too_long_or_absurd_are_refused),
      cmocka_unit_test(weights_of_a_vertex_sum_to_one_and_bindings_are_rotations),
      cmocka_unit_test(wrong_indices_and_vertices_without_a_bone_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
