// Decoding of PNG files (PNG specification, third edition): the usual kinds fast, and all kinds.

#pragma once

#include "asset/image.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LB_PNG_SLACK 16   // bytes behind the pixels that may be read,
#define LB_PNG_NARROW 3   // where a row has fewer pixels than this
#define LB_PNG_FILTERS 5  // ways to guess a byte from those before it

// Width, height and colour space of a file that lb_decodePlainPng reads when it is not damaged;
// false for others.
bool lb_measurePlainPng(lbImage* image, const mjtByte* bytes, size_t size);

// Decodes a whole file of 8-bit RGB or RGBA, neither interlaced nor with one transparent colour, to
// image->channels (1, 3 or 4) bytes per pixel: sets width, height, isSrgb and pixels. They go to
// the region; when that is NULL, to image->pixels, which has the room already; when that is NULL
// too, they stay in lb_cacheScratch, with a byte between rows (only with the file's own number of
// channels). False for anything else, damaged files too.
bool lb_decodePlainPng(lbRegion* region, lbImage* image, const mjtByte* bytes, size_t size);

// Decodes a file of any kind the same way, into the region. Returns what is wrong with the file, or
// NULL.
const char* lb_decodePng(lbRegion* region, lbImage* image, const mjtByte* bytes, size_t size);

#ifdef __cplusplus
}
#endif
