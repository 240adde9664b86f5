// Parameters in which simulations of a batch differ, and the constants that follow from them.
//
// Constants are what mj_setConst writes. Each simulation has its own as soon as a parameter varies
// on which they depend; they are renewed when such a parameter is not what it was.

#include "batch/batch.h"

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "batch/parameters.h"

#include <string.h>

static bool isAmong(const char* const* names, const char* name) {
  for (; *names; names++) {
    size_t length = strlen(*names);
    bool prefix = (*names)[length - 1] == '*';
    if (prefix ? !strncmp(name, *names, length - 1) : !strcmp(name, *names)) {
      return true;
    }
  }
  return false;
}

// Numbers that describe the shape of something that the compiler has built more upon.
static const char* const builtNumbers[] = {
    "mesh_*",     "skin_*",        "bvh_*",   "oct_*",           "efm0_*",
    "flexedge_*", "flex_texcoord", "flex_*0", "flex_vertmetric", NULL};

// Switches and bits among the other items.
static const char* const settings[] = {"jnt_limited",
                                       "jnt_actfrclimited",
                                       "jnt_actgravcomp",
                                       "jnt_group",
                                       "geom_contype",
                                       "geom_conaffinity",
                                       "geom_condim",
                                       "geom_priority",
                                       "geom_group",
                                       "site_group",
                                       "light_active",
                                       "light_castshadow",
                                       "pair_dim",
                                       "eq_active0",
                                       "tendon_limited",
                                       "tendon_actfrclimited",
                                       "tendon_group",
                                       "actuator_group",
                                       "actuator_actlimited",
                                       "actuator_ctrllimited",
                                       "actuator_forcelimited",
                                       "actuator_actearly",
                                       NULL};

// Parameters on which constants depend. A test varies all others, and finds that none does.
static const char* const shaping[] = {"qpos0",
                                      "qpos_spring",
                                      "body_pos",
                                      "body_quat",
                                      "body_ipos",
                                      "body_iquat",
                                      "body_mass",
                                      "body_inertia",
                                      "body_gravcomp",
                                      "jnt_pos",
                                      "jnt_axis",
                                      "jnt_range",
                                      "dof_armature",
                                      "geom_pos",
                                      "geom_quat",
                                      "geom_size",
                                      "geom_aabb",
                                      "geom_rbound",
                                      "geom_surfacevel",
                                      "geom_adhesion",
                                      "site_pos",
                                      "site_quat",
                                      "site_size",
                                      "cam_pos",
                                      "cam_quat",
                                      "light_pos",
                                      "light_dir",
                                      "eq_data",
                                      "flex_vert",
                                      "flex_node",
                                      "flex_radius",
                                      "tendon_armature",
                                      "tendon_lengthspring",
                                      "wrap_prm",
                                      "actuator_gear",
                                      "actuator_armature",
                                      "actuator_damping",
                                      "actuator_dampingpoly",
                                      "actuator_cranklength",
                                      "actuator_gainprm",
                                      "actuator_biasprm",
                                      "hfield_size",
                                      NULL};

// What mj_setConst writes.
static const char* const derivedArrays[] = {"body_sameframe",
                                            "body_subtreemass",
                                            "body_invweight0",
                                            "jnt_actuatorid",
                                            "dof_invweight0",
                                            "dof_M0",
                                            "dof_length",
                                            "tree_sleep_policy",
                                            "geom_sameframe",
                                            "site_sameframe",
                                            "cam_poscom0",
                                            "cam_pos0",
                                            "cam_mat0",
                                            "light_poscom0",
                                            "light_pos0",
                                            "light_dir0",
                                            "flexedge_length0",
                                            "flexedge_invweight0",
                                            "tendon_actuatorid",
                                            "tendon_lengthspring",
                                            "tendon_length0",
                                            "tendon_invweight0",
                                            "actuator_length0",
                                            "actuator_acc0",
                                            "actuator_biasprm",
                                            "eq_data",
                                            NULL};

bool lb_isConstant(const char* name) {
  return isAmong(derivedArrays, name);
}

// --- which fields may vary

#define NO_PART(type, name, meaning)
#define X(ctype, field, count, ...)     \
  {.name = "opt." #field,               \
   .offset = offsetof(mjOption, field), \
   .width = count,                      \
   .type = _Generic((ctype*)0, mjtNum *: lbBATCH_NUM, default: lbBATCH_INT)},
