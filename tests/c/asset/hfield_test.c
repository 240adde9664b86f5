// Height fields from files and pictures.

#include "asset/hfield.h"
#include "asset/png_support.h"
#include "base/cache.h"
#include "check.h"

typedef struct {
  lbRegion region;
  const char *name, *type;
  const void* bytes;
  size_t size;
  lbHFieldShape shape;
} Job;

static void run(void* context) {
  Job* job = context;
  job->shape = lb_readHField(&job->region, job->name, job->type, job->bytes, job->size);
}

static const struct {
  int32_t dims[2];
  float height[6];
} grid = {{2, 3}, {1, 2, 3, 4, 5, 6}};

static void a_binary_file_has_rows_columns_and_heights(void** state) {
  Job job = {.name = "a.bin", .type = "", .bytes = &grid, .size = sizeof grid};
  run(&job);
  assert_int_equal(job.shape.rowCount, 2);
  assert_int_equal(job.shape.columnCount, 3);
  assert_memory_equal(job.shape.height, grid.height, sizeof grid.height);
  lb_regionFree(&job.region);
}

static void a_file_of_another_size_is_refused_by_name(void** state) {
  static const struct {
    int32_t rows, columns;
    size_t size;
    const char* reason;
  } cases[] = {{2, 3, 4, "hfield missing header 'a.bin'"},
               {0, 3, 32, "non-positive hfield dimensions in file 'a.bin'"},
               {2, 2, 32, "unexpected file size in file 'a.bin'"},
               {1, 5, 31, "unexpected file size in file 'a.bin'"},
               {1 << 30, 1 << 30, 32, "unexpected file size in file 'a.bin'"}};
  for (int i = 0; i < 5; i++) {
    int32_t file[8] = {cases[i].rows, cases[i].columns};
    Job job = {.name = "a.bin", .type = "", .bytes = file, .size = cases[i].size};
    ASSERT_SAYS(errorOf(run, &job), cases[i].reason);
    lb_regionFree(&job.region);
  }
}

// A picture of 2 rows and 3 columns, its upper row first.
static void brightness_of_a_picture_is_height_from_the_lowest_row_upwards(void** state) {
  static const int samples[6] = {10, 20, 30, 40, 50, 60};
  static mjtByte file[PNG_BYTES];
  size_t size = makePng(
      file, &(PngPicture){.width = 3, .height = 2, .depth = 8, .channels = 1, .samples = samples});
  static const char* const names[][2] = {{"a.png", ""}, {"a.PNG", ""}, {"a", "image/png"}};
  for (int i = 0; i < 3; i++) {
    Job job = {.name = names[i][0], .type = names[i][1], .bytes = file, .size = size};
    run(&job);
    assert_int_equal(job.shape.rowCount, 2);
    ASSERT_NUMBERS(job.shape.height, 0, 40, 50, 60, 10, 20, 30);
    lb_regionFree(&job.region);
  }
}

static void heights_are_scaled_to_the_unit_interval(void** state) {
  float heights[] = {-1, 0, 3, 1}, level[] = {5, 5};
  lbHFieldShape shape = {.rowCount = 2, .columnCount = 2, .height = heights};
  lb_normalizeHField(&shape);
  ASSERT_NUMBERS(heights, 0, 0, .25, 1, .5);
  lbHFieldShape flat = {.rowCount = 1, .columnCount = 2, .height = level};
  lb_normalizeHField(&flat);
  ASSERT_NUMBERS(level, 0, 0, 0);
}

static void normalize(void* context) {
  lb_normalizeHField(context);
}

static void a_field_without_numbers_is_an_error(void** state) {
  float nothing[] = {NAN, NAN};
  lbHFieldShape shape = {.rowCount = 1, .columnCount = 2, .height = nothing};
  ASSERT_SAYS(errorOf(normalize, &shape), "invalid data range in hfield");
}

static void a_content_type_is_that_of_a_field_or_a_picture(void** state) {
  static const struct {
    const char *type, *reason;
  } cases[] = {{"image/vnd.mujoco.hfield", NULL},
               {"word", NULL},
               {"x/y", "unsupported content type: 'x/y'"},
               {"image/jpeg", "unsupported content type: 'image/jpeg'"}};
  for (int i = 0; i < 4; i++) {
    Job job = {.name = "a.bin", .type = cases[i].type, .bytes = &grid, .size = sizeof grid};
    if (cases[i].reason) {
      ASSERT_SAYS(errorOf(run, &job), cases[i].reason);
    } else {
      run(&job);
      assert_int_equal(job.shape.columnCount, 3);
    }
    lb_regionFree(&job.region);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_binary_file_has_rows_columns_and_heights),
      cmocka_unit_test(a_file_of_another_size_is_refused_by_name),
      cmocka_unit_test(brightness_of_a_picture_is_height_from_the_lowest_row_upwards),
      cmocka_unit_test(heights_are_scaled_to_the_unit_interval),
      cmocka_unit_test(a_field_without_numbers_is_an_error),
      cmocka_unit_test(a_content_type_is_that_of_a_field_or_a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
