// What JavaScript needs of the engine beyond the public functions: hooks that call back into
// JavaScript, containers of spec elements that grow, files of the module's memory disk.

#include "api/callbacks.h"
#include "api/limber.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/vfs.h"
#include "model/matrices.h"
#include "model/model.h"
#include "model/validate.h"
#include "spec/element.h"
#include "spec/vec.h"

#include <string.h>

// Implemented by the JavaScript loader: calls the function that JavaScript installed for a hook.
extern double lbjs_callback(int which, const void* m, const void* d, int a, int b);

enum {
  HOOK_PASSIVE,
  HOOK_CONTROL,
  HOOK_CONTACT_FILTER,
  HOOK_SENSOR,
  HOOK_TIME,
  HOOK_ACT_DYN,
  HOOK_ACT_GAIN,
  HOOK_ACT_BIAS,
  HOOK_COLLISION,
};

static void callPassive(const mjModel* m, mjData* d) {
  lbjs_callback(HOOK_PASSIVE, m, d, 0, 0);
}

static void callControl(const mjModel* m, mjData* d) {
  lbjs_callback(HOOK_CONTROL, m, d, 0, 0);
}

static int callContactFilter(const mjModel* m, mjData* d, int geom1, int geom2) {
  return (int)lbjs_callback(HOOK_CONTACT_FILTER, m, d, geom1, geom2);
}

static void callSensor(const mjModel* m, mjData* d, int stage) {
  lbjs_callback(HOOK_SENSOR, m, d, stage, 0);
}

static mjtNum callTime(void) {
  return lbjs_callback(HOOK_TIME, NULL, NULL, 0, 0);
}

static mjtNum callActDyn(const mjModel* m, const mjData* d, int id) {
  return lbjs_callback(HOOK_ACT_DYN, m, d, id, 0);
}

static mjtNum callActGain(const mjModel* m, const mjData* d, int id) {
  return lbjs_callback(HOOK_ACT_GAIN, m, d, id, 0);
}

static mjtNum callActBias(const mjModel* m, const mjData* d, int id) {
  return lbjs_callback(HOOK_ACT_BIAS, m, d, id, 0);
}

// Installs or removes the bridge of one hook.
void lb_setHook(int which, int installed) {
  switch (which) {
    case HOOK_PASSIVE:
      mjcb_passive = installed ? callPassive : NULL;
      break;
    case HOOK_CONTROL:
      mjcb_control = installed ? callControl : NULL;
      break;
    case HOOK_CONTACT_FILTER:
      mjcb_contactfilter = installed ? callContactFilter : NULL;
      break;
    case HOOK_SENSOR:
      mjcb_sensor = installed ? callSensor : NULL;
      break;
    case HOOK_TIME:
      mjcb_time = installed ? callTime : NULL;
      break;
    case HOOK_ACT_DYN:
      mjcb_act_dyn = installed ? callActDyn : NULL;
      break;
    case HOOK_ACT_GAIN:
      mjcb_act_gain = installed ? callActGain : NULL;
      break;
    case HOOK_ACT_BIAS:
      mjcb_act_bias = installed ? callActBias : NULL;
      break;
    default:
      mju_error("lb_setHook: unknown hook");
  }
}

// What the function is asked stands where it puts its answer: margin and geoms.
static int callCollision(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                         mjtNum margin) {
  con->dist = margin;
  con->pos[0] = g1;
  con->pos[1] = g2;
  return (int)lbjs_callback(HOOK_COLLISION, m, d, (int)(intptr_t)con, 0);
}

// Installs the bridge for pairs of two types of geoms, or gives them back to the engine.
void lb_setCollision(int type1, int type2, int installed) {
  static mjfCollision own[mjNGEOMTYPES][mjNGEOMTYPES];
  mjfCollision* place = &mjCOLLISIONFUNC[type1][type2];
  if (installed && *place != callCollision) {
    own[type1][type2] = *place;
    *place = callCollision;
  } else if (!installed && *place == callCollision) {
    *place = own[type1][type2];
  }
}

// Sets the count of a container of numbers; new items are zero.
void lb_resizeItems(void* vec, int count, int itemSize) {
  mjByteVec* bytes = vec;
  if (count > bytes->capacity) {
    int capacity = count > 2 * bytes->capacity ? count : 2 * bytes->capacity;
    bytes->items = lb_realloc(bytes->items, lb_checkedSize((size_t)capacity, (size_t)itemSize));
    bytes->capacity = capacity;
  }
  if (count > bytes->count) {
    size_t old = (size_t)bytes->count * (size_t)itemSize;
    memset(bytes->items + old, 0, (size_t)count * (size_t)itemSize - old);
  }
  bytes->count = count;
}

// Sets the count of a list of strings; new strings are empty.
void lb_resizeStrings(mjStringVec* vec, int count) {
  for (int i = count; i < vec->count; i++) {
    lb_clearText(&vec->items[i]);
  }
  lb_resizeItems(vec, count, sizeof(mjString));
}

// Sets the count of a list of rows of numbers; new rows are empty.
void lb_resizeRows(mjIntVecVec* vec, int count) {
  for (int i = count; i < vec->count; i++) {
    lb_clearItems(&vec->items[i]);
  }
  lb_resizeItems(vec, count, sizeof(mjIntVec));
}

// Whether an element is in a spec; element may be the address of one that is gone.
int lb_ownsElement(const mjSpec* s, const mjsElement* element) {
  const lbSpec* spec = (const lbSpec*)s;
  for (int k = 0; k < LB_SPEC_LISTS; k++) {
    for (int i = 0; i < spec->lists[k].count; i++) {
      if (&spec->lists[k].items[i]->handle == element) {
        return 1;
      }
    }
  }
  return 0;
}

typedef struct {
  mjModel* m;
  lbRegion region;
} Tables;

static void rebuildTables(void* context) {
  Tables* tables = context;
  lb_fillMatrices(&tables->region, tables->m);
}

// The first field of a model with an index that leads nowhere, NULL: none. Tables that follow from
// other fields are made anew.
const char* lb_invalidField(mjModel* m) {
  const char* field = lb_validateModel(m);
  if (field) {
    return field;
  }
  Tables tables = {.m = m};
  bool done = lb_protect(rebuildTables, &tables);
  lb_regionFree(&tables.region);
  if (!done) {
    lb_raiseAgain();
  }
  lb_buildNameMap(m);
  return NULL;
}

// What mjs_setDeepCopy set.
int lb_deepCopies(const mjSpec* s) {
  return ((const lbSpec*)s)->deepCopy;
}

// A geom of a scene that is of no kind yet.
void lb_defaultGeom(mjvGeom* geom) {
  mjv_initGeom(geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
}

// A file of the memory disk; count receives its length. NULL when there is none.
const void* lb_findFile(const char* name, size_t* count) {
  return lb_vfsFind(lb_memoryDisk(), name, count);
}

// Puts a file on the memory disk in place of the one that is there; 0 when memory is exhausted.
int lb_putFile(const char* name, const void* bytes, int count) {
  return lb_writeFile(name, bytes, (size_t)count, NULL);
}

// Takes a file from the memory disk; 0 on success.
int lb_removeFile(const char* name) {
  return lb_vfsRemove(lb_memoryDisk(), name) ? 0 : -1;
}
