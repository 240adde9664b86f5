// See size.h.

#include "base/size.h"

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>

int64_t lb_sizeProduct(int64_t a, int64_t b) {
  if (a < 0 || b < 0 || (b && a > INT64_MAX / b)) {
    lb_error("size overflow: %lld times %lld", (long long)a, (long long)b);
  }
  return a * b;
}

size_t lb_checkedSize(int64_t count, size_t itemSize) {
  // where both are small the product tells, without a division
  bool small = ((uint64_t)count | itemSize) <= INT32_MAX;
  bool fits = small ? (uint64_t)count * itemSize <= PTRDIFF_MAX
                    : count >= 0 && (!itemSize || (uint64_t)count <= PTRDIFF_MAX / itemSize);
  if (!fits) {
    lb_error("size overflow: %lld items of %zu bytes", (long long)count, itemSize);
  }
  return (size_t)count * itemSize;
}

int lb_sizeAsInt(int64_t size, const char* what) {
  if (size < 0 || size > INT_MAX) {
    lb_error("too many %s: %lld, expected at most %d", what, (long long)size, INT_MAX);
  }
  return (int)size;
}
