// Name lookup: the names of one object type hash into their own slice of names_map (open
// addressing, linear probing).

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/hash.h"
#include "model/model.h"

#include <string.h>

enum { SLOTS_PER_NAME = 2 };  // half of the slots stay free, so that probing ends

// Every named type: mjtObj, name table, count.
#define NAMED_TYPES(X)                           \
  X(mjOBJ_BODY, name_bodyadr, nbody)             \
  X(mjOBJ_JOINT, name_jntadr, njnt)              \
  X(mjOBJ_GEOM, name_geomadr, ngeom)             \
  X(mjOBJ_SITE, name_siteadr, nsite)             \
  X(mjOBJ_CAMERA, name_camadr, ncam)             \
  X(mjOBJ_LIGHT, name_lightadr, nlight)          \
  X(mjOBJ_FLEX, name_flexadr, nflex)             \
  X(mjOBJ_MESH, name_meshadr, nmesh)             \
  X(mjOBJ_SKIN, name_skinadr, nskin)             \
  X(mjOBJ_HFIELD, name_hfieldadr, nhfield)       \
  X(mjOBJ_TEXTURE, name_texadr, ntex)            \
  X(mjOBJ_MATERIAL, name_matadr, nmat)           \
  X(mjOBJ_PAIR, name_pairadr, npair)             \
  X(mjOBJ_EXCLUDE, name_excludeadr, nexclude)    \
  X(mjOBJ_EQUALITY, name_eqadr, neq)             \
  X(mjOBJ_TENDON, name_tendonadr, ntendon)       \
  X(mjOBJ_ACTUATOR, name_actuatoradr, nactuator) \
  X(mjOBJ_SENSOR, name_sensoradr, nsensor)       \
  X(mjOBJ_NUMERIC, name_numericadr, nnumeric)    \
  X(mjOBJ_TEXT, name_textadr, ntext)             \
  X(mjOBJ_TUPLE, name_tupleadr, ntuple)          \
  X(mjOBJ_KEY, name_keyadr, nkey)                \
  X(mjOBJ_PLUGIN, name_pluginadr, nplugin)

typedef struct {
  int* address;   // start of each name in m->names
  int* map;       // this type's slice of names_map
  uint32_t size;  // slots in the slice
  int count;      // objects
} NameTable;

static NameTable findTable(const mjModel* m, int objectType) {
  // an xbody is a body seen at its own frame; both share one table
  int type = objectType == mjOBJ_XBODY ? mjOBJ_BODY : objectType;
  int* map = m->names_map;
#define X(object, adr, number)                                                               \
  if (type == object) {                                                                      \
    return (NameTable){m->adr, map, (uint32_t)(SLOTS_PER_NAME * m->number), (int)m->number}; \
  }                                                                                          \
  map += SLOTS_PER_NAME * m->number;
  NAMED_TYPES(X)
#undef X
  return (NameTable){0};
}

static void fillSlice(const mjModel* m, NameTable table) {
  for (uint32_t slot = 0; slot < table.size; slot++) {
    table.map[slot] = -1;
  }
  for (int id = 0; id < table.count; id++) {
    const char* name = m->names + table.address[id];
    if (!*name) {
      continue;
    }
    uint32_t slot = lb_hashText(name) % table.size;
    while (table.map[slot] >= 0) {
      slot = slot + 1 == table.size ? 0 : slot + 1;
    }
    table.map[slot] = id;
  }
}

int* lb_nameTable(const mjModel* m, int objectType, int* count) {
  NameTable table = findTable(m, objectType);
  *count = table.count;
  return table.address;
}

mjtSize lb_nameMapSize(const mjModel* sizes) {
  mjtSize size = 0;
#define X(object, adr, number) size += SLOTS_PER_NAME * sizes->number;
  NAMED_TYPES(X)
#undef X
  return size;
}

void lb_buildNameMap(mjModel* m) {
#define X(object, adr, number) fillSlice(m, findTable(m, object));
  NAMED_TYPES(X)
#undef X
}

int mj_name2id(const mjModel* m, int type, const char* name) {
  LB_REQUIRE(m);
  NameTable table = findTable(m, type);
  if (!name || !*name || table.count == 0) {
    return -1;
  }
  uint32_t slot = lb_hashText(name) % table.size;
  for (; table.map[slot] >= 0; slot = slot + 1 == table.size ? 0 : slot + 1) {
    if (strcmp(m->names + table.address[table.map[slot]], name) == 0) {
      return table.map[slot];
    }
  }
  return -1;
}

const char* mj_id2name(const mjModel* m, int type, int id) {
  LB_REQUIRE(m);
  NameTable table = findTable(m, type);
  if (id < 0 || id >= table.count || !m->names[table.address[id]]) {
    return NULL;
  }
  return m->names + table.address[id];
}
