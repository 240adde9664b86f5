// Height fields: elevation grids from binary files and pictures.

#pragma once

#include "api/types.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// Heights row by row, from the lowest y upwards.
typedef struct lbHFieldShape_ {
  int rowCount, columnCount;
  float* height;
} lbHFieldShape;

// A file held in memory: a picture (PNG, by content type or extension; brightness is height) or two
// 32-bit integers (rows, columns) and as many floats.
lbHFieldShape lb_readHField(lbRegion* region, const char* name, const char* contentType,
                            const void* bytes, size_t size);

// Moves and scales the heights to [0, 1]; a level field becomes zero.
void lb_normalizeHField(lbHFieldShape* shape);

#ifdef __cplusplus
}
#endif
