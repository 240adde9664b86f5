// Plugin instances: which elements use them, their configuration and state.

#include "compile/plugins.h"

#include "asset/surface.h"
#include "base/compiler.h"
#include "model/plugin_slots.h"
#include "spec/internal.h"

#include <string.h>

// Whether the model asks for a plugin: registered is not enough.
static bool isActive(const lbCompiler* c, const char* name) {
  const mjStringVec* active = &c->spec->activePlugins;
  for (int i = 0; i < active->count; i++) {
    if (!strcmp(lb_text(&active->items[i]), name)) {
      return true;
    }
  }
  return false;
}

// The plugin that somebody names is not there.
static void refusePlugin(lbCompiler* c, const char* name) {
  if (*name) {
    lb_compileError(c, "unrecognized plugin '%s'", name);
  }
  lb_compileError(c, "neither 'plugin' nor 'instance' is specified for %s",
                  c->current ? lb_elementKind(c->current->handle.elemtype) : "an element");
}

// The instance that an element refers to, by name or, when it has one of its own, by pointer.
static const lbPlugin* findInstance(lbCompiler* c, const mjsPlugin* use) {
  const lbElement* instance =
      use->element ? lb_head(use->element) : lb_specFind(c->spec, mjOBJ_PLUGIN, lb_text(use->name));
  if (!instance && !*lb_text(use->name) && !isActive(c, lb_text(use->plugin_name))) {
    refusePlugin(c, lb_text(use->plugin_name));
  }
  if (!instance) {
    lb_compileError(c, "unrecognized name '%s' for plugin instance", lb_text(use->name));
  }
  const lbPlugin* plugin = (const lbPlugin*)instance;
  if (!lb_isEmpty(use->plugin_name) && !lb_isEmpty(plugin->s.plugin_name) &&
      strcmp(lb_text(use->plugin_name), lb_text(plugin->s.plugin_name))) {
    lb_compileError(c, "'plugin' attribute does not match that of the instance");
  }
  return plugin;
}

// Model id of that instance; -1: the element has no plugin.
static int instanceOf(lbCompiler* c, const mjsPlugin* use) {
  return use->active ? c->ids[mjOBJ_PLUGIN][findInstance(c, use)->head.id] : -1;
}

// The element that has an instance of its own; NULL: none has it.
static lbElement* userOf(lbCompiler* c, const lbPlugin* instance) {
  static const mjtObj users[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  for (size_t k = 0; k < sizeof users / sizeof users[0]; k++) {
    const lbElementList* list = &c->spec->lists[users[k]];
    for (int i = 0; i < list->count; i++) {
      if (lb_pluginOf(list->items[i])->element == &instance->head.handle) {
        return list->items[i];
      }
    }
  }
  return NULL;
}

// The plugin that an instance is of: it says so itself, or else the element that it belongs to.
static const char* pluginName(lbCompiler* c, const lbPlugin* instance) {
  const char* name = lb_text(instance->s.plugin_name);
  lbElement* user = *name ? NULL : userOf(c, instance);
  return user ? lb_text(lb_pluginOf(user)->plugin_name) : name;
}

// Messages name the element that has an instance of its own.
static void nameUser(lbCompiler* c, const lbPlugin* instance) {
  const lbElement* user = userOf(c, instance);
  c->current = user ? user : c->current;
}

static const mjpPlugin* pluginOf(lbCompiler* c, const lbPlugin* instance, int* slot) {
  const char* name = pluginName(c, instance);
  const mjpPlugin* plugin = mjp_getPlugin(name, slot);
  if (!plugin || !isActive(c, name)) {
    nameUser(c, instance);
    refusePlugin(c, name);
  }
  return plugin;
}

// The value that an instance gives to an attribute, "" when it does not.
static const char* configuredValue(const lbPlugin* instance, const char* attribute) {
  for (int i = 0; i < instance->keys.count && i < instance->values.count; i++) {
    if (!strcmp(lb_text(&instance->keys.items[i]), attribute)) {
      return lb_text(&instance->values.items[i]);
    }
  }
  return "";
}

static void checkKeys(lbCompiler* c, const lbPlugin* instance, const mjpPlugin* plugin) {
  for (int i = 0; i < instance->keys.count; i++) {
    bool known = false;
    for (int k = 0; k < plugin->nattribute && !known; k++) {
      known = !strcmp(lb_text(&instance->keys.items[i]), plugin->attributes[k]);
    }
    if (!known) {
      nameUser(c, instance);
      const char* key = lb_text(&instance->keys.items[i]);
      lb_compileFault(c, &(lbFault){.attribute = key},
                      "unrecognized attribute 'plugin:%s' for plugin '%s'", key, plugin->name);
    }
  }
}

void lb_countPlugins(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_PLUGIN); i++) {
    const lbPlugin* instance = LB_SPEC_ITEM(c->spec, lbPlugin, mjOBJ_PLUGIN, i);
    c->current = &instance->head;
    const mjpPlugin* plugin = pluginOf(c, instance, NULL);
    checkKeys(c, instance, plugin);
    for (int k = 0; k < plugin->nattribute; k++) {
      c->sizes.npluginattr += (mjtSize)strlen(configuredValue(instance, plugin->attributes[k])) + 1;
    }
  }
  c->current = NULL;
}

