// Memory of mjData: allocating, clearing, copying. One struct, one buffer for the arrays sized by
// the model, one arena.

#include "data/data.h"
#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "data/awake.h"
#include "data/plugins.h"
#include "data/stack.h"
#include "data/threadpool.h"
#include "model/fields.h"

#include <string.h>

static void placeArrays(const mjModel* m, mjData* d) {
  lb_placeFields(lb_dataFields, lb_dataFieldCount, m, d, d->buffer);
}

static size_t dataBytes(const mjModel* m) {
  return lb_bufferBytes(lb_dataFields, lb_dataFieldCount, m) + lb_sleepMemoryBytes(m);
}

// The struct with buffer and arena of the right sizes, content undefined.
static mjData* allocate(const mjModel* m) {
  size_t bytes = dataBytes(m);
  mjData* d = lb_tryAlloc(sizeof(mjData));
  void* buffer = d ? lb_tryAlloc(bytes) : NULL;
  void* arena = buffer ? lb_tryAlloc((size_t)m->narena) : NULL;
  if (!arena) {
    lb_free(buffer);
    lb_free(d);
    lb_error("Could not allocate memory for mjData (%zu bytes, arena %zu bytes)", bytes,
             (size_t)m->narena);
  }
  memset(d, 0, sizeof(mjData));
  d->buffer = buffer;
  d->arena = arena;
  d->nbuffer = (mjtSize)bytes;
  d->narena = m->narena;
  d->nplugin = m->buffer ? (int)m->nplugin : 0;
  placeArrays(m, d);
  return d;
}

mjData* lb_newData(const mjModel* m) {
  mjData* d = allocate(m);
  d->signature = m->signature;
  memset(d->buffer, 0, (size_t)d->nbuffer);
  if (!lb_initPlugins(m, d)) {
    mj_deleteData(d);
    lb_raiseAgain();
  }
  return d;
}

void lb_checkPair(const mjModel* m, const mjData* d, const char* function) {
  // models of sizes only, and what is made of them, have no signature
  if (m->signature && d->signature ? d->signature != m->signature
                                   : (size_t)d->nbuffer != dataBytes(m) || d->narena != m->narena) {
    lb_error("%s: mjData was made from another mjModel", function);
  }
}

// Constraint arrays point into the arena; a copy's pointers get the same offset in its own arena.
static void* rebased(const void* pointer, const mjData* dest, const mjData* src) {
  return pointer ? (char*)dest->arena + ((const char*)pointer - (char*)src->arena) : NULL;
}

static void rebaseArena(mjData* dest, const mjData* src) {
  for (int i = 0; i < lb_arenaFieldCount; i++) {
    const void* array = *lb_fieldPointer(&lb_arenaFields[i], src);
    *lb_fieldPointer(&lb_arenaFields[i], dest) = rebased(array, dest, src);
  }
  dest->efm = rebased(src->efm, dest, src);
  dest->metric = rebased(src->metric, dest, src);
}

// Copies what stands in the struct itself; the arrays have their places, but not their content.
static mjData* copyStruct(mjData* dest, const mjModel* m, const mjData* src, const char* function) {
  lb_checkPair(m, src, function);
  if (src->pstack) {
    lb_complain("%s: the stack of the source is in use", function);
    return NULL;
  }
  if (!dest) {
    dest = lb_newData(m);
  } else {
    lb_checkPair(m, dest, function);
  }
  void* buffer = dest->buffer;
  void* arena = dest->arena;
  uintptr_t threadpool = dest->threadpool;
  int nplugin = dest->nplugin;
  memcpy(dest, src, sizeof(mjData));
  dest->nplugin = nplugin;
  dest->buffer = buffer;
  dest->arena = arena;
  dest->threadpool = threadpool;
  placeArrays(m, dest);
  rebaseArena(dest, src);
  return dest;
}

