// Sizes that a file, a spec or a call asks for. They are computed in 64 bits, in the module too,
// where size_t has 32, and refused where they do not fit what they are for.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// a * b; raises an error when one is negative or the product exceeds 63 bits.
int64_t lb_sizeProduct(int64_t a, int64_t b);

// Bytes of `count` items; raises an error when count is negative or no block can be that large.
size_t lb_checkedSize(int64_t count, size_t itemSize);

// The size as an int, which counts and addresses of a model are. Raises an error that says of
// `what` there are too many.
int lb_sizeAsInt(int64_t size, const char* what);

#ifdef __cplusplus
}
#endif
