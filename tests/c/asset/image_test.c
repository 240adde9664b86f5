// Pictures: what the cache keeps of them, and files that are damaged.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asset/image.h"
#include "asset/png_support.h"
#include "base/cache.h"
#include "base/error.h"

// The first time a file is measured and decoded where its pixels are wanted; then the cache has it.
static void files_are_kept_when_they_come_back(void** state) {
  static mjtByte file[PNG_BYTES];
  mjtByte pixels[4 * 19 * 9], out[4 * 19 * 9 + 16];
  for (int round = 0; round < 60; round++) {
    int width = 1 + drawNumber(19), height = 1 + drawNumber(9), to = 3 + drawNumber(2);
    for (int i = 0; i < width * height * 4; i++) {
      pixels[i] = (mjtByte)drawNumber(256);
    }
    size_t size = makePixels(file, pixels, width, height, 4), bytes = (size_t)(width * height * to);
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
  mjtByte bytes[PNG_BYTES];
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
  file.size = makePixels(file.bytes, pixels, 2, 2, 3);
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
      cmocka_unit_test(files_are_kept_when_they_come_back),
      cmocka_unit_test(damaged_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
