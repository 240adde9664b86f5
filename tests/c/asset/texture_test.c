// Builtin textures: every byte of a gradient is that of its formula, evaluated pixel by pixel.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asset/texture.h"
#include "base/cache.h"
#include "math/libm.h"

// A pixel at (x, y) in [-1, 1] of a flat picture (face -1) or of a cube's face.
static void shade(const mjsTexture* t, int face, double x, double y, mjtByte pixel[3]) {
  double position = 1 - 2 * sqrt(x * x + y * y), reach = sqrt(1 + x * x + y * y);
  if (face == 2 || face == 3) {
    position = 1 - lb_acos(1 / reach) / (0.5 * mjPI);
    position = face == 2 ? position : -position;
  } else if (face >= 0) {
    position = lb_asin(y / reach) / (0.5 * mjPI);
  }
  double share = 0.5 * (1 + position / sqrt(1 + position * position) * sqrt(2));
  share = fmin(fmax(share, 0), 1);
  for (int k = 0; k < 3; k++) {
    pixel[k] = (mjtByte)(uint32_t)((share * t->rgb1[k] + (1 - share) * t->rgb2[k]) * 255);
  }
}

static void checkGradient(mjtTexture type, int width, const double rgb1[3], const double rgb2[3]) {
  mjsTexture t = {
      .type = type, .builtin = mjBUILTIN_GRADIENT, .width = width, .height = width, .nchannel = 3};
  memcpy(t.rgb1, rgb1, sizeof t.rgb1);
  memcpy(t.rgb2, rgb2, sizeof t.rgb2);
  lb_cacheEnter();
  lbTexturePixels drawn = lb_drawTexture(&t);
  const lbImage image = drawn.image;
  mjtByte* pixels = malloc((size_t)image.width * image.height * 3);
  lb_writeTexture(pixels, 0, &drawn);
  int faces = image.height / width, wrong = 0;
  assert_int_equal(faces, type == mjTEXTURE_2D ? 1 : 6);
  for (int row = 0; row < image.height; row++) {
    for (int col = 0; col < width; col++) {
      mjtByte pixel[3];
      shade(&t, faces > 1 ? row / width : -1, 2.0 * col / (width - 1) - 1,
            1 - 2.0 * (row % width) / (width - 1), pixel);
      wrong += memcmp(pixel, pixels + 3 * ((size_t)row * width + col), 3) != 0;
    }
  }
  lb_cacheLeave();
  free(pixels);
  assert_int_equal(wrong, 0);
}

static void every_pixel_of_a_gradient_is_that_of_its_formula(void** state) {
  static const double colors[][2][3] = {{{.3, .5, .7}, {0, 0, 0}},
                                        {{1, 1, 1}, {.6, .8, 1}},
                                        {{.4, .2, .8}, {.4, .6, .2}},
                                        {{0, .5, 1}, {0, 1, 1}},
                                        {{1.5, .5, .1}, {1, 1.9, .3}}};
  for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
    for (int width = 31; width <= 128; width += 97) {
      checkGradient(mjTEXTURE_2D, width, colors[i][0], colors[i][1]);
      checkGradient(mjTEXTURE_SKYBOX, width, colors[i][0], colors[i][1]);
    }
  }
}

// The first time a pattern is drawn where it is wanted, later it comes from the cache.
static void checkers_of_odd_sizes_are_cut_in_the_middle(void** state) {
  mjsTexture t = {.type = mjTEXTURE_2D,
                  .builtin = mjBUILTIN_CHECKER,
                  .width = 5,
                  .height = 3,
                  .nchannel = 3,
                  .rgb1 = {1, .5, 0},
                  .rgb2 = {0, .2, 1}};
  lb_cacheRelease();
  for (int time = 0; time < 3; time++) {
    lb_cacheEnter();
    mjtByte pixels[3 * 5 * 3] = {0};
    lbTexturePixels drawn = lb_drawTexture(&t);
    assert_true((drawn.image.pixels == NULL) == (time == 0));
    lb_writeTexture(pixels, sizeof pixels, &drawn);
    for (int row = 0; row < 3; row++) {
      for (int col = 0; col < 5; col++) {
        bool first = (row < 1) == (col < 2);
        const mjtByte expected[3] = {first ? 255 : 0, first ? 127 : 51, first ? 0 : 255};
        assert_memory_equal(pixels + 3 * (5 * row + col), expected, 3);
      }
    }
    lb_cacheLeave();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pixel_of_a_gradient_is_that_of_its_formula),
      cmocka_unit_test(checkers_of_odd_sizes_are_cut_in_the_middle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
