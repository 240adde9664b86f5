// Allocation, copying and releasing of mjModel; see model/model.h.

#include "model/model.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/fields.h"
#include "model/mesh_hull.h"

#include <stddef.h>
#include <string.h>

size_t lb_modelBufferBytes(const mjModel* sizes) {
  return lb_bufferBytes(lb_modelFields, lb_modelFieldCount, sizes);
}

static void placeArrays(mjModel* m) {
  lb_placeFields(lb_modelFields, lb_modelFieldCount, m, m, m->buffer);
}

// Addresses in a model are ints, but for those of pixels.
static void checkSizes(const mjModel* m) {
  const mjtSize* size = lb_modelSizes(m);
  for (int i = 0; i < LB_SIZE_COUNT; i++) {
    bool large = size + i == &m->ntexdata || size + i == &m->narena || size + i == &m->nbuffer;
    if (size[i] > 0 && !large) {
      lb_sizeAsInt(size[i], lb_sizeNames[i]);
    }
  }
}

mjModel* lb_makeModel(const mjModel* sizes) {
  checkSizes(sizes);
  // arrays that the reference has not come last
  size_t published = lb_bufferBytes(lb_modelFields, lb_publishedFieldCount, sizes);
  size_t bytes = published + lb_bufferBytes(lb_modelFields + lb_publishedFieldCount,
                                            lb_modelFieldCount - lb_publishedFieldCount, sizes);
  size_t behind = lb_hullStartBytes(sizes);
  char* block = lb_tryAlloc(bytes + behind);
  mjModel* m = block ? lb_tryAlloc(sizeof(mjModel)) : NULL;
  if (!m) {
    lb_free(block);
    lb_error("Could not allocate memory for the model (%zu bytes)", bytes);
  }
  memset(m, 0, sizeof(mjModel));
  memcpy(m, sizes, LB_SIZE_BYTES);
  m->buffer = block;
  m->nbuffer = (mjtSize)published;
  placeArrays(m);

  // pixels, which can be most of a model, are written by whoever makes it
  char* pixels = (char*)m->tex_data;
  size_t before = (size_t)(pixels - block), after = before + (size_t)m->ntexdata;
  memset(block, 0, before);
  memset(block + after, 0, bytes + behind - after);
  for (mjtSize i = 0; i < m->nsite; i++) {
    m->site_dataid[i] = -1;
  }
  return m;
}

bool lb_sameSizes(const mjModel* a, const mjModel* b) {
  return !memcmp(a, b, LB_SIZE_BYTES);
}

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  LB_REQUIRE(src);
  if (!dest) {
    dest = lb_makeModel(src);
  } else if (!lb_sameSizes(dest, src)) {
    lb_complain("mj_copyModel: dest and src models have different sizes");
    return NULL;
  }

  // keep the destination's own buffer and pointers, take everything else
  void* buffer = dest->buffer;
  memcpy(dest, src, sizeof(mjModel));
  dest->buffer = buffer;
  placeArrays(dest);
  memcpy(dest->buffer, src->buffer, lb_modelBufferBytes(src) + lb_hullStartBytes(src));
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
  for (int i = 0; i < LB_SIZE_COUNT; i++) {
    hash = (hash ^ (uint64_t)lb_modelSizes(m)[i]) * 1099511628211u;
  }
  for (mjtSize i = 0; i < m->nnames; i++) {
    hash = (hash ^ (unsigned char)m->names[i]) * 1099511628211u;
  }
  m->signature = hash;
}
