// The table of plugins; see plugin_slots.h.

#include "model/plugin_slots.h"

#include <string.h>

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"

enum { MAX_PLUGINS = 4096 };

static const mjpPlugin* plugins[MAX_PLUGINS];
static LB_SHARED int pluginCount = 0;
static int ownCount = 0;  // of these; they come first

// A copy of the description whose strings belong to the registry too.
static mjpPlugin* clonePlugin(const mjpPlugin* plugin) {
  mjpPlugin* copy = lb_alloc(sizeof(*copy));
  *copy = *plugin;
  copy->name = lb_strdup(plugin->name);
  if (plugin->nattribute > 0) {
    char** attributes = lb_alloc(lb_checkedSize((size_t)plugin->nattribute, sizeof(char*)));
    for (int i = 0; i < plugin->nattribute; i++) {
      attributes[i] = lb_strdup(plugin->attributes[i]);
    }
    copy->attributes = (const char* const*)attributes;
  }
  return copy;
}

int lb_addPlugin(const mjpPlugin* plugin, bool isStatic) {
  if (pluginCount == MAX_PLUGINS) {
    lb_error("mjp_registerPlugin: more than %d plugins", MAX_PLUGINS);
  }
  plugins[pluginCount] = isStatic ? plugin : clonePlugin(plugin);
  ownCount += isStatic;
  return pluginCount++;
}

int lb_pluginCount(void) {
  return pluginCount;
}

bool lb_isOwnPlugin(int slot) {
  return slot >= 0 && slot < ownCount;
}

const mjpPlugin* lb_pluginAtSlot(int slot) {
  return slot >= 0 && slot < pluginCount ? plugins[slot] : NULL;
}

const mjpPlugin* lb_instancePlugin(const mjModel* m, int instance) {
  return lb_pluginAtSlot(m->plugin[instance]);
}

const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  LB_REQUIRE(m);
  if (plugin_id < 0 || plugin_id >= m->nplugin || !attrib) {
    return NULL;
  }
  const mjpPlugin* plugin = lb_instancePlugin(m, plugin_id);
  if (!plugin || m->plugin_attradr[plugin_id] < 0) {
    return NULL;
  }

  // values are stored one after the other, in the order of the plugin's attributes
  const char* value = m->plugin_attr + m->plugin_attradr[plugin_id];
  const char* end = m->plugin_attr + m->npluginattr;
  for (int i = 0; i < plugin->nattribute && value < end; i++) {
    if (strcmp(plugin->attributes[i], attrib) == 0) {
      return value;
    }
    value += strlen(value) + 1;
  }
  return NULL;
}