// Configurations: the values of all attributes in the plugin's order, each with its zero.
static void fillInstances(lbCompiler* c) {
  mjModel* m = c->m;
  size_t adr = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const lbPlugin* instance = LB_SPEC_ITEM(c->spec, lbPlugin, mjOBJ_PLUGIN, i);
    int slot = -1;
    c->current = &instance->head;
    const mjpPlugin* plugin = pluginOf(c, instance, &slot);
    m->plugin[i] = slot;
    m->plugin_attradr[i] = lb_sizeAsInt((int64_t)adr, "bytes of plugin attributes");
    for (int k = 0; k < plugin->nattribute; k++) {
      const char* value = configuredValue(instance, plugin->attributes[k]);
      size_t bytes = strlen(value) + 1;
      memcpy(m->plugin_attr + adr, value, bytes);
      adr += bytes;
    }
  }
}

static void requireCapability(lbCompiler* c, int instance, int capability, const char* what) {
  const mjpPlugin* plugin = lb_instancePlugin(c->m, instance);
  if (!(plugin->capabilityflags & capability)) {
    lb_compileError(c, "plugin '%s' does not support %s", plugin->name, what);
  }
}

LB_APART void lb_fillPlugins(lbCompiler* c) {
  mjModel* m = c->m;
  fillInstances(c);
  for (int b = 0; b < c->bodyCount; b++) {
    c->current = &c->bodies[b]->source->head;
    m->body_plugin[b] = instanceOf(c, &c->bodies[b]->s.plugin);
    if (m->body_plugin[b] >= 0) {
      requireCapability(c, m->body_plugin[b], mjPLUGIN_PASSIVE, "passive forces");
    }
  }
  for (int g = 0; g < m->ngeom; g++) {
    c->current = &c->geoms[g]->source->head;
    m->geom_plugin[g] = instanceOf(c, &c->geoms[g]->s.plugin);
    if (m->geom_plugin[g] >= 0) {
      requireCapability(c, m->geom_plugin[g], mjPLUGIN_SDF, "signed distance fields");
    }
  }
  c->current = NULL;
}

lbMeshSource lb_pluginSurface(lbCompiler* c, const mjsPlugin* use) {
  static const int cells = 100;
  enum { MAX_ATTRIBUTES = 64 };
  const lbPlugin* instance = findInstance(c, use);
  const mjpPlugin* plugin = pluginOf(c, instance, NULL);
  if (!(plugin->capabilityflags & mjPLUGIN_SDF)) {
    lb_compileError(c, "plugin '%s' does not support signed distance fields", plugin->name);
  }
  checkKeys(c, instance, plugin);
  if (plugin->nattribute > MAX_ATTRIBUTES) {
    lb_compileError(c, "plugin '%s' has more than %d attributes", plugin->name, MAX_ATTRIBUTES);
  }
  const char *name[MAX_ATTRIBUTES], *value[MAX_ATTRIBUTES];
  mjtNum attributes[MAX_ATTRIBUTES] = {0};
  for (int i = 0; i < plugin->nattribute; i++) {
    name[i] = plugin->attributes[i];
    value[i] = configuredValue(instance, name[i]);
  }
  lbSurfaceField field = {.distance = plugin->sdf_staticdistance, .attributes = attributes};
  plugin->sdf_attribute(attributes, name, value);
  plugin->sdf_aabb(field.aabb, attributes);
  return lb_surfaceMesh(&c->region, &field, cells);
}

int lb_actuatorPlugin(lbCompiler* c, const mjsActuator* s) {
  int instance = instanceOf(c, &s->plugin);
  if (instance >= 0) {
    requireCapability(c, instance, mjPLUGIN_ACTUATOR, "actuators");
  }
  return instance;
}

int lb_sensorPlugin(lbCompiler* c, const mjsSensor* s) {
  int instance = instanceOf(c, &s->plugin);
  if (instance >= 0) {
    requireCapability(c, instance, mjPLUGIN_SENSOR, "sensors");
  }
  return instance;
}

void lb_countPluginStates(lbCompiler* c) {
  mjModel* m = c->m;
  m->npluginstate = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = lb_instancePlugin(m, i);
    c->current = c->spec->lists[mjOBJ_PLUGIN].items[i];
    int count = plugin->nstate ? plugin->nstate(m, i) : 0;
    if (count < 0) {
      lb_compileError(c, "plugin '%s' refuses its configuration", plugin->name);
    }
    m->plugin_stateadr[i] = lb_sizeAsInt(m->npluginstate, "plugin states");
    m->plugin_statenum[i] = count;
    m->npluginstate += count;
  }

  // sensors whose size the plugin decides
  for (int i = 0; i < m->nsensor; i++) {
    int instance = m->sensor_plugin[i];
    if (m->sensor_type[i] == mjSENS_PLUGIN && instance >= 0) {
      const mjpPlugin* plugin = lb_instancePlugin(m, instance);
      c->current = c->spec->lists[mjOBJ_SENSOR].items[i];
      if (!plugin->nsensordata) {
        lb_compileError(c, "`nsensordata` is null for plugin '%s'", plugin->name);
      }
      m->sensor_dim[i] = plugin->nsensordata(m, instance, i);
      if (m->sensor_dim[i] < 0) {
        lb_compileError(c, "plugin '%s' gives a sensor a negative size", plugin->name);
      }
      m->sensor_needstage[i] = plugin->needstage;
    }
  }
  c->current = NULL;
}
