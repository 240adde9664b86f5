// Plugins written in JavaScript: an mjpPlugin whose functions call back into js/mujoco/plugins.js.
//
// A call names the plugin by its slot and the instance by its index, packed into one number. What a
// plugin keeps for an instance lives in JavaScript; plugin_data holds its number there.

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

extern double lbjs_callback(int which, const void* m, const void* d, int a, int b);

// The order of js/mujoco/plugins.js.
enum {
  PLUGIN_NSTATE = 16,
  PLUGIN_NSENSORDATA,
  PLUGIN_INIT,
  PLUGIN_DESTROY,
  PLUGIN_COPY,
  PLUGIN_RESET,
  PLUGIN_COMPUTE,
  PLUGIN_ADVANCE,
  PLUGIN_VISUALIZE,
  PLUGIN_ACT_DOT,
  PLUGIN_DISTANCE,
  PLUGIN_GRADIENT,
  PLUGIN_STATIC_DISTANCE,
  PLUGIN_ATTRIBUTES,
  PLUGIN_BOUNDS,
};

// Functions that a plugin may leave out.
enum { HAS_ADVANCE = 1, HAS_VISUALIZE = 2, HAS_ACT_DOT = 4 };

// The plugin whose shape is being made into a mesh.
static int shapeSlot = -1;

static int packed(int slot, int instance) {
  if (instance > 0xffff) {
    lb_error("plugins in JavaScript: more than 65536 instances");
  }
  return slot << 16 | instance;
}

static int nstate(const mjModel* m, int instance) {
  return (int)lbjs_callback(PLUGIN_NSTATE, m, NULL, packed(m->plugin[instance], instance), 0);
}

static int nsensordata(const mjModel* m, int instance, int sensor) {
  return (int)lbjs_callback(PLUGIN_NSENSORDATA, m, NULL, packed(m->plugin[instance], instance),
                            sensor);
}

static int init(const mjModel* m, mjData* d, int instance) {
  int number = (int)lbjs_callback(PLUGIN_INIT, m, d, packed(m->plugin[instance], instance), 0);
  d->plugin_data[instance] = (uintptr_t)number;
  return 0;
}

static void destroy(mjData* d, int instance) {
  lbjs_callback(PLUGIN_DESTROY, NULL, d, packed(d->plugin[instance], instance),
                (int)d->plugin_data[instance]);
}

static void copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  lbjs_callback(PLUGIN_COPY, dest, src, (int)dest->plugin_data[instance],
                (int)src->plugin_data[instance]);
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  memset(state, 0, sizeof(mjtNum) * (size_t)m->plugin_statenum[instance]);
  lbjs_callback(PLUGIN_RESET, m, state, packed(m->plugin[instance], instance),
                (int)(uintptr_t)data);
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  lbjs_callback(PLUGIN_COMPUTE, m, d, (int)d->plugin_data[instance], capability);
}

static void advance(const mjModel* m, mjData* d, int instance) {
  lbjs_callback(PLUGIN_ADVANCE, m, d, (int)d->plugin_data[instance], 0);
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  lbjs_callback(PLUGIN_VISUALIZE, scn, d, (int)d->plugin_data[instance], 0);
}

static void actDot(const mjModel* m, mjData* d, int instance) {
  lbjs_callback(PLUGIN_ACT_DOT, m, d, (int)d->plugin_data[instance], 0);
}

static mjtNum distance(const mjtNum point[3], const mjData* d, int instance) {
  return lbjs_callback(PLUGIN_DISTANCE, point, NULL, (int)d->plugin_data[instance], 0);
}

static void gradient(mjtNum result[3], const mjtNum point[3], const mjData* d, int instance) {
  lbjs_callback(PLUGIN_GRADIENT, point, result, (int)d->plugin_data[instance], 0);
}

static mjtNum staticDistance(const mjtNum point[3], const mjtNum* attributes) {
  return lbjs_callback(PLUGIN_STATIC_DISTANCE, point, attributes, shapeSlot, 0);
}

// The compiler asks for attributes first, then for bounds and distances of the same plugin.
static void readAttributes(mjtNum attribute[], const char* name[], const char* value[]) {
  shapeSlot = -1;
  for (int slot = 0; slot < mjp_pluginCount() && shapeSlot < 0; slot++) {
    const mjpPlugin* plugin = mjp_getPluginAtSlot(slot);
    if (plugin->sdf_attribute == readAttributes && plugin->nattribute &&
        plugin->attributes[0] == name[0]) {
      shapeSlot = slot;
    }
  }
  lbjs_callback(PLUGIN_ATTRIBUTES, value, attribute, shapeSlot, 0);
}

static void bounds(mjtNum aabb[6], const mjtNum* attributes) {
  lbjs_callback(PLUGIN_BOUNDS, attributes, aabb, shapeSlot, 0);
}

// Registers a plugin; `attributes` are names, each with its zero. Returns the slot.
int lb_registerScriptPlugin(const char* name, const char* attributes, int attributeCount,
                            int capabilities, int stage, int functions) {
  const char** names =
      lb_alloc(lb_checkedSize((size_t)(attributeCount ? attributeCount : 1), sizeof *names));
  for (int i = 0; i < attributeCount; i++) {
    names[i] = attributes;
    attributes += strlen(attributes) + 1;
  }
  mjpPlugin plugin = {.name = name,
                      .nattribute = attributeCount,
                      .attributes = names,
                      .capabilityflags = capabilities,
                      .needstage = stage,
                      .nstate = nstate,
                      .nsensordata = capabilities & mjPLUGIN_SENSOR ? nsensordata : NULL,
                      .init = init,
                      .destroy = destroy,
                      .copy = copy,
                      .reset = reset,
                      .compute = compute,
                      .advance = functions & HAS_ADVANCE ? advance : NULL,
                      .visualize = functions & HAS_VISUALIZE ? visualize : NULL,
                      .actuator_act_dot = functions & HAS_ACT_DOT ? actDot : NULL};
  if (capabilities & mjPLUGIN_SDF) {
    plugin.sdf_distance = distance;
    plugin.sdf_gradient = gradient;
    plugin.sdf_staticdistance = staticDistance;
    plugin.sdf_attribute = readAttributes;
    plugin.sdf_aabb = bounds;
  }
  int slot = mjp_registerPlugin(&plugin);
  lb_free(names);
  return slot;
}

// Slot of a plugin, -1 when there is none of that name.
int lb_pluginSlot(const char* name) {
  int slot;
  mjp_getPlugin(name, &slot);
  return slot;
}
