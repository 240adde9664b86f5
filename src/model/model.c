// Allocation, copying and releasing of mjModel; see model/model.h.

#include "model/model.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

enum { ARRAY_ALIGNMENT = 64 };

static size_t alignedEnd(size_t offset, mjtSize rows, mjtSize columns, size_t itemSize) {
  if (rows < 0 || columns < 0) {
    lb_error("Invalid model: negative array size");
  }
  size_t bytes = lb_checkedSize(lb_checkedSize((size_t)rows, (size_t)columns), itemSize);
  if (bytes > PTRDIFF_MAX - ARRAY_ALIGNMENT - offset) {
    lb_error("Invalid model: arrays exceed the address space");
  }
  return offset + ((bytes + ARRAY_ALIGNMENT - 1) & ~(size_t)(ARRAY_ALIGNMENT - 1));
}

size_t lb_modelBufferBytes(const mjModel* sizes) {
  size_t offset = 0;
#define X(type, name, rows, cols, meaning) \
  offset = alignedEnd(offset, sizes->rows, cols, sizeof(type));
#define XV(type, name, rows, colsSize, times, meaning) \
  offset = alignedEnd(offset, sizes->rows, sizes->colsSize * times, sizeof(type));
  LB_MODEL_ARRAYS(X, XV)
#undef X
#undef XV
  return offset;
}

// Points every array field into the buffer, in the order of lb_modelBufferBytes.
static void placeArrays(mjModel* m) {
  char* base = m->buffer;
  size_t offset = 0;
#define X(type, name, rows, cols, meaning) \
  m->name = (type*)(base + offset);        \
  offset = alignedEnd(offset, m->rows, cols, sizeof(type));
#define XV(type, name, rows, colsSize, times, meaning) \
  m->name = (type*)(base + offset);                    \
  offset = alignedEnd(offset, m->rows, m->colsSize * times, sizeof(type));
  LB_MODEL_ARRAYS(X, XV)
#undef X
#undef XV
}

mjModel* lb_makeModel(const mjModel* sizes) {
  size_t bytes = lb_modelBufferBytes(sizes);
  char* block = lb_tryAlloc(bytes);
  mjModel* m = block ? lb_tryAlloc(sizeof(mjModel)) : NULL;
  if (!m) {
    lb_free(block);
    lb_error("Could not allocate memory for the model (%zu bytes)", bytes);
  }
  memset(m, 0, sizeof(mjModel));
#define X(name, meaning) m->name = sizes->name;
  LB_MODEL_SIZES(X)
#undef X
  memset(block, 0, bytes);
  m->buffer = block;
  m->nbuffer = (mjtSize)bytes;
  placeArrays(m);
  return m;
}

static bool sameSizes(const mjModel* a, const mjModel* b) {
  bool same = true;
#define X(name, meaning) same = same && a->name == b->name;
  LB_MODEL_SIZES(X)
#undef X
  return same;
}

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  if (!dest) {
    dest = lb_makeModel(src);
  } else if (!sameSizes(dest, src)) {
    lb_error("mj_copyModel: dest and src models have different sizes");
  }

  // keep the destination's own buffer and pointers, take everything else
  void* buffer = dest->buffer;
  memcpy(dest, src, sizeof(mjModel));
  dest->buffer = buffer;
  placeArrays(dest);
  memcpy(dest->buffer, src->buffer, (size_t)src->nbuffer);
  return dest;
}

void mj_deleteModel(mjModel* m) {
  if (m) {
    lb_free(m->buffer);
    lb_free(m);
  }
}

void lb_signModel(mjModel* m) {
  uint64_t hash = 14695981039346656037u;
#define X(name, meaning) hash = (hash ^ (uint64_t)m->name) * 1099511628211u;
  LB_MODEL_SIZES(X)
#undef X
  for (mjtSize i = 0; i < m->nnames; i++) {
    hash = (hash ^ (unsigned char)m->names[i]) * 1099511628211u;
  }
  m->signature = hash;
}
