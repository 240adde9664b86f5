// Chunks of PNG files; see png_file.h. The stream is inflated by libdeflate.

#include "asset/png_file.h"

#include "base/crc32.h"
#include "base/memory.h"

#include <libdeflate.h>
#include <string.h>

#define SIGNATURE_BYTES 8
#define HEADER_BYTES 13
#define CHUNK_BYTES 12  // length, type and checksum
#define ZLIB_HEADER 2
#define MAX_EDGE 32768
#define MAX_RATIO 1032  // deflate packs no better

// Kinds of pixels: bits of the header's colour type.
enum { COLOR_PALETTE = 1, COLOR_RGB = 2, COLOR_ALPHA = 4 };

static uint32_t readNumber(const mjtByte* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int readShort(const mjtByte* p) {
  return p[0] << 8 | p[1];
}

bool lb_isPng(const mjtByte* bytes, size_t size) {
  return size > SIGNATURE_BYTES && !memcmp(bytes, "\x89PNG\r\n\x1a\n", SIGNATURE_BYTES);
}

// The depths that a kind of pixels may have, as a sum of them.
static int depthsOf(int kind) {
  switch (kind) {
    case 0:
      return 1 + 2 + 4 + 8 + 16;
    case COLOR_RGB | COLOR_PALETTE:
      return 1 + 2 + 4 + 8;
    case COLOR_RGB:
    case COLOR_ALPHA:
    case COLOR_RGB | COLOR_ALPHA:
      return 8 + 16;
    default:
      return 0;
  }
}

// Whether the checksum behind a chunk's type and content is theirs. Inputs that a fuzzer makes
// would hardly ever pass.
static bool hasChecksum(const lbCrc32Table* table, const mjtByte* type, size_t length) {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return true;
#else
  return lb_crc32With(table, type, 4 + length) == readNumber(type + 4 + length);
#endif
}

static const char* readHeader(lbPng* png, const mjtByte* p) {
  uint32_t width = readNumber(p), height = readNumber(p + 4);
  int depth = p[8], kind = p[9];
  if (width == 0 || height == 0) {
    return "zero width or height is invalid";
  }
  if (width > MAX_EDGE || height > MAX_EDGE || (size_t)width * height * 4 > LB_IMAGE_BYTES) {
    return "too many pixels";
  }
  if ((depth & (depth - 1)) || !(depthsOf(kind) & depth)) {
    return "illegal PNG color type or bit depth";
  }
  if (p[10] || p[11] || p[12] > 1) {
    return "illegal PNG compression, filter or interlace method";
  }
  png->width = (int)width;
  png->height = (int)height;
  png->depth = depth;
  png->hasPalette = kind & COLOR_PALETTE;
  png->channels = png->hasPalette ? 1 : (kind & COLOR_RGB ? 3 : 1) + (kind & COLOR_ALPHA ? 1 : 0);
  png->isInterlaced = p[12];
  return NULL;
}

static const char* readPalette(lbPng* png, const mjtByte* p, size_t length) {
  if (length % 3 || length > 3 * 256) {
    return "bad palette";
  }
  for (size_t i = 0; i < length; i++) {
    png->palette[i / 3][i % 3] = p[i];
  }
  return NULL;
}

// Alpha of the palette's colours, or the samples of the transparent colour.
static const char* readTransparency(lbPng* png, const mjtByte* p, size_t length) {
  if (png->packed) {
    return "transparency behind the picture";
  }
  if (png->hasPalette) {
    for (size_t i = 0; i < length && i < 256; i++) {
      png->palette[i][3] = p[i];
    }
    return length <= 256 ? NULL : "bad transparency";
  }
  if (png->channels % 2 == 0 || length != (size_t)png->channels * 2) {
    return "bad transparency";
  }
  png->hasKey = true;
  for (int k = 0; k < png->channels; k++) {
    png->key[k] = readShort(p + 2 * k) & (png->depth == 16 ? 0xffff : 0xff);
  }
  return NULL;
}

const char* lb_readPng(lbPng* png, const mjtByte* bytes, size_t size, mjtByte* stream) {
  *png = (lbPng){0};
  size_t at = SIGNATURE_BYTES;
  if (size < at + CHUNK_BYTES + HEADER_BYTES) {
    return "PNG file is smaller than a PNG header";
  }
  if (!lb_isPng(bytes, size) || memcmp(bytes + at, "\0\0\0\rIHDR", 8)) {
    return "incorrect PNG signature or header, it's no PNG or corrupted";
  }
  const char *problem = readHeader(png, bytes + at + 8), *damaged = "invalid CRC encountered";
  lbCrc32Table table;
  if (stream) {
    lb_makeCrc32Table(&table);
  }
  if (!problem && stream && !hasChecksum(&table, bytes + at + 4, HEADER_BYTES)) {
    problem = damaged;
  }
  bool hasColors = false, ended = false;
  for (int i = 0; i < 256; i++) {
    png->palette[i][3] = 255;
  }
  for (at += CHUNK_BYTES + HEADER_BYTES; !problem && !ended && size - at >= CHUNK_BYTES;) {
    size_t length = readNumber(bytes + at);
    const mjtByte *type = bytes + at + 4, *content = type + 4;
    if (length > size - at - CHUNK_BYTES) {
      break;
    }
    bool isRead = true;
    if (!memcmp(type, "IDAT", 4)) {
      if (stream) {
        memcpy(stream + png->packed, content, length);
      }
      png->packed += length;
    } else if (!memcmp(type, "IEND", 4)) {
      ended = true;
    } else if (!memcmp(type, "PLTE", 4)) {
      problem = readPalette(png, content, length);
      hasColors = true;
    } else if (!memcmp(type, "tRNS", 4)) {
      problem = readTransparency(png, content, length);
    } else if (!memcmp(type, "sRGB", 4)) {
      png->isSrgb |= png->packed == 0;
    } else if (!(type[0] & 0x20)) {
      return "unknown chunk type encountered";
    } else {
      isRead = false;
    }
    if (!problem && isRead && stream && !hasChecksum(&table, type, length)) {
      problem = damaged;
    }
    at += length + CHUNK_BYTES;
  }
  return problem                         ? problem
         : !ended                        ? "chunk broken off at end of file"
         : png->packed <= ZLIB_HEADER    ? "no zlib data"
         : png->hasPalette && !hasColors ? "no PLTE chunk"
                                         : NULL;
}

bool lb_pngCanHold(const lbPng* png, size_t unpacked) {
  return unpacked / MAX_RATIO <= png->packed;
}

bool lb_inflatePng(const lbPng* png, const mjtByte* stream, mjtByte* out, size_t size) {
  libdeflate_set_memory_allocator(lb_tryAlloc, lb_free);
  struct libdeflate_decompressor* state = libdeflate_alloc_decompressor();
  bool done =
      state && libdeflate_deflate_decompress(state, stream + ZLIB_HEADER, png->packed - ZLIB_HEADER,
                                             out, size, NULL) == LIBDEFLATE_SUCCESS;
  libdeflate_free_decompressor(state);
  return done;
}