mjData* lb_copyDataWithout(mjData* dest, const mjModel* m, const mjData* src,
                           bool (*isLeft)(const char* name)) {
  dest = copyStruct(dest, m, src, "mjv_copyData");
  if (!dest) {
    return NULL;
  }
  for (int i = 0; i < lb_dataFieldCount; i++) {
    const lbArrayField* field = &lb_dataFields[i];
    size_t offset = lb_fieldOffset(field);
    bool ofPlugins = offset == offsetof(mjData, plugin) || offset == offsetof(mjData, plugin_data);
    size_t bytes = ofPlugins || isLeft(field->name) ? 0 : lb_fieldBytes(field, m, NULL);
    if (bytes) {
      memcpy(*lb_fieldPointer(field, dest), *lb_fieldPointer(field, src), bytes);
    }
  }
  size_t arrays = lb_bufferBytes(lb_dataFields, lb_dataFieldCount, m);
  memcpy((char*)dest->buffer + arrays, (char*)src->buffer + arrays, (size_t)src->nbuffer - arrays);
  // the arena, without the arrays that are left out
  size_t done = 0;
  for (int i = 0; i < lb_arenaFieldCount; i++) {
    const lbArrayField* field = &lb_arenaFields[i];
    const char* array = *lb_fieldPointer(field, src);
    if (array && isLeft(field->name)) {
      size_t start = (size_t)(array - (char*)src->arena);
      memcpy((char*)dest->arena + done, (char*)src->arena + done, start - done);
      done = start + lb_fieldBytes(field, m, src);
    }
  }
  memcpy((char*)dest->arena + done, (char*)src->arena + done, src->parena - done);
  lb_copyPlugins(dest, m, src);
  return dest;
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  LB_REQUIRE(m && src);
  dest = copyStruct(dest, m, src, "mj_copyData");
  if (!dest) {
    return NULL;
  }
  void* buffer = dest->buffer;

  // everything but the plugin instances, which each data has for itself
  size_t before = (size_t)((char*)dest->plugin - (char*)buffer);
  size_t after = (size_t)((char*)dest->xpos - (char*)buffer);
  memcpy(buffer, src->buffer, before);
  memcpy((char*)buffer + after, (char*)src->buffer + after, (size_t)src->nbuffer - after);
  memcpy(dest->arena, src->arena, src->parena);
  lb_copyPlugins(dest, m, src);
  return dest;
}

static void resetState(const mjModel* m, mjData* d) {
  memcpy(d->qpos, m->qpos0, sizeof(mjtNum) * (size_t)m->nq);
  mj_resetCtrl(m, d);
  for (int i = 0; i < m->neq; i++) {
    d->eq_active[i] = m->eq_active0[i];
  }

  // mocap bodies start where the model puts them, with unit quaternions
  for (int i = 0; i < m->nbody; i++) {
    int mocap = m->body_mocapid[i];
    if (mocap >= 0) {
      memcpy(d->mocap_pos + 3 * mocap, m->body_pos + 3 * i, 3 * sizeof(mjtNum));
      memcpy(d->mocap_quat + 4 * mocap, m->body_quat + 4 * i, 4 * sizeof(mjtNum));
      mju_normalize4(d->mocap_quat + 4 * mocap);
    }
  }
}

// COMPAT: RESET-DEBUG: the fill of results leaves out ids and addresses, which lead elsewhere in
// memory: data that was not computed yet can be drawn and asked.
static void clearAddresses(const mjModel* m, mjData* d, bool filled) {
  for (int i = 0; filled && i < lb_dataFieldCount; i++) {
    char* array = *lb_fieldPointer(&lb_dataFields[i], d);
    if (lb_dataFields[i].kind == LB_ITEM_INT && array >= (char*)d->xpos) {
      memset(array, 0, lb_fieldBytes(&lb_dataFields[i], m, NULL));
    }
  }
}

void lb_clearData(const mjModel* m, mjData* d, unsigned char fill) {
  lb_checkPair(m, d, "mj_resetData");
  mjData kept = *d;
  memset(d, 0, sizeof(mjData));
  d->narena = kept.narena;
  d->nbuffer = kept.nbuffer;
  d->nplugin = kept.nplugin;
  d->threadpool = kept.threadpool;
  d->buffer = kept.buffer;
  d->arena = kept.arena;
  d->signature = kept.signature;
  placeArrays(m, d);

  // state and inputs come first in the buffer, then the plugin instances, which survive, then
  // results; the state of plugins is left to their own reset
  char* afterPlugins = (char*)(d->plugin_state + m->npluginstate);
  memset(d->buffer, 0, (size_t)((char*)d->plugin_state - (char*)d->buffer));
  memset(afterPlugins, 0, (size_t)((char*)d->plugin - afterPlugins));
  memset(d->xpos, fill, (size_t)((char*)d->buffer + d->nbuffer - (char*)d->xpos));
  memset(d->arena, fill, fill ? (size_t)d->narena : 0);
  clearAddresses(m, d, fill != 0);
  lb_startData(m, d);
}

void lb_startData(const mjModel* m, mjData* d) {
  lb_clearArena(d);
  resetState(m, d);
  lb_sleepMemory(d)->placed = 0;
  lb_wakeAll(m, d);
  lb_resetHistory(m, d);
  lb_resetPlugins(m, d);
}

void mj_deleteData(mjData* d) {
  if (d) {
    lb_releaseThreads(d);
    lb_destroyPlugins(d, d->nplugin);
    lb_free(d->buffer);
    lb_free(d->arena);
    lb_free(d);
  }
}
