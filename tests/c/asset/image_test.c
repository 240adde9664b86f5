// Decoding of PNG files that are made here: every filter, kind of pixel and number of channels.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asset/image.h"
#include "base/cache.h"
#include "base/error.h"

#define MAX_BYTES 8192

static uint32_t drawn = 1;

static int draw(int count) {
  drawn = drawn * 1664525u + 1013904223u;
  return (int)((drawn >> 8) % (uint32_t)count);
}

static mjtByte* putNumber(mjtByte* p, uint32_t value) {
  for (int k = 0; k < 4; k++) {
    *p++ = (mjtByte)(value >> (24 - 8 * k));
  }
  return p;
}

static mjtByte* putChunk(mjtByte* p, const char* type, const mjtByte* content, size_t size) {
  p = putNumber(p, (uint32_t)size);
  memcpy(p, type, 4);
  memcpy(p + 4, content, size);
  return putNumber(p + 4 + size, 0);
}

static int predict(int filter, int left, int up, int corner) {
  int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
  int nearest = a <= b && a <= c ? left : b <= c ? up : corner;
  int guesses[5] = {0, left, up, (left + up) / 2, nearest};
  return guesses[filter];
}

// A file with rows filtered in turns, in one stored block that is spread over two chunks. Returns
// its size.
static size_t makePng(mjtByte* file, const mjtByte* pixels, int width, int height, int n) {
  static mjtByte stream[MAX_BYTES];
  mjtByte header[13] = {0}, *p = stream + 7;
  int stride = width * n;
  for (int row = 0; row < height; row++) {
    int filter = draw(5);
    *p++ = (mjtByte)filter;
    for (int i = 0; i < stride; i++) {
      const mjtByte* at = pixels + row * stride + i;
      int left = i >= n ? at[-n] : 0, up = row ? at[-stride] : 0;
      *p++ = (mjtByte)(*at - predict(filter, left, up, row && i >= n ? at[-stride - n] : 0));
    }
  }
  size_t size = (size_t)(p - stream);
  uint32_t length = (uint32_t)size - 7;
  memcpy(stream,
         (mjtByte[7]){0x78, 1, 1, (mjtByte)length, (mjtByte)(length >> 8), (mjtByte)~length,
                      (mjtByte)(~length >> 8)},
         7);
  putNumber(putNumber(header, (uint32_t)width), (uint32_t)height);
  header[8] = 8;
  header[9] = n == 3 ? 2 : 6;
  memcpy(file, "\x89PNG\r\n\x1a\n", 8);
  p = putChunk(file + 8, "IHDR", header, 13);
  p = putChunk(p, "IDAT", stream, size / 2);
  p = putChunk(p, "tEXt", header, 5);
  p = putChunk(p, "IDAT", stream + size / 2, size - size / 2);
  return (size_t)(putChunk(p, "IEND", header, 0) - file);
}

static void every_filter_gives_the_pixels_back(void** state) {
  mjtByte file[MAX_BYTES + 200], pixels[4 * 19 * 9];
  lb_cacheEnter();
  for (int round = 0; round < 600; round++) {
    int width = 1 + draw(19), height = 1 + draw(9), n = 3 + draw(2), to = (int[]){1, 3, 4}[draw(3)];
    for (int i = 0; i < width * height * n; i++) {
      pixels[i] = (mjtByte)(round & 1 ? draw(256) : draw(3) * 127);
    }
    size_t size = makePng(file, pixels, width, height, n);
    lbImage image = lb_decodeImage("made.png", file, size, to, false, false);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    for (int i = 0; i < width * height * to; i++) {
      int channel = i % to;
      assert_int_equal(image.pixels[i], channel < n ? pixels[i / to * n + channel] : 255);
    }
  }
  lb_cacheLeave();
  lb_cacheRelease();
}

// The first time a file is measured and decoded where its pixels are wanted; then the cache has it.
static void files_are_kept_when_they_come_back(void** state) {
  mjtByte file[MAX_BYTES + 200], pixels[4 * 19 * 9], out[4 * 19 * 9 + 16];
  for (int round = 0; round < 60; round++) {
    int width = 1 + draw(19), height = 1 + draw(9), to = 3 + draw(2);
    for (int i = 0; i < width * height * 4; i++) {
      pixels[i] = (mjtByte)draw(256);
    }
    size_t size = makePng(file, pixels, width, height, 4), bytes = (size_t)(width * height * to);
    for (int time = 0; time < 2; time++) {
      lb_cacheEnter();
      lbImage image = lb_measureImage("made.png", file, size, to, false, false);
      assert_int_equal(image.width, width);
      assert_int_equal(image.height, height);
      assert_true(time ? image.pixels != NULL : image.pixels == NULL);
      // with room behind the pixels and without
      size_t room = bytes + (round & 1 ? 16 : 0);
      memset(out, 77, sizeof out);
      lb_decodeMeasured(out, room, &image, "made.png", file, size);
      for (size_t i = 0; i < bytes; i++) {
        assert_int_equal(out[i], pixels[i / to * 4 + i % to]);
      }
      assert_true(room > bytes || out[bytes] == 77);

      // rows that stay for a while have a byte between them, unless they were converted
      size_t stride;
      const mjtByte* rows = lb_decodeBriefly(&stride, &image, "made.png", file, size);
      assert_int_equal(stride, width * to + (to == 4));
      for (int row = 0; row < height; row++) {
        assert_memory_equal(rows + row * stride, out + row * width * to, (size_t)(width * to));
      }
      lb_cacheLeave();
    }
  }
  lb_cacheRelease();
}

typedef struct File_ {
  mjtByte bytes[MAX_BYTES];
  size_t size;
} File;

static void decodeFile(void* context) {
  const File* file = context;
  lb_decodeImage("made.png", file->bytes, file->size, 3, false, false);
}

static void measureFile(void* context) {
  const File* file = context;
  static mjtByte out[64];
  lbImage image = lb_measureImage("made.png", file->bytes, file->size, 3, false, false);
  lb_decodeMeasured(out, sizeof out, &image, "made.png", file->bytes, file->size);
}

static void decodeBriefly(void* context) {
  const File* file = context;
  size_t stride;
  lbImage image = lb_measureImage("made.png", file->bytes, file->size, 3, false, false);
  lb_decodeBriefly(&stride, &image, "made.png", file->bytes, file->size);
}

static void damaged_files_are_refused(void** state) {
  const mjtByte pixels[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static File file;
  file.size = makePng(file.bytes, pixels, 2, 2, 3);
  lb_cacheEnter();
  assert_true(lb_protect(decodeFile, &file));

  // a filter that does not exist: behind signature, header and the head of the stream
  mjtByte* filter = file.bytes + 8 + 25 + 8 + 7;
  *filter += 5;
  assert_false(lb_protect(decodeFile, &file));
  for (int time = 0; time < 3; time++) {
    assert_false(lb_protect(measureFile, &file));
    assert_false(lb_protect(decodeBriefly, &file));
  }
  *filter -= 5;

  // fewer rows than the header says
  file.bytes[8 + 8 + 7] = 3;
  assert_false(lb_protect(decodeFile, &file));
  lb_cacheLeave();
  lb_cacheRelease();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_filter_gives_the_pixels_back),
      cmocka_unit_test(files_are_kept_when_they_come_back),
      cmocka_unit_test(damaged_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
