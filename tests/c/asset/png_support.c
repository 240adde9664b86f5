#include "asset/png_support.h"

#include "base/crc32.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int drawNumber(int count) {
  static uint32_t drawn = 1;
  drawn = drawn * 1664525u + 1013904223u;
  return (int)((drawn >> 8) % (uint32_t)count);
}

static mjtByte* putNumber(mjtByte* p, uint32_t value) {
  for (int k = 0; k < 4; k++) {
    *p++ = (mjtByte)(value >> (24 - 8 * k));
  }
  return p;
}

static mjtByte* putChunk(mjtByte* p, const char* type, const void* content, size_t size) {
  p = putNumber(p, (uint32_t)size);
  memcpy(p, type, 4);
  if (size) {
    memcpy(p + 4, content, size);
  }
  return putNumber(p + 4 + size, lb_crc32(p, 4 + size));
}

static int predict(int filter, int left, int up, int corner) {
  int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
  int nearest = a <= b && a <= c ? left : b <= c ? up : corner;
  int guesses[5] = {0, left, up, (left + up) / 2, nearest};
  return guesses[filter];
}

// Bytes of the pixels (x + i dx, y) of a row; returns their number.
static size_t packRow(mjtByte* row, const PngPicture* picture, int x, int dx, int y) {
  size_t bits = 0;
  for (; x < picture->width; x += dx) {
    for (int k = 0; k < picture->channels; k++) {
      int sample = picture->samples[(y * picture->width + x) * picture->channels + k];
      for (int bit = picture->depth - 1; bit >= 0; bit--, bits++) {
        if (bits % 8 == 0) {
          row[bits / 8] = 0;
        }
        row[bits / 8] |= (mjtByte)((sample >> bit & 1) << (7 - bits % 8));
      }
    }
  }
  return (bits + 7) / 8;
}

// Filtered rows of one pass.
static mjtByte* putPass(mjtByte* p, const PngPicture* picture, const int pass[4]) {
  mjtByte rows[2][512] = {{0}};
  int pixel = (picture->channels * picture->depth + 7) / 8;
  for (int y = pass[1], j = 0; y < picture->height && pass[0] < picture->width; y += pass[3], j++) {
    mjtByte *row = rows[j & 1], *above = rows[~j & 1];
    int size = (int)packRow(row, picture, pass[0], pass[2], y), filter = drawNumber(5);
    *p++ = (mjtByte)filter;
    for (int i = 0; i < size; i++) {
      int left = i >= pixel ? row[i - pixel] : 0, corner = i >= pixel ? above[i - pixel] : 0;
      *p++ = (mjtByte)(row[i] - predict(filter, left, above[i], corner));
    }
  }
  return p;
}

static mjtByte* putRows(mjtByte* p, const PngPicture* picture) {
  static const int whole[4] = {0, 0, 1, 1};
  static const int passes[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                   {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  for (int i = 0; i < (picture->isInterlaced ? 7 : 1); i++) {
    p = putPass(p, picture, picture->isInterlaced ? passes[i] : whole);
  }
  return p;
}

size_t makePng(mjtByte* file, const PngPicture* picture) {
  static mjtByte stream[PNG_BYTES];
  size_t size = (size_t)(putRows(stream + 7, picture) - stream);
  uint32_t length = (uint32_t)size - 7;
  memcpy(stream,
         (mjtByte[7]){0x78, 1, 1, (mjtByte)length, (mjtByte)(length >> 8), (mjtByte)~length,
                      (mjtByte)(~length >> 8)},
         7);
  mjtByte header[13] = {0};
  putNumber(putNumber(header, (uint32_t)picture->width), (uint32_t)picture->height);
  header[8] = (mjtByte)picture->depth;
  header[9] = (mjtByte)picture->color;
  header[12] = picture->isInterlaced;
  memcpy(file, "\x89PNG\r\n\x1a\n", 8);
  mjtByte* p = putChunk(file + 8, "IHDR", header, 13);
  if (picture->palette) {
    p = putChunk(p, "PLTE", picture->palette, picture->paletteSize);
  }
  if (picture->transparency) {
    p = putChunk(p, "tRNS", picture->transparency, picture->transparencySize);
  }
  p = putChunk(p, "IDAT", stream, size / 2);
  p = putChunk(p, "tEXt", header, 5);
  p = putChunk(p, "IDAT", stream + size / 2, size - size / 2);
  return (size_t)(putChunk(p, "IEND", NULL, 0) - file);
}

size_t makePixels(mjtByte* file, const mjtByte* pixels, int width, int height, int channels) {
  static int samples[4 * 19 * 9];
  for (int i = 0; i < width * height * channels; i++) {
    samples[i] = pixels[i];
  }
  const PngPicture picture = {.width = width,
                              .height = height,
                              .depth = 8,
                              .color = channels == 3 ? 2 : 6,
                              .channels = channels,
                              .samples = samples};
  return makePng(file, &picture);
}
