// The plugin instances of an mjData: made with it, reset and copied with it, destroyed with it.
//
// plugin_data is the plugin's own: each mjData has its own, and copying never shares it. The state
// (plugin_state) is plain data and copied with the rest.

#include "data/plugins.h"

#include "base/error.h"
#include "model/plugin_slots.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  int instance;  // the one being made
} Start;

// A model from outside has room for what the instance writes.
static bool hasRoom(const mjModel* m, const mjpPlugin* plugin, int instance) {
  bool fits = !plugin->nstate || plugin->nstate(m, instance) <= m->plugin_statenum[instance];
  for (int i = 0; i < m->nsensor && fits; i++) {
    fits = m->sensor_plugin[i] != instance || !plugin->nsensordata ||
           plugin->nsensordata(m, instance, i) <= m->sensor_dim[i];
  }
  return fits;
}

static void startAll(void* context) {
  Start* start = context;
  const mjModel* m = start->m;
  for (; start->instance < start->d->nplugin; start->instance++) {
    int slot = m->plugin[start->instance];
    const mjpPlugin* plugin = lb_pluginAtSlot(slot);
    if (!plugin) {
      lb_error("plugin instance %d: no plugin is registered in slot %d", start->instance, slot);
    }
    start->d->plugin[start->instance] = slot;
    if (!hasRoom(m, plugin, start->instance)) {
      lb_error("plugin '%s': instance %d has too little room in the model", plugin->name,
               start->instance);
    }
    if (plugin->init && plugin->init(m, start->d, start->instance) < 0) {
      lb_error("plugin '%s': init failed for instance %d", plugin->name, start->instance);
    }
  }
}

bool lb_initPlugins(const mjModel* m, mjData* d) {
  Start start = {m, d, 0};
  if (d->nplugin && !lb_protect(startAll, &start)) {
    lb_destroyPlugins(d, start.instance);
    d->nplugin = 0;
    return false;
  }
  return true;
}

void lb_resetPlugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    if (plugin && plugin->reset) {
      plugin->reset(m, d->plugin_state + m->plugin_stateadr[i], (void*)d->plugin_data[i], i);
    }
  }
}

void lb_copyPlugins(mjData* dest, const mjModel* m, const mjData* src) {
  for (int i = 0; i < dest->nplugin; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    if (plugin && plugin->copy) {
      plugin->copy(dest, m, src, i);
    }
  }
}

void lb_destroyPlugins(mjData* d, int count) {
  for (int i = 0; i < count; i++) {
    const mjpPlugin* plugin = lb_pluginAtSlot(d->plugin[i]);
    if (plugin && plugin->destroy) {
      plugin->destroy(d, i);
    }
  }
}

static const char* capabilityName(int capability) {
  switch (capability) {
    case mjPLUGIN_ACTUATOR:
      return "actuator";
    case mjPLUGIN_SENSOR:
      return "sensor";
    default:
      return "passive";
  }
}

const mjpPlugin* lb_requirePlugin(const mjModel* m, int instance, const char* stage) {
  const mjpPlugin* plugin = lb_instancePlugin(m, instance);
  if (!plugin) {
    lb_error("%s: no plugin in slot %d", stage, m->plugin[instance]);
  }
  return plugin;
}

void lb_computePlugin(const mjModel* m, mjData* d, int instance, int capability,
                      const char* stage) {
  const mjpPlugin* plugin = lb_requirePlugin(m, instance, stage);
  if (!(plugin->capabilityflags & capability)) {
    return;
  }
  if (!plugin->compute) {
    lb_error("%s: %s plugin '%s' has no compute function", stage, capabilityName(capability),
             plugin->name);
  }
  plugin->compute(m, d, instance, capability);
}
