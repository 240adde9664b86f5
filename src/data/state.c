// State vectors: parts of mjData, chosen by mjtState bits, concatenated in the order of the bits.

#include <string.h>

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/size.h"
#include "data/data.h"

// Numbers in one component of the state.
static mjtSize componentSize(const mjModel* m, int bit) {
  switch (bit) {
    case mjSTATE_TIME:
      return 1;
    case mjSTATE_QPOS:
      return m->nq;
    case mjSTATE_QVEL:
    case mjSTATE_WARMSTART:
    case mjSTATE_QFRC_APPLIED:
      return m->nv;
    case mjSTATE_ACT:
      return m->na;
    case mjSTATE_HISTORY:
      return m->nhistory;
    case mjSTATE_CTRL:
      return m->nu;
    case mjSTATE_XFRC_APPLIED:
      return 6 * m->nbody;
    case mjSTATE_EQ_ACTIVE:
      return m->neq;
    case mjSTATE_MOCAP_POS:
      return 3 * m->nmocap;
    case mjSTATE_MOCAP_QUAT:
      return 4 * m->nmocap;
    case mjSTATE_USERDATA:
      return m->nuserdata;
    default:
      return m->npluginstate;
  }
}

static mjtNum* componentNumbers(mjData* d, int bit) {
  switch (bit) {
    case mjSTATE_TIME:
      return &d->time;
    case mjSTATE_QPOS:
      return d->qpos;
    case mjSTATE_QVEL:
      return d->qvel;
    case mjSTATE_ACT:
      return d->act;
    case mjSTATE_HISTORY:
      return d->history;
    case mjSTATE_WARMSTART:
      return d->qacc_warmstart;
    case mjSTATE_CTRL:
      return d->ctrl;
    case mjSTATE_QFRC_APPLIED:
      return d->qfrc_applied;
    case mjSTATE_XFRC_APPLIED:
      return d->xfrc_applied;
    case mjSTATE_MOCAP_POS:
      return d->mocap_pos;
    case mjSTATE_MOCAP_QUAT:
      return d->mocap_quat;
    case mjSTATE_USERDATA:
      return d->userdata;
    default:
      return d->plugin_state;
  }
}

// One component of the state: numbers, or for eq_active flags that travel as numbers.
typedef struct Component_ {
  mjtNum* number;
  mjtBool* flag;
  mjtSize count;
} Component;

static Component component(const mjModel* m, mjData* d, int bit) {
  bool flags = bit == mjSTATE_EQ_ACTIVE;
  return (Component){flags ? NULL : componentNumbers(d, bit), flags ? d->eq_active : NULL,
                     componentSize(m, bit)};
}

// what: the function that asks and what it calls the signature, for errors.
static bool isSignature(int sig, const char* what) {
  if (sig < 0) {
    lb_complain("%s %d < 0", what, sig);
    return false;
  }
  if (sig >= (1 << mjNSTATE)) {
    lb_complain("%s %d >= 2^mjNSTATE", what, sig);
    return false;
  }
  return true;
}

int mj_stateSize(const mjModel* m, int sig) {
  if (!isSignature(sig, "mj_stateSize: invalid state signature")) {
    return 0;
  }
  mjtSize size = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    if (sig & (1 << i)) {
      size += componentSize(m, 1 << i);
    }
  }
  return lb_sizeAsInt(size, "numbers in a state");
}

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig) {
  LB_REQUIRE(d);
  if (!isSignature(sig, "mj_getState: invalid state signature")) {
    return;
  }
  LB_REQUIRE(state || mj_stateSize(m, sig) == 0);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(sig & (1 << i))) {
      continue;
    }
    Component part = component(m, (mjData*)d, 1 << i);
    if (part.flag) {
      for (mjtSize k = 0; k < part.count; k++) {
        state[k] = part.flag[k];
      }
    } else if (part.count) {
      memcpy(state, part.number, (size_t)part.count * sizeof(mjtNum));
    }
    state += part.count;
  }
}

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig) {
  LB_REQUIRE(d);
  if (!isSignature(sig, "mj_setState: invalid state signature")) {
    return;
  }
  LB_REQUIRE(state || mj_stateSize(m, sig) == 0);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(sig & (1 << i))) {
      continue;
    }
    Component part = component(m, d, 1 << i);
    if (part.flag) {
      for (mjtSize k = 0; k < part.count; k++) {
        part.flag[k] = state[k] != 0;
      }
    } else if (part.count) {
      memcpy(part.number, state, (size_t)part.count * sizeof(mjtNum));
    }
    state += part.count;
  }
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  if (!isSignature(srcsig, "mj_extractState: invalid srcsig")) {
    return;
  }
  if (dstsig & ~srcsig) {
    lb_complain("mj_extractState: dstsig is not a subset of srcsig");
    return;
  }
  LB_REQUIRE(dst || mj_stateSize(m, dstsig) == 0);
  LB_REQUIRE(src || mj_stateSize(m, srcsig) == 0);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(srcsig & (1 << i))) {
      continue;
    }
    mjtSize count = componentSize(m, 1 << i);
    if (count && dstsig & (1 << i)) {
      memcpy(dst, src, (size_t)count * sizeof(mjtNum));
      dst += count;
    }
    src += count;
  }
}

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  LB_REQUIRE(src && dst);
  if (!isSignature(sig, "mj_copyState: invalid state signature")) {
    return;
  }
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(sig & (1 << i))) {
      continue;
    }
    Component from = component(m, (mjData*)src, 1 << i);
    Component to = component(m, dst, 1 << i);
    if (from.flag) {
      memmove(to.flag, from.flag, (size_t)from.count * sizeof(mjtBool));
    } else if (from.count) {
      memmove(to.number, from.number, (size_t)from.count * sizeof(mjtNum));
    }
  }
}

void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  LB_REQUIRE(m && d);
  if (k < 0) {
    lb_complain("mj_setKeyframe: keyframe index cannot be negative, got %d", k);
    return;
  }
  if (k >= m->nkey) {
    lb_complain(
        "mj_setKeyframe: index must be smaller than %d (keyframes allocated in model), got %d",
        (int)m->nkey, k);
    return;
  }
  m->key_time[k] = d->time;
  memcpy(m->key_qpos + k * m->nq, d->qpos, (size_t)m->nq * sizeof(mjtNum));
  memcpy(m->key_qvel + k * m->nv, d->qvel, (size_t)m->nv * sizeof(mjtNum));
  memcpy(m->key_act + k * m->na, d->act, (size_t)m->na * sizeof(mjtNum));
  memcpy(m->key_mpos + 3 * k * m->nmocap, d->mocap_pos, (size_t)m->nmocap * 3 * sizeof(mjtNum));
  memcpy(m->key_mquat + 4 * k * m->nmocap, d->mocap_quat, (size_t)m->nmocap * 4 * sizeof(mjtNum));
  memcpy(m->key_ctrl + k * m->nu, d->ctrl, (size_t)m->nu * sizeof(mjtNum));
}
