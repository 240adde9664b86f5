// Zip archives: what is written is read, other programs' archives are read, damage is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/zip.h"

// An archive by Python's zipfile: "a.txt" stored ("hi\n"), "b/c.txt" deflated (200 times "x"), the
// folder "d/", a comment.
static const char* const foreign =
    "504b0304140000000000000021007a7a6fed030000000300000005000000612e74787468690a504b03041400"
    "0000080000002100a66bcb7e06000000c800000007000000622f632e747874aba8181e0000504b0304140000"
    "0000000000210000000000000000000000000002000000642f504b01021403140000000000000021007a7a6f"
    "ed0300000003000000050000000000000000000000800100000000612e747874504b01021403140000000800"
    "00002100a66bcb7e06000000c8000000070000000000000000000000800126000000622f632e747874504b01"
    "0214031400000000000000210000000000000000000000000002000000000000000000000080015100000064"
    "2f504b05060000000003000300980000007100000002006869";

static void an_archive_holds_what_was_put_in(void** state) {
  size_t blocks = lb_liveBlocks();
  char large[5000];
  uint32_t seed = 1;
  for (size_t i = 0; i < sizeof large; i++) {
    seed = seed * 1664525u + 1013904223u;
    large[i] = i < 2500 ? 'x' : (char)(seed >> 24);
  }
  lbZipWriter writer = {0};
  lb_zipAdd(&writer, "model.xml", "<mujoco/>", 9);
  lb_zipAdd(&writer, "meshes/large.stl", large, sizeof large);
  lb_zipAdd(&writer, "empty", "", 0);
  lb_zipEnd(&writer);
  assert_true(lb_isZip(writer.bytes.items, writer.bytes.count));
  assert_true(writer.bytes.count < 4000);

  lbRegion region = {0};
  lbZip zip = lb_zipOpen(&region, writer.bytes.items, writer.bytes.count, "z");
  assert_int_equal(zip.count, 3);
  assert_string_equal(zip.entries[1].name, "meshes/large.stl");
  assert_int_equal(zip.entries[1].size, sizeof large);
  void* content = lb_zipRead(&zip.entries[1], "z");
  assert_memory_equal(content, large, sizeof large);
  lb_free(content);
  content = lb_zipRead(&zip.entries[0], "z");
  assert_memory_equal(content, "<mujoco/>", 9);
  lb_free(content);
  assert_null(lb_zipRead(&zip.entries[2], "z"));
  lb_regionFree(&region);
  lb_zipFree(&writer);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void archives_of_other_programs_are_read(void** state) {
  uint8_t bytes[400];
  size_t size = strlen(foreign) / 2;
  for (size_t i = 0; i < size; i++) {
    unsigned value;
    sscanf(foreign + 2 * i, "%2x", &value);
    bytes[i] = (uint8_t)value;
  }
  lbRegion region = {0};
  lbZip zip = lb_zipOpen(&region, bytes, size, "z");
  assert_int_equal(zip.count, 3);
  char* content = lb_zipRead(&zip.entries[0], "z");
  assert_memory_equal(content, "hi\n", 3);
  lb_free(content);
  content = lb_zipRead(&zip.entries[1], "z");
  assert_int_equal(zip.entries[1].size, 200);
  assert_true(content[0] == 'x' && !memcmp(content, content + 1, 199));
  lb_free(content);
  assert_string_equal(zip.entries[2].name, "d/");
  lb_regionFree(&region);
}

typedef struct Attempt_ {
  uint8_t* bytes;
  size_t size;
  lbRegion region;
} Attempt;

static void readAll(void* context) {
  Attempt* attempt = context;
  lbZip zip = lb_zipOpen(&attempt->region, attempt->bytes, attempt->size, "z");
  for (int i = 0; i < zip.count; i++) {
    lb_free(lb_zipRead(&zip.entries[i], "z"));
  }
}

static bool readable(const uint8_t* bytes, size_t size) {
  // a block of its own, so that reading beyond it is noticed
  Attempt attempt = {.bytes = malloc(size ? size : 1), .size = size};
  memcpy(attempt.bytes, bytes, size);
  bool done = lb_protect(readAll, &attempt);
  lb_regionFree(&attempt.region);
  free(attempt.bytes);
  return done;
}

static void a_cut_or_changed_archive_is_refused_or_read_never_worse(void** state) {
  lbZipWriter writer = {0};
  char text[300];
  memset(text, 'y', sizeof text);
  lb_zipAdd(&writer, "a", text, sizeof text);
  lb_zipAdd(&writer, "b", "stored", 6);
  lb_zipEnd(&writer);
  const uint8_t* bytes = writer.bytes.items;
  size_t size = writer.bytes.count, blocks = lb_liveBlocks();
  assert_true(readable(bytes, size));
  for (size_t cut = 0; cut < size; cut++) {
    assert_false(readable(bytes, cut));
  }
  int refused = 0;
  for (size_t i = 0; i < size; i++) {
    for (int bit = 0; bit < 8; bit++) {
      writer.bytes.items[i] ^= (uint8_t)(1 << bit);
      refused += !readable(bytes, size);
      writer.bytes.items[i] ^= (uint8_t)(1 << bit);
    }
  }
  assert_true(refused > 400);
  assert_int_equal(lb_liveBlocks(), blocks);
  lb_zipFree(&writer);
}

static void readEntry(void* entry) {
  lb_zipRead(entry, "z");
}

static void an_entry_that_promises_too_much_takes_no_memory(void** state) {
  lbZipEntry bomb = {.name = "bomb", .size = (size_t)4000000000u, .packedSize = 10, .method = 8};
  size_t calls = lb_allocationCount();
  assert_false(lb_protect(readEntry, &bomb));
  assert_true(lb_allocationCount() - calls < 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_archive_holds_what_was_put_in),
      cmocka_unit_test(archives_of_other_programs_are_read),
      cmocka_unit_test(a_cut_or_changed_archive_is_refused_or_read_never_worse),
      cmocka_unit_test(an_entry_that_promises_too_much_takes_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
