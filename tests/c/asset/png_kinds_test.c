// PNG files of all kinds, made here: samples come back as bytes, whatever their depth and order.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "asset/image.h"
#include "asset/png_support.h"
#include "base/cache.h"

static mjtByte file[PNG_BYTES];

// The picture with RGBA pixels. They stay until the next picture.
static const mjtByte* decodeRgba(const PngPicture* picture) {
  size_t size = makePng(file, picture);
  lb_cacheEnter();
  lbImage image = lb_decodeImage("made.png", file, size, 4, false, false);
  static mjtByte pixels[4 * 40 * 40];
  assert_int_equal(image.width, picture->width);
  assert_int_equal(image.height, picture->height);
  memcpy(pixels, image.pixels, (size_t)(4 * image.width * image.height));
  lb_cacheLeave();
  lb_cacheRelease();
  return pixels;
}

static int widest(const PngPicture* picture, int sample) {
  return picture->depth == 16 ? sample >> 8 : sample * 255 / ((1 << picture->depth) - 1);
}

static void assertPixels(const PngPicture* picture) {
  const mjtByte* pixels = decodeRgba(picture);
  int n = picture->channels;
  for (int i = 0; i < picture->width * picture->height; i++) {
    for (int k = 0; k < 4; k++) {
      int own = k == 3 ? n - 1 : n > 2 ? k : 0;
      int wanted = k == 3 && n % 2 ? 255 : widest(picture, picture->samples[i * n + own]);
      assert_int_equal(pixels[4 * i + k], wanted);
    }
  }
}

static void samples_of_every_depth_come_back_as_bytes(void** state) {
  static const int kinds[][3] = {// colour type, channels, depth
                                 {0, 1, 1},  {0, 1, 2}, {0, 1, 4},  {0, 1, 8},
                                 {0, 1, 16}, {2, 3, 8}, {2, 3, 16}, {4, 2, 8},
                                 {4, 2, 16}, {6, 4, 8}, {6, 4, 16}};
  static int samples[40 * 40 * 4];
  for (int round = 0; round < 400; round++) {
    const int* kind = kinds[drawNumber(sizeof kinds / sizeof *kinds)];
    PngPicture picture = {.width = 1 + drawNumber(40),
                          .height = 1 + drawNumber(40),
                          .color = kind[0],
                          .channels = kind[1],
                          .depth = kind[2],
                          .isInterlaced = drawNumber(2),
                          .samples = samples};
    for (int i = 0; i < picture.width * picture.height * picture.channels; i++) {
      samples[i] = drawNumber(1 << picture.depth);
    }
    assertPixels(&picture);
  }
}

static void numbers_of_a_palette_become_its_colours(void** state) {
  const int samples[4] = {2, 0, 1, 2};
  PngPicture picture = {.width = 4, .height = 1, .depth = 2, .color = 3, .channels = 1};
  picture.samples = samples;
  picture.palette = "\x0a\x0b\x0c\x14\x15\x16\x1e\x1f\x20";
  picture.paletteSize = 9;
  picture.transparency = "\x07";  // of the first colour; the others are opaque
  picture.transparencySize = 1;
  const mjtByte wanted[16] = {30, 31, 32, 255, 10, 11, 12, 7, 20, 21, 22, 255, 30, 31, 32, 255};
  assert_memory_equal(decodeRgba(&picture), wanted, 16);
}

static void pixels_of_the_transparent_colour_have_no_alpha(void** state) {
  const int samples[9] = {1, 2, 3, 1, 2, 4, 256 + 1, 2, 3};
  PngPicture picture = {.width = 3, .height = 1, .color = 2, .channels = 3};
  picture.samples = samples;
  picture.transparency = "\0\x01\0\x02\0\x03";
  picture.transparencySize = 6;
  picture.depth = 16;  // all 16 bits are compared
  const mjtByte deep[12] = {0, 0, 0, 0, 0, 0, 0, 255, 1, 0, 0, 255};
  assert_memory_equal(decodeRgba(&picture), deep, 12);
  picture.width = 2;
  picture.depth = 8;
  const mjtByte wanted[8] = {1, 2, 3, 0, 1, 2, 4, 255};
  assert_memory_equal(decodeRgba(&picture), wanted, 8);
}

static void a_texture_of_one_channel_has_the_first_component(void** state) {
  const int samples[2] = {1, 0};
  PngPicture picture = {.width = 2, .height = 1, .depth = 1, .color = 3, .channels = 1};
  picture.samples = samples;
  picture.palette = "\x0a\x0b\x0c\x14\x15\x16";
  picture.paletteSize = 6;
  lb_cacheEnter();
  lbImage image = lb_decodeImage("made.png", file, makePng(file, &picture), 1, false, false);
  assert_int_equal(image.pixels[0], 20);
  assert_int_equal(image.pixels[1], 10);
  lb_cacheLeave();
  lb_cacheRelease();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(samples_of_every_depth_come_back_as_bytes),
      cmocka_unit_test(numbers_of_a_palette_become_its_colours),
      cmocka_unit_test(pixels_of_the_transparent_colour_have_no_alpha),
      cmocka_unit_test(a_texture_of_one_channel_has_the_first_component),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
