// Decoding of PNG and JPEG files to rows of 8-bit pixels.

#pragma once

#include "api/types.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbImage_ {
  int width;
  int height;
  int channels;     // bytes per pixel
  mjtByte* pixels;  // (height x width x channels), top row first
  bool isSrgb;      // a PNG that declares the sRGB colour space
} lbImage;

// Decodes a file held in memory into the region, converting to `channels` bytes per pixel (1: the
// red component, 3: RGB, 4: RGBA). `name` is used in messages. Raises an error for anything else.
lbImage lb_decodeImage(lbRegion* region, const char* name, const void* bytes, size_t size,
                       int channels);

// Mirrors the picture left to right, or top to bottom.
void lb_flipImageHorizontally(lbImage* image);
void lb_flipImageVertically(lbImage* image);

#ifdef __cplusplus
}
#endif
