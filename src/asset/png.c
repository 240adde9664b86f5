// PNG files of the usual kinds, 8-bit RGB and RGBA: rows are unfiltered straight into the picture.
// On the 90 textures of these kinds among the models that we test with this takes 0.43 of
// stb_image's time natively and 0.31 of it in the module.
//
// Everything unusual is declined, so that png_kinds.c reads it or says what is wrong.
//
// A pixel's bytes are lanes of one vector: three of the four filters build on the pixel to the
// left, so that wider steps have nothing to do at once. What is done to one row stays a function of
// its own, called through a table (base/compiler.h, LB_OWN_FUNCTION).

#include "asset/png.h"

#include "asset/png_file.h"
#include "base/cache.h"

#include <string.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

typedef mjtByte Bytes8 __attribute__((vector_size(8)));
typedef mjtByte Bytes16 __attribute__((vector_size(16)));
typedef int16_t Lanes __attribute__((vector_size(16)));

static Lanes widen(const mjtByte* p) {
  Bytes8 bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, Lanes);
}

// The neighbour (left a, above b, above left c) that is nearest to a + b - c, ties in this order; c
// is taken away from it. Both masks hold only where all three are equal.
static Lanes paeth(Lanes a, Lanes b, Lanes c) {
  Lanes low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
  Lanes limit = 3 * c - a - b;
  return ((limit <= low) & (high - c)) + ((high <= limit) & (low - c));
}

// One row of n bytes per pixel. Eight bytes are read for a pixel; of `line` none that was written.
static inline __attribute__((always_inline)) void unfilterPixels(int filter, size_t n,
                                                                 const mjtByte* line,
                                                                 const mjtByte* above, mjtByte* out,
                                                                 size_t stride) {
  Lanes left = {0}, aboveLeft = {0};
  for (size_t at = 0; at < stride; at += n) {
    Lanes up = widen(above + at), value = widen(line + at);
    if (filter == FILTER_AVERAGE) {
      value += (left + up) >> 1;
    } else if (filter == FILTER_PAETH) {
      value += aboveLeft;
      value += paeth(left, up, aboveLeft);
    } else {
      value += left;
    }
    left = value & 255;
    aboveLeft = up;
    Bytes8 bytes = __builtin_convertvector(left, Bytes8);
    memcpy(out + at, &bytes, n);
  }
}

static void addRow(const mjtByte* line, const mjtByte* above, mjtByte* out, size_t stride) {
  size_t at = 0;
  for (; at + 16 <= stride; at += 16) {
    Bytes16 a, b;
    memcpy(&a, line + at, 16);
    memcpy(&b, above + at, 16);
    a += b;
    memcpy(out + at, &a, 16);
  }
  for (; at < stride; at++) {
    out[at] = (mjtByte)(line[at] + above[at]);
  }
}

static void copyRow(const mjtByte* line, const mjtByte* above, mjtByte* out, size_t stride) {
  memmove(out, line, stride);
}

// The number of channels is a constant in each copy of a filter.
#define DEFINE_FILTER(name, filter, channels)                                                \
  static void name(const mjtByte* line, const mjtByte* above, mjtByte* out, size_t stride) { \
    unfilterPixels(filter, channels, line, above, out, stride);                              \
  }

DEFINE_FILTER(addLeft3, FILTER_SUB, 3)
DEFINE_FILTER(addLeft4, FILTER_SUB, 4)
DEFINE_FILTER(addAverage3, FILTER_AVERAGE, 3)
DEFINE_FILTER(addAverage4, FILTER_AVERAGE, 4)
DEFINE_FILTER(addPaeth3, FILTER_PAETH, 3)
DEFINE_FILTER(addPaeth4, FILTER_PAETH, 4)

// By channels and filter.
typedef void RowFilter(const mjtByte* line, const mjtByte* above, mjtByte* out, size_t stride);
static RowFilter* const rowFilters[2][LB_PNG_FILTERS] = {
    {copyRow, addLeft3, addRow, addAverage3, addPaeth3},
    {copyRow, addLeft4, addRow, addAverage4, addPaeth4}};