static const struct {
  const char* name;
  size_t offset;
  int width;
  int type;
} options[] = {LB_OPTION_FIELDS(X, NO_PART)};
#undef X
#undef NO_PART

static lbBatchEntry optionEntry(const char* name) {
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    if (strcmp(options[i].name, name)) {
      continue;
    }
    if (!strcmp(name, "opt.enableflags")) {
      lb_error("lb_batchVary: '%s' is the same for all simulations of a batch", name);
    }
    size_t item = options[i].type == lbBATCH_NUM ? sizeof(mjtNum) : sizeof(int);
    return (lbBatchEntry){.shown = {.name = options[i].name,
                                    .width = options[i].width,
                                    .type = options[i].type,
                                    .part = lbBATCH_PARAMETER},
                          .place = {.offset = offsetof(mjModel, opt) + options[i].offset,
                                    .bytes = (size_t)options[i].width * item}};
  }
  lb_error("lb_batchVary: mjOption has no field '%s'", name + strlen("opt."));
}

static const lbArrayField* modelArray(const char* name) {
  for (int i = 0; i < lb_modelFieldCount; i++) {
    if (!strcmp(lb_modelFields[i].name, name)) {
      return &lb_modelFields[i];
    }
  }
  return NULL;
}

bool lb_mayVary(const char* name) {
  const lbArrayField* field = modelArray(name);
  if (!field) {
    return false;
  }
  bool number = field->kind == LB_ITEM_NUM || field->kind == LB_ITEM_FLOAT;
  return number ? !isAmong(builtNumbers, name) : isAmong(settings, name);
}

bool lb_shapesConstants(const char* name) {
  return isAmong(shaping, name);
}

static lbBatchEntry arrayEntry(const lbBatch* b, const char* name) {
  const lbArrayField* field = modelArray(name);
  if (!field) {
    lb_error("lb_batchVary: mjModel has no field '%s'", name);
  }
  if (!lb_mayVary(name)) {
    lb_error("lb_batchVary: '%s' says how the model is built, and cannot differ", name);
  }
  size_t bytes = lb_fieldBytes(field, b->m, NULL);
  return (lbBatchEntry){
      .shown = {.name = field->name,
                .width = lb_sizeAsInt((mjtSize)(bytes / field->itemSize), "numbers in a row"),
                .type = field->kind,
                .part = lbBATCH_PARAMETER},
      .place = {.offset = lb_fieldOffset(field), .bytes = bytes, .pointer = true},
      .shapesConstants = lb_shapesConstants(name),
      .isConstant = lb_isConstant(name)};
}

// --- constants

// Where the constants are that are no arrays.
static const lbPlace derivedMembers[] = {
    {offsetof(mjModel, ngravcomp), sizeof(mjtSize), false},
    {offsetof(mjModel, flg_gravcomp), sizeof(mjtBool), false},
    {offsetof(mjModel, flg_surfacevel), sizeof(mjtBool), false},
    {offsetof(mjModel, flg_adhesion), sizeof(mjtBool), false},
    {offsetof(mjModel, stat), sizeof(mjStatistic), false},
};

enum { MEMBERS = sizeof derivedMembers / sizeof derivedMembers[0] };

static void listConstants(lbBatch* b) {
  int arrays = sizeof derivedArrays / sizeof derivedArrays[0] - 1;
  b->constants = lb_alloc(sizeof(lbPlace) * (size_t)(MEMBERS + arrays));
  memcpy(b->constants, derivedMembers, sizeof derivedMembers);
  b->constantCount = MEMBERS;
  for (int i = 0; i < arrays; i++) {
    const lbArrayField* field = modelArray(derivedArrays[i]);
    size_t bytes = lb_fieldBytes(field, b->m, NULL);
    if (bytes) {
      b->constants[b->constantCount++] = (lbPlace){lb_fieldOffset(field), bytes, true};
    }
  }
}

// Copies the constants between a model and one block.
static void copyConstants(const lbBatch* b, const mjModel* m, char* block, bool intoModel) {
  for (int i = 0; i < b->constantCount; i++) {
    const lbPlace* place = &b->constants[i];
    void* own = lb_at_place(place, m);
    memcpy(intoModel ? own : block, intoModel ? block : own, place->bytes);
    block += place->bytes;
  }
}

