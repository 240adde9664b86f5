// What PNG files are made of: header, palette, transparent colour and the compressed stream.

#pragma once

#include "api/types.h"

#include <stdbool.h>
#include <stddef.h>

// No picture takes more, with four bytes a pixel.
#define LB_IMAGE_BYTES ((size_t)1 << 30)

typedef struct lbPng_ {
  int width, height;
  int depth;     // bits per sample: 1, 2, 4, 8 or 16
  int channels;  // samples per pixel: 1 to 4
  bool isInterlaced;
  bool hasPalette;  // the one sample is the number of a colour
  bool hasKey;      // one colour is transparent
  bool isSrgb;      // the file declares the sRGB colour space
  int key[3];       // that colour's samples
  mjtByte palette[256][4];
  size_t packed;  // bytes of the compressed stream
} lbPng;

// True when the file begins as PNG files do.
bool lb_isPng(const mjtByte* bytes, size_t size);

// Reads all chunks; the parts of the compressed stream are joined in `stream` (NULL: measured
// only). Returns what is wrong with the file, or NULL; checksums are looked at when it is joined.
const char* lb_readPng(lbPng* png, const mjtByte* bytes, size_t size, mjtByte* stream);

// True when a stream of that length can hold so many bytes.
bool lb_pngCanHold(const lbPng* png, size_t unpacked);

// Inflates the joined stream to exactly `size` bytes.
bool lb_inflatePng(const lbPng* png, const mjtByte* stream, mjtByte* out, size_t size);
