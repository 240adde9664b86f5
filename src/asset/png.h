// Fast decoding of the most usual PNG files.

#pragma once

#include "asset/image.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LB_PNG_SLACK 16  // bytes behind the pixels that may be read

// Width and height of a file that lb_decodePlainPng reads when it is not damaged; false for others.
bool lb_measurePlainPng(lbImage* image, const mjtByte* bytes, size_t size);

// Decodes a whole file of 8-bit RGB or RGBA, neither interlaced nor with one transparent colour, to
// image->channels (1, 3 or 4) bytes per pixel: sets width, height and pixels. They go to the
// region; when that is NULL, to image->pixels, which has the room already; when that is NULL too,
// they stay in lb_cacheScratch, with a byte between rows (only with the file's own number of
// channels). False for anything else, damaged files too.
bool lb_decodePlainPng(lbRegion* region, lbImage* image, const mjtByte* bytes, size_t size);

#ifdef __cplusplus
}
#endif
