// PNG files of the usual kinds, made here: every filter and number of channels.

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

static void every_filter_gives_the_pixels_back(void** state) {
  static mjtByte file[PNG_BYTES];
  mjtByte pixels[4 * 19 * 9];
  lb_cacheEnter();
  for (int round = 0; round < 600; round++) {
    int width = 1 + drawNumber(19), height = 1 + drawNumber(9), n = 3 + drawNumber(2),
        to = (int[]){1, 3, 4}[drawNumber(3)];
    for (int i = 0; i < width * height * n; i++) {
      pixels[i] = (mjtByte)(round & 1 ? drawNumber(256) : drawNumber(3) * 127);
    }
    size_t size = makePixels(file, pixels, width, height, n);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_filter_gives_the_pixels_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
