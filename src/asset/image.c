// Image decoding: PNG files by asset/png.h, JPEG files by stb_image, with every block going through
// the engine's allocator.
//
// COMPAT: MS-01: a one-channel texture takes the red component and not the luminance, so stb_image
// is asked for the file's own channels then.

#include "asset/image.h"

#include "asset/png.h"
#include "asset/png_file.h"
#include "base/cache.h"
#include "base/error.h"

#include <string.h>

#define TAIL_BYTES 24

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_JPEG
#define STBI_NO_SIMD
#define STBI_MAX_DIMENSIONS 32768
#define STBI_MALLOC(size) clearBlock(size)
#define STBI_REALLOC_SIZED(block, oldSize, newSize) resizeBlock(block, oldSize, newSize)
#define STBI_FREE(block) lb_free(block)
#define STBI_ASSERT(expression) ((void)0)

// stb_image expects NULL, not an error, when memory is exhausted. It takes blocks as they come:
// tables that a file lacks would be what was there before.
static void* clearBlock(size_t size) {
  void* block = lb_tryAlloc(size);
  return block ? memset(block, 0, size) : NULL;
}

static void* resizeBlock(void* block, size_t oldSize, size_t newSize) {
  void* moved = lb_tryAlloc(newSize);
  if (moved && block) {
    memcpy(moved, block, oldSize < newSize ? oldSize : newSize);
    lb_free(block);
  }
  return moved;
}

#include "stb_image.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// A block of 8x8 samples has at least one bit of its own. One component may have a fourth of them:
// those of another are narrower, and those of a third lower.
#define JPEG_MAX_RATIO (8 * 64 * 4)

// What the decoder of JPEG files does not look at: it trusts the counts of Huffman codes, and makes
// the picture however little of it is there. From the first scan on every byte pair that can be a
// table's marker is looked at: entropy-coded bytes never contain it.
static const char* problemOfJpeg(const mjtByte* bytes, size_t size) {
  bool inScans = false;
  size_t at = 0;
  while (at < size && bytes[at] == 0xff) {
    at++;  // more than one may come before the first marker, 0xd8
  }
  for (at++; at + 4 <= size;) {
    if (bytes[at] != 0xff || bytes[at + 1] == 0xff) {
      at++;
      continue;
    }
    int marker = bytes[at + 1];
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    inScans = inScans || marker == 0xda;
    if (!inScans && marker >= 0xc0 && marker <= 0xc2 && at + 9 <= size) {
      // number of bits, then height and width
      size_t height = (size_t)bytes[at + 5] << 8 | bytes[at + 6];
      size_t pixels = height * ((size_t)bytes[at + 7] << 8 | bytes[at + 8]);
      if (pixels / JPEG_MAX_RATIO > size || pixels * 4 > LB_IMAGE_BYTES) {
        return "too many pixels for a file of this size";
      }
    }
    if (marker == 0xc4) {
      // class and number, 16 counts, then as many values as they sum up to
      size_t table = at + 4, end = at + 2 + length;
      while (table < end && table < size) {
        size_t count = 0;
        for (size_t i = table + 1; i <= table + 16 && i < size; i++) {
          count += bytes[i];
        }
        if (count > 256) {
          return "bad Huffman table";
        }
        table += 17 + count;
      }
    }
    at += inScans ? 1 : 2 + length;
  }
  return NULL;
}

static void decode(lbRegion* region, lbImage* image, const char* name, const void* bytes,
                   size_t size) {
  int n = image->channels, fileChannels = 0, wanted = n == 1 ? 0 : n;
  if (lb_decodePlainPng(region, image, bytes, size)) {
    return;
  }
  bool isJpeg = *(const mjtByte*)bytes == 0xff;
  stbi_uc* decoded = NULL;
  image->isSrgb = false;
  const char* problem =
      isJpeg ? problemOfJpeg(bytes, size) : lb_decodePng(region, image, bytes, size);
  if (isJpeg && !problem) {
    decoded = stbi_load_from_memory(bytes, (int)size, &image->width, &image->height, &fileChannels,
                                    wanted);
    problem = decoded ? NULL : stbi_failure_reason();
  }
  if (problem) {
    lb_error("error decoding %s file '%s': %s", isJpeg ? "JPEG" : "PNG", name, problem);
  }
  if (!isJpeg) {
    return;
  }

  // copy into the region; of the file's own channels the first
  size_t count = (size_t)image->width * image->height;
  image->pixels = lb_regionAllocRaw(region, lb_checkedSize(count, (size_t)n));
  if (wanted) {
    memcpy(image->pixels, decoded, count * n);
  }
  for (size_t i = 0; !wanted && i < count; i++) {
    image->pixels[i] = decoded[i * fileChannels];
  }
  stbi_image_free(decoded);
}

