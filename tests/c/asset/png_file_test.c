// Chunks of PNG files: what is read of a header, and what is wrong with a file.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "asset/png_file.h"
#include "asset/png_support.h"
#include "base/crc32.h"

#define HEADER (8 + 8)         // the content of IHDR
#define AFTER_HEADER (8 + 25)  // the chunk behind it

static mjtByte file[PNG_BYTES];

// A gray picture of 3 x 2 pixels of four bits.
static size_t makeGray(void) {
  static const int samples[6] = {1, 2, 3, 4, 5, 6};
  const PngPicture picture = {
      .width = 3, .height = 2, .depth = 4, .color = 0, .channels = 1, .samples = samples};
  return makePng(file, &picture);
}

static void a_header_says_what_pixels_are(void** state) {
  lbPng png;
  size_t size = makeGray();
  assert_true(lb_isPng(file, size));
  assert_null(lb_readPng(&png, file, size, NULL));
  assert_int_equal(png.width, 3);
  assert_int_equal(png.height, 2);
  assert_int_equal(png.depth, 4);
  assert_int_equal(png.channels, 1);
  assert_false(png.isInterlaced || png.hasPalette || png.hasKey || png.isSrgb);
}

static void parts_of_the_stream_are_joined(void** state) {
  lbPng png;
  size_t size = makeGray();
  mjtByte stream[64], rows[6];
  assert_null(lb_readPng(&png, file, size, stream));
  assert_int_equal(png.packed, 7 + 6);  // zlib's header, a block's head, two rows of three bytes
  assert_true(lb_inflatePng(&png, stream, rows, sizeof rows));
  assert_memory_equal(rows, stream + 7, sizeof rows);
  assert_false(lb_inflatePng(&png, stream, rows, sizeof rows - 1));
}

static void assertProblem(size_t size, const char* wanted) {
  lbPng png;
  mjtByte stream[PNG_BYTES];
  const char* problem = lb_readPng(&png, file, size, stream);
  assert_non_null(problem);
  assert_string_equal(problem, wanted);
}

// The checksum of a header that was changed.
static void sealHeader(void) {
  uint32_t sum = lb_crc32(file + HEADER - 4, 4 + 13);
  for (int k = 0; k < 4; k++) {
    file[HEADER + 13 + k] = (mjtByte)(sum >> (24 - 8 * k));
  }
}

static void chunks_are_as_their_checksums_say(void** state) {
  lbPng png;
  size_t size = makeGray();
  const size_t damaged[] = {HEADER + 3, HEADER + 13, AFTER_HEADER + 9, size - 1};
  for (int i = 0; i < 4; i++) {
    makeGray();
    file[damaged[i]] ^= 2;
    assertProblem(size, "invalid CRC encountered");
  }
  // what is not read may be damaged
  makeGray();
  size_t text = AFTER_HEADER;
  while (memcmp(file + text, "tEXt", 4)) {
    text++;
  }
  file[text + 5] ^= 2;
  mjtByte stream[PNG_BYTES];
  assert_null(lb_readPng(&png, file, size, stream));
}

static void what_is_wrong_is_said(void** state) {
  size_t size = makeGray();
  assertProblem(size - 1, "chunk broken off at end of file");
  assertProblem(20, "PNG file is smaller than a PNG header");

  file[HEADER + 3] = 0;
  assertProblem(size, "zero width or height is invalid");
  file[HEADER] = 1;
  assertProblem(size, "too many pixels");
  makeGray();
  file[HEADER + 8] = 3;
  assertProblem(size, "illegal PNG color type or bit depth");  // a depth that there is not
  file[HEADER + 8] = 4;
  file[HEADER + 9] = 2;
  assertProblem(size, "illegal PNG color type or bit depth");  // RGB has 8 bits or 16
  file[HEADER + 9] = 3;
  sealHeader();
  assertProblem(size, "no PLTE chunk");
  makeGray();
  file[HEADER + 12] = 2;
  assertProblem(size, "illegal PNG compression, filter or interlace method");
  makeGray();
  memcpy(file + AFTER_HEADER + 4, "ABCD", 4);
  assertProblem(size, "unknown chunk type encountered");
  memcpy(file + AFTER_HEADER + 4, "aBCD",
         4);  // one that may be skipped: then half the stream is missing
  lbPng png;
  assert_null(lb_readPng(&png, file, size, NULL));
  memcpy(file + AFTER_HEADER + 4, "tRNS", 4);
  assertProblem(size, "bad transparency");
}

// Deflate packs 1032 bytes into one at best: a header cannot make the reader allocate at will.
static void a_short_stream_cannot_hold_a_large_picture(void** state) {
  lbPng png;
  size_t size = makeGray();
  assert_null(lb_readPng(&png, file, size, NULL));
  assert_true(lb_pngCanHold(&png, 6));
  assert_false(lb_pngCanHold(&png, 1032 * 20));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_header_says_what_pixels_are),
      cmocka_unit_test(parts_of_the_stream_are_joined),
      cmocka_unit_test(chunks_are_as_their_checksums_say),
      cmocka_unit_test(what_is_wrong_is_said),
      cmocka_unit_test(a_short_stream_cannot_hold_a_large_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
