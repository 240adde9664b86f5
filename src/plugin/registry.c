// Registration of plugins: what a plugin must provide, and who comes first.
//
// Registration happens before models are loaded and is not undone. Registering the same plugin
// twice is harmless; another one under a taken name is an error. The engine's own plugins take the
// first slots, in every build the same ones, so that model files name them alike: whatever asks
// about plugins registers them first.

#include "plugin/registry.h"

#include <stdbool.h>
#include <string.h>

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "base/error.h"
#include "base/thread.h"
#include "model/plugin_slots.h"
#include "plugin/builtin.h"

static bool samePlugin(const mjpPlugin* a, const mjpPlugin* b) {
  if (a->nattribute != b->nattribute) {
    return false;
  }
  for (int i = 0; i < a->nattribute; i++) {
    if (strcmp(a->attributes[i], b->attributes[i]) != 0) {
      return false;
    }
  }
  return a->capabilityflags == b->capabilityflags && a->needstage == b->needstage &&
         a->nstate == b->nstate && a->nsensordata == b->nsensordata && a->init == b->init &&
         a->destroy == b->destroy && a->copy == b->copy && a->reset == b->reset &&
         a->compute == b->compute && a->advance == b->advance && a->visualize == b->visualize &&
         a->actuator_act_dot == b->actuator_act_dot && a->sdf_distance == b->sdf_distance &&
         a->sdf_gradient == b->sdf_gradient && a->sdf_staticdistance == b->sdf_staticdistance &&
         a->sdf_attribute == b->sdf_attribute && a->sdf_aabb == b->sdf_aabb;
}

// What every plugin must provide, given its capabilities.
static bool isPlugin(const mjpPlugin* plugin) {
  if (!plugin->name || !plugin->name[0]) {
    lb_complain("mjp_registerPlugin: plugin has no name");
    return false;
  }
  if (plugin->nattribute > 0 && !plugin->attributes) {
    lb_complain("mjp_registerPlugin: plugin '%s' has no attribute names", plugin->name);
    return false;
  }
  for (int i = 0; i < plugin->nattribute; i++) {
    if (!plugin->attributes[i] || !plugin->attributes[i][0]) {
      lb_complain("mjp_registerPlugin: attribute %d of plugin '%s' has no name", i, plugin->name);
      return false;
    }
  }
  if ((plugin->capabilityflags & mjPLUGIN_SENSOR) && !plugin->nsensordata) {
    lb_complain("mjp_registerPlugin: sensor plugin '%s' has no nsensordata function", plugin->name);
    return false;
  }
  if ((plugin->capabilityflags & mjPLUGIN_SDF) &&
      (!plugin->sdf_distance || !plugin->sdf_gradient || !plugin->sdf_staticdistance ||
       !plugin->sdf_attribute || !plugin->sdf_aabb)) {
    lb_complain("mjp_registerPlugin: SDF plugin '%s' lacks one of its sdf functions", plugin->name);
    return false;
  }
  return true;
}

// The plugin of that name and its slot; NULL and -1 when there is none.
static const mjpPlugin* findPlugin(const char* name, int* slot) {
  int count = lb_pluginCount();
  for (int i = 0; name && i < count; i++) {
    const mjpPlugin* plugin = lb_pluginAtSlot(i);
    if (strcmp(plugin->name, name) == 0) {
      *slot = i;
      return plugin;
    }
  }
  *slot = -1;
  return NULL;
}

typedef struct Registration_ {
  const mjpPlugin* plugin;
  int slot;
} Registration;

// Puts a plugin into the next slot, unless it is there already. A known name must come with the
// same content.
static void registerPlugin(void* context) {
  Registration* registration = context;
  const mjpPlugin* plugin = registration->plugin;
  const mjpPlugin* known = findPlugin(plugin->name, &registration->slot);
  if (known && !samePlugin(known, plugin)) {
    registration->slot = -1;
    lb_error("mjp_registerPlugin: plugin '%s' is already registered", plugin->name);
  }
  registration->slot = known ? registration->slot : lb_addPlugin(plugin, false);
}

static LB_SHARED bool builtinsAreThere = false;

static void addBuiltins(void* none) {
  (void)none;
  for (int i = 0; !builtinsAreThere && lb_builtinPlugins[i]; i++) {
    lb_addPlugin(lb_builtinPlugins[i], true);
  }
  builtinsAreThere = true;
}

void lb_registerBuiltins(void) {
  if (!builtinsAreThere) {
    lb_inTurn(addBuiltins, NULL);
  }
}

void mjp_defaultPlugin(mjpPlugin* plugin) {
  LB_REQUIRE(plugin);
  memset(plugin, 0, sizeof(*plugin));
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  LB_REQUIRE(plugin);
  lb_registerBuiltins();
  Registration registration = {.plugin = plugin, .slot = -1};
  if (isPlugin(plugin)) {
    lb_inTurn(registerPlugin, &registration);
  }
  return registration.slot;
}

int mjp_pluginCount(void) {
  lb_registerBuiltins();
  return lb_pluginCount();
}

const mjpPlugin* mjp_getPluginAtSlot(int slot) {
  lb_registerBuiltins();
  return lb_pluginAtSlot(slot);
}

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  lb_registerBuiltins();
  int found;
  const mjpPlugin* plugin = findPlugin(name, &found);
  if (slot) {
    *slot = found;
  }
  return plugin;
}
