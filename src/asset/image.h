// Decoding of PNG and JPEG files to rows of 8-bit pixels.

#pragma once

#include "api/types.h"

#include <stdbool.h>
#include <stddef.h>

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

// Mirrors left and right (hflip), top and bottom (vflip).
void lb_flipImage(lbImage* image, bool hflip, bool vflip);

// Decodes a file held in memory, converting to `channels` bytes per pixel (1: the red component, 3:
// RGB, 4: RGBA), and mirrors it left to right, top to bottom. The pixels belong to the asset cache:
// they stay until lb_cacheLeave and are not written to. `name` is used in messages. Raises an error
// for anything else.
lbImage lb_decodeImage(const char* name, const void* bytes, size_t size, int channels, bool hflip,
                       bool vflip);

// The same for a file that may be read later, straight to where its pixels are wanted: one that the
// cache has not seen is measured only (pixels is NULL). A file that comes back is worth keeping.
lbImage lb_measureImage(const char* name, const void* bytes, size_t size, int channels, bool hflip,
                        bool vflip);

// Decodes a file that was measured into `out` (`room` bytes, more than the pixels).
void lb_decodeMeasured(mjtByte* out, size_t room, const lbImage* measured, const char* name,
                       const void* bytes, size_t size);

// Decodes a file that was measured to where it stays until the next picture is decoded; its rows
// are `stride` bytes apart.
const mjtByte* lb_decodeBriefly(size_t* stride, const lbImage* measured, const char* name,
                                const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif
