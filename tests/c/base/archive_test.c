// Archives as folders: which file a name is, which is the model, what hostile archives may cost.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/archive.h"
#include "base/error.h"
#include "base/zip.h"

typedef struct Attempt_ {
  const lbZipBytes* bytes;
  lbArchive* archive;
  const char* main;
  const char* name;
  char content[20];
} Attempt;

static void openBytes(void* context) {
  Attempt* a = context;
  lbFile file = {.bytes = a->bytes->items, .count = a->bytes->count};
  a->archive = lb_archiveOpen("set/robot.mjz", &file, NULL);
}

static void findMain(void* context) {
  Attempt* a = context;
  a->main = lb_archiveMain(a->archive);
}

static void openName(void* context) {
  Attempt* a = context;
  lbFile file;
  a->content[0] = 0;
  if (lb_openFileIn(&file, a->archive, "set/robot.mjz", a->name, NULL)) {
    snprintf(a->content, sizeof a->content, "%.*s", (int)file.count, (const char*)file.bytes);
  }
  lb_closeFile(&file);
}

// Pairs of name and text, ended by NULL.
static lbZipBytes zipped(const char* const files[]) {
  lbZipWriter zip = {0};
  for (int i = 0; files[i]; i += 2) {
    lb_zipAdd(&zip, files[i], files[i + 1], strlen(files[i + 1]));
  }
  lb_zipEnd(&zip);
  lb_free(zip.directory.items);
  return zip.bytes;
}

#define ARCHIVE(...) zipped((const char* const[]){__VA_ARGS__, NULL})

static const char* contentOf(Attempt* a, const char* name) {
  a->name = name;
  assert_true(lb_protect(openName, a));
  return a->content;
}