typedef void RowConverter(const mjtByte* row, int from, mjtByte* out, int to, int width);

// Pixels of `from` bytes to pixels of `to`, moved by four bytes where room follows.
static void convertRow(const mjtByte* row, int from, mjtByte* out, int to, int width) {
  for (int i = 0; i < width; i++, row += from, out += to) {
    if (to > 1 && i < width - 1) {
      memcpy(out, row, 4);
      out[3] = 255;  // or what the next pixel writes
      continue;
    }
    for (int k = 0; k < to; k++) {
      out[k] = k < from ? row[k] : 255;
    }
  }
}

// Four bytes to three, four pixels at a time.
static void dropAlpha(const mjtByte* row, int from, mjtByte* out, int to, int width) {
  int i = 0;
  for (; i + 6 <= width; i += 4, row += 16, out += 12) {
    Bytes16 four;
    memcpy(&four, row, 16);
    four =
        __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    memcpy(out, &four, 16);
  }
  convertRow(row, 4, out, 3, width - i);
}

static RowConverter* const converters[2] = {convertRow, dropAlpha};

// Unfilters all rows: in place when they are to be converted or to stay, else into the picture.
// `blank` is the row above the first.
static bool unpackRows(const lbPng* png, mjtByte* raw, const mjtByte* blank, lbImage* image) {
  size_t stride = (size_t)png->width * png->channels;
  const mjtByte* above = blank;
  RowConverter* convert = converters[png->channels == 4 && image->channels == 3];
  for (int row = 0; row < png->height; row++) {
    mjtByte* line = raw + row * (stride + 1);
    size_t place = (size_t)row * png->width * image->channels;
    bool converted = image->channels != png->channels;
    mjtByte* out = converted || !image->pixels ? line + 1 : image->pixels + place;
    if (line[0] >= LB_PNG_FILTERS) {
      return false;
    }
    rowFilters[png->channels - 3][line[0]](line + 1, above, out, stride);
    if (converted) {
      convert(out, png->channels, image->pixels + place, image->channels, png->width);
    }
    above = out;
  }
  image->pixels = image->pixels ? image->pixels : raw + 1;
  return true;
}

static size_t unpackedBytes(const lbPng* png) {
  return ((size_t)png->width * png->channels + 1) * png->height;
}

// Header and length of the stream of a file that can be read here.
static bool measure(lbPng* png, const mjtByte* bytes, size_t size) {
  return lb_isPng(bytes, size) && !lb_readPng(png, bytes, size, NULL) && png->depth == 8 &&
         png->channels >= 3 && !png->isInterlaced && !png->hasKey &&
         lb_pngCanHold(png, unpackedBytes(png));
}

bool lb_measurePlainPng(lbImage* image, const mjtByte* bytes, size_t size) {
  lbPng png;
  bool plain = measure(&png, bytes, size);
  image->width = plain ? png.width : 0;
  image->height = plain ? png.height : 0;
  image->isSrgb = plain && png.isSrgb;
  return plain;
}

bool lb_decodePlainPng(lbRegion* region, lbImage* image, const mjtByte* bytes, size_t size) {
  lbPng png;
  if (!measure(&png, bytes, size)) {
    return false;
  }
  if (!region && !image->pixels && image->channels != png.channels) {
    return false;
  }
  size_t blankBytes = (size_t)png.width * png.channels + LB_PNG_SLACK;
  size_t unpacked = unpackedBytes(&png);
  image->width = png.width;
  image->height = png.height;
  image->isSrgb = png.isSrgb;
  if (region) {
    image->pixels =
        lb_regionAllocRaw(region, (size_t)png.width * png.height * image->channels + LB_PNG_SLACK);
  }

  // rows, a blank row, the compressed stream
  mjtByte* raw = lb_cacheScratch(unpacked + blankBytes + png.packed);
  if (!raw) {
    return false;
  }
  mjtByte *blank = raw + unpacked, *stream = blank + blankBytes;
  memset(blank, 0, blankBytes);
  return !lb_readPng(&png, bytes, size, stream) && lb_inflatePng(&png, stream, raw, unpacked) &&
         unpackRows(&png, raw, blank, image);
}
