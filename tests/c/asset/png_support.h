// PNG files made for tests: every kind of pixels, filters in turns, one stored block.

#pragma once

#include "api/types.h"

#include <stdbool.h>
#include <stddef.h>

#define PNG_BYTES 32768

typedef struct PngPicture_ {
  int width, height;
  int depth;     // bits per sample
  int color;     // the header's colour type: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
  int channels;  // samples per pixel
  bool isInterlaced;
  const int* samples;  // (height x width x channels)
  const char* palette;
  size_t paletteSize;
  const char* transparency;
  size_t transparencySize;
} PngPicture;

// A random number from 0 to count - 1, the same ones in each run.
int drawNumber(int count);

// Writes a file of at most PNG_BYTES; its stream is spread over two chunks. Returns its size.
size_t makePng(mjtByte* file, const PngPicture* picture);

// A file of pixels with 3 or 4 channels of a byte, at most 19 x 9; returns its size.
size_t makePixels(mjtByte* file, const mjtByte* pixels, int width, int height, int channels);