static void a_file_is_found_by_its_whole_name_then_by_its_last_part(void** state) {
  size_t blocks = lb_liveBlocks();
  lbZipBytes bytes = ARCHIVE("a/x.obj", "first", "b/x.obj", "second", "Wheel.STL", "wheel");
  Attempt a = {.bytes = &bytes};
  assert_true(lb_protect(openBytes, &a));
  lb_free(bytes.items);
  assert_string_equal(contentOf(&a, "b/x.obj"), "second");
  assert_string_equal(contentOf(&a, "b/../a/x.obj"), "first");
  assert_string_equal(contentOf(&a, "c/x.obj"), "first");
  assert_string_equal(contentOf(&a, "wheel.stl"), "wheel");
  assert_string_equal(contentOf(&a, "../meshes/X.OBJ"), "first");
  assert_string_equal(contentOf(&a, "y.obj"), "");
  assert_true(lb_archiveHas(a.archive, "set/robot.mjz/", "b/x.obj"));
  assert_false(lb_archiveHas(a.archive, "set/robot.mjz/", "x.obj"));
  lb_archiveRelease(lb_archiveShare(a.archive));
  assert_string_equal(contentOf(&a, "a/x.obj"), "first");
  lb_archiveRelease(a.archive);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void assertMain(lbZipBytes bytes, const char* expected) {
  Attempt a = {.bytes = &bytes};
  assert_true(lb_protect(openBytes, &a));
  bool found = lb_protect(findMain, &a);
  if (expected) {
    assert_true(found);
    assert_string_equal(a.main, expected);
  } else {
    assert_false(found);
    assert_non_null(strstr(lb_lastError(), "no root XML file found in archive 'set/robot.mjz'"));
  }
  lb_archiveRelease(a.archive);
  lb_free(bytes.items);
}

static void the_model_is_the_file_that_is_called_so_or_that_no_other_names(void** state) {
  assertMain(ARCHIVE("robot.xml", "<mujoco/>", "model.xml", "<mujoco/>"),
             "set/robot.mjz/model.xml");
  assertMain(ARCHIVE("a.xml", "<mujoco/>", "robot.xml", "<mujoco/>"), "set/robot.mjz/robot.xml");
  assertMain(ARCHIVE("deep/down/only.XML", "<mujoco/>", "x.obj", ""),
             "set/robot.mjz/deep/down/only.XML");
  assertMain(ARCHIVE("x/part.xml", "<mujoco/>", "x/scene.xml",
                     "<!-- a > b --><mujoco><include file='part.xml'/></mujoco>", "x/y/old.xml",
                     "<mujoco/>", "doc.xml", "<html/>"),
             "set/robot.mjz/x/scene.xml");
  assertMain(ARCHIVE("arm.urdf", "<robot/>"), "set/robot.mjz/arm.urdf");
  assertMain(ARCHIVE("x.obj", "v 0 0 0"), NULL);
  assertMain(ARCHIVE("a.xml", "<a/>", "b.xml", "<b/>"), NULL);
}

static void assertDamaged(lbZipBytes* bytes, const char* reason) {
  size_t blocks = lb_liveBlocks();
  Attempt a = {.bytes = bytes, .name = "a"};
  bool works = lb_protect(openBytes, &a) && lb_protect(openName, &a);
  assert_false(works);
  if (!strstr(lb_lastError(), reason)) {
    fail_msg("'%s' does not say '%s'", lb_lastError(), reason);
  }
  lb_archiveRelease(a.archive);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void put32(uint8_t* at, uint32_t value) {
  for (int i = 0; i < 4; i++) {
    at[i] = (uint8_t)(value >> 8 * i);
  }
}

static void archives_that_unpack_to_more_than_they_may_are_refused(void** state) {
  // two megabytes of noise that claim to be one and a half gigabytes
  enum { NOISE = 2 << 20 };
  char* noise = test_malloc(NOISE);
  uint32_t seed = 1;
  for (int i = 0; i < NOISE; i++) {
    seed = seed * 1664525u + 1013904223u;
    noise[i] = (char)(seed >> 24);
  }
  lbZipWriter zip = {0};
  lb_zipAdd(&zip, "a", noise, NOISE);
  size_t start = zip.bytes.count;
  lb_zipEnd(&zip);
  put32(zip.bytes.items + start + 24, 0x60000000u);
  zip.bytes.items[start + 10] = 8;  // deflated
  assertDamaged(&zip.bytes, "it unpacks to more than 1024 MB");
  lb_zipFree(&zip);
  test_free(noise);
}

static void entries_that_share_bytes_or_names_are_refused(void** state) {
  lbZipWriter zip = {0};
  lb_zipAdd(&zip, "a", "same", 4);
  lb_zipAdd(&zip, "b", "same", 4);
  size_t start = zip.bytes.count;
  lb_zipEnd(&zip);
  put32(zip.bytes.items + start + 47 + 42, 0);
  assertDamaged(&zip.bytes, "its entries overlap");
  lb_zipFree(&zip);

  lbZipBytes twice = ARCHIVE("a", "1", "./a", "2");
  assertDamaged(&twice, "it holds 'a' twice");
  lb_free(twice.items);
  lbZipBytes none = {(uint8_t*)"PK\3\4", 4, 4};
  assertDamaged(&none, "'set/robot.mjz' is not a readable zip archive");
}

static void damaged_archives_open_or_are_refused_and_leave_nothing(void** state) {
  size_t blocks = lb_liveBlocks();
  char long_[3000];
  for (size_t i = 0; i < sizeof long_; i++) {
    long_[i] = (char)('a' + i * i % 7);
  }
  long_[sizeof long_ - 1] = 0;
  lbZipBytes good = ARCHIVE("robot/model.xml", long_, "robot/a", "a", "b.xml", "<mujoco/>");
  uint8_t* bad = test_malloc(good.count);
  uint32_t seed = 1;
  int opened = 0;
  for (int i = 0; i < 5000; i++) {
    memcpy(bad, good.items, good.count);
    for (int n = 0; n < 1 + i % 5; n++) {
      seed = seed * 1664525u + 1013904223u;
      bad[(seed >> 8) % good.count] ^= (uint8_t)(1 << (seed >> 29));
    }
    lbZipBytes bytes = {bad, i % 3 ? good.count : (seed >> 8) % good.count, good.count};
    Attempt a = {.bytes = &bytes, .name = "a"};
    if (lb_protect(openBytes, &a)) {
      opened++;
      lb_protect(findMain, &a);
      lb_protect(openName, &a);
    }
    lb_archiveRelease(a.archive);
  }
  assert_true(opened > 100 && opened < 4900);
  test_free(bad);
  lb_free(good.items);
  assert_int_equal(lb_liveBlocks(), blocks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_is_found_by_its_whole_name_then_by_its_last_part),
      cmocka_unit_test(the_model_is_the_file_that_is_called_so_or_that_no_other_names),
      cmocka_unit_test(archives_that_unpack_to_more_than_they_may_are_refused),
      cmocka_unit_test(damaged_archives_open_or_are_refused_and_leave_nothing),
      cmocka_unit_test(entries_that_share_bytes_or_names_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