static size_t constantBytes(const lbBatch* b) {
  size_t bytes = 0;
  for (int i = 0; i < b->constantCount; i++) {
    bytes += b->constants[i].bytes;
  }
  return bytes;
}

static int addMemory(lbBatch* b, const char* name, size_t bytes) {
  lbBatchEntry entry = {.shown = {.name = name,
                                  .width = lb_sizeAsInt((mjtSize)bytes, "bytes in a row"),
                                  .type = lbBATCH_BYTE,
                                  .part = lbBATCH_MEMORY},
                        .place = {.bytes = bytes}};
  return lb_addEntry(b, &entry);
}

static void repeatRow(lbBatch* b, int index, const void* row) {
  lbBatchEntry* entry = &b->entries[index];
  for (int i = 0; i < b->count; i++) {
    memcpy(lb_rowOf(entry, i), row, entry->place.bytes);
  }
}

// Gives every simulation constants of its own.
static void addConstants(lbBatch* b) {
  if (b->derived >= 0) {
    return;
  }
  listConstants(b);
  size_t bytes = constantBytes(b);
  b->derivedBase = lb_alloc(bytes);
  copyConstants(b, b->m, b->derivedBase, false);
  b->derived = addMemory(b, "constants", bytes);
  repeatRow(b, b->derived, b->derivedBase);
}

int lb_batchVary(lbBatch* b, const char* name) {
  LB_REQUIRE(b && name);
  int found = lb_batchFind(b, name);
  if (found >= 0) {
    return found;
  }
  lbBatchEntry entry = strncmp(name, "opt.", 4) ? arrayEntry(b, name) : optionEntry(name);
  if (entry.shapesConstants) {
    addConstants(b);
  }
  int index = lb_addEntry(b, &entry);
  lbBatchEntry* added = &b->entries[index];
  const void* base = lb_at_place(&added->place, b->m);
  added->base = lb_alloc(added->place.bytes + 1);
  memcpy(added->base, base, added->place.bytes);
  repeatRow(b, index, base);
  b->varied++;
  if (entry.shapesConstants) {
    b->entries[index].seen = addMemory(b, "seen", added->place.bytes);
    repeatRow(b, b->entries[index].seen, base);
  }
  return index;
}

// --- rows

static void takeBack(const lbBatch* b, const mjModel* m, int index) {
  copyConstants(b, m, lb_rowOf(&b->entries[b->derived], index), false);
  for (int i = 0; i < b->entryCount; i++) {
    const lbBatchEntry* entry = &b->entries[i];
    if (entry->shown.part != lbBATCH_PARAMETER) {
      continue;
    }
    const void* own = lb_at_place(&entry->place, m);
    if (entry->shapesConstants || entry->isConstant) {
      memcpy(lb_rowOf(entry, index), own, entry->place.bytes);
    }
    if (entry->shapesConstants) {
      memcpy(lb_rowOf(&b->entries[entry->seen], index), own, entry->place.bytes);
    }
  }
}

void lb_loadParameters(const lbBatch* b, mjModel* m, mjData* d, int index, bool renew) {
  if (b->derived >= 0) {
    copyConstants(b, m, lb_rowOf(&b->entries[b->derived], index), true);
  }
  for (int i = 0; i < b->entryCount; i++) {
    const lbBatchEntry* entry = &b->entries[i];
    if (entry->shown.part != lbBATCH_PARAMETER) {
      continue;
    }
    const void* row = lb_rowOf(entry, index);
    memcpy(lb_at_place(&entry->place, m), row, entry->place.bytes);
    renew |= entry->shapesConstants &&
             memcmp(row, lb_rowOf(&b->entries[entry->seen], index), entry->place.bytes);
  }
  if (renew) {
    mj_setConst(m, d);
    if (b->derived >= 0) {
      takeBack(b, m, index);
    }
  }
}

void lb_batchRestore(const lbBatch* b, mjModel* m) {
  LB_REQUIRE(b && m);
  if (b->derived >= 0) {
    copyConstants(b, m, b->derivedBase, true);
  }
  for (int i = 0; i < b->entryCount; i++) {
    const lbBatchEntry* entry = &b->entries[i];
    if (entry->base) {
      memcpy(lb_at_place(&entry->place, m), entry->base, entry->place.bytes);
    }
  }
}
