// See size.h.

#include "base/size.h"

#include "base/error.h"

#include <limits.h>

int64_t lb_sizeProduct(int64_t a, int64_t b) {
  if (a < 0 || b < 0 || (b && a > INT64_MAX / b)) {
    lb_error("size overflow: %lld times %lld", (long long)a, (long long)b);
  }
  return a * b;
}

size_t lb_checkedSize(int64_t count, size_t itemSize) {
  size_t bytes;
  if (count < 0 || count > PTRDIFF_MAX || __builtin_mul_overflow((size_t)count, itemSize, &bytes) ||
      bytes > PTRDIFF_MAX) {
    lb_error("size overflow: %lld items of %zu bytes", (long long)count, itemSize);
  }
  return bytes;
}

int lb_sizeAsInt(int64_t size, const char* what) {
  if (size < 0 || size > INT_MAX) {
    lb_error("too many %s: %lld, expected at most %d", what, (long long)size, INT_MAX);
  }
  return (int)size;
}
