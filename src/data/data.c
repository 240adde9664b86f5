// Making, resetting and copying mjData. One struct, one buffer for the arrays sized by the model,
// one arena.

#include "data/data.h"
#include "api/callbacks.h"
#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "data/awake.h"
#include "data/stack.h"
#include "model/fields.h"

#include <string.h>

enum {
  TREE_AWAKE_AT_RESET = -11,  // tree_asleep of a tree that has just been woken
};

static void placeArrays(const mjModel* m, mjData* d) {
  lb_placeFields(lb_dataFields, lb_dataFieldCount, m, d, d->buffer);
}

// The struct with buffer and arena of the right sizes, content undefined.
static mjData* allocate(const mjModel* m) {
  size_t bytes = lb_bufferBytes(lb_dataFields, lb_dataFieldCount, m);
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
  d->nplugin = (int)m->nplugin;
  placeArrays(m, d);
  return d;
}

typedef struct {
  const mjModel* m;
  mjData* d;
} NewData;

static void resetNew(void* context) {
  NewData* made = context;
  mj_resetData(made->m, made->d);
}

mjData* mj_makeData(const mjModel* m) {
  if (!m) {
    return NULL;
  }
  mjData* d = allocate(m);
  d->signature = m->signature;
  memset(d->buffer, 0, (size_t)d->nbuffer);
  lb_initPlugins(m, d);
  NewData made = {m, d};
  if (!lb_protect(resetNew, &made)) {
    mj_deleteData(d);
    lb_error("%s", lb_lastError());
  }
  return d;
}

void lb_checkPair(const mjModel* m, const mjData* d, const char* function) {
  if (d->signature != m->signature) {
    lb_error("%s: mjData was made from another mjModel", function);
  }
}

// Constraint arrays point into the arena; a copy's pointers get the same offset in its own arena.
static void rebaseArena(mjData* dest, const mjData* src) {
  for (int i = 0; i < lb_arenaFieldCount; i++) {
    char* array = *lb_fieldPointer(&lb_arenaFields[i], src);
    *lb_fieldPointer(&lb_arenaFields[i], dest) =
        array ? (char*)dest->arena + (array - (char*)src->arena) : NULL;
  }
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  lb_checkPair(m, src, "mj_copyData");
  if (src->pstack) {
    lb_error("mj_copyData: the source is in the middle of a computation");
  }
  if (!dest) {
    dest = allocate(m);
    memset(dest->buffer, 0, (size_t)dest->nbuffer);
    lb_initPlugins(m, dest);
  } else {
    lb_checkPair(m, dest, "mj_copyData");
  }
  void* buffer = dest->buffer;
  void* arena = dest->arena;
  memcpy(dest, src, sizeof(mjData));
  dest->buffer = buffer;
  dest->arena = arena;
  placeArrays(m, dest);

  // everything but the plugin instances, which each data has for itself
  size_t before = (size_t)((char*)dest->plugin - (char*)buffer);
  size_t after = (size_t)((char*)dest->xpos - (char*)buffer);
  memcpy(buffer, src->buffer, before);
  memcpy((char*)buffer + after, (char*)src->buffer + after, (size_t)src->nbuffer - after);
  memcpy(dest->arena, src->arena, src->parena);
  rebaseArena(dest, src);
  lb_copyPlugins(dest, m, src);
  return dest;
}

// Sleep bookkeeping of a world in which every tree is awake.
static void wakeAll(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->ntree; i++) {
    d->tree_asleep[i] = TREE_AWAKE_AT_RESET;
    d->tree_awake[i] = 1;
  }
  d->ntree_awake = (int)m->ntree;

  // static bodies are neither asleep nor awake, but their own children may move
  d->nbody_awake = d->nparent_awake = 0;
  for (int i = 0; i < m->nbody; i++) {
    bool moves = m->body_treeid[i] >= 0 || m->body_mocapid[m->body_rootid[i]] >= 0;
    d->body_awake[i] = moves ? mjS_AWAKE : mjS_STATIC;
    d->body_awake_ind[d->nbody_awake++] = i;
    if (i > 0) {
      d->parent_awake_ind[d->nparent_awake++] = i;
    }
  }
  for (int i = 0; i < m->nv; i++) {
    d->dof_awake_ind[i] = i;
  }
  d->nv_awake = (int)m->nv;
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

// fill: byte for all computed results; 0 normally, a recognisable value for debugging.
static void reset(const mjModel* m, mjData* d, unsigned char fill) {
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
  // results
  memset(d->buffer, 0, (size_t)((char*)d->plugin - (char*)d->buffer));
  memset(d->xpos, fill, (size_t)((char*)d->buffer + d->nbuffer - (char*)d->xpos));
  memset(d->arena, fill, fill ? (size_t)d->narena : 0);
  lb_clearArena(d);
  resetState(m, d);
  wakeAll(m, d);
  lb_resetHistory(m, d);
  lb_resetPlugins(m, d);
}

void mj_resetData(const mjModel* m, mjData* d) {
  reset(m, d, 0);
  lb_sleepInitial(m, d);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  reset(m, d, debug_value);
  lb_sleepInitial(m, d);
}

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  mj_resetData(m, d);
  if (key < 0 || key >= m->nkey) {
    return;
  }
  d->time = m->key_time[key];
  memcpy(d->qpos, m->key_qpos + key * m->nq, sizeof(mjtNum) * (size_t)m->nq);
  memcpy(d->qvel, m->key_qvel + key * m->nv, sizeof(mjtNum) * (size_t)m->nv);
  memcpy(d->act, m->key_act + key * m->na, sizeof(mjtNum) * (size_t)m->na);
  memcpy(d->mocap_pos, m->key_mpos + 3 * key * m->nmocap, 3 * sizeof(mjtNum) * (size_t)m->nmocap);
  memcpy(d->mocap_quat, m->key_mquat + 4 * key * m->nmocap, 4 * sizeof(mjtNum) * (size_t)m->nmocap);
  memcpy(d->ctrl, m->key_ctrl + key * m->nu, sizeof(mjtNum) * (size_t)m->nu);
}

void mj_deleteData(mjData* d) {
  if (d) {
    lb_destroyPlugins(d, d->nplugin);
    lb_free(d->buffer);
    lb_free(d->arena);
    lb_free(d);
  }
}
