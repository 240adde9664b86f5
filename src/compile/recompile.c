// mj_recompile: a model and its data made anew from the edited spec. State goes on where the new
// model has the same object: made from the same element of the spec, when the old model was
// compiled from it last; of another model, the object with the same name, or else in the same
// place.

#include "api/limber.h"
#include "base/error.h"
#include "math/inline.h"
#include "model/joint_size.h"
#include "spec/internal.h"

// From one model and its data to another.
typedef struct Move_ {
  const lbSpec* spec;  // of the new model
  bool sameSpec;       // the old one was compiled from it, too
  const mjModel* from;
  const mjData* old;
  const mjModel* to;
  mjData* d;
} Move;

// The object of the old model that has the name of one of the new, or its place when that has none
// and their number has not changed; -1: none.
static int namedId(const Move* move, mjtObj type, int id, bool sameCount) {
  const char* name = mj_id2name(move->to, type, id);
  if (name && name[0]) {
    return mj_name2id(move->from, type, name);
  }
  const char* oldName = sameCount ? mj_id2name(move->from, type, id) : NULL;
  return !sameCount || (oldName && oldName[0]) ? -1 : id;
}

// Ids of an object in both models; false: it is not in both.
static bool idsOf(const Move* move, const lbElement* element, int* newId, int* oldId) {
  const mjModel* from = move->from;
  const mjModel* to = move->to;
  mjtObj type = element->handle.elemtype;
  bool sameCount = type == mjOBJ_JOINT  ? from->njnt == to->njnt
                   : type == mjOBJ_BODY ? from->nbody == to->nbody
                                        : from->nactuator == to->nactuator;
  *newId = element->compiledId;
  if (*newId < 0) {
    return false;
  }
  *oldId = move->sameSpec ? element->formerId : namedId(move, type, *newId, sameCount);
  return *oldId >= 0;
}

static void carryJoint(const Move* move, int j, int k) {
  const mjModel* from = move->from;
  const mjModel* to = move->to;
  int type = to->jnt_type[j];
  if (from->jnt_type[k] != type) {
    return;
  }
  int position = to->jnt_qposadr[j], oldPosition = from->jnt_qposadr[k];
  int dof = to->jnt_dofadr[j], oldDof = from->jnt_dofadr[k];
  mju_copy(move->d->qpos + position, move->old->qpos + oldPosition, lb_jointQposCount(type));
  mju_copy(move->d->qvel + dof, move->old->qvel + oldDof, lb_jointDofCount(type));
  mju_copy(move->d->qacc_warmstart + dof, move->old->qacc_warmstart + oldDof,
           lb_jointDofCount(type));
}

static void carryActuator(const Move* move, int i, int k) {
  const mjModel* from = move->from;
  const mjModel* to = move->to;
  if (from->actuator_ctrlnum[k] == to->actuator_ctrlnum[i]) {
    mju_copy(move->d->ctrl + to->actuator_ctrladr[i], move->old->ctrl + from->actuator_ctrladr[k],
             to->actuator_ctrlnum[i]);
  }
  if (to->actuator_actnum[i] && from->actuator_actnum[k] == to->actuator_actnum[i]) {
    mju_copy(move->d->act + to->actuator_actadr[i], move->old->act + from->actuator_actadr[k],
             to->actuator_actnum[i]);
  }
}

static void carryMocap(const Move* move, int b, int k) {
  int mocap = move->to->body_mocapid[b], oldMocap = move->from->body_mocapid[k];
  if (mocap >= 0 && oldMocap >= 0) {
    lb_copy3(move->d->mocap_pos + 3 * mocap, move->old->mocap_pos + 3 * oldMocap);
    lb_copy4(move->d->mocap_quat + 4 * mocap, move->old->mocap_quat + 4 * oldMocap);
  }
}

static void carry(const Move* move, mjtObj type, void (*carryOne)(const Move*, int, int)) {
  const lbElementList* list = &move->spec->lists[type];
  for (int i = 0; i < list->count; i++) {
    int newId, oldId;
    if (idsOf(move, list->items[i], &newId, &oldId)) {
      carryOne(move, newId, oldId);
    }
  }
}

// Puts the content of one object into the struct of another, which loses its own.
static void moveModel(mjModel* target, mjModel* source) {
  mjModel swapped = *target;
  *target = *source;
  *source = swapped;
  mj_deleteModel(source);
}

static void moveData(mjData* target, mjData* source) {
  mjData swapped = *target;
  *target = *source;
  *source = swapped;
  mj_deleteData(source);
}

typedef struct NewData_ {
  const mjModel* m;
  mjData* d;  // NULL until it is made
} NewData;

static void makeNew(void* context) {
  NewData* made = context;
  made->d = mj_makeData(made->m);
}

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  LB_REQUIRE(m);
  mjModel* fresh = mj_compile(s, vfs);
  if (!fresh) {
    return -1;
  }
  NewData made = {.m = fresh};
  if (d && (!lb_protect(makeNew, &made) || !made.d)) {
    lb_specSetError(lb_spec(s), lb_lastError());
    mj_deleteModel(fresh);
    return -1;
  }
  if (d) {
    const lbSpec* spec = lb_spec(s);
    Move move = {.spec = spec,
                 .sameSpec = spec->formerSignature == m->signature,
                 .from = m,
                 .old = d,
                 .to = fresh,
                 .d = made.d};
    made.d->time = d->time;
    carry(&move, mjOBJ_JOINT, carryJoint);
    carry(&move, mjOBJ_ACTUATOR, carryActuator);
    carry(&move, mjOBJ_BODY, carryMocap);
    moveData(d, made.d);
  }
  moveModel(m, fresh);
  return 0;
}
