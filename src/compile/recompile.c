// mj_recompile: a model and its data made anew from the edited spec. State goes on where the new
// model has the same object, by name or else by position.

#include "api/limber.h"
#include "math/inline.h"
#include "model/joint_size.h"

// The object of the old model that corresponds to one of the new: by name, or by position when it
// has none and their number has not changed.
static int oldId(const mjModel* from, const mjModel* to, mjtObj type, int id, mjtSize oldCount,
                 mjtSize newCount) {
  const char* name = mj_id2name(to, type, id);
  if (name && name[0]) {
    return mj_name2id(from, type, name);
  }
  if (oldCount != newCount) {
    return -1;
  }
  const char* oldName = mj_id2name(from, type, id);
  return oldName && oldName[0] ? -1 : id;
}

static void carryJoints(const mjModel* from, const mjData* old, const mjModel* to, mjData* d) {
  for (int j = 0; j < to->njnt; j++) {
    int k = oldId(from, to, mjOBJ_JOINT, j, from->njnt, to->njnt);
    int type = to->jnt_type[j];
    if (k < 0 || from->jnt_type[k] != type) {
      continue;
    }
    mju_copy(d->qpos + to->jnt_qposadr[j], old->qpos + from->jnt_qposadr[k],
             lb_jointQposCount(type));
    mju_copy(d->qvel + to->jnt_dofadr[j], old->qvel + from->jnt_dofadr[k], lb_jointDofCount(type));
    mju_copy(d->qacc_warmstart + to->jnt_dofadr[j], old->qacc_warmstart + from->jnt_dofadr[k],
             lb_jointDofCount(type));
  }
}

static void carryActuators(const mjModel* from, const mjData* old, const mjModel* to, mjData* d) {
  for (int i = 0; i < to->nactuator; i++) {
    int k = oldId(from, to, mjOBJ_ACTUATOR, i, from->nactuator, to->nactuator);
    if (k < 0) {
      continue;
    }
    if (from->actuator_ctrlnum[k] == to->actuator_ctrlnum[i]) {
      mju_copy(d->ctrl + to->actuator_ctrladr[i], old->ctrl + from->actuator_ctrladr[k],
               to->actuator_ctrlnum[i]);
    }
    if (to->actuator_actnum[i] && from->actuator_actnum[k] == to->actuator_actnum[i]) {
      mju_copy(d->act + to->actuator_actadr[i], old->act + from->actuator_actadr[k],
               to->actuator_actnum[i]);
    }
  }
}

static void carryMocap(const mjModel* from, const mjData* old, const mjModel* to, mjData* d) {
  for (int b = 0; b < to->nbody; b++) {
    int k = to->body_mocapid[b] >= 0 ? oldId(from, to, mjOBJ_BODY, b, from->nbody, to->nbody) : -1;
    if (k < 0 || from->body_mocapid[k] < 0) {
      continue;
    }
    lb_copy3(d->mocap_pos + 3 * to->body_mocapid[b], old->mocap_pos + 3 * from->body_mocapid[k]);
    lb_copy4(d->mocap_quat + 4 * to->body_mocapid[b], old->mocap_quat + 4 * from->body_mocapid[k]);
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

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  mjModel* fresh = mj_compile(s, vfs);
  if (!fresh) {
    return -1;
  }
  if (d) {
    mjData* data = mj_makeData(fresh);
    data->time = d->time;
    carryJoints(m, d, fresh, data);
    carryActuators(m, d, fresh, data);
    carryMocap(m, d, fresh, data);
    moveData(d, data);
  }
  moveModel(m, fresh);
  return 0;
}
