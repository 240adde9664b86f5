// PNG files of all kinds: depths of 1 to 16 bits, gray and palettes, transparent colours,
// interlaced rows. The usual kinds are read by png.c, much faster.
//
// Samples become bytes: of 16 bits the upper ones, fewer are stretched to 0..255.

#include "asset/png.h"
#include "asset/png_file.h"
#include "base/cache.h"

#include <stdlib.h>
#include <string.h>

// One pass over the picture: pixels (x + i dx, y + j dy) are a smaller picture of their own.
typedef struct Pass_ {
  int x, y, dx, dy;
} Pass;

// Adam7, the order of interlaced files.
static const Pass interlaced[7] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                   {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
static const Pass whole = {0, 0, 1, 1};

static int columnsOf(const lbPng* png, const Pass* pass) {
  return (png->width - pass->x + pass->dx - 1) / pass->dx;
}

static int rowsOf(const lbPng* png, const Pass* pass) {
  return (png->height - pass->y + pass->dy - 1) / pass->dy;
}

// Bytes of a row of so many pixels, without the number of its filter.
static size_t rowBytes(const lbPng* png, int columns) {
  return ((size_t)columns * png->channels * png->depth + 7) / 8;
}

static size_t passBytes(const lbPng* png, const Pass* pass) {
  int columns = columnsOf(png, pass), rows = rowsOf(png, pass);
  return columns > 0 && rows > 0 ? (rowBytes(png, columns) + 1) * rows : 0;
}

// Of left, up and corner the one that is nearest to left + up - corner.
static int nearestOf(int left, int up, int corner) {
  int a = abs(up - corner), b = abs(left - corner), c = abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// Adds to each byte what the filter guesses from the bytes before it; `pixel` is their distance.
static void unfilter(int filter, mjtByte* line, const mjtByte* above, size_t bytes, size_t pixel) {
  for (size_t i = 0; i < bytes; i++) {
    int left = i >= pixel ? line[i - pixel] : 0;
    int up = above ? above[i] : 0;
    int corner = above && i >= pixel ? above[i - pixel] : 0;
    int guesses[LB_PNG_FILTERS] = {0, left, up, (left + up) / 2, nearestOf(left, up, corner)};
    line[i] = (mjtByte)(line[i] + guesses[filter]);
  }
}

// Sample number i of a row.
static int readSample(const lbPng* png, const mjtByte* line, int i) {
  if (png->depth == 16) {
    return line[2 * i] << 8 | line[2 * i + 1];
  }
  int perByte = 8 / png->depth, shift = (perByte - 1 - i % perByte) * png->depth;
  return line[i / perByte] >> shift & ((1 << png->depth) - 1);
}

static void readPixel(const lbPng* png, const mjtByte* line, int i, mjtByte rgba[4]) {
  int sample[4], n = png->channels;
  bool isKey = png->hasKey;
  for (int k = 0; k < n; k++) {
    sample[k] = readSample(png, line, i * n + k);
    isKey = isKey && sample[k] == png->key[k];
  }
  if (png->hasPalette) {
    memcpy(rgba, png->palette[sample[0]], 4);
    return;
  }
  for (int k = 0; k < n; k++) {
    sample[k] = png->depth == 16 ? sample[k] >> 8 : sample[k] * 255 / ((1 << png->depth) - 1);
  }
  for (int k = 0; k < 3; k++) {
    rgba[k] = (mjtByte)sample[n > 2 ? k : 0];
  }
  rgba[3] = (mjtByte)(n % 2 == 0 ? sample[n - 1] : isKey ? 0 : 255);
}

// Unfilters one pass and spreads its pixels over the picture.
static bool unpackPass(const lbPng* png, const Pass* pass, mjtByte* raw, lbImage* image) {
  int columns = columnsOf(png, pass), rows = rowsOf(png, pass), n = image->channels;
  size_t bytes = rowBytes(png, columns), pixel = rowBytes(png, 1);
  const mjtByte* above = NULL;
  for (int j = 0; j < rows && columns > 0; j++, raw += bytes + 1) {
    if (raw[0] >= LB_PNG_FILTERS) {
      return false;
    }
    unfilter(raw[0], raw + 1, above, bytes, pixel);
    above = raw + 1;
    mjtByte* row = image->pixels + (size_t)(pass->y + j * pass->dy) * png->width * n;
    for (int i = 0; i < columns; i++) {
      mjtByte rgba[4];
      readPixel(png, above, i, rgba);
      memcpy(row + (size_t)(pass->x + i * pass->dx) * n, rgba, (size_t)n);
    }
  }
  return true;
}

const char* lb_decodePng(lbRegion* region, lbImage* image, const mjtByte* bytes, size_t size) {
  lbPng png;
  const char* problem = lb_readPng(&png, bytes, size, NULL);
  if (problem) {
    return problem;
  }
  const Pass* passes = png.isInterlaced ? interlaced : &whole;
  int count = png.isInterlaced ? 7 : 1;
  size_t unpacked = 0;
  for (int i = 0; i < count; i++) {
    unpacked += passBytes(&png, &passes[i]);
  }
  if (!lb_pngCanHold(&png, unpacked)) {
    return "not enough pixels";
  }
  image->width = png.width;
  image->height = png.height;
  image->isSrgb = png.isSrgb;
  image->pixels = lb_regionAllocRaw(region, (size_t)png.width * png.height * image->channels);
  mjtByte* raw = lb_cacheScratch(unpacked + png.packed);
  if (!raw) {
    return "out of memory";
  }
  problem = lb_readPng(&png, bytes, size, raw + unpacked);
  if (problem) {
    return problem;
  }
  if (!lb_inflatePng(&png, raw + unpacked, raw, unpacked)) {
    return "invalid zlib data or decompressed idat size";
  }
  for (int i = 0; i < count; i++) {
    if (!unpackPass(&png, &passes[i], raw, image)) {
      return "illegal PNG filter type";
    }
    raw += passBytes(&png, &passes[i]);
  }
  return NULL;
}