static void flipHorizontally(lbImage* image) {
  int n = image->channels;
  for (int row = 0; row < image->height; row++) {
    mjtByte* line = image->pixels + (size_t)row * image->width * n;
    for (int left = 0, right = image->width - 1; left < right; left++, right--) {
      for (int k = 0; k < n; k++) {
        mjtByte swapped = line[left * n + k];
        line[left * n + k] = line[right * n + k];
        line[right * n + k] = swapped;
      }
    }
  }
}

static void flipVertically(lbImage* image) {
  size_t stride = (size_t)image->width * image->channels;
  for (int top = 0, bottom = image->height - 1; top < bottom; top++, bottom--) {
    mjtByte* a = image->pixels + top * stride;
    mjtByte* b = image->pixels + bottom * stride;
    for (size_t k = 0; k < stride; k++) {
      mjtByte swapped = a[k];
      a[k] = b[k];
      b[k] = swapped;
    }
  }
}

void lb_flipImage(lbImage* image, bool hflip, bool vflip) {
  if (hflip) {
    flipHorizontally(image);
  }
  if (vflip) {
    flipVertically(image);
  }
}

lbImage lb_decodeImage(const char* name, const void* bytes, size_t size, int channels, bool hflip,
                       bool vflip) {
  if (channels != 1 && channels != 3 && channels != 4) {
    lb_error("Unsupported number of channels: %d", channels);
  }
  if (size == 0 || size > INT32_MAX) {
    lb_error("empty PNG file '%s'", name);
  }
  const char how[4] = {'i', (char)channels, hflip, vflip};
  lbCacheEntry* entry = lb_cacheFind(how, sizeof how, bytes, size, 0);
  if (!entry->value) {
    // (nothing is kept of a damaged file)
    lbImage image = {.channels = channels};
    decode(&entry->region, &image, name, bytes, size);
    lb_flipImage(&image, hflip, vflip);
    lbImage* kept = lb_regionAllocRaw(&entry->region, sizeof *kept);
    *kept = image;
    entry->value = kept;
  }
  return *(lbImage*)entry->value;
}

// Whether a PNG was asked for before: files are told apart by their ends, which have checksums.
// A mistake only means that a picture is kept at once.
static bool wasSeen(const mjtByte* bytes, size_t size) {
  size_t end = size < TAIL_BYTES ? size : TAIL_BYTES;
  lbCacheEntry* entry = lb_cacheFind("s", 1, bytes + size - end, end, 0);
  bool seen = entry->value;
  entry->value = entry;
  return seen;
}

lbImage lb_measureImage(const char* name, const void* bytes, size_t size, int channels, bool hflip,
                        bool vflip) {
  lbImage measured = {.channels = channels};
  if (hflip || vflip || (channels != 1 && channels != 3 && channels != 4) ||
      !lb_measurePlainPng(&measured, bytes, size) || wasSeen(bytes, size)) {
    return lb_decodeImage(name, bytes, size, channels, hflip, vflip);
  }
  return measured;
}

void lb_decodeMeasured(mjtByte* out, size_t room, const lbImage* measured, const char* name,
                       const void* bytes, size_t size) {
  size_t wanted = (size_t)measured->width * measured->height * measured->channels;
  lbImage image = *measured;
  image.pixels = out;
  size_t slack = measured->width < LB_PNG_NARROW ? LB_PNG_SLACK : 0;
  if (room < wanted + slack || !lb_decodePlainPng(NULL, &image, bytes, size)) {
    // no room behind it, or damaged, which the general decoder explains
    image = lb_decodeImage(name, bytes, size, measured->channels, false, false);
    memcpy(out, image.pixels, wanted);
  }
}

const mjtByte* lb_decodeBriefly(size_t* stride, const lbImage* measured, const char* name,
                                const void* bytes, size_t size) {
  lbImage image = *measured;
  *stride = (size_t)image.width * image.channels + 1;
  image.pixels = NULL;
  if (!lb_decodePlainPng(NULL, &image, bytes, size)) {
    image = lb_decodeImage(name, bytes, size, measured->channels, false, false);
    --*stride;
  }
  return image.pixels;
}
