// Height fields; see hfield.h.

#include "asset/hfield.h"

#include "asset/image.h"
#include "base/error.h"

#include <string.h>

// (what has no slash is no content type)
static bool isPicture(const char* name, const char* contentType) {
  if (strchr(contentType, '/')) {
    bool isPng = !strcmp(contentType, "image/png");
    if (!isPng && strcmp(contentType, "image/vnd.mujoco.hfield")) {
      lb_error("unsupported content type: '%s'", contentType);
    }
    return isPng;
  }
  size_t length = strlen(name);
  return length >= 4 && (!strcmp(name + length - 4, ".png") || !strcmp(name + length - 4, ".PNG"));
}

lbHFieldShape lb_readHField(lbRegion* region, const char* name, const char* contentType,
                            const void* bytes, size_t size) {
  lbHFieldShape shape = {0};
  if (isPicture(name, contentType)) {
    lbImage image = lb_decodeImage(name, bytes, size, 1, false, false);
    shape = (lbHFieldShape){.rowCount = image.height, .columnCount = image.width};
    size_t count = (size_t)image.width * image.height;
    shape.height = lb_regionAlloc(region, count * sizeof(float));

    // pictures start with the top row
    for (int row = 0; row < image.height; row++) {
      for (int col = 0; col < image.width; col++) {
        shape.height[(size_t)(image.height - 1 - row) * image.width + col] =
            image.pixels[(size_t)row * image.width + col];
      }
    }
    return shape;
  }
  int32_t dims[2];
  if (size < sizeof dims) {
    lb_error(size ? "hfield missing header '%s'" : "could not read hfield file '%s'", name);
  }
  memcpy(dims, bytes, sizeof dims);
  if (dims[0] < 1 || dims[1] < 1) {
    lb_error("non-positive hfield dimensions in file '%s'", name);
  }
  uint64_t samples = (uint64_t)dims[0] * (uint64_t)dims[1];
  if (samples != (size - sizeof dims) / sizeof(float) || size % sizeof(float)) {
    lb_error("unexpected file size in file '%s'", name);
  }
  size_t count = (size_t)samples;
  shape = (lbHFieldShape){.rowCount = dims[0], .columnCount = dims[1]};
  shape.height = lb_regionAlloc(region, count * sizeof(float));
  memcpy(shape.height, (const char*)bytes + sizeof dims, count * sizeof(float));
  return shape;
}

void lb_normalizeHField(lbHFieldShape* shape) {
  size_t count = (size_t)shape->rowCount * shape->columnCount;
  float low = 1e10f, high = -1e10f;
  for (size_t i = 0; i < count; i++) {
    low = shape->height[i] < low ? shape->height[i] : low;
    high = shape->height[i] > high ? shape->height[i] : high;
  }
  if (low > high) {
    lb_error("invalid data range in hfield");
  }
  for (size_t i = 0; i < count; i++) {
    shape->height[i] -= low;
    if (high - low > (float)mjMINVAL) {
      shape->height[i] /= high - low;
    } else {
      shape->height[i] = 0;
    }
  }
}
